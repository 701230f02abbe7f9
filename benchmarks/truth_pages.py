"""Titles, links and outlines of PDF, HTML and Markdown files, by pdfplumber, lxml and plain patterns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import lxml.html
import pdfplumber
from pdfminer.pdftypes import resolve1
from pdfplumber.page import Page
from pdfplumber.pdf import PDF

from benchmarks.truth_facets import Facet, folded

_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((\S+?)\)")
_HEADING = re.compile(r"^# +(.+)$", re.MULTILINE)


def pdf_facets(file: Path) -> Iterator[Facet]:
    """Yield the facets of a PDF file, its title first."""
    with pdfplumber.open(file) as pdf:
        yield Facet("metadata", {"part": "properties"}, str(pdf.metadata.get("Title", "")))
        yield from _outline(pdf)
        for number, page in enumerate(pdf.pages, 1):
            yield from _links(page, number)


def _outline(pdf: PDF) -> Iterator[Facet]:
    if "Outlines" not in pdf.doc.catalog:
        return
    pages = {page.page_obj.pageid: number for number, page in enumerate(pdf.pages, 1)}
    for level, title, target, action, _ in pdf.doc.get_outlines():
        to = target or (resolve1(action) or {}).get("D")
        page = pages.get(_page(pdf, to), 0)
        yield Facet("outline", {"page": page}, folded(str(title)), detail={"level": str(level)})


def _page(pdf: PDF, target: object) -> int:
    """The object number of the page that a destination, named or not, leads to."""
    to = resolve1(pdf.doc.get_dest(target) if isinstance(target, bytes) else target)
    found = resolve1(to["D"]) if isinstance(to, dict) else to
    return int(found[0].objid) if isinstance(found, list) else 0


def _links(page: Page, number: int) -> Iterator[Facet]:
    for link in page.hyperlinks:
        inside = page.crop((link["x0"] - 1, link["top"] - 1, link["x1"] + 1, link["bottom"] + 1), strict=False)
        yield Facet("hyperlink", {"page": number}, link["uri"], folded(inside.extract_text()))


def web_facets(file: Path) -> Iterator[Facet]:
    """Yield the title and the links of a web page."""
    page = lxml.html.fromstring(file.read_bytes())
    yield Facet("metadata", {}, folded(page.findtext(".//title") or ""))
    for link in page.iter("a"):
        yield Facet("hyperlink", {}, link.get("href") or "", folded(link.text_content()))


def text_facets(file: Path) -> Iterator[Facet]:
    """Yield the title and the links of a Markdown or plain text."""
    text = file.read_text(encoding="utf-8", errors="replace")
    heading = _HEADING.search(text)
    yield Facet("metadata", {}, folded(heading[1]) if heading else "")
    for words, target in _LINK.findall(text):
        yield Facet("hyperlink", {}, target, folded(words))
