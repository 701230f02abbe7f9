"""The rows of a table: one an entity, with subtotals of zones and a total where the table shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.enterprise.blocks import Cell
from assay.enterprise.language import LANGUAGES
from assay.enterprise.plans import Part
from assay.enterprise.records import Entity, Key, World
from assay.enterprise.showing import cell, marked

# measure, period, unit
Column = tuple[str, str, str]
Sums = tuple[tuple[int, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class Look:
    """How one table looks at a world: which part of it, in which language, with or without separators."""

    world: World
    part: Part
    language: str
    bare: bool

    def owners(self, item: bool) -> tuple[Entity, ...]:
        """Return whose values stand in the table, in the order of the table."""
        owners = self.world.items if item else self.world.entities
        return tuple(sorted(owners, key=lambda owner: owner.name)) if self.part.by_name else owners

    def cell(self, key: Key, unit: str = "") -> Cell:
        """Return the cell that shows what stands under a key."""
        return cell(self.world, self.part, key, unit, language=self.language, bare=self.bare)


def covered() -> Cell:
    """Return a cell that another covers."""
    return Cell("", across=0)


def body(
    look: Look, item: bool, columns: Sequence[Column], unit: str = "", head: int = 1
) -> tuple[list[tuple[Cell, ...]], Sums]:
    """Return the rows below the headings, and which of them add up which others, counted from the table's top."""
    if not look.part.zones:
        rows = [_row(look, owner, owner.named(look.language), columns, unit, index)
                for index, owner in enumerate(look.owners(item))]  # fmt: skip
        sums = [(head + len(rows), tuple(range(head, head + len(rows))))] if look.part.totals else []
    else:
        rows, sums = _zoned(look, columns, unit, head)
    if look.part.totals:
        rows.append(_row(look, look.world.place, LANGUAGES[look.language].total, columns, unit))
    return rows, tuple(sums)


def _zoned(
    look: Look, columns: Sequence[Column], unit: str, head: int
) -> tuple[list[tuple[Cell, ...]], list[tuple[int, tuple[int, ...]]]]:
    rows: list[tuple[Cell, ...]] = []
    sums: list[tuple[int, tuple[int, ...]]] = []
    for index, zone in enumerate(look.world.zones):
        first = head + len(rows)
        rows += [_row(look, owner, owner.named(look.language), columns, unit) for owner in look.world.zone(index)]
        sums.append((head + len(rows), tuple(range(first, head + len(rows)))))
        title = LANGUAGES[look.language].subtotal.format(side=zone.aliases[0])
        rows.append(_row(look, zone, title, columns, unit))
    if look.part.totals:
        sums.append((head + len(rows), tuple(row for row, _ in sums)))
    return rows, sums


def _row(
    look: Look, owner: Entity, label: str, columns: Sequence[Column], unit: str, index: int = 0
) -> tuple[Cell, ...]:
    cells = [look.cell((owner.name, measure, period), target) for measure, period, target in columns]
    if look.part.mark and index % 3 == 1:
        cells[-1] = marked(cells[-1], look.part.mark)
    return (Cell(label), *([Cell(unit)] if unit else []), *cells)
