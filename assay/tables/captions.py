"""Captions and column headings that state a measure and its unit."""

from __future__ import annotations

import re
from dataclasses import dataclass

from assay.tables.periods import period_of
from assay.tables.records import Measure, Period, Statement, Unit, normal
from assay.tables.units import mentions_unit, unit_of

_NUMBERING = re.compile(r"(?:table|tab\.|表)\s*[\d.]*\d[.:：]?\s*", re.IGNORECASE)
_BRACKETS = re.compile(
    r"(?P<head>.*?)\s*[(（\[](?:units?:\s*|单位[：:]\s*|in\s+)?(?P<unit>[^()（）\[\]]+)[)）\]]\s*", re.DOTALL
)
_COMMA = re.compile(r"(?P<head>.+),\s*(?:in\s+)?(?P<unit>[^,]+)", re.DOTALL)
_ITEM = re.compile(r"(?P<measure>.+?),? (?P<period>(?:FY ?)?(?:19|20)\d{2})\s*(?P<unit>[(（\[][^()（）\[\]]+[)）\]])")
_UNIT = re.compile(r"(?:units?|einheit|单位|単位)\s*[:：]\s*(?P<unit>.+)", re.IGNORECASE)
_BY_ROLE = re.compile(r"(?P<measure>.+?)\s+by\s+(?P<role>[^\W\d_]+)(?P<rest>.*)", re.DOTALL)
# A caption is a line, not a paragraph.
_LONGEST = 160
_MOST_WORDS = 8


@dataclass(frozen=True, slots=True)
class Caption:
    """The measure's words, what qualifies it, the role of its rows where stated, and the unit where stated."""

    wording: str
    qualifier: str
    role: str
    unit: Unit | None

    def measure(self, stated: Statement) -> Measure:
        """Return the measure that this caption states there."""
        return Measure(normal(self.wording), self.wording, self.qualifier, self.unit, stated)

    def measure_in(self, unit: Unit, stated: Statement, unit_stated: Statement) -> Measure:
        """Return the measure that this caption states there, in a unit that is stated elsewhere."""
        return Measure(normal(self.wording), self.wording, self.qualifier, unit, stated, unit_stated)


def caption_of(text: str) -> Caption | None:
    """Return what a caption states, None where it does not end in a unit."""
    text = " ".join(text.split())
    numbered = _NUMBERING.match(text)
    body = text[numbered.end() :] if numbered else text
    if not body or len(body) > _LONGEST or "|" in body:
        return None
    for pattern in (_BRACKETS, _COMMA):
        found = pattern.fullmatch(body)
        unit = unit_of(found["unit"]) if found else None
        if found is not None and unit is not None:
            return _caption(found["head"], unit)
    return None


def bare_caption_of(text: str) -> Caption | None:
    """Return what a caption states that names a measure and the role of the rows, but no unit."""
    text = " ".join(text.split())
    numbered = _NUMBERING.match(text)
    body = text[numbered.end() :] if numbered else text
    if not body or len(body) > _LONGEST or not _BY_ROLE.fullmatch(body):
        return None
    return _caption(body, None)


def item_heading(text: str) -> tuple[Caption, Period] | None:
    """Return measure, unit and period of a heading such as `Rated power 2024 (MW)`."""
    found = _ITEM.fullmatch(" ".join(text.split()))
    caption = caption_of(f"{found['measure']} {found['unit']}") if found else None
    period = period_of(found["period"]) if found else None
    return (caption, period) if caption is not None and period is not None else None


def stated_unit_of(text: str) -> Unit | None:
    """Return the unit that a cell or line beside a table states and nothing else: `GWh` or `Unit: GWh`."""
    text = " ".join(text.split())
    found = _UNIT.fullmatch(text)
    return unit_of(found["unit"] if found else text)


def corner_unit_of(heading: str) -> tuple[str, Unit] | None:
    """Return the role and the unit of a heading such as `Region, GWh` over the labels."""
    found = _COMMA.fullmatch(" ".join(heading.split()))
    unit = unit_of(found["unit"]) if found else None
    return (found["head"], unit) if found is not None and unit is not None else None


def is_caption(text: str) -> bool:
    """Return whether a line can be nothing but a table's caption: it is numbered as one, or ends in a unit."""
    line = " ".join(text.split())
    return caption_of(line) is not None or (
        len(line) <= _LONGEST and not line.endswith(".") and _NUMBERING.match(line) is not None
    )


def _caption(head: str, unit: Unit | None) -> Caption | None:
    found = _BY_ROLE.fullmatch(head)
    wording, role, qualifier = (found["measure"], found["role"], found["rest"]) if found else (head, "", "")
    words = wording.split()
    if not 0 < len(words) <= _MOST_WORDS or any(character.isdigit() for character in wording):
        return None
    # a second unit before the last one: which of them holds is not said
    if mentions_unit(head):
        return None
    basis = re.fullmatch(r"(.+?)\s+(at (?:the end of the year|year end))", wording)
    if basis is not None and not qualifier:
        wording, qualifier = basis[1], basis[2]
    return Caption(_lowered(wording), qualifier.strip(" ,"), role.casefold(), unit)


def _lowered(text: str) -> str:
    first = text.split()[0]
    return text if first[1:] != first[1:].lower() else text[0].lower() + text[1:]
