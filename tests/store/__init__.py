"""The store: records in and out, one writer, and the files beside the database."""
