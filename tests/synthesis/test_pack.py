"""Analyst packs: the figures are worked out by the program, and every assertion is one of them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace

import pytest

from assay.collection import collection_path
from assay.evaluation.context import ArchiveContext
from assay.evaluation.runner import Runner
from assay.markdown import document_markdown
from assay.model.document import Document
from assay.model.task import Assertion, Lineage, Task, task_of
from assay.sandbox import Limits, open_sandbox
from filters.assertions import FEWEST_COMPUTED, assertion_lint
from filters.spec import SpecLint
from synthesis.pack.drafts import figures_of, pack_drafts, request_of
from synthesis.pack.pairs import pairs
from synthesis.rules.ledger import ledger
from synthesis.validator import validate
from tests.documents import Paper, table_of

YEARS = ("2020", "2021", "2022", "2023")
Sales = Mapping[str, tuple[int, ...]]
SALES = {
    "Ashford": (512340, 531200, 559800, 581110),
    "Brindle": (301270, 318770, 340010, 399020),
    "Corran": (883450, 871100, 860010, 842020),
    "Dunmore": (614590, 630010, 657770, 701230),
    "Elbury": (128770, 134050, 140090, 147770),
    "Fenwick": (276550, 280010, 283500, 291230),
}


def report(title: str = "Net sales by brand, thousand euros", sales: Sales = SALES) -> Paper:
    rows = {name: [f"{value:,}" for value in values] for name, values in sales.items()}
    paper = table_of(title, rows, YEARS, "Brand")
    paper.path = "d/report.docx"
    return paper


def book(factor: str = "million euros", divisor: int = 1000, sales: Sales = SALES) -> Paper:
    paper = Paper("d/book.xlsx", "excel", "Store book")
    paper.block([[f"Net sales by brand, {factor}"]], "Sales", "A1", "unstructured")
    decimals = 0 if divisor == 1 else 2
    rows = [[name, *(f"{value / divisor:.{decimals}f}" for value in values)] for name, values in sales.items()]
    paper.block([["Brand", *YEARS], *rows], "Sales", "A3:E9")
    return paper


def archive() -> list[Document]:
    return [book().document(), report().document()]


def context(documents: list[Document]) -> ArchiveContext:
    found = {document.path: document for document in documents}
    return ArchiveContext(found, found.get, lambda document: b"")


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Task:
    documents, folder = archive(), tmp_path_factory.mktemp("pack")
    ((path, draft),) = pack_drafts(ledger("d", documents), context(documents))
    for document in documents:
        place = folder / collection_path("d", document.path)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(document_markdown(document), encoding="utf-8")
    (folder / "program.py").write_text(draft.program, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-I", str(folder / "program.py"), str(folder)], capture_output=True, text=True, check=True
    )
    assert (path, done.stdout.splitlines()[-1]) == ("d/report.docx", draft.expected)
    proposal, faults = validate(draft.submission(draft.expected, draft.expected), context(documents))
    assert proposal is not None, faults
    return task_of(proposal, Lineage("rules", template=draft.template))


def test_the_program_prints_figures_that_stand_by_hand(pack: Task):
    figures = json.loads(pack.answer.value)
    assert figures["level"]["Corran"] == 842020
    assert figures["change"]["Corran"] == -4.7
    assert figures["share"]["Corran"] == 28.4
    assert (figures["sum_earlier"], figures["sum"], figures["sum_change"]) == (2716970, 2962380, 9.0)
    assert [figures[key] for key in ("highest", "lowest", "fastest", "slowest")] == [
        "Corran", "Elbury", "Brindle", "Corran",
    ]  # fmt: skip
    assert (figures["workbook_sum"], figures["workbook_sum_converted"], figures["difference"]) == (2962.38, 2962380, 0)


def test_every_assertion_has_a_value_a_range_a_unit_evidence_and_the_rule_for_author(pack: Task):
    assert len(pack.assertions) >= FEWEST_COMPUTED
    for assertion in pack.assertions:
        assert assertion.evidence
        assert assertion.quotes
        assert assertion.authorship == "rule"
        if assertion.low is not None and assertion.high is not None:
            assert float(assertion.low) <= float(assertion.value or "x") <= float(assertion.high)
    converted = next(one for one in pack.assertions if one.text.startswith("The net sales of Corran in 2023"))
    assert (converted.value, converted.unit, converted.equivalents) == (
        "842020", "thousand euros", ("842,020 thousand euros", "842.02 million euros"),
    )  # fmt: skip
    assert {one.weight for one in pack.assertions} == {1.0, 2.0, 3.0}
    assert "reconcile.unit" in pack.labels


def test_the_request_says_all_that_the_figures_depend_on_and_no_title(pack: Task):
    for words in ("by brand", "thousand euros", "million euros", "in 2023", "from 2020 to 2023", "one decimal"):
        assert words in pack.question
    assert "Store book" not in pack.question
    assert all(key in pack.question for key in json.loads(pack.answer.value))


def test_the_gates_keep_a_pack_and_drop_one_whose_figures_are_changed(pack: Task):
    runner = Runner(context(archive()), open_sandbox(), Limits())
    assert runner.decide(SpecLint(), pack, {}).verdict.decision == "keep"
    wrong = replace(pack.assertions[0], value="581111", text=pack.assertions[0].text.replace("581110", "581111"))
    changed = replace(pack, assertions=(replace(wrong, low="580000", high="590000"), *pack.assertions[1:]))
    assert runner.decide(SpecLint(), changed, {}).verdict.cause == "assertion_not_computed"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"low": "1", "high": "2"}, "does not lie between"),
        ({"low": "1", "high": None}, "one end"),
        ({"text": "Corran sold something."}, "does not state its value"),
        ({"unit": "tonnes"}, "does not state its unit"),
        ({"weight": 0.0}, "weighs nothing"),
        ({"text": " "}, "says nothing"),
    ],
)
def test_an_assertion_that_grades_nothing_of_its_own_is_told(pack: Task, changes: dict[str, object], reason: str):
    whole = replace(pack.assertions[0], **changes)
    fault = assertion_lint(replace(pack, assertions=(whole, *pack.assertions[1:])))
    assert fault is not None
    assert reason in fault.reason


def test_packs_of_few_or_doubled_assertions_are_told(pack: Task):
    few = assertion_lint(replace(pack, assertions=pack.assertions[: FEWEST_COMPUTED - 1]))
    twice = assertion_lint(replace(pack, assertions=(*pack.assertions, pack.assertions[0])))
    assert few is not None
    assert few.cause == "assertions_few"
    assert twice is not None
    assert "twice" in twice.reason
    assert assertion_lint(replace(pack, program="", assertions=(Assertion("The board met."),))) is None


def test_documents_in_one_unit_are_reconciled_without_a_conversion():
    documents = [book("thousand euros", 1).document(), report().document()]
    (pair,) = pairs(ledger("d", documents))
    assert pair.factor == 1
    assert "workbook_sum_converted" not in request_of(pair)
    assert "workbook_sum_converted" not in figures_of(pair)


def test_documents_that_share_no_measure_make_no_pack():
    other = report("Visits by brand, number").document()
    assert pack_drafts(ledger("d", [book().document(), other]), context([book().document(), other])) == []


def test_two_reports_that_the_request_would_fit_make_no_pack():
    second = report()
    second.path = "d/second.docx"
    documents = [*archive(), second.document()]
    assert pairs(ledger("d", documents)) == []


def test_a_superlative_that_is_a_matter_of_the_last_place_is_left_out():
    near = {**SALES, "Dunmore": tuple(value + 10 for value in SALES["Corran"])}
    documents = [book(sales=near).document(), report(sales=near).document()]
    ((_, draft),) = pack_drafts(ledger("d", documents), context(documents))
    figures = json.loads(draft.expected)
    assert {"highest", "slowest"}.isdisjoint(figures)
    assert {"lowest", "fastest"} <= set(figures)
    assert "highest level" not in draft.question
    assert "del figures['highest']" in draft.program


def test_measures_that_one_document_alone_gives_are_added():
    stores = {name: [str(17 + 3 * at + 7 * year) for year in range(4)] for at, name in enumerate(SALES)}
    paper = book()
    paper.block([["Stores by brand, number"]], "Stores", "A1", "unstructured")
    paper.block([["Brand", *YEARS], *[[name, *values] for name, values in stores.items()]], "Stores", "A3:E9")
    documents = [paper.document(), report().document()]
    ((_, draft),) = pack_drafts(ledger("d", documents), context(documents))
    figures = json.loads(draft.expected)
    assert figures["workbook_other"]["Corran"] == int(stores["Corran"][-1])
    assert "number of stores in 2023 from the workbook (workbook_other)" in draft.question
    proposal, faults = validate(draft.submission(draft.expected, draft.expected), context(documents))
    assert proposal is not None, faults
    (stated,) = [one for one in proposal.assertions if "stores of Corran" in one.text]
    (at,) = stated.evidence
    assert (stated.value, proposal.evidence[at].quote) == (stores["Corran"][-1], stores["Corran"][-1])
