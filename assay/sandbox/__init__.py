"""Isolation for code that a model wrote and for the bash tool."""
