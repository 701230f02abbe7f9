"""What stands in a release keeps its place in it, whatever comes and in which order the gate looks at it."""

from collections import Counter
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from assay.model.task import Lineage, Task
from assay.stages.set_filtering import standing_first
from filters.quotas import Quotas
from tests.made import energy_archive
from tests.made import task as made

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
