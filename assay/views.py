"""Documents and archives seen through a change: artifacts taken out with all that rests on them, files hidden."""

from __future__ import annotations

import dataclasses
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache, partial

from assay.markdown import document_markdown, known_blocks
from assay.model.artifact import Artifact, Facts, Picture
from assay.model.document import Document
from assay.model.grid import Grid
from assay.model.identity import Same
from assay.model.probe import CellChange, View
from assay.model.sheet_range import Box, box_of

# Removing an artifact removes what points at it over these; `copy_of` joins documents and is followed by the gates.
_CLOSING = frozenset({"part_of", "about", "drawn_from", "computed_from"})
_MARKDOWN = "text/markdown"


def closure(document: Document, keys: Iterable[str]) -> frozenset[str]:
    """Return the keys and those of every artifact that points at one of them or lies in its cells, transitively."""
    pointing: defaultdict[str, set[str]] = defaultdict(set)
    for edge in document.edges:
        if edge.type in _CLOSING:
            pointing[edge.target].add(edge.source)
    for artifact in document.artifacts:
        if isinstance(artifact.payload, Grid):
            pointing[artifact.key].update(key for _, key in artifact.payload.children)
    found, waiting = set[str](), list(keys)
    while waiting:
        key = waiting.pop()
        if key not in found:
            found.add(key)
            waiting.extend(pointing[key])
    return frozenset(found)


def without(document: Document, keys: Iterable[str]) -> Document:
    """Return the document with the artifacts and their closure taken out and nothing else changed."""
    gone = closure(document, keys)
    return _kept(document, [artifact for artifact in document.artifacts if artifact.key not in gone])


def keep(document: Document, keys: Collection[str]) -> Document:
    """Return the document with only the named artifacts."""
    return _kept(document, [artifact for artifact in document.artifacts if artifact.key in keys])


def of_kind(document: Document, kinds: Collection[str]) -> Document:
    """Return the document with only the artifacts of the named kinds."""
    return _kept(document, [artifact for artifact in document.artifacts if artifact.kind in kinds])


def with_cells(document: Document, changes: Iterable[CellChange]) -> Document:
    """Return the document with the displayed (and stored) text of grid cells replaced, a span's in its corner."""
    by_key: defaultdict[str, list[CellChange]] = defaultdict(list)
    for change in changes:
        by_key[change.artifact].append(change)
    artifacts = tuple(_changed(artifact, by_key.get(artifact.key, [])) for artifact in document.artifacts)
    return dataclasses.replace(document, artifacts=artifacts)


def apply(view: View, documents: Mapping[str, Document]) -> dict[str, str | None]:
    """Return the overlay of a view over the archive: path to replacement Markdown, None where the file is hidden.

    Paths that are not named are as they stand. `documents` must hold each document that the view changes.
    """
    overlay: dict[str, str | None] = {path: None for path in view.hidden}
    if view.only is not None:
        overlay |= {path: None for path in documents if path not in view.only}
    touched = {path for path, _ in view.without} | {change.path for change in view.cells}
    for path in sorted(touched - set(overlay)):
        document = without(documents[path], [key for at, key in view.without if at == path])
        document = with_cells(document, [change for change in view.cells if change.path == path])
        overlay[path] = document_markdown(document, known=_known_blocks(Same(documents[path])))
    return overlay


# A task is looked at through some twenty views, each of which changes a few artifacts of one document.
@lru_cache(maxsize=64)
def _known_blocks(document: Same[Document]) -> Mapping[int, str]:
    return known_blocks(document.things[0])


def _kept(document: Document, artifacts: list[Artifact]) -> Document:
    left = {artifact.key for artifact in artifacts}
    formulas = _formulas([one for one in document.artifacts if one.kind == "formula" and one.key not in left])
    edges = tuple(
        edge for edge in document.edges if edge.type == "copy_of" or (edge.source in left and edge.target in left)
    )
    marks = _marks(document, left)
    pruned = tuple(
        _unmarked(_valued(_pruned(artifact, left), formulas), marks.get(artifact.key, ())) for artifact in artifacts
    )
    return dataclasses.replace(document, artifacts=pruned, edges=edges)


def _marks(document: Document, left: Collection[str]) -> Mapping[str, list[tuple[str, str]]]:
    """Return by holder how links and pictures that are gone are written in Markdown, and what stays of each."""
    found = defaultdict[str, list[tuple[str, str]]](list)
    if document.media_type != _MARKDOWN:
        return found
    gone = {one.key: one for one in document.artifacts if one.key not in left}
    for edge in document.edges:
        if edge.source in gone and edge.target in left:
            found[edge.target].extend(_written(gone[edge.source]))
    return found


def _written(artifact: Artifact) -> Iterator[tuple[str, str]]:
    if isinstance(artifact.payload, Facts) and artifact.kind == "hyperlink":
        words, target = (str(artifact.payload.get(name) or "") for name in ("text", "target"))
        yield rf"(?<!!)\[{re.escape(words)}\]\(<?{re.escape(target)}>?[^()]*\)", words
    elif isinstance(artifact.payload, Picture):
        yield rf"!\[{re.escape(artifact.payload.alt)}\]\([^()]*\)", ""


def _unmarked(artifact: Artifact, marks: Iterable[tuple[str, str]]) -> Artifact:
    """Return an artifact of Markdown whose text keeps the words of links that are gone, not their targets."""
    for pattern, kept in marks:
        plain = partial(re.sub, pattern, kept.replace("\\", r"\\"))
        if isinstance(artifact.payload, Grid):
            grid = dataclasses.replace(artifact.payload, displayed=tuple(map(plain, artifact.payload.displayed)))
            artifact = dataclasses.replace(artifact, payload=grid)
        else:
            artifact = dataclasses.replace(artifact, text=plain(artifact.text))
    return artifact


def _pruned(artifact: Artifact, left: Collection[str]) -> Artifact:
    grid = artifact.payload
    if not isinstance(grid, Grid) or not grid.children:
        return artifact
    gone = [(index, key) for index, key in grid.children if key not in left]
    if not gone:
        return artifact
    displayed = list(grid.displayed)
    for index, key in gone:
        displayed[index] = displayed[index].replace(f"[[{key}]]", "").strip()
    children = tuple(child for child in grid.children if child not in gone)
    payload = dataclasses.replace(grid, displayed=tuple(displayed), children=children)
    return dataclasses.replace(artifact, payload=payload)


def _formulas(gone: Iterable[Artifact]) -> dict[str | None, list[Box]]:
    """Return by sheet the boxes of the formulas that are gone."""
    boxes = defaultdict[str | None, list[Box]](list)
    for artifact in gone:
        box = box_of(artifact.at.range or "")
        if box is not None:
            boxes[artifact.at.sheet].append(box)
    return boxes


def _valued(artifact: Artifact, gone: Mapping[str | None, list[Box]]) -> Artifact:
    """Return a grid with the values alone of the cells whose formulas are gone; anything else as it is."""
    grid, boxes = artifact.payload, gone.get(artifact.at.sheet, [])
    start = box_of(grid.origin) if isinstance(grid, Grid) and boxes and grid.formulas else None
    if start is None or not isinstance(grid, Grid):
        return artifact
    places = [
        (index, start.top + index // grid.columns, start.left + index % grid.columns) for index, _ in grid.formulas
    ]
    lost = {index for index, row, column in places if any(box.holds(row, column) for box in boxes)}
    formulas = tuple(pair for pair in grid.formulas if pair[0] not in lost)
    return dataclasses.replace(artifact, payload=dataclasses.replace(grid, formulas=formulas)) if lost else artifact


def _changed(artifact: Artifact, changes: list[CellChange]) -> Artifact:
    grid = artifact.payload
    if not changes or not isinstance(grid, Grid):
        return artifact
    displayed, stored = list(grid.displayed), list(grid.stored)
    for change in changes:
        row, column = grid.corner(change.row, change.column)
        index = row * grid.columns + column
        displayed[index] = change.text
        if stored:
            stored[index] = change.text
    payload = dataclasses.replace(grid, displayed=tuple(displayed), stored=tuple(stored))
    return dataclasses.replace(artifact, payload=payload)
