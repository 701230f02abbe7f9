"""Fidelity questions: what a document shows beside its body text, from typed facets."""
