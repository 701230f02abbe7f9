"""Review: a blind solver, one with the reasoning but not the answer, then a reviewer of both (AGORA, appendix C).

Three things can be wrong: a solver (the task stays), the question (it is revised) or the reference (it is revised or
the task dropped). The reviewer's word alone decides nothing that the solvers contradict: two that reach the same other
answer dispute a reference that it confirms, and a blind solver that reaches it overrules a reviewer that rejects it.
So a document that talks the reviewer over changes no verdict by itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from assay.config.gates import Harness
from assay.evaluation.answers.spec import SpecError
from assay.evaluation.asking import asked_of
from assay.evaluation.golds import gold_fault
from assay.evaluation.match import match
from assay.evaluation.players import Player, mode_of
from assay.evaluation.redacting import without_answer
from assay.evaluation.reviews import Review as Judgement
from assay.evaluation.reviews import read_review
from assay.evaluation.seated import GUIDED
from assay.model.canonical import Json
from assay.model.codec import to_json
from assay.model.gate import Ask, Context, Decision, Reads, Verdict
from assay.model.probe import FULL, Attempt, Place, Probe, View
from assay.model.task import Task
from filters.votes import poll, told

REVIEW = "review"
REWORDED = "reworded"
"""The label of a task whose question is in a reviewer's words."""
_DIGITS = re.compile(r"\d+")
_ADDRESS = re.compile(r"(?:\w+://|www\.|\S+@)\S+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Review:
    """Keeps, revises or drops a task by what two solvers and a reviewer make of it."""

    model: Player
    harness: Harness = "chat"
    name: str = REVIEW
    version: str = "2"
    # asked once: a file that comes or changes elsewhere is no reason to ask every model again
    reads: Reads = "cited"
    prompts: tuple[str, ...] = ()

    def step(self, task: Task, attempts: Sequence[Attempt], context: Context) -> Ask | Verdict:
        """Return the probes of both solvers, then the reviewer's, then the verdict."""
        solvers = self._solvers(task)
        made = poll(self.name, task, solvers, attempts)
        if not isinstance(made, list):
            return made
        last = Probe(task.id, task.revision, self.model.subject, FULL, "review")
        judged = poll(self.name, task, [last], attempts)
        if not isinstance(judged, list):
            return judged
        return self._verdict(task, _Case(task, made[0], made[1], read_review(judged[0].answer or "")))

    def _solvers(self, task: Task) -> tuple[Probe, Probe]:
        view, place = FULL, None
        if task.track in ("fidelity", "domain"):
            first = task.evidence[0]
            view = View(name="cited", only=tuple(sorted({one.path for one in task.evidence})))
            place = Place(first.path, first.artifact, first.kind, first.at)
        mode, guided = mode_of(self.harness), self.model.in_manner(GUIDED)
        return (
            Probe(task.id, task.revision, self.model.subject, view, mode, place=place),
            Probe(task.id, task.revision, guided, view, mode, place=place),
        )

    def _verdict(self, task: Task, case: _Case) -> Verdict:
        found = case.outcome()
        reason = f"{found.words}; {case.solved}; {case.review.graded}: {case.review.review_summary}"
        return Verdict(task.id, task.revision, self.name, found.decision, found.cause, reason, patch=found.patch)


@dataclass(frozen=True, slots=True)
class _Outcome:
    decision: Decision
    cause: str
    words: str
    patch: dict[str, Json]


@dataclass(frozen=True, slots=True)
class _Case:
    """A task with what both solvers and the reviewer made of it."""

    task: Task
    blind: Attempt
    guided: Attempt
    review: Judgement

    @property
    def solved(self) -> str:
        """What the solvers answered, in words."""
        each = (f"{told(one)} is {'right' if one.correct else 'wrong'}" for one in (self.blind, self.guided))
        return "; ".join(each)

    def outcome(self) -> _Outcome:
        """Return the first of the outcomes that holds: the reference is wrong, the question unclear, a solver wrong."""
        if self._disputed():
            return self._without_gold("gold_disputed", "both solvers reach the same other answer")
        if self.blind.correct:
            return self._confirmed()
        if self.review.answer_status == "incorrect" and self._is_backed():
            return self._without_gold("gold_wrong", "the reviewer finds the reference wrong")
        if self.review.ambiguity == "major":
            return self._clearer()
        if not self.guided.correct and (REWORDED in self.task.labels or not self.review.is_usable):
            return self._unreached()
        return _Outcome("keep", "solver_wrong", "a solver is wrong, question and reference stand", {})

    def _is_backed(self) -> bool:
        """Whether a solver gave the reviewer's answer, or any other than the reference where it states none."""
        others = [one.answer for one in (self.blind, self.guided) if one.answer is not None and not one.correct]
        corrected, form = self.review.corrected_answer, asked_of(self.task).form
        return any(corrected is None or _same(corrected, one, form) for one in others)

    def _unreached(self) -> _Outcome:
        """Return what becomes of a task that no solver answers, in the reviewer's own words or to its dislike."""
        if REWORDED in self.task.labels:
            return _drop("unclear", "no solver reaches the reference by the reviewer's own wording")
        if self.blind.answer is None and self.guided.answer is None:
            return _Outcome("keep", "unbacked", "the reviewer rejects it, and no solver gives another answer", {})
        return _drop("not_usable", f"no solver reaches the reference: {'; '.join(self.review.issues)}")

    def _confirmed(self) -> _Outcome:
        rejected = self.review.answer_status == "incorrect" or not self.review.is_usable
        if rejected or self.review.ambiguity == "major":
            words = f"the reference is reached blind, whatever the reviewer says: {'; '.join(self.review.issues)}"
            return _Outcome("keep", "overruled", words, {})
        cause = "confirmed" if self.guided.correct else "solver_wrong"
        return _Outcome("keep", cause, "the reference is reached blind", {})

    def _disputed(self) -> bool:
        first, second = self.blind, self.guided
        if first.correct or second.correct or first.answer is None or second.answer is None:
            return False
        return _same(first.answer, second.answer, asked_of(self.task).form)

    def _without_gold(self, cause: str, words: str) -> _Outcome:
        """Return the revision by a corrected answer that a solver reached as well, where no program proves it."""
        task, corrected = self.task, self.review.corrected_answer
        reached = [one.answer for one in (self.blind, self.guided) if one.answer is not None]
        form = asked_of(task).form
        if task.program or corrected is None or not any(_same(corrected, one, form) for one in reached):
            return _drop(cause, words)
        fresh = replace(task.answer, value=corrected, unrounded=None)
        if gold_fault(fresh) is not None:
            return _drop(cause, words)
        return _Outcome("revise", cause, f"{words}: {corrected}", {"answer": to_json(fresh)})

    def _clearer(self) -> _Outcome:
        """Return the revision by a wording that asks for the same and gives nothing away, else the drop."""
        wording, words = (self.review.revised_question or "").strip(), "careful readers take it differently"
        if wording == self.task.question or not _asks_the_same(wording, self.task):
            return _drop("unclear", words)
        labels: list[Json] = list(dict.fromkeys((*self.task.labels, REWORDED)))
        return _Outcome("revise", "unclear", words, {"question": wording, "labels": labels})


def _asks_the_same(wording: str, task: Task) -> bool:
    """Whether a wording keeps all numbers of a question, leads nowhere else and holds nothing of the answer.

    What it means is not told by its words; the next review tells whether a solver reaches the reference by them.
    """
    kept = set(_DIGITS.findall(task.question)) <= set(_DIGITS.findall(wording))
    led = set(_ADDRESS.findall(wording)) <= set(_ADDRESS.findall(task.question))
    return bool(wording) and kept and led and without_answer(wording, task.answer) == wording


def _drop(cause: str, words: str) -> _Outcome:
    return _Outcome("drop", cause, words, {})


def _same(first: str, second: str, form: str) -> bool:
    try:
        return match(first, second, form).ok
    except SpecError:
        return first.strip().casefold() == second.strip().casefold()
