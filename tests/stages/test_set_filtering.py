"""What stands in a release keeps its place in it, whatever comes and in which order the gate looks at it."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.config import Settings
from assay.model.task import Lineage, Task
from assay.stages.figures import judged
from assay.stages.run import Silent, open_run
from assay.stages.set_filtering import LastLook, latest, standing_first
from assay.store.gates import commit_verdicts
from assay.store.releases import released_once
from filters.quotas import Quotas
from filters.registry import chosen_names
from tests.made import energy_archive
from tests.made import task as made
from tests.stages.archives import tiny_build

ARCHIVE = energy_archive()
CONTEXT = ARCHIVE.context()
TASK = replace(made(ARCHIVE), labels=())


def task(number: int, template: str) -> Task:
    lineage = Lineage("rules", template=template)
    answer = replace(TASK.answer, value=str(number))
    evidence = tuple(replace(one, path=f"energy/{number}-{one.path[7:]}") for one in TASK.evidence)
    return replace(TASK, id=f"q{number:03}", lineage=lineage, answer=answer, evidence=evidence)


def decided(tasks: list[Task], standing: frozenset[str]) -> dict[str, tuple[str, str]]:
    found = standing_first(Quotas(), tasks, standing, CONTEXT)
    assert [one.task for one in found] == [one.id for one in tasks]
    return {one.task: (one.decision, one.cause) for one in found}


def test_without_a_release_the_gate_decides_alone():
    tasks = [task(number, "a") for number in range(8)]
    alone = {one.task: (one.decision, one.cause) for one in Quotas().verdicts(tasks, CONTEXT)}
    assert decided(tasks, frozenset()) == alone


@given(st.sets(st.integers(0, 11), max_size=3), st.lists(st.sampled_from("ab"), min_size=12, max_size=12))
def test_none_that_comes_takes_the_place_of_one_that_stands_and_no_quota_is_broken(numbers: set[int], drawn: list[str]):
    tasks = [task(number, template) for number, template in enumerate(drawn)]
    standing = frozenset(f"q{number:03}" for number in numbers)
    found = decided(tasks, standing)
    assert all(found[name][0] == "keep" for name in standing)
    kept = Counter(one.lineage.template for one in tasks if found[one.id][0] == "keep")
    assert kept == {name: min(3, drawn.count(name)) for name in set(drawn)}


def test_a_newcomer_without_room_is_told_that_what_stands_has_its_place():
    tasks = [task(number, "a") for number in range(6)]
    alone = [one.task for one in Quotas().verdicts(tasks, CONTEXT) if one.decision == "drop"]
    found = decided(tasks, frozenset(alone))
    assert {name for name, (decision, _) in found.items() if decision == "keep"} == set(alone)
    assert {cause for decision, cause in found.values() if decision == "drop"} == {"standing"}


@pytest.mark.parametrize(("once", "again"), [(True, False), (False, True)])
def test_a_task_that_was_released_keeps_its_place_while_a_gate_cannot_decide_on_it(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, once: bool, again: bool
):
    here = tiny_build(tmp_path_factory).copied(tmp_path)
    with open_run(here.out, Settings(), Silent(), create=False) as run:
        look, (name,) = LastLook(Quotas()), sorted(released_once(run.store))[:1]
        assert look.batches(run) == []
        (ruling,) = (one for key, one in latest(run, "panel").items() if key[0] == name)
        undecided = replace(ruling, verdict=replace(ruling.verdict, decision="undecided", cause="failed"), read="new")
        with run.store.transaction():
            commit_verdicts(run.store, [undecided])
            if not once:
                run.store.rows("delete from release_task where task = $1", name)
        assert bool(look.batches(run)) == again
        (waits,) = judged(run.store, chosen_names(run.settings)).waiting()
        assert waits.id == name
