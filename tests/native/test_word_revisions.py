"""Each tracked change of a Word file can be taken out by itself: no trace of it is left, and its neighbours stay."""

from __future__ import annotations

import io
import zipfile
from collections import Counter

import pytest

from assay.model.artifact import Artifact
from assay.model.grid import Grid
from assay.native import ablate
from assay.views import closure
from extractors.word import read_word
from tests.extractors.parts import cell, docx, paragraph, root, table
from tests.extractors.torture_word import run
from tests.made import document_of

ANN, BOB = (f'w:id="{id}" w:author="{name}" w:date="2024-01-02T00:00:00Z"' for id, name in ((1, "Ann"), (2, "Bob")))
EMPTY = "<w:tc><w:p/></w:tc>"
SECTION = '<w:sectPr>{}<w:sectPrChange {}><w:sectPr><w:pgSz w:w="9" w:h="9"/></w:sectPr></w:sectPrChange></w:sectPr>'


def row(mark: str, *cells: str) -> str:
    return f"<w:trPr>{mark}</w:trPr>{''.join(cells)}"


def marked(mark: str, content: str = "<w:p/>") -> str:
    return f"<w:tc><w:tcPr>{mark}</w:tcPr>{content}</w:tc>"


def inserted(text: str, by: str = ANN) -> str:
    return f"<w:ins {by}>{run(text)}</w:ins>"


def deleted(text: str, by: str = ANN, type: str = "del") -> str:
    return f"<w:{type} {by}><w:r><w:delText>{text}</w:delText></w:r></w:{type}>"


def ended(mark: str, *content: str) -> str:
    return f"<w:p><w:pPr><w:rPr>{mark}</w:rPr></w:pPr>{''.join(content)}</w:p>"


INSERTED_ROW = row(f"<w:ins {ANN}/>", cell("new left"), cell("new right"))
WRITTEN_ROW = row(
    f"<w:ins {ANN}/>",
    f"<w:tc>{ended(f'<w:ins {ANN}/>', inserted('one'))}</w:tc>",
    f"<w:tc>{ended(f'<w:ins {ANN}/>', inserted('two'))}</w:tc>",
    f"<w:tc>{ended(f'<w:ins {ANN}/>')}</w:tc>",
)
DELETED_ROW = row(
    f"<w:del {ANN}/>",
    f"<w:tc>{ended(f'<w:del {ANN}/>', deleted('old'))}</w:tc>",
    f"<w:tc>{ended(f'<w:del {ANN}/>', deleted('older'))}</w:tc>",
)
PLAIN_ROW = row("", cell("kept left"), cell("kept right"))
CHANGED = f"<w:pPrChange {ANN}><w:pPr/></w:pPrChange>"
RESTYLED = f"<w:b/><w:rPrChange {ANN}><w:rPr/></w:rPrChange>"
BODIES = {
    "ends": ended(f"<w:ins {ANN}/>", run("first")) + ended(f"<w:del {ANN}/>", run("second")) + ended(f"<w:del {BOB}/>"),
    "ends that characters tell": ended(f"<w:ins {ANN}/>", inserted("new"), run(" old "), inserted("newer"))
    + ended(f"<w:del {ANN}/>", deleted("gone"))
    + ended(f"<w:moveFrom {ANN}/>", deleted("moved", type="moveFrom")),
    "an end's format": ended(f"<w:rPrChange {ANN}><w:rPr/></w:rPrChange>", run("x"))
    + ended(f"<w:rPrChange {ANN}><w:rPr/></w:rPrChange>", run("y", RESTYLED)),
    "nested changes": f"<w:p><w:ins {ANN}>{run('a')}{deleted('b', BOB)}</w:ins>{run('c')}</w:p>",
    "numbers": paragraph("x", f"<w:numPr><w:ins {ANN}/></w:numPr>")
    + paragraph("y", f'<w:numPr><w:numberingChange {ANN} w:original="1."/></w:numPr>'),
    "formats": paragraph("x", CHANGED, RESTYLED) + paragraph("y", CHANGED) + paragraph("x", CHANGED),
    "formats in a table": table(cell(paragraph("a", CHANGED)) + cell(paragraph("b", CHANGED, RESTYLED))),
    "an inserted row": table(PLAIN_ROW, INSERTED_ROW, INSERTED_ROW),
    "a row as Word writes it": table(PLAIN_ROW, WRITTEN_ROW),
    "empty rows": table(PLAIN_ROW, *[row(f"<w:{type} {ANN}/>", EMPTY * 2) for type in ("ins", "del", "ins", "del")]),
    "deleted rows": table(PLAIN_ROW, DELETED_ROW, row(f"<w:del {BOB}/>", cell("unmarked"), EMPTY)),
    "a table that was deleted": paragraph("x") + table(DELETED_ROW),
    "cells": table(
        cell("a") + marked(f"<w:cellDel {ANN}/>", paragraph("gone")) + marked(f"<w:cellIns {BOB}/>", paragraph("in")),
        EMPTY + marked(f"<w:cellDel {ANN}/>") + marked(f"<w:cellIns {BOB}/>"),
        cell("b") + marked(f'<w:cellMerge {ANN} w:vMerge="rest"/>') + EMPTY,
    ),
    "tables, rows and cells": table(
        row(f"<w:trPrChange {ANN}><w:trPr/></w:trPrChange>", marked(f"<w:tcPrChange {ANN}/>", paragraph("a")), EMPTY),
        row(f"<w:trPrChange {ANN}><w:trPr/></w:trPrChange>", *[marked(f"<w:tcPrChange {ANN}/>")] * 2),
    ).replace("<w:tbl>", f"<w:tbl><w:tblPr><w:tblPrChange {ANN}><w:tblPr/></w:tblPrChange></w:tblPr>"),
    "a table within a row": table(
        PLAIN_ROW,
        row(f"<w:ins {ANN}/>", f"<w:tc>{table(cell('inner') + cell('inmost'))}<w:p/></w:tc>", cell("beside")),
        row(f"<w:del {ANN}/>", f"<w:tc>{table(cell('lost'))}<w:p/></w:tc>", EMPTY),
    ),
    "blocks": f"<w:ins {ANN}>{paragraph('one')}{paragraph('two')}</w:ins><w:del {ANN}>{paragraph('three')}</w:del>",
    "sections": f"<w:p><w:pPr>{SECTION.format('', ANN)}</w:pPr>{run('x')}</w:p>{SECTION.format('', BOB)}",
}  # fmt: skip


def identity(artifact: Artifact) -> tuple[object, ...]:
    grid = artifact.payload
    return artifact.kind, artifact.text, grid.displayed if isinstance(grid, Grid) else artifact.payload


def told(data: bytes) -> Counter[tuple[object, ...]]:
    return Counter(map(identity, read_word(data).artifacts))


def revisions(data: bytes) -> list[str]:
    return [each.text for each in read_word(data).artifacts if each.kind == "revision"]


CASES = [
    (name, number, text.replace(", 2024-01-02T00:00:00Z", ""))
    for name, body in BODIES.items()
    for number, text in enumerate(revisions(docx(body)))
]


@pytest.mark.parametrize(("name", "number", "text"), CASES)
def test_a_change_goes_and_all_else_stays(name: str, number: int, text: str):
    data = docx(BODIES[name])
    document = document_of(read_word(data))
    key = list(document.of_kind("revision"))[number].key
    copy = ablate(document, data, [key])
    gone = closure(document, [key])
    assert told(copy) == Counter(identity(one) for one in document.artifacts if one.key not in gone)


@pytest.mark.parametrize("name", BODIES)
def test_all_changes_of_a_file_go_at_once_and_nothing_states_one_any_more(name: str):
    data = docx(BODIES[name])
    document = document_of(read_word(data))
    copy = ablate(document, data, [each.key for each in document.of_kind("revision")])
    assert revisions(copy) == []
    with zipfile.ZipFile(io.BytesIO(copy)) as archive:
        assert b"w:author" not in archive.read("word/document.xml")


def test_a_deleted_row_of_a_header_goes_when_its_words_do():
    header = root("w:hdr", table(PLAIN_ROW, row(f"<w:del {ANN}/>", cell("gone"), EMPTY)))
    body = paragraph("x") + '<w:sectPr><w:headerReference w:type="default" r:id="h"/></w:sectPr>'
    data = docx(body, {"word/h.xml": header}, {"h": ("header", "h.xml")})
    document = document_of(read_word(data))
    copy = ablate(document, data, [each.key for each in document.of_kind("revision")])
    assert revisions(copy) == []
    with zipfile.ZipFile(io.BytesIO(copy)) as archive:
        assert archive.read("word/h.xml").count(b"<w:tr>") == 1


def test_the_layout_of_a_section_after_a_changed_one_is_that_of_its_own():
    wide, narrow = (f'<w:pgSz w:w="{size}" w:h="{size}"/>' for size in (9000, 5000))
    data = docx(f"<w:p><w:pPr>{SECTION.format(wide, ANN)}</w:pPr>{run('x')}</w:p>{SECTION.format(narrow, BOB)}")
    document = document_of(read_word(data))
    key = next(each.key for each in document.of_kind("layout") if "section 2" in each.text)
    with zipfile.ZipFile(io.BytesIO(ablate(document, data, [key]))) as archive:
        left = archive.read("word/document.xml")
    assert (b'"9000"' in left, b'"5000"' in left, b"Bob" in left) == (True, False, False)
