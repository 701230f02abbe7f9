"""Near-duplicate documents: copies, and the PDF that was printed of a document, found by what they say."""

from __future__ import annotations

import re
import zlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from heapq import nsmallest
from itertools import combinations
from typing import TypeAlias

from assay.markdown import artifact_markdown
from assay.model.document import Document
from assay.model.gate import Context

_WORD = re.compile(r"[^\W_]+(?:[.,]\d+)*")
# Three words in a row; a sketch keeps the smallest hashes, whose common part estimates that of the whole.
_WIDTH, _SKETCH = 3, 512
# A print shares with its document what page breaks leave, a later edition a few sentences.
_ALIKE = 0.6
# Fewer runs of words than these say nothing of their own.
_FEWEST = 20

Sketch: TypeAlias = Sequence[int]


def sketch(document: Document) -> Sketch:
    """Return the smallest hashes of the runs of words in a document's body, sorted; a print has no other layer."""
    body = (artifact_markdown(artifact) for artifact in document.artifacts if artifact.declared.layer == "body")
    words = _WORD.findall("\n".join(body).casefold())
    runs = {zlib.crc32(" ".join(words[at : at + _WIDTH]).encode()) for at in range(len(words) - _WIDTH + 1)}
    return nsmallest(_SKETCH, runs)


def likeness(one: Sketch, other: Sketch) -> float:
    """Return the estimated part of the runs of two documents that both have."""
    if min(len(one), len(other)) < _FEWEST:
        return 0.0
    whole = nsmallest(_SKETCH, {*one, *other})
    return len(set(whole).intersection(one).intersection(other)) / len(whole)


def copies(sketches: Mapping[str, Sketch]) -> dict[str, frozenset[str]]:
    """Return for each path the cluster of near-duplicates that it belongs to, itself among them."""
    holders: defaultdict[int, list[str]] = defaultdict(list)
    for path in sorted(sketches):
        for value in sketches[path][: _SKETCH // 8]:
            holders[value].append(path)
    clusters = {path: frozenset({path}) for path in sketches}
    # what is alike shares some of its very smallest hashes
    near = {pair for paths in holders.values() for pair in combinations(paths, 2)}
    for one, other in sorted(near):
        if other not in clusters[one] and likeness(sketches[one], sketches[other]) >= _ALIKE:
            joined = clusters[one] | clusters[other]
            clusters.update(dict.fromkeys(joined, joined))
    return clusters


def copies_in(domain: str, context: Context) -> Mapping[str, frozenset[str]]:
    """Return the clusters of near-duplicates of one domain by path; equal extractions are compared once."""
    return _copies(_key(domain, context))


def equals_in(domain: str, context: Context) -> Mapping[str, frozenset[str]]:
    """Return by path the documents of one domain that have the same bytes: their artifacts have the same keys."""
    return _equals(_key(domain, context))


def _key(domain: str, context: Context) -> _Key:
    found = (context.document(path) for path in context.within(domain))
    mine = tuple(document for document in found if document is not None)
    return _Key(tuple((document.path, document.extraction) for document in mine), mine)


@dataclass(frozen=True, slots=True)
class _Key:
    extractions: tuple[tuple[str, str], ...]
    documents: tuple[Document, ...] = field(compare=False)


@lru_cache(maxsize=8)
def _copies(key: _Key) -> Mapping[str, frozenset[str]]:
    found = copies({document.path: sketch(document) for document in key.documents})
    # what has the same bytes is a copy, however little it says
    for same in _equals(key).values():
        joined = frozenset[str]().union(*(found[path] for path in same))
        found.update(dict.fromkeys(joined, joined))
    return found


@lru_cache(maxsize=8)
def _equals(key: _Key) -> Mapping[str, frozenset[str]]:
    held: defaultdict[str, set[str]] = defaultdict(set)
    for document in key.documents:
        held[document.content].add(document.path)
    return {path: frozenset(paths) for paths in held.values() for path in paths}
