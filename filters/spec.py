"""Spec lint: the question says everything that the form of the answer depends on, and the gold keeps to it.

Unit, sign, decimals, vintage, denominator, average or point, ratio or percent or points (architecture, gate table).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation

from assay.evaluation.golds import gold_fault
from assay.model.canonical import Json
from assay.model.gate import Ask, Context, Reads, Verdict
from assay.model.probe import Attempt
from assay.model.task import Answer, Task
from filters.assertions import assertion_lint
from filters.faults import Fault
from filters.forms import COUNTS, UNIT_WORDS, form_told

_DECIMALS = re.compile(rf"\b(\d|{'|'.join(COUNTS)})\s+(?:decimals?\b|decimal places?\b|digits? after)", re.IGNORECASE)
_WHOLE = re.compile(r"\bwhole\b|\binteger\b|\bhow many\b|\bnearest (?:unit|one|integer)\b", re.IGNORECASE)
_SIGNED = re.compile(r"\bsign(?:ed)?\b|\bplus\b|\+", re.IGNORECASE)
_POINTS = re.compile(UNIT_WORDS["pp"], re.IGNORECASE)
_SHARE = re.compile(r"\b(?:share|proportion|fraction)\b", re.IGNORECASE)
_SHARE_OF = re.compile(
    r"\b(?:share|proportion|fraction)\b[^.?]{0,80}\b(?:of|in(?!\s+(?:per|%|\d|the year|one|two|three)))\b",
    re.IGNORECASE,
)
_GROWTH = re.compile(
    # a part falls to somebody without any change
    r"\b(?:grow(?:th|n|s)?|grew|change[ds]?|increase[ds]?|decrease[ds]?|rise|rose"
    r"|fell(?! to (?:the|each|every|its)\b))\b",
    re.IGNORECASE,
)
_SPAN = re.compile(
    r"\bfrom\b.+\bto\b|\bbetween\b.+\band\b|\baverage\b|\bmean\b|\bcompound\b|\bannual|\bover\b|\bcumulative\b"
    r"|\byear[- ]on[- ]year\b|\bsince\b",
    re.IGNORECASE | re.DOTALL,
)
_PERIOD = re.compile(r"(?:19|20)\d{2}|\b(?:year|quarter|month|period|date)s?\b|年", re.IGNORECASE)
_VINTAGE = re.compile(r"\b(?:restated|revised|latest|original(?:ly)?|first published|current)\b", re.IGNORECASE)
_SHORTEST, _LONGEST = 15, 1500


@dataclass(frozen=True, slots=True)
class SpecLint:
    """Drops a task whose gold does not pass its own format, or whose question leaves the form of its answer open.

    Where all that is open can be told without saying anything of the answer itself, the question is revised by it.
    """

    name: str = "spec"
    version: str = "6"
    reads: Reads = "cited"

    def step(self, task: Task, attempts: Sequence[Attempt], context: Context) -> Ask | Verdict:
        """Return the first rule's fault as a revision or a drop, else a keep; nothing is asked."""
        fault = _fault(task)
        if fault is None:
            return Verdict(task.id, task.revision, self.name, "keep", "stated", "the question states its answer's form")
        told = form_told(task.question, task.answer, _open(task))
        if told is None or _fault(replace(task, question=told)) is not None:
            return Verdict(task.id, task.revision, self.name, "drop", fault.cause, fault.reason)
        patch: dict[str, Json] = {"question": told}
        return Verdict(task.id, task.revision, self.name, "revise", fault.cause, fault.reason, patch=patch)


def _fault(task: Task) -> Fault | None:
    return next((fault for rule in _rules(task) if (fault := rule(task)) is not None), None)


def _open(task: Task) -> frozenset[str]:
    """Return the causes of all faults in what a question says of the form of its answer."""
    return frozenset(fault.cause for rule in _FORM if (fault := rule(task)) is not None)


def _rules(task: Task) -> Iterator[_Rule]:
    yield from (*_RULES, *_TRACK_RULES.get(task.track, ()))
    if task.answer.type == "number" and task.track != "numeric":
        yield from _FORM


def _gold(task: Task) -> Fault | None:
    reason = gold_fault(task.answer) or _unrounded_fault(task.answer)
    return Fault("gold_fails_spec", reason) if reason else None


def _unrounded_fault(answer: Answer) -> str | None:
    """Return why the value before rounding does not round to the gold, None where it does or is not given."""
    if answer.type != "number" or answer.unrounded is None:
        return None
    try:
        gold, exact = Decimal(answer.value.replace(",", "")), Decimal(answer.unrounded.replace(",", ""))
    except InvalidOperation:
        return f"{answer.unrounded!r} or {answer.value!r} is no plain number"
    if not (gold.is_finite() and exact.is_finite()):
        return f"{answer.unrounded!r} has no end"
    place = -answer.decimals if answer.decimals is not None else min(int(gold.as_tuple().exponent), 0)
    if abs(exact - gold) <= Decimal(5).scaleb(place - 1):
        return None
    return f"{answer.unrounded} does not round to {answer.value}"


def _length(task: Task) -> Fault | None:
    if _SHORTEST <= len(task.question.strip()) <= _LONGEST:
        return None
    return Fault("length", f"the question has {len(task.question)} characters; {_SHORTEST} to {_LONGEST} are asked")


def _unit(task: Task) -> Fault | None:
    unit = task.answer.unit
    if unit in (None, "", "none"):
        return None
    words = UNIT_WORDS.get(unit, re.escape(unit))
    if re.search(words, task.question, re.IGNORECASE):
        return None
    return Fault("unit_unstated", f"the question does not name the unit {unit}")


def _points(task: Task) -> Fault | None:
    if task.answer.unit == "%" and _POINTS.search(task.question):
        return Fault("percent_or_points", "the question asks for percentage points, the answer is in percent")
    return None


def _scale(task: Task) -> Fault | None:
    scale = task.answer.scale
    if scale in (None, "", "none") or re.search(rf"\b{re.escape(scale)}s?\b", task.question, re.IGNORECASE):
        return None
    return Fault("scale_unstated", f"the question does not say that the answer is in {scale}")


def _decimals(task: Task) -> Fault | None:
    decimals = task.answer.decimals
    if decimals is None or task.answer.kind == "integer":
        return None
    stated = {int(word) if word.isdigit() else COUNTS[word.lower()] for word in _DECIMALS.findall(task.question)}
    if decimals == 0 and _WHOLE.search(task.question):
        return None
    if not stated:
        return Fault("decimals_unstated", "the question does not say how to round")
    if decimals not in stated:
        return Fault("decimals_differ", f"the question asks for {min(stated)} decimals, the answer has {decimals}")
    return None


def _sign(task: Task) -> Fault | None:
    if task.answer.sign != "required" or _SIGNED.search(task.question):
        return None
    return Fault("sign_unstated", "the answer needs its sign and the question does not say so")


def _denominator(task: Task) -> Fault | None:
    if _SHARE.search(task.question) and not _SHARE_OF.search(task.question):
        return Fault("denominator_unstated", "the question asks for a share and does not say of what")
    return None


def _average_or_point(task: Task) -> Fault | None:
    if task.answer.unit in ("%", "pp") and _GROWTH.search(task.question) and not _SPAN.search(task.question):
        return Fault("average_or_point", "the question asks for a change and does not say over which span")
    return None


def _period(task: Task) -> Fault | None:
    timed = task.plan is not None and any(lookup.period for lookup in task.plan.lookups)
    if timed and not _PERIOD.search(task.question):
        return Fault("period_unstated", "the evidence belongs to a period that the question does not name")
    return None


def _vintage(task: Task) -> Fault | None:
    if "vintage" in task.labels and not _VINTAGE.search(task.question):
        return Fault("vintage_unstated", "the figure was restated and the question does not say which vintage it asks")
    return None


def _answer_in_question(task: Task) -> Fault | None:
    gold = task.answer.value.strip().casefold()
    whole = re.search(rf"(?<!\w){re.escape(gold)}(?!\w)", task.question.casefold())
    if task.answer.type in ("text", "url", "color", "date") and gold and whole:
        return Fault("answer_in_question", f"the question holds its answer, {task.answer.value!r}")
    return None


_Rule = Callable[[Task], Fault | None]
_RULES: tuple[_Rule, ...] = (_gold, _length)
_FORM: tuple[_Rule, ...] = (_unit, _points, _scale, _decimals, _sign)
_NUMERIC: tuple[_Rule, ...] = (*_FORM, _denominator, _average_or_point, _period, _vintage)
_TRACK_RULES: dict[str, tuple[_Rule, ...]] = {
    "numeric": _NUMERIC,
    "fidelity": (_answer_in_question,),
    "search": (_answer_in_question,),
    "domain": (assertion_lint,),
}
