"""A facet of a document as a plain reading of the native file finds it: what stands where, and how it looks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Facet:
    """What is there (`value`), how it looks (`detail`), its place, and the words beside it (`about`)."""

    kind: str
    at: Mapping[str, object]
    value: str
    about: str = ""
    detail: Mapping[str, str] = field(default_factory=dict[str, str])


def folded(text: str) -> str:
    """Return a text on one line, with single spaces."""
    return " ".join(text.split())
