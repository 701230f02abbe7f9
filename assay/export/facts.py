"""What a release is made from and of: the figures that card, croissant and report share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from assay.evaluation.grades import Spread
from assay.evaluation.players import model_of
from assay.model.counts import most_first
from assay.model.document import Restriction
from assay.model.task import Task

NO_MODEL = "No language model has tried these tasks."
COUNTED = (
    "Tokens are counted without a tokenizer, over the text of artifacts: runs of letters and digits, single Chinese, "
    "Japanese and Korean characters, single other marks."
)
RESTRICTIONS = {
    "research-only": "research alone may use it and the tasks that cite it",
    "link-only": "whoever wants it fetches it from its origin",
}


def tried_by(subjects: Iterable[str]) -> str:
    """Return the sentence on the language models among subjects, as probes name these."""
    models = sorted({model for subject in subjects if (model := model_of(subject)) is not None})
    return f"Models tried these tasks: {', '.join(models)}." if models else NO_MODEL


@dataclass(frozen=True, slots=True)
class DomainFacts:
    """Size of one domain's collection, how it compares with a context window, and what it is made of."""

    domain: str
    documents: int
    tokens: int
    source_kinds: tuple[str, ...] = ()
    window: int = 1_000_000
    restricted: int = 0

    @property
    def exceeds_context(self) -> bool:
        """Whether no single context window holds the collection."""
        return self.tokens > self.window


@dataclass(frozen=True, slots=True)
class Restricted:
    """A document that is not to be redistributed: why, and where it comes from."""

    path: str
    restriction: Restriction
    licence: str
    origin: str


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
    restricted: tuple[Restricted, ...] = ()
    kept_back: int = 0
    conversions: tuple[tuple[str, int], ...] = ()
    quality: tuple[Spread, ...] = ()
    graders: tuple[str, ...] = ()


def counts_by(values: Iterable[str]) -> list[tuple[str, int]]:
    """Return how often each value occurs, most frequent first, ties by name."""
    return most_first(Counter(values))


def labels_of(tasks: Sequence[Task]) -> list[tuple[str, int]]:
    """Return how many tasks bear each label."""
    return counts_by(label for task in tasks for label in task.labels)
