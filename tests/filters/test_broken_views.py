"""Views broken on purpose: whatever is left in that should be out, or out that should be in, changes a verdict."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from assay import views
from assay.evaluation import viewed
from assay.evaluation.subjects import ArchiveReader
from assay.model.artifact import Edge
from assay.model.document import Document
from assay.model.gate import Context
from assay.model.probe import View
from assay.model.task import Task
from filters import ablation
from filters.closed_book import ClosedBook
from tests.filters.archives import decided, making
from tests.filters.test_ablation import NOTES, OUTPUT, archive, asked, judged, noted
from tests.made import Archive

REPEATED = NOTES + b"\nRead as said: the annual figures are audited by an outside firm every spring.\n"


def reads(question: str, form: str, view: ArchiveReader) -> str:
    return view.markdown("energy/notes.txt") or ""


def test_an_element_that_is_not_removed_answers_the_question(monkeypatch: pytest.MonkeyPatch):
    found, one = noted()
    quoted = replace(one, answer=replace(one.answer, value="every spring."))

    def last_words(question: str, form: str, view: ArchiveReader) -> str:
        return "every spring." if "audited" in reads(question, form, view) else "unknown"

    assert judged(found, quoted, last_words).cause == "needed"

    def nothing_out(document: Document, keys: Iterable[str]) -> Document:
        return document

    monkeypatch.setattr(viewed, "without", nothing_out)
    assert judged(found, quoted, last_words).cause == "answered_without"


def captioned() -> tuple[Archive, Task]:
    """A paragraph with another that is about it and repeats its words."""
    found, one = noted(REPEATED)
    document = found.documents["energy/notes.txt"]
    first, *_, last = document.of_kind("text")
    about = replace(document, edges=(Edge(last.key, first.key, "about"),), extraction="captioned")
    found.documents["energy/notes.txt"] = about
    return found, one


def test_a_caption_that_is_left_in_gives_the_answer_away(monkeypatch: pytest.MonkeyPatch):
    found, one = captioned()
    assert judged(found, one).cause == "needed"

    def itself(document: Document, keys: Iterable[str]) -> frozenset[str]:
        return frozenset(keys)

    monkeypatch.setattr(views, "closure", itself)
    assert judged(found, one).cause == "redundant_evidence"


def test_a_twin_that_is_left_in_makes_its_document_redundant(monkeypatch: pytest.MonkeyPatch):
    found = archive()
    found.add("energy/twin.csv", OUTPUT.encode())
    assert judged(found, asked(found)).cause == "needed"

    def no_copies(domain: str, context: Context) -> dict[str, frozenset[str]]:
        return {}

    monkeypatch.setattr(ablation, "copies_in", no_copies)
    assert judged(found, asked(found)).cause == "redundant_evidence"


def test_a_wrong_document_that_is_hidden_lets_an_easy_task_through(monkeypatch: pytest.MonkeyPatch):
    found = archive(else_where="# Nothing\n\nNothing of note.\n")

    def answers(question: str, form: str, view: ArchiveReader) -> str:
        return "8606.0" if view.document("energy/demand.csv") is None else "0"

    assert judged(found, asked(found), answers).cause == "answered_without"

    def wrong(task: Task, context: Context) -> list[View]:
        return [View(name="ablated", hidden=("energy/else_where.md",))]

    monkeypatch.setattr(ablation, "ablations", wrong)
    assert judged(found, asked(found), answers).cause == "needed"


def test_a_book_that_is_left_open_lets_the_prior_look(monkeypatch: pytest.MonkeyPatch):
    found = archive()

    def looks(question: str, form: str, view: ArchiveReader) -> str:
        return "8606.0" if view.document("energy/output.csv") is not None else "0"

    subjects = {"baseline/prior": making(looks)}
    assert decided(found, ClosedBook(), asked(found), subjects).verdict.cause == "not_guessed"
    monkeypatch.setattr("filters.closed_book.CLOSED", View(name="closed"))
    assert decided(found, ClosedBook(), asked(found), subjects).verdict.cause == "guessed"
