"""Tests of typed tables."""
