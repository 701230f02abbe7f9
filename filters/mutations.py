"""Changed texts of a cited number, tried until one changes a program's output."""

from __future__ import annotations

import re
from decimal import Decimal

from assay.model.gate import Context
from assay.model.grid import Grid
from assay.model.task import Evidence

# Far up, far down, to the other side of nothing, then near: past an extremum, across a median, beyond rounding.
_FACTORS = (Decimal("1.7"), Decimal("0.4"), Decimal("13"), Decimal("0.03"), Decimal("-1"), Decimal("1.05"))
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


def changed_texts(evidence: Evidence, context: Context) -> list[str]:
    """Return other numbers for a cited numeric cell, in its own format; none where the evidence is no such cell."""
    displayed = _cell(evidence, context)
    found = _NUMBER.search(displayed) if displayed is not None else None
    if displayed is None or found is None or _is_label(displayed, found):
        return []
    number = Decimal(found.group().replace(",", ""))
    changed = [_formatted(number * factor + (number == 0), found.group()) for factor in _FACTORS]
    texts = [displayed[: found.start()] + text + displayed[found.end() :] for text in changed]
    return [text for text in dict.fromkeys(texts) if text != displayed]


def _cell(evidence: Evidence, context: Context) -> str | None:
    document = context.document(evidence.path)
    artifact = document.artifact(evidence.artifact) if document else None
    at = evidence.at
    if artifact is None or not isinstance(artifact.payload, Grid) or at.row is None or at.column is None:
        return None
    return artifact.payload.text(at.row, at.column)


def _is_label(displayed: str, found: re.Match[str]) -> bool:
    # "Plant 4" or "North 2020" is a name with a digit in it; a value has no letters before its digits
    return any(character.isalpha() for character in displayed[: found.start()].replace("USD", "").replace("EUR", ""))


def _formatted(number: Decimal, like: str) -> str:
    decimals = len(like.partition(".")[2])
    grouping = "," if "," in like else ""
    return f"{number:{grouping}.{decimals}f}"
