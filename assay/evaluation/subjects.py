"""Subjects: whoever answers a task's question from a view of the archive, and what they are told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias, runtime_checkable

from assay.model.document import Document


class ArchiveReader(Protocol):
    """The documents of a task's domain as a view shows them."""

    @property
    def changed(self) -> frozenset[str]:
        """The paths of which the view shows something else than the whole archive does: hidden or altered."""
        ...

    def paths(self) -> Sequence[str]:
        """Return the paths of the documents that can be read, sorted."""
        ...

    def document(self, path: str) -> Document | None:
        """Return the document at a path, None where the view has none."""
        ...

    def markdown(self, path: str) -> str | None:
        """Return the Markdown of the document at a path, None where the view has none."""
        ...


@dataclass(frozen=True, slots=True)
class Example:
    """Another task as a subject may know it: the question, the form of its answer, and the answer.

    `evidence` tells what it rests on: tasks over the very same cells are one task in other words.
    """

    question: str
    form: str
    answer: str
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer, None where the subject has none; the steps that led to it, for people; the files that it rests on."""

    answer: str | None
    steps: tuple[str, ...] = ()
    files: tuple[str, ...] = ()


class Subject(Protocol):
    """Answers questions; it is told the question and the form of the answer, never gold, plan or evidence."""

    @property
    def name(self) -> str:
        """The subject's name, as probes give it."""
        ...

    @property
    def version(self) -> int:
        """Changes whenever its answers may."""
        ...

    def answer(self, question: str, form: str, view: ArchiveReader, sample: int = 0) -> Reply:
        """Return the n-th reply to a question over a view; equal questions over equal views have equal replies."""
        ...


@runtime_checkable
class Learner(Protocol):
    """A subject that other tasks teach something."""

    def apart(self, evidence: str) -> Subject:
        """Return the subject without what tasks over this evidence taught it: they are no other tasks."""
        ...


Maker: TypeAlias = Callable[[ArchiveReader, Sequence[Example]], Subject]
"""Makes a subject for one domain: of its whole archive, to be indexed once, and of its other tasks."""
