"""Fidelity questions come from facets that say something, under a name that is the document's own."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from assay.evaluation.context import ArchiveContext
from assay.evaluation.runner import Runner
from assay.model.artifact import Anchor, Chart, Edge, Facts, Picture, Series, Text
from assay.model.canonical import Scalar
from assay.model.document import Counts, Document
from assay.model.gate import Gate
from assay.model.grid import grid_of
from assay.model.task import Lineage, Task, task_of
from assay.sandbox import Limits, open_sandbox
from filters.spec import SpecLint
from filters.verification import Verification
from synthesis.fidelity.drafts import fidelity_drafts
from synthesis.fidelity.offers import names_of, worth_asking
from synthesis.validator import validate
from tests.documents import Paper
from tests.sample import extracted
from tests.synthesis.places import book, report


def asked(document: Document, name: str = "“T”") -> dict[str, tuple[str, str]]:
    """What is asked under some seed, each form of a kind among it."""
    drafts = [draft for seed in range(6) for draft in fidelity_drafts(document, name, random.Random(seed))]
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


def test_comments_of_sentences_and_cells_are_asked_for_by_their_text():
    word, excel = Paper("d/a.docx"), Paper("d/b.xlsx", "excel")
    sentence = word.text("The board met twice.")
    word.facet("comment", "Ann: Check this twice.", sentence, author="Ann", text="Check this twice.")
    excel.facet("comment", "Without reserve stations.", None, Anchor(sheet="S", range="B5"), author="Ann")
    assert asked(word.document())["fidelity/word.comment"][1] == "Check this twice."
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
        ("font", {"text": "twice", "face": "Arial"}),
        ("font", {"text": "The board met twice.", "colour": "C00000"}),
        ("hyperlink", {"text": "https://a.example/x", "target": "https://a.example/x"}),
        ("hyperlink", {"text": "there", "target": "#bookmark"}),
        ("footnote", {"text": "7"}),
        ("comment", {"text": "Why?"}),
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
        "the Word document “One”", "the file d/b/x.docx", "the file y.docx", "the file d/c/x.docx", "the file z.docx",
    ]  # fmt: skip


def test_page_numbers_say_nothing():
    assert not worth_asking("SEITE 1 von 4")
    assert not worth_asking("Draft")
    assert not worth_asking("two\nlines")
    assert worth_asking("Published 14 March")


def margins(*stated: dict[str, str | bool]) -> dict[str, tuple[str, str]]:
    paper = Paper("d/a.docx")
    for number, values in enumerate(stated):
        paper.facet("header", "x", None, Anchor(part=f"header{number}", index=0), **values)
    return asked(paper.document())


def test_headers_that_no_page_shows_are_neither_asked_nor_in_the_way():
    unseen = {"text": "Draft for the board", "pages": "first", "shown": False}
    assert margins(unseen) == {}
    found = margins(unseen, {"text": "Report of Alpha", "pages": "default"})
    assert found["fidelity/word.header"] == (
        "What does the page header of “T” say? Give its full text.",
        "Report of Alpha",
    )


@pytest.mark.parametrize(
    ("others", "text"),
    [
        ([], "Draft for the board"),
        ([{"text": "7", "pages": "default"}], "Draft for the board"),
        ([{"text": "7", "pages": "first"}], None),
        ([{"text": "On all pages here", "pages": "default first"}], None),
    ],
)
def test_a_first_page_header_is_asked_where_it_is_the_only_one(others: list[dict[str, str | bool]], text: str | None):
    found = margins({"text": "Draft for the board", "pages": "first", "sections": "1"}, *others)
    assert found.get("fidelity/word.header", ("", None))[1] == text


def test_the_first_page_of_a_later_section_is_not_the_first_page():
    assert margins({"text": "Draft for the board", "pages": "first", "sections": "2"}) == {}


def test_links_of_the_same_words_are_no_question_wherever_they_lead():
    paper = Paper("d/a.docx")
    sentence = paper.text("Contact us, or contact us here.")
    targets = ("https://a.example/x", "mailto:a@b.example", "#form")
    for words, target in zip(("contact us", "Contact us", "contact us"), targets, strict=True):
        paper.facet("hyperlink", words, sentence, text=words, target=target)
    assert asked(paper.document()) == {}


def test_a_link_that_nobody_sees_is_neither_asked_nor_in_the_way():
    paper = Paper("d/a.docx")
    sentence = paper.text("Contact us.")
    paper.facet("hyperlink", "x", sentence, text="Contact us", target="https://a.example/hidden", hidden=True)
    assert asked(paper.document()) == {}
    paper.facet("hyperlink", "x", sentence, text="Contact us", target="https://a.example/x")
    assert asked(paper.document())["fidelity/word.hyperlink"][1] == "https://a.example/x"


@pytest.mark.parametrize("kind", ["footnote", "comment", "font"])
def test_a_sentence_that_stands_twice_names_nothing(kind: str):
    facts: dict[str, str] = {"text": "met twice", "author": "Ann", "colour": "C00000"}
    paper = Paper("d/a.docx")
    paper.facet(kind, "x", paper.text("The board met twice."), **facts)
    assert f"fidelity/word.{kind}" in asked(paper.document())
    paper.text("The board  met twice.")
    assert asked(paper.document()) == {}


def test_a_note_on_two_sentences_is_in_the_way_of_another_on_one_of_them():
    paper = Paper("d/a.docx")
    first, second = paper.text("The board met twice."), paper.text("It met in May.")
    both = paper.facet("footnote", "x", first, text="On both of these.")
    paper.edges.append(Edge(both.key, second.key, "about"))
    paper.facet("footnote", "y", second, text="On one of these.")
    assert asked(paper.document()) == {}


def test_an_endnote_is_called_one():
    paper = Paper("d/a.docx")
    paper.facet("footnote", "x", paper.text("The board met twice."), type="endnote", text="In May and June.")
    assert "what does the endnote to the sentence" in asked(paper.document())["fidelity/word.footnote"][0]


def test_hidden_words_have_no_colour():
    paper = Paper("d/a.docx")
    paper.facet("font", "x", paper.text("It met twice."), text="twice", colour="C00000", hidden=True)
    assert asked(paper.document()) == {}


def test_nothing_is_asked_of_hidden_sheets_and_slides_but_which_they_are():
    book, deck = Paper("d/b.xlsx", "excel"), Paper("d/c.pptx", "powerpoint")
    book.facet("sheet", "", None, Anchor(sheet="Plan"), name="Plan", hidden=True)
    book.facet("formula", "=A1", None, Anchor(sheet="Plan", range="B1"), formula="=A1", type="normal")
    book.facet("comment", "Not for this sheet.", None, Anchor(sheet="Plan", range="B5"), author="Ann")
    assert set(asked(book.document())) == {"fidelity/excel.sheet"}
    deck.facet("hidden", "Slide 3 is hidden", None, Anchor(slide=3))
    deck.facet("note", "Keep this slide short.", None, Anchor(part="notes", slide=3))
    assert set(asked(deck.document())) == {"fidelity/powerpoint.hidden"}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("column chart: Peak\nS: A = 1.5; B = 3.25; C = 2.5", True),
        ("column chart: Peak\nS: A = 1.5; B = 3.25 (3); C = 2.5", False),
        ("column chart: Peak\nS: A = 1.5; B = 3.25 [about three]; C = 2.5", False),
        ("column chart: Peak\nS: A = 1.5; B = 3.25; C = 2.5\nS: A = 1", False),
    ],
)
def test_a_value_is_asked_where_the_chart_shows_it_as_it_is_stored(text: str, found: bool):
    paper = Paper("d/deck.pptx", "powerpoint")
    series = Series("S", ("A", "B", "C"), (1.5, 3.25, 2.5))
    paper.add("chart", text, Chart("column", "Peak", (), (series,)), Anchor(slide=3, shape="7"))
    assert ("fidelity/powerpoint.chart" in asked(paper.document())) is found


@pytest.mark.parametrize(
    ("titles", "count"), [(("", ""), 0), (("Peak", ""), 1), (("Peak", "peak"), 0), (("A", "B"), 2)]
)
def test_a_chart_is_named_by_what_no_other_chart_of_its_slide_has(titles: tuple[str, ...], count: int):
    paper = Paper("d/deck.pptx", "powerpoint")
    for number, title in enumerate(titles):
        series = Series("S", ("A", "B", "C"), (1.5, 3.25 + number, 2.5))
        text = f"column chart\nS: A = 1.5; B = {3.25 + number}; C = 2.5"
        paper.add("chart", text, Chart("column", title, (), (series,)), Anchor(slide=3, shape=str(number)))
    assert len(fidelity_drafts(paper.document(), "“T”", random.Random(1))) == count


def test_a_chart_of_two_series_of_one_name_is_not_asked():
    paper = Paper("d/deck.pptx", "powerpoint")
    series = Series("S", ("A", "B", "C"), (1.5, 3.25, 2.5))
    paper.add("chart", "S: A = 1.5; B = 3.25; C = 2.5", Chart("column", "", (), (series, series)), Anchor(slide=3))
    assert asked(paper.document()) == {}


def answers(document: Document) -> dict[str, str]:
    return {template.removeprefix("fidelity/"): answer for template, (_, answer) in asked(document).items()}


def test_how_words_look_is_asked_in_two_forms_and_the_words_are_never_in_the_question_for_them():
    paper = Paper("d/a.docx")
    sentence = paper.text("All the figures of this year are final and were checked.")
    paper.facet("font", "bold: final", sentence, text="final", bold=True, colour="C00000")
    found = asked(paper.document())
    assert found["fidelity/word.font"][1] == "C00000"
    assert found["fidelity/word.font/words"] == (
        "In “T”, which words are set in bold in the sentence that begins “All the figures of this year are”?", "final",
    )  # fmt: skip
    assert len(fidelity_drafts(paper.document(), "“T”", random.Random(1))) == 1


def test_highlighted_and_struck_words_are_asked_by_what_stands_before_them():
    paper = Paper("d/a.docx")
    marked, struck = paper.text("Leases signed later are indexed."), paper.text("The line is ~~sure to come~~ planned.")
    paper.facet("highlight", "yellow: indexed", marked, text="indexed", value="yellow")
    paper.facet("strikeout", "single: sure to come", struck, text="sure to come", value="single")
    assert answers(paper.document()) == {"word.highlight": "indexed", "word.strikeout": "sure to come"}
    paper.text("Leases signed later are not.")
    paper.text("The line is long.")
    assert answers(paper.document()) == {}


def test_the_one_picture_of_a_document_is_asked_for_its_description():
    paper = Paper("d/a.docx")
    paper.add("image", "Bars of the year, one a brand", Picture("Bars of the year, one a brand"))
    assert answers(paper.document()) == {"word.image": "Bars of the year, one a brand"}
    paper.add("image", "A map of the land", Picture("A map of the land"))
    assert answers(paper.document()) == {}


def test_the_title_in_the_properties_is_asked_where_the_document_is_not_called_by_it():
    paper = Paper("d/a.docx")
    paper.facet("metadata", "title: Annual report", None, Anchor(part="core"), name="title", value="Annual report")
    assert answers(paper.document()) == {"word.metadata": "Annual report"}
    assert asked(paper.document(), "the Word document “Annual report”") == {}


def sheet() -> Paper:
    paper = Paper("d/b.xlsx", "excel")
    paper.block([["Brand", "2023"], ["North", "7"], ["South", "9"]], "S", "A4:B6")
    paper.block([["Shaded: estimated"]], "S", "A9", "unstructured")
    return paper


def test_a_fill_of_one_cell_of_a_table_is_asked_in_two_forms_and_a_legends_is_none():
    paper = sheet()
    paper.facet("format", "fill FFE699: A6", None, Anchor(sheet="S", range="A6"), aspect="fill", value="FFE699")
    paper.facet("format", "fill FFE699: A9", None, Anchor(sheet="S", range="A9"), aspect="fill", value="FFE699")
    paper.facet("format", "fill DCE6F1: A4:B4", None, Anchor(sheet="S", range="A4:B4"), aspect="fill", value="DCE6F1")
    assert answers(paper.document()) == {"excel.format": "FFE699", "excel.format/words": "South"}
    paper.facet("format", "fill FFE699: A5", None, Anchor(sheet="S", range="A5"), aspect="fill", value="FFE699")
    assert answers(paper.document()) == {"excel.format": "FFE699"}


def test_names_tables_choices_and_links_of_a_workbook_are_asked_for():
    paper = sheet()
    paper.facet("name", "x", None, Anchor(sheet="S", range="B5:B6"), name="Now", refers_to="S!$B$5:$B$6")
    paper.facet("name", "y", None, Anchor(sheet="S", range="A4:B6"), name="All", refers_to="S!A4:B6", type="table")
    rule = Anchor(sheet="S", range="C5:C6")
    paper.facet("validation", "list", None, rule, type="list", formula1='"open,done"')
    paper.facet("hyperlink", "z", None, Anchor(sheet="S", range="A9"), target="https://a.example/x")
    found = asked(paper.document())
    assert answers(paper.document()) == {
        "excel.name": "S!$B$5:$B$6", "excel.validation": '["open","done"]', "excel.hyperlink": "https://a.example/x",
    } or found["fidelity/excel.name"][1] == "A4:B6"  # fmt: skip
    assert {draft.expected for draft in fidelity_drafts(paper.document(), "“T”", random.Random(1))} == {
        "S!$B$5:$B$6", "A4:B6", '["open","done"]', "https://a.example/x",
    }  # fmt: skip


@pytest.mark.parametrize("stated", ["$F$1:$F$3", '"one"', '"a,a"', '"a,,b"'])
def test_choices_that_the_rule_does_not_state_are_no_question(stated: str):
    paper = sheet()
    paper.facet("validation", "list", None, Anchor(sheet="S", range="C5"), type="list", formula1=stated)
    assert answers(paper.document()) == {}


def deck() -> Paper:
    paper = Paper("d/c.pptx", "powerpoint")
    paper.add("table", "", grid_of([["Brand", "2023"], ["North", "7"], ["South", "9"]]), Anchor(slide=3, shape="4"))
    fill = Facts((("range", "row 2, column 1"), ("fill", "FFE699"), ("rows", 1), ("columns", 1)))
    paper.add("cell_color", "row 2, column 1: FFE699", fill, Anchor(slide=3, shape="4", row=1, column=0))
    paper.add("shape_text", "Not audited", Text(), Anchor(slide=5, shape="9"))
    paper.facet("shape", "roundRect: fill 70AD47", None, Anchor(slide=5, shape="9"), type="roundRect", fill="70AD47")
    paper.add("slide_text", "Backup: open posts", Text("heading", 3), Anchor(slide=6, shape="2"))
    paper.facet("hidden", "Slide 6 is hidden", None, Anchor(slide=6))
    return paper


def test_what_is_seen_on_slides_is_asked_in_two_forms():
    assert answers(deck().document()) == {
        "powerpoint.cell_color": "FFE699", "powerpoint.cell_color/words": "North", "powerpoint.shape": "70AD47",
        "powerpoint.shape/words": "Not audited", "powerpoint.hidden": "6",
        "powerpoint.hidden/title": "Backup: open posts",
    }  # fmt: skip


def test_the_category_of_a_charts_highest_point_is_asked_unless_two_are_highest():
    assert answers(chart((1.0, 3.0, 2.5)))["powerpoint.chart/category"] == "B"
    assert "powerpoint.chart" not in answers(chart((3.0, 3.0, 2.5)))


def test_an_outline_is_asked_for_pages_and_for_what_stands_below_an_entry():
    paper = Paper("d/a.pdf", "pdf")
    for number, (text, level) in enumerate((("Report", 1), ("Traffic", 2), ("Lorries", 3), ("Money", 2))):
        facts = Facts((("level", level), ("page", 1 + number // 2)))
        paper.add("outline", text, facts, Anchor(page=1 + number // 2))
    document = replace(paper.document(), counts=Counts(pages=2))
    assert answers(document)["pdf.outline/below"] == '["Traffic","Money"]'
    assert answers(document)["pdf.outline"] in ("1", "2")
    assert "pdf.outline" not in answers(replace(document, counts=Counts(pages=1)))


@pytest.fixture(scope="module")
def kept() -> list[Task]:
    """The sample's fidelity tasks that the first two gates keep, after every one of them was asked."""
    read = {path: one for path, one in extracted().items() if one.document.readable}
    context = ArchiveContext(read, lambda path: read[path].document, lambda document: read[document.path].data)
    runner = Runner(context, open_sandbox(), Limits())
    names, tasks = names_of(one.document for one in read.values()), list[Task]()
    for path, one in read.items():
        for draft in fidelity_drafts(one.document, names[path], random.Random(path)):
            proposal, faults = validate(draft.submission(draft.expected, ""), context)
            assert proposal is not None, faults
            tasks.append(task_of(proposal, Lineage("rules", template=draft.template)))
    return [task for task in tasks if all(keeps(runner, gate, task) for gate in (Verification(), SpecLint()))]


def keeps(runner: Runner, gate: Gate, task: Task) -> bool:
    verdict = runner.decide(gate, task, {}).verdict
    assert verdict.decision == "keep", (task.question, task.answer.value, verdict.reason)
    return True


def test_the_samples_facets_are_asked_over_all_applications_and_every_gold_is_read_again(kept: list[Task]):
    labels = {label for task in kept for label in task.labels}
    assert len(kept) >= 20
    assert len(labels) >= 10
    assert {label.partition(".")[0] for label in labels} >= {"word", "excel", "powerpoint", "pdf"}


def test_no_kind_of_facet_drowns_the_others(kept: list[Task]):
    templates = Counter(task.lineage.template for task in kept)
    assert max(templates.values()) <= len(kept) / 5
