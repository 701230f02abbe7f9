"""Calibration questions that give their answers away without any document."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import cycle
from types import MappingProxyType

from assay.evaluation.subjects import Example
from benchmarks.calibration import Facts, Question, Told, form_of, places, rounded
from benchmarks.calibration_cells import cells, tables
from benchmarks.calibration_joins import joins

Maker = Callable[[Facts, random.Random], Question]


def leaks(facts: Facts, chance: random.Random) -> Iterator[Question]:
    """Yield planted leaks, the sorts in turn."""
    for make in cycle((quoted, derived, itself, same_shape, twin, one_year)):
        yield make(facts, chance)


def _figure(facts: Facts, chance: random.Random) -> Told:
    known = [one for one in facts.told if one.entity in facts.entities and one.unit not in ("text", "year")]
    return chance.choice(known)


def quoted(facts: Facts, chance: random.Random) -> Question:
    """Return a question that states its answer."""
    one = _figure(facts, chance)
    unit = "" if one.unit == "number" else one.unit
    text = chance.choice((
        "The {m} of {e} in {p} was put at {v} {u}, as nobody disputes. What was the {m} of {e} in {p}?",
        "What was the {m} of {e} in {p}, given that the report speaks of {v} {u}?",
    )).format(m=one.measure, e=one.entity, p=one.period, v=_grouped(one.value), u=unit)  # fmt: skip
    return Question("leak", "quoted", facts.domain, text, form_of(one.unit, places(one.value)), one.value)


def derived(facts: Facts, chance: random.Random) -> Question:
    """Return a question whose own numbers give the answer by one operation."""
    one, other = _figure(facts, chance), _figure(facts, chance)
    while Fraction(other.value) <= 0 or Fraction(one.value) <= 0 or one.value == other.value:
        one, other = _figure(facts, chance), _figure(facts, chance)
    a, b = Fraction(one.value), Fraction(other.value)
    unit = "" if one.unit == "number" else one.unit
    start = f"The {one.measure} of {one.entity} stood at {_grouped(one.value)} {unit}"
    size = max(places(one.value), places(other.value))
    sort = chance.choice(("growth", "difference", "share", "ratio"))
    if sort == "growth":
        text = f"{start} and then reached {_grouped(other.value)} {unit}. By what percentage did it grow?"
        return Question("leak", "derived", facts.domain, text, "unit=% decimals=2 sign=required",
                        rounded((b / a - 1) * 100, 2, sign=True))  # fmt: skip
    if sort == "difference":
        text = f"{start} before it came to {_grouped(other.value)} {unit}. By how much did it change?"
        return Question("leak", "derived", facts.domain, text, form_of(one.unit, size, sign=True),
                        rounded(b - a, size, sign=True))  # fmt: skip
    if sort == "share":
        text = f"{start}, out of {_grouped(other.value)} {unit} altogether. What share of the total is this?"
        return Question("leak", "derived", facts.domain, text, "unit=% decimals=2", rounded(a / b * 100, 2))
    text = f"{start}, elsewhere it is {_grouped(other.value)} {unit}. What is the ratio of the first to the second?"
    return Question("leak", "derived", facts.domain, text, "unit=none decimals=3", rounded(a / b, 3))


def itself(facts: Facts, chance: random.Random) -> Question:
    """Return a question that compares a figure with itself."""
    one = _figure(facts, chance)
    said = f"the {one.measure} of {one.entity} in {one.period}"
    text, form, answer = chance.choice((
        (f"Express {said} as a percentage of itself.", "unit=% decimals=1", "100.0"),
        (f"What is the ratio of {said} to itself?", "unit=none decimals=2", "1.00"),
        (f"What is the difference between {said} and the same figure?", form_of(one.unit, 0), "0"),
    ))  # fmt: skip
    return Question("leak", "constant", facts.domain, text, form, answer)


def same_shape(facts: Facts, chance: random.Random) -> Question:
    """Return a question whose answer most other tasks of its shape have."""
    names = chance.sample(sorted(facts.entities), 4)
    measures = chance.sample(sorted(facts.names), 6)
    asked = [f"Which one did the auditors visit first over the {measure}?" for measure in measures]
    answers = [names[0], names[0], names[1], names[0], names[0]]
    peers = [Example(text, "type=text", answer) for text, answer in zip(asked[1:], answers, strict=True)]
    return Question("leak", "commonest", facts.domain, asked[0], "type=text", names[0], tuple(peers))


def twin(facts: Facts, chance: random.Random) -> Question:
    """Return a question that another task asks in nearly the same words."""
    found = next(iter(cells(facts, chance)))
    while found.sort == "words":
        found = next(iter(cells(facts, chance)))
    one = _figure(facts, chance)
    stem = f"{one.measure} of {one.entity} in {one.period}"
    form = form_of(one.unit, places(one.value))
    peer = Example(f"Please tell us the {stem}, as it was reported.", form, one.value)
    other = Example(found.text, form, "17")
    return Question("leak", "twin", facts.domain, f"What was the {stem}?", form, one.value, (other, peer))


def one_year(facts: Facts, chance: random.Random) -> Question:
    """Return a question for a year that it names."""
    one = _figure(facts, chance)
    year = one.period[-4:] if one.period[-4:].isdigit() else one.period[:4]
    text = f"The record of {year} in the {one.measure} of {one.entity} is well known. In which year was the record set?"
    return Question("leak", "year", facts.domain, text, "type=text", year)


def calibration(found: Sequence[Facts], seed: int, each: int = 50) -> list[Question]:
    """Return so many questions of each kind, shared among the domains."""
    share, rest = divmod(each, len(found))
    sizes = [share + (place < rest) for place in range(len(found))]
    return [question for facts, size in zip(found, sizes, strict=True) for question in of_domain(facts, seed, size)]


def of_domain(facts: Facts, seed: int, each: int) -> list[Question]:
    """Return so many questions of each kind in one domain; none is asked twice, and each knows the clean ones."""
    made: dict[str, Question] = {}
    for kind, maker in _MAKERS.items():
        stream = maker(facts, random.Random(f"{seed} {kind} {facts.domain}"))
        wanted = len(made) + each
        while len(made) < wanted:
            question = next(stream)
            made.setdefault(question.text, question)
    peers = tuple(Example(one.text, one.form, one.answer) for one in made.values() if one.kind != "leak")
    return [replace(one, examples=(*peers, *one.examples)) for one in made.values()]


_MAKERS: Mapping[str, Callable[[Facts, random.Random], Iterator[Question]]] = MappingProxyType(
    {"leak": leaks, "cell": cells, "table": tables, "tables": joins}
)


def _grouped(value: str) -> str:
    whole, point, rest = value.partition(".")
    return f"{int(whole):,}{point}{rest}"
