"""Tests of `assay.stages`."""
