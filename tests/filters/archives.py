"""An archive with a copy, a memo and a register, tasks over it, and subjects that answer what they are told to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from assay.evaluation.asking import Seats
from assay.evaluation.runner import Decided, Runner
from assay.evaluation.subjects import ArchiveReader, Example, Maker, Reply, Subject
from assay.model.gate import Gate
from assay.model.task import Task
from assay.sandbox import Limits, open_sandbox
from tests.made import Archive

Answers = Callable[[str, str, ArchiveReader], str | None]


@dataclass
class Told:
    """A subject that answers by a function, and remembers what it was shown."""

    answers: Answers
    name: str = "told"
    version: int = 1
    seen: list[tuple[str, str, tuple[str, ...]]] = field(default_factory=list[tuple[str, str, tuple[str, ...]]])

    def answer(self, question: str, form: str, view: ArchiveReader, sample: int = 0) -> Reply:
        self.seen.append((question, form, tuple(view.paths())))
        return Reply(self.answers(question, form, view), ("looked",))


def always(answer: str | None) -> Maker:
    """Return the maker of a subject with one answer for everything."""
    return making(lambda question, form, view: answer)


def making(answers: Answers) -> Maker:
    """Return the maker of a subject that answers by a function."""

    def make(archive: ArchiveReader, examples: Sequence[Example]) -> Subject:
        return Told(answers)

    return make


def decided(archive: Archive, gate: Gate, task: Task, subjects: Mapping[str, Maker] | None = None) -> Decided:
    """Return what a gate decides on a task, with these subjects in their seats."""
    runner = Runner(archive.context(), open_sandbox(), Limits(seconds=5.0), Seats((task,), subjects or {}))
    return runner.decide(gate, task, {})
