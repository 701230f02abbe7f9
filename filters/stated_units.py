"""Whether the evidence states the unit and scale that the answer is given in, or a program derives them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from assay.evaluation.answers.scales import scale_shift
from assay.evaluation.answers.units import is_known_unit, same_unit
from assay.evaluation.programs import UNPARSABLE
from assay.markdown import artifact_markdown
from assay.model.artifact import Artifact
from assay.model.document import Document
from assay.model.gate import Context
from assay.model.grid import Grid
from assay.model.task import Task
from assay.tables.units import unit_of
from filters.faults import Fault
from filters.folding import program_constants

_WORD = re.compile(r"[^\s,;:.()\[\]（）：，；。|\"“”]+")
_CHINESE = re.compile(r"[\u4e00-\u9fff]")
# "cents per square metre" has four words, "million euros per square kilometre" five.
_LONGEST = 5
# A caption stands at most so many artifacts from its table.
_NEAR = 3
_HEADER_ROWS, _MOST_ROWS = 5, 200
# What programs make of other units: ratios and their differences, and spans of time.
_RATIOS = ("%", "pp", "bp", "x", "‰")
_SPANS = ("year", "month", "week", "d", "quarter", "h", "min")
# Operators that give back one of their inputs, in its unit.
_CHOICES = frozenset({"argmax", "argmin", "max", "min", "round", "round_half_up", "round_half_even", "look_up"})
_POWERS = MappingProxyType({Fraction(10) ** power: power for power in (-12, -9, -6, -3, 3, 4, 6, 8, 9, 12)})


@dataclass(frozen=True, slots=True)
class _Stated:
    shift: int
    unit: str


def unit_fault(task: Task, context: Context) -> Fault | None:
    """Return a fault where no text at the evidence states the answer's unit, or only with another scale."""
    unit, scale = _named(task.answer.unit), _named(task.answer.scale)
    if task.answer.type != "number" or not (unit or scale) or _is_derived(task, unit):
        return None
    for after in (False, True):
        phrases = set(_phrases(task, context, after=after))
        found = [stated for phrase in phrases if (stated := _reading(phrase)) is not None]
        # what follows a table is a note on some of it, unless nothing before it states a unit
        if found:
            break
    if _agrees(task, unit, scale, phrases, found):
        return None
    seen = sorted({f"{stated.unit} (10^{stated.shift})" if stated.shift else stated.unit for stated in found})
    asked = " ".join(word for word in (scale, unit) if word)
    return Fault("unit_differs", f"the answer is in {asked}; the evidence states {', '.join(seen) or 'no unit'}")


def _agrees(task: Task, unit: str, scale: str, phrases: Set[str], found: list[_Stated]) -> bool:
    shift, written = (scale_shift(scale) or 0) if scale else 0, _factors(task.program)
    if not unit:
        return not written.isdisjoint(_POWERS) or any(scale_shift(phrase) == shift for phrase in phrases)
    own = [stated for stated in found if same_unit(unit, stated.unit)]
    ratios = {Fraction(10) ** (stated.shift - shift) for stated in own}
    if any(_reaches(ratio, written) for ratio in ratios.union(_ratios(unit, shift, found))):
        return True
    # a unit that no table knows stands there as a word
    return not own and not shift and any(same_unit(unit, phrase) for phrase in phrases)


def _named(word: str | None) -> str:
    return "" if word in (None, "none") else word


def _is_derived(task: Task, unit: str) -> bool:
    if not task.program:
        return False
    if any(same_unit(name, unit) for name in _RATIOS):
        operators = {step.operator for step in task.plan.operations} if task.plan else {""}
        return not operators <= _CHOICES
    return any(same_unit(name, unit) for name in _SPANS) or (not is_known_unit(unit) and bool(unit))


def _factors(program: str) -> frozenset[Fraction]:
    """Return the numbers that a program holds, one of which may carry a unit or a scale into another."""
    try:
        values = program_constants(program)
    except UNPARSABLE:
        return frozenset()
    return frozenset(Fraction(value) for value in values if not isinstance(value, str))


def _reaches(ratio: Fraction, written: Set[Fraction]) -> bool:
    """Whether a ratio is one that the numbers make: one of them or none, and powers of ten, two at most."""
    held = {power for factor, power in _POWERS.items() if factor in written}
    each = {0} | held | {-power for power in held}
    powers = {Fraction(10) ** (one + other) for one in each for other in each}
    factors = {Fraction(1), *(factor for factor in written if factor)}
    return any(ratio / factor in powers or ratio * factor in powers for factor in factors)


def _ratios(unit: str, shift: int, found: list[_Stated]) -> Iterator[Fraction]:
    """Yield the factor between a unit and each one of its dimension that the evidence states."""
    asked = unit_of(unit)
    for stated in found:
        other = unit_of(stated.unit)
        if asked is not None and other is not None and other.dimension == asked.dimension:
            yield other.factor / asked.factor * Fraction(10) ** (stated.shift - shift)


def _reading(phrase: str) -> _Stated | None:
    """Return the unit and the power of ten that a phrase names, and nothing else."""
    words = phrase.split()
    for at in range(len(words)):
        shift = scale_shift(" ".join(words[: at + 1]))
        rest = " ".join(words[at + 1 :])
        if shift is not None and rest and is_known_unit(rest):
            return _Stated(shift, rest)
    last = scale_shift(words[-1])
    if last is not None and len(words) > 1 and is_known_unit(" ".join(words[:-1])):
        return _Stated(last, " ".join(words[:-1]))
    for at in range(1, len(phrase) if _CHINESE.match(phrase) else 0):
        shift = scale_shift(phrase[:at])
        if shift is not None and is_known_unit(phrase[at:]):
            return _Stated(shift, phrase[at:])
    typed = unit_of(phrase)
    if typed is not None and typed.base:
        return _Stated((scale_shift(typed.scale) or 0) if typed.scale else 0, typed.base)
    return _Stated(0, phrase) if is_known_unit(phrase) else None


def _phrases(task: Task, context: Context, *, after: bool) -> Iterator[str]:
    """Yield each run of a few words at the evidence; a run after a scale word is none of its own."""
    for text in dict.fromkeys(_texts(task, context, after=after)):
        words = _WORD.findall(text)
        for start in range(len(words)):
            if start and words[start - 1].casefold() == "per":
                # what something is counted by is no unit of its own
                continue
            for end in range(start + 1, min(start + _LONGEST, len(words)) + 1):
                beside = (*words[max(0, start - 1) : start], *words[end : end + 1])
                if end - start > 1 or not any(scale_shift(word) for word in beside):
                    yield " ".join(words[start:end])
        for word in filter(_CHINESE.search, words):
            yield from (word[start:] for start in range(len(word)))


def _texts(task: Task, context: Context, *, after: bool) -> Iterator[str]:
    for evidence in task.evidence:
        yield evidence.quote
    for path, key in dict.fromkeys((evidence.path, evidence.artifact) for evidence in task.evidence):
        document = context.document(path)
        artifact = document.artifact(key) if document else None
        if document is not None and artifact is not None:
            for other in _around(document, artifact, after=after):
                yield from _lines(other)


def _around(document: Document, artifact: Artifact, *, after: bool) -> Iterator[Artifact]:
    """Yield the artifact, and of what stands beside a table what can caption it."""
    yield artifact
    if not isinstance(artifact.payload, Grid):
        return
    body = [other for other in document.artifacts if other.declared.layer == "body"]
    at = next((index for index, other in enumerate(body) if other.key == artifact.key), 0)
    place = (artifact.at.sheet, artifact.at.slide, artifact.at.page)
    for other in body[max(0, at - _NEAR) : at + 1 + _NEAR * after]:
        if (other.at.sheet, other.at.slide, other.at.page) == place:
            yield other


def _lines(artifact: Artifact) -> Iterator[str]:
    grid = artifact.payload
    if not isinstance(grid, Grid):
        yield from artifact_markdown(artifact).splitlines()
        return
    for row in range(min(grid.rows, _MOST_ROWS)):
        texts = grid.row(row) if row < _HEADER_ROWS else [grid.text(row, 0), grid.text(row, min(1, grid.columns - 1))]
        yield from (text for text in texts if any(not char.isdigit() and char not in " .,-+" for char in text))
