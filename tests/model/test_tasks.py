"""Task ids: the same for equal questions over equal evidence, whoever asks and when."""

from dataclasses import replace

import pytest

from assay.model.probe import FULL, Probe, View
from assay.model.task import Answer, Lineage, task_of
from tests.made import cited, energy_archive, proposal

ARCHIVE = energy_archive()
PROPOSAL = proposal(ARCHIVE)


def test_the_id_is_frozen():
    assert task_of(PROPOSAL, Lineage("rules")).id == "q4ac9e774a0cb"


@pytest.mark.parametrize(
    "changes",
    [{"program": "print(1)"}, {"reasoning": ()}, {"labels": ("other",)}, {"hops": 1},
     {"evidence": tuple(reversed(PROPOSAL.evidence))}],
    ids=["program", "reasoning", "labels", "hops", "order of evidence"],
)  # fmt: skip
def test_how_a_task_is_proven_does_not_enter_its_id(changes):
    assert task_of(replace(PROPOSAL, **changes), Lineage("file")).id == task_of(PROPOSAL, Lineage("rules")).id


@pytest.mark.parametrize(
    "changes",
    [{"question": "Another question?"}, {"domain": "retail"}, {"track": "domain"}, {"answer": Answer("number", "1")},
     {"evidence": (cited(ARCHIVE, "energy/demand.csv", 2, 2),)}],
    ids=["question", "domain", "track", "answer", "evidence"],
)  # fmt: skip
def test_what_is_asked_enters_its_id(changes):
    assert task_of(replace(PROPOSAL, **changes), Lineage("rules")).id != task_of(PROPOSAL, Lineage("rules")).id


def test_a_task_counts_the_documents_that_it_cites():
    assert task_of(PROPOSAL, Lineage("rules")).documents == 2
    assert task_of(replace(PROPOSAL, evidence=PROPOSAL.evidence * 2), Lineage("rules")).documents == 2


def test_probes_are_one_only_where_they_ask_the_same():
    probe = Probe("t", 1, "program", FULL, "program")
    others = [replace(probe, revision=2), replace(probe, sample=1), replace(probe, view=View(hidden=("a",)))]
    assert len({probe.key, *(other.key for other in others)}) == 4
    assert replace(probe).key == probe.key
