"""Documents made in memory for tests: a heading, captions, tables, and facets beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from assay.model.artifact import Anchor, Artifact, Edge, Facts, Payload, Text, artifact_key
from assay.model.canonical import digest
from assay.model.document import Counts, Document, Source
from assay.model.grid import Grid, Span, grid_of
from assay.model.kinds import KINDS, App


@dataclass
class Paper:
    """Gathers artifacts of one document in order."""

    path: str
    app: App = "word"
    title: str = ""
    domain: str = "d"
    artifacts: list[Artifact] = field(default_factory=list[Artifact])
    edges: list[Edge] = field(default_factory=list[Edge])

    def add(self, kind: str, text: str, payload: Payload, at: Anchor | None = None) -> Artifact:
        order = len(self.artifacts)
        declared = KINDS[self.app, kind]
        plain = payload.identity() if isinstance(payload, Grid) else text
        key = artifact_key(declared, plain, at.sheet or "" if at else "", 1)
        made = Artifact(key, order, self.app, kind, at or Anchor(part="body", index=order), text, payload)
        self.artifacts.append(made)
        return made

    def text(self, text: str) -> Artifact:
        return self.add("text", text, Text())

    def table(self, rows: Sequence[Sequence[str]], spans: tuple[Span, ...] = ()) -> Artifact:
        return self.add("table", "", grid_of(rows, header_rows=1, spans=spans))

    def block(self, rows: Sequence[Sequence[str]], sheet: str, range: str, kind: str = "tlr") -> Artifact:
        return self.add(kind, "", grid_of(rows), Anchor(sheet=sheet, range=range))

    def facet(
        self, kind: str, shown: str, about: Artifact | None = None, at: Anchor | None = None, /, **values: str | bool
    ) -> Artifact:
        made = self.add(kind, shown, Facts(tuple(values.items())), at)
        if about is not None:
            self.edges.append(Edge(made.key, about.key, "about"))
        return made

    def document(self) -> Document:
        source = Source(self.domain, self.path, 1).key
        return Document(
            source, digest(self.path), digest(self.path), self.domain, self.path, self.app, "text/plain", self.title,
            (), Counts(), "test", None, tuple(self.artifacts), tuple(self.edges), (),
        )  # fmt: skip


def table_of(measure: str, rows: Mapping[str, Sequence[str]], years: Sequence[str], role: str = "Region") -> Paper:
    """Return a paper that holds one captioned table."""
    paper = Paper(f"d/{measure.split(',')[0].replace(' ', '-')}.docx")
    paper.text(measure)
    paper.table([[role, *years], *[[name, *values] for name, values in rows.items()]])
    return paper
