"""Pictures of slides, sheets, pages and charts: a document's third modality (Office Comprehension Bench, 20.1)."""

from __future__ import annotations

import dataclasses
import io
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from assay.model.artifact import Artifact, Chart
from assay.model.canonical import digest_bytes
from assay.model.document import Document
from assay.model.errors import NotAvailable
from assay.native import ablate
from assay.render import Order, Pictures, Region, RendererMissing, Unrendered, chart_deck, pictures_of
from extractors.chartex import plotted
from extractors.extract import Extraction
from extractors.markup import parse_xml

# The renderer's own files stay beside the pictures, so that asking again costs nothing.
_CACHE = ".rendered"
_DRAWN = frozenset({"word", "excel", "powerpoint"})
_USUAL = (9_144_000.0, 6_858_000.0)
_DECK = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
_SIZE = re.compile(r"(\d+) x (\d+) EMU")
_CHART_PART = re.compile(r"(?:.*/)?charts/[^/]+\.xml", re.IGNORECASE)
_THEME_PART = re.compile(r"(?:.*/)?theme/theme1\.xml", re.IGNORECASE)


def with_pictures(
    extraction: Extraction, document: Document, keys: Sequence[str], media: Path
) -> tuple[Document, list[Path]]:
    """Return the document with pictures as the blobs of slides, sheets and charts, and the PNG files named by keys.

    Pages of a text document have no artifact and are named by their number. Where nothing can be drawn the document
    comes back with a warning that says why. `keys` are the artifacts that are out: a native copy without them is drawn.
    """
    if document.app not in _DRAWN or not document.readable:
        return document, []
    try:
        data = ablate(extraction.document, extraction.data, keys) if keys else extraction.data
    except NotAvailable:
        return _warned(document, Unrendered("files of this kind have no copies without some artifacts yet")), []
    whole = [one for one in document.artifacts if one.kind in ("slide", "sheet") or _is_placed(one)]
    charts = {one.key: deck for one, deck in _decks(data, document)}
    asked = None if document.app == "word" else tuple(_page(document, one) for one in whole)
    orders = [Order(data, document.media_type, asked), *(Order(deck, _DECK, (1,)) for deck in charts.values())]
    drawn = pictures_of(orders, media / _CACHE)
    if isinstance(drawn[0], RendererMissing | Unrendered):
        return _warned(document, drawn[0]), []
    names = [f"page-{at:04d}" for at in range(1, len(drawn[0]) + 1)] if asked is None else [one.key for one in whole]
    if len(names) != len(drawn[0]):
        return _warned(document, Unrendered("LibreOffice draws other slides or sheets than there are")), []
    named = dict(zip(names, drawn[0], strict=True)) | dict(_alone(charts, drawn[1:]))
    return _written(document, named, media)


def _is_placed(artifact: Artifact) -> bool:
    """Whether an artifact is a chart that stands on a slide, in a box."""
    return artifact.kind == "chart" and artifact.at.slide is not None and artifact.at.box is not None


def _page(document: Document, artifact: Artifact) -> int | Region:
    """Return the page that a slide or sheet is, or the part of its slide that a chart is."""
    pages = list(document.of_kind("slide", "sheet"))
    # what is out of the document is out of the copy, too
    held = artifact.at.slide, artifact.at.sheet
    page = 1 + next(at for at, one in enumerate(pages) if (one.at.slide, one.at.sheet) == held)
    if artifact.at.box is None or artifact.kind != "chart":
        return page
    sizes = (_SIZE.search(one.text) for one in document.of_kind("metadata") if one.at.part == "presentation")
    found = next((size for size in sizes if size is not None), None)
    return Region(page, artifact.at.box, (float(found[1]), float(found[2])) if found is not None else _USUAL)


def _decks(data: bytes, document: Document) -> Iterator[tuple[Artifact, bytes]]:
    """Yield each chart of a file that has no place on a slide with the deck that shows it alone."""
    charts = [one for one in document.of_kind("chart") if isinstance(one.payload, Chart) and not _is_placed(one)]
    parts = _parts(data) if charts else {}
    theme = next((content for name, content in parts.items() if _THEME_PART.fullmatch(name)), b"")
    for name, content in parts.items():
        root = parse_xml(content).root if _CHART_PART.fullmatch(name) else None
        found = plotted(root) if root is not None else None
        shown = next((one for one in charts if found is not None and one.payload == found.chart), None)
        if shown is not None:
            charts.remove(shown)
            yield shown, chart_deck(content, theme)


def _parts(data: bytes) -> dict[str, bytes]:
    try:
        with ZipFile(io.BytesIO(data)) as archive:
            names = [one for one in archive.namelist() if _CHART_PART.fullmatch(one) or _THEME_PART.fullmatch(one)]
            return {name: archive.read(name) for name in names}
    except (BadZipFile, RuntimeError, OSError, ValueError, EOFError):
        return {}


def _alone(charts: Mapping[str, bytes], drawn: Sequence[Pictures]) -> Iterator[tuple[str, Path]]:
    for key, found in zip(charts, drawn, strict=True):
        if isinstance(found, list) and found:
            yield key, found[0]


def _written(document: Document, named: Mapping[str, Path], media: Path) -> tuple[Document, list[Path]]:
    written = {name: media / f"{name}.png" for name in named}
    for name, target in written.items():
        shutil.copyfile(named[name], target)
    artifacts = tuple(
        dataclasses.replace(one, blob=digest_bytes(written[one.key].read_bytes())) if one.key in written else one
        for one in document.artifacts
    )
    return dataclasses.replace(document, artifacts=artifacts), list(written.values())


def _warned(document: Document, missing: RendererMissing | Unrendered) -> Document:
    if isinstance(missing, RendererMissing):
        reason = f"LibreOffice is not installed, so there are no {missing.brings}; `assay doctor` names the package"
    else:
        reason = f"there are no pictures of pages: {missing.reason}"
    return dataclasses.replace(document, warnings=(*document.warnings, reason))
