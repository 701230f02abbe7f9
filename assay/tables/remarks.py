"""Remarks beside a table that say more of its values: notes, scales, breaks, figures that are not final."""

from __future__ import annotations

import re

from assay.tables.breaks import breaks_series

_STATUS = re.compile(
    r"\b(?:provisional|preliminary|restated|restatements?|revised|corrected|estimate[sd]?|budget(?:ed|s)?|forecasts?"
    r"|projected|projections?|planned|unaudited|pro[ -]forma|draft|not actuals?|superseded|obsolete|withdrawn"
    r"|scenarios?|illustrative|errat(?:um|a)|geschätzt|vorläufig|预测|预算|初步|修订)\b",
    re.IGNORECASE,
)
_NOTE = re.compile(
    r"\W*(?:notes?|n\.b\.|remarks?|anmerkung(?:en)?)\b\s*(?:\d\W*)?[:.]|\W*(?:备?注|说明)[:：]", re.IGNORECASE
)
_SCALED = re.compile(r"\bin\s+(?:[a-z$€£]+\s+){0,2}(?:thousand|million|billion|tsd|mio|mrd)s?\b", re.IGNORECASE)
_CONTINUED = re.compile(r"\bcontinue[sd]\b|\bcont['’.]|\bfortsetzung\b|续表|（续）", re.IGNORECASE)
_SOURCE = re.compile(r"(?:data )?sources?\s*[:：]|quelle\s*:|(?:数据)?来源", re.IGNORECASE)


def casts_doubt(text: str) -> bool:
    """Return whether a text beside a table may change what its values mean."""
    told = any(pattern.search(text) for pattern in (_STATUS, _SCALED)) or _NOTE.match(text) is not None
    return told or breaks_series(text)


def is_continued(text: str) -> bool:
    """Return whether a text says that a table goes on from or to another place."""
    return _CONTINUED.search(text) is not None


def is_source(text: str) -> bool:
    """Return whether a text names where values come from and says no more of them."""
    return _SOURCE.match(text.strip()) is not None and not casts_doubt(text)
