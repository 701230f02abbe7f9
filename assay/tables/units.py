"""Units as captions and headings state them, with the factor that makes two units of one kind comparable."""

from __future__ import annotations

import re
from fractions import Fraction
from types import MappingProxyType

from assay.tables.records import Unit

_SCALES = MappingProxyType(
    {"thousand": 1000, "million": 10**6, "billion": 10**9, "万": 10**4, "百万": 10**6, "亿": 10**8}
)
_PREFIXES = MappingProxyType({"k": 10**3, "M": 10**6, "G": 10**9, "T": 10**12, "P": 10**15})
_CHINESE = MappingProxyType({"千瓦时": "kWh", "千瓦": "kW", "元": "yuan", "人": "people", "吨": "tonnes"})
_COUNTS = frozenset({"number", "count", "个", "户"})
# Units that stand for themselves; the comparison of answers knows their synonyms.
_BASE_WORDS = """
% percent per-cent cents euros euro dollars pounds crowns yen yuan francs EUR USD GBP JPY CNY CHF
seconds minutes hours days people persons employees households vehicles points index-points
kilograms tonnes tonne kg t kt Mt litres metres kilometres kilometre m km hectares ha
square-metres square-metre square-kilometres cubic-metres
m² km² m³ m2 km2 m3 °C
"""
# `m` alone stands for metres and for millions, so it is no unit.
_BASES = frozenset(_BASE_WORDS.split()) - {"m"}
_CURRENCIES = "EUR|USD|GBP|JPY|CNY|CHF"
_CURRENCY_FIRST = re.compile(rf"(?P<base>{_CURRENCIES}|euros?|dollars) (?P<scale>thousand|million|billion|m|mn|bn)")
_SHORT = MappingProxyType({"m": "million", "mn": "million", "bn": "billion"})
# What nobody writes beside a table without meaning the unit of something in it.
_LOUD = re.compile(
    rf"\b(?:(?i:thousands?|millions?|billions?|tsd|mio|mrd|euros?|dollars|pounds|crowns)|mn|bn|[Tk]?(?:{_CURRENCIES})"
    r"|[kMGTP]?Wh|[kMGT]W)\b|[$€£¥%]|[万亿]"
)
_BRACKETED = re.compile(r"[(（\[]([^()（）\[\]]*)[)）\]]")
_ENERGY = re.compile(r"(?P<prefix>[kMGTP]?)(?P<base>Wh|W|J|V|Hz)")


def unit_of(text: str) -> Unit | None:
    """Return the unit that a text names and nothing else, None where it is no known unit."""
    text = " ".join(text.split())
    currency = _CURRENCY_FIRST.fullmatch(text)
    if currency is not None:
        text = f"{_SHORT.get(currency['scale'], currency['scale'])} {currency['base']}"
    scale, rest = _split_scale(text)
    if not rest:
        return Unit(text, scale, "", "number", Fraction(_SCALES[scale])) if scale else None
    if rest.casefold() in _COUNTS:
        return Unit(text, scale, "", "number", Fraction(_SCALES.get(scale, 1)))
    base = _CHINESE.get(rest, rest)
    dimension = _dimension(base)
    if dimension is None:
        return None
    name, factor = dimension
    return Unit(text, scale, base, name, factor * _SCALES.get(scale, 1))


def mentions_unit(text: str) -> bool:
    """Return whether a text names a scale, a currency or an energy unit anywhere, or any known unit in brackets."""
    return bool(_LOUD.search(text)) or any(inner == "m" or unit_of(inner) for inner in _BRACKETED.findall(text))


def _split_scale(text: str) -> tuple[str, str]:
    for scale in sorted(_SCALES, key=len, reverse=True):
        if text.casefold().startswith(scale):
            rest = text[len(scale) :]
            if not rest or rest[0] == " " or not scale.isascii():
                return scale, rest.strip()
    return "", text


def _dimension(base: str) -> tuple[str, Fraction] | None:
    numerator, per, denominator = base.partition(" per ")
    if per:
        # A ratio of units is compared only with itself: its parts may be currencies of unknown relation.
        known = _dimension(numerator) is not None and _dimension(denominator) is not None
        return (base, Fraction(1)) if known else None
    found = _ENERGY.fullmatch(base)
    if found is not None:
        size = Fraction(_PREFIXES.get(found["prefix"], 1))
        # energy is compared in watt hours: a joule is a watt second
        return ("Wh", size / 3600) if found["base"] == "J" else (found["base"], size)
    # a lone capital stands for other things than the small letter
    written = base if base in _BASES or len(base) == 1 else base.casefold()
    return (written, Fraction(1)) if written.replace(" ", "-") in _BASES else None
