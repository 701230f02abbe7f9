"""Hostile candidates: each is dropped with its own cause, and honest ones beside them stay."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assay.evaluation.runner import Runner
from assay.model.artifact import Anchor
from assay.model.canonical import Json, digest
from assay.model.gate import Verdict
from assay.model.task import Answer, Assertion, Evidence, Lineage, LookUp, Operation, Plan, Scope, task_of
from assay.sandbox import Limits, open_sandbox
from extractors.marked import read_marked
from filters.spec import SpecLint
from filters.verification import Verification
from tests.made import Archive, cited, energy_archive, proposal

REVENUE = "d1/revenue.csv"
CAPEX = "d1/capex.csv"
NOTE = "d1/note.md"
QUESTION = "What is the sum of revenue and capital expenditure of North in 2021 in million EUR with one decimal?"
OPEN = """import sys, pathlib
D = pathlib.Path(sys.argv[1])
a = (D / "d1/revenue.csv.md").read_text()
b = (D / "d1/capex.csv.md").read_text()
"""
READ = (
    OPEN
    + """
def rd(text, label, year):
    lines = [[x.strip() for x in line.strip("|").split("|")] for line in text.split("\\n") if line.startswith("|")]
    for line in lines[1:]:
        if line[0] == label: return float(line[lines[0].index(year)])
p = rd(a, "North", "2021")
q = rd(b, "North", "2021")
"""
)


def archive() -> Archive:
    made = Archive()
    made.add(REVENUE, b"Region (million EUR),2020,2021\nNorth,471.9,498.2\nSouth,390.0,402.4\n")
    made.add(CAPEX, b"Region (million EUR),2020,2021\nNorth,49.7,52.3\nSouth,33.1,35.6\n")
    text = b"# Note\n\nThe board met on 4 March 2025 in Oslo. See [the report](https://a.example/r).\n"
    made.add(NOTE, text, read_marked, "text/markdown")
    return made


ARCHIVE = archive()
HELD = proposal(energy_archive())
SANDBOX = open_sandbox()
CELLS = (cited(ARCHIVE, REVENUE, 1, 2), cited(ARCHIVE, CAPEX, 1, 2))


def whole(path: str, quote: str = "North") -> Evidence:
    table = ARCHIVE.table(path)
    return Evidence(ARCHIVE.documents[path].source, path, table.key, table.kind, table.at, quote)


def note(kind: str, quote: str) -> Evidence:
    artifact = next(one for one in ARCHIVE.documents[NOTE].artifacts if one.kind == kind and quote in one.text)
    return Evidence(ARCHIVE.documents[NOTE].source, NOTE, artifact.key, kind, artifact.at, quote)


TABLES = (whole(REVENUE), whole(CAPEX))


def million(value: str, **changes: object) -> Answer:
    fields: dict[str, object] = {"type": "number", "value": value, "unit": "EUR", "scale": "million", "decimals": 1}
    return Answer(**(fields | changes))  # pyright: ignore[reportArgumentType]


def verdict(**changes: object) -> Verdict:
    """Return the first verdict that drops the task, else the last gate's."""
    given: dict[str, object] = {
        "domain": "d1", "question": QUESTION, "answer": million("550.5"), "evidence": CELLS,
        "program": READ + "print(round(p + q, 1))", "labels": ("sum",), "hops": 1,
    }  # fmt: skip
    fields = given | changes
    asked = task_of(replace(HELD, **fields), Lineage("rules"))  # pyright: ignore[reportArgumentType]
    runner = Runner(ARCHIVE.context(), SANDBOX, Limits(seconds=5.0))
    ruled = runner.decide(Verification(), asked, {}).verdict
    return ruled if ruled.decision != "keep" else runner.decide(SpecLint(), asked, {}).verdict


PERCENT = Answer("number", "10.5", unit="%", decimals=1)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"program": READ + "print(p)\nprint(round(p + q, 1))"},
        {"program": READ + "print(f'{p + q:.1f} million EUR')"},
        {"program": READ + "import sys\nprint(round(p + q, 1))\nsys.stderr.write('9.9\\n')"},
        {"answer": million("550.5", unrounded="550.5")},
        {"answer": million("550500.0", scale="thousand"), "program": READ + "print(round((p + q) * 1000, 1))",
         "question": QUESTION.replace("million", "thousand")},
        {"answer": PERCENT, "program": READ + "print(round(100 * q / p, 1))",
         "question": "Which percentage of its revenue was the capital expenditure of North in 2021, to one decimal?"},
        {"answer": Answer("text", "revenue"), "program": READ + "print('revenue' if p > q else 'expenditure')",
         "question": "Which was larger in North in 2021, revenue or capital expenditure?"},
        {"evidence": (*CELLS, *TABLES)},
    ],
)  # fmt: skip
def test_honest_tasks_stay(changes: dict[str, object]):
    ruled = verdict(**changes)
    assert (ruled.decision, ruled.cause, ruled.reason) == ("keep", "stated", "the question states its answer's form")


@pytest.mark.parametrize(
    ("cause", "changes"),
    [
        # the program is a constant, or works on nothing that is cited
        ("no_operand_cited", {"evidence": TABLES, "program": OPEN + "print('77' + '7.7')", "answer": million("777.7")}),
        ("no_operand_cited", {"evidence": TABLES, "program": OPEN + "print('North')", "answer": Answer("text", "x")}),
        ("no_operand_cited", {"evidence": TABLES, "program": OPEN + "print(42)", "answer": Answer("number", "42")}),
        ("no_operand_cited", {"evidence": (CELLS[0], whole(CAPEX)), "program": READ + "print(p)",
                              "answer": million("498.2")}),
        ("literal_operand", {"program": OPEN + "print('77' + '7.7')", "answer": million("777.7")}),
        ("literal_operand", {"program": OPEN + "print(498.2 + 52.3 + 349.5)", "answer": million("900.0")}),
        ("literal_operand", {"program": OPEN + "print(450.25 + 100.25)"}),
        ("literal_operand", {"program": OPEN + "x = '%s.%s' % (550, 5)\nprint(x)"}),
        ("literal_operand", {"program": OPEN + "x = '5'\ny = x + '50.5'\nprint(y)"}),
        ("literal_operand", {"program": OPEN + "print(''.join(['550', '.', '5']))"}),
        ("literal_operand", {"program": OPEN + "print('5.055'[::-1])"}),
        ("literal_operand", {"program": READ + "x = p + q\nprint(7 * 111.1 if hash(x) == hash(11010 / 20) else x)",
                             "answer": million("777.7")}),
        ("constant_program", {"program": OPEN + "print('South')", "answer": Answer("text", "South"),
                              "question": "Which region has the largest revenue in 2021 of all?"}),
        ("constant_program", {"program": OPEN + "print(2021)", "answer": Answer("number", "2021")}),
        ("constant_program", {"program": OPEN + "print(42)", "answer": Answer("number", "42", kind="integer")}),
        ("constant_program", {"program": OPEN + "print(ord('K') * len('1234567') + .25 * 2 + 25)"}),
        # the program knows its inputs
        ("known_inputs", {"program": READ + "x = round(p + q, 1)\nk = sum(map(ord, 'KKKKKKKKKK')) + 27.7\n"
                          "print(k if x == 11010 / 20 else x)", "answer": million("777.7")}),
        ("known_inputs", {"program": READ + "x = round(p + q, 1)\nk = sum(map(ord, 'KKKKKKKKKK')) + 27.7\n"
                          "print(k if x == 11010 / 20 else 5)", "answer": million("777.7")}),
        ("known_inputs", {"program": READ + "x = round(p + q, 1)\nprint('South' if x == 11010 / 20 else 'North')",
                          "answer": Answer("text", "South")}),
        ("known_inputs", {"program": READ + "print(round(p + q, 1) if abs(p + q - 551) < 2 else 5)"}),
        ("known_inputs", {"program": READ + "x = round(p + q, 1)\nassert round(x * 1000) % 7 != 3\nprint(x)",
                          "answer": million("550.5")}),
        ("mutation_unseen", {"program": READ + "print(550 + round(q * 10) % 10 / 6 if p else 0)"}),
        # what is quoted, planned, asked and stated
        ("quote_missing", {"evidence": (replace(CELLS[0], quote="98"), replace(CELLS[1], quote="2.3"))}),
        ("quote_missing", {"evidence": (replace(CELLS[0], quote="498"), CELLS[1])}),
        ("plan_differs", {"plan": Plan((LookUp("a", "Mars", "x", "", "kg", "nofile", "tz", 9, 9, "1"),), (), "a")}),
        ("unit_differs", {"answer": million("550.5", unit="USD", scale="thousand"),
                          "question": QUESTION.replace("million EUR", "thousand USD")}),
        ("unit_differs", {"answer": million("550.5", scale="thousand"),
                          "question": QUESTION.replace("million", "thousand")}),
        ("unit_differs", {"answer": million("550.5", scale=None), "question": QUESTION.replace("million", "")}),
        ("unit_differs", {"answer": million("550.5", unit="GWh", scale=None),
                          "question": QUESTION.replace("million EUR", "GWh")}),
        ("gold_fails_spec", {"answer": million("550.5", unrounded="1.0")}),
        ("gold_fails_spec", {"answer": million("550.5", unrounded="NaN")}),
        ("gold_fails_spec", {"answer": million("550.5", unrounded="lots")}),
    ],
)  # fmt: skip
def test_a_program_that_proves_nothing_is_dropped(cause: str, changes: dict[str, object]):
    assert verdict(**changes).cause == cause


def planned(value: str = "498.2", period: str = "2021", result: str = "sum", row: int = 1) -> Plan:
    one = LookUp("a", "North", "revenue", period, "million EUR", REVENUE, CELLS[0].artifact, row, 2, value)
    other = LookUp("b", "North", "capex", "2021", "million EUR", CAPEX, CELLS[1].artifact, 1, 2, "52.3")
    return Plan((one, other), (Operation("sum", "sum", ("a", "b"), "550.5"),), result)


@pytest.mark.parametrize(
    ("plan", "question", "cause"),
    [
        (planned(), QUESTION, "stated"),
        (planned(), QUESTION + " Read “Report 2024”.", "stated"),
        (planned("402.4"), QUESTION, "plan_differs"),
        (planned(row=7), QUESTION, "plan_differs"),
        (planned(result="c"), QUESTION, "plan_differs"),
        (planned(period="2020"), QUESTION, "period_differs"),
        (planned(), QUESTION.replace("2021", "2021 and 1950"), "period_differs"),
        (planned(), QUESTION.replace("2021", "that year"), "period_differs"),
    ],
)
def test_a_plan_agrees_with_cells_and_question(plan: Plan, question: str, cause: str):
    assert verdict(plan=plan, question=question).cause == cause


LINK, SENTENCE = note("hyperlink", "https://a.example/r"), note("text", "4 March 2025 in Oslo")
ASKED = "What does the note of the archive say about it, in full?"


@pytest.mark.parametrize(
    ("cause", "track", "answer", "evidence"),
    [
        ("stated", "fidelity", Answer("url", "https://a.example/r"), LINK),
        ("stated", "fidelity", Answer("date", "2025-03-04"), SENTENCE),
        ("stated", "domain", Answer("text", "oslo"), SENTENCE),
        ("stated", "search", Answer("list", '["Oslo", "2025"]'), SENTENCE),
        ("stated", "search", million("498.2"), CELLS[0]),
        ("answer_not_in_evidence", "fidelity", Answer("color", "FF0000"), whole(REVENUE)),
        ("answer_not_in_evidence", "fidelity", Answer("url", "https://b.example/r"), LINK),
        ("answer_not_in_evidence", "fidelity", Answer("date", "2025-03-05"), SENTENCE),
        ("answer_not_in_evidence", "fidelity", Answer("formula", "=A1"), CELLS[0]),
        ("answer_not_in_evidence", "domain", Answer("text", "Blue moon"), SENTENCE),
        ("answer_not_in_evidence", "domain", Answer("text", "slo"), SENTENCE),
        ("answer_not_in_evidence", "search", Answer("list", '["Oslo", "West"]'), SENTENCE),
        ("answer_not_in_evidence", "search", million("123.4"), whole(REVENUE)),
        ("answer_not_in_evidence", "domain", million("123.4"), CELLS[0]),
        ("unit_differs", "domain", million("498.2", unit="USD"), CELLS[0]),
        ("decimals_differ", "search", million("498.2", decimals=2), CELLS[0]),
    ],
)
def test_what_no_program_proves_stands_in_the_evidence(cause: str, track: str, answer: Answer, evidence: Evidence):
    question = QUESTION.replace("EUR", answer.unit or "EUR") if answer.type == "number" else ASKED
    assert verdict(track=track, answer=answer, evidence=(evidence,), program="", question=question).cause == cause


NULL = Answer("null", "null")
LOOKED_UP: dict[str, Json] = {
    "kind": "facts", "domain": "d1", "measure": "revenue", "entity": "atlantis", "period": "2024",
}  # fmt: skip
SEARCHED = Scope(LOOKED_UP, digest([]))


@pytest.mark.parametrize(
    ("cause", "changes"),
    [
        ("stated", {"scope": (SEARCHED,)}),
        ("absence_unproven", {}),
        ("absence_unproven", {"scope": (replace(SEARCHED, digest=""),)}),
        ("absence_unproven", {"scope": (replace(SEARCHED, query={"limit": 3}),)}),
        ("absence_unproven", {"scope": (replace(SEARCHED, digest=digest([["d1/a", "t"]])),)}),
        ("absence_unproven", {"scope": (replace(SEARCHED, query={"kind": "tables", "measure": "revenue"}),)}),
        ("absence_unproven", {"scope": (replace(SEARCHED, query={**LOOKED_UP, "domain": "d2"}),)}),
        ("absence_unproven", {"scope": (SEARCHED,), "track": "domain"}),
        ("absence_unproven", {"scope": (SEARCHED,), "domain": "nowhere"}),
    ],
)
def test_an_absence_is_held_by_what_was_searched(cause: str, changes: dict[str, object]):
    given: dict[str, object] = {"track": "search", "answer": NULL, "evidence": (), "program": ""}
    assert verdict(**(given | changes)).cause == cause


@pytest.mark.parametrize(
    ("cause", "assertion"),
    [
        ("stated", Assertion("The board met", quotes=("board met",), evidence=(0,))),
        ("stated", Assertion("The board met", quotes=("board met",))),
        ("assertion_unproven", Assertion("The board met", quotes=("board met",), evidence=(7,))),
        ("assertion_unproven", Assertion("The moon is blue", quotes=("nowhere stands this",), evidence=(0,))),
        ("assertion_unproven", Assertion("Nothing", quotes=(" ",), evidence=(0,))),
    ],
)
def test_assertions_rest_on_evidence(cause: str, assertion: Assertion):
    answer = Answer("text", "Oslo")
    ruled = verdict(
        track="domain", answer=answer, evidence=(SENTENCE,), program="", question=ASKED, assertions=(assertion,)
    )
    assert ruled.cause == cause


@pytest.mark.parametrize(
    ("before", "below", "unit", "cause"),
    [
        ("Revenue by region (million EUR)", "Note: West in thousand USD", ("EUR", "million"), "stated"),
        ("Revenue by region (million EUR)", "Note: West in thousand USD", ("USD", "thousand"), "unit_differs"),
        ("Revenue by region", "All figures in EUR million.", ("EUR", "million"), "stated"),
        ("Revenue by region", "All figures in EUR million.", ("EUR", None), "unit_differs"),
        ("Revenue by region", "All figures are final.", ("EUR", "million"), "unit_differs"),
        ("地区收入（单位：百万欧元）", "", ("欧元", "百万"), "stated"),
        ("Space by region, thousand square metres", "", ("square metres", "thousand"), "stated"),
        ("Space by region, thousand square metres", "", ("square metres", "million"), "unit_differs"),
        ("Members by region, thousand", "", (None, "thousand"), "stated"),
        ("Members by region, thousand", "", (None, "million"), "unit_differs"),
        ("Growth by region, per cent", "", ("%", None), "stated"),
        ("Growth by region", "", ("%", None), "unit_differs"),
    ],
)  # fmt: skip
def test_the_unit_is_the_one_that_stands_before_the_table_or_else_below_it(
    before: str, below: str, unit: tuple[str | None, str | None], cause: str
):
    made = Archive()
    rows = "| Region | 2020 | 2021 |\n|---|---|---|\n| North | 471.9 | 498.2 |\n| South | 390.0 | 402.4 |"
    made.add("d1/a.md", f"{before}\n\n{rows}\n\n{below}\n".encode(), read_marked, "text/markdown")
    answer = million("498.2", unit=unit[0], scale=unit[1])
    words = f"Which figure has North in 2021 in {unit[1] or ''} {unit[0] or ''} with one decimal?"
    fields = {"track": "search", "domain": "d1", "question": words, "answer": answer, "program": "",
              "evidence": (cited(made, "d1/a.md", 1, 2),)}  # fmt: skip
    asked = task_of(replace(HELD, **fields), Lineage("rules"))  # pyright: ignore[reportArgumentType]
    runner = Runner(made.context(), SANDBOX, Limits(seconds=5.0))
    ruled = runner.decide(Verification(), asked, {}).verdict
    assert ruled.cause == cause.replace("stated", "proven")


def test_a_cited_year_is_a_key_that_its_neighbours_leave_alone():
    head = replace(cited(ARCHIVE, REVENUE, 0, 2), at=replace(Anchor(line=1), row=0, column=2))
    assert verdict(evidence=(*CELLS, head)).cause == "mutation_unseen"
