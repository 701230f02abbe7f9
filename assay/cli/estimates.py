"""What a dry run tells people: a line for each stage and seat, the sum, the caps, and what cannot be known."""

from __future__ import annotations

from collections.abc import Iterator

from assay.gateway import Estimate
from assay.stages.estimates import CapRow, Estimates, Row

_ENOUGH = {
    "yes": "enough for all of it",
    "perhaps": "enough for what is due now, perhaps not for what may follow",
    "no": "may not be enough for what is due now",
    "unknown": "cannot be held, since a price is unknown: the build would refuse to ask",
}


def estimate_lines(found: Estimates) -> Iterator[str]:
    """Yield the lines of a dry run."""
    if not found.rows:
        yield "no model would be asked"
    yield from (f"{row.stage}, {row.seat} ({row.model}): {_row(row)}" for row in found.rows)
    if found.rows:
        yield f"together: {_amounts(found.known, found.more)}"
    yield from map(_cap, found.caps)
    yield from found.sentences
    yield "nothing was asked, nothing was written"


def _row(row: Row) -> str:
    return f"{row.known.kept:,} kept; {_amounts(row.known, row.more)}"


def _amounts(known: Estimate, more: Estimate) -> str:
    due = f"{known.calls:,} calls due, at most {_amount(known)}" if known.calls else "no call due"
    if not more.calls:
        return due
    return f"{due}; then at most {more.calls:,} more, at most {_amount(more)}"


def _amount(found: Estimate) -> str:
    tokens = f"{found.tokens:,} tokens"
    if found.unpriced == found.calls:
        return f"{tokens} at an unknown price"
    unpriced = f", {found.unpriced:,} of them at an unknown price" if found.unpriced else ""
    return f"{tokens} and {found.dollars:,.4f} dollars{unpriced}"


def _cap(row: CapRow) -> str:
    spent = f", {_figure(row.spent)} spent" if row.spent else ""
    figures = f"{_figure(row.known)} due now, {_figure(row.most)} with all that may follow"
    return f"{row.cap} {_figure(row.limit)}{spent}: {figures}: {_ENOUGH[row.enough]}"


def _figure(value: float) -> str:
    return f"{value:,.4f}".rstrip("0").rstrip(".")
