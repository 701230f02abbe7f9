"""Holds an archive against its key: every value stands where the key says, and no two disagree unawares."""

# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false
from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal
from html import unescape
from pathlib import Path

import pdfplumber
from pdfplumber.utils.exceptions import PdfminerException

from assay.enterprise.key import Key, read_key
from assay.enterprise.looking import INK, opened
from assay.enterprise.placed import Mark, Place
from assay.enterprise.records import Fact, Show
from assay.enterprise.units import convert

_NUMBER = re.compile(r"\d(?:[\d.,]*\d)?")
_PLAIN = re.compile(r"\d+(\.\d+)?")
_OFFICE = (".docx", ".xlsx", ".pptx")


def check(archive: Path, key: Path) -> list[str]:
    """Return one sentence for each thing in which the archive and its key differ; none if all is well."""
    record = read_key(key)
    return [
        *_misplaced(archive, record),
        *_unequal(record),
        *_undeclared(record),
        *_undisclosed(record),
        *_unmarked(archive, record.marks),
    ]


def _misplaced(archive: Path, key: Key) -> Iterator[str]:
    """Look at one file after another, so that no more than one is open."""
    by_path: dict[str, list[Place]] = {}
    for place in (place for _, places in key.facts for place in places):
        by_path.setdefault(place.path, []).append(place)
    for path, places in by_path.items():
        look = opened(archive / path) if (archive / path).is_file() else None
        for place in places:
            found = look(place.at) if look else ""
            if not _shows(found, place):
                yield f"{path} at {dict(place.at)} shows {found!r}, the key says {place.show.text!r}."


def _shows(found: str, place: Place) -> bool:
    if place.modality == "visual":
        return found == INK or (bool(found) and Decimal(found) == place.show.value)
    if place.show.fact.words or "row" in place.at or ("range" in place.at and "part" not in place.at):
        return place.show.text in found
    return place.show.text in _NUMBER.findall(found)


def _unequal(key: Key) -> Iterator[str]:
    for fact, places in key.facts:
        if not places:
            yield f"{_named(fact)} is shown nowhere."
        for place in places:
            shown = place.show
            if fact.words:
                here, same = fact.words, fact.words == shown.text
            else:
                here = _here(fact, shown)
                same = here == shown.value and shown.value in _written(shown.text)
            if not same:
                yield f"{place.path} shows {_named(fact)} as {shown.text} {shown.unit}, which is not {here}."


def _here(fact: Fact, shown: Show) -> Decimal:
    """Return the value of a fact in the unit of a place; fewer digits are fine where the key says so."""
    value = fact.value if shown.unit == "year" else convert(fact.value, fact.unit, shown.unit, shown.rate)
    return value.quantize(shown.value, ROUND_HALF_UP) if shown.rounded else value


def _written(text: str) -> list[Decimal]:
    """Return what a number may mean: commas or points between thousands."""
    readings = (text.replace(",", ""), text.replace(".", "").replace(",", "."))
    return [Decimal(reading) for reading in readings if _PLAIN.fullmatch(reading)]


def _undisclosed(key: Key) -> Iterator[str]:
    shown = {(fact.entity, fact.measure, fact.period) for fact, _ in key.facts}
    for fact in key.absent:
        if (fact.entity, fact.measure, fact.period) in shown:
            yield f"{_named(fact)} is shown, though the key calls it absent."


def _undeclared(key: Key) -> Iterator[str]:
    declared = {frozenset(facts) for facts in key.conflicts}
    seen: dict[tuple[str, str, str], list[Fact]] = {}
    for fact, _ in key.facts:
        seen.setdefault((fact.entity, fact.measure, fact.period), []).append(fact)
    for facts in seen.values():
        if len(facts) > 1 and frozenset(facts) not in declared:
            yield f"{_named(facts[0])} has {len(facts)} values and no conflict is listed."
        if sum(fact.current for fact in facts) != 1:
            yield f"{_named(facts[0])} has no single current value."


def _named(fact: Fact) -> str:
    return f"{fact.measure} of {fact.entity} in {fact.period}"


def _unmarked(archive: Path, marks: tuple[Mark, ...]) -> Iterator[str]:
    contents: dict[str, str] = {}
    for mark in marks:
        path = archive / mark.path
        if mark.path not in contents:
            contents[mark.path] = _content(path) if path.is_file() else ""
        if mark.value.removeprefix("=") not in contents[mark.path]:
            yield f"{mark.path}: the {mark.kind} {mark.value!r} of the key is not in the file."


def _content(path: Path) -> str:
    """Return all text that a file holds, markup included; of a PDF its title, outline and links."""
    if path.suffix in _OFFICE and zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as package:
            names = [name for name in package.namelist() if name.endswith((".xml", ".rels"))]
            return unescape("\n".join(package.read(name).decode("utf-8", "replace") for name in names))
    if path.suffix == ".pdf":
        return _pdf_content(path)
    return unescape(path.read_text("utf-8", "replace"))


def _pdf_content(path: Path) -> str:
    try:
        with pdfplumber.open(path) as document:
            links = [str(link.get("uri")) for page in document.pages for link in page.hyperlinks]
            outlined = "Outlines" in document.doc.catalog
            titles = [str(entry[1]) for entry in document.doc.get_outlines()] if outlined else []
            return "\n".join([str(document.metadata.get("Title")), *titles, *links])
    except PdfminerException:
        return ""
