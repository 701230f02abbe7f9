"""Mode `reading`: an anchor is read a second time from the original bytes with the card's library for the format."""

from __future__ import annotations

from assay.evaluation.context import ArchiveContext
from assay.model.codec import to_text
from assay.model.probe import Attempt, Probe

READING = "second"
"""The subject of a probe that reads a place again."""


def read_place(context: ArchiveContext, probe: Probe) -> Attempt:
    """Return the second reading as JSON text; a place that the library cannot find ends `missing`."""
    place = probe.place
    document = context.document(place.path) if place else None
    if place is None or document is None:
        return Attempt(probe, None, None, "missing", "there is no readable document at this path")
    # the libraries take half a second to load, and a run over an unchanged archive reads nothing
    from extractors.second import read_second

    second = read_second(context.original(document), document.media_type, place)
    if second is None:
        return Attempt(probe, None, None, "missing", "the second reader finds nothing at this place")
    return Attempt(probe, to_text(second), None, "done")
