"""Whether a question names the years that its plan looks up, all of them and no other."""

from __future__ import annotations

import re

from assay.model.task import Task
from filters.faults import Fault

_YEAR = re.compile(r"(?<![\d.,])(?:19|20)\d{2}(?!\d|[.,]\d)")
_SPAN = re.compile(
    r"(?<![\d.,])((?:19|20)\d{2})(?=\s+(?:to|and|through|until)\s+(?:FY ?|[A-Z][a-z]+ )?((?:19|20)\d{2})(?!\d|[.,]\d))"
)
# Titles of documents and charts are named, not asked about.
_TITLE = re.compile(r"“[^”]*”|\"[^\"]*\"|「[^」]*」|《[^》]*》")


def period_fault(task: Task) -> Fault | None:
    """Return a fault where the years of the plan's look-ups and those of the question are not the same."""
    looked_up = years(" ".join(lookup.period for lookup in task.plan.lookups)) if task.plan else set[str]()
    if not looked_up:
        return None
    asked, named = years(_TITLE.sub(" ", task.question)), named_years(task.question)
    missing, other = looked_up - named, asked - looked_up
    if missing:
        return Fault("period_differs", f"the plan looks up {min(missing)}, which the question does not name")
    if other:
        return Fault("period_differs", f"the question names {min(other)}, which the plan does not look up")
    return None


def named_years(text: str) -> set[str]:
    """Return the years that a text names, those inside its spans among them."""
    return years(text) | _between(text)


def _between(text: str) -> set[str]:
    """Return the years inside the spans that a text names: "from 2015 to 2024", "between 2015 and 2024"."""
    spans = ((int(first), int(last)) for first, last in _SPAN.findall(text))
    return {str(year) for first, last in spans for year in range(first, last + 1)}


def years(text: str) -> set[str]:
    """Return the years that a text writes."""
    return set(_YEAR.findall(text))
