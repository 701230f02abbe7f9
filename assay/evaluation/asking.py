"""Mode `answer`: a subject answers a task's question over a view, and its reply is graded."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Protocol

from assay.evaluation.answers.spec import render_spec
from assay.evaluation.baselines import SUBJECTS
from assay.evaluation.golds import spec_of
from assay.evaluation.match import match
from assay.evaluation.players import Seat
from assay.evaluation.subjects import Example, Learner, Maker, Subject
from assay.evaluation.viewed import Viewed
from assay.model.canonical import digest
from assay.model.gate import Context
from assay.model.probe import Attempt, Probe
from assay.model.task import Assertion, Task

_NUMBER, _BLANK = "type=number", "___"
# Steps are for people: what does not fit is not kept.
_LONGEST = 2000


@dataclass(frozen=True, slots=True)
class Asked:
    """What a subject is asked: a question and the form of its answer; `gold` in its own form is not told."""

    question: str
    form: str
    gold: str
    gold_form: str

    def right(self, answer: str | None) -> bool:
        """Return whether an answer is the gold."""
        return answer is not None and match(self.gold, answer, self.gold_form).ok


class Played(Protocol):
    """The models of a run."""

    def seat(self, subject: str) -> Seat | None:
        """Return the seat of a subject, None where no model plays it."""
        ...

    def answer(self, seat: Seat, context: Context, task: Task, probe: Probe, stage: str) -> Attempt:
        """Return the graded reply to a task's question."""
        ...

    def agent(self, seat: Seat, context: Context, task: Task, probe: Probe, stage: str) -> Attempt:
        """Return the graded outcome of an episode with bash."""
        ...

    def review(self, seat: Seat, task: Task, probe: Probe, stage: str, before: Sequence[Attempt]) -> Attempt:
        """Return a judgement of a task and of the attempts of its solvers."""
        ...

    def grade(self, seat: Seat, task: Task, probe: Probe, stage: str) -> Attempt:
        """Return the grades of a task's question and answer."""
        ...


@dataclass(slots=True)
class Seats:
    """The subjects of a run, each made once for a domain when it is first asked; `tasks` are what they may know.

    `models` plays the subjects that are seats of the config's models.
    """

    tasks: Sequence[Task] = ()
    makers: Mapping[str, Maker] = field(default_factory=lambda: SUBJECTS)
    models: Played | None = None
    _made: dict[tuple[str, str], Subject] = field(default_factory=dict[tuple[str, str], Subject])
    _whole: dict[str, Viewed] = field(default_factory=dict[str, Viewed])
    _lock: Lock = field(default_factory=Lock)

    def is_model(self, subject: str) -> bool:
        """Return whether a model of this run plays a subject."""
        return self._played(subject) is not None

    def _played(self, subject: str) -> tuple[Played, Seat] | None:
        """Return the models of the run and the seat of a subject that one of them plays."""
        seat = self.models.seat(subject) if self.models is not None else None
        return (self.models, seat) if self.models is not None and seat is not None else None

    def answer(self, context: Context, task: Task, probe: Probe, stage: str = "") -> Attempt:
        """Return a subject's graded reply to a task's question; a subject that nobody plays ends `refused`."""
        if (played := self._played(probe.subject)) is not None:
            models, seat = played
            return models.answer(seat, context, task, probe, stage)
        maker = self.makers.get(probe.subject)
        if maker is None:
            return Attempt(probe, None, None, "refused", f"{probe.subject}: not available yet")
        subject = self._seat(probe.subject, maker, context, task.domain)
        if isinstance(subject, Learner):
            # its own first revision, and its doubles, which do not stay beside it
            subject = subject.apart(evidence_of(task))
        asked = asked_of(task, probe.sample)
        # the samples of an analyst's request are its assertions
        sample = 0 if task.track == "domain" else probe.sample
        reply = subject.answer(asked.question, asked.form, Viewed(context, task.domain, probe.view), sample)
        steps = "\n".join(reply.steps)[:_LONGEST]
        return Attempt(probe, reply.answer, asked.right(reply.answer), "done", steps, reply.files)

    def agent(self, context: Context, task: Task, probe: Probe, stage: str) -> Attempt:
        """Return the graded outcome of a model's episode; a subject that is no model ends `refused`."""
        if (played := self._played(probe.subject)) is None:
            return Attempt(probe, None, None, "refused", f"{probe.subject} in mode agent: not available yet")
        models, seat = played
        return models.agent(seat, context, task, probe, stage)

    def review(self, task: Task, probe: Probe, stage: str, before: Sequence[Attempt]) -> Attempt:
        """Return a reviewer's judgement of a task and of its solvers; one that nobody plays ends `refused`."""
        if (played := self._played(probe.subject)) is None:
            return Attempt(probe, None, None, "refused", f"{probe.subject}: not available yet")
        models, seat = played
        return models.review(seat, task, probe, stage, before)

    def grade(self, task: Task, probe: Probe, stage: str) -> Attempt:
        """Return a grader's grades of a task; one that nobody plays ends `refused`."""
        if (played := self._played(probe.subject)) is None:
            return Attempt(probe, None, None, "refused", f"{probe.subject}: not available yet")
        models, seat = played
        return models.grade(seat, task, probe, stage)

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
    return [
        Example(one.question, spec_of(one.answer), one.answer.value, evidence_of(one))
        for one in mine
        if one.answer.type != "null"
    ]


def evidence_of(task: Task) -> str:
    """Return a digest of the places that a task cites, the same in all its revisions; empty where it cites none."""
    places = {(one.path, one.artifact, one.at.row, one.at.column) for one in task.evidence}
    return digest(sorted(map(list, places), key=str)) if places else ""


def asked_of(task: Task, sample: int = 0) -> Asked:
    """Return what a probe of a task asks; in an analyst's request sample n asks for the value of the n-th assertion.

    The form of an absent answer is not told: it would give away that it is absent.
    """
    if task.track == "domain" and sample:
        return _of_assertion(task.assertions[sample - 1])
    form = spec_of(task.answer)
    return Asked(task.question, _NUMBER if task.answer.type == "null" else form, task.answer.value, form)


def _of_assertion(assertion: Assertion) -> Asked:
    value = assertion.value or ""
    stated = re.sub(rf"(?<![\w.,]){re.escape(value)}(?![\w]|[.,]\d)", _BLANK, assertion.text, count=1)
    form = render_spec("number", unit=assertion.unit) if assertion.unit else _NUMBER
    return Asked(f"Which number belongs where {_BLANK} stands? {stated}", form, value, form)
