"""Numbers with their units as baselines read them, and the number that a form asks for."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType

from assay.evaluation.answers.spec import Spec

_NUMERAL = re.compile(r"[-−+–]?\s?(?:\d{1,3}(?:[,.  '’]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?)")
_MARKS = re.compile(r"^[\s$€£¥]*|\s*(?:\((?:p|r|e|b|\d)\)|[*†‡§]|\b[a-z]\b|[¹²³⁴-⁹⁰])+\s*$", re.IGNORECASE)

# Names of a unit in lower case, its kind and its size in the kind's own unit.
_ENERGY = {"kwh": 1, "mwh": 1000, "gwh": 10**6, "twh": 10**9, "千瓦时": 1}
_POWER = {"kw": 1, "mw": 1000, "gw": 10**6, "千瓦": 1}
_MONEY = {"euro": 1, "eur": 1, "€": 1}
_CROWNS = {"crown": 100, "cent": 1, "krone": 100}
_MASS = {"tonne": 1000, "ton": 1000, "t": 1000, "kg": 1, "tonnen": 1000, "kilogram": 1}
_LENGTH = {"kilometre": 1000, "km": 1000, "metre": 1}
_TIME = {"minute": 60, "hour": 3600, "day": 86400, "min": 60, "h": 3600, "tage": 86400, "日": 86400}
_KINDS = {"energy": _ENERGY, "power": _POWER, "money": _MONEY, "crowns": _CROWNS, "mass": _MASS, "length": _LENGTH,
          "time": _TIME}  # fmt: skip
_JOULES = {"mj": Fraction(1, 36) * 10, "gj": Fraction(10000, 36), "tj": Fraction(10**7, 36), "pj": Fraction(10**10, 36)}
_SCALES = MappingProxyType(
    {"thousand": 3, "tsd": 3, "million": 6, "mio": 6, "billion": 9, "mrd": 9, "hundred": 2, "万": 4, "亿": 8, "千": 3}
)


# A number in a cell is no longer than this, and no result of two or three of them has more digits.
_LONGEST, _DIGITS = 60, 300


@dataclass(frozen=True, slots=True)
class Unit:
    """What kind of thing a number counts, and how much of the kind's own unit one of it is."""

    kind: str
    factor: Fraction = Fraction(1)


PLAIN = Unit("count")
PERCENT = Unit("percent")


def _table() -> dict[str, Unit]:
    known = {name: Unit(kind, Fraction(size)) for kind, names in _KINDS.items() for name, size in names.items()}
    known |= {name: Unit("energy", size) for name, size in _JOULES.items()}
    known |= {"%": PERCENT, "percent": PERCENT, "pp": Unit("points"), "number": PLAIN, "none": PLAIN, "anzahl": PLAIN}
    return known


_UNITS = MappingProxyType(_table())
_NAMES = re.compile(
    "|".join(
        r"(?<![a-z])" + re.escape(name) + r"s?(?![a-z])" if name.isascii() and name.isalpha() else re.escape(name)
        for name in sorted([*_UNITS, *_SCALES], key=len, reverse=True)
    )
)


def amount_of(text: str, comma: bool = False) -> Fraction | None:
    """Return the number that a cell shows beside footnote marks, None where it shows something else."""
    if len(text) > _LONGEST:
        return None
    bare = _MARKS.sub("", text.strip()).strip()
    bare = _MARKS.sub("", bare).removesuffix("%").strip()
    return _number(bare, comma) if _NUMERAL.fullmatch(bare) else None


def amounts_in(text: str, comma: bool = False) -> tuple[tuple[Fraction, int, int], ...]:
    """Return the numbers in a sentence, each with where it starts and ends."""
    found = ((_number(one.group(), comma), one.start(), one.end()) for one in _NUMERAL.finditer(text))
    return tuple((value, start, end) for value, start, end in found if value is not None)


def decimal_comma(texts: Iterable[str]) -> bool:
    """Whether the numbers of a table are written with a decimal comma, as far as they tell."""
    votes = 0
    for text in texts:
        votes += bool(re.search(r"\d\.\d{3},\d|^\d+,\d{1,2}$", text)) - bool(
            re.search(r"\d,\d{3}\.\d|^\d+\.\d{1,2}$", text)
        )
        votes -= bool(re.fullmatch(r"\d{1,3}(,\d{3})+", text))
    return votes > 0


@lru_cache(maxsize=8192)
def unit_in(text: str) -> Unit | None:
    """Return the unit that a short text names, such as `thousand euros` or `cents per kWh`."""
    names = [found.group() for found in _NAMES.finditer(_folded(text))]
    factor, units = Fraction(1), list[Unit]()
    for name in names:
        key = name if name in _UNITS or name in _SCALES else name.removesuffix("s")
        if key in _SCALES:
            factor *= 10 ** _SCALES[key]
        else:
            units.append(_UNITS[key])
    if not units:
        return Unit("count", factor) if names else None
    return _composed(units, factor, per=bool(re.search(r"\bper\b|/", text)))


def converted(value: Fraction, unit: Unit | None, asked: Unit | None) -> Fraction | None:
    """Return a number in another unit, None where the two are of different kinds."""
    if unit is None or asked is None:
        return value
    if unit.kind != asked.kind:
        return value if "count" in (unit.kind, asked.kind) and unit.factor == asked.factor == 1 else None
    return value * unit.factor / asked.factor


def asked_unit(spec: Spec) -> Unit | None:
    """Return the unit that a form asks for, None where baselines do not know it."""
    if spec.unit == "none" and spec.scale == "none":
        return None
    parts = [part for part in (spec.scale, spec.unit) if part != "none"]
    return unit_in(" ".join(parts))


def shown(value: Fraction, spec: Spec) -> str:
    """Return a number as a form asks for it: rounded half away from zero, with a sign where it must have one."""
    places = 0 if spec.kind == "integer" else spec.decimals
    with localcontext() as context:
        context.prec = _DIGITS
        exact = Decimal(value.numerator) / Decimal(value.denominator)
        if places is not None:
            exact = exact.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)
        text = f"{exact.normalize():f}" if places is None else f"{exact:f}"
    return f"+{text}" if spec.sign == "required" and exact > 0 else text


def _composed(units: list[Unit], factor: Fraction, per: bool) -> Unit:
    if per and len(units) > 1:
        return Unit(f"{units[0].kind}/{units[1].kind}", factor * units[0].factor / units[1].factor)
    return Unit(units[0].kind, factor * units[0].factor)


def _folded(text: str) -> str:
    return text.casefold()


def _number(text: str, comma: bool) -> Fraction | None:
    bare = re.sub(r"[\s  '’]", "", text).replace("−", "-").replace("–", "-")
    if comma:
        bare = bare.replace(".", "").replace(",", ".")
    elif re.fullmatch(r"[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?", bare):
        bare = bare.replace(",", "")
    else:
        bare = bare.replace(",", ".")
    return Fraction(bare) if re.fullmatch(r"[-+]?\d+(?:\.\d+)?", bare) else None
