"""What became of a document that is no readable one any more: its file is gone, cannot be read, or lies elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from assay.collection import collection_path
from assay.store.database import Database


def gone_sentence(path: str) -> str:
    """Return the sentence about a document of which no more is known."""
    return f"{path} is no readable document of the archive any more"


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Tells what became of documents; `frozen` is the manifest of the release that they were in."""

    database: Database
    frozen: Mapping[str, str]

    def told(self, domain: str, path: str) -> str:
        """Return a sentence about a document that is no readable one of the archive any more."""
        why = self._problem(path) or self._elsewhere(domain, path)
        return f"{gone_sentence(path)}{f' ({why})' if why else ''}"

    def _problem(self, path: str) -> str:
        found = self.database.rows("select problem, detail from document where path = $1 and not readable", path)
        return f"{found[0][0]}: {found[0][1]}" if found else ""

    def _elsewhere(self, domain: str, path: str) -> str:
        said = self.frozen.get(collection_path(domain, path))
        query = "select path from document where readable and markdown = $1 order by path limit 1"
        found = self.database.rows(query, said) if said else []
        return f"{found[0][0]} says what it said" if found else ""
