"""Archives of text files in memory, as baseline subjects see them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from assay.model.document import Document
from extractors.delimited import read_delimited
from extractors.marked import read_marked
from tests.made import document_of


@dataclass(frozen=True, eq=False)
class Reader:
    """Documents by path; `changed` are those that are not as in the whole archive."""

    documents: Mapping[str, Document]
    changed: frozenset[str] = frozenset()
    asked: list[str] = field(default_factory=list[str])

    def paths(self) -> Sequence[str]:
        return sorted(self.documents)

    def document(self, path: str) -> Document | None:
        self.asked.append(path)
        return self.documents.get(path)

    def markdown(self, path: str) -> str | None:
        return None

    def without(self, *paths: str) -> Reader:
        """Return the view that hides documents."""
        left = {path: document for path, document in self.documents.items() if path not in paths}
        return replace(self, documents=left, changed=frozenset(paths), asked=[])


def archive(**texts: str) -> Reader:
    """Return an archive of Markdown files; names that end in `_csv` are tables of values."""
    found: dict[str, Document] = {}
    for name, text in texts.items():
        path = f"energy/{name.removesuffix('_csv')}.{'csv' if name.endswith('_csv') else 'md'}"
        reading = read_delimited(text.encode()) if name.endswith("_csv") else read_marked(text.encode())
        found[path] = document_of(reading, path)
    return Reader(found)


def rows(*lines: str) -> str:
    """Return a Markdown table of lines whose cells are set apart by spaces or, where there are any, by semicolons."""
    cells = [line.split(";") if ";" in line else line.split() for line in lines]
    ruled = ["| " + " | ".join(cell.strip() for cell in row) + " |" for row in cells]
    return "\n".join([ruled[0], "|" + " --- |" * len(cells[0]), *ruled[1:]]) + "\n"


LOSSES = "# Losses\n\nNetwork losses by region, GWh\n\n" + rows(
    "Region 2021 2022 2023", "North 120 126 130", "South 80 84 60", "East 50 40 90", "Total 250 250 280"
)
DEMAND = "# Demand\n\nElectricity consumption by region, TWh\n\n" + rows(
    "Region 2021 2022 2023", "North 1.200 1.300 1.400", "South 2.000 2.100 1.800", "East 0.500 0.600 0.700"
)
RECORDS = "# Stations\n\nPower stations\n\n" + rows(
    "Power station;Region;Commissioned;Rated power 2023 (MW)",
    "Aberholt Station;North;1971;400",
    "Birkfen Station;South;1985;250",
    "Coldale Station;East;1990;610",
)
