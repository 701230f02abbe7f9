"""Questions for one figure of a named entity: what the key knows of it, in the unit that the question names."""

from __future__ import annotations

import re

from benchmarks.truth_faults import Unanswerable
from benchmarks.truth_key import Fact, Key
from benchmarks.truth_null import meant, told
from benchmarks.truth_units import Quantity, converted

_PERIOD = r"(?P<period>(?:FY)?(?:19|20)\d\d)(?:, (?:in )?(?P<unit>[^?.]+?))?"
_FORMS = tuple(
    re.compile(form)
    for form in (rf"What (?:was|were) the (?P<both>.+) in {_PERIOD}\?", rf"Find the (?P<both>.+) for {_PERIOD}\.")
)


def is_plain(question: str) -> bool:
    """Return whether a question asks for one figure and nothing else."""
    return any(form.fullmatch(question) for form in _FORMS)


def figure(key: Key, question: str) -> str:
    """Return the figure as a plain decimal number in the unit that the question names."""
    asked = next(found for form in _FORMS if (found := form.fullmatch(question)))
    known = told(key, (*meant(key, asked["both"]), asked["period"]))
    if known is None:
        raise Unanswerable("no document tells the figure")
    return _written(known, asked["unit"] or "")


def _written(fact: Fact, unit: str) -> str:
    number = converted(Quantity(fact.number, fact.unit), unit or fact.unit)
    return f"{float(number):g}" if number.denominator > 1 else str(number)
