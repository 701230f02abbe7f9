"""What is about a sheet or its cells, as artifacts: floats, formulas, comments, links, rules, looks and pivots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from assay.model.artifact import Anchor, Artifact, Facts
from extractors.excel.cell_looks import LOOKS_PER_SHEET, looks_of
from extractors.excel.conditional import rules_of
from extractors.excel.extras import Extra, extras_of
from extractors.excel.floats import Float
from extractors.excel.formula_text import has_own_columns
from extractors.excel.formulas import FormulaBlock
from extractors.excel.grids import SheetValues
from extractors.excel.layout import Laid, SheetLayout
from extractors.excel.notes import Note, notes_of
from extractors.excel.pivots import Pivot, pivots_of
from extractors.excel.places import Places
from extractors.excel.references import Box, box_of, column_letters
from extractors.excel.workbook import SheetEntry, Workbook
from extractors.markup import Element
from extractors.sheaf import Sheaf


@dataclass(frozen=True, slots=True)
class Reader:
    """A formula, chart, pivot or rule that waits for the grids of all sheets, with the formulas of what it reads."""

    artifact: Artifact
    sheet: str
    formulas: tuple[str, ...]
    reach: tuple[int, int] = (0, 0)


class SheetFacets:
    """Puts what is about one sheet into the sheaf; `waiting` holds what reads grids of other sheets."""

    def __init__(
        self, sheaf: Sheaf, workbook: Workbook, workbook_part: str, entry: SheetEntry, places: Places, sheet: Artifact
    ) -> None:
        self._sheaf = sheaf
        self._workbook = workbook
        self._workbook_part = workbook_part
        self._entry = entry
        self._places = places
        self._sheet = sheet
        self.waiting: list[Reader] = []

    def add_float(self, found: Float) -> Artifact:
        """Return the new artifact of something that floats over the grid."""
        artifact = self._float(found)
        self._sheaf.link(artifact, self._sheet, "part_of")
        if found.sources:
            self.waiting.append(Reader(artifact, self._entry.name, found.sources))
        link = dict(found.facts).get("link")
        if found.picture is not None and link:
            facts = Facts((("target", link), ("display", found.picture.picture.alt or None)))
            self._about(self._add("hyperlink", found.box, str(link), facts), artifact)
        return artifact

    def add_formulas(self, blocks: Iterable[FormulaBlock], values: SheetValues, tables: Sequence[Box]) -> None:
        """Add the formulas of the sheet's cells; in one of the formal tables a formula may name its columns alone."""
        for block in blocks:
            first = block.first
            facts = Facts((
                ("formula", first.shown), ("form", first.form), ("type", first.type),
                ("cells", block.box.height * block.box.width), ("value", values.displayed[first.cell]),
                ("cached", block.cached),
            ))  # fmt: skip
            artifact = self._add("formula", block.box, first.shown, facts, plain=first.form)
            under = self._places.under(self._entry.name, block.box)
            if under is not None:
                self._sheaf.link(artifact, under, "about")
            own = [_absolute(box) for box in tables if box.meets(block.box)] if has_own_columns(first.text) else []
            reach = (0, 0) if first.reach else (block.box.height - 1, block.box.width - 1)
            self.waiting.append(Reader(artifact, self._entry.name, (*first.reads, *own), reach))

    def add_looks(self, laid: Sequence[Laid], values: SheetValues, layout: SheetLayout) -> None:
        """Add what the cells of the grids look like."""
        codes = [format.code for format in values.formats]
        looks = self._workbook.styles.looks
        found = ((one, look) for one in laid for look in looks_of(values.cells, looks, codes, one))
        for one, look in islice(found, LOOKS_PER_SHEET):
            facts = Facts((("aspect", look.aspect), ("value", look.value), ("cells", look.ranges)))
            at, plain = self._at(look.around.text), f"{look.aspect}: {look.value}"
            artifact = self._sheaf.add("format", at, look.text, facts, plain=plain, place=self._entry.name)
            self._about(artifact, one.artifact)
            self._sheaf.link(artifact, self._sheet, "part_of")
        if next(found, None) is not None:
            layout.warn(f"its cells look different in more than {LOOKS_PER_SHEET:,} ways; the others are left out")

    def add_notes(self, rest: Element, hidden_rows: Sequence[int]) -> None:
        """Add what the sheet's part says of its cells and of itself."""
        package, part = self._workbook.package, self._entry.part
        threads = dict[str, Artifact]()
        for note in notes_of(package, self._workbook_part, part, rest):
            artifact = self._note(note)
            if note.id:
                threads.setdefault(note.id, artifact)
            if note.answers in threads:
                self._about(artifact, threads[note.answers])
        for rule in rules_of(rest, self._workbook.styles):
            self._ranged("format", rule.ranges, rule.text, Facts(rule.facts), rule.formulas, rule.plain)
        for pivot in pivots_of(package, part):
            self._pivot(pivot)
        for extra in extras_of(package, part, rest, hidden_rows, self._workbook.styles):
            self._extra(extra)

    def _float(self, found: Float) -> Artifact:
        at, place, add = self._at(found.box.text if found.box else None), self._entry.name, self._sheaf.add
        if found.chart is not None:
            for warning in found.chart.warnings:
                self._sheaf.warn(f"Sheet {place}: {warning}")
            ranges = f"\nsource ranges: {'; '.join(found.sources)}" if found.sources else ""
            text, identity = found.chart.text + ranges, found.chart.identity
            return add("chart", at, text, found.chart.chart, plain=identity, place=place)
        if found.picture is not None:
            alt, data = found.picture.picture.alt, found.picture.data
            plain = found.picture.address or found.name
            return add("image", at, alt, found.picture.picture, plain=plain, place=place, blob=data)
        facts = Facts((("name", found.name), *found.facts))
        return add("shape", at, found.text or _described(found), facts, plain=found.text or found.name, place=place)

    def _note(self, note: Note) -> Artifact:
        facts = Facts(note.facts)
        return self._ranged(note.kind, note.range, note.text, facts, note.formulas, note.plain or None)

    def _pivot(self, pivot: Pivot) -> None:
        artifact = self._add("pivot", pivot.box, pivot.text, Facts(pivot.facts))
        if pivot.source:
            self.waiting.append(Reader(artifact, self._entry.name, (pivot.source,)))

    def _extra(self, extra: Extra) -> None:
        artifact = self._ranged("other", extra.range, extra.text, Facts(extra.facts), extra.formulas)
        self._about(artifact, self._sheet)

    def _ranged(
        self, kind: str, ranges: str, text: str, facts: Facts, formulas: tuple[str, ...], plain: str | None = None
    ) -> Artifact:
        at = self._at(ranges or None)
        artifact = self._sheaf.add(kind, at, text, facts, plain=plain, place=self._entry.name)
        self._sheaf.link(artifact, self._sheet, "part_of")
        for range in ranges.split():
            box = box_of(range)
            if box is not None:
                self._meets(artifact, box)
        if formulas:
            self.waiting.append(Reader(artifact, self._entry.name, formulas))
        return artifact

    def _add(self, kind: str, box: Box | None, text: str, facts: Facts, plain: str | None = None) -> Artifact:
        at = self._at(box.text if box is not None else None)
        artifact = self._sheaf.add(kind, at, text, facts, plain=plain, place=self._entry.name)
        self._sheaf.link(artifact, self._sheet, "part_of")
        if box is not None:
            self._meets(artifact, box)
        return artifact

    def _meets(self, artifact: Artifact, box: Box) -> None:
        for key in self._places.within(self._entry.name, box):
            self._sheaf.link(artifact, key, "about")

    def _about(self, artifact: Artifact, target: Artifact) -> None:
        self._sheaf.link(artifact, target, "about")

    def _at(self, range: str | None = None) -> Anchor:
        return Anchor(sheet=self._entry.name, range=range)


def _absolute(box: Box) -> str:
    """Return a range that stays the same over all cells of a block."""
    return ":".join(
        f"${column_letters(column)}${row + 1}" for row, column in ((box.top, box.left), (box.bottom, box.right))
    )


def _described(found: Float) -> str:
    """Return what is to be said of a shape without words."""
    said = dict(found.facts)
    ends = " ".join(f"{end} “{said[end]}”" for end in ("from", "to") if end in said)
    words = (
        f"{said.get('type', 'shape')} “{found.name}”",
        ends,
        said.get("alternative text"),
    )
    return ", ".join(str(word) for word in words if word)
