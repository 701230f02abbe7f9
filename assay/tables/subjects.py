"""What a measure is of, whatever issue of it a document gives."""

from __future__ import annotations

import re

from assay.tables.records import Measure

# Words before a measure that make no other one of it: a count's, and those of another issue of the same figures.
_SAME = re.compile(
    r"^(?:(?:the|total|overall|number of|no\. of|annual|yearly|restated|revised|corrected|provisional|preliminary"
    r"|estimated|unaudited|audited|final|reported|published|actual) )+"
)


def subject(measure: Measure) -> str:
    """Return what a measure is of, without words that make no other measure of it."""
    return _SAME.sub("", measure.name)
