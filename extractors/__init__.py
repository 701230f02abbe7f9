"""Readers: the bytes of one file become its artifacts, one module per format."""
