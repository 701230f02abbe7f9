"""Leakage: each way in which a question gives something away, and what only looks like one."""

from dataclasses import replace

import pytest

from assay.model.gate import Verdict
from assay.model.task import Answer, Assertion, LookUp, Operation, Plan
from extractors.marked import read_marked
from filters.leakage import Leakage
from tests.made import Archive, energy_archive, task

MEMO = b"# Losses of the northern network\n\nThe losses of the northern network rose by a tenth within a single year.\n"


def archive() -> Archive:
    found = energy_archive()
    found.add("energy/grid-losses-memo.md", MEMO, read_marked, "text/markdown")
    return found


def judged(question: str, **changes: object) -> Verdict:
    found = archive()
    verdict = Leakage().step(task(found, question=question, **changes), [], found.context())
    assert isinstance(verdict, Verdict)
    return verdict


def cause(question: str, **changes: object) -> str:
    return judged(question, **changes).cause


SEALED = "What was the output in GWh, to one decimal place, of the region with the largest demand in 2024?"


def test_a_question_that_gives_nothing_away_is_kept():
    assert (judged(SEALED).decision, cause(SEALED)) == ("keep", "sealed")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("See output.csv.", "file_name"),
        ("See energy/grid-losses-memo.md.", "file_name"),
        ("Look into the grid losses memo.", "file_name"),
        ("As in “Losses of the northern network”.", "title"),
        ("It is not 7,321.4 GWh.", "gold_in_question"),
        ("It is about 7.3214 TWh.", "gold_in_question"),
        ("Losses of the northern network rose by a tenth within a year.", "title"),
    ],
)
def test_names_of_files_titles_and_the_gold_are_leaks(words: str, expected: str):
    verdict = judged(f"{SEALED} {words}")
    assert (verdict.decision, verdict.cause) == ("drop", expected)


@pytest.mark.parametrize(
    "words", ["Demand and output are in one table each.", "There were 732 of them in 2023.", "73 days"]
)
def test_single_words_of_file_names_and_other_numbers_are_none(words: str):
    assert cause(f"{SEALED} {words}") == "sealed"


def test_a_run_of_more_than_six_words_of_the_evidence_is_a_leak():
    found = archive()
    memo = found.documents["energy/grid-losses-memo.md"]
    text = list(memo.of_kind("text"))[-1]
    one = task(found)
    cited = replace(one.evidence[0], path=memo.path, artifact=text.key, kind=text.kind, at=text.at, quote="a tenth")
    six = replace(one, evidence=(cited,), question=f"{SEALED} Where did losses rise by a tenth within a single week?")
    seven = replace(six, question=f"{SEALED} Network rose by a tenth within a single year, it says.")
    gate, context = Leakage(), found.context()
    assert [gate.step(each, [], context).cause for each in (six, seven)] == ["sealed", "shared_words"]  # pyright: ignore


def test_an_entity_that_the_plan_finds_by_its_role_is_not_to_be_named():
    found = archive()
    keys = [found.table(path).key for path in ("energy/demand.csv", "energy/output.csv")]
    plan = Plan(
        lookups=(
            LookUp("v0", "North", "demand", "2024", "", "energy/demand.csv", keys[0], 1, 2, "431.2"),
            LookUp("v1", "North", "output", "", "GWh", "energy/output.csv", keys[1], 1, 2, "7321.4", after="who"),
        ),
        operations=(Operation("who", "argmax", ("v0",), "north"),),
        result="v1",
    )
    assert cause(SEALED, plan=plan) == "sealed"
    assert cause(f"{SEALED} That is North.", plan=plan) == "entity_named"
    assert cause(f"{SEALED} That is Northern land.", plan=plan) == "sealed"


def test_a_text_that_is_the_gold_is_a_leak_and_so_is_the_value_of_an_assertion():
    assert (
        cause("Is it Northmark that had the largest demand?", answer=Answer("text", "Northmark")) == "gold_in_question"
    )
    said = (Assertion("Output came to 7,321.4 GWh.", value="7321.4"),)
    request = "Write a brief on the output, which came to 7.32 TWh as we know."
    assert cause(request, track="domain", answer=Answer("object", "{}"), assertions=said) == "sealed"
    told = request.replace("7.32 TWh", "7321.4 GWh")
    assert cause(told, track="domain", answer=Answer("object", "{}"), assertions=said) == "gold_in_question"


def test_questions_on_fidelity_may_name_their_document():
    verdict = judged("What does the first cell of output.csv say?", track="fidelity")
    assert (verdict.decision, verdict.cause) == ("keep", "not_applicable")


def test_a_sheet_that_is_called_a_sheet_is_named():
    found = archive()
    table = found.table("energy/output.csv")
    document = found.documents["energy/output.csv"]
    sheeted = replace(document, artifacts=(replace(table, at=replace(table.at, sheet="Plants")),))
    found.documents["energy/output.csv"] = sheeted
    gate = Leakage()
    for words, expected in (("as on the sheet “Plants”", "sheet_name"), ("of all plants", "sealed")):
        verdict = gate.step(task(found, question=f"{SEALED[:-1]}, {words}?"), [], found.context())
        assert isinstance(verdict, Verdict)
        assert verdict.cause == expected
