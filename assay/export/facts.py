"""What a release is made from and of: the figures that card, croissant and report share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from assay.model.task import Task

NO_MODEL = "No language model has tried these tasks."
# The figure behind "exceeds a context window": the longest that is common among models on sale in 2026.
CONTEXT_WINDOW = 1_000_000


@dataclass(frozen=True, slots=True)
class DomainFacts:
    """Size of one domain's collection."""

    domain: str
    documents: int
    tokens: int
    source_kinds: tuple[str, ...] = ()

    @property
    def exceeds_context(self) -> bool:
        """Whether no single context window holds the collection."""
        return self.tokens > CONTEXT_WINDOW


@dataclass(frozen=True, slots=True)
class ReleaseFacts:
    """Everything a card says of a release."""

    name: str
    release: int
    published: str
    domains: tuple[DomainFacts, ...]
    problems: tuple[tuple[str, int], ...]
    gates: tuple[str, ...]
    licences: tuple[str, ...]
    subjects: tuple[str, ...] = ()


def counts_by(values: Iterable[str]) -> list[tuple[str, int]]:
    """Return how often each value occurs, most frequent first, ties by name."""
    return sorted(Counter(values).items(), key=lambda item: (-item[1], item[0]))


def labels_of(tasks: Sequence[Task]) -> list[tuple[str, int]]:
    """Return how many tasks bear each label."""
    return counts_by(label for task in tasks for label in task.labels)
