"""What tasks cite, found again in documents as they are now: artifacts, cells of grids, and words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from assay.markdown import artifact_markdown
from assay.model.artifact import Artifact
from assay.model.canonical import digest
from assay.model.gate import Context
from assay.model.grid import Grid
from assay.model.task import Evidence, LookUp
from assay.refresh.alignment import aligned, cited_mark, marks_of, rows_of
from assay.tables.numbers import numeral_of
from assay.tables.records import normal


class Lost(Exception):
    """What a task rests on cannot be found again; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class Places:
    """Finds places of old documents in those of now; `before` gives a document's old Markdown, empty where unknown."""

    context: Context
    before: Callable[[str], str]
    _aligned: dict[str, Mapping[str, Artifact]] = field(default_factory=dict[str, Mapping[str, Artifact]])
    _digests: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])

    def now(self, path: str, key: str) -> Artifact | None:
        """Return the artifact that has this key now, None where none has."""
        document = self.context.document(path)
        return document.artifact(key) if document else None

    def digest(self, path: str, artifact: Artifact) -> str:
        """Return the digest of an artifact's whole text, as evidence holds it."""
        place = path, artifact.key
        if place not in self._digests:
            self._digests[place] = digest(artifact_markdown(artifact))
        return self._digests[place]

    def changed(self, evidence: Evidence) -> bool:
        """Return whether the artifact that is cited is gone or has another text than it had."""
        artifact = self.now(evidence.path, evidence.artifact)
        if artifact is None:
            return True
        return bool(evidence.digest) and self.digest(evidence.path, artifact) != evidence.digest

    def moved(self, evidence: Evidence) -> Evidence:
        """Return evidence that did not change, where it stands now."""
        artifact = self.now(evidence.path, evidence.artifact)
        if artifact is None:
            return evidence
        at = replace(artifact.at, row=evidence.at.row, column=evidence.at.column)
        return evidence if at == evidence.at else replace(evidence, at=at, page=at.page)

    def cited(self, evidence: Evidence) -> Evidence:
        """Return evidence with what it says now; Lost where its artifact, its cell or its words are not found."""
        artifact = self._artifact(evidence)
        row, column = evidence.at.row, evidence.at.column
        if row is None or column is None:
            at, quote = artifact.at, evidence.quote
            if normal(quote) not in normal(f"{artifact.text}\n{artifact_markdown(artifact)}"):
                raise Lost(f"{evidence.path} does not say {quote!r} any more")
        else:
            old = (evidence.path, evidence.artifact, row, column)
            row, column = self._cell(*old, artifact)
            at, quote = replace(artifact.at, row=row, column=column), _text(artifact, row, column)
            if not quote.strip():
                raise Lost(f"{evidence.path} shows nothing any more where {evidence.quote!r} stood")
            # a quote may be a part of what its cell shows
            quote = evidence.quote if self._said(*old) != evidence.quote and evidence.quote in quote else quote
            if _is_words(evidence.quote) and normal(quote) != normal(evidence.quote):
                # a unit, a title or a name: the question was asked of what it said
                raise Lost(f"{evidence.path} says {quote!r} where {evidence.quote!r} stood")
        sha = self.digest(evidence.path, artifact)
        return replace(evidence, artifact=artifact.key, at=at, page=at.page, quote=quote, digest=sha)

    def heads(self, evidence: Evidence) -> tuple[str, ...]:
        """Return the heads of the row and the column of a cell that was cited, as they were; none of other places."""
        row, column = evidence.at.row, evidence.at.column
        old = self.before(evidence.path)
        if row is None or column is None or not old:
            return ()
        return tuple(normal(self._said(evidence.path, evidence.artifact, *at)) for at in ((row, 0), (0, column)))

    def heads_now(self, evidence: Evidence) -> tuple[str, ...]:
        """Return the heads of the row and the column of a cell that was found again."""
        artifact, row, column = self.now(evidence.path, evidence.artifact), evidence.at.row, evidence.at.column
        if artifact is None or row is None or column is None:
            return ()
        return tuple(normal(_text(artifact, *at)) for at in ((row, 0), (0, column)))

    def looked_up(self, lookup: LookUp, artifact: Artifact) -> LookUp:
        """Return a look-up of a plan with the value that its cell has now in an artifact."""
        row, column = self._cell(lookup.path, lookup.artifact, lookup.row, lookup.column, artifact)
        return replace(lookup, artifact=artifact.key, row=row, column=column, value=_text(artifact, row, column))

    def is_new(self, path: str, key: str, number: str = "", names: Collection[str] = ()) -> bool:
        """Return whether an artifact says what its document did not say before, under whatever key.

        A number that a row of the old table shows beside one of the names, where there are any, is nothing new.
        """
        text, artifact = self.before(path), self.now(path, key)
        if not text or artifact is None:
            return True
        if key in {mark.key for mark in marks_of(text)} or artifact_markdown(artifact) in text:
            return False
        shown = (({normal(cell) for cell in row}, map(numeral_of, row)) for row in self._old_rows(path, key))
        said = numeral_of(number)
        return said is None or not any(
            (not names or not cells.isdisjoint(names)) and any(one and one.value == said.value for one in numbers)
            for cells, numbers in shown
        )

    def came(self, path: str, key: str) -> bool:
        """Return whether a grid is new, or has other rows or columns than the old one that it stands for."""
        artifact, old = self.now(path, key), self._old_rows(path, key)
        grid = artifact.payload if artifact else None
        return not isinstance(grid, Grid) or not old or (len(old), len(old[0])) != (grid.rows, grid.columns)

    def _old_rows(self, path: str, key: str) -> list[list[str]]:
        """Return the rows of the old grid that one of now stands for, none where it stands for none."""
        text = self.before(path)
        found = (old.key for old in marks_of(text) if (now := self.stands_for(path, old.key)) and now.key == key)
        return rows_of(text, next(found, ""))

    def stands_for(self, path: str, key: str) -> Artifact | None:
        """Return the artifact that an old key stands for now, by key, anchor or neighbours."""
        if path not in self._aligned:
            document, text = self.context.document(path), self.before(path)
            self._aligned[path] = aligned(marks_of(text), document) if document and text else {}
        return self.now(path, key) or self._aligned[path].get(key)

    def _artifact(self, evidence: Evidence) -> Artifact:
        found = self.stands_for(evidence.path, evidence.artifact)
        document = self.context.document(evidence.path)
        if found is None and document is not None and not self.before(evidence.path):
            mark = cited_mark(evidence.artifact, evidence.kind, evidence.at)
            found = aligned([mark], document).get(evidence.artifact)
        if found is None or found.kind != evidence.kind:
            raise Lost(f"{evidence.path} holds nothing in the place of the {evidence.kind} that was cited")
        return found

    def _said(self, path: str, key: str, row: int, column: int) -> str:
        rows = rows_of(self.before(path), key)
        return rows[row][column] if row < len(rows) and column < len(rows[row]) else ""

    def _cell(self, path: str, key: str, row: int, column: int, artifact: Artifact) -> tuple[int, int]:
        """Return where a cell of an old grid stands now: by the texts of its row's and column's heads, or unmoved."""
        grid, old = artifact.payload, rows_of(self.before(path), key)
        if not isinstance(grid, Grid):
            raise Lost(f"{path} holds no table where one was cited")
        rows = [[grid.text(at, column) for column in range(grid.columns)] for at in range(grid.rows)]
        if not old or artifact.key == key:
            found = (row, column) if row < grid.rows and column < grid.columns else None
        else:
            at = _again(old, rows, row)
            across = _again(list(zip(*old, strict=False)), list(zip(*rows, strict=True)), column)
            found = (at, across) if at is not None and across is not None else None
        if found is None:
            raise Lost(f"{path} has no row and column any more like those of row {row + 1}, column {column + 1}")
        return found


def _again(old: Sequence[Sequence[str]], new: Sequence[Sequence[str]], at: int) -> int | None:
    """Return where a row or column stands now: the one of its head, of several the one that says most of what it said.

    Where none has its head it is the one in its place, if as many stand beside it.
    """
    told = [normal(line[0]) for line in new]
    same = [place for place, text in enumerate(told) if at < len(old) and text == normal(old[at][0])]
    if same:
        return same[0] if len(same) == 1 else _most_alike(old[at], new, same, at if len(old) == len(new) else None)
    return at if len(old) == len(new) else None


def _most_alike(
    old: Sequence[str], new: Sequence[Sequence[str]], places: Sequence[int], own: int | None
) -> int | None:  # fmt: skip
    """Return the one line of some that shares most of a line's texts, at least half; of equals the one in its place."""
    said = _texts(old)
    shared = {place: (said & _texts(new[place])).total() for place in places}
    most = max(shared.values())
    best = [place for place, count in shared.items() if count == most and 2 * count >= said.total()]
    return best[0] if len(best) == 1 else own if own in places else None


def _texts(line: Sequence[str]) -> Counter[str]:
    return Counter(text for text in map(normal, line) if text)


def _is_words(text: str) -> bool:
    return any(character.isalpha() for character in text)


def _text(artifact: Artifact, row: int, column: int) -> str:
    return artifact.payload.text(row, column) if isinstance(artifact.payload, Grid) else ""
