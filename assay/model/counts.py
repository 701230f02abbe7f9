"""Counts in the order in which people read them."""

from __future__ import annotations

from collections.abc import Mapping


def most_first(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return names with their counts, the most frequent first, ties by name."""
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
