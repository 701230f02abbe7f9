"""Native copies of Office files."""
