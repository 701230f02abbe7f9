"""Spec lint: the question says everything that the form of the answer depends on, and the gold keeps to it.

Unit, sign, decimals, vintage, denominator, average or point, ratio or percent or points (architecture, gate table).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from assay.evaluation.golds import gold_fault
from assay.model.gate import Ask, Context, Verdict
from assay.model.probe import Attempt
from assay.model.task import Task

_WORDS = {"no": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_DECIMALS = re.compile(rf"\b(\d|{'|'.join(_WORDS)})\s+(?:decimals?\b|decimal places?\b|digits? after)", re.IGNORECASE)
_WHOLE = re.compile(r"\bwhole\b|\binteger\b|\bhow many\b|\bnearest (?:unit|one|integer)\b", re.IGNORECASE)
_UNIT_WORDS = {
    "%": r"%|\bper ?cent\b|\bpercentage\b",
    "pp": r"percentage points?|\bpp\b",
    "bp": r"basis points?|\bbps?\b",
    "x": r"\bmultiple\b|\btimes\b|\bratio\b|\bquotient\b|\bx\b",
    "USD": r"\bUSD\b|\$|dollars?",
    "EUR": r"\bEUR\b|€|euros?",
    "GBP": r"\bGBP\b|£|pounds?",
    "JPY": r"\bJPY\b|¥|\byen\b",
    "CNY": r"\bCNY\b|\bRMB\b|¥|\byuan\b",
}
_SIGNED = re.compile(r"\bsigned?\b|\bplus\b|\+", re.IGNORECASE)
_POINTS = re.compile(_UNIT_WORDS["pp"], re.IGNORECASE)
_SHARE = re.compile(r"\b(?:share|proportion|fraction)\b", re.IGNORECASE)
_SHARE_OF = re.compile(
    r"\b(?:share|proportion|fraction)\b[^.?]{0,80}\b(?:of|in(?!\s+(?:per|%|\d|the year|one|two|three)))\b",
    re.IGNORECASE,
)
_GROWTH = re.compile(
    r"\b(?:grow(?:th|n|s)?|grew|change[ds]?|increase[ds]?|decrease[ds]?|rise|rose|fell)\b", re.IGNORECASE
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
class _Fault:
    cause: str
    reason: str


@dataclass(frozen=True, slots=True)
class SpecLint:
    """Drops a task whose question leaves the form of its answer open, or whose gold does not pass its own format."""

    name: str = "spec"
    version: str = "1"

    def step(self, task: Task, attempts: Sequence[Attempt], context: Context) -> Ask | Verdict:
        """Return the first rule's fault as a drop, else a keep; nothing is asked."""
        for rule in (*_RULES, *_TRACK_RULES.get(task.track, ())):
            fault = rule(task)
            if fault is not None:
                return Verdict(task.id, task.revision, self.name, "drop", fault.cause, fault.reason)
        return Verdict(task.id, task.revision, self.name, "keep", "stated", "the question states its answer's form")


def _gold(task: Task) -> _Fault | None:
    reason = gold_fault(task.answer)
    return _Fault("gold_fails_spec", reason) if reason else None


def _length(task: Task) -> _Fault | None:
    if _SHORTEST <= len(task.question.strip()) <= _LONGEST:
        return None
    return _Fault("length", f"the question has {len(task.question)} characters; {_SHORTEST} to {_LONGEST} are asked")


def _unit(task: Task) -> _Fault | None:
    unit = task.answer.unit
    if unit in (None, "", "none"):
        return None
    words = _UNIT_WORDS.get(unit, re.escape(unit))
    if re.search(words, task.question, re.IGNORECASE):
        return None
    return _Fault("unit_unstated", f"the question does not name the unit {unit}")


def _points(task: Task) -> _Fault | None:
    if task.answer.unit == "%" and _POINTS.search(task.question):
        return _Fault("percent_or_points", "the question asks for percentage points, the answer is in percent")
    return None


def _scale(task: Task) -> _Fault | None:
    scale = task.answer.scale
    if scale in (None, "", "none") or re.search(rf"\b{re.escape(scale)}s?\b", task.question, re.IGNORECASE):
        return None
    return _Fault("scale_unstated", f"the question does not say that the answer is in {scale}")


def _decimals(task: Task) -> _Fault | None:
    decimals = task.answer.decimals
    if decimals is None or task.answer.kind == "integer":
        return None
    stated = {int(word) if word.isdigit() else _WORDS[word.lower()] for word in _DECIMALS.findall(task.question)}
    if decimals == 0 and _WHOLE.search(task.question):
        return None
    if not stated:
        return _Fault("decimals_unstated", "the question does not say how to round")
    if decimals not in stated:
        return _Fault("decimals_differ", f"the question asks for {min(stated)} decimals, the answer has {decimals}")
    return None


def _sign(task: Task) -> _Fault | None:
    if task.answer.sign != "required" or _SIGNED.search(task.question):
        return None
    return _Fault("sign_unstated", "the answer needs its sign and the question does not say so")


def _denominator(task: Task) -> _Fault | None:
    if _SHARE.search(task.question) and not _SHARE_OF.search(task.question):
        return _Fault("denominator_unstated", "the question asks for a share and does not say of what")
    return None


def _average_or_point(task: Task) -> _Fault | None:
    if task.answer.unit in ("%", "pp") and _GROWTH.search(task.question) and not _SPAN.search(task.question):
        return _Fault("average_or_point", "the question asks for a change and does not say over which span")
    return None


def _period(task: Task) -> _Fault | None:
    timed = task.plan is not None and any(lookup.period for lookup in task.plan.lookups)
    if timed and not _PERIOD.search(task.question):
        return _Fault("period_unstated", "the evidence belongs to a period that the question does not name")
    return None


def _vintage(task: Task) -> _Fault | None:
    if "vintage" in task.labels and not _VINTAGE.search(task.question):
        return _Fault("vintage_unstated", "the figure was restated and the question does not say which vintage it asks")
    return None


def _answer_in_question(task: Task) -> _Fault | None:
    gold = task.answer.value.strip().casefold()
    whole = re.search(rf"(?<!\w){re.escape(gold)}(?!\w)", task.question.casefold())
    if task.answer.type in ("text", "url", "color", "date") and gold and whole:
        return _Fault("answer_in_question", f"the question holds its answer, {task.answer.value!r}")
    return None


_Rule = Callable[[Task], _Fault | None]
_RULES: tuple[_Rule, ...] = (_gold, _length)
_NUMERIC: tuple[_Rule, ...] = (
    _unit, _points, _scale, _decimals, _sign, _denominator, _average_or_point, _period, _vintage,
)  # fmt: skip
_TRACK_RULES: dict[str, tuple[_Rule, ...]] = {
    "numeric": _NUMERIC,
    "fidelity": (_answer_in_question,),
    "search": (_answer_in_question,),
}
