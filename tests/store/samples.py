"""Records for the tests of the store."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from assay.model.artifact import Anchor, Artifact, Chart, Edge, Facts, Payload, Picture, Series, Text
from assay.model.canonical import digest, digest_bytes
from assay.model.chunk import Chunk, Features, Score, ScoredChunk
from assay.model.document import Counts, Document, Problem, Source
from assay.model.grid import Grid, Span
from assay.model.kinds import App
from assay.model.probe import FULL, Attempt, Probe
from assay.model.task import (
    Answer,
    Assertion,
    Evidence,
    Lineage,
    LookUp,
    Operation,
    Plan,
    Proposal,
    Scope,
    Task,
    task_of,
)

PICTURE = b"\x89PNG not really"


@dataclass(frozen=True)
class Extracted:
    document: Document
    blobs: Mapping[str, bytes] = field(default_factory=dict[str, bytes])
    data: bytes = b""


def source(path: str, domain: str = "energy", **fields: int | str) -> Source:
    return Source(domain, path, 10, 1, 2, **fields)  # pyright: ignore[reportArgumentType]


def artifact(key: str, order: int, app: App, kind: str, at: Anchor, text: str, payload: Payload) -> Artifact:
    return Artifact(key, order, app, kind, at, text, payload, digest_bytes(PICTURE) if kind == "image" else None)


GRID = Grid(
    2,
    2,
    displayed=("a|b", "", "1.50", "2\n3"),
    stored=("a|b", None, 1.5, True),
    formulas=((2, "=B1*2"),),
    formats=((2, "0.00"),),
    spans=(Span(0, 0, 1, 2),),
    header_rows=1,
    children=((3, "i0"),),
    origin="B3",
)
CHART = Chart("line", "Sales", ("x", "y"), (Series("S", ("2020", "2021"), (1, 2.5), "Data!A1:B2"),))


def document(path: str, domain: str = "energy", text: str = "Grüße, 世界 \x00 \ud800") -> Document:
    artifacts = (
        artifact("p0", 0, "word", "text", Anchor("body", 0), text, Text("heading", 1, "1.")),
        artifact("t0", 1, "word", "table", Anchor("body", 1, page=2, box=(1.0, 2.5, 3.0, 4.0)), "", GRID),
        artifact("i0", 2, "word", "image", Anchor("body", 1, row=1, column=1), "", Picture("alt", "image/png", 1.5, 2)),
        artifact("c0", 3, "word", "chart", Anchor("body", 2), "Sales", CHART),
        artifact("m0", 4, "word", "metadata", Anchor("core"), "Ann", Facts((("author", "Ann"), ("n", 3), ("x", None)))),
    )
    return Document(
        source=Source(domain, path, 0).key,
        content=digest([path, text]),
        extraction=digest(["reader", path, text]),
        domain=domain,
        path=path,
        app="word",
        media_type="application/docx",
        title="Title",
        properties=(("b", "2"), ("a", "1")),
        counts=Counts(pages=3, tokens=7),
        reader="word",
        problem=None,
        artifacts=artifacts,
        edges=(Edge("i0", "t0", "part_of"), Edge("c0", "t0", "drawn_from")),
        warnings=("one", "two"),
    )


def broken(path: str, domain: str = "energy") -> Document:
    key, problem = Source(domain, path, 0).key, Problem("corrupt", "It cannot be read.")
    named = ("", "", domain, path, "pdf", "application/pdf")
    return Document(key, *named, "", (), Counts(), "", problem, (), (), ())  # pyright: ignore[reportArgumentType]


def extracted(path: str, domain: str = "energy", text: str = "Grüße, 世界 \x00 \ud800") -> Extracted:
    return Extracted(
        document(path, domain, text), {digest_bytes(PICTURE): PICTURE}, f"original {path}".encode("utf-8", "replace")
    )


def scored(of: Document, index: int, score: float | None, seed: bool = False) -> ScoredChunk:
    chunk = Chunk(
        of.source,
        of.path,
        of.domain,
        index,
        ("p0", "t0"),
        (0, 5) if index else None,
        f"text {index}",
        "| h |\n| --- |" if index else "",
    )
    features = Features("xlsx", 100, 20, 5, rows=4, year_min=2020, has_table=True)
    return ScoredChunk(chunk, features, Score({"density": 30.0, "rows": 0.5}, score, None if score else "tokens"), seed)


def task(question: str = "How much?", author: str = "rules") -> Task:
    evidence = Evidence("s", "energy/a.docx", "t0", "table", Anchor("body", 1, row=1, column=0), "1.50", 2)
    lookup = LookUp("l1", "e", "m", "2020", "EUR", "energy/a.docx", "t0", 1, 0, "1.50")
    proposal = Proposal(
        track="numeric",
        domain="energy",
        question=question,
        answer=Answer("number", "1.5", unit="EUR", decimals=1),
        evidence=(evidence,),
        reasoning=("read",),
        program="print(1.5)",
        plan=Plan((lookup,), (Operation("o1", "growth", ("l1",), "1"),), "o1"),
        labels=("cross_document", "reconcile.unit"),
        hops=2,
        scope=(Scope({"measure": "m", "years": [2020]}, "d"),),
        assertions=(Assertion("It is 1.5"),),
    )
    return task_of(proposal, Lineage(author, seed="s#0", prompts={"a": "b"}))


def attempt(of: Task, sample: int = 0, correct: bool | None = True) -> Attempt:
    probe = Probe(of.id, of.revision, "baseline/lookup", FULL, "answer", sample)
    return Attempt(
        probe, "1.5", correct, "done", files_read=("a",), level="bubblewrap", calls=2, cost=0.5, seconds=1.25
    )
