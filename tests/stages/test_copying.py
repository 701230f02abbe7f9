"""A byte copy of a cited file, under whatever name and wherever it lies, changes no task and doubles no question."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from assay.search.duplicates import copies_in
from assay.stages.archive import context_of
from assay.stages.proving import verify
from assay.store.snapshot import Snapshot
from tests.stages.archives import Built, task_bytes, tiny_build

pytestmark = pytest.mark.slow  # a build and four refreshes

MEMO, REGISTER = "energy/losses-memo.md", "energy/consumption-register.csv"


@pytest.fixture
def built(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> Built:
    return tiny_build(tmp_path_factory).copied(tmp_path)


def stands(built: Built, release: int) -> None:
    """Assert that a release has the tasks of the first and that their programs prove them."""

    def told(number: int) -> list[object]:
        lines = (json.loads(line) for line in task_bytes(built.out, number).splitlines())
        return [{**line, "lineage": None} for line in lines]

    assert told(release) == told(1)
    assert verify(built.out, release, mutate=False).failed == []
    assert f"Unchanged: {len(told(1))} tasks." in (built.out / "releases" / str(release) / "CHANGES.md").read_text()


def test_copies_join_their_cluster_and_change_nothing_else(built: Built):
    for name, copy in ((MEMO, "energy/a.md"), (REGISTER, "energy/zz.csv"), (REGISTER, "other/register.csv")):
        (built.archive / copy).parent.mkdir(exist_ok=True)
        shutil.copy(built.archive / name, built.archive / copy)
    found = built.refreshed()
    assert (found.stale, found.looked.added, found.documents) == ((), 3, 5)
    stands(built, 2)
    with Snapshot.open(built.out) as snapshot:
        assert copies_in("energy", context_of(snapshot))[REGISTER] == {REGISTER, "energy/zz.csv"}
    # the file that is cited goes, and its copy stands in for it
    (built.archive / REGISTER).unlink()
    found = built.refreshed()
    assert (found.stale, found.looked.renamed) == ((), ((REGISTER, "energy/zz.csv"),))
    stands(built, 3)


def test_a_cited_file_that_is_renamed_and_copied_in_one_go_stays_what_it_was(built: Built):
    shutil.copy(built.archive / REGISTER, built.archive / "energy" / "a.csv")
    (built.archive / REGISTER).rename(built.archive / "energy" / "b.csv")
    found = built.refreshed()
    assert (found.stale, found.looked.renamed) == ((), ((REGISTER, "energy/a.csv"),))
    stands(built, 2)
