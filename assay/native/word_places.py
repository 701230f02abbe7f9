"""Where the anchors of a Word document point in its XML: blocks of the body, parts, notes, sections."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from posixpath import basename, splitext

from assay.model.artifact import Anchor
from assay.native.field_marks import Field, fields
from assay.native.names import Element, above, children, chosen, name, stated, within
from assay.native.package import OfficeFile

_WRAPPERS = frozenset({
    "w:sdt", "w:sdtContent", "w:customXml", "w:smartTag", "w:ins", "w:del", "w:moveTo", "w:moveFrom",
})  # fmt: skip
_SEPARATORS = frozenset({"separator", "continuationSeparator", "continuationNotice"})
_MARKED = frozenset({"w:t", "w:delText", "w:sym", "w:drawing", "w:pict", "w:object", "m:t"})
# Ids of styles for lines of contents: those of Word, which stay English in every language, and those of others.
_CONTENTS = re.compile(r"toc\s*\d|tableoffigures|contents", re.IGNORECASE)
_NOTES = ("footnotes", "endnotes", "comments")


@dataclass(frozen=True, slots=True)
class Scope:
    """A piece of one part that an anchor names."""

    part: str
    element: Element


@dataclass(slots=True)
class Bookmark:
    """Where a bookmark starts and ends, and the paragraphs that hold what it marks."""

    marks: list[Element]
    holders: list[Element] = field(default_factory=list[Element])


class WordPlaces:
    """Finds what anchors point at; asked before anything is cut, since cuts move what follows."""

    def __init__(self, file: OfficeFile) -> None:
        self.file = file
        self.main = file.main_part()
        root = file.tree(self.main)
        self.root = root
        self._body = next(iter(within(root, "w:body")), None) if root is not None else None
        self._blocks = list(_blocks(self._body)) if self._body is not None else []
        self._fields: dict[str, list[Field]] = {}
        self._bookmarks: dict[str, list[Bookmark]] = {}
        self._contents: list[Element] | None = None

    def scope(self, at: Anchor) -> Scope | None:
        """Return the block, header, footer, note or comment that an anchor names."""
        index = at.index or 0
        if at.part == "body":
            return Scope(self.main, self._blocks[index]) if index < len(self._blocks) else None
        if at.part in _NOTES:
            return self._note(at.part or "", index)
        return self._margin(at.part or "")

    def section(self, index: int) -> Element | None:
        """Return the properties of a section."""
        stated_by = within(self._body, "w:sectPr") if self._body is not None else []
        found = [one for one in stated_by if above(one, "w:sectPrChange") is None]
        return found[index] if index < len(found) else None

    def fields(self, part: str) -> list[Field]:
        """Return the fields of a part."""
        if part not in self._fields:
            root = self.file.tree(part)
            self._fields[part] = fields(root) if root is not None else []
        return self._fields[part]

    def stories(self) -> Iterator[Scope]:
        """Yield the root of each part that holds paragraphs."""
        parts = [self.main]
        for type in ("header", "footer", *_NOTES):
            parts += self.file.targets(self.main, type)
        for part in dict.fromkeys(parts):
            root = self.file.tree(part)
            if root is not None:
                yield Scope(part, root)

    def bookmarks(self, scope: Scope) -> dict[str, list[Element]]:
        """Return where each bookmark that holds words of one paragraph alone starts and ends, by its name."""
        if scope.part not in self._bookmarks:
            root = self.file.tree(scope.part)
            self._bookmarks[scope.part] = list(bookmarks(root)) if root is not None else []
        held = (one for one in self._bookmarks[scope.part] if one.holders == [scope.element])
        return {stated(one.marks[0], "w:name"): one.marks for one in held}

    def contents(self) -> list[Element]:
        """Return the paragraphs that are lines of contents: in the result of such a field, or in such a style."""
        if self._contents is None:
            body = list(within(self._body, "w:p")) if self._body is not None else []
            inside = {above(word, "w:p") for one in self.fields(self.main) if one.type == "TOC" for word in one.result}
            self._contents = [one for one in body if one in inside or _CONTENTS.match(_style(one))]
        return self._contents

    def notes(self, kind: str) -> list[Scope]:
        """Return the footnotes, endnotes or comments of the document, in order."""
        part = next(iter(self.file.targets(self.main, kind)), "")
        root = self.file.tree(part)
        return [Scope(part, one) for one in root if _is_note(one)] if root is not None else []

    def _note(self, kind: str, index: int) -> Scope | None:
        notes = self.notes(kind)
        named = [one for one in notes if stated(one.element, "w:id") == str(index)]
        return named[0] if named else notes[index - 1] if 0 < index <= len(notes) else None

    def _margin(self, part: str) -> Scope | None:
        targets = [*self.file.targets(self.main, "header"), *self.file.targets(self.main, "footer")]
        found = next((one for one in targets if splitext(basename(one))[0].lower() == part.lower()), "")
        root = self.file.tree(found)
        return Scope(found, root) if root is not None else None


def bookmarks(root: Element) -> Iterator[Bookmark]:
    """Yield the bookmarks of a part, each as it ends."""
    running = dict[str, Bookmark]()
    for one in root.iter():
        kind = name(one)
        if kind == "w:bookmarkStart":
            running[stated(one, "w:id")] = Bookmark([one])
        elif kind == "w:bookmarkEnd" and stated(one, "w:id") in running:
            ended = running.pop(stated(one, "w:id"))
            ended.marks.append(one)
            yield ended
        elif running and kind in _MARKED:
            holder = above(one, "w:p")
            for each in running.values():
                if holder is not None and holder not in each.holders[-1:]:
                    each.holders.append(holder)


def _style(paragraph: Element) -> str:
    found = (stated(one, "w:val") for each in children(paragraph, "w:pPr") for one in children(each, "w:pStyle"))
    return next(found, "")


def _is_note(element: Element) -> bool:
    return bool(name(element)) and stated(element, "w:type") not in _SEPARATORS


def _blocks(parent: Element) -> Iterator[Element]:
    for child in parent:
        if name(child) in ("w:p", "w:tbl"):
            yield child
        elif name(child) == "mc:AlternateContent":
            branch = next((one for one in chosen(child) if name(one) in ("mc:Choice", "mc:Fallback")), None)
            yield from _blocks(branch) if branch is not None else ()
        elif name(child) in _WRAPPERS:
            yield from _blocks(child)
