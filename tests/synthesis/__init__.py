"""Tests of synthesis: chunks, the validator and the authors."""
