"""One file in a named view, with its pictures (and for `combined` its tables) as files beside where that is asked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from assay.model.document import Document
from assay.model.errors import UsageError
from assay.model.grid import Grid
from assay.native import ablate
from assay.representations import COMBINED, PANDOC, grid_html, represent
from assay.stages.looking import write_media
from assay.views import without
from extractors.extract import Extraction
from extractors.pandoc_view import pandoc_form, pandoc_markdown


def view_of(extraction: Extraction, keys: Sequence[str], view: str, media: Path | None) -> tuple[str, list[Path]]:
    """Return a file's Markdown in a view without some artifacts, and the files that were written beside."""
    if view == PANDOC:
        return _by_pandoc(extraction, keys), []
    if view == COMBINED and media is None:
        raise UsageError("the view combined writes tables and pictures as files beside: add --media DIR")
    document = without(extraction.document, keys)
    written = list[Path]()
    if media is not None:
        written += write_media(document, extraction.blobs, media)
        written += write_tables(document, media) if view == COMBINED else []
    return represent(document, view, {path.stem: path.as_posix() for path in written}), written


def write_tables(document: Document, folder: Path) -> list[Path]:
    """Write each table of the document as an HTML file named by its key, and return the files."""
    written = list[Path]()
    for artifact in document.artifacts:
        if isinstance(artifact.payload, Grid):
            path = folder / f"{artifact.key}.html"
            path.write_text(grid_html(artifact.payload) + "\n", encoding="utf-8")
            written.append(path)
    return written


def _by_pandoc(extraction: Extraction, keys: Sequence[str]) -> str:
    document = extraction.document
    form = pandoc_form(document.media_type)
    if form is None:
        raise UsageError(f"{document.path}: the view pandoc is for docx, odt, rtf and html")
    if keys and form != "docx":
        raise UsageError(f"{document.path}: --without works with the view pandoc for docx only")
    return pandoc_markdown(ablate(document, extraction.data, keys) if keys else extraction.data, form)
