"""Answers to questions on formatting: from the key's record of a place, or else from the native file."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from benchmarks.truth_archive import Archive
from benchmarks.truth_facets import Facet, folded
from benchmarks.truth_faults import Unanswerable, Unreadable
from benchmarks.truth_key import Key, Look

Parts = Mapping[str, str]
_DOC = r"(?P<doc>the (?:Word document|workbook|presentation|PDF|text|web page) “.+?”|the file \S+)"
_SENTENCE = "(?:“(?P<whole>.+?)”|that begins “(?P<opening>.+?)”)"
_SHEET, _SLIDE = "the sheet “(?P<sheet>.+?)”", r"slide (?P<slide>\d+)"
_CELL, _COLOUR, _WORDS = "(?P<range>[A-Z]+[0-9]+)", "(?P<colour>[0-9A-F]{6})", "“(?P<words>.+?)”"
_HEX, _FULL, _URL = r"Give the six-digit RGB hex code\.", r"Give (?:its|their) full text\.", r"Give the full URL\."
_CHART = f"In the chart(?: titled “(?P<chart>.+?)”)? on (?:{_SLIDE}|{_SHEET}) of {_DOC}"


def _value(facet: Facet, parts: Parts) -> str:
    return facet.value


def _fill(facet: Facet, parts: Parts) -> str:
    return facet.detail.get("fill", "")


def _font(facet: Facet, parts: Parts) -> str:
    return facet.detail.get("color", "")


def _slide(facet: Facet, parts: Parts) -> str:
    return str(facet.at["slide"])


def _page(facet: Facet, parts: Parts) -> str:
    return str(facet.at["page"])


def _cells(facet: Facet, parts: Parts) -> str:
    """What a name stands for; the key has the cells in its place and the name as its value."""
    return f"{facet.at['sheet']}!{facet.at['range']}" if "range" in facet.at else facet.value.replace("'", "")


def _range(facet: Facet, parts: Parts) -> str:
    return str(facet.at["range"])


def _point(facet: Facet, parts: Parts) -> str:
    return facet.value.removesuffix(".0")


def _entries(facet: Facet, parts: Parts) -> str:
    return json.dumps(sorted(entry.strip() for entry in facet.value.split(",")), ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Family:
    """The words of a question, the kind of facet that they ask for, and what of it they want."""

    words: str
    kind: str
    gives: Callable[[Facet, Parts], str] = _value


_FAMILIES = (
    Family(f"In {_DOC}, which words of the sentence that begins “(?P<opening>.+)” are highlighted\\?", "highlight"),
    Family(f"In {_DOC}, which words of the sentence that begins “(?P<opening>.+)” are struck out\\?", "strikeout"),
    Family(f"In {_DOC}, what does the footnote to the sentence {_SENTENCE} say\\? {_FULL}", "footnote"),
    Family(f"In {_DOC}, what does the endnote to the sentence {_SENTENCE} say\\? {_FULL}", "endnote"),
    Family(f"In {_DOC}, what does the comment on the sentence {_SENTENCE} say\\? {_FULL}", "comment"),
    Family(rf"Which alternative text \(description\) does the picture in {_DOC} have\? {_FULL}", "image"),
    Family(
        f"In {_DOC}, which font colour do the words {_WORDS} have in the sentence {_SENTENCE}\\? {_HEX}", "font", _font
    ),
    Family(
        f"In {_DOC}, which words are set in (?:(?P<bold>bold)|the colour {_COLOUR}) in the sentence that begins "
        "“(?P<opening>.+)”\\?",
        "font",
    ),
    Family(rf"What does the page header of {_DOC} say(?P<first> on the first page)?\? {_FULL}", "header"),
    Family(rf"What does the page footer of {_DOC} say(?P<first> on the first page)?\? {_FULL}", "footer"),
    Family(f"In {_DOC}, which address does the link “(?P<link>.+)” lead to\\? {_URL}", "hyperlink"),
    Family(f"In {_DOC}, which address does the link in cell {_CELL} of {_SHEET} lead to\\? {_URL}", "hyperlink"),
    Family(f"In {_DOC}, which formula stands in cell {_CELL} of {_SHEET}\\?", "formula"),
    Family(f"In {_DOC}, what does the comment on cell {_CELL} of {_SHEET} say\\?", "comment"),
    Family(
        rf"In {_DOC}, which entries may be chosen in the cells? (?P<range>\S+) of {_SHEET}\? "
        r"Give them as a JSON array of strings, in any order\.",
        "validation",
        _entries,
    ),
    Family(
        rf"In {_DOC}, which range of {_SHEET} does the table named “(?P<name>.+)” cover\? Give it like B2:D9\.",
        "table",
        _range,
    ),
    Family(
        rf"In {_DOC}, which cells does the defined name “(?P<name>.+)” stand for\? "
        r"Give sheet and range like Data!\$B\$2:\$D\$9\.",
        "name",
        _cells,
    ),
    Family(
        rf"In {_DOC}, which fill colour does the cell {_CELL} \({_WORDS}\) of {_SHEET} have\? {_HEX}", "format", _fill
    ),
    Family(
        f"On {_SHEET} of {_DOC}, one cell of the table is filled with the colour {_COLOUR}. What does this cell say\\?",
        "format",
    ),
    Family(f"Which sheet of {_DOC} is hidden\\? Give its name\\.", "hidden"),
    Family(
        f"{_CHART}, which value does the series “(?P<series>.+)” show for (?P<about>.+)\\? Give the number\\.",
        "point",
        _point,
    ),
    Family(f"{_CHART}, which category is highest in the series “(?P<series>.+)”\\?", "highest"),
    Family(
        f"Which fill colour does the cell {_WORDS} of the table on {_SLIDE} of {_DOC} have\\? {_HEX}",
        "cell_color",
        _fill,
    ),
    Family(
        f"In the table on {_SLIDE} of {_DOC}, one cell is filled with the colour {_COLOUR}. What does this cell say\\?",
        "cell_color",
    ),
    Family(f"Which fill colour does the shape that says {_WORDS} on {_SLIDE} of {_DOC} have\\? {_HEX}", "shape", _fill),
    Family(f"What does the shape filled with the colour {_COLOUR} on {_SLIDE} of {_DOC} say\\?", "shape"),
    Family(f"What do the speaker notes of {_SLIDE} of {_DOC} say\\? {_FULL}", "note"),
    Family(f"Which slide of {_DOC} is hidden\\? Give its number, counted from 1\\.", "hidden", _slide),
    Family(f"Which title does the hidden slide of {_DOC} have\\?", "hidden"),
    Family(rf"To which page does the entry {_WORDS} in the outline \(bookmarks\) of {_DOC} lead\?", "outline", _page),
    Family(
        rf"Which entries stand directly below “(?P<above>.+)” in the outline \(bookmarks\) of {_DOC}\? "
        r"Give them as a JSON array of strings, in their order\.",
        "below",
    ),
    Family(f"Which title do the document properties of {_DOC} state\\?", "metadata"),
)


@dataclass(frozen=True, slots=True)
class Told:
    """An answer, and whether the key's record or the native file gives it."""

    value: str
    source: str


def is_on_formatting(question: str) -> bool:
    """Return whether a question asks for formatting in words that are known."""
    return any(re.fullmatch(family.words, question) for family in _FAMILIES)


def told(key: Key, archive: Archive, question: str) -> Told:
    """Return the answer to a question on formatting."""
    for family in _FAMILIES:
        found = re.fullmatch(family.words, question)
        if found is not None:
            parts = {name: text for name, text in found.groupdict().items() if text is not None}
            return _told(key, archive.called(parts["doc"]), archive, family, parts)
    raise Unreadable("no question on formatting is asked in these words")


def _told(key: Key, path: str, archive: Archive, family: Family, parts: Parts) -> Told:
    facets = [facet for facet in _facets(archive.facets(path), family.kind, parts) if _fits(facet, parts)]
    places = [facet.at for facet in facets]
    record = [_facet(look) for look in key.looks if look.path == path and look.kind == family.kind]
    noted = [facet for facet in record if any(_same_place(facet.at, at) for at in places) and _agrees(facet, parts)]
    given = _only({family.gives(facet, parts) for facet in facets}, "the file")
    if not noted:
        return Told(given, "file")
    recorded = _only({family.gives(facet, parts) for facet in noted}, "the key")
    if recorded != given:
        raise Unanswerable(f"the key says {recorded!r}, the file {given!r}")
    return Told(recorded, "key")


def _only(values: set[str], source: str) -> str:
    if len(values) != 1:
        raise Unanswerable(f"{source} gives {len(values)} answers: {sorted(values)[:3]}")
    return next(iter(values))


def _facet(look: Look) -> Facet:
    return Facet(look.kind, look.at, folded(look.value), detail=look.detail)


def _same_place(recorded: Mapping[str, object], at: Mapping[str, object]) -> bool:
    """Whether a recorded place is one that was found; a name is recorded by its cells, which have no place."""
    shared = recorded.keys() & at.keys() - {"shape"}
    return all(recorded[name] == at[name] for name in shared) and bool(shared or not at)


def _agrees(facet: Facet, parts: Parts) -> bool:
    """Whether a recorded facet is the asked one of its place: by its words, its name or its looks."""
    said = next((parts[name] for name in ("words", "name") if name in parts), facet.value)
    return facet.value == said and (facet.kind == "point" or _has_looks(facet, parts))


def _fits(facet: Facet, parts: Parts) -> bool:
    at = {name: parts[name] for name in ("sheet", "range", "slide") if name in parts}
    about = all(facet.about == parts[name] for name in ("whole", "link", "about", "name") if name in parts)
    begins = facet.about.startswith(parts.get("opening", ""))
    words = parts.get("words", facet.value) == facet.value
    placed = all(str(facet.at.get(name, "")) == value for name, value in at.items())
    return about and begins and words and placed and _has_looks(facet, parts)


def _has_looks(facet: Facet, parts: Parts) -> bool:
    coloured = "colour" not in parts or parts["colour"] in (facet.detail.get("color"), facet.detail.get("fill"))
    bold = "bold" not in parts or facet.detail.get("bold") == "true"
    series = all(facet.detail.get(name) == parts[name] for name in ("chart", "series") if name in parts)
    first = facet.kind not in ("header", "footer") or facet.about == ("first" if "first" in parts else "")
    alone = facet.kind == "format" and "words" not in parts and facet.detail.get("alone") == "True"
    return coloured and bold and series and first and not alone


def _facets(facets: list[Facet], kind: str, parts: Parts) -> Iterator[Facet]:
    """The facets of a kind; what several facets together say is a kind too."""
    if kind == "highest":
        yield from _highest([facet for facet in facets if facet.kind == "point" and _fits(facet, parts)])
    elif kind == "below":
        yield from _below([facet for facet in facets if facet.kind == "outline"], parts["above"])
    else:
        yield from (facet for facet in facets if facet.kind == kind)


def _highest(points: list[Facet]) -> Iterator[Facet]:
    best = max((float(point.value) for point in points), default=0.0)
    for point in points:
        if float(point.value) == best:
            yield Facet("highest", point.at, point.about, point.about, point.detail)


def _below(entries: list[Facet], above: str) -> Iterator[Facet]:
    for place, entry in enumerate(entries):
        if entry.value == above:
            level = int(entry.detail["level"])
            names: list[str] = []
            for other in entries[place + 1 :]:
                if int(other.detail["level"]) <= level:
                    break
                names += [other.value] if int(other.detail["level"]) == level + 1 else []
            yield Facet("below", entry.at, json.dumps(names, ensure_ascii=False))
