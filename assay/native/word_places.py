"""Where the anchors of a Word document point in its XML: blocks of the body, parts, notes, sections."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from posixpath import basename, splitext

from assay.model.artifact import Anchor
from assay.native.names import Element, chosen, name, stated, within
from assay.native.package import OfficeFile

_WRAPPERS = frozenset({
    "w:sdt", "w:sdtContent", "w:customXml", "w:smartTag", "w:ins", "w:del", "w:moveTo", "w:moveFrom",
})  # fmt: skip
_SEPARATORS = frozenset({"separator", "continuationSeparator", "continuationNotice"})
_NOTES = ("footnotes", "endnotes", "comments")


@dataclass(frozen=True, slots=True)
class Scope:
    """A piece of one part that an anchor names."""

    part: str
    element: Element


class WordPlaces:
    """Finds what anchors point at; asked before anything is cut, since cuts move what follows."""

    def __init__(self, file: OfficeFile) -> None:
        self.file = file
        self.main = file.main_part()
        root = file.tree(self.main)
        self.root = root
        self._body = next(iter(within(root, "w:body")), None) if root is not None else None
        self._blocks = list(_blocks(self._body)) if self._body is not None else []

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
        found = within(self._body, "w:sectPr") if self._body is not None else []
        return found[index] if index < len(found) else None

    def stories(self) -> Iterator[Scope]:
        """Yield the root of each part that holds paragraphs."""
        parts = [self.main]
        for type in ("header", "footer", *_NOTES):
            parts += self.file.targets(self.main, type)
        for part in dict.fromkeys(parts):
            root = self.file.tree(part)
            if root is not None:
                yield Scope(part, root)

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
