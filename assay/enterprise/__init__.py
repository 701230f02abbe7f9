"""Simulated organisations: a seeded world becomes documents, with the key of every fact."""
