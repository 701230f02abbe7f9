"""The author `agent`: a model that explores the archive from a seed, and the rewriting of its questions by roles."""
