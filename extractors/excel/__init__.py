"""Workbooks: sheets, their grids as Excel shows them, and what stands behind and beside them."""

from __future__ import annotations

from collections.abc import Iterable

from assay.model.artifact import Anchor, Artifact, Facts
from assay.model.document import Problem, Reading
from extractors import compound
from extractors.excel.allowance import Allowance
from extractors.excel.binary import read_xls
from extractors.excel.extras import links_of
from extractors.excel.facets import Reader
from extractors.excel.formula_text import reference_of
from extractors.excel.opendocument import named
from extractors.excel.places import EXHAUSTED, Places
from extractors.excel.sheet import UNCALCULATED, SheetGatherer
from extractors.excel.values import read_values
from extractors.excel.workbook import DefinedName, Workbook, open_workbook
from extractors.package import Package, open_package
from extractors.sheaf import Sheaf

__all__ = ["UNCALCULATED", "read_excel"]

# Workbooks before OLE: the first records of BIFF 2, 3 and 4.
_BEFORE_OLE = (b"\x09\x00\x04\x00", b"\x09\x02\x06\x00", b"\x09\x04\x06\x00")
# The list behind an automatic filter is Excel's own book-keeping under a name that no one sees.
_INTERNAL = "_xlnm._filterdatabase"
_BUILT_IN = "_xlnm."


def read_excel(data: bytes) -> Reading:
    """Return what a workbook holds: xlsx, xlsm, xltx and xltm in full, xls, xlsb and ods as far as they are read."""
    if data.startswith(_BEFORE_OLE) or _holds_xls(data):
        return read_xls(data)
    package = open_package(data)
    if isinstance(package, Problem):
        return Reading("excel", problem=package, reader="assay.excel")
    if "content.xml" in package:
        return read_values(named(data, package))
    if "xl/workbook.bin" in package:
        return read_values(data)
    part = package.main_part("xl/workbook.xml")
    workbook = open_workbook(package, part) if part is not None else None
    if part is None or workbook is None:
        return Reading("excel", problem=Problem("corrupt", "The package holds no workbook."), reader="assay.excel")
    return _read(package, part, workbook)


def _holds_xls(data: bytes) -> bool:
    names = compound.root_names(data) if data.startswith(compound.MAGIC) else frozenset[str]()
    return any(name.casefold() in ("workbook", "book") for name in names)


def _read(package: Package, part: str, workbook: Workbook) -> Reading:
    sheaf = Sheaf("excel")
    places = Places(entry.name for entry in workbook.sheets)
    for name in workbook.names:
        scope = _scope(name, workbook)
        places.call(name.name, name.formula, defined_on=scope, scope=scope)
    waiting, allowance = list[Reader](), Allowance()
    for entry in workbook.sheets:
        gatherer = SheetGatherer(sheaf, workbook, part, entry, places, allowance)
        gatherer.gather()
        waiting += gatherer.waiting
    named = [(name, _name(sheaf, places, name, workbook)) for name in workbook.names if _is_seen(name)]
    for name, artifact in named:
        for key in places.read_by(name.formula, _scope(name, workbook)):
            if key != artifact.key:
                sheaf.link(artifact, key, "about")
    for extra in links_of(package, part):
        sheaf.add("other", Anchor(part="workbook"), extra.text, Facts(extra.facts))
    _connect(sheaf, places, waiting)
    _properties(sheaf, package)
    _faults(sheaf, package)
    return sheaf.reading(sheets=len(workbook.sheets))


def _scope(name: DefinedName, workbook: Workbook) -> str:
    return workbook.sheets[name.sheet].name if name.sheet is not None and name.sheet < len(workbook.sheets) else ""


def _connect(sheaf: Sheaf, places: Places, waiting: Iterable[Reader]) -> None:
    for reader in waiting:
        type = "drawn_from" if reader.artifact.kind == "chart" else "computed_from"
        for formula in reader.formulas:
            for key in places.read_by(formula, reader.sheet, *reader.reach):
                if key != reader.artifact.key:
                    sheaf.link(reader.artifact, key, type)
    if places.exhausted:
        sheaf.warn(EXHAUSTED)


def _is_seen(name: DefinedName) -> bool:
    return bool(name.name) and name.name.casefold() != _INTERNAL


def _name(sheaf: Sheaf, places: Places, name: DefinedName, workbook: Workbook) -> Artifact:
    scope = _scope(name, workbook)
    meant = reference_of(name.formula)
    at = Anchor(sheet=meant.sheet or scope or None, range=meant.box.text) if meant and meant.box else Anchor()
    facts = Facts((
        ("name", name.name), ("refers_to", name.formula), ("scope", scope or None), ("hidden", name.hidden),
        ("comment", name.comment or None),
    ))  # fmt: skip
    artifact = sheaf.add(
        "name", at, f"{name.name.removeprefix(_BUILT_IN)} = {name.formula}", facts, plain=name.name, place=scope
    )
    places.define(name.name, artifact, scope)
    return artifact


def _properties(sheaf: Sheaf, package: Package) -> None:
    for found in package.properties():
        sheaf.properties.setdefault(found.name, found.value)
        facts = Facts((("name", found.name), ("value", found.value)))
        sheaf.add("metadata", Anchor(part=found.part), f"{found.name}: {found.value}", facts)
    sheaf.title = sheaf.properties.get("title", "")


def _faults(sheaf: Sheaf, package: Package) -> None:
    for part in package.missing:
        sheaf.warn(f"The part {part} is referred to but missing.")
    for part, fault in package.damaged.items():
        sheaf.warn(f"The part {part} is damaged: {fault}.")
        if sheaf.problem is None:
            sheaf.problem = Problem("partial", f"The part {part} is damaged: {fault}.")
