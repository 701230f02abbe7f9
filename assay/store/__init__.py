"""The store of an OUT: one DuckDB file with one writer, the files beside it, and snapshots for readers."""
