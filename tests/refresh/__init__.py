"""Tests of looking at an archive again."""
