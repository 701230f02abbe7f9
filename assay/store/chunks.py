"""Chunks with their features and scores, and which of them are seeds."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from assay.model.canonical import canonical_json
from assay.model.chunk import Chunk, Features, Score, ScoredChunk
from assay.model.codec import from_json, to_text
from assay.store.columns import IN_LIST, Row, text_list
from assay.store.database import Database
from assay.store.store import Store

_NAMES = (
    "source", "ordinal", "name", "path", "domain", "keys", "first_row", "last_row", "text", "header", "format",
    "characters", "tokens", "numeric_tokens", "features", "terms", "score", "excluded", "seed",
)  # fmt: skip
_RECORD = (
    "source, path, domain, ordinal, keys, first_row, last_row, text, header, features, terms, score, excluded, seed"
)
_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Summarised:
    """A chunk's summary and its tags; None where a model that was asked wrote none."""

    summary: str | None
    tags: list[str] | None


def commit_chunks(store: Store, version: str, scored: Mapping[str, Sequence[ScoredChunk]]) -> None:
    """Replace the chunks of documents, by source key; `version` names the rules that cut and scored them."""
    sources = text_list(list(scored))
    with store.transaction():
        store.run("delete from chunk where source" + IN_LIST, sources)
        store.add("chunk", _NAMES, [_row(chunk) for chunks in scored.values() for chunk in chunks])
        store.run("update reading set scored = $2 where source" + IN_LIST, sources, version)


def commit_seeds(store: Store, names: Sequence[str]) -> None:
    """Make exactly the named chunks (`SOURCE#INDEX`) seeds."""
    chosen = "name" + IN_LIST
    store.run(f"update chunk set seed = not seed where seed <> ({chosen})", text_list(names))


def commit_summaries(store: Store, told: Mapping[str, Summarised]) -> None:
    """Put summaries and tags beside the named chunks (`SOURCE#INDEX`), where others stand or none."""
    rows = store.rows("select name, summary, tags from chunk where name" + IN_LIST, text_list(list(told)))
    with store.transaction():
        for name, summary, tags in rows:
            one = told[name]
            if (summary, tags) != (one.summary, one.tags):
                shown = None if one.tags is None else text_list(one.tags)
                change = "update chunk set summary = $2, tags = from_json($3, '[\"VARCHAR\"]') where name = $1"
                store.run(change, name, one.summary, shown)


def summaries(database: Database) -> dict[str, Summarised]:
    """Return the chunks that have a summary, by name."""
    rows = database.rows("select name, summary, tags from chunk where summary is not null order by name")
    return {name: Summarised(summary, tags) for name, summary, tags in rows}


def due_chunks(database: Database, version: str) -> list[str]:
    """Return the paths of readable documents that were not scored by these rules yet, sorted."""
    query = (
        "select path from document join reading using (source) where reading.readable and scored is distinct from $1"
    )
    return sorted(path for (path,) in database.rows(query, version))


def chunks(database: Database, *, seeds: bool = False, source: str | None = None) -> Iterator[ScoredChunk]:
    """Yield chunks by domain, path and place (all, the seeds, or those of one source), some in memory at a time."""
    query = (
        "select name from chunk where (seed or not $1) and ($2 is null or source = $2) order by domain, path, ordinal"
    )
    names = [name for (name,) in database.rows(query, seeds, source)]
    for start in range(0, len(names), _AT_ONCE):
        part = names[start : start + _AT_ONCE]
        found = database.rows(f"select name, {_RECORD} from chunk where name" + IN_LIST, text_list(part))
        by_name = {row[0]: row[1:] for row in found}
        yield from (_scored(by_name[name]) for name in part)


def _row(scored: ScoredChunk) -> Row:
    chunk, features, score = scored.chunk, scored.features, scored.score
    first, last = chunk.rows or (None, None)
    place = (chunk.document, chunk.index, chunk.name, chunk.path, chunk.domain, chunk.keys, first, last)
    words = (chunk.text, chunk.header)
    counts = (features.format, features.chars, features.tokens, features.n_numeric)
    return (
        *place,
        *words,
        *counts,
        to_text(features),
        canonical_json(score.terms),
        score.score,
        score.excluded,
        scored.seed,
    )


def _scored(row: tuple[Any, ...]) -> ScoredChunk:
    source, path, domain, index, keys, first, last, text, header, features, terms, score, excluded, seed = row
    window = None if first is None else (first, last)
    chunk = Chunk(source, path, domain, index, tuple(keys), window, text, header)
    numbers = {name: float(value) for name, value in json.loads(terms).items()}
    return ScoredChunk(chunk, from_json(Features, json.loads(features)), Score(numbers, score, excluded), seed)
