"""Word files read a second time by python-docx."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from io import BytesIO
from itertools import groupby
from typing import cast
from zipfile import BadZipFile

from docx import Document
from docx.document import Document as WordDocument
from docx.opc.constants import RELATIONSHIP_TYPE as RT
from docx.opc.exceptions import PackageNotFoundError
from docx.oxml.ns import qn
from docx.oxml.parser import parse_xml
from docx.oxml.table import CT_Tbl
from docx.oxml.text.paragraph import CT_P
from docx.oxml.text.run import CT_R
from docx.table import Table
from docx.table import _Cell as Cell  # pyright: ignore[reportPrivateUsage]
from docx.text.hyperlink import Hyperlink
from docx.text.paragraph import Paragraph
from docx.text.run import Run
from lxml import etree
from lxml.etree import _Element as Element  # pyright: ignore[reportPrivateUsage]

from assay.model.probe import Place
from extractors.second.place import Second, cell_of, core_text
from extractors.second.shown import Piece, shown

_WRAPPERS = {qn(f"w:{name}") for name in ("sdt", "sdtContent", "customXml", "ins", "del", "moveTo", "moveFrom")}
_SLOTS = {
    "text1": "dk1", "dark1": "dk1", "text2": "dk2", "dark2": "dk2", "background1": "lt1", "light1": "lt1",
    "background2": "lt2", "light2": "lt2", "hyperlink": "hlink", "followedHyperlink": "folHlink",
}  # fmt: skip
_TEXT = {qn("w:t"), qn("w:delText")}


def read(data: bytes, place: Place) -> Second | None:
    """Return what python-docx finds at a place of the body, or the whole text of another part."""
    document = _open(data)
    if document is None:
        return None
    if place.at.part != "body":
        return _part(document, place.at.part or "")
    blocks = _bodies(document)
    if place.at.index is None or place.at.index >= len(blocks):
        return None
    block = blocks[place.at.index]
    if isinstance(block, CT_Tbl):
        return _table(_rows(data, place.at.index), place)
    return Second(_paragraph(Paragraph(cast(CT_P, block), document), block, document))


@lru_cache(maxsize=8)
def _open(data: bytes) -> WordDocument | None:
    try:
        return Document(BytesIO(data))
    except (PackageNotFoundError, BadZipFile, KeyError, ValueError, etree.XMLSyntaxError):
        return None


def _bodies(document: WordDocument) -> list[Element]:
    body = cast(Element, document.element).find(qn("w:body"))
    return list(_blocks(body)) if body is not None else []


def _blocks(element: Element) -> Iterator[Element]:
    for child in element:
        if child.tag in (qn("w:p"), qn("w:tbl")):
            yield child
        elif child.tag in _WRAPPERS:
            yield from _blocks(child)


@lru_cache(maxsize=64)
def _rows(data: bytes, index: int) -> list[list[str]]:
    """Return the cells of the table at a place of the body; one table is read for many of its cells."""
    document = cast(WordDocument, _open(data))
    table = Table(cast(CT_Tbl, _bodies(document)[index]), document)
    width = max(1, len(table.columns))
    # python-docx's public `cell()` builds this whole list again for every cell
    cells = table._cells  # pyright: ignore[reportPrivateUsage]
    return [[_cell(cell) for cell in cells[start : start + width]] for start in range(0, len(cells), width)]


def _table(rows: list[list[str]], place: Place) -> Second | None:
    if place.at.row is None:
        return Second("\n".join("\t".join(row) for row in rows))
    return cell_of(rows, place.at.row, place.at.column)


def _cell(cell: Cell) -> str:
    return "\n".join(shown(_runs(each)) for each in cell.paragraphs)


def _runs(paragraph: Paragraph) -> Iterator[Piece]:
    for inner in paragraph.iter_inner_content():
        for run in inner.runs if isinstance(inner, Hyperlink) else [inner]:
            yield Piece(run.text, _kind(run))


def _paragraph(paragraph: Paragraph, element: Element, document: WordDocument) -> str:
    links = [link.address for link in paragraph.hyperlinks if link.address]
    formats = [" ".join([*_format(run), *_colour(run, document)]) for run in paragraph.runs]
    pieces = list(_pieces(element, document))
    # what stands beside the line, is struck or hidden is quoted on its own too
    return "\n".join([shown(pieces), *links, *filter(None, formats), *_marked(pieces), *_looks(paragraph)])


def _looks(paragraph: Paragraph) -> Iterator[str]:
    """Yield highlighted and struck words as readers tell them: the highlight's colour, or the number of lines."""
    for look in (_highlight, _struck):
        for said, runs in groupby(paragraph.runs, key=look):
            if said:
                yield f"{said}: {''.join(run.text for run in runs)}"


def _highlight(run: Run) -> str:
    properties = run._r.rPr  # pyright: ignore[reportPrivateUsage]
    stated = cast("Element | None", properties.find(qn("w:highlight"))) if properties is not None else None
    return stated.get(qn("w:val"), "") if stated is not None else ""


def _struck(run: Run) -> str:
    return "double" if run.font.double_strike else "single" if run.font.strike else ""


def _marked(pieces: list[Piece]) -> list[str]:
    return [piece.text for piece in pieces if piece.kind]


def _pieces(element: Element, document: WordDocument) -> Iterator[Piece]:
    for node in element.iter():
        text = _text(node)
        if text:
            run = next(node.iterancestors(qn("w:r")), None)
            yield Piece(text, _kind(Run(cast(CT_R, run), document)) if run is not None else "")


def _kind(run: Run) -> str:
    """Return how the run's own properties, or else its character style, show it."""
    properties = run._r.rPr  # pyright: ignore[reportPrivateUsage]
    if properties is None:
        return ""
    fonts = [run.font, run.style.font] if properties.find(qn("w:rStyle")) is not None else [run.font]
    said = {name: _first(getattr(font, name) for font in fonts) for name in ("hidden", "strike", "double_strike")}
    if said["hidden"]:
        return "hidden"
    if said["strike"] or said["double_strike"]:
        return "struck"
    raised, lowered = (_first(getattr(font, name) for font in fonts) for name in ("superscript", "subscript"))
    return "super" if raised else "sub" if lowered else ""


def _first(stated: Iterable[bool | None]) -> bool:
    return bool(next((each for each in stated if each is not None), False))


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


def _colour(run: Run, document: WordDocument) -> Iterator[str]:
    """Yield the colour of a run: the theme's, which rules over a stated one unless it is made lighter or darker."""
    properties = run._r.rPr  # pyright: ignore[reportPrivateUsage]
    stated = cast("Element | None", properties.find(qn("w:color"))) if properties is not None else None
    if stated is None:
        return
    name = stated.get(qn("w:themeColor"), "")
    modified = stated.get(qn("w:themeTint")) or stated.get(qn("w:themeShade"))
    themed = _theme(document).get(_SLOTS.get(name, name)) if not modified else None
    if themed or run.font.color.rgb is not None:
        yield themed or str(run.font.color.rgb)


def _theme(document: WordDocument) -> dict[str, str]:
    """Return the colours of the document's theme by their slots."""
    parts = (relation.target_part for relation in document.part.rels.values() if relation.reltype == RT.THEME)
    colours = dict[str, str]()
    for part in parts:
        for scheme in cast(Element, parse_xml(part.blob)).iter("{*}clrScheme"):
            for slot in scheme:
                said = "".join(found.get("lastClr") or found.get("val", "") for found in slot)
                colours[etree.QName(slot).localname] = said.upper()
    return colours


def _part(document: WordDocument, name: str) -> Second | None:
    if name == "core":
        return Second(core_text(document.core_properties))
    package = document.part.package
    for part in package.iter_parts() if package else ():
        if part.partname.endswith(f"/{name}.xml"):
            return Second(_all_text(cast(Element, parse_xml(part.blob)), document))
    return None


def _all_text(element: Element, document: WordDocument) -> str:
    pieces = list(_pieces(element, document))
    return "\n".join([shown(pieces), *_marked(pieces)])


def _text(node: Element) -> str:
    if node.tag in _TEXT:
        return node.text or ""
    if node.tag == qn("wp:docPr"):
        return f" {node.get('descr', '')} "
    return " " if node.tag in (qn("w:tab"), qn("w:br"), qn("w:p")) else ""
