"""Releases written out in the formats that other programs read."""
