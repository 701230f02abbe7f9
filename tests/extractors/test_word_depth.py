"""What is nested deeply is read as deep as its XML is, and what is beyond that is told."""

from __future__ import annotations

import pytest

from assay.model.document import Reading
from extractors.word import read_word
from tests.extractors.parts import cell, docx, paragraph, table
from tests.extractors.torture_word import control, run


def in_tables(depth: int) -> str:
    content = paragraph("deep")
    for _ in range(depth):
        content = table(cell(f"{content}<w:p/>"))
    return content


def wrapped(content: str, start: str, end: str, depth: int) -> str:
    return start * depth + content + end * depth


def holds(reading: Reading, word: str) -> bool:
    return any(word in repr(each.payload) + each.text for each in reading.artifacts)


def nested_boxes(depth: int) -> str:
    content = paragraph("deep")
    for _ in range(depth):
        content = f"<w:p><w:r><w:pict><w:txbxContent>{content}</w:txbxContent></w:pict></w:r></w:p>"
    return content


@pytest.mark.parametrize(
    "body",
    [
        in_tables(80),
        nested_boxes(60),
        f"<w:p>{wrapped(run('deep'), '<w:ins>', '</w:ins>', 240)}</w:p>",
        f"<w:p>{wrapped(run('deep'), '<w:smartTag>', '</w:smartTag>', 240)}</w:p>",
        wrapped(paragraph("deep"), "<w:sdt><w:sdtContent>", "</w:sdtContent></w:sdt>", 120),
        wrapped(paragraph("deep"), "<w:customXml>", "</w:customXml>", 240),
    ],
    ids=["tables", "boxes", "changes", "tags", "controls", "custom XML"],
)
def test_what_the_parser_takes_is_read(body: str):
    reading = read_word(docx(body))
    assert reading.problem is None
    assert holds(reading, "deep")


@pytest.mark.parametrize(
    "body",
    [
        in_tables(100),
        wrapped(control("", paragraph("deep")), "<w:sdt><w:sdtContent>", "</w:sdtContent></w:sdt>", 200),
        f"<w:p>{wrapped(run('deep'), '<w:ins>', '</w:ins>', 300)}</w:p>",
    ],
    ids=["tables", "controls", "changes"],
)
def test_what_is_nested_deeper_is_told_as_damaged(body: str):
    reading = read_word(docx(paragraph("before") + body))
    assert reading.problem is not None
    assert (reading.problem.code, "depth" in reading.problem.detail) == ("partial", True)
    assert holds(reading, "before")
