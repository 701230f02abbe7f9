"""The version of what baselines answer."""

# Changes whenever an answer of a baseline may.
VERSION = 3
