"""Programs by construction: the pasted reader, look-ups by label and heading, exact arithmetic; no operand as text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal

from assay.collection import collection_path
from assay.tables import Fact, TypedTable
from assay.tables.records import normal
from synthesis.rules.reader import READER
from synthesis.rules.walks import GAP_DECIMALS, Bridge, GrowthWalk, LookUpWalk, Walk

_GROWTH = f'''
def growth(start, end):
    return Fraction(end) / Fraction(start) - 1


def signed(value):
    """Return the value with its sign and {GAP_DECIMALS} decimals, halves rounded away from zero."""
    units = int(abs(value) * 10**{GAP_DECIMALS} + Fraction(1, 2))
    whole, part = divmod(units, 10**{GAP_DECIMALS})
    return f"{{'-' if value < 0 else '+'}}{{whole}}.{{part:0{GAP_DECIMALS}d}}"
'''
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
# A number counts as shown in these renderings too: thousands, millions, percent.
_SCALES = tuple(Decimal(10) ** power for power in (-6, -3, -2, 0, 2, 3, 6))
# Small whole numbers stand in any program as counts and factors.
_SMALL = 100


def program_of(walk: Walk) -> str:
    """Return the program that walks the collection in its argument and prints the value, unrounded and as asked."""
    if isinstance(walk, LookUpWalk):
        return "\n\n".join([READER, _bridge(walk.bridge), _look_up(walk)]) + "\n"
    return "\n\n".join([READER + "\n" + _GROWTH, _bridge(walk.bridge), *_growth_gap(walk)]) + "\n"


def shows_operand(program: str, values: Iterable[Decimal]) -> bool:
    """Return whether any value stands in the program by chance, in a key or a file name, in any rendering."""
    found = {Decimal(text.replace(",", "")) for text in _NUMBER.findall(program)}
    told = [value for value in map(abs, values) if value != value.to_integral_value() or value > _SMALL]
    return any(value * scale in found for value in told for scale in _SCALES)


def _bridge(bridge: Bridge) -> str:
    table = bridge.series.table
    skipped = ("", *_other_labels(table))
    names = f"dict.fromkeys(row[column(first, {table.label_heading!r})] for row in first[1:])"
    listing = f"[name for name in {names} if name not in {skipped!r}]"
    best = "max" if bridge.largest else "min"
    value = _value("first", bridge.winner, table, "name")
    return f"{_load('first', table)}\nnames = {listing}\nentity = {best}(names, key=lambda name: {value})"


def _other_labels(table: TypedTable) -> list[str]:
    texts = (table.grid.text(row, table.label_column) for row in range(table.header_row + 1, table.grid.rows))
    return sorted({text for text in texts if text and normal(text) not in table.entities})


def _look_up(walk: LookUpWalk) -> str:
    table = walk.series.table
    value = _value("second", walk.target, table, "entity")
    return f"{_load('second', table)}\nanswer = {value}\nprint(answer)\nprint(answer)"


def _growth_gap(walk: GrowthWalk) -> list[str]:
    parts: list[str] = []
    for name, series, span in (("second", walk.first, walk.first_span), ("third", walk.second, walk.second_span)):
        start, end = (_value(name, fact, series.table, "entity") for fact in span)
        parts.append(f"{_load(name, series.table)}\n{name}_growth = growth({start}, {end})")
    parts.append(
        "gap = 100 * (second_growth - third_growth)\n"
        "print(Decimal(gap.numerator) / Decimal(gap.denominator))\n"
        "print(signed(gap))"
    )
    return parts


def _load(name: str, table: TypedTable) -> str:
    rows = f"[{table.header_row}:]" if table.header_row else ""
    return f"{name} = table({collection_path(table.domain, table.path)!r}, {table.artifact!r}){rows}"


def _value(name: str, fact: Fact, table: TypedTable, entity: str) -> str:
    keys = f"{table.label_heading!r}: {entity}"
    if table.period_column is not None:
        keys += f", {table.period_heading!r}: {table.grid.text(fact.row, table.period_column)!r}"
    heading = table.grid.text(table.header_row, fact.column)
    return f"number(cell({name}, {heading!r}, {{{keys}}}))"
