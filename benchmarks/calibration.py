"""Questions that measure what baselines can do, made from the key of a simulated archive by a grammar of their own.

Four kinds, fifty of each: `leak` gives its answer away without any document, `cell` asks for one cell, `table` for one
operation on one table, `tables` for one over two. The words are chosen here, not taken from any author of tasks.
"""

from __future__ import annotations

import json
import random
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from pathlib import Path

from assay.evaluation.subjects import Example

KINDS = ("leak", "cell", "table", "tables")
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_SCALES = ("thousand", "million")
_QUARTERS = {"1": "first", "2": "second", "3": "third", "4": "fourth"}


@dataclass(frozen=True, slots=True)
class Question:
    """A calibration question with its answer; `examples` are other tasks that a prior may know."""

    kind: str
    sort: str
    domain: str
    text: str
    form: str
    answer: str
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """A figure of the key where one table shows it, in the unit of that table."""

    entity: str
    measure: str
    period: str
    unit: str
    value: str
    table: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Facts:
    """What a key says of one domain."""

    domain: str
    told: tuple[Told, ...]
    entities: frozenset[str]
    names: Mapping[str, tuple[str, ...]]

    def tables(self) -> dict[tuple[tuple[str, str], str], dict[tuple[str, str], Told]]:
        """Return the figures of each table and measure by entity and period, those with two entities and years."""
        found: defaultdict[tuple[tuple[str, str], str], dict[tuple[str, str], Told]] = defaultdict(dict)
        for one in self.told:
            if (
                one.entity in self.entities
                and re.fullmatch(r"(?:FY)?\d{4}", one.period)
                and one.unit not in ("text", "year")
            ):
                found[one.table, one.measure][one.entity, one.period] = one
        return {name: held for name, held in found.items() if len(held) >= 6}


def read_facts(key: Path) -> list[Facts]:
    """Return the undisputed figures of a key that stand in tables, by domain in order of name."""
    lines = [json.loads(line) for line in key.read_text(encoding="utf-8").splitlines()]
    disputed = {_name(fact) for line in lines if line["type"] == "conflict" for fact in line["facts"]}
    told: defaultdict[str, list[Told]] = defaultdict(list)
    for line in lines:
        if line["type"] == "fact" and line["current"] and _name(line) not in disputed:
            for one in _told(line):
                told[one.table[0].split("/")[0]].append(one)
    names = [line for line in lines if line["type"] == "name"]
    return [_facts(domain, tuple(told[domain]), names) for domain in sorted(told)]


def _facts(domain: str, told: tuple[Told, ...], names: Sequence[Mapping[str, object]]) -> Facts:
    own = [line for line in names if line["domain"] == domain]
    people = frozenset(str(line["canonical"]) for line in own if line["kind"] in ("entity", "item"))
    words: dict[str, tuple[str, ...]] = {}
    for line in own:
        if line["kind"] in ("measure", "attribute"):
            aliases = line["aliases"]
            assert isinstance(aliases, list)
            plain = [str(alias) for alias in aliases if str(alias).isascii()]
            words[str(line["canonical"])] = (str(line["canonical"]), *plain)
    return Facts(domain, told, people, words)


def _name(fact: Mapping[str, object]) -> tuple[object, ...]:
    return fact["entity"], fact["measure"], fact["period"]


def _told(line: Mapping[str, object]) -> Iterator[Told]:
    places = line["places"]
    assert isinstance(places, list)
    for place in places:
        at = place["at"]
        inside = "column" in at or ("sheet" in at and "part" not in at and not re.search(":", at.get("range", ":")))
        if inside and place["modality"] == "textual" and place["unit"].isascii() and "rate" not in place:
            where = str(at.get("sheet") or at.get("index") or at.get("box") or at.get("shape") or at.get("page") or "")
            yield Told(str(line["entity"]), str(line["measure"]), str(line["period"]), place["unit"],
                       str(place["value"]), (place["path"], where))  # fmt: skip


def form_of(unit: str, decimals: int, sign: bool = False) -> str:
    """Return the format string for a number in a unit of the key."""
    scale = next((word for word in _SCALES if unit.startswith(f"{word} ")), "")
    bare = unit.removeprefix(f"{scale} ")
    if bare == "number" or unit in _SCALES:
        bare, scale = "none", unit if unit in _SCALES else ""
    parts = [f"unit={bare}", f"scale={scale}" if scale else ""]
    parts.append("kind=integer" if bare == "none" and not scale and decimals == 0 else f"decimals={decimals}")
    return " ".join(filter(None, [*parts, "sign=required" if sign else ""]))


def rounded(value: Fraction, decimals: int, sign: bool = False) -> str:
    """Return a number with so many decimals, half away from zero."""
    exact = (Decimal(value.numerator) / Decimal(value.denominator)).quantize(
        Decimal(1).scaleb(-decimals), ROUND_HALF_UP
    )
    return f"{exact:+f}" if sign and exact > 0 else f"{exact:f}"


def places(value: str) -> int:
    """Return how many decimals a number is written with."""
    return len(value.partition(".")[2])


def period_words(period: str, chance: random.Random) -> str:
    """Return a period as a person would write it."""
    if found := re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)", period):
        year, month, day = found.groups()
        return f"{int(day)} {_MONTHS[int(month) - 1]} {year}"
    if found := re.fullmatch(r"(\d{4})-(\d\d)", period):
        return f"{_MONTHS[int(found.group(2)) - 1]} {found.group(1)}"
    if found := re.fullmatch(r"(FY\d{4})-Q(\d)", period):
        return f"the {_QUARTERS[found.group(2)]} quarter of {found.group(1)}"
    if period.startswith("FY") and chance.random() < 0.3:
        return f"fiscal year {period[2:]}"
    return period


def measure_words(measure: str, facts: Facts, unit: str, chance: random.Random) -> str:
    """Return one of the names of a measure; seven of ten times its first one."""
    names = facts.names.get(measure, (measure,))
    name = names[0] if len(names) == 1 or chance.random() < 0.7 else chance.choice(names[1:])
    return f"number of {name}" if unit == "number" and not name.endswith(("count", "list")) else name
