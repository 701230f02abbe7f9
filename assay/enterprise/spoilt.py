"""Files that no reader can simply read: cut off, protected, scanned, or nearly empty."""

from __future__ import annotations

from assay.enterprise.composing import compose, path_of
from assay.enterprise.encrypting import protect
from assay.enterprise.layouts import grid
from assay.enterprise.placed import Rendered
from assay.enterprise.plans import Paper, Part, SheetPlan
from assay.enterprise.records import World
from assay.enterprise.scan import scanned
from assay.enterprise.sentences import filled

PASSWORD = "winter-garden"  # a simulated file's, told here so that it can be opened


def spoil(world: World, seed: int) -> Rendered:
    """Return the file of an organisation that is spoilt in the way of its domain."""
    return _SPOILT[world.domain.name](world, seed)


def _cut(world: World, seed: int) -> Rendered:
    """The yearbook cut off in the middle, as a failed copy leaves it."""
    whole = compose(world, next(paper for paper in world.domain.papers if paper.name.endswith("yearbook-2025.xlsx")))
    data = whole.data[: len(whole.data) // 2]
    return Rendered(path_of(world, "yearbook-draft.xlsx"), data, whole.origin, "broken copy")


def _stub(world: World, seed: int) -> Rendered:
    return Rendered(path_of(world, "notes.md"), b"# Notes\n", "unknown", "half-finished draft")


def _locked(world: World, seed: int) -> Rendered:
    """A workbook that asks for a password."""
    sheet = SheetPlan("Costs", "Costs", (Part(("operating costs",), 2020, 2024),))
    plain = compose(world, Paper("costs-protected.xlsx", "Costs", "{place} Finance", "internal workbook", (sheet,)))
    data = protect(plain.data, PASSWORD, f"salt:{seed}:{world.number}")
    return Rendered(plain.path, data, plain.origin, "protected workbook")


def _scanned(world: World, seed: int) -> Rendered:
    """An inspection sheet that went through a scanner."""
    table = grid(world, Part(("beds",), 2020, 2024))
    title = filled(world, "Inspection sheet: {place}")
    return scanned(path_of(world, "inspection-scan.pdf"), title, "Health Inspectorate", table, f"scan:{seed}")


_SPOILT = {"energy": _cut, "retail": _stub, "transport": _locked, "health": _scanned}
