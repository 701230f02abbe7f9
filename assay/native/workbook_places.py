"""Where a workbook's artifacts stand in its parts: sheets, their cells by address, and what is drawn over them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeVar

from assay.model.artifact import Artifact
from assay.model.sheet_range import Box, box_of
from assay.native.cuts import Gone
from assay.native.names import Element, local, remove, stated
from assay.native.package import OfficeFile

_ADDRESS = re.compile(r"[A-Z]{1,3}[0-9]{1,7}")
Candidate = TypeVar("Candidate")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of the workbook: its entry, its place among the sheets, and its part."""

    entry: Element
    index: int
    part: str


class WorkbookPlaces:
    """The parts of a workbook, read as they are asked for."""

    def __init__(self, file: OfficeFile) -> None:
        self.file = file
        self.main = file.main_part()
        self.root = file.tree(self.main)
        self.sheets = {sheet.entry.get("name", ""): sheet for sheet in self._listed()}
        self._cells: dict[str, dict[tuple[int, int], Element]] = {}

    def sheet(self, artifact: Artifact) -> Sheet | None:
        """Return the sheet that an artifact is on."""
        return self.sheets.get(artifact.at.sheet or "")

    def tree(self, artifact: Artifact) -> Element | None:
        """Return the root of the part of the sheet that an artifact is on."""
        sheet = self.sheet(artifact)
        return self.file.tree(sheet.part) if sheet is not None else None

    def cells(self, artifact: Artifact) -> dict[tuple[int, int], Element]:
        """Return the cells of the sheet that an artifact is on, by row and column."""
        sheet = self.sheet(artifact)
        if sheet is None:
            return {}
        if sheet.part not in self._cells:
            root = self.file.tree(sheet.part)
            self._cells[sheet.part] = _addressed(root) if root is not None else {}
        return self._cells[sheet.part]

    def in_ranges(self, artifact: Artifact, ranges: str) -> list[Element]:
        """Return the cells of some ranges of an artifact's sheet."""
        cells, found = self.cells(artifact), set[tuple[int, int]]()
        for box in boxes_of(ranges):
            found.update(_filled(box, cells))
        return [cells[place] for place in cells if place in found] if found else []

    def related(self, artifact: Artifact, type: str) -> list[str]:
        """Return the parts that the sheet of an artifact refers to with a type."""
        sheet = self.sheet(artifact)
        return self.file.targets(sheet.part, type) if sheet is not None else []

    def trees(self, parts: Iterable[str]) -> list[Element]:
        """Return the roots of some parts."""
        return [root for part in parts if (root := self.file.tree(part)) is not None]

    def _listed(self) -> list[Sheet]:
        if self.root is None:
            return []
        entries = [one for listed in self.root if local(listed) == "sheets" for one in listed if local(one) == "sheet"]
        return [
            Sheet(entry, index, self.file.related(self.main, stated(entry, "r:id")))
            for index, entry in enumerate(entries)
        ]


def _filled(box: Box, cells: Mapping[tuple[int, int], Element]) -> Iterator[tuple[int, int]]:
    """Yield the places of a box that have a cell, by way of the box or of the cells, whichever are fewer."""
    if box.height * box.width <= len(cells):
        inside = product(range(box.top, box.bottom + 1), range(box.left, box.right + 1))
        return (place for place in inside if place in cells)
    return (place for place in cells if box.holds(*place))


def boxes_of(ranges: str) -> list[Box]:
    """Return the boxes of ranges as a sheet lists them."""
    return [box for text in ranges.split() if (box := box_of(text)) is not None]


def all_local(root: Element | None, *names: str) -> list[Element]:
    """Return the descendants of some names, whatever their namespace."""
    return [one for one in root.iter() if local(one) in names] if root is not None else []


def owners_of(gone: Gone, artifact: Artifact) -> frozenset[str]:
    """Return the keys of what an artifact is about or part of."""
    return frozenset(edge.target for edge in gone.document.edges if edge.source == artifact.key)


def nth(
    gone: Gone, artifact: Artifact, candidates: Sequence[Candidate], same: Callable[[Artifact], bool] = lambda _: True
) -> list[Candidate]:
    """Return the candidate that an artifact stands for: the n-th for the n-th artifact of its kind in its place."""
    peers = [
        one
        for one in gone.document.artifacts
        if (one.kind, one.at.sheet, one.at.range) == (artifact.kind, artifact.at.sheet, artifact.at.range) and same(one)
    ]
    at = next((index for index, one in enumerate(peers) if one.key == artifact.key), 0)
    return [candidates[at]] if at < len(candidates) else []


def remove_listed(element: Element) -> None:
    """Take an element out of a list, the list with its last one, and bring the list's count up to date."""
    listed = element.getparent()
    remove(element)
    if listed is None:
        return
    if len(listed) == 0:
        remove(listed)
    elif "count" in listed.attrib:
        listed.set("count", str(len(listed)))


def remove_emptied(element: Element) -> None:
    """Take an element out with the lists and extensions around it that then hold nothing more."""
    parent = element.getparent()
    remove(element)
    while parent is not None and parent.getparent() is not None and not any(local(one) != "f" for one in parent):
        parent, empty = parent.getparent(), parent
        remove(empty)


def _addressed(root: Element) -> dict[tuple[int, int], Element]:
    found, row, column = dict[tuple[int, int], Element](), -1, -1
    for element in root.iter():
        name = local(element)
        if name == "row":
            stated_row = element.get("r", "")
            row, column = (int(stated_row) - 1 if stated_row.isdigit() else row + 1), -1
        elif name == "c":
            address = element.get("r", "")
            box = box_of(address) if _ADDRESS.fullmatch(address) else None
            row, column = (box.top, box.left) if box is not None else (row, column + 1)
            found[row, column] = element
    return found
