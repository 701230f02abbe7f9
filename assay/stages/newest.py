"""The newest release of an OUT, and whether another would be the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.model.task import Task
from assay.stages.sharing import same_terms
from assay.store.database import Database
from assay.store.releases import Released, frozen_manifest, manifest, released, releases
from assay.store.tasks import task


@dataclass(frozen=True, slots=True)
class Newest:
    """A release's number and its task revisions in order."""

    number: int
    tasks: tuple[Released, ...]

    def records(self, database: Database) -> list[Task]:
        """Return the tasks themselves."""
        found = (task(database, one.task, one.revision) for one in self.tasks)
        return [one for one in found if one is not None]

    def same(self, database: Database, tasks: Sequence[Released]) -> bool:
        """Return whether these tasks over the collection and its terms as they stand are what this release holds."""
        alike = tuple(tasks) == self.tasks and frozen_manifest(database, self.number) == manifest(database)
        return alike and same_terms(database, self.number)


def newest_release(database: Database) -> Newest | None:
    """Return the newest release, None where there is none."""
    numbers = releases(database)
    return Newest(numbers[-1], tuple(released(database, numbers[-1]))) if numbers else None
