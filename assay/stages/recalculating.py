"""Results of formulas that a workbook was saved without, calculated by LibreOffice where that is asked, and marked."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping

from assay.model.artifact import Artifact, Facts
from assay.model.canonical import Scalar
from assay.model.document import Document
from assay.model.errors import UsageError
from assay.model.grid import Grid
from assay.model.sheet_range import box_of
from assay.render.office import Limits, office_program, recalculated
from extractors.excel import UNCALCULATED, read_excel
from extractors.extract import Extraction

_Place = tuple[str | None, int, int]
_Shown = tuple[str, Scalar]


def with_results(extraction: Extraction) -> Extraction:
    """Return the extraction with the results that LibreOffice gives formulas without any; a warning counts them."""
    document = extraction.document
    asked = {place for one in document.artifacts for place, shown, _ in _cells(one) if shown == UNCALCULATED}
    if not asked:
        return extraction
    program = office_program()
    if program is None:
        raise UsageError("--recalculate needs LibreOffice; `assay doctor` names the package that brings it.")
    again = recalculated(extraction.data, program, Limits())
    read = read_excel(again).artifacts if again is not None else ()
    results = {place: (shown, stored) for one in read for place, shown, stored in _cells(one) if place in asked}
    results = {place: result for place, result in results.items() if result[0] != UNCALCULATED}
    return dataclasses.replace(extraction, document=_filled(document, results, len(asked)))


def _cells(artifact: Artifact) -> Iterator[tuple[_Place, str, Scalar]]:
    grid = artifact.payload
    start = box_of(grid.origin) if isinstance(grid, Grid) else None
    if isinstance(grid, Grid) and start is not None:
        for index, (shown, stored) in enumerate(zip(grid.displayed, grid.stored, strict=True)):
            row, column = divmod(index, grid.columns)
            yield (artifact.at.sheet, start.top + row, start.left + column), shown, stored


def _filled(document: Document, results: Mapping[_Place, _Shown], asked: int) -> Document:
    warning = f"{len(results)} of {asked} formulas without a stored result were calculated by LibreOffice"
    artifacts = tuple(_with_result(one, results) for one in document.artifacts)
    return dataclasses.replace(document, artifacts=artifacts, warnings=(*document.warnings, warning))


def _with_result(artifact: Artifact, results: Mapping[_Place, _Shown]) -> Artifact:
    if isinstance(artifact.payload, Facts):
        return _marked(artifact, artifact.payload, results)
    cells = list(_cells(artifact))
    if not isinstance(artifact.payload, Grid) or not any(place in results for place, _, _ in cells):
        return artifact
    filled = [results.get(place, (shown, stored)) for place, shown, stored in cells]
    displayed, stored = tuple(shown for shown, _ in filled), tuple(value for _, value in filled)
    return dataclasses.replace(
        artifact, payload=dataclasses.replace(artifact.payload, displayed=displayed, stored=stored)
    )


def _marked(artifact: Artifact, facts: Facts, results: Mapping[_Place, _Shown]) -> Artifact:
    """Return a formula with its first result and the mark that it was recalculated; anything else as it is."""
    box = box_of(artifact.at.range or "") if artifact.kind == "formula" and facts.get("cached") is False else None
    result = results.get((artifact.at.sheet, box.top, box.left)) if box is not None else None
    if result is None:
        return artifact
    values = tuple((name, result[0] if name == "value" else value) for name, value in facts.values)
    return dataclasses.replace(artifact, payload=Facts((*values, ("recalculated", True))))
