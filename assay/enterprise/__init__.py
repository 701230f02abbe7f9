"""Simulated organisations: a seeded world becomes documents, with the key of every fact."""

from assay.enterprise.archive import Built, build, key_path
from assay.enterprise.check import check

__all__ = ["Built", "build", "check", "key_path"]
