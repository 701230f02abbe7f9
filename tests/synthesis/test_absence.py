"""Null answers: what one archive withholds, its twin gives; what stands in a note or a chart is no null."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from assay.enterprise import build, key_path
from assay.evaluation.absence import FACTS, Sought, holdings, sought_of
from assay.evaluation.context import ArchiveContext
from assay.evaluation.runner import Runner
from assay.model.document import Source
from assay.model.gate import Verdict
from assay.model.task import Lineage, Task, task_of
from assay.sandbox import Limits, open_sandbox
from assay.tables.records import normal
from extractors.extract import extract_batch
from filters.spec import SpecLint
from filters.verification import Verification
from synthesis.absence.gaps import gaps
from synthesis.absence.twinned import TWINS, twinned_drafts
from synthesis.drafts import Draft
from synthesis.rules.choosing import Chooser
from synthesis.rules.ledger import ledger
from synthesis.rules.necessity import necessity
from synthesis.validator import validate
from tests.documents import Paper, table_of

# The first organisation of an archive has so many documents; one domain is enough here.
ENERGY = 13
MOST = 3


def read(folder: Path) -> ArchiveContext:
    files = sorted(path.relative_to(folder).as_posix() for path in folder.glob("*/*"))
    found = extract_batch([(folder / path, Source(path.split("/")[0], path, 0)) for path in files])
    held = {path: one for path, one in zip(files, found, strict=True) if one.document.readable}
    return ArchiveContext(held, lambda path: held[path].document, lambda document: held[document.path].data)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> tuple[ArchiveContext, ArchiveContext, list[dict[str, str]]]:
    """An archive, its twin in which nothing is withheld, and the lines of the archive's key."""
    folder = tmp_path_factory.mktemp("twins")
    one = build(7, folder / "one", ENERGY).archive
    twin = build(7, folder / "twin", ENERGY, reveal=True).archive
    return read(one), read(twin), [json.loads(line) for line in key_path(one).read_text("utf-8").splitlines()]


def drafted(context: ArchiveContext, domain: str, seed: int) -> list[tuple[str, Draft]]:
    archive, rng = holdings(domain, context), random.Random(seed)
    chooser = Chooser(ledger(domain, archive.documents), rng, necessity(domain, context))
    return list(twinned_drafts(gaps(archive, rng)[:MOST], archive, chooser, context, ""))


def tasks_of(context: ArchiveContext, drafts: Sequence[tuple[str, Draft]]) -> Iterator[Task]:
    for _, draft in drafts:
        proposal, faults = validate(draft.submission(draft.expected, draft.expected), context)
        assert proposal is not None, faults
        yield task_of(proposal, Lineage("rules", template=draft.template))


def nulls(tasks: Sequence[Task]) -> list[Task]:
    return [task for task in tasks if task.answer.type == "null"]


def ruled(context: ArchiveContext, task: Task, gate: Verification | SpecLint) -> Verdict:
    return Runner(context, open_sandbox(), Limits()).decide(gate, task, {}).verdict


def wanted(task: Task) -> Sought:
    found = sought_of(task.scope[0].query, task.domain)
    assert found is not None
    return found


Worlds = tuple[ArchiveContext, ArchiveContext, list[dict[str, str]]]


@pytest.fixture(scope="module")
def asked(world: Worlds) -> list[Task]:
    """What is asked over the archive: each null with its twins behind it."""
    return list(tasks_of(world[0], drafted(world[0], "energy", 3)))


def test_nulls_are_of_what_the_key_calls_absent_and_the_gates_keep_them(world: Worlds, asked: list[Task]):
    context, _, key = world
    absent = {(normal(line["entity"]), line["period"]) for line in key if line["type"] == "absent"}
    tasks = nulls(asked)
    assert len(tasks) >= 3
    for task in tasks:
        assert (wanted(task).entity, wanted(task).period) in absent
        assert (task.track, task.answer.type, task.labels[0]) == ("search", "null", "abstinence")
        assert [scope.query["kind"] for scope in task.scope][:2] == ["facts", "text"]
        assert ruled(context, task, Verification()).decision == "keep"
        assert ruled(context, task, SpecLint()).decision == "keep"


def test_beside_each_null_stand_questions_in_its_wording_that_have_an_answer(world: Worlds, asked: list[Task]):
    context, _, _ = world
    for at in range(0, len(asked), TWINS + 1):
        null, *held = asked[at : at + TWINS + 1]
        assert null.answer.type == "null"
        assert {one.lineage.template for one in held} == {null.lineage.template}
        assert {(one.track, one.answer.type) for one in held} == {("search", "number")}
        assert {skeleton(one.question) for one in held} == {skeleton(null.question)}
        # the first needs its documents, so that there is one beside each null after all gates
        assert [ruled(context, held[0], gate).decision for gate in (Verification(), SpecLint())] == ["keep", "keep"]


def skeleton(question: str) -> str:
    """The words that all questions of a wording share at its beginning and its end."""
    return f"{question.split()[0]} ... {' '.join(question.split()[-6:])}"


def test_a_role_leads_to_the_entity_of_which_nothing_is_told(asked: list[Task]):
    bridged = [task for task in nulls(asked) if "bridge.extremum" in task.labels]
    assert bridged
    for task in bridged:
        assert wanted(task).entity not in normal(task.question)
        assert wanted(task).period in task.question or "chain" in task.labels
        assert len({one.path for one in task.evidence}) > 1
        assert task.hops >= 2


def test_the_twin_that_holds_the_figure_gives_its_value_and_keeps_no_null(world: Worlds, asked: list[Task]):
    _, twin, key = world
    values = {
        (normal(line["entity"]), line["period"]): Fraction(line["value"]) for line in key if line["type"] == "absent"
    }
    archive = holdings("energy", twin)
    absent_there = {gap.sought for gap in gaps(archive, random.Random(3))}
    for task in nulls(asked):
        sought = wanted(task)
        places = archive.asked(FACTS, sought)
        given = {cell.amount for cell in archive.cells if cell.place in places}
        value = values[sought.entity, sought.period]
        # the cell's unit is a multiple of the key's: one ratio for all figures of a measure
        assert len({amount / value for amount in given}) == 1
        assert sought not in absent_there
        assert ruled(twin, replace(task, evidence=()), Verification()).cause == "absence_disproved"


def papers(*others: Paper) -> ArchiveContext:
    years = ("2020", "2021", "2022", "2023")
    rows = {
        "North": ["417", "431", "..", "466"],
        "South": ["298", "305", "312", "309"],
        "East": ["512", "498", "521", "540"],
    }
    table = table_of("Table 1. Electricity output by plant, GWh", rows, years, "Plant")
    documents = {one.path: one for one in (paper.document() for paper in (table, *others))}
    return ArchiveContext(documents, documents.get, lambda _: b"")


def asked_of(context: ArchiveContext, seeds: int = 20) -> dict[str, str]:
    """The questions of an archive with their answers."""
    return {draft.question: draft.expected for seed in range(seeds) for _, draft in drafted(context, "d", seed)}


def test_a_change_from_or_to_a_withheld_cell_is_asked_for_in_the_words_of_changes_that_are_told():
    asked = asked_of(papers())
    absent = [question for question, answer in asked.items() if answer == "null"]
    assert absent
    assert all("North" in one and "2022" in one and "null" in one for one in absent)
    # East made 498 GWh in 2021 and 540 in 2023
    assert "+8.43" in asked.values()
    told = (
        "What was the percentage change of the electricity output of {}? Answer as a percentage with a plus or minus "
    )
    told += "sign and two decimals, or null if the documents do not give both figures."
    assert asked[told.format("North from 2021 to 2022")] == "null"
    assert asked[told.format("South from 2020 to 2022")] == "+4.70"


def test_a_year_that_only_other_entities_have_is_asked_for():
    rows = {name: ["250", "277"] for name in ("South", "East", "West")}
    longer = table_of("Electricity output by plant, GWh", rows, ["2018", "2019"])
    asked = asked_of(papers(longer), 8)
    assert any("North" in one and "2018" in one and answer == "null" for one, answer in asked.items())


@pytest.mark.parametrize("kind", ["comment", "footnote", "text"])
def test_what_a_note_tells_is_no_null(kind: str):
    paper = Paper("d/memo.docx")
    sentence = paper.text("In 2022 North made 449 GWh." if kind == "text" else "See the note.")
    if kind != "text":
        paper.facet(kind, "North made 449 in 2022.", sentence, text="North made 449 in 2022.")
    assert drafted(papers(paper), "d", 1) == []
