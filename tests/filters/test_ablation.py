"""Ablation: what is cited goes, with its copies and what rests on it; what is left must not tell the answer."""

from dataclasses import replace

import pytest

from assay.evaluation.subjects import ArchiveReader
from assay.model.artifact import Anchor, Artifact, Edge, Facts
from assay.model.gate import Verdict
from assay.model.task import Answer, Evidence, Task
from extractors.marked import read_marked
from extractors.plain import read_plain
from filters.ablation import Ablation, ablations
from tests.filters.archives import Answers, always, decided, making
from tests.made import Archive, task

REGIONS = ("Northmark", "Southmark", "Eastvale", "Westmoor", "Dunholm", "Ashby", "Crayford", "Lindale")
DEMAND = "Region,Demand 2023 (GWh),Demand 2024 (GWh)\n" + "".join(
    f"{name},{417.5 + at * 31.7:.1f},{431.2 + at * 27.9:.1f}\n" for at, name in enumerate(REGIONS)
)
OUTPUT = "Region,Output 2023 (GWh),Output 2024 (GWh)\n" + "".join(
    f"{name},{7321.4 + at * 511.3:.1f},{7108.7 + at * 499.1:.1f}\n" for at, name in enumerate(REGIONS)
)


def archive(**more: str) -> Archive:
    found = Archive()
    found.add("energy/demand.csv", DEMAND.encode())
    found.add("energy/output.csv", OUTPUT.encode())
    for name, text in more.items():
        found.add(f"energy/{name}.md", text.encode(), read_marked, "text/markdown")
    return found


def cell(found: Archive, path: str, row: int, column: int) -> Evidence:
    table = found.table(path)
    at = replace(table.at, row=row, column=column)
    text = table.payload.text(row, column)  # pyright: ignore[reportAttributeAccessIssue]
    return Evidence(found.documents[path].source, path, table.key, table.kind, at, text)


def asked(found: Archive, **changes: object) -> Task:
    """The output of Westmoor in 2024, found by its demand."""
    evidence = (cell(found, "energy/demand.csv", 4, 2), cell(found, "energy/output.csv", 4, 2))
    answer = Answer("number", "8606.0", "8606.0", unit="GWh", decimals=1)
    return task(found, **({"evidence": evidence, "answer": answer, "program": ""} | changes))


def judged(found: Archive, one: Task, answers: Answers | None = None) -> Verdict:
    lookup = making(answers) if answers else always("1")
    return decided(found, Ablation(), one, {"baseline/lookup": lookup}).verdict


def test_a_task_that_needs_all_that_it_cites_is_kept_after_one_attempt_for_each():
    found = archive()
    verdict = judged(found, asked(found))
    assert (verdict.decision, verdict.cause, len(verdict.attempts)) == ("keep", "needed", 2)


def test_a_subject_that_is_right_without_a_document_drops_the_task():
    found = archive()

    def answers(question: str, form: str, view: ArchiveReader) -> str:
        return "8606.0" if view.document("energy/demand.csv") is None else "0"

    verdict = judged(found, asked(found), answers)
    assert (verdict.decision, verdict.cause) == ("drop", "answered_without")
    assert "energy/demand.csv" in verdict.reason


MEMO = "# A memo\n\nIn 2024 the output of Westmoor came to {0} GWh, more than in any year before.\n"


@pytest.mark.parametrize("shown", ["8,606.0", "8606", "8.606", "8.606 thousand"])
def test_an_operand_that_prose_repeats_in_any_scale_is_redundant(shown: str):
    found = archive(memo=MEMO.format(shown))
    verdict = judged(found, asked(found))
    assert (verdict.decision, verdict.cause) == ("drop", "redundant_evidence")
    assert "energy/memo.md" in verdict.reason


@pytest.mark.parametrize(
    "text",
    [
        MEMO.format("8,607.0"),
        MEMO.format("8,606.0").replace("Westmoor", "Eastvale"),
        MEMO.format("8,606.0").replace("2024", "2019"),
    ],
)
def test_another_value_entity_or_year_is_no_repetition(text: str):
    found = archive(memo=text)
    assert judged(found, asked(found)).cause == "needed"


def test_a_second_table_with_the_figure_is_redundant_in_another_unit():
    rows = "".join(f"| {name} | {7.1087 + at * 0.4991:.4f} |\n" for at, name in enumerate(REGIONS))
    found = archive(yearbook=f"# Output in TWh\n\n| Region | Output 2024 (TWh) |\n| --- | --- |\n{rows}")
    assert judged(found, asked(found)).cause == "redundant_evidence"


def test_of_two_copies_both_go_and_neither_makes_the_other_redundant():
    found = archive()
    found.add("energy/copy.csv", OUTPUT.encode())
    views = list(ablations(asked(found), found.context()))
    assert ("energy/copy.csv", "energy/output.csv") in [view.hidden for view in views]
    assert judged(found, asked(found)).cause == "needed"


def test_two_copies_are_not_two_documents():
    found = archive()
    found.add("energy/copy.csv", OUTPUT.encode())
    twice = (cell(found, "energy/copy.csv", 4, 2), cell(found, "energy/output.csv", 4, 2))
    assert judged(found, asked(found, evidence=twice)).cause == "copies_cited"


def test_a_computed_gold_that_a_report_states_is_given_away():
    computed = Answer("number", "15714.7", "15714.7", unit="GWh", decimals=1)
    found = archive(memo="# A memo\n\nNorthmark and Westmoor produced 15,714.7 GWh together.\n")
    evidence = (cell(found, "energy/demand.csv", 4, 2), cell(found, "energy/output.csv", 1, 2))
    verdict = judged(found, asked(found, answer=computed, evidence=evidence))
    assert (verdict.cause, "energy/memo.md" in verdict.reason) == ("gold_elsewhere", True)


def test_an_absence_cannot_be_taken_out():
    found = archive()
    absent = asked(found, answer=Answer("null", "null"), track="search")
    assert judged(found, absent).cause == "not_applicable"


NOTES = b"The annual figures are audited by an outside firm every spring.\n\nAnother line.\n"


def noted(text: bytes = NOTES) -> tuple[Archive, Task]:
    found = archive()
    document = found.add("energy/notes.txt", text, read_plain, "text/plain")
    first = next(document.of_kind("text"))
    quote = "The annual figures are audited by an outside firm every spring."
    evidence = Evidence(document.source, document.path, first.key, first.kind, Anchor(line=1), quote)
    return found, task(
        found, track="fidelity", answer=Answer("text", quote), evidence=(evidence,), program="", plan=None
    )


def test_in_questions_on_fidelity_the_element_goes_and_nothing_else():
    found, one = noted()
    (view,) = ablations(one, found.context())
    assert (view.hidden, view.without) == ((), ((one.evidence[0].path, one.evidence[0].artifact),))

    def reads(question: str, form: str, reader: ArchiveReader) -> str:
        return reader.markdown("energy/notes.txt") or ""

    verdict = judged(found, one, reads)
    assert verdict.cause == "needed"


def test_in_questions_on_fidelity_other_files_of_the_same_bytes_go_with_the_element():
    found, one = noted()
    found.add("energy/copy.txt", found.originals["energy/notes.txt"], read_plain, "text/plain")
    (view,) = ablations(one, found.context())
    assert (view.hidden, view.without) == (("energy/copy.txt",), ((one.evidence[0].path, one.evidence[0].artifact),))


def test_an_element_whose_words_stand_elsewhere_in_its_document_is_redundant():
    found, one = noted(NOTES + b"\nAs said: the annual figures are audited by an outside firm every spring.\n")
    assert judged(found, one).cause == "redundant_evidence"


@pytest.mark.parametrize(
    ("more", "cause"),
    [(b"\nIt is 12,868 again.\n", "redundant_evidence"), (b"\nIt is 12,869 now.\n", "needed"), (b"", "needed")],
)
def test_a_number_of_fidelity_stands_elsewhere_in_its_document_or_does_not(more: bytes, cause: str):
    found, one = noted(b"The chart shows 12,868 homes.\n\nAnother line.\n" + more)
    quoted = replace(one.evidence[0], quote="12,868")
    assert judged(found, replace(one, answer=Answer("number", "12868"), evidence=(quoted,))).cause == cause


@pytest.mark.parametrize(("kind", "cause"), [("highlight", "needed"), ("comment", "redundant_evidence")])
def test_a_mark_on_words_is_not_told_by_the_words_that_it_marks(kind: str, cause: str):
    found, _ = noted()
    path, words = "energy/notes.txt", "audited by an outside firm"
    document = found.documents[path]
    marked = next(document.of_kind("text"))
    mark = Artifact("hl1", 9, "word", kind, Anchor(part="body", index=0), f"yellow: {words}", Facts())
    edges = (Edge(mark.key, marked.key, "about"),)
    found.documents[path] = replace(document, artifacts=(*document.artifacts, mark), edges=edges, extraction=kind)
    evidence = (Evidence(document.source, path, mark.key, kind, mark.at, words),)
    asked_for = task(
        found, track="fidelity", answer=Answer("text", words), evidence=evidence, program="", plan=None
    )  # fmt: skip
    assert judged(found, asked_for).cause == cause
