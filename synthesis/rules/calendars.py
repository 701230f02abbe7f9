"""When fiscal years begin, as documents say it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from assay.model.artifact import Text
from assay.model.document import Document

_MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
_ENDED = re.compile(
    rf"\bFY\s?(?P<name>\d{{4}}) end(?:ed|s) on \d{{1,2}} (?P<month>{'|'.join(_MONTHS)}) (?P<year>\d{{4}})",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class FiscalYear:
    """A fiscal year as a document tells it: how its number and the year differ in which it ends, and its last month."""

    path: str
    ahead: int
    month: int

    def first_month(self, year: int) -> str:
        """Return the first month of the fiscal year of a number."""
        begins = year + self.ahead - (self.month < 12)
        return f"{begins}-{self.month % 12 + 1:02d}"


def fiscal_years(documents: Iterable[Document]) -> Iterator[FiscalYear]:
    """Yield what documents say of their fiscal years."""
    for document in documents:
        for artifact in document.artifacts:
            if isinstance(artifact.payload, Text):
                for found in _ENDED.finditer(artifact.text):
                    month = _MONTHS.index(found["month"].casefold()) + 1
                    yield FiscalYear(document.path, int(found["year"]) - int(found["name"]), month)
