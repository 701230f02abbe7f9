"""Where evidence stands, in the words of the application that people open the document with."""

from __future__ import annotations

from collections.abc import Iterator

from assay.model.task import Evidence


def place_words(evidence: Evidence) -> str:
    """Return the kind and the place of evidence, rows and columns counted from 1: `table, page 2, row 4, column 3`."""
    return ", ".join(_words(evidence))


def _words(evidence: Evidence) -> Iterator[str]:
    at = evidence.at
    yield evidence.kind.replace("_", " ")
    named = {"page": at.page, "sheet": at.sheet, "slide": at.slide, "line": at.line}
    for name, value in named.items():
        if value is not None:
            yield f"{name} {value}"
    if at.line is not None and at.index is not None:
        yield f"{evidence.kind.replace('_', ' ')} {at.index + 1} on it"
    if at.range is not None and at.row is None:
        yield at.range
    if at.part is not None and at.part != "body":
        yield at.part
    if at.part == "body" and at.index is not None:
        yield f"block {at.index + 1}"
    if at.row is not None and at.column is not None:
        yield f"row {at.row + 1}, column {at.column + 1}"
