"""Tests of `assay.cli`."""
