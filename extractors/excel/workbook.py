"""The workbook part and what all sheets share: their list, names, strings, styles and the epoch of dates."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from extractors.excel.references import box_of
from extractors.excel.strings import SharedStrings, shared_strings
from extractors.excel.styles import S, Styles, styles_of
from extractors.markup import Element, child, value, whole
from extractors.number_format import GENERAL, NumberFormat, number_format
from extractors.package import Package, target_of

# What a workbook calls the property of cells whose formulas spill, and a cell that has it.
_DYNAMIC = b"fDynamic="
_MARKED = re.compile(rb'<(?:\w+:)?c\b[^>]*?\br="([A-Z]{1,3}[0-9]{1,7})"[^>]*?\bcm="[1-9]')


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """A sheet as the workbook lists it; `type` is the relationship's (worksheet, chartsheet, ...)."""

    name: str
    index: int
    state: str
    part: str
    type: str


@dataclass(frozen=True, slots=True)
class DefinedName:
    """A name of the workbook, or of one sheet (its index)."""

    name: str
    formula: str
    sheet: int | None
    hidden: bool
    comment: str


@dataclass(frozen=True, slots=True)
class Workbook:
    """What the sheets share."""

    package: Package
    sheets: tuple[SheetEntry, ...]
    names: tuple[DefinedName, ...]
    strings: SharedStrings
    styles: Styles
    epoch_1904: bool
    has_dynamic_arrays: bool = False

    def format_of(self, style: int) -> NumberFormat:
        """Return the number format of a style."""
        formats = self.styles.formats
        return formats[style] if style < len(formats) else number_format(GENERAL)

    def spilling(self, part: str) -> frozenset[tuple[int, int]]:
        """Return the places of the dynamic array formulas of a sheet's part."""
        data = self.package.read(part) if self.has_dynamic_arrays else None
        found = _MARKED.findall(data) if data is not None else ()
        boxes = (box_of(address.decode()) for address in found)
        return frozenset((box.top, box.left) for box in boxes if box is not None)


def open_workbook(package: Package, part: str) -> Workbook | None:
    """Return the workbook of a package, None where its main part cannot be read."""
    root = package.tree(part)
    if root is None:
        return None
    strings = next(iter(package.targets(part, "sharedStrings")), "xl/sharedStrings.xml")
    stream = package.stream(strings) if strings in package else None
    return Workbook(
        package=package,
        sheets=tuple(_sheets(package, part, root)),
        names=tuple(_names(root)),
        strings=shared_strings(stream) if stream is not None else SharedStrings(),
        styles=styles_of(package, part),
        epoch_1904=value(child(root, f"{S}workbookPr"), "date1904") in ("1", "true"),
        has_dynamic_arrays=any(
            _DYNAMIC in (package.read(part) or b"") for part in package.targets(part, "sheetMetadata")
        ),
    )


def _sheets(package: Package, part: str, root: Element) -> Iterator[SheetEntry]:
    related = package.relationships(part)
    for index, entry in enumerate(root.iterfind(f"{S}sheets/{S}sheet")):
        target = target_of(related, entry)
        state = entry.get("state", "visible")
        name = entry.get("name", f"Sheet{index + 1}")
        if target is None or target.external:
            yield SheetEntry(name, index, state, f"xl/worksheets/sheet{index + 1}.xml", "worksheet")
        else:
            yield SheetEntry(name, index, state, target.target, target.type)


def _names(root: Element) -> Iterator[DefinedName]:
    for entry in root.iterfind(f"{S}definedNames/{S}definedName"):
        sheet = entry.get("localSheetId")
        hidden = entry.get("hidden") in ("1", "true")
        yield DefinedName(
            entry.get("name", ""), (entry.text or "").strip(), whole(sheet) if sheet else None, hidden,
            entry.get("comment", ""),
        )  # fmt: skip
