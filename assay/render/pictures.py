"""Asks for pictures: what the cache holds is taken from there, the rest is converted in batches and drawn."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias
from zipfile import is_zipfile

from assay.model.canonical import digest
from assay.render.drawing import Region, draw, page_count
from assay.render.office import Limits, convert, office_program
from assay.render.showing import with_all_slides

_PDF = "application/pdf"
_OOXML = "application/vnd.openxmlformats-officedocument"
# What LibreOffice tells apart by the ending of a file's name.
_ENDINGS = MappingProxyType({
    f"{_OOXML}.wordprocessingml.document": "docx", f"{_OOXML}.wordprocessingml.template": "dotx",
    f"{_OOXML}.presentationml.presentation": "pptx", f"{_OOXML}.presentationml.slideshow": "ppsx",
    f"{_OOXML}.presentationml.template": "potx", f"{_OOXML}.spreadsheetml.sheet": "xlsx",
    f"{_OOXML}.spreadsheetml.template": "xltx",
    "application/vnd.ms-word.document.macroenabled.12": "docm",
    "application/vnd.ms-powerpoint.presentation.macroenabled.12": "pptm",
    "application/vnd.ms-excel.sheet.macroenabled.12": "xlsm",
    "application/vnd.ms-excel.sheet.binary.macroenabled.12": "xlsb",
    "application/msword": "doc", "application/vnd.ms-powerpoint": "ppt", "application/vnd.ms-excel": "xls",
    "application/vnd.oasis.opendocument.text": "odt", "application/vnd.oasis.opendocument.presentation": "odp",
    "application/vnd.oasis.opendocument.spreadsheet": "ods", "application/rtf": "rtf", "text/rtf": "rtf",
})  # fmt: skip
_DECKS = frozenset({"pptx", "ppsx", "potx", "pptm"})
_PACKAGES = _DECKS | {"docx", "dotx", "docm", "xlsx", "xltx", "xlsm", "xlsb", "odt", "odp", "ods"}


@dataclass(frozen=True, slots=True)
class Order:
    """Which pages or slides (from 1), or parts of them, of a file are to be drawn; None means all pages."""

    data: bytes
    media_type: str
    pages: tuple[int | Region, ...] | None = None


@dataclass(frozen=True, slots=True)
class RendererMissing:
    """LibreOffice is not installed here; `assay doctor` names the package."""

    brings: str = "pictures of slides, pages and charts"


@dataclass(frozen=True, slots=True)
class Unrendered:
    """A file of which no picture could be made, and why."""

    reason: str


Pictures: TypeAlias = list[Path] | RendererMissing | Unrendered


def pictures(data: bytes, media_type: str, pages: Sequence[int | Region] | None, cache: Path) -> Pictures:
    """Return a PNG file for each page asked for that the file has, in the order asked for."""
    return pictures_of([Order(data, media_type, None if pages is None else tuple(pages))], cache)[0]


def pictures_of(orders: Sequence[Order], cache: Path, limits: Limits | None = None) -> list[Pictures]:
    """Return the pictures of several files, converted together; one that fails does not touch the others."""
    folders = [cache / sha256(order.data).hexdigest() for order in orders]
    waiting = {folder: order for folder, order in zip(folders, orders, strict=True) if not _pdf(folder).exists()}
    program = office_program()
    failed = _convert_all(waiting, program, limits or Limits())
    return [_drawn(order, folder, failed.get(folder)) for order, folder in zip(orders, folders, strict=True)]


def _convert_all(
    waiting: dict[Path, Order], program: str | None, limits: Limits
) -> dict[Path, RendererMissing | Unrendered]:
    failed: dict[Path, RendererMissing | Unrendered] = {}
    asked = dict[Path, tuple[str, bytes]]()
    for folder, order in waiting.items():
        ending = _ENDINGS.get(order.media_type.lower())
        if order.media_type == _PDF:
            _keep(folder, order.data)
        elif ending is None:
            failed[folder] = Unrendered(f"nothing here draws files of the type {order.media_type or 'unknown'}")
        elif program is None:
            failed[folder] = RendererMissing()
        elif ending in _PACKAGES and not is_zipfile(io.BytesIO(order.data)):
            # LibreOffice would draw its bytes as plain text
            failed[folder] = Unrendered("the file is no whole package")
        else:
            asked[folder] = (ending, with_all_slides(order.data) if ending in _DECKS else order.data)
    for folder, made in convert(asked, program or "", limits) if asked else ():
        if isinstance(made, str):
            failed[folder] = Unrendered(made)
        else:
            _keep(folder, made)
    return failed


def _drawn(order: Order, folder: Path, failure: RendererMissing | Unrendered | None) -> Pictures:
    if failure is not None:
        return failure
    count = page_count(_pdf(folder))
    if count is None:
        return Unrendered("the pages cannot be opened")
    asked = range(1, count + 1) if order.pages is None else order.pages
    wanted = [(folder / _name(one), one) for one in asked if 1 <= _number(one) <= count]
    draw(_pdf(folder), {path: one for path, one in wanted if not path.exists()})
    return [path for path, _ in wanted]


def _number(one: int | Region) -> int:
    return one.page if isinstance(one, Region) else one


def _name(one: int | Region) -> str:
    part = f"-{digest([*one.box, *one.size])[:12]}" if isinstance(one, Region) else ""
    return f"page-{_number(one):04d}{part}.png"


def _pdf(folder: Path) -> Path:
    return folder / "pages.pdf"


def _keep(folder: Path, data: bytes) -> None:
    """Write a file's pages whole or not at all: several processes may share the cache."""
    folder.mkdir(parents=True, exist_ok=True)
    draft = folder / f".{os.getpid()}.pdf"
    draft.write_bytes(data)
    draft.replace(_pdf(folder))
