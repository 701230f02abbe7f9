"""Fidelity questions come from facets that say something, under a name that is the document's own."""

import random

import pytest

from assay.model.artifact import Anchor, Chart, Series
from assay.model.canonical import Scalar
from assay.model.document import Document
from synthesis.fidelity.drafts import fidelity_drafts
from synthesis.fidelity.offers import names_of, worth_asking
from tests.documents import Paper
from tests.synthesis.places import book, report


def asked(document: Document, name: str = "“T”") -> dict[str, tuple[str, str]]:
    drafts = fidelity_drafts(document, name, random.Random(1))
    return {draft.template: (draft.question, draft.expected) for draft in drafts}


def test_a_word_documents_facets_are_asked_for():
    found = asked(report().document())
    assert found["fidelity/word.header"] == (
        "What does the page header of “T” say? Give its full text.", "Four Brands plc · Annual",
    )  # fmt: skip
    assert found["fidelity/word.footnote"][1] == "Franchise stores count with their fees."
    assert "“net of returns” have in the sentence “Revenue is stated" in found["fidelity/word.font"][0]
    assert found["fidelity/word.font"][1] == "C00000"
    assert found["fidelity/word.hyperlink"][1] == "https://data.example/four"


def test_a_workbooks_facets_are_asked_for():
    found = asked(book().document())
    assert found["fidelity/excel.formula"] == (
        "In “T”, which formula stands in cell B8 of the sheet “Stores”?", "=SUM(B4:B7)",
    )  # fmt: skip
    assert found["fidelity/excel.sheet"][1] == "Plan"


def test_a_comment_is_asked_for_by_its_author_and_a_cells_by_its_text():
    word, excel = Paper("d/a.docx"), Paper("d/b.xlsx", "excel")
    sentence = word.text("The board met twice.")
    word.facet("comment", "Ann: Check this.", sentence, author="Ann", text="Check this.")
    excel.facet("comment", "Without reserve stations.", None, Anchor(sheet="S", range="B5"), author="Ann")
    assert asked(word.document())["fidelity/word.comment"][1] == "Ann"
    assert asked(excel.document())["fidelity/excel.comment"][1] == "Without reserve stations."


def chart(values: tuple[Scalar, ...]) -> Document:
    paper = Paper("d/deck.pptx", "powerpoint")
    series = Series("2024", ("A", "B", "C"), values)
    points = "; ".join(f"{name} = {value}" for name, value in zip("ABC", values, strict=True))
    paper.add(
        "chart",
        f"column chart: Peak\n2024: {points}",
        Chart("column", "Peak", (), (series,)),
        Anchor(slide=3, shape="7"),
    )
    paper.facet("note", "Keep this slide short.", None, Anchor(part="notes", slide=3))
    return paper.document()


def test_a_deck_is_asked_for_its_chart_and_its_notes():
    found = asked(chart((1.0, 3.0, 2.5)))
    assert found["fidelity/powerpoint.chart"] == (
        "In the chart titled “Peak” on slide 3 of “T”, which value does the series “2024” show for B? Give the number.",
        "3",
    )
    assert found["fidelity/powerpoint.note"][1] == "Keep this slide short."
    assert "fidelity/powerpoint.chart" not in asked(chart((1.0, None, 2.5)))
    assert "fidelity/powerpoint.chart" not in asked(chart((3.0, 3.0, "x")))


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("font", {"text": "twice", "colour": "000000"}),
        ("font", {"text": "twice", "bold": True}),
        ("font", {"text": "The board met twice.", "colour": "C00000"}),
        ("hyperlink", {"text": "https://a.example/x", "target": "https://a.example/x"}),
        ("hyperlink", {"text": "there", "target": "#bookmark"}),
        ("footnote", {"text": "7"}),
        ("comment", {"text": "No author."}),
        ("header", {"text": "Page 3 of 9", "pages": "default"}),
        ("header", {"text": "On other pages only", "pages": "sometimes"}),
    ],
)
def test_what_says_little_is_not_asked(kind: str, values: dict[str, str | bool]):
    paper = Paper("d/a.docx")
    sentence = paper.text("The board met twice.")
    paper.facet(kind, "x", sentence, **values)
    assert asked(paper.document()) == {}


@pytest.mark.parametrize("text", ["=[1]Sheet1!A1", "=" + "A1+" * 60 + "1"])
def test_formulas_that_nobody_sees_so_are_not_asked(text: str):
    paper = Paper("d/b.xlsx", "excel")
    paper.facet("formula", text, None, Anchor(sheet="S", range="B1"), formula=text, type="normal")
    assert asked(paper.document()) == {}


def test_two_hidden_sheets_have_no_one_answer():
    paper = Paper("d/b.xlsx", "excel")
    for name in ("A", "B"):
        paper.facet("sheet", "", None, Anchor(sheet=name), name=name, hidden=True)
    assert asked(paper.document()) == {}


def test_at_most_two_of_a_kind_and_no_question_with_two_answers():
    paper = Paper("d/a.docx")
    for number in range(5):
        sentence = paper.text(f"Sentence number {number} is here.")
        paper.facet("footnote", f"Note {number} says this.", sentence, text=f"Note {number} says this.")
    twice = paper.text("The same sentence.")
    paper.facet("footnote", "One note here.", twice, text="One note here.")
    paper.facet("footnote", "Another note here.", twice, text="Another note here.")
    drafts = fidelity_drafts(paper.document(), "“T”", random.Random(1))
    assert len(drafts) == 2
    assert not any("The same sentence" in draft.question for draft in drafts)


def test_documents_are_called_by_what_is_their_own():
    papers = [Paper("d/a/x.docx", title="One"), Paper("d/b/x.docx", title="Two"), Paper("d/y.docx", title="two")]
    papers += [Paper("d/c/x.docx"), Paper("d/z.docx")]
    assert list(names_of(paper.document() for paper in papers).values()) == [
        "“One”", "the file d/b/x.docx", "the file y.docx", "the file d/c/x.docx", "the file z.docx",
    ]  # fmt: skip


def test_page_numbers_say_nothing():
    assert not worth_asking("SEITE 1 von 4")
    assert not worth_asking("Draft")
    assert not worth_asking("two\nlines")
    assert worth_asking("Published 14 March")
