"""The scopes of standing tasks asked again: what their queries find in the archive as it is now."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from assay.evaluation.absence import Holdings, holdings, sought_of
from assay.model.canonical import Json, digest
from assay.model.gate import Context
from assay.model.task import Scope, Task
from assay.tables import TypedTable
from synthesis.rules.rivals import tables_of

TABLES = "tables"


@dataclass(frozen=True, slots=True)
class Asked:
    """A scope as it was and as it is: `found` is what its query finds now."""

    before: Scope
    now: Scope
    found: Sequence[Json]

    @property
    def changed(self) -> bool:
        """Whether the query finds something else than it did."""
        return self.before.digest != self.now.digest


def asked_again(task: Task, context: Context, paths: Collection[str]) -> list[Asked]:
    """Return a task's scopes, asked again over the named documents; a query that nobody can ask stays as it is."""
    return [_asked(scope, task.domain, context, paths) for scope in task.scope]


def _asked(scope: Scope, domain: str, context: Context, paths: Collection[str]) -> Asked:
    found = _found(scope.query, domain, context, paths)
    return Asked(scope, scope, ()) if found is None else Asked(scope, Scope(scope.query, digest(found)), found)


def _found(query: Mapping[str, Json], domain: str, context: Context, paths: Collection[str]) -> list[Json] | None:
    measure = query.get("measure")
    if query.get("domain", domain) != domain or not isinstance(measure, str):
        return None
    if query.get("kind") == TABLES:
        return tables_of(_tables(holdings(domain, context), paths), measure)
    sought = sought_of(query, domain)
    return holdings(domain, context).asked(str(query["kind"]), sought) if sought is not None else None


def _tables(held: Holdings, paths: Collection[str]) -> list[TypedTable]:
    return [table for table in held.tables if table.path in paths]
