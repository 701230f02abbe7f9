"""What becomes of standing tasks, over archives in memory; programs are known by what they would print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO

import openpyxl
import pytest
from openpyxl.styles import Font

from assay.evaluation.absence import Sought, holdings
from assay.markdown import document_markdown
from assay.model.canonical import digest
from assay.model.task import Answer, Assertion, LookUp, Operation, Plan, Scope, Task, Track
from assay.refresh.alignment import aligned, marks_of
from assay.refresh.places import Places
from assay.refresh.standing import Refreshing, Turn
from extractors.excel import read_excel
from extractors.marked import read_marked
from synthesis.citing import cite
from tests.made import DEMAND, LARGEST, OUTPUT, Archive, cited, document_of, energy_archive, program, task

MEMO = (
    "# Memo\n\nDemand by region, GWh\n\n| Region | 2023 | 2024 |\n| --- | --- | --- |\n"
    "| North | 417.5 | 431.2 |\n| South | 298.1 | 305.9 |\n| West | 77.3 | 79.1 |\n\nThe figures are final.\n"
)
TABLES = {"kind": "tables", "domain": "energy", "measure": "demand"}


def memo(text: str = MEMO) -> Archive:
    archive = energy_archive()
    archive.add("energy/memo.md", text.encode(), read_marked, "text/markdown")
    return archive


def cell(archive: Archive, path: str, row: int, column: int):
    """Return the evidence of a cell with the digest of its table, as authors cite it."""
    one = cited(archive, path, row, column)
    return cite(archive.documents[path], archive.table(path), one.at, one.quote)


def standing(archive: Archive, **changes: object) -> Task:
    """Return a task over the demand table, the output table and its heading."""
    evidence = (cell(archive, "energy/demand.csv", 1, 2), cell(archive, "energy/output.csv", 1, 2))
    return task(archive, **{"evidence": evidence, **changes})


def turn(
    one: Task,
    old: Archive,
    new: Archive,
    printed: Sequence[str] = (),
    written: Sequence[Task] = (),
    *,
    changed: str = "",
) -> Turn:
    """Return what becomes of a task when its archive is another; its program would print some lines."""
    before = {path: document_markdown(document) for path, document in old.documents.items()}
    places = Places(new.context(), lambda path: before.get(path, ""))
    held = Refreshing(
        places, new.documents, changed.split(), written, {one.id: {one.question}}, lambda _: list(printed)
    )
    return held.turn(one)


def test_a_task_whose_artifacts_say_the_same_is_untouched_and_moves_with_them():
    old = memo()
    one = standing(old, evidence=(cell(old, "energy/memo.md", 1, 1), cell(old, "energy/output.csv", 1, 2)))
    new = memo("A paragraph came.\n\n" + MEMO)
    found = turn(one, old, new, changed="energy/memo.md")
    assert (found.outcome, found.causes) == ("untouched", ())
    was, now = one.evidence[0], found.task.evidence[0]
    assert (now.artifact, now.quote, now.at.row, now.at.column) == (was.artifact, was.quote, 1, 1)
    assert (now.at.line or 0) - (was.at.line or 0) == 2
    assert replace(found.task, evidence=one.evidence) == one


def test_a_changed_cell_is_quoted_anew_and_the_answer_is_what_the_program_prints_now():
    old, new = energy_archive(), energy_archive()
    one = standing(old)
    new.add("energy/output.csv", OUTPUT.replace(b"7321.4", b"7500.2"))
    found = turn(one, old, new, ["7500.25", "7500.2"], changed="energy/output.csv")
    again = found.task
    assert (found.outcome, found.causes, again.revision, again.id) == ("reanswered", ("evidence",), 2, one.id)
    assert (again.answer.value, again.answer.unrounded, again.answer.unit) == ("7500.2", "7500.25", "GWh")
    assert [each.quote for each in again.evidence] == ["431.2", "7500.2"]
    key = new.table("energy/output.csv").key
    assert key in again.program
    assert old.table("energy/output.csv").key not in again.program
    assert again.reasoning[-1] == "Worked out again over these figures, the answer is 7500.2."
    assert again.lineage == one.lineage


def test_another_cell_of_a_cited_table_leaves_the_answer_and_makes_a_new_revision():
    old, new = energy_archive(), energy_archive()
    lookup = LookUp(
        "a", "North", "output", "", "GWh", "energy/output.csv", old.table("energy/output.csv").key, 1, 2, "7321.4"
    )
    plan = Plan((lookup,), (Operation("s1", "value", ("a",), "7321.4"),), "s1")
    one = standing(old, plan=plan)
    new.add(
        "energy/output.csv", b"Region,Plants,Output,Unit\nEast,1,1.5,GWh\nNorth,12,7321.4,GWh\nSouth,9,5108.8,GWh\n"
    )
    found = turn(one, old, new, ["7321.4"])
    assert (found.outcome, found.task.revision, found.task.answer) == ("kept", 2, one.answer)
    at = found.task.evidence[1].at
    assert (at.row, at.column) == (2, 2)
    assert found.task.plan
    assert (found.task.plan.lookups[0].row, found.task.plan.lookups[0].value) == (2, "7321.4")


def test_a_plan_whose_figures_are_others_now_is_given_up():
    old, new = energy_archive(), energy_archive()
    key = old.table("energy/output.csv").key
    plan = Plan((LookUp("a", "North", "output", "", "GWh", "energy/output.csv", key, 1, 2, "7321.4"),), (), "a")
    new.add("energy/output.csv", OUTPUT.replace(b"7321.4", b"7321.3"))
    found = turn(standing(old, plan=plan), old, new, ["7321.3"])
    assert (found.outcome, found.task.plan) == ("reanswered", None)


@pytest.mark.parametrize(
    ("table", "printed", "sentence"),
    [
        (None, ["7321.4"], "energy/output.csv is no readable document of the archive any more"),
        (OUTPUT.replace(b"North", b"Nord").replace(b"9,5108.7,GWh\n", b"9,5108.7,GWh\nWest,1,2,GWh\n"), ["1"], "row 2"),
        (OUTPUT.replace(b"7321.4", b""), ["1"], "shows nothing any more where '7321.4' stood"),
        (OUTPUT.replace(b"7321.4", b"7321.5"), [], "its program finds no answer"),
        (OUTPUT.replace(b"7321.4", b"n/a"), ["n/a"], "which is no such answer"),
    ],
)
def test_what_cannot_be_answered_any_more_is_retired_with_a_sentence(
    table: bytes | None, printed: list[str], sentence: str
):
    old, new = energy_archive(), energy_archive()
    if table is None:
        del new.documents["energy/output.csv"]
    else:
        new.add("energy/output.csv", table)
    found = turn(standing(old), old, new, printed)
    assert (found.outcome, found.causes[0]) == ("retired", "source_gone" if table is None else "evidence")
    assert sentence in found.reason


def test_assertions_that_were_stated_over_other_figures_retire_their_task():
    old, new = energy_archive(), energy_archive()
    new.add("energy/output.csv", OUTPUT.replace(b"7321.4", b"7500.2"))
    one = standing(old, assertions=(Assertion("the output is 7321.4 GWh", "7321.4"),))
    assert "assertions" in turn(one, old, new, ["7500.2"]).reason


def test_words_that_are_not_said_any_more_retire_what_quotes_them():
    old, new = memo(), memo(MEMO.replace("final", "provisional"))
    document = old.documents["energy/memo.md"]
    text = next(each for each in document.artifacts if "final" in each.text)
    one = standing(old, track="fidelity", program="", answer=Answer("text", "The figures are final."),
                   evidence=(cite(document, text, text.at, "The figures are final."),))  # fmt: skip
    found = turn(one, old, new)
    assert (found.outcome, found.causes) == ("retired", ("evidence",))
    assert "does not say 'The figures are final.' any more" in found.reason
    longer = turn(one, old, memo(MEMO.replace("are final.", "are final. They stay.")))
    assert (longer.outcome, longer.task.answer.value) == (
        "retired",
        "The figures are final.",
    ) or longer.outcome == "kept"


def test_what_its_author_asks_again_in_the_same_words_is_the_next_revision_of_the_task():
    old, new = energy_archive(), energy_archive()
    one = standing(old)
    new.add("energy/output.csv", OUTPUT.replace(b"7321.4", b"7500.2"))
    fresh = replace(standing(new, answer=Answer("number", "7500.2", "7500.2", unit="GWh", decimals=1)), id="qother")
    found = turn(one, old, new, [], [fresh])
    assert (found.outcome, found.task.id, found.task.revision) == ("reanswered", one.id, 2)
    assert (found.task.evidence, found.task.answer) == (fresh.evidence, fresh.answer)


def test_an_absence_that_a_new_file_disproves_is_retired_by_its_scope():
    old, new = memo(), memo()
    sought = Sought("energy", "demand", "east", "2024")
    one = standing(old, track="search", program="", answer=Answer("null", "null"), evidence=(),
                   scope=sought.scopes(holdings("energy", old.context())))  # fmt: skip
    assert turn(one, old, new).outcome == "untouched"
    later = MEMO.replace("| South | 298.1 | 305.9 |", "| South | 298.1 | 305.9 |\n| East | 99.1 | 98.2 |")
    new.add("energy/later.md", later.encode(), read_marked, "text/markdown")
    found = turn(one, old, new, changed="energy/later.md")
    assert (found.outcome, set(found.causes)) == ("retired", {"scope"})
    assert "energy/later.md" in found.reason


def _choosing(archive: Archive, operator: str) -> Task:
    key = archive.table("energy/memo.md").key
    lookups = tuple(
        LookUp(f"a{row}", name, "demand", "2024", "GWh", "energy/memo.md", key, row, 2, value)
        for row, name, value in ((1, "North", "431.2"), (2, "South", "305.9"))
    )
    plan = Plan(lookups, (Operation("s1", operator, ("a1", "a2"), "north"),), "s1")
    found = [["energy/memo.md", key, 3]]
    evidence = (cell(archive, "energy/memo.md", 1, 2), cell(archive, "energy/output.csv", 1, 2))
    return standing(archive, plan=plan, evidence=evidence, scope=(Scope(dict(TABLES), digest(found)),))


def test_a_new_table_of_the_measure_by_which_a_task_chooses_retires_it_and_a_look_up_goes_to_the_gates():
    old, new = memo(), memo()
    later = MEMO.replace("North", "East").replace("431.2", "999.9")
    new.add("energy/later.md", later.encode(), read_marked, "text/markdown")
    for operator in ("argmax", "filter", "list"):
        chosen = turn(_choosing(old, operator), old, new, ["7321.4"], changed="energy/later.md")
        assert (chosen.outcome, chosen.causes) == ("retired", ("scope",))
        assert "energy/later.md may beat or add to what it chooses" in chosen.reason
    looked = turn(_choosing(old, "sum"), old, new, ["7321.4"], changed="energy/later.md")
    assert (looked.outcome, looked.causes, looked.task.revision) == ("kept", ("scope",), 2)
    assert looked.task.scope[0].digest != _choosing(old, "sum").scope[0].digest


def test_a_query_that_nobody_can_ask_again_makes_nothing_due():
    archive = energy_archive()
    odd = (Scope({"measure": "output"}, "d"), Scope({"kind": "tables", "domain": "other", "measure": "x"}, "d"))
    assert turn(standing(archive, scope=odd), archive, archive).outcome == "untouched"


def test_two_files_that_share_a_key_are_told_apart_in_the_program():
    old, new = Archive(), Archive()
    for archive in (old, new):
        for path in ("energy/demand.csv", "energy/output.csv"):
            archive.add(path, DEMAND)
    new.add("energy/output.csv", DEMAND.replace(b"431.2", b"440.0"))
    evidence = (cell(old, "energy/demand.csv", 1, 2), cell(old, "energy/output.csv", 1, 2))
    one = standing(old, program=program(old, LARGEST), evidence=evidence)
    again = turn(one, old, new, ["440.0"]).task.program
    assert f"'energy/demand.csv.md', '{old.table('energy/demand.csv').key}'" in again
    assert f"'energy/output.csv.md', '{new.table('energy/output.csv').key}'" in again


def test_artifacts_align_by_key_then_by_place_then_between_their_neighbours():
    old = memo().documents["energy/memo.md"]
    text = MEMO.replace("Demand by region, GWh", "Demand of each region, GWh").replace("305.9", "306.0")
    new = memo("Came first.\n\n" + text).documents["energy/memo.md"]
    found = aligned(marks_of(document_markdown(old)), new)
    pairs = {artifact.text or artifact.kind: found[artifact.key] for artifact in old.artifacts if artifact.key in found}
    table = next(each for each in old.artifacts if each.kind == "table")
    assert found[table.key].kind == "table"
    assert found[table.key].key != table.key
    assert pairs["The figures are final."].text == "The figures are final."
    assert pairs["Demand by region, GWh"].text == "Demand of each region, GWh"


CAME = {
    "a table of one row": (
        "Demand by region, GWh\n\n| Region | 2023 | 2024 |\n| --- | --- | --- |\n| East | 1.0 | {} |\n"
    ),
    "a list of one item": "| Region | Demand 2024 (GWh) |\n| --- | --- |\n| East | {} |\n",
    "a table of one period": "## Demand, GWh\n\n| Region | 2024 |\n| --- | --- |\n| East | {} |\n",
    "a table without a unit": (
        "Demand by region\n\n| Region | 2023 | 2024 |\n| --- | --- | --- |\n"
        "| East | 1.0 | {} |\n| Eastern | 2.0 | 3.0 |\n| Far East | 3.0 | 4.0 |\n"
    ),
    "a sentence": "In 2024 the demand of East reached {} GWh.\n",
    "a sentence under its heading": "## Demand in 2024\n\nThe region East came to {} GWh.\n",
    "a table below its year": "## Demand 2024, GWh\n\n| Region | Value |\n| --- | --- |\n| East | {} |\n",
    "another unit": "East had a demand of 0.9999 TWh in 2024, more than the {} of others.\n",
}


def _largest(archive: Archive, sign: str = "argmax") -> Task:
    """A task that chooses the region with an extreme demand in 2024."""
    key = archive.table("energy/memo.md").key
    rows = ((1, "North", "431.2"), (2, "South", "305.9"), (3, "West", "79.1"))
    lookups = tuple(
        LookUp(f"a{row}", name, "demand", "2024", "GWh", "energy/memo.md", key, row, 2, value)
        for row, name, value in rows
    )
    plan = Plan(lookups, (Operation("s1", sign, ("a1", "a2", "a3"), "north"),), "s1")
    scope = Scope(dict(TABLES), digest([["energy/memo.md", key, 3]]))
    return standing(archive, plan=plan, scope=(scope,), evidence=(cell(archive, "energy/memo.md", 1, 2),))


@pytest.mark.parametrize("came", CAME.values(), ids=CAME)
def test_what_beats_an_extremum_makes_its_task_due_wherever_it_stands(came: str):
    old, new = memo(), memo()
    new.add("energy/late.md", f"# Late\n\n{came.format('999.9')}".encode(), read_marked, "text/markdown")
    found = turn(_largest(old), old, new, ["7321.4"], changed="energy/late.md")
    assert (found.outcome, found.causes) == ("retired", ("scope",))
    assert "energy/late.md may beat or add to what it chooses" in found.reason
    # over the archive that holds it already, nothing came
    assert turn(_largest(new), new, new).outcome == "untouched"
    smallest = turn(_largest(old, "argmin"), old, new, ["7321.4"], changed="energy/late.md")
    assert smallest.outcome == ("retired" if "Far East" in came else "untouched")


@pytest.mark.parametrize("came", CAME.values(), ids=CAME)
def test_a_value_that_was_proven_absent_retires_its_task_wherever_it_stands(came: str):
    old, new = memo(), memo()
    scopes = Sought("energy", "demand", "east", "2024").scopes(holdings("energy", old.context()))
    one = standing(old, track="search", program="", answer=Answer("null", "null"), evidence=(), scope=scopes)
    new.add("energy/late.md", f"# Late\n\n{came.format('433')}".encode(), read_marked, "text/markdown")
    found = turn(one, old, new, changed="energy/late.md")
    assert (found.outcome, found.causes) == ("retired", ("scope",))
    assert "energy/late.md" in found.reason
    new.add("energy/late.md", b"# Late\n\nEast has 9 plants. In 2024 it rained.\n", read_marked, "text/markdown")
    assert turn(one, old, new, changed="energy/late.md").outcome == "untouched"


@pytest.mark.parametrize(
    "came",
    [
        "In 2024 the demand of East reached 99.9 GWh.",
        "In 2024 the demand of North came to 431.2 GWh, about 430 GWh.",
        "In 2019 the demand of East reached 999.9 GWh.",
        "Demand grew by 999.9 % in 2024, and costs came to 5000 million euros.",
        "In 2024 the demand of all regions together was 816.2 GWh.",
        "In 2024 East had 9,999 inhabitants. Demand was discussed in 2024.",
        "Footnote 9999 tells of the demand of 2024.",
    ],
)
def test_what_undoes_no_answer_leaves_its_task_untouched(came: str):
    old, new = memo(), memo()
    new.add("energy/late.md", f"# Minutes\n\n{came}\n".encode(), read_marked, "text/markdown")
    assert turn(_largest(old), old, new, changed="energy/late.md").outcome == "untouched"


def test_another_value_of_a_figure_that_is_looked_up_makes_its_task_due():
    old, new = memo(), memo()
    new.add("energy/late.md", b"In 2024 the demand of North was 512.4 GWh.\n", read_marked, "text/markdown")
    found = turn(_choosing(old, "sum"), old, new, ["7321.4"], changed="energy/late.md")
    assert (found.outcome, found.causes) == ("kept", ("scope",))
    assert found.reason == "the archive is asked for demand and finds energy/late.md, which says 512.4"
    new.add("energy/late.md", b"In 2024 the demand of West was 512.4 GWh.\n", read_marked, "text/markdown")
    assert turn(_choosing(old, "sum"), old, new, changed="energy/late.md").outcome == "untouched"


@pytest.mark.parametrize(
    "inserted",
    [
        b"Region,Plants,Note,Output,Unit\nNorth,12,a,7321.4,GWh\nSouth,9,b,5108.7,GWh\n",
        b"Note,Region,Plants,Output,Unit\na,North,12,7321.4,GWh\nb,South,9,5108.7,GWh\n",
    ],
)
def test_a_column_that_came_into_a_cited_table_leaves_its_tasks(inserted: bytes):
    old, new = energy_archive(), energy_archive()
    new.add("energy/output.csv", inserted)
    found = turn(standing(old), old, new, ["7321.4"], changed="energy/output.csv")
    assert (found.outcome, found.causes, found.task.answer.value) == ("kept", ("evidence",), "7321.4")
    assert (found.task.evidence[1].at.row, found.task.evidence[1].at.column) == (1, 3)
    assert found.task.evidence[1].quote == "7321.4"


HEADED = (
    "| Losses |  |  |  |\n| --- | --- | --- | --- |\n| Unit: | GWh |  |  |\n| Region | 2022 | 2023 | 2024 |\n"
    "| North | 1.5 | 1.7 | 1.6 |\n| South | 2.5 | 2.4 | 2.6 |\n"
)


def test_cells_under_heads_of_several_rows_are_found_again_by_what_stands_in_their_columns():
    old, new = memo(HEADED), memo(HEADED)
    new.add("energy/memo.md", _with_column(HEADED).encode(), read_marked, "text/markdown")
    one = standing(old, evidence=(cell(old, "energy/memo.md", 3, 2), cell(old, "energy/memo.md", 1, 1)))
    found = turn(one, old, new, ["7321.4"])
    assert (found.outcome, found.reason) == ("kept", "the table that is cited of energy/memo.md changed")
    assert [(each.quote, each.at.column) for each in found.task.evidence] == [("1.7", 3), ("GWh", 1)]


def _with_column(table: str) -> str:
    """Return a table with an empty third column but for a head and notes."""
    said = iter(("", None, "", "Note", "x", "y"))
    lines: list[str] = []
    for line in table.splitlines():
        word = next(said)
        cells = line.strip("|").split("|")
        cells.insert(2, " --- " if word is None else f" {word} ")
        lines.append(f"|{'|'.join(cells)}|")
    return "\n".join([*lines, ""])


@pytest.mark.parametrize(("was", "now"), [("| GWh |", "| TWh |"), ("Losses", "Exports")])
def test_a_unit_or_a_title_that_is_cited_and_says_something_else_retires_its_tasks(was: str, now: str):
    old, new = memo(HEADED), memo(HEADED)
    new.add("energy/memo.md", HEADED.replace(was, now).encode(), read_marked, "text/markdown")
    cited = (cell(old, "energy/memo.md", 3, 2), cell(old, "energy/memo.md", 1, 1), cell(old, "energy/memo.md", 0, 0))
    found = turn(standing(old, evidence=cited), old, new, ["7321.4"])
    assert (found.outcome, found.causes) == ("retired", ("evidence",))
    assert f"says {now.strip('| ')!r} where {was.strip('| ')!r} stood" in found.reason


@pytest.mark.parametrize(
    ("was", "now", "sentence"),
    [
        (b"7321.4", b"7500.2", "says '7500.2' where '7321.4' stood, and no program works out its answer anew"),
        (b"Output", b"Sales", "has 'sales' for a head of '7321.4', where 'output' stood"),
        (b"North", b"East", "has 'east' for a head of '7321.4', where 'north' stood"),
        (b"5108.7", b"5108.8", ""),
    ],
)
def test_a_task_without_a_program_stands_where_its_cells_and_their_heads_do(was: bytes, now: bytes, sentence: str):
    old, new = energy_archive(), energy_archive()
    new.add("energy/output.csv", OUTPUT.replace(was, now))
    cited = (cell(old, "energy/output.csv", 1, 2),)
    found = turn(standing(old, track="fidelity", program="", evidence=cited), old, new)
    assert found.outcome == ("retired" if sentence else "kept")
    assert sentence in found.reason


def test_assertions_over_figures_that_changed_retire_their_task_whatever_its_program_prints():
    old, new = energy_archive(), energy_archive()
    new.add("energy/output.csv", OUTPUT.replace(b"7321.4", b"7321.5"))
    one = standing(old, assertions=(Assertion("the output is 7321.4 GWh", "7321.4"),))
    assert "assertions" in turn(one, old, new, ["7321.4"]).reason


def test_what_a_changed_table_said_already_beats_nothing():
    old, new = memo(), memo()
    late = "# Late\n\n## Demand, GWh\n\n| Region | 2024 |\n| --- | --- |\n| East | 999.9 |\n"
    old.add("energy/late.md", late.encode(), read_marked, "text/markdown")
    new.add("energy/late.md", late.replace("2024 |\n| --- | --- |\n| East | 999.9 |", "2024 | Seen |\n"
            "| --- | --- | --- |\n| East | 999.9 | yes |").encode(), read_marked, "text/markdown")  # fmt: skip
    assert turn(_largest(old), old, new, ["7321.4"], changed="energy/late.md").outcome == "untouched"
    new.add("energy/late.md", late.replace("999.9", "999.8").encode(), read_marked, "text/markdown")
    assert turn(_largest(old), old, new, ["7321.4"], changed="energy/late.md").outcome == "retired"


def test_a_document_that_is_gone_is_told_with_what_became_of_it():
    old, new = energy_archive(), energy_archive()
    del new.documents["energy/output.csv"]
    places = Places(new.context(), lambda _: "")
    held = Refreshing(places, new.documents, (), (), {}, lambda _: [], lambda domain, path: f"{domain}: {path} is shut")
    found = held.turn(standing(old))
    assert (found.outcome, found.reason) == ("retired", "energy: energy/output.csv is shut")


def _book(*, bold: bool = False, shown: str = "General") -> bytes:
    held, data = openpyxl.Workbook(), BytesIO()
    sheet = held.worksheets[0]
    for row in (("Region", 2023, 2024), ("North", 417.5, 431.2), ("South", 298.1, 305.9)):
        sheet.append(row)
    for row in sheet["B2:C3"]:
        for each in row:
            each.number_format, each.font = shown, Font(bold=bold)
    held.save(data)
    return data.getvalue()


@pytest.mark.parametrize("track", ["numeric", "fidelity"])
@pytest.mark.parametrize(("bold", "shown", "outcome"), [(True, "General", "untouched"), (True, "0.00", "kept")])
def test_a_file_of_which_only_the_format_changed_keeps_its_tasks(track: Track, bold: bool, shown: str, outcome: str):
    old, new = energy_archive(), energy_archive()
    for archive, data in ((old, _book()), (new, _book(bold=bold, shown=shown))):
        archive.documents["energy/book.xlsx"] = document_of(read_excel(data), "energy/book.xlsx")
    book = old.documents["energy/book.xlsx"]
    table = next(one for one in book.artifacts if one.kind == "tlr")
    cited = cite(book, table, replace(table.at, row=1, column=2), "431.2")
    one = standing(old, track=track, evidence=(cited,), answer=Answer("number", "431.2", "431.2", decimals=1),
                   **({"program": ""} if track == "fidelity" else {}))  # fmt: skip
    found = turn(one, old, new, ["431.2"], changed="energy/book.xlsx")
    assert (found.outcome, found.task.answer) == (outcome, one.answer)
    assert found.task.evidence[0].quote == ("431.20" if outcome == "kept" else "431.2")
