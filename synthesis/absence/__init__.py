"""Null answers: figures that an archive does not hold, though it holds the neighbours of each."""
