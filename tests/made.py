"""Small documents with real keys, an archive of them in memory, and a task over it that holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from assay.evaluation.context import ArchiveContext
from assay.model.artifact import Anchor, Artifact
from assay.model.canonical import digest, digest_bytes
from assay.model.document import Document, Reading, Source
from assay.model.task import Answer, Evidence, Lineage, Proposal, Task, task_of
from extractors.delimited import read_delimited
from extractors.sheaf import Sheaf
from synthesis.rules.reader import READER

DEMAND = b"Region,2023,2024\nNorth,417.5,431.2\nSouth,298.1,305.9\n"
OUTPUT = b"Region,Plants,Output,Unit\nNorth,12,7321.4,GWh\nSouth,9,5108.7,GWh\n"


def document_of(
    reading: Reading | Sheaf, path: str = "energy/a.docx", *, domain: str = "energy", media_type: str = ""
) -> Document:
    """Return the document of a reading, or of what a sheaf holds."""
    reading = reading.reading() if isinstance(reading, Sheaf) else reading
    source = Source(domain, path, 0).key
    return Document(
        source, digest(path), digest([path, "reader"]), domain, path, reading.app, media_type, reading.title,
        reading.properties, reading.counts, reading.reader, reading.problem, reading.artifacts, reading.edges,
        reading.warnings,
    )  # fmt: skip


@dataclass
class Archive:
    """Documents with their original bytes, by path."""

    documents: dict[str, Document] = field(default_factory=dict[str, Document])
    originals: dict[str, bytes] = field(default_factory=dict[str, bytes])

    def add(
        self,
        path: str,
        data: bytes,
        read: Callable[[bytes], Reading] = read_delimited,
        media_type: str = "text/csv",
    ) -> Document:
        document = document_of(read(data), path, domain=path.split("/")[0], media_type=media_type)
        content = digest_bytes(data)
        self.documents[path] = replace(document, content=content, extraction=digest([path, content]))
        self.originals[path] = data
        return self.documents[path]

    def context(self, tasks: Sequence[Task] = ()) -> ArchiveContext:
        return ArchiveContext(self.documents, self.documents.get, lambda document: self.originals[document.path], tasks)

    def table(self, path: str) -> Artifact:
        return next(self.documents[path].of_kind("table"))


def energy_archive() -> Archive:
    """Return two tables of one domain: demand by region and year, and output by region."""
    archive = Archive()
    archive.add("energy/demand.csv", DEMAND)
    archive.add("energy/output.csv", OUTPUT)
    return archive


def cited(archive: Archive, path: str, row: int, column: int, quote: str | None = None) -> Evidence:
    """Return the evidence of a cell of a document's first table."""
    table = archive.table(path)
    at = replace(table.at, row=row, column=column)
    shown = table.payload.text(row, column)  # pyright: ignore[reportAttributeAccessIssue]
    return Evidence(archive.documents[path].source, path, table.key, table.kind, at, shown if quote is None else quote)


def program(archive: Archive, body: str) -> str:
    """Return a program that has both tables as `demand` and `output` and goes on with the body."""
    names = {"demand": "energy/demand.csv", "output": "energy/output.csv"}
    loads = [f"{name} = table({path + '.md'!r}, {archive.table(path).key!r})" for name, path in names.items()]
    return "\n".join([READER, *loads, body, ""])


LARGEST = """
names = [row[0] for row in demand[1:]]
name = max(names, key=lambda name: number(cell(demand, "2024", {"Region": name})))
print(number(cell(output, "Output", {"Region": name})))
"""
QUESTION = "What was the output in GWh, to one decimal place, of the region with the largest demand in 2024?"


def proposal(archive: Archive, **changes: object) -> Proposal:
    """Return a proposal that holds in every respect, with some fields changed."""
    fields: dict[str, object] = {
        "track": "numeric",
        "domain": "energy",
        "question": QUESTION,
        "answer": Answer("number", "7321.4", "7321.4", unit="GWh", decimals=1),
        "evidence": (cited(archive, "energy/demand.csv", 1, 2), cited(archive, "energy/output.csv", 1, 2)),
        "reasoning": ("Find the region with the largest demand.", "Read its output."),
        "program": program(archive, LARGEST),
        "plan": None,
        "labels": ("cross_document",),
        "hops": 2,
    }
    return Proposal(**(fields | changes))  # pyright: ignore[reportArgumentType]


def task(archive: Archive, **changes: object) -> Task:
    """Return the task of a proposal with some fields changed."""
    return task_of(proposal(archive, **changes), Lineage("rules"))


def body(index: int) -> Anchor:
    """Return the anchor of a block of a Word file's body."""
    return Anchor(part="body", index=index)
