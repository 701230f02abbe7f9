"""Mode `answer`: a subject answers a task's question over a view, and its reply is graded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock

from assay.evaluation.baselines import SUBJECTS
from assay.evaluation.golds import spec_of
from assay.evaluation.match import match
from assay.evaluation.subjects import Example, Maker, Subject
from assay.evaluation.viewed import Viewed
from assay.model.gate import Context
from assay.model.probe import Attempt, Probe
from assay.model.task import Task

# The form of an absent answer would give away that it is absent.
_NUMBER = "type=number"
# Steps are for people: what does not fit is not kept.
_LONGEST = 2000


@dataclass(slots=True)
class Seats:
    """The subjects of a run, each made once for a domain when it is first asked; `tasks` are what they may know."""

    tasks: Sequence[Task] = ()
    makers: Mapping[str, Maker] = field(default_factory=lambda: SUBJECTS)
    _made: dict[tuple[str, str], Subject] = field(default_factory=dict[tuple[str, str], Subject])
    _whole: dict[str, Viewed] = field(default_factory=dict[str, Viewed])
    _lock: Lock = field(default_factory=Lock)

    def answer(self, context: Context, task: Task, probe: Probe) -> Attempt:
        """Return a subject's graded reply to a task's question; a subject that nobody plays ends `refused`."""
        maker = self.makers.get(probe.subject)
        if maker is None:
            return Attempt(probe, None, None, "refused", f"{probe.subject}: not available yet")
        subject = self._seat(probe.subject, maker, context, task.domain)
        reply = subject.answer(task.question, asked_form(task), Viewed(context, task.domain, probe.view))
        steps = "\n".join(reply.steps)[:_LONGEST]
        return Attempt(probe, reply.answer, _right(task, reply.answer), "done", steps, reply.files)

    def _seat(self, name: str, maker: Maker, context: Context, domain: str) -> Subject:
        with self._lock:
            made = self._made.get((name, domain))
            if made is None:
                whole = self._whole.setdefault(domain, Viewed(context, domain))
                made = self._made[name, domain] = maker(whole, examples(self.tasks, domain))
            return made


def examples(tasks: Sequence[Task], domain: str) -> list[Example]:
    """Return what subjects may know of a domain's tasks, sorted by id; an absence is no answer to learn from."""
    mine = sorted((task for task in tasks if task.domain == domain), key=lambda task: task.id)
    return [Example(one.question, spec_of(one.answer), one.answer.value) for one in mine if one.answer.type != "null"]


def asked_form(task: Task) -> str:
    """Return the form of the answer as a subject is told it."""
    return _NUMBER if task.answer.type == "null" else spec_of(task.answer)


def _right(task: Task, answer: str | None) -> bool:
    return answer is not None and match(task.answer.value, answer, spec_of(task.answer)).ok
