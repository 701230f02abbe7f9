"""What may be passed on: tasks without the texts of restricted sources, and the terms of every source."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial

from assay.export.facts import Restricted
from assay.export.withholding import Withheld, shareable
from assay.model.task import Task
from assay.stages.terms import SOURCES
from assay.store.blobs import read_blob
from assay.store.database import Database
from assay.store.folder import OutFolder
from assay.store.releases import manifest_of

# All but the digest of the original, which may change where nothing that a release holds does.
_TERMS = "path, origin, licence, source_kind, original_format, conversion_tool, restriction, collection"
_HEAD = (*_TERMS.split(", "), "sha256")
_NAMED = 5
_PLACE = _HEAD.index("collection")


@dataclass(frozen=True, slots=True)
class Shared:
    """Tasks that may be passed on, as written and as given away, and those that may not."""

    written: tuple[Task, ...]
    given: tuple[Task, ...]
    held: tuple[Task, ...]

    @property
    def kept_back(self) -> tuple[str, ...]:
        """The names of the tasks that may not be passed on."""
        return tuple(task.id for task in self.held)


def shared(tasks: Sequence[Task], withheld: Mapping[str, Withheld]) -> Shared:
    """Return what of the tasks may be passed on where some sources are withheld."""
    cut = shareable(tasks, withheld) if withheld else {task.id: task for task in tasks}
    written = tuple(task for task in tasks if task.id in cut)
    held = tuple(task for task in tasks if task.id not in cut)
    return Shared(written, tuple(cut[task.id] for task in written), held)


def kept_back_sentence(tasks: Sequence[str]) -> str:
    """Return the sentence on tasks that every gate keeps and that may not be passed on all the same."""
    named = ", ".join(tasks[:_NAMED]) + (" ..." if len(tasks) > _NAMED else "")
    return f"kept back, since asking takes the text of a source that is not to be redistributed: {len(tasks)} ({named})"


def restricted(database: Database) -> tuple[Restricted, ...]:
    """Return the documents that are not to be redistributed, by path."""
    rows = database.rows(
        "select path, restriction, licence, origin from document where readable and restriction <> '' order by path"
    )
    return tuple(Restricted(*row) for row in rows)


def withheld_now(database: Database) -> dict[str, Withheld]:
    """Return by path the documents that are not to be redistributed, as they stand."""
    rows = database.rows("select path, title, markdown from document where readable and restriction <> ''")
    return {path: Withheld(path, title, partial(_text, database.out, sha)) for path, title, sha in rows}


def withheld_then(database: Database, number: int) -> dict[str, Withheld]:
    """Return by path the documents that were not to be redistributed when a release was frozen, as they stood."""
    return _as_they_stood(database, number, frozenset())


def withheld_since(database: Database, number: int) -> list[Withheld]:
    """Return what is not to be redistributed or was not when a release was frozen, as it stands and as it stood."""
    now = withheld_now(database)
    return [*now.values(), *_as_they_stood(database, number, now.keys()).values()]


def _as_they_stood(database: Database, number: int, others: Set[str]) -> dict[str, Withheld]:
    titles = dict(database.rows("select path, title from document"))
    blobs, out = manifest_of(database.out, number), database.out
    return {
        row["path"]: Withheld(row["path"], titles.get(row["path"], ""), partial(_text, out, blobs[row["collection"]]))
        for row in frozen_terms(out, number)
        if row["collection"] in blobs and (row["restriction"] or row["path"] in others)
    }


def withheld_places(database: Database, number: int) -> dict[str, tuple[str, ...]]:
    """Return the terms of what is restricted now or was when a release was frozen, by its place in the collection."""
    then = {row["collection"]: tuple(row.values()) for row in frozen_terms(database.out, number) if row["restriction"]}
    now = database.rows(f"select {_TERMS}, content from document where restriction <> ''")
    return {str(row[_PLACE]): tuple(map(str, row)) for row in now} | then


def withheld_file(terms: Iterable[tuple[str, ...]]) -> str:
    """Return the SOURCES.csv that stands in for what an export leaves out."""
    return _table(_HEAD, sorted(terms))


def terms_file(database: Database) -> str:
    """Return the SOURCES.csv of a release: the terms of each document, where it stands, and its file's digest."""
    rows = database.rows(f"select {_TERMS}, content from document where readable order by path")
    return _table(_HEAD, rows)


def same_terms(database: Database, number: int) -> bool:
    """Return whether the documents have the terms that they had when a release was frozen."""
    rows = database.rows(f"select {_TERMS} from document where readable order by path")
    then = [[row[name] for name in _HEAD[:-1]] for row in frozen_terms(database.out, number)]
    if not then:  # frozen by a version that knew no terms but these
        return not any(row[_HEAD.index("restriction")] for row in rows)
    return _table((), rows) == _table((), then)


def frozen_terms(out: OutFolder, number: int) -> list[dict[str, str]]:
    """Return the rows of a release's SOURCES.csv, none where it has no such file."""
    path = out.releases / str(number) / SOURCES
    if not path.is_file():
        return []
    with path.open(newline="", encoding="utf-8") as lines:
        return [{name: row.get(name) or "" for name in _HEAD} for row in csv.DictReader(lines)]


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([head, *rows] if head else rows)
    # names of files may hold what no encoding has
    return text.getvalue().encode("utf-8", "replace").decode()


def _text(out: OutFolder, sha: str) -> str:
    return read_blob(out, sha).decode()
