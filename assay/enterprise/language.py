"""What tables say in each language of the archive: captions, totals, and the way numbers are written."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Phrases:
    """The fixed words of one language; `caption` names measure, label and unit, `numbered` puts a number before it."""

    caption: str
    bare: str
    numbered: str
    total: str
    subtotal: str
    unit: str
    withheld: str
    points: tuple[str, str]


LANGUAGES = MappingProxyType(
    {
        "en": Phrases(
            "{measure} by {label}, {unit}",
            "{measure} by {label}",
            "Table {number}. {caption}",
            "Total",
            "{side}, subtotal",
            "Unit",
            "..",
            (",", "."),
        ),
        "de": Phrases(
            "{measure} nach {label} in {unit}",
            "{measure} nach {label}",
            "Tabelle {number}. {caption}",
            "Insgesamt",
            "{side}, zusammen",
            "Einheit",
            "k. A.",
            (".", ","),
        ),
        "zh": Phrases(
            "各{label}{measure}（单位：{unit}）",  # Chinese punctuation
            "各{label}{measure}",
            "表{number} {caption}",
            "合计",
            "{side}小计",
            "单位",
            "..",
            (",", "."),
        ),
        "ja": Phrases(
            "{label}別{measure}（単位：{unit}）",  # Japanese punctuation
            "{label}別{measure}",
            "表{number} {caption}",
            "合計",
            "{side}小計",
            "単位",
            "..",
            (",", "."),
        ),
    }
)
_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


def written(value: Decimal, language: str, grouped: bool = True) -> str:
    """Return a number as a language writes it; a bare one has no separators between thousands."""
    text = f"{value:,f}" if grouped else f"{value:f}"
    group, point = LANGUAGES[language].points
    return text.translate({ord(","): group, ord("."): point})


def period_words(period: str, bare: bool) -> str:
    """Return a period as tables head it; a bare one as the key writes it."""
    if bare or "-" not in period or period.count("-") == 2:
        return period
    year, part = period.split("-")
    return f"{part} {year}" if part.startswith("Q") else f"{_MONTHS[int(part) - 1]} {year}"


def capital(text: str) -> str:
    """Return a text with its first letter large."""
    return text[:1].upper() + text[1:]
