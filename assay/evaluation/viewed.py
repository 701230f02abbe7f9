"""One domain's documents as a view shows them to a subject."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from assay.markdown import document_markdown
from assay.model.document import Document
from assay.model.gate import Context
from assay.model.probe import FULL, View
from assay.views import with_cells, without


@dataclass(frozen=True, eq=False)
class Viewed:
    """The documents of a domain without what the view hides or takes out, and with the cells that it changes."""

    context: Context
    domain: str
    view: View = FULL

    @property
    def changed(self) -> frozenset[str]:
        """The paths of which the view shows something else than the whole archive does."""
        return self._changed

    @cached_property
    def _changed(self) -> frozenset[str]:
        only = self.view.only
        gone = {path for path in self._all if only is not None and path not in only}
        altered = {path for path, _ in self.view.without} | {change.path for change in self.view.cells}
        return frozenset(gone | altered | set(self.view.hidden))

    def paths(self) -> Sequence[str]:
        """Return the paths of the documents that can be read, sorted."""
        return [path for path in self._all if not self._hides(path)]

    def document(self, path: str) -> Document | None:
        """Return the document at a path, None where the view has none."""
        found = None if self._hides(path) else self.context.document(path)
        if found is None or found.domain != self.domain or path not in self.changed:
            return found if found is not None and found.domain == self.domain else None
        left = without(found, [key for at, key in self.view.without if at == path])
        return with_cells(left, [change for change in self.view.cells if change.path == path])

    def markdown(self, path: str) -> str | None:
        """Return the Markdown of the document at a path, None where the view has none."""
        found = self.document(path)
        if found is None or path not in self.changed:
            return self.context.markdown(path) if found is not None else None
        return document_markdown(found)

    @cached_property
    def _all(self) -> tuple[str, ...]:
        return domain_paths(self.context, self.domain)

    def _hides(self, path: str) -> bool:
        only = self.view.only
        return path in self.view.hidden or (only is not None and path not in only)


def domain_paths(context: Context, domain: str) -> tuple[str, ...]:
    """Return the paths of a domain's readable documents, sorted."""
    return tuple(context.within(domain))
