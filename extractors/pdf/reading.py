"""A PDF file's bytes to its artifacts: pages are gathered first, since headings show against the whole."""

from __future__ import annotations

from dataclasses import dataclass

from assay.model.artifact import Anchor, Artifact, Box, Facts, Picture
from assay.model.document import Problem, Reading
from extractors.pdf.lines import Block, Sizes, blocks_of, lines_of, position
from extractors.pdf.marks import Link, Note, links_of, notes_of, outline_of
from extractors.pdf.pdfium import (
    Damaged,
    Drawing,
    Frame,
    Glyph,
    Locked,
    Page,
    PdfDocument,
    glyphs_of,
    join_glyphs,
    open_page,
    open_pdf,
    survey,
)
from extractors.pdf.pictures import Shown, pictures_of
from extractors.pdf.tables import DRAWN, RULED, Finder, Table, TablesFailed, plumber, tables_of
from extractors.sheaf import Sheaf

# Budgets of one file: pages read at all, pages searched for tables, pictures kept.
_PAGES, _TABLE_PAGES, _PICTURES = 2000, 120, 500


@dataclass(slots=True)
class _Budget:
    """What is left for the pages to come."""

    tables: int = _TABLE_PAGES
    pictures: int = _PICTURES


@dataclass(frozen=True, slots=True)
class _Gathered:
    """One page's contents before they are put in order."""

    number: int
    frame: Frame
    blocks: list[Block]
    tables: list[Table]
    pictures: list[Shown]
    links: list[tuple[Link, str]]
    notes: list[Note]
    silent: bool


def read_pdf(data: bytes) -> Reading:
    """Return the artifacts of a PDF file: pages with their text, tables and pictures, and what lies over them."""
    sheaf = Sheaf("pdf")
    try:
        document = open_pdf(data)
    except Locked:
        return Reading("pdf", problem=Problem("encrypted", "The file needs a password: save it without one."))
    except Damaged:
        return Reading("pdf", problem=Problem("corrupt", "The file is damaged or no PDF: open and save it again."))
    try:
        return _read(sheaf, document, data)
    finally:
        document.close()


def _read(sheaf: Sheaf, document: PdfDocument, data: bytes) -> Reading:
    pages, budget, finder = list[_Gathered](), _Budget(), plumber(data)
    for number in range(1, min(len(document), _PAGES) + 1):
        try:
            page = open_page(document, number)
        except Damaged:
            sheaf.warn(f"Page {number} is damaged and was left out.")
            continue
        pages.append(_gather(sheaf, document, page, finder, budget))
        page.close()
    sizes = Sizes(block for page in pages for block in page.blocks)
    for page in pages:
        _emit(sheaf, page, sizes)
    _emit_outline(sheaf, document)
    _emit_metadata(sheaf, document)
    sheaf.problem = _problem(pages, len(document))
    return sheaf.reading(pages=len(document), reader="assay.pdf")


def _gather(sheaf: Sheaf, document: PdfDocument, page: Page, finder: Finder, budget: _Budget) -> _Gathered:
    glyphs, drawing = glyphs_of(page), survey(page)
    tables = _find_tables(sheaf, page, glyphs, finder, budget) if _is_ruled(drawing) and glyphs else []
    pictures = list(pictures_of(page, budget.pictures)) if drawing.pictures else []
    budget.pictures -= len(pictures)
    if drawing.pictures and budget.pictures <= 0:
        sheaf.warn(f"More than {_PICTURES} pictures: the rest was left out.")
    taken = frozenset[int]().union(*(table.taken for table in tables))
    blocks = blocks_of(lines_of(glyphs, taken))
    links = [(link, _text_in(glyphs, link.box)) for link in links_of(document, page)]
    notes = list(notes_of(page))
    silent = drawing.pictures > 0 and not blocks and not tables
    return _Gathered(page.number, page.frame, blocks, tables, pictures, links, notes, silent)


def _is_ruled(drawing: Drawing) -> bool:
    return RULED <= drawing.segments <= DRAWN


def _find_tables(sheaf: Sheaf, page: Page, glyphs: list[Glyph], finder: Finder, budget: _Budget) -> list[Table]:
    if budget.tables <= 0:
        sheaf.warn(
            f"More than {_TABLE_PAGES} pages with rules: tables from page {page.number} on stand as lines of text."
        )
        return []
    budget.tables -= 1
    try:
        return tables_of(finder(page.number), glyphs)
    except TablesFailed:
        sheaf.warn(f"The rules on page {page.number} cannot be followed: its tables stand as lines of text.")
        return []


def _emit(sheaf: Sheaf, page: _Gathered, sizes: Sizes) -> None:
    name = f"Page {page.number}"
    size = (("name", name), ("width", round(page.frame.width, 2)), ("height", round(page.frame.height, 2)))
    holder = sheaf.add("page", Anchor(page=page.number), payload=Facts(size), plain=name)
    for item in _ordered(page):
        at = _anchor(page.number, item.box)
        if isinstance(item, Block):
            text, payload = sizes.text(item)
            added = sheaf.add("text", at, text, payload)
        elif isinstance(item, Table):
            added = sheaf.add("table", at, payload=item.grid)
        else:
            picture = Picture("", item.media_type, float(item.width), float(item.height))
            added = sheaf.add("image", at, payload=picture, blob=item.data)
        sheaf.link(added, holder, "part_of")
    _emit_marks(sheaf, page, holder)


def _ordered(page: _Gathered) -> list[Block | Table | Shown]:
    """Blocks in the order of the content, tables and pictures where they stand among them."""
    boxes, placed = [block.box for block in page.blocks], list[tuple[int, Block | Table | Shown]]()
    for table in page.tables:
        first = min(table.taken)
        before = sum(1 for block in page.blocks if block.lines[0].at < first)
        placed.append((position(table.box, boxes, before), table))
    placed += [(position(picture.box, boxes, None), picture) for picture in page.pictures]
    placed += list(enumerate(page.blocks))
    # At equal places a table or picture comes before the block that follows it.
    return [item for _, item in sorted(placed, key=lambda pair: (pair[0], isinstance(pair[1], Block)))]


def _emit_marks(sheaf: Sheaf, page: _Gathered, holder: Artifact) -> None:
    for link, text in page.links:
        facts = Facts((("text", text), ("target", link.target)))
        shown = f"{text}: {link.target}" if text else link.target
        sheaf.link(sheaf.add("hyperlink", _anchor(page.number, link.box), shown, facts), holder, "part_of")
    for note in page.notes:
        kind = "form_field" if note.type == "field" else "annotation"
        facts = Facts((("type", note.type), ("name", note.name), ("value", note.text)))
        shown = f"{note.name}: {note.text}" if note.name else note.text
        sheaf.link(sheaf.add(kind, _anchor(page.number, note.box), shown, facts), holder, "part_of")


def _emit_outline(sheaf: Sheaf, document: PdfDocument) -> None:
    for entry in outline_of(document):
        facts = Facts((("level", entry.level), ("page", entry.page)))
        sheaf.add("outline", Anchor(page=entry.page or None), entry.title, facts)


def _emit_metadata(sheaf: Sheaf, document: PdfDocument) -> None:
    for name, value in sorted(document.get_metadata_dict(skip_empty=True).items()):
        plain = " ".join(value.replace("\x00", "").split())
        if plain:
            sheaf.properties[name] = plain
            sheaf.add("metadata", Anchor(), f"{name}: {plain}", Facts((("name", name), ("value", plain))))
    sheaf.title = sheaf.properties.get("Title", "")


def _problem(pages: list[_Gathered], count: int) -> Problem | None:
    if not pages:
        return Problem("corrupt", "None of its pages can be read: open and save it again.")
    if count > _PAGES:
        return Problem("partial", f"It has {count:,} pages; the first {_PAGES:,} were read.")
    if len(pages) < count:
        return Problem("partial", f"{count - len(pages)} of {count} pages are damaged and were left out.")
    silent = [page.number for page in pages if page.silent]
    if silent:
        which = ", ".join(map(str, silent[:10])) + (" ..." if len(silent) > 10 else "")
        return Problem("needs_ocr", f"{len(silent)} of {count} pages are pictures without text: {which}.")
    return None


def _text_in(glyphs: list[Glyph], box: Box) -> str:
    x0, top, x1, bottom = box
    inside = [
        glyph for glyph in glyphs
        if x0 <= (glyph.x0 + glyph.x1) / 2 <= x1 and top <= (glyph.top + glyph.bottom) / 2 <= bottom
    ]  # fmt: skip
    return join_glyphs(inside)


def _anchor(page: int, box: Box) -> Anchor:
    x0, top, x1, bottom = (round(value, 2) for value in box)
    return Anchor(page=page, box=(x0, top, x1, bottom))
