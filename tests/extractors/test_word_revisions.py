"""Tracked changes that no characters carry are told with their author and date, and what they delete stays readable."""

from __future__ import annotations

import pytest

from assay.model.artifact import Facts
from assay.model.document import Reading
from assay.model.grid import Grid
from extractors.word import read_word
from tests.extractors.parts import cell, docx, paragraph, root, table
from tests.extractors.torture_word import run

BY = 'w:id="1" w:author="Ann" w:date="2024-01-02T00:00:00Z"'
OTHER = 'w:id="2" w:author="Bob" w:date="2024-01-02T00:00:00Z"'
EMPTY = "<w:tc><w:p/></w:tc>"


def told(reading: Reading) -> list[str]:
    return [each.text.replace(", 2024-01-02T00:00:00Z", "") for each in reading.artifacts if each.kind == "revision"]


def revisions(body: str) -> list[str]:
    return told(read_word(docx(body)))


def grid(reading: Reading) -> Grid:
    return next(each.payload for each in reading.artifacts if isinstance(each.payload, Grid))


def row(change: str, *cells: str) -> str:
    return f"<w:trPr>{change}</w:trPr>{''.join(cells)}"


def test_rows_are_told_by_their_characters_though_no_run_is_marked():
    reading = read_word(
        docx(table(cell("kept"), row(f"<w:del {BY}/>", cell("gone")), row(f"<w:ins {BY}/>", cell("new"))))
    )
    assert told(reading) == ["insertion by Ann: new", "deletion by Ann: gone"]
    assert grid(reading).displayed == ("kept", "new")


def test_rows_without_characters_are_told_as_rows():
    body = table(cell("kept"), row(f"<w:ins {BY}/>", EMPTY), row(f"<w:del {BY}/>", EMPTY))
    assert revisions(body) == ["insertion by Ann: row 2", "deletion by Ann: empty row"]


def test_a_run_that_is_marked_in_a_deleted_row_keeps_its_own_author():
    gone = f"<w:p><w:del {OTHER}><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>"
    assert revisions(table(cell("kept"), row(f"<w:del {BY}/>", f"<w:tc>{gone}</w:tc>"))) == ["deletion by Bob: gone"]


def test_a_table_within_a_deleted_row_or_cell_is_deleted_with_it():
    inner = f"<w:tc>{table(cell('inner'))}<w:p/></w:tc>"
    assert revisions(table(cell("kept"), row(f"<w:del {BY}/>", inner))) == ["deletion by Ann: inner"]
    reading = read_word(
        docx(table(cell("kept") + inner.replace("<w:tc>", f"<w:tc><w:tcPr><w:cellDel {BY}/></w:tcPr>")))
    )
    assert (told(reading), grid(reading).displayed) == (["deletion by Ann: inner"], ("kept", ""))


def test_a_table_within_an_inserted_row_is_inserted_with_it():
    assert revisions(table(row(f"<w:ins {BY}/>", f"<w:tc>{table(cell('inner'))}<w:p/></w:tc>"))) == [
        "insertion by Ann: inner"
    ]


def test_cells_that_were_inserted_deleted_or_merged_are_told_and_stay_in_their_places():
    cells = cell("gone", f"<w:cellDel {BY}/>") + cell("in", f"<w:cellIns {OTHER}/>") + cell("m", f"<w:cellMerge {BY}/>")
    reading = read_word(docx(table(cell("a") + cells, EMPTY * 4)))
    assert told(reading) == ["deletion by Ann: gone", "insertion by Bob: in", "formatting by Ann: row 1, column 4"]
    assert grid(reading).displayed[:4] == ("a", "", "in", "m")


def test_an_empty_cell_that_was_inserted_is_told_by_its_place():
    assert revisions(table(cell("a") + EMPTY.replace("<w:tc>", f"<w:tc><w:tcPr><w:cellIns {BY}/></w:tcPr>"))) == [
        "insertion by Ann: column 2"
    ]


def test_rows_of_a_header_that_were_deleted_are_no_text_of_it():
    header = root("w:hdr", table(cell("kept"), row(f"<w:del {BY}/>", cell("gone"))))
    body = paragraph("x") + '<w:sectPr><w:headerReference w:type="default" r:id="h"/></w:sectPr>'
    reading = read_word(docx(body, {"word/h.xml": header}, {"h": ("header", "h.xml")}))
    assert [each.text for each in reading.artifacts if each.kind == "header"] == ["kept"]
    assert told(reading) == ["deletion by Ann: gone"]


@pytest.mark.parametrize(
    ("name", "type"),
    [("ins", "insertion"), ("del", "deletion"), ("moveFrom", "move from"), ("rPrChange", "formatting")],
)
def test_a_change_of_a_paragraphs_end_is_told(name: str, type: str):
    reading = read_word(docx(paragraph("x", f"<w:rPr><w:{name} {BY}/></w:rPr>")))
    assert told(reading) == [f"{type} by Ann: paragraph mark"]
    facts = next(dict(each.payload.values) for each in reading.artifacts if isinstance(each.payload, Facts))
    assert (facts["of"], facts["author"], facts["date"]) == ("paragraph mark", "Ann", "2024-01-02T00:00:00Z")


def test_a_paragraphs_end_is_told_by_its_characters_where_these_are_of_the_same_change():
    marked = f"<w:pPr><w:rPr><w:ins {BY}/></w:rPr></w:pPr>"
    assert revisions(f"<w:p>{marked}<w:ins {BY}>{run('new')}</w:ins></w:p>") == ["insertion by Ann: new"]
    assert revisions(f"<w:p>{marked}<w:ins {OTHER}>{run('new')}</w:ins></w:p>") == [
        "insertion by Bob: new",
        "insertion by Ann: paragraph mark",
    ]


def test_changes_of_format_are_told_in_tables_too():
    changed = f"<w:pPrChange {BY}><w:pPr/></w:pPrChange>"
    assert revisions(paragraph("x", changed) + table(cell(paragraph("y", changed)))) == [
        "formatting by Ann: x",
        "formatting by Ann: y",
    ]


def test_numbers_that_were_given_are_a_change_of_format():
    assert revisions(paragraph("x", f"<w:numPr><w:ins {BY}/></w:numPr>")) == ["formatting by Ann: x"]


def test_changes_of_tables_rows_cells_and_sections_are_told_once_for_the_range():
    rows = [row(f"<w:trPrChange {BY}/>", *[cell("c", f"<w:tcPrChange {OTHER}/>") for _ in range(2)]) for _ in range(2)]
    changed = f"<w:tblPr><w:tblPrChange {BY}><w:tblPr/></w:tblPrChange></w:tblPr>"
    section = f"<w:sectPr><w:sectPrChange {BY}><w:sectPr/></w:sectPrChange></w:sectPr>"
    assert revisions(table(*rows).replace("<w:tbl>", f"<w:tbl>{changed}") + section) == [
        "formatting by Ann: table",
        "formatting by Ann: row 1",
        "formatting by Ann: row 2",
        "formatting by Bob: all cells",
        "formatting by Ann: section 1",
    ]
