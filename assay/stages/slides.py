"""The picture of each slide, a slide's third modality beside text and structure (Office Comprehension Bench, 20.1)."""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from assay.model.canonical import digest_bytes
from assay.model.document import Document
from assay.native import ablate
from assay.render import RendererMissing, Unrendered, pictures
from extractors.extract import Extraction

# The renderer's own files stay beside the pictures, so that asking again costs nothing.
_CACHE = ".rendered"


def with_slide_pictures(
    extraction: Extraction, document: Document, keys: Sequence[str], media: Path
) -> tuple[Document, list[Path]]:
    """Return the document with a picture as the blob of each slide, and the PNG files, named by the slides' keys.

    Where nothing can be drawn the document comes back with a warning that says why. `keys` are the artifacts that are
    out: slides are drawn from a native copy without them.
    """
    slides = [artifact for artifact in document.of_kind("slide") if artifact.at.slide is not None]
    if document.app != "powerpoint" or not slides:
        return document, []
    data = ablate(extraction.document, extraction.data, keys) if keys else extraction.data
    drawn = pictures(data, document.media_type, [slide.at.slide or 1 for slide in slides], media / _CACHE)
    if isinstance(drawn, RendererMissing | Unrendered):
        return _warned(document, drawn), []
    written = {slide.key: media / f"{slide.key}.png" for slide in slides}
    for picture, target in zip(drawn, written.values(), strict=True):
        shutil.copyfile(picture, target)
    return _with_blobs(document, written), list(written.values())


def _warned(document: Document, missing: RendererMissing | Unrendered) -> Document:
    if isinstance(missing, RendererMissing):
        reason = "LibreOffice is not installed, so there are no pictures of slides; `assay doctor` names the package"
    else:
        reason = f"there are no pictures of slides: {missing.reason}"
    return dataclasses.replace(document, warnings=(*document.warnings, reason))


def _with_blobs(document: Document, written: Mapping[str, Path]) -> Document:
    artifacts = tuple(
        dataclasses.replace(one, blob=digest_bytes(written[one.key].read_bytes())) if one.key in written else one
        for one in document.artifacts
    )
    return dataclasses.replace(document, artifacts=artifacts)
