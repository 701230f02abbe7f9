"""Calibration questions for one cell and for one operation on one table."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from benchmarks.calibration import Facts, Question, Told, form_of, measure_words, period_words, places, rounded

Held = Mapping[tuple[str, str], Told]
_CELLS = (
    "How high was the {m} of {e} in {p}?",
    "Which figure do the documents give for {m}, {e}, in {p}?",
    "I am looking for the {m} that {e} had in {p}.",
    "{e} reported what {m} for {p}?",
    "According to the archive, what did the {m} of {e} amount to in {p}?",
)
_WORDS = (
    "What do the documents record as the {m} of {e}?",
    "{e}: which entry stands under {m}?",
    "Tell me the {m} that is listed for {e}.",
)


def cells(facts: Facts, chance: random.Random) -> Iterator[Question]:
    """Yield questions for one cell: seven of eight for a number, the others for words or a founding year."""
    known = [one for one in facts.told if one.entity in facts.entities]
    numbers = [one for one in known if one.unit not in ("text", "year")]
    words = [one for one in known if one.unit in ("text", "year")]
    while True:
        if chance.random() < 0.12:
            one = chance.choice(words)
            form = "type=text" if one.unit == "text" else "unit=none kind=integer"
            text = chance.choice(_WORDS).format(m=measure_words(one.measure, facts, "", chance), e=one.entity)
            yield Question("cell", "words", facts.domain, text, form, one.value)
            continue
        one = chance.choice(numbers)
        name = measure_words(one.measure, facts, one.unit if one.unit == "number" else "", chance)
        text = chance.choice(_CELLS).format(m=name, e=one.entity, p=period_words(one.period, chance))
        yield Question("cell", "number", facts.domain, text, form_of(one.unit, places(one.value)), one.value)


def tables(facts: Facts, chance: random.Random) -> Iterator[Question]:
    """Yield questions for one operation on one table."""
    held = facts.tables()
    names = sorted(held)
    while True:
        for make in chance.sample(_OPERATIONS, len(_OPERATIONS)):
            table, measure = chance.choice(names)
            question = make(held[table, measure], facts, chance)
            if question is not None:
                yield question


Maker = Callable[[Held, Facts, random.Random], Question | None]


def change(held: Held, facts: Facts, chance: random.Random) -> Question | None:
    """Return a question for a change in the table's unit, in percent, or a compound rate."""
    entity = chance.choice(sorted({who for who, _ in held}))
    times = sorted(when for who, when in held if who == entity)
    if len(times) < 3:
        return None
    first, last = sorted(chance.sample(times, 2))
    start, end = held[entity, first], held[entity, last]
    a, b = Fraction(start.value), Fraction(end.value)
    name = _name(start, facts, chance)
    sort = chance.choice(("difference", "growth", "compound"))
    years = int(last[-4:]) - int(first[-4:])
    if sort == "difference":
        text = chance.choice(("By how much did the {m} of {e} change between {p} and {q}?",
                              "What is the absolute change in the {m} of {e}, {q} against {p}?"))  # fmt: skip
        size = max(places(start.value), places(end.value))
        form, answer = form_of(start.unit, size, sign=True), rounded(b - a, size, sign=True)
    elif sort == "growth":
        text = chance.choice(("By what percentage did the {m} of {e} grow between {p} and {q}?",
                              "{e}: percentage change of the {m}, {p} to {q}?"))  # fmt: skip
        form, answer = "unit=% decimals=2 sign=required", rounded((b / a - 1) * 100, 2, sign=True)
    else:
        text = chance.choice(("At which compound rate per year did the {m} of {e} develop from {p} to {q}?",
                              "Calculate the CAGR of {e}'s {m} between {p} and {q}."))  # fmt: skip
        rate = (Fraction(float(b / a) ** (1 / years)) - 1) * 100
        form, answer = "unit=% decimals=2 sign=required", rounded(rate, 2, sign=True)
    asked = text.format(m=name, e=entity, p=first, q=last)
    return None if answer.lstrip("+-0.") == "" else Question("table", sort, facts.domain, asked, form, answer)


def compare(held: Held, facts: Facts, chance: random.Random) -> Question | None:
    """Return a question for how two entities differ in one period."""
    when = chance.choice(sorted({when for _, when in held}))
    names = sorted(who for who, period in held if period == when)
    if len(names) < 3:
        return None
    one, other = (held[name, when] for name in chance.sample(names, 2))
    a, b = Fraction(one.value), Fraction(other.value)
    name, size = _name(one, facts, chance), max(places(one.value), places(other.value))
    if chance.random() < 0.5:
        text = f"How much higher was the {name} of {one.entity} than that of {other.entity} in {when}?"
        answer = rounded(a - b, size, sign=True)
        form = form_of(one.unit, size, sign=True)
        return Question("table", "gap", facts.domain, text, form, answer) if a > b else None
    if not b:
        return None
    text = f"In {when}, what was the ratio of the {name} of {one.entity} to that of {other.entity}?"
    return Question("table", "times", facts.domain, text, "unit=none decimals=3", rounded(a / b, 3))


def whole(held: Held, facts: Facts, chance: random.Random) -> Question | None:
    """Return a question over all rows of one period: a share, a mean, a sum, an extreme, its holder, or a count."""
    when = chance.choice(sorted({when for _, when in held}))
    ours = {who: one for (who, period), one in held.items() if period == when}
    whole_set = {who for who, _ in held}
    if len(ours) < 5 or len(ours) < len(whole_set):
        return None
    values = {who: Fraction(one.value) for who, one in ours.items()}
    some = ours[chance.choice(sorted(ours))]
    name, size = _name(some, facts, chance), max(places(one.value) for one in ours.values())
    sort = chance.choice(("share", "mean", "sum", "top", "leader", "count"))
    if sort == "share" and some.unit != "%":
        text = f"Which share of the total {name} in {when}, over all that are listed, fell to {some.entity}?"
        answer = rounded(values[some.entity] / sum(values.values()) * 100, 2)
        return Question("table", sort, facts.domain, text, "unit=% decimals=2", answer)
    if sort == "count":
        return _counted(values, some, name, when, facts.domain)
    if sort in ("mean", "sum") and (sort == "mean" or some.unit != "%"):
        word = "unweighted mean" if sort == "mean" else "sum"
        total = Fraction(sum(values.values()))
        size += sort == "mean"
        text = f"Over everyone listed, what was the {word} of the {name} in {when}?"
        answer = rounded(total / len(values) if sort == "mean" else total, size)
        return Question("table", sort, facts.domain, text, form_of(some.unit, size), answer)
    best = max(values, key=lambda who: values[who])
    if sum(value == values[best] for value in values.values()) > 1:
        return None
    if sort == "leader":
        text = f"Who had the highest {name} in {when}?"
        return Question("table", sort, facts.domain, text, "type=text", best)
    text = f"What was the highest {name} that anyone had in {when}?"
    return Question(
        "table", "top", facts.domain, text, form_of(ours[best].unit, places(ours[best].value)), ours[best].value
    )


def _counted(values: Mapping[str, Fraction], one: Told, name: str, when: str, domain: str) -> Question | None:
    """Return a question for how many rows are above a bound that lies between two of them."""
    ordered = sorted(values.values(), reverse=True)
    place = len(one.entity) % (len(ordered) - 1)
    size = places(one.value)
    bound = rounded((ordered[place] + ordered[place + 1]) / 2, size)
    if not ordered[place] > Fraction(bound) > ordered[place + 1]:
        return None
    unit = "" if one.unit == "number" else f" {one.unit}"
    text = f"How many of those listed had a {name} above {bound}{unit} in {when}?"
    return Question("table", "count", domain, text, "unit=none kind=integer", str(place + 1))


def years(held: Held, facts: Facts, chance: random.Random) -> Question | None:
    """Return a question over the years of one row: their mean, their sum, or the year of the peak."""
    entity = chance.choice(sorted({who for who, _ in held}))
    times = sorted(when for who, when in held if who == entity)
    if len(times) < 4 or int(times[-1][-4:]) - int(times[0][-4:]) != len(times) - 1:
        return None
    size = chance.randint(3, len(times))
    begin = chance.randint(0, len(times) - size)
    span = times[begin : begin + size]
    values = {when: Fraction(held[entity, when].value) for when in span}
    one = held[entity, span[0]]
    name, decimals = _name(one, facts, chance), max(places(held[entity, when].value) for when in span)
    sort = chance.choice(("mean of years", "sum of years", "peak year"))
    if sort == "peak year":
        best = max(values, key=lambda when: values[when])
        if sum(value == values[best] for value in values.values()) > 1:
            return None
        text = f"Looking at {span[0]} to {span[-1]}, in which year was the {name} of {entity} highest?"
        return Question("table", sort, facts.domain, text, "type=text", best)
    if sort == "sum of years" and one.unit == "%":
        return None
    total = Fraction(sum(values.values()))
    decimals += sort == "mean of years"
    word = "yearly average" if sort == "mean of years" else "sum"
    text = f"From {span[0]} through {span[-1]}, what was the {word} of the {name} of {entity}?"
    answer = rounded(total / len(values) if sort == "mean of years" else total, decimals)
    return Question("table", sort, facts.domain, text, form_of(one.unit, decimals), answer)


_OPERATIONS: tuple[Maker, ...] = (change, compare, whole, years)


def _name(one: Told, facts: Facts, chance: random.Random) -> str:
    return measure_words(one.measure, facts, one.unit if one.unit == "number" else "", chance)
