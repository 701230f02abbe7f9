"""Models in their seats: what each is shown of a probe's view, and its reply as a graded attempt."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from assay.agent.fence import fenced, material
from assay.agent.mini import run_mini
from assay.agent.prompts import Prompt, load_prompt
from assay.config.models import Model
from assay.evaluation.arms import Shown, shown
from assay.evaluation.asking import Asked, asked_of
from assay.evaluation.golds import spec_of
from assay.evaluation.grades import grades_schema
from assay.evaluation.harness import BashHarness
from assay.evaluation.players import MINI, Seat, seat_of
from assay.evaluation.redacting import without_answer
from assay.evaluation.reviews import review_schema
from assay.gateway import CallFailure, Gateway, Message, Picture, Reply, Request
from assay.model.artifact import Picture as PictureFacts
from assay.model.canonical import Json, canonical_json
from assay.model.gate import Context
from assay.model.probe import Attempt, Ending, Probe
from assay.model.task import Task
from assay.store.blobs import read_blob, read_trace
from assay.store.folder import OutFolder

BLIND, GUIDED = "answer", "guided"
CLOSED, REVIEW, GRADE, BASH = "closed", "review", "grade", "bash"

_TAG = re.compile(r"<answer>(.*?)</answer>", re.DOTALL | re.IGNORECASE)
_UNKNOWN = frozenset({"", "unknown"})
# What came is no answer and will be none when it is asked for again.
_REFUSED = frozenset({"refusal", "rejected", "context", "authentication"})
_SHOWN_TYPES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
_MOST_PICTURES, _FRAME = 8, 2000
_LONGEST, _LONGEST_TRACE = 2000, 20_000


def prompt(name: str) -> Prompt:
    """Return one of the prompts of this package."""
    return load_prompt("assay.evaluation", name)


def digests(*names: str) -> tuple[str, ...]:
    """Return the digests of prompts, for the rules of the gates that ask with them."""
    return tuple(prompt(name).sha for name in names)


@dataclass(frozen=True, slots=True)
class ModelSeats:
    """The models of a run, asked through its gateway; pictures and traces come from OUT."""

    gateway: Gateway
    out: OutFolder
    harness: BashHarness

    def seat(self, subject: str) -> Seat | None:
        """Return the seat of a subject, None where no model of this run plays it."""
        found = seat_of(subject)
        return found if found is not None and found.name in self.gateway.seats else None

    def answer(self, seat: Seat, context: Context, task: Task, probe: Probe, stage: str) -> Attempt:
        """Return the graded reply to a task's question over a view; a call that failed is no vote."""
        asked, model = asked_of(task, probe.sample), self.gateway.seats[seat.name]
        material = shown(context, task.domain, probe.view, asked.question, probe.place, _room(model))
        name, values = _worded(seat, task, asked, material)
        pictures = self._pictures(context, probe, material) if model.pictures else []
        # the samples of an analyst's request are its assertions
        sample = 0 if task.track == "domain" else probe.sample
        found, seconds = self._ask(seat, _request(name, values, pictures), stage, sample)
        if isinstance(found, CallFailure):
            return _failed(probe, found, seconds, material.arm, name)
        answer = _answer_in(found.text)
        return _attempt(probe, found, seconds, material, name, answer, asked.right(answer))

    def agent(self, seat: Seat, context: Context, task: Task, probe: Probe, stage: str) -> Attempt:
        """Return the graded outcome of an episode with bash over the view."""
        guide = f"Reasoning to follow, step by step:\n{_reasoning(task)}" if seat.manner == GUIDED else ""
        harness = replace(self.harness, loop=run_mini) if seat.manner == MINI else self.harness
        found = harness.attempt(seat.name, context, task, probe, stage=stage, guide=guide)
        return replace(found, arm="agent", prompts={BASH: prompt(BASH).sha})

    def review(self, seat: Seat, task: Task, probe: Probe, stage: str, before: Sequence[Attempt]) -> Attempt:
        """Return a reviewer's judgement as JSON, on a task and on what its two solvers made of it."""
        asked = asked_of(task)
        blind, guided = (self._told(task, before, manner) for manner in ("", GUIDED))
        values = {
            "question": asked.question, "form": asked.form, "reference": fenced(_reference(task)),
            "blind": fenced(blind), "guided": fenced(guided),
        }  # fmt: skip
        return self._judged(seat, probe, stage, REVIEW, _request(REVIEW, values, schema=review_schema()))

    def grade(self, seat: Seat, task: Task, probe: Probe, stage: str) -> Attempt:
        """Return a grader's grades as JSON, on a task's question and its reference answer."""
        asked = asked_of(task)
        shown = material(question=asked.question, form_of_the_answer=asked.form, reference=_answered(task))
        return self._judged(seat, probe, stage, GRADE, _request(GRADE, {"material": shown}, schema=grades_schema()))

    def _judged(self, seat: Seat, probe: Probe, stage: str, name: str, request: Request) -> Attempt:
        """Return a judgement that its schema holds to, as JSON."""
        found, seconds = self._ask(seat, request, stage, probe.sample)
        if isinstance(found, CallFailure):
            return _failed(probe, found, seconds, "none", name)
        return _attempt(probe, found, seconds, Shown("none", "", ()), name, canonical_json(found.parsed), None)

    def _ask(self, seat: Seat, request: Request, stage: str, sample: int) -> tuple[Reply | CallFailure, float]:
        began = time.monotonic()
        found = self.gateway.ask(seat.name, request, stage=stage, sample=sample)
        return found, time.monotonic() - began

    def _pictures(self, context: Context, probe: Probe, material: Shown) -> list[Picture]:
        """Return the pictures of the documents that are shown, the one that is asked about first."""
        held = [(path, one) for path in material.paths for one in material.pictures.get(path, ())]
        about = (probe.place.path, probe.place.artifact) if probe.place is not None else None
        first = sorted(held, key=lambda one: (one[0], one[1].key) != about)
        found = list[Picture]()
        for _, one in first:
            if one.blob and isinstance(one.payload, PictureFacts) and one.payload.media_type in _SHOWN_TYPES:
                found.append(Picture(read_blob(self.out, one.blob), one.payload.media_type))
        return found[:_MOST_PICTURES]

    def _told(self, task: Task, before: Sequence[Attempt], manner: str) -> str:
        """Return what a solver made of a task: its answer, whether it is the reference's, its files, its words."""
        mine = (one for one in before if (seat := seat_of(one.probe.subject)) and seat.manner == manner)
        one = next(attempt for attempt in mine if attempt.probe.mode != "review")
        said = one.detail
        if one.trace is not None:
            said = read_trace(self.out, one.trace).decode(errors="replace")[-_LONGEST_TRACE:]
        same = "the same as" if one.correct else "another than"
        files = ", ".join(one.files_read[:20]) or "none"
        return f"Answer: {one.answer or 'none'} ({same} the reference)\nFiles: {files}\n{said}"


def _room(model: Model) -> int:
    pictures = _MOST_PICTURES * model.picture_tokens if model.pictures else 0
    return max(0, model.window - model.settings.max_tokens - pictures - _FRAME)


def _worded(seat: Seat, task: Task, asked: Asked, material: Shown) -> tuple[str, dict[str, str]]:
    """Return the prompt's name and its values."""
    values = {"question": asked.question, "form": asked.form}
    if material.arm == "none":
        return CLOSED, values
    values["material"] = fenced(material.text)
    if seat.manner != GUIDED:
        return BLIND, values
    return GUIDED, {**values, "reasoning": _reasoning(task)}


def _reasoning(task: Task) -> str:
    """Return the steps of a task without its answer."""
    return fenced(without_answer(_steps(task), task.answer))


def _steps(task: Task) -> str:
    return "\n".join(f"{number}. {step}" for number, step in enumerate(task.reasoning, 1))


def _request(
    name: str, values: Mapping[str, str], pictures: Sequence[Picture] = (), schema: Mapping[str, Json] | None = None
) -> Request:
    found = prompt(name)
    return Request(
        (Message("system", found.instruct()), Message("user", found.fill(**values), tuple(pictures))), schema=schema
    )


def _answer_in(text: str) -> str | None:
    """Return what stands in the last answer tag, the whole reply where it has none; None where it says `unknown`."""
    tagged = _TAG.findall(text)
    answer = (tagged[-1] if tagged else text).strip()
    return None if answer.lower().rstrip(".") in _UNKNOWN else answer


def _reference(task: Task) -> str:
    return f"{_gold(task)}\nReasoning:\n{_steps(task)}\n{_evidence(task)}"


def _answered(task: Task) -> str:
    """Return the answer of a task, of an analyst's request its assertions, and the evidence."""
    asserted = "".join(f"\n- {one.text}" for one in task.assertions)
    return f"{_gold(task)}{asserted}\n{_evidence(task)}"


def _gold(task: Task) -> str:
    return f"Answer: {task.answer.value} ({spec_of(task.answer)})"


def _evidence(task: Task) -> str:
    quotes = "\n".join(f"- {one.path}: {one.quote}" for one in task.evidence)
    return f"Evidence:\n{quotes}"


def _attempt(
    probe: Probe, reply: Reply, seconds: float, material: Shown, name: str, answer: str | None, correct: bool | None
) -> Attempt:
    return Attempt(
        probe, answer, correct, "done", reply.text[-_LONGEST:], material.paths, calls=reply.made,
        cost=reply.cost or 0.0, seconds=seconds, arm=material.arm, prompts={name: prompt(name).sha}, kept=(reply.key,),
    )  # fmt: skip


def _failed(probe: Probe, found: CallFailure, seconds: float, arm: str, name: str) -> Attempt:
    ending: Ending = "refused" if found.fault in _REFUSED else "failed"
    detail = f"{found.fault}: {found.detail}"[:_LONGEST]
    kept = (found.key,) if found.key else ()
    return Attempt(
        probe, None, None, ending, detail, calls=found.made, cost=found.cost or 0.0, seconds=seconds, arm=arm,
        prompts={name: prompt(name).sha}, kept=kept,
    )  # fmt: skip
