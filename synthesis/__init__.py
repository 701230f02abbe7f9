"""From documents to candidate tasks: chunks, seeds and authors."""
