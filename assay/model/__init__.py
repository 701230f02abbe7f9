"""The records and protocols that everything else speaks in; standard library only."""
