"""How much of a workbook is taken into memory: cells, and the characters that they show and that formulas expand to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from extractors.excel.columns import Cells

# Five times the cells that the readers' memory is measured for; what is beyond is left out and told.
MOST_CELLS = 5_000_000
# A string that is shared, or a formula, costs a part a few bytes each time and a grid all of its characters.
MOST_CHARACTERS = 200_000_000


@dataclass(slots=True)
class Allowance:
    """What is still left for the sheets to come of a workbook."""

    cells: int = MOST_CELLS
    characters: int = MOST_CHARACTERS

    def take_cells(self, cells: Cells) -> None:
        """Count a sheet's cells."""
        self.cells -= len(cells)

    def take_texts(self, texts: Sequence[str]) -> bool:
        """Count texts, each as often as it stands; False, with nothing counted, where they are too many."""
        return self._take(sum(map(len, texts)))

    def take_formulas(self, cells: Cells) -> bool:
        """Count formulas, a shared one as often as it stands; False, with nothing counted, where they are too long."""
        formulas = cells.formulas
        shared = {
            given["si"]: len(text) for given, text in zip(formulas.attributes, formulas.texts, strict=True)
            if text and "si" in given
        }  # fmt: skip
        expanded = sum(shared.get(given.get("si", ""), 0) for given in formulas.attributes) if shared else 0
        return self._take(expanded + sum(map(len, formulas.texts)))

    def _take(self, characters: int) -> bool:
        if characters > self.characters:
            return False
        self.characters -= characters
        return True
