"""Null answers: what one archive withholds, its twin gives; what stands in a note or a chart is no null."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from assay.enterprise import build, key_path
from assay.evaluation.absence import FACTS, Holdings, Sought, holdings, sought_of
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
from synthesis.absence.drafts import absence_drafts
from synthesis.absence.gaps import gaps
from synthesis.absence.held import MOST_FOR_A_GAP, held_drafts
from synthesis.drafts import Draft
from synthesis.rules.ledger import ledger
from synthesis.validator import validate
from tests.documents import Paper, table_of

# The first organisation of an archive has so many documents; one domain is enough here.
ENERGY = 13


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


def drafted(archive: Holdings, seed: int) -> list[tuple[str, Draft]]:
    rng = random.Random(seed)
    return absence_drafts(archive, gaps(archive, rng), rng)


def nulls(context: ArchiveContext) -> list[Task]:
    archive, tasks = holdings("energy", context), list[Task]()
    for _, draft in drafted(archive, 3):
        proposal, faults = validate(draft.submission("null", ""), context)
        assert proposal is not None, faults
        tasks.append(task_of(proposal, Lineage("rules", template=draft.template)))
    return tasks


def ruled(context: ArchiveContext, task: Task, gate: Verification | SpecLint) -> Verdict:
    return Runner(context, open_sandbox(), Limits()).decide(gate, task, {}).verdict


def wanted(task: Task) -> Sought:
    found = sought_of(task.scope[0].query, task.domain)
    assert found is not None
    return found


Worlds = tuple[ArchiveContext, ArchiveContext, list[dict[str, str]]]


def test_nulls_are_of_what_the_key_calls_absent_and_the_gates_keep_them(world: Worlds):
    context, _, key = world
    absent = {(normal(line["entity"]), line["period"]) for line in key if line["type"] == "absent"}
    tasks = nulls(context)
    assert len(tasks) >= 3
    for task in tasks:
        assert (wanted(task).entity, wanted(task).period) in absent
        assert (task.track, task.answer.type, task.labels[0]) == ("search", "null", "abstinence")
        assert [scope.query["kind"] for scope in task.scope] == ["facts", "text"]
        assert ruled(context, task, Verification()).decision == "keep"
        assert ruled(context, task, SpecLint()).decision == "keep"


def test_figures_that_are_there_are_asked_in_the_same_words_and_the_gates_keep_them(world: Worlds):
    context, _, key = world
    values = {(normal(line["entity"]), line["period"], Fraction(line["value"])) for line in key if is_figure(line)}
    archive, rng = holdings("energy", context), random.Random(3)
    found = gaps(archive, rng)[:2]
    known = ledger("energy", archive.documents)
    drafts = [draft for _, draft in held_drafts(found, known, context, rng)]
    assert len(drafts) == MOST_FOR_A_GAP * len(found)
    assert all("null" in one.question for one in drafts)
    assert sum("change" in one.template for one in drafts) == len(found)
    for draft in drafts:
        proposal, faults = validate(draft.submission(draft.expected, draft.expected), context)
        assert proposal is not None, faults
        task = task_of(proposal, Lineage("rules", template=draft.template))
        assert task.plan is not None
        assert len(task.plan.lookups) == (2 if "change" in draft.template else 1)
        for lookup in task.plan.lookups:
            shown = Fraction(lookup.value.replace(",", ""))
            in_units = {shown, shown / 1000, shown * 1000}
            assert values & {(normal(lookup.entity), lookup.period, value) for value in in_units}
        assert [ruled(context, task, gate).decision for gate in (Verification(), SpecLint())] == ["keep", "keep"]


def is_figure(line: dict[str, str]) -> bool:
    """Whether a line of the key is a fact with a number."""
    return line["type"] == "fact" and line["unit"] not in ("text", "year") and "-" not in line["period"]


def test_the_twin_that_holds_the_figure_gives_its_value_and_keeps_no_null(world: Worlds):
    context, twin, key = world
    values = {
        (normal(line["entity"]), line["period"]): Fraction(line["value"]) for line in key if line["type"] == "absent"
    }
    archive = holdings("energy", twin)
    asked_there = {wanted(task) for task in nulls(twin)}
    for task in nulls(context):
        sought = wanted(task)
        places = archive.asked(FACTS, sought)
        given = {cell.amount for cell in archive.cells if cell.place in places}
        value = values[sought.entity, sought.period]
        # the cell's unit is a multiple of the key's: one ratio for all figures of a measure
        assert len({amount / value for amount in given}) == 1
        assert sought not in asked_there
        assert ruled(twin, replace(task, evidence=()), Verification()).cause == "absence_disproved"


def papers(*others: Paper) -> Holdings:
    years = ("2020", "2021", "2022", "2023")
    rows = {
        "North": ["417", "431", "..", "466"],
        "South": ["298", "305", "312", "309"],
        "East": ["512", "498", "521", "540"],
    }
    table = table_of("Table 1. Electricity output by plant, GWh", rows, years, "Plant")
    return Holdings("d", tuple(paper.document() for paper in (table, *others)))


def test_a_withheld_cell_is_asked_for_in_plain_words():
    asked = {draft.question for seed in range(30) for _, draft in drafted(papers(), seed)}
    assert {path for path, _ in drafted(papers(), 1)} == {"d/Table-1.-Electricity-output-by-plant.docx"}
    changes = {question for question in asked if "percent" in question}
    assert changes
    assert all("from 202" in one and "2022" in one and "null" in one for one in changes)
    assert asked - changes == {
        "What was the electricity output of North in 2022, in GWh? If no document gives this figure, answer null.",
        "Find the electricity output of North for 2022, in GWh. Answer null if the documents do not hold it.",
        "According to these documents, what was North’s electricity output in 2022, in GWh? "
        "If they do not say, answer null.",
    }  # fmt: skip


def test_a_year_that_only_other_entities_have_is_asked_for():
    rows = {name: ["250", "277"] for name in ("South", "East", "West")}
    longer = table_of("Electricity output by plant, GWh", rows, ["2018", "2019"])
    drafts = [draft for _, draft in drafted(papers(longer), 1)]
    assert any(draft.template.startswith("absence/missing/") for draft in drafts)


@pytest.mark.parametrize("kind", ["comment", "footnote", "text"])
def test_what_a_note_tells_is_no_null(kind: str):
    paper = Paper("d/memo.docx")
    sentence = paper.text("In 2022 North made 449 GWh." if kind == "text" else "See the note.")
    if kind != "text":
        paper.facet(kind, "North made 449 in 2022.", sentence, text="North made 449 in 2022.")
    assert drafted(papers(paper), 1) == []
