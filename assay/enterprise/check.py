"""Holds an archive against its key: every value stands where the key says, and no two disagree unawares."""

# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false
from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from decimal import Decimal
from html import unescape
from pathlib import Path

import pdfplumber
from pdfplumber.utils.exceptions import PdfminerException

from assay.enterprise.key import Key, read_key
from assay.enterprise.looking import Look, opened
from assay.enterprise.records import Fact, Mark, Place
from assay.enterprise.units import convert

_NUMBER = re.compile(r"\d(?:[\d.,]*\d)?")
_OFFICE = (".docx", ".xlsx", ".pptx")


def check(archive: Path, key: Path) -> list[str]:
    """Return one sentence for each thing in which the archive and its key differ; none if all is well."""
    record = read_key(key)
    return [*_misplaced(archive, record), *_unequal(record), *_undeclared(record), *_unmarked(archive, record.marks)]


def _misplaced(archive: Path, key: Key) -> Iterator[str]:
    looks: dict[str, Look] = {}
    for _, places in key.facts:
        for place in places:
            if place.path not in looks and (archive / place.path).is_file():
                looks[place.path] = opened(archive / place.path)
            found = looks[place.path](place.at) if place.path in looks else ""
            if not _shows(found, place):
                yield f"{place.path} at {dict(place.at)} shows {found!r}, the key says {place.show.text!r}."


def _shows(found: str, place: Place) -> bool:
    if place.modality == "visual":
        return bool(found) and Decimal(found) == place.show.value
    return place.show.text in (found if "row" in place.at or "range" in place.at else _NUMBER.findall(found))


def _unequal(key: Key) -> Iterator[str]:
    for fact, places in key.facts:
        if not places:
            yield f"{_named(fact)} is shown nowhere."
        for place in places:
            here = convert(fact.value, fact.unit, place.show.unit).quantize(place.show.value)
            written = Decimal(place.show.text.replace(",", ""))
            if not here == place.show.value == written:
                yield f"{place.path} shows {_named(fact)} as {place.show.text} {place.show.unit}, which is not {here}."


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
