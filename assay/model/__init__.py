"""The records and protocols that every stage shares; standard library only."""
