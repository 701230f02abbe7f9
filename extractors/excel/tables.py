"""Formal tables of a sheet: their names, places, headers, totals and columns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from extractors.excel.references import Box, box_of
from extractors.markup import by_local, whole
from extractors.package import Package


@dataclass(frozen=True, slots=True)
class FormalTable:
    """A table as its part defines it."""

    name: str
    box: Box
    header_rows: int
    totals_rows: int
    columns: tuple[str, ...]
    totals: tuple[str, ...]


def tables_of(package: Package, part: str) -> Iterator[FormalTable]:
    """Yield the formal tables of a sheet's part."""
    for target in package.targets(part, "table"):
        root = package.tree(target)
        box = box_of(root.get("ref", "")) if root is not None else None
        if root is None or box is None:
            continue
        columns = list(by_local(root, "tableColumn"))
        yield FormalTable(
            name=root.get("displayName") or root.get("name") or "",
            box=box,
            header_rows=min(whole(root.get("headerRowCount"), 1), box.height),
            totals_rows=whole(root.get("totalsRowCount"), 0),
            columns=tuple(column.get("name", "") for column in columns),
            totals=tuple(
                f"{column.get('name', '')}: {column.get('totalsRowFunction') or column.get('totalsRowLabel')}"
                for column in columns
                if column.get("totalsRowFunction") or column.get("totalsRowLabel")
            ),
        )
