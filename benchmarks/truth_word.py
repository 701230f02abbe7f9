"""What stands beside the words of a Word file, and how they look, by python-docx and the XML below it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path

import docx
from docx.document import Document
from lxml import etree

from benchmarks.truth_facets import Facet, folded

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_PICTURE = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}docPr"
_NOTES = (
    ("footnoteReference", "footnote", "footnotes"),
    ("endnoteReference", "endnote", "endnotes"),
    ("commentReference", "comment", "comments"),
)
_MARGINS = (("", "header", "footer"), ("first", "first_page_header", "first_page_footer"))
Node = etree._Element  # pyright: ignore[reportPrivateUsage]  lxml names its nodes no other way


def word_facets(file: Path) -> Iterator[Facet]:
    """Yield the facets of a Word file, its title first."""
    document = docx.Document(str(file))
    yield Facet("metadata", {"part": "properties"}, document.core_properties.title or "")
    yield from _margins(document)
    notes = {part: _texts(document, part) for _, _, part in _NOTES}
    body = document.element.find(f"{_W}body")
    for index, block in enumerate(() if body is None else body):
        at = {"part": "body", "index": index}
        for paragraph in block.iter(f"{_W}p"):
            yield from _beside(paragraph, at, notes)
            yield from _links(document, paragraph, at)
            yield from _looks(paragraph, at)


def _margins(document: Document) -> Iterator[Facet]:
    for section in document.sections:
        for pages, *names in _MARGINS:
            for kind, name in zip(("header", "footer"), names, strict=True):
                shown = not pages or section.different_first_page_header_footer
                text = folded(" ".join(one.text for one in getattr(section, name).paragraphs)) if shown else ""
                if text:
                    yield Facet(kind, {"part": kind}, text, pages)


def _texts(document: Document, part: str) -> dict[str, str]:
    """The notes of a kind by their numbers."""
    found = [rel.target_part for rel in document.part.rels.values() if rel.reltype.endswith(f"/{part}")]
    roots = [etree.fromstring(one.blob) for one in found]
    return {str(note.get(f"{_W}id")): text_of(note) for root in roots for note in root}


def text_of(node: Node) -> str:
    """Return the words below a node, on one line."""
    words = (part.text or "" if part.tag == f"{_W}t" else " " for part in node.iter(f"{_W}t", f"{_W}tab", f"{_W}br"))
    return folded("".join(words))


def _beside(paragraph: Node, at: Mapping[str, object], notes: Mapping[str, Mapping[str, str]]) -> Iterator[Facet]:
    about = text_of(paragraph)
    for tag, kind, part in _NOTES:
        for mark in paragraph.iter(f"{_W}{tag}"):
            yield Facet(kind, at, notes[part].get(str(mark.get(f"{_W}id")), ""), about)
    for picture in paragraph.iter(_PICTURE):
        yield Facet("image", at, folded(picture.get("descr") or ""))


def _links(document: Document, paragraph: Node, at: Mapping[str, object]) -> Iterator[Facet]:
    for link in paragraph.iter(f"{_W}hyperlink"):
        to = link.get(f"{_R}id")
        if to is not None:
            yield Facet("hyperlink", at, document.part.rels[to].target_ref, text_of(link))


def _looks(paragraph: Node, at: Mapping[str, object]) -> Iterator[Facet]:
    """Neighbouring runs that look alike, one facet for each look."""
    about = text_of(paragraph)
    for kind, names in (("highlight", ("highlight",)), ("strikeout", ("strike", "dstrike")), ("font", ("b", "color"))):
        for look, runs in groupby(paragraph.iter(f"{_W}r"), key=lambda run, names=names: _look(run, names)):
            words = _words(runs)
            if look and words:
                yield Facet(kind, at, words, about, dict(look))


def _words(runs: Iterable[Node]) -> str:
    return folded("".join(part.text or "" for run in runs for part in run.iter(f"{_W}t")))


def _look(run: Node, names: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    marks = [(name, mark) for name in names for mark in run.findall(f"{_W}rPr/{_W}{name}")]
    stated = [(name, str(mark.get(f"{_W}val") or "true")) for name, mark in marks]
    kept = [(name, value) for name, value in stated if value not in ("0", "false", "none")]
    return tuple(("bold" if name == "b" else name, value) for name, value in kept)
