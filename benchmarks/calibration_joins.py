"""Calibration questions over two tables: a leader's figure, two measures of one entity, a year's figure, a record's."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from benchmarks.calibration import Facts, Question, Told, form_of, measure_words, places, rounded

Held = Mapping[tuple[str, str], Told]


def joins(facts: Facts, chance: random.Random) -> Iterator[Question]:
    """Yield questions over two tables of different measures whose rows are the same entities."""
    held = facts.tables()
    names = sorted(held)
    pairs = [(one, other) for one in names for other in names if _apart(held, one, other)]
    while True:
        for make in chance.sample(_JOINS, len(_JOINS)):
            one, other = chance.choice(pairs)
            question = make(held[one], held[other], facts, chance)
            if question is not None:
                yield question


def _apart(held: Mapping[tuple[tuple[str, str], str], Held], one: tuple[tuple[str, str], str],
           other: tuple[tuple[str, str], str]) -> bool:  # fmt: skip
    """Whether two tables differ in place and measure and have their rows in common."""
    return (
        one[0] != other[0] and one[1] != other[1] and {who for who, _ in held[one]} == {who for who, _ in held[other]}
    )


Maker = Callable[[Held, Held, Facts, random.Random], Question | None]


def leader(one: Held, other: Held, facts: Facts, chance: random.Random) -> Question | None:
    """Return a question for what another table shows of the first or last of one: a figure, or its growth."""
    when = chance.choice(sorted({when for _, when in one}))
    values = {who: Fraction(told.value) for (who, period), told in one.items() if period == when}
    if len(values) < len({who for who, _ in one}):
        return None
    largest = chance.random() < 0.6
    best = (max if largest else min)(values, key=lambda who: values[who])
    times = sorted(period for who, period in other if who == best)
    if sum(value == values[best] for value in values.values()) > 1 or len(times) < 2:
        return None
    word = chance.choice(("highest", "largest") if largest else ("lowest", "smallest"))
    first, last = sorted(chance.sample(times, 2))
    a, b = other[best, first], other[best, last]
    name, theirs = _name(next(iter(one.values())), facts, chance), _name(a, facts, chance)
    if chance.random() < 0.6:
        text = chance.choice((
            "Find who had the {w} {m} in {p}; what was its {n} in {q}?",
            "What {n} in {q} had the one whose {m} in {p} was {w}?",
            "Whoever shows the {w} {m} for {p}: what is its {n} for {q}?",
        )).format(w=word, m=name, n=theirs, p=when, q=last)  # fmt: skip
        return Question("tables", "leader", facts.domain, text, form_of(b.unit, places(b.value)), b.value)
    text = f"Find who had the {word} {name} in {when}; "
    text += f"by what percentage did its {theirs} grow between {first} and {last}?"
    answer = rounded((Fraction(b.value) / Fraction(a.value) - 1) * 100, 2, sign=True)
    return Question("tables", "leader growth", facts.domain, text, "unit=% decimals=2 sign=required", answer)


def both(one: Held, other: Held, facts: Facts, chance: random.Random) -> Question | None:
    """Return a question for two measures of one entity: their ratio, or how far their growth is apart."""
    shared = sorted(set(one) & set(other))
    if not shared:
        return None
    entity, when = chance.choice(shared)
    a, b = one[entity, when], other[entity, when]
    name, theirs = _name(a, facts, chance), _name(b, facts, chance)
    times = sorted(period for who, period in shared if who == entity)
    if chance.random() < 0.4 and len(times) >= 2:
        first, last = sorted(chance.sample(times, 2))
        gaps = [Fraction(held[entity, last].value) / Fraction(held[entity, first].value) - 1 for held in (one, other)]
        text = f"{entity}: by how many percentage points did the growth of the {name} between {first} and {last} "
        text += f"exceed that of the {theirs}?"
        answer = rounded((gaps[0] - gaps[1]) * 100, 2, sign=True)
        return Question("tables", "growth gap", facts.domain, text, "unit=pp decimals=2 sign=required", answer)
    return _per(facts, a, b, f"{name}|{theirs}", when)


def _per(facts: Facts, one: Told, other: Told, names: str, when: str) -> Question | None:
    name, theirs = names.split("|")
    a, b = Fraction(one.value), Fraction(other.value)
    if one.unit == other.unit and one.unit not in ("%", "number", "index points"):
        text = f"In percent, how large was the {name} of {one.entity} relative to its {theirs} in {when}?"
        return Question("tables", "percentage", facts.domain, text, "unit=% decimals=2", rounded(a / b * 100, 2))
    if other.unit != "number" or one.unit in ("%", "index points") or not b:
        return None
    text = f"Divide the {name} of {one.entity} in {when} by its {theirs} in that year."
    return Question("tables", "per unit", facts.domain, text, form_of(one.unit, 4), rounded(a / b, 4))


def peak(one: Held, other: Held, facts: Facts, chance: random.Random) -> Question | None:
    """Return a question for what another table shows in the year in which an entity's figure was highest."""
    entity = chance.choice(sorted({who for who, _ in one}))
    times = sorted(when for who, when in one if who == entity)
    values = {when: Fraction(one[entity, when].value) for when in times}
    best = max(values, key=lambda when: values[when])
    whole = int(times[-1][-4:]) - int(times[0][-4:]) == len(times) - 1
    if (
        not whole
        or len(times) < 3
        or sum(value == values[best] for value in values.values()) > 1
        or (entity, best) not in other
    ):
        return None
    told = other[entity, best]
    name, theirs = _name(one[entity, best], facts, chance), _name(told, facts, chance)
    text = f"Take the year, {times[0]} to {times[-1]}, when the {name} of {entity} peaked at its highest value. "
    text += f"What was the {theirs} of {entity} in that year?"
    return Question("tables", "peak", facts.domain, text, form_of(told.unit, places(told.value)), told.value)


def record(one: Held, other: Held, facts: Facts, chance: random.Random) -> Question | None:
    """Return a question for the figure of the entity that an item's record, or a person's, names."""
    owners = {told.entity: told.value for told in facts.told if told.unit == "text"}
    keys = [(item, owner) for item, owner in owners.items() if any(who == owner for who, _ in one)]
    people = [(told.value, told.entity) for told in facts.told if re.search(r"director|manager", told.measure)]
    named = [pair for pair in people if any(who == pair[1] for who, _ in one)]
    chosen = chance.choice(keys + named * 3) if keys or named else None
    if chosen is None:
        return None
    key, owner = chosen
    when = chance.choice(sorted(period for who, period in one if who == owner))
    told = one[owner, when]
    name = _name(told, facts, chance)
    text = f"Look up where {key} belongs in the records. What was the {name} there in {when}?"
    return Question("tables", "record", facts.domain, text, form_of(told.unit, places(told.value)), told.value)


_JOINS: tuple[Maker, ...] = (leader, leader, both, both, peak, record)


def _name(one: Told, facts: Facts, chance: random.Random) -> str:
    return measure_words(one.measure, facts, one.unit if one.unit == "number" else "", chance)
