"""Units as documents write them, and exact conversion between those of one kind."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from benchmarks.truth_faults import Unreadable

_SCALES = MappingProxyType(
    {
        "thousand": 10**3, "thousands": 10**3, "million": 10**6, "millions": 10**6, "billion": 10**9,
        "Tsd.": 10**3, "Mio.": 10**6, "千": 10**3, "万": 10**4, "亿": 10**8,
    }
)  # fmt: skip
_PREFIXES = MappingProxyType({"": 1, "k": 10**3, "M": 10**6, "G": 10**9, "T": 10**12, "P": 10**15})
_COUNTS = frozenset({"", "number", "Anzahl", "人", "床"})
_SAME = MappingProxyType({"percent": "%", "日": "days", "Tonnen": "tonnes", "千瓦": "kW", "千瓦时": "kWh"})


@dataclass(frozen=True, slots=True)
class Quantity:
    """An exact number in a unit; `%`, `pp` and nothing are units too."""

    number: Fraction
    unit: str


def converted(quantity: Quantity, unit: str) -> Fraction:
    """Return the number of a quantity in another unit of its kind."""
    (kind, size), (wanted, step) = _measured(quantity.unit), _measured(unit)
    if kind != wanted:
        raise Unreadable(f"{quantity.unit or 'a number'} cannot be given in {unit or 'plain numbers'}")
    return quantity.number * size / step


def akin(unit: str, other: str) -> bool:
    """Return whether two units measure the same kind of thing."""
    return _measured(unit)[0] == _measured(other)[0]


def _measured(unit: str) -> tuple[str, Fraction]:
    """The kind of a unit and its size in the plainest unit of this kind."""
    above, per, below = unit.partition(" per ")
    kind, size = _plain(above)
    if not per:
        return kind, size
    other, step = _plain(below)
    return f"{kind} per {other}", size / step


def _plain(unit: str) -> tuple[str, Fraction]:
    scale, _, base = unit.partition(" ")
    if unit in _SCALES:
        return "count", Fraction(_SCALES[unit])
    if scale in _SCALES:
        kind, size = _plain(base)
        return kind, size * _SCALES[scale]
    if unit not in _SAME and unit[:1] in _SCALES:
        kind, size = _plain(unit[1:])
        return kind, size * _SCALES[unit[0]]
    return _base(_SAME.get(unit, unit))


def _base(unit: str) -> tuple[str, Fraction]:
    if unit in _COUNTS:
        return "count", Fraction(1)
    if unit == "cents":
        return "crowns", Fraction(1, 100)
    for ending, kind, size in (("Wh", "J", 3600), ("J", "J", 1), ("W", "W", 1)):
        if unit.endswith(ending) and unit.removesuffix(ending) in _PREFIXES:
            return kind, Fraction(_PREFIXES[unit.removesuffix(ending)] * size)
    return unit, Fraction(1)
