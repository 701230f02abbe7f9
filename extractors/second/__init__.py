"""The second reading of one place, from the original bytes, by a library that shares nothing with the readers."""

from __future__ import annotations

import threading
from collections.abc import Callable

from assay.model.probe import Place
from extractors.second import delimited, excel, pandoc, pdf, powerpoint, word
from extractors.second.place import HEADER_ROWS, UNREADABLE, Second

__all__ = ["HEADER_ROWS", "Second", "read_second"]

# The libraries share one XML parser among all threads, and two at once make it fail on sound files.
_TURN = threading.Lock()

_OOXML = "application/vnd.openxmlformats-officedocument."
_READERS: dict[str, Callable[[bytes, Place], Second | None]] = {
    "application/pdf": pdf.read,
    "text/html": pandoc.read_html,
    "text/markdown": pandoc.read_markdown,
    "text/csv": delimited.read,
    "text/tab-separated-values": delimited.read,
    "text/plain": delimited.read_lines,
}
_FAMILIES: tuple[tuple[str, Callable[[bytes, Place], Second | None]], ...] = (
    (f"{_OOXML}wordprocessingml", word.read),
    ("application/vnd.ms-word", word.read),
    (f"{_OOXML}spreadsheetml", excel.read),
    ("application/vnd.ms-excel.", excel.read),
    (f"{_OOXML}presentationml", powerpoint.read),
    ("application/vnd.ms-powerpoint.", powerpoint.read),
)


def read_second(data: bytes, media_type: str, place: Place) -> Second | None:
    """Return the second reading of a place; None where the library finds nothing there, or cannot open the file."""
    reader = _READERS.get(media_type)
    if reader is None:
        reader = next((read for prefix, read in _FAMILIES if media_type.startswith(prefix)), None)
    try:
        with _TURN:
            return reader(data, place) if reader else None
    except UNREADABLE:
        return None
