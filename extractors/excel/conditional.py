"""Conditional formats: where they hold, when, and what the cells then look like."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import MappingProxyType

from assay.model.canonical import Scalar
from extractors.excel.styles import Styles, differences_of
from extractors.markup import Element, by_local, child, local, whole

_SIGNS = MappingProxyType({
    "lessThan": "< {0}", "lessThanOrEqual": "<= {0}", "equal": "= {0}", "notEqual": "<> {0}",
    "greaterThanOrEqual": ">= {0}", "greaterThan": "> {0}", "between": "between {0} and {1}",
    "notBetween": "not between {0} and {1}",
})  # fmt: skip
_WORDS = MappingProxyType({
    "duplicateValues": "duplicate values", "uniqueValues": "unique values", "containsBlanks": "blank cells",
    "notContainsBlanks": "cells that are not blank", "containsErrors": "errors", "notContainsErrors": "no errors",
})  # fmt: skip
_TEXTS = MappingProxyType({
    "containsText": "text contains", "notContainsText": "text does not contain", "beginsWith": "text begins with",
    "endsWith": "text ends with",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a conditional format: its ranges, what it says, its facts, and the formulas that it reads."""

    ranges: str
    text: str
    facts: tuple[tuple[str, Scalar], ...]
    formulas: tuple[str, ...]
    plain: str
    """What it says, wherever it holds: what identifies it."""


def rules_of(rest: Element, styles: Styles) -> list[Rule]:
    """Return the conditional formats of a sheet; rules that only newer applications know are among them."""
    found = list[Rule]()
    seen = set[str]()
    for holder in by_local(rest, "conditionalFormatting"):
        for element in by_local(holder, "cfRule"):
            twin = element.get("id") or next((id.text or "" for id in by_local(element, "id")), "")
            # a newer rule repeats an older one to say more of its icons or bars
            if not twin or twin not in seen:
                found.append(_rule(_ranges(holder), element, styles))
            seen.add(twin)
    return found


def _ranges(holder: Element) -> str:
    return holder.get("sqref") or next((found.text or "" for found in by_local(holder, "sqref")), "")


def _rule(ranges: str, element: Element, styles: Styles) -> Rule:
    formulas = tuple(found.text or "" for found in element if local(found) in ("formula", "f"))
    when, then = _when(element, formulas), _then(element, styles)
    facts = (
        ("aspect", "conditional format"), ("type", element.get("type", "")), ("when", when), ("look", then),
        ("priority", whole(element.get("priority")) or None), ("stops", element.get("stopIfTrue") == "1" or None),
        ("cells", ranges),
    )  # fmt: skip
    said = f"{when}: {then}" if then else when
    return Rule(ranges, f"conditional format of {ranges}: {said}", facts, formulas, f"conditional format: {said}")


def _when(element: Element, formulas: tuple[str, ...]) -> str:
    type = element.get("type", "")
    if type == "cellIs":
        sign = _SIGNS.get(element.get("operator", "equal"), "= {0}")
        return "value " + sign.format(*formulas, *("?", "?")[len(formulas) :])
    if type in _TEXTS:
        return f"{_TEXTS[type]} “{element.get('text', '')}”"
    if type == "expression":
        return f"={formulas[0]}" if formulas else "a formula"
    return _listed(type, element)


def _listed(type: str, element: Element) -> str:
    if type == "top10":
        end = "bottom" if element.get("bottom") == "1" else "top"
        return f"{end} {element.get('rank', '10')}{'%' if element.get('percent') == '1' else ''}"
    if type == "aboveAverage":
        side = "below" if element.get("aboveAverage") == "0" else "above"
        return f"{side} average"
    if type == "timePeriod":
        return f"date in {element.get('timePeriod', '')}"
    return _WORDS.get(type, "by value")


def _then(element: Element, styles: Styles) -> str:
    scale = next((found for found in element if local(found) in ("colorScale", "dataBar", "iconSet")), None)
    if scale is not None:
        return " ".join(_scaled(scale, styles))
    own = child(element, "{*}dxf")
    if own is not None:
        return differences_of(own, styles.palette)
    index = whole(element.get("dxfId"), -1)
    return styles.differential[index] if 0 <= index < len(styles.differential) else ""


def _scaled(scale: Element, styles: Styles) -> Iterator[str]:
    names = {"colorScale": "colour scale", "dataBar": "data bar", "iconSet": "icons"}
    yield names[local(scale)]
    if local(scale) == "iconSet":
        yield scale.get("iconSet", "3TrafficLights1")
    colours = [styles.palette.colour(found) for found in scale if local(found) in ("color", "fillColor")]
    if colours:
        yield " to ".join(filter(None, colours))
    if local(scale) != "dataBar":
        stops = [f"{stop.get('type', '')} {stop.get('val', '')}".strip() for stop in by_local(scale, "cfvo")]
        yield f"({', '.join(stops)})"
