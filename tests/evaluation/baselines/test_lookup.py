"""The subject that reads one cell, one sentence, or one fact."""

import pytest

from assay.evaluation.baselines.lookup import make_lookup
from assay.evaluation.subjects import Reply
from assay.model.artifact import Anchor, Facts
from extractors.sheaf import Sheaf
from tests.made import document_of
from tests.shelves import DEMAND, LOSSES, RECORDS, Reader, archive


def reply(reader: Reader, question: str, form: str, view: Reader | None = None) -> Reply:
    return make_lookup(reader, ()).answer(question, form, view or reader)


@pytest.mark.parametrize(
    ("question", "form", "answer"),
    [
        ("How high were the network losses of North in 2022?", "unit=GWh decimals=0", "126"),
        ("How high were the network losses of North in 2022?", "unit=TWh decimals=3", "0.126"),
        ("What electricity consumption had South in 2023?", "unit=GWh decimals=0", "1800"),
        ("Which region is recorded for Birkfen Station?", "type=text", "South"),
        ("In which year was Coldale Station commissioned?", "unit=none kind=integer", "1990"),
        ("What rated power had Aberholt in 2023?", "unit=MW decimals=0", "400"),
        ("What were the network losses in 2023 of the region that lost most?", "unit=GWh decimals=0", "130"),
    ],
)
def test_the_cell_that_a_question_names_is_read_in_the_unit_asked(question: str, form: str, answer: str) -> None:
    assert reply(archive(losses=LOSSES, demand=DEMAND, records=RECORDS), question, form).answer == answer


def test_the_reply_tells_the_cell_and_the_file() -> None:
    found = reply(archive(losses=LOSSES), "How high were the network losses of South in 2021?", "unit=GWh decimals=0")
    assert found.files == ("energy/losses.md",)
    assert found.steps[0].endswith("energy/losses.md: 80")


def test_a_hidden_document_is_not_read_and_a_changed_one_is_read_anew() -> None:
    reader = archive(losses=LOSSES, demand=DEMAND)
    question, form = "How high were the network losses of North in 2022?", "unit=GWh decimals=0"
    assert reply(reader, question, form, reader.without("energy/losses.md")).answer != "126"
    other = archive(losses=LOSSES.replace("126", "127"), demand=DEMAND)
    changed = Reader(other.documents, frozenset({"energy/losses.md"}))
    assert reply(reader, question, form, changed).answer == "127"
    assert changed.asked == ["energy/losses.md"]


def test_most_of_the_cells_that_fit_alike_have_the_say() -> None:
    reader = archive(a=LOSSES.replace("126", "999"), b=LOSSES, c=LOSSES)
    assert reply(reader, "How high were the network losses of North in 2022?", "unit=GWh decimals=0").answer == "126"


def test_a_sentence_is_read_where_no_table_tells() -> None:
    memo = "# Memo\n\nThe tunnel under Greyholt cost 41.5 million euros in 2019. It is 12 kilometres long.\n"
    found = reply(
        archive(memo=memo), "What did the tunnel under Greyholt cost in 2019?", "unit=euros scale=million decimals=1"
    )
    assert found.answer == "41.5"
    assert "The tunnel under Greyholt" in found.steps[0]


def test_null_is_answered_where_it_may_be_and_nothing_is_found() -> None:
    reader = archive(losses=LOSSES)
    question = "How many bicycles were sold in Eastmoor in 2011? If no document tells, answer null."
    assert reply(reader, question, "type=number").answer == "null"
    assert reply(reader, question.split("?")[0] + "?", "type=number").answer is None
    told = "How high were the network losses of North in 2022? If no document tells, answer null."
    assert reply(reader, told, "type=number").answer == "126"


def office() -> Reader:
    sheaf = Sheaf("word")
    line = sheaf.add("text", Anchor(part="body", index=0), "Costs rose faster than cases.")
    comments = {"author": "Ada Vance", "text": "Explain the energy bill here."}
    remark = sheaf.add("comment", Anchor(part="comments", index=0), "Ada Vance on “Costs rose faster than cases.”",
                       Facts(tuple(comments.items())))  # fmt: skip
    sheaf.add("header", Anchor(part="header1"), "Health Trust", Facts((("text", "Health Trust"),)))
    sheaf.add("hyperlink", Anchor(part="body", index=0), "quality pages: https://health.example/quality",
              Facts((("text", "quality pages"), ("target", "https://health.example/quality"))))  # fmt: skip
    sheaf.add("font", Anchor(part="body", index=0), "bold, colour C00000: faster", Facts((("text", "faster"),)))
    sheaf.link(remark, line, "about")
    book = Sheaf("excel")
    book.add("sheet", Anchor(sheet="Rates"), "", Facts((("name", "Rates"), ("hidden", "hidden"))))
    book.add("sheet", Anchor(sheet="Fleet"), "", Facts((("name", "Fleet"), ("hidden", None))))
    book.add("formula", Anchor(sheet="Fleet", range="B13:C13"), "=SUM(B5:B12)", Facts((("formula", "=SUM(B5:B12)"),)))
    book.add("formula", Anchor(sheet="Fleet", range="D5"), "=C5/B5-1", Facts((("formula", "=C5/B5-1"),)))
    report, fleet = document_of(sheaf, "energy/report.docx"), document_of(book, "energy/fleet.xlsx")
    return Reader({report.path: report, fleet.path: fleet})


@pytest.mark.parametrize(
    ("question", "form", "answer"),
    [
        ("In report.docx, who wrote the comment on “Costs rose faster than cases.”?", "type=text", "Ada Vance"),
        ("In the file report.docx, what does the comment on “Costs rose faster than cases.” say?", "type=text",
         "Explain the energy bill here."),
        ("What does the page header of the file report.docx say?", "type=text", "Health Trust"),
        ("In report.docx, which address does the link “quality pages” lead to?", "type=url",
         "https://health.example/quality"),
        ("In report.docx, which font colour does the word “faster” have?", "type=color", "C00000"),
        ("Which formula stands in cell B13 of the sheet “Fleet” of the file fleet.xlsx for FY2024?", "type=formula",
         "=SUM(B5:B12)"),
        ("Which sheet of the file fleet.xlsx is hidden?", "type=text", "Rates"),
    ],
)  # fmt: skip
def test_facts_about_parts_of_a_named_document_are_read(question: str, form: str, answer: str) -> None:
    assert reply(office(), question, form).answer == answer
