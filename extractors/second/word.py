"""Word files read a second time by python-docx."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from typing import cast
from zipfile import BadZipFile

from docx import Document
from docx.document import Document as WordDocument
from docx.opc.exceptions import PackageNotFoundError
from docx.oxml.ns import qn
from docx.oxml.table import CT_Tbl
from docx.oxml.text.paragraph import CT_P
from docx.table import Table
from docx.text.paragraph import Paragraph
from docx.text.run import Run
from lxml import etree
from lxml.etree import _Element as Element  # pyright: ignore[reportPrivateUsage]

from assay.model.probe import Place
from extractors.second.place import Second, cell_of

_WRAPPERS = {qn(f"w:{name}") for name in ("sdt", "sdtContent", "customXml", "ins", "del", "moveTo", "moveFrom")}
_TEXT = {qn("w:t"), qn("w:delText")}


def read(data: bytes, place: Place) -> Second | None:
    """Return what python-docx finds at a place of the body, or the whole text of another part."""
    document = _open(data)
    if document is None:
        return None
    if place.at.part != "body":
        return _part(document, place.at.part or "")
    body = cast(Element, document.element).find(qn("w:body"))
    blocks = list(_blocks(body)) if body is not None else []
    if place.at.index is None or place.at.index >= len(blocks):
        return None
    block = blocks[place.at.index]
    if isinstance(block, CT_Tbl):
        return _table(Table(block, document), place)
    return Second(_paragraph(Paragraph(cast(CT_P, block), document), block))


@lru_cache(maxsize=8)
def _open(data: bytes) -> WordDocument | None:
    try:
        return Document(BytesIO(data))
    except (PackageNotFoundError, BadZipFile, KeyError, ValueError, etree.XMLSyntaxError):
        return None


def _blocks(element: Element) -> Iterator[Element]:
    for child in element:
        if child.tag in (qn("w:p"), qn("w:tbl")):
            yield child
        elif child.tag in _WRAPPERS:
            yield from _blocks(child)


def _table(table: Table, place: Place) -> Second | None:
    width = max(1, len(table.columns))
    # python-docx's public `cell()` builds this whole list again for every cell
    cells = table._cells  # pyright: ignore[reportPrivateUsage]
    rows = [[cell.text for cell in cells[start : start + width]] for start in range(0, len(cells), width)]
    if place.at.row is None:
        return Second("\n".join("\t".join(row) for row in rows))
    return cell_of(rows, place.at.row, place.at.column)


def _paragraph(paragraph: Paragraph, element: Element) -> str:
    links = [link.address for link in paragraph.hyperlinks if link.address]
    formats = [" ".join(_format(run)) for run in paragraph.runs]
    return "\n".join([_all_text(element), *links, *filter(None, formats)])


def _format(run: Run) -> Iterator[str]:
    font = run.font
    if font.bold:
        yield "bold"
    if font.italic:
        yield "italic"
    if font.underline:
        yield "underline"
    if font.name:
        yield font.name
    if font.size is not None:
        yield f"{font.size.pt:g}"
    if font.color.rgb is not None:
        yield str(font.color.rgb)


def _part(document: WordDocument, name: str) -> Second | None:
    if name == "core":
        core = document.core_properties
        return Second(
            "\n".join(str(value) for value in (core.title, core.author, core.subject, core.keywords) if value)
        )
    package = document.part.package
    for part in package.iter_parts() if package else ():
        if part.partname.endswith(f"/{name}.xml"):
            return Second(_all_text(etree.fromstring(part.blob, etree.XMLParser(resolve_entities=False))))
    return None


def _all_text(element: Element) -> str:
    return "".join(_text(node) for node in element.iter())


def _text(node: Element) -> str:
    if node.tag in _TEXT:
        return node.text or ""
    if node.tag == qn("wp:docPr"):
        return f" {node.get('descr', '')} "
    return " " if node.tag in (qn("w:tab"), qn("w:br"), qn("w:p")) else ""
