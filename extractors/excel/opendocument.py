"""Spreadsheets of OpenDocument that do not say what they are."""

from __future__ import annotations

import io
from zipfile import ZipFile

from extractors.package import Package

_SPREADSHEET = "application/vnd.oasis.opendocument.spreadsheet"


def named(data: bytes, package: Package) -> bytes:
    """Return the package with the part `mimetype`, without which its library does not open it."""
    if "mimetype" in package:
        return data
    target = io.BytesIO(data)
    with ZipFile(target, "a") as archive:
        archive.writestr("mimetype", _SPREADSHEET)
    return target.getvalue()
