"""Decks whose slides are all shown: LibreOffice leaves hidden ones out, and pages would not be slides any more."""

from __future__ import annotations

import io
import re
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

_SLIDE = re.compile(r"/?ppt/slides/[^/]+\.xml", re.IGNORECASE)
_HIDDEN = re.compile(rb"""(<(?:\w+:)?sld\b[^>]*?)\sshow\s*=\s*(["'])(?:0|false)\2""")


def with_all_slides(data: bytes) -> bytes:
    """Return a pptx file in which no slide is hidden; the same bytes where none is, or where it is no package."""
    try:
        with ZipFile(io.BytesIO(data)) as archive:
            parts = {info: archive.read(info) for info in archive.infolist()}
    except (BadZipFile, RuntimeError, OSError, ValueError, EOFError):
        return data
    shown = {
        info: _HIDDEN.sub(rb"\1", part) if _SLIDE.fullmatch(info.filename) else part for info, part in parts.items()
    }
    if shown == parts:
        return data
    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for info, part in shown.items():
            archive.writestr(info.filename, part)
    return out.getvalue()
