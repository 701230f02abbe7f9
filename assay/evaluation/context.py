"""The read-only, lazy look at an archive that gates get, over whatever holds the documents."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from assay.markdown import document_markdown
from assay.model.document import Document
from assay.model.task import Task


@dataclass(slots=True)
class ArchiveContext:
    """Documents by path, fetched once when they are first asked for, and the tasks of the run.

    `original` returns the bytes of a document's source; `domains` tells those of all paths, else the documents do.
    """

    sources: Collection[str]
    fetch: Callable[[str], Document | None]
    original: Callable[[Document], bytes]
    tasks: Sequence[Task] = ()
    domains: Mapping[str, str] | None = None
    _documents: dict[str, Document | None] = field(default_factory=dict[str, "Document | None"])
    _markdown: dict[str, str] = field(default_factory=dict[str, str])

    def paths(self) -> Sequence[str]:
        """Return the paths of the readable documents, sorted."""
        return sorted(self.sources)

    def within(self, domain: str) -> Sequence[str]:
        """Return the paths of a domain's readable documents, sorted."""
        if self.domains is not None:
            return [path for path in self.paths() if self.domains.get(path) == domain]
        found = ((path, self.document(path)) for path in self.paths())
        return [path for path, document in found if document is not None and document.domain == domain]

    def document(self, path: str) -> Document | None:
        """Return the document at an archive path, None where there is no readable one."""
        if path not in self.sources:
            return None
        if path not in self._documents:
            self._documents[path] = self.fetch(path)
        return self._documents[path]

    def markdown(self, path: str) -> str | None:
        """Return the collection's Markdown of an archive path."""
        if path not in self._markdown:
            document = self.document(path)
            if document is None:
                return None
            self._markdown[path] = document_markdown(document)
        return self._markdown[path]

    def peers(self) -> Sequence[Task]:
        """Return the newest revision of every task of the run, sorted by id."""
        return sorted(self.tasks, key=lambda task: task.id)
