"""What a model submits: the form that it is told, and the proposal's JSON that its submission is completed to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from assay.collection import collection_path
from assay.gateway import Tool
from assay.model.artifact import Artifact
from assay.model.canonical import Json
from assay.model.codec import to_json
from assay.model.document import Document
from assay.model.gate import Context
from assay.model.grid import Grid
from assay.sandbox import DOCUMENTS
from assay.tables.records import normal
from synthesis.citing import cite

TRACKS = ("numeric", "search")
_TEXT: Json = {"type": "string"}
_WHOLE: Json = {"type": "integer", "minimum": 0}
_MOST_CELLS = 6


def _object(required: Sequence[str], **properties: Json) -> dict[str, Json]:
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


_ANSWER = _object(
    ["type", "value"], type={"enum": ["number", "text"]}, value=_TEXT, unrounded=_TEXT, unit=_TEXT, scale=_TEXT,
    decimals=_WHOLE, sign={"enum": ["required"]}, kind={"enum": ["integer"]},
)  # fmt: skip
_EVIDENCE = _object(
    ["path", "artifact", "quote"], path=_TEXT, artifact=_TEXT, quote=_TEXT, row=_WHOLE, column=_WHOLE
)  # fmt: skip
SUBMIT = Tool(
    "submit",
    "Proposes a question with everything that proves its answer; what is wrong with it comes back.",
    _object(
        ["track", "question", "answer", "evidence", "reasoning", "hops"],
        track={"enum": list(TRACKS)}, question=_TEXT, answer=_ANSWER,
        evidence={"type": "array", "items": _EVIDENCE, "minItems": 1},
        reasoning={"type": "array", "items": _TEXT, "minItems": 1},
        program=_TEXT, hops={"type": "integer", "minimum": 1},
    ),
)  # fmt: skip
FINISH = Tool("finish", "Ends the work.", _object([], reason=_TEXT))


@dataclass(frozen=True, slots=True)
class _Cited:
    document: Document
    artifact: Artifact
    quote: str
    at: tuple[int, int] | None


def completed(
    body: Mapping[str, Json], domain: str, paths: Sequence[str], context: Context
) -> tuple[dict[str, Json], tuple[str, ...]]:
    """Return the proposal's JSON of a submission, and each place in it that cannot be found, as a sentence."""
    places = {collection_path(domain, path): path for path in paths}
    found = [_cited(cast(Mapping[str, Json], item), places, context) for item in cast(list[Json], body["evidence"])]
    faults = tuple(one for one in found if isinstance(one, str))
    cited = [one for one in found if isinstance(one, _Cited)]
    return {
        "program": "", **body, "domain": domain, "plan": None, "evidence": [_evidence(one) for one in cited],
        "labels": cast(Json, _labels(cited)),
    }, faults  # fmt: skip


def _cited(item: Mapping[str, Json], places: Mapping[str, str], context: Context) -> _Cited | str:
    path = _path(str(item["path"]), places)
    document = context.document(path) if path is not None else None
    if document is None:
        return f"{item['path']} is no document of this domain: give its path below {DOCUMENTS}"
    artifact = document.artifact(str(item["artifact"]))
    if artifact is None:
        return f"{item['path']} holds no artifact {item['artifact']}: its key stands in the comment above it"
    quote = str(item["quote"])
    if not isinstance(artifact.payload, Grid):
        return _Cited(document, artifact, quote, None)
    at = _cell(artifact.payload, quote, item.get("row"), item.get("column"))
    return f"{item['path']}, {artifact.key}: {at}" if isinstance(at, str) else _Cited(document, artifact, quote, at)


def _path(said: str, places: Mapping[str, str]) -> str | None:
    """Return the document that a path means, as it is mounted, as it stands in the collection or in the archive."""
    place = said.removeprefix(DOCUMENTS).lstrip("/")
    return places.get(place) or places.get(f"{place}.md")


def _cell(grid: Grid, quote: str, row: Json, column: Json) -> tuple[int, int] | str:
    """Return the cell that a quote means, or what keeps it from being one."""
    if isinstance(row, int) and isinstance(column, int):
        if row < grid.rows and column < grid.columns:
            return row, column
        return f"there is no row {row} and column {column}; it has {grid.rows} rows and {grid.columns} columns"
    held = [at for at in grid.filled() if normal(grid.text(*at)) == normal(quote)]
    if len(held) == 1:
        return held[0]
    if not held:
        return f"no cell holds {quote!r} and nothing else: quote a cell's whole text, or say its row and column"
    shown = ", ".join(f"row {at[0]} column {at[1]}" for at in held[:_MOST_CELLS])
    return f"{quote!r} stands in {len(held)} cells ({shown}): say which by its row and column"


def _evidence(cited: _Cited) -> Json:
    at = cited.artifact.at
    if cited.at is not None:
        at = replace(at, row=cited.at[0], column=cited.at[1])
    return to_json(cite(cited.document, cited.artifact, at, cited.quote))


def _labels(cited: Sequence[_Cited]) -> list[str]:
    wide = ["cross_document"] if len({one.document.path for one in cited}) > 1 else []
    return [*wide, *sorted({one.artifact.label for one in cited})]
