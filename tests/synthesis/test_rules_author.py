"""The rules author writes tasks through the loop whose programs, plans and evidence hold together."""

import ast
import json
import random
import subprocess
import sys
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import cache
from pathlib import Path

import pytest

from assay.collection import collection_path
from assay.model.document import Document
from assay.model.gate import Verdict
from assay.model.task import Answer, Lineage, Task, task_of
from assay.tables import typed_tables
from filters.spec import SpecLint
from synthesis.authors import AUTHORS, Written
from synthesis.rules.choosing import FAMILIES, MOST_AN_EPISODE, MOST_FOR_DOCUMENTS
from synthesis.rules.fields import Field, field_of, who_by
from synthesis.rules.grammar import render
from synthesis.rules.ledger import ledger
from synthesis.rules.phrases import form_of, noun, speakable
from synthesis.rules.programs import shows_operand
from synthesis.rules.proposals import Output, proposal_of
from synthesis.rules.rivals import tables_of
from synthesis.rules.sensing import Worked, worked
from tests.documents import Paper, table_of
from tests.synthesis.places import NAMES, YEARS, archive, commission, values

FEW = 16


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("rules")


@pytest.fixture(scope="module")
def written(folder: Path) -> Written:
    return AUTHORS["rules"]().write(commission(folder, archive()))


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Written:
    return AUTHORS["rules"]().write(commission(tmp_path_factory.mktemp("few"), archive(), most=FEW))


def numeric(written: Written) -> list[Task]:
    return [task for task in written.tasks if task.track == "numeric"]


def field() -> Field:
    known = ledger("d", archive())
    return field_of(known, known.joins[0], random.Random("walks"))


@cache
def some_of_each() -> tuple[Worked, ...]:
    found: list[Worked] = []
    for family in FAMILIES:
        made = (one for walk in family(field()) if (one := worked(walk)) is not None)
        found += [one for one, _ in zip(made, range(3), strict=False)]
    return tuple(found)


def test_every_draft_is_accepted_and_many_operators_and_fidelity_are_there(written: Written):
    templates = {(task.lineage.template or "").partition("/")[0] for task in written.tasks}
    assert written.faults == ()
    assert {"peak_look_up", "median_of_rates", "fidelity"} <= templates
    assert len(templates) >= 8
    assert len(numeric(written)) >= 8


def test_equal_commissions_give_equal_tasks_and_another_seed_gives_others(few: Written, tmp_path: Path):
    again = AUTHORS["rules"]().write(commission(tmp_path, archive(), most=FEW))
    assert (again.tasks, again.traces) == (few.tasks, few.traces)
    other = AUTHORS["rules"]().write(commission(tmp_path, archive(), seed=2, most=FEW))
    assert {task.question for task in numeric(other)} != {task.question for task in numeric(few)}


def test_the_program_run_by_itself_prints_the_answer_last_and_the_unrounded_value_before(
    written: Written, folder: Path
):
    for task in numeric(written)[:4]:
        path = folder / "program.py"
        path.write_text(task.program, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-I", str(path), str(folder / "archive")], capture_output=True, text=True, check=True
        )
        assert done.stdout.splitlines() == [task.answer.unrounded, task.answer.value]


def test_programs_hold_no_operand(written: Written):
    for task in numeric(written):
        constants = {node.value for node in ast.walk(ast.parse(task.program)) if isinstance(node, ast.Constant)}
        operands = {lookup.value.replace(",", "") for lookup in task.plan.lookups if task.plan} if task.plan else set()
        assert operands
        assert operands & {str(value).replace(",", "") for value in constants} == set()


def test_evidence_cites_each_number_that_the_answer_hangs_on_and_what_states_them(written: Written):
    documents = {document.path: document for document in archive()}
    for task in numeric(written):
        assert task.plan is not None
        last = {lookup.after for lookup in task.plan.lookups if lookup.after} - {None}
        operands = [one for one in task.plan.lookups if one.after in last and task.plan.result != one.id]
        cited = {(one.path, one.artifact, one.at.row, one.at.column) for one in task.evidence}
        if task.lineage.template and task.lineage.template.startswith(("look_up", "growth_gap", "cagr")):
            assert {(one.path, one.artifact, one.row, one.column) for one in operands} <= cited
        stated = [one for one in task.evidence if one.at.row is None or not one.quote[0].isdigit()]
        assert {one.path for one in stated} == {one.path for one in task.evidence}
        for one in task.evidence:
            artifact = documents[one.path].artifact(one.artifact)
            assert artifact is not None
            assert one.kind == artifact.kind


def test_questions_name_no_entity_file_or_title(written: Written):
    for task in numeric(written):
        for word in (*NAMES, "register", ".docx", "store book", "four brands"):
            assert word.lower() not in task.question.lower()
        assert task.hops >= 1
        assert task.documents >= 2
    assert max(task.hops for task in numeric(written)) >= 3


def test_the_scope_is_the_tables_of_each_measure(written: Written):
    tables = [table for document in archive() for table in typed_tables(document)]
    task = numeric(written)[0]
    for scope in task.scope:
        assert scope.query["domain"] == "d"
        assert len(tables_of(tables, str(scope.query["measure"]))) == 1


def test_each_seed_has_an_episode_and_its_yield(written: Written, folder: Path):
    seeds = commission(folder, archive()).seeds
    assert set(written.yields) == {seed.name for seed in seeds}
    apart = [task for task in written.tasks if task.lineage.seed is None]
    assert sum(written.yields.values()) == len(written.tasks) - len(apart)
    assert {(task.lineage.template or "").partition("/")[0] for task in apart} == {"plain"}
    assert len(written.traces) >= len(seeds)


def test_a_few_plain_look_ups_are_offered_too_that_never_speak_of_null(written: Written):
    plain = [task for task in written.tasks if (task.lineage.template or "").startswith("plain/")]
    assert plain
    for task in plain:
        assert ("null" not in task.question, task.hops) == (True, 1)
        assert task.answer.value in {one.quote.replace(",", "") for one in task.evidence}


def test_the_trace_shows_looking_computing_submitting_and_no_time(written: Written, folder: Path):
    task = numeric(written)[0]
    lines = [json.loads(line) for line in (folder / "traces" / f"{task.lineage.trace}.jsonl").read_text().splitlines()]
    called = [call["name"] for line in lines if line["is"] == "Reply" for call in line["calls"]]
    assert called[:2] == ["bash", "bash"]
    assert set(called[2:-1]) == {"submit"}
    assert called[-1] == "finish"
    assert any(f"\n{task.answer.value}\n" in line["text"] for line in lines if line["is"] == "Observation")


def test_a_seed_without_a_usable_table_ends_with_a_reason(tmp_path: Path):
    paper = Paper("d/note.docx")
    paper.text("Nothing to compute here.")
    made = AUTHORS["rules"]().write(commission(tmp_path, [paper.document()]))
    (trace,) = (tmp_path / "traces").glob("*.jsonl")
    assert made.tasks == ()
    assert "join no other document" in trace.read_text()
    assert made.missing_joins == ("domain d: no table has labelled rows and periods",)


def test_the_wanted_number_is_kept(few: Written):
    assert len(few.tasks) <= FEW
    assert sum(task.track == "fidelity" for task in few.tasks) == FEW // 10


def test_no_set_of_documents_is_crowded(written: Written):
    crowds: dict[frozenset[str], int] = {}
    for task in numeric(written):
        key = frozenset(one.path for one in task.evidence)
        crowds[key] = crowds.get(key, 0) + 1
    assert max(crowds.values()) <= MOST_FOR_DOCUMENTS
    assert max(written.yields.values()) <= 2 * MOST_AN_EPISODE


def test_every_wording_passes_the_spec_lint(tmp_path: Path):
    context, known = commission(tmp_path, archive()).context, ledger("d", archive())
    found = some_of_each()
    assert len({one.walk.family for one in found}) >= 11
    for number, one in enumerate(found):
        question = render(one.walk, random.Random(number)).question
        proposal = proposal_of(one, question, Output(one.answer, one.answer), known, context)
        verdict = SpecLint().step(task_of(proposal, Lineage("rules")), (), context)
        assert isinstance(verdict, Verdict)
        assert (verdict.decision, verdict.reason) == ("keep", "the question states its answer's form")


def test_each_walk_about_one_entity_has_at_least_six_wordings():
    for one in some_of_each():
        if one.walk.who is not None:
            assert len({render(one.walk, random.Random(str(draw))).question for draw in range(80)}) >= 6


def test_questions_are_single_spaced_and_end_as_sentences():
    for number, one in enumerate(some_of_each()):
        question = render(one.walk, random.Random(number)).question
        assert "  " not in question
        assert "{" not in question
        assert question[0].isupper()
        assert question[-1] in ".?"


def series_of(rows: Mapping[str, Sequence[str]]) -> list[Document]:
    other = table_of("Staff by brand, number", values((21, 42, 84, 168), (9, 8, 7, 6)), YEARS, "Brand")
    return [table_of("Sales by brand, euros", rows, YEARS, "Brand").document(), other.document()]


@pytest.mark.parametrize("second", ["1,000", "997"])
def test_ties_and_near_ties_make_no_role(second: str):
    rows = {str(name): [value] * 5 for name, value in zip(NAMES, ("1,000", second, "400", "200"), strict=True)}
    (series,) = [one for one in ledger("d", series_of(rows)).series if one.measure.name == "sales"]
    assert [largest for largest in (True, False) if who_by(series, YEARS[0], largest=largest)] == [False]


def test_conflicting_documents_are_walked_by_nobody():
    again = report_again("52,000")
    known = ledger("d", [*archive(), again])
    (revenue,) = [one for one in known.series if one.table.path == "d/report.docx"]
    assert YEARS[0] not in revenue.full_periods
    assert YEARS[1] in revenue.full_periods


def report_again(first: str) -> Document:
    rows = values((51234, 30127, 88345, 61459), (911, 1203, 377, 2411))
    rows[NAMES[0]][0] = first
    paper = table_of("Net revenue by brand, thousand euros", rows, YEARS, "Brand")
    paper.path = "d/again.docx"
    return paper.document()


def test_missing_joins_are_named_with_their_reason():
    foreign = table_of(
        "Umsatz by Marke, euros", {"Eins": ["5"] * 5, "Zwei": ["6"] * 5, "Drei": ["7"] * 5}, YEARS, "Marke"
    )
    silent = table_of("No unit here", values((1, 2, 3, 4), (1, 1, 1, 1)), YEARS, "Brand")
    doubtful = table_of("Debt by item, euros", {"a": ["1"] * 5, "b": ["2"] * 5, "c": ["4"] * 5}, YEARS, "Item")
    sentences = ledger("d", [*archive(), *(paper.document() for paper in (foreign, silent, doubtful))]).missing_joins()
    assert [sentence.partition(" ")[2].rpartition(" ")[0] for sentence in sentences] != []
    text = "\n".join(sentences)
    assert "d/Umsatz-by-Marke.docx shares its labels with no table of another document" in text
    assert "d/No-unit-here.docx is not used: nothing beside it states measure and unit" in text
    assert "d/Debt-by-item.docx is not used: the labels' heading does not say what they name" in text


def test_one_document_alone_shares_entities_with_none():
    assert ledger("d", archive()[:1]).missing_joins() == ["domain d: no two documents share entities"]


def test_a_measure_in_percent_does_not_grow():
    rows = {name: ["10.5", "20.5", "30.5", "40.5", f"5{at}.5"] for at, name in enumerate(NAMES)}
    known = ledger("d", [*archive(), table_of("Share of own brands by brand, %", rows, YEARS, "Brand").document()])
    assert {one.measure.name for one in known.series if not one.grows} == {"share of own brands"}


def test_an_operand_that_stands_in_a_key_by_chance_is_seen():
    assert shows_operand("table('x', 't438q')", [Decimal("438000")])
    assert shows_operand("table('x', 't438q')", [Decimal("0.438")])
    assert not shows_operand("table('x', 't438q')", [Decimal(439), Decimal(43)])


def test_programs_go_by_the_collections_paths():
    one = some_of_each()[0]
    assert repr(collection_path("d", one.facts[0].path)) in one.program


def test_words_for_counts_and_year_ends():
    known = {one.measure.name: one for one in ledger("d", archive()).series}
    assert noun(known["stores"].measure) == "year-end number of stores"
    assert noun(known["net revenue"].measure) == "net revenue"
    assert form_of(known["net revenue"].measure.unit, 0).words == "in thousand euros as a whole number"
    assert form_of(known["stores"].measure.unit, 0).words == "as a whole number"
    assert all(speakable(one) for one in known.values())


def test_counts_are_whole_and_scales_are_kept(written: Written):
    answers: list[Answer] = [task.answer for task in numeric(written)]
    assert {one.sign for one in answers if one.unit == "%"} <= {"required", None}
    assert {one.scale for one in answers if one.unit == "euros"} <= {"thousand"}
    assert all(one.decimals is None for one in answers if one.kind == "integer")
    assert all(one.sign == "required" for one in answers if one.value.startswith(("+", "-")))
