"""What a Word document says twice by itself goes with what it repeats: contents, references, properties."""

from __future__ import annotations

import pytest

from assay.markdown import document_markdown
from assay.model.document import Document
from assay.views import closure, without
from extractors.powerpoint import read_powerpoint
from extractors.word import read_word
from tests.extractors.parts import docx, paragraph, pptx, shape
from tests.made import document_of
from tests.native.test_word_headings import entry, field, heading, mark, report, run

CORE = (
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
    'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{}</dc:title></cp:coreProperties>'
)


def read(data: bytes) -> Document:
    return document_of(read_word(data))


def headings(document: Document) -> list[str]:
    return [one.key for one in document.of_kind("text") if getattr(one.payload, "role", "") == "heading"]


def lines_without(data: bytes, number: int) -> list[str]:
    """The texts that stay when one of the headings goes."""
    document = read(data)
    return [one.text for one in without(document, [headings(document)[number]]).of_kind("text")]


@pytest.mark.parametrize("linked", [True, False])
def test_a_line_of_contents_a_title_and_a_reference_go_with_their_heading(linked: bool):
    document = read(report(linked=linked))
    gone = closure(document, headings(document)[:1])
    told = [(one.kind, one.text) for one in document.artifacts if one.key in gone]
    assert [kind for kind, _ in told].count("text") == 2
    assert ("metadata", "title: zqalpha depot") in told
    assert ("field", "REF _Toc1 h = zqalpha depot") in told
    assert not any("beta" in text or "TOC" in text for _, text in told)


def test_a_line_of_contents_goes_alone():
    document = read(report())
    line = next(iter(document.of_kind("text")))
    left = document_markdown(without(document, [line.key]))
    assert headings(without(document, [line.key])) == headings(document)
    assert "title: zqalpha depot" in left


def test_of_equal_headings_each_has_its_own_line():
    linked = entry("Results", "_Toc1", 2) + entry("Results", "_Toc2", 9)
    plain = entry("Results", "", 2, linked=False) + entry("Results", "", 9, linked=False)
    body = heading("Results", "_Toc1", 1) + paragraph("between") + heading("Results", "_Toc2", 2)
    assert lines_without(docx(linked + body), 1) == ["Results\t2", "Results", "between"]
    assert lines_without(docx(plain + body), 0) == ["Results 9", "between", "Results"]


def test_a_line_in_a_field_for_contents_needs_no_style():
    opened = mark("begin") + "<w:r><w:instrText> TOC </w:instrText></w:r>" + mark("separate")
    line = f"<w:p>{opened}{run('1.2 Results 7')}{mark('end')}</w:p>"
    assert lines_without(docx(line + heading("Results", "_Toc1", 1) + paragraph("Results 7")), 0) == ["Results 7"]


def test_a_line_that_leads_to_a_heading_of_other_words_stays():
    assert lines_without(docx(entry("Findings", "_Toc1", 2) + heading("Results", "_Toc1", 1)), 0) == ["Findings\t2"]


def test_a_reference_to_words_within_a_paragraph_of_another_part_of_the_text_stays_with_its_words():
    data = docx(heading("Results", "_Toc1", 1) + f"<w:p>{run('See ')}{field('REF _Other', 'Results')}</w:p>")
    assert lines_without(data, 0) == ["See Results"]


def test_a_title_stays_where_two_paragraphs_say_it_or_none_does():
    for words in (("Depot", "Depot"), ("Depot of 2024",)):
        data = docx("".join(map(paragraph, words)), {"docProps/core.xml": CORE.format("Depot")})
        document = read(data)
        key = next(one.key for one in document.of_kind("text"))
        assert any(one.text == "title: Depot" for one in without(document, [key]).artifacts)


def test_the_title_of_a_deck_goes_with_the_slide_that_says_it():
    data = pptx(
        shape("Plan  of the year"), shape("other"), parts={"docProps/core.xml": CORE.format("Plan of the Year")}
    )
    document = document_of(read_powerpoint(data))
    first, second = document.of_kind("shape_text")
    assert "title: Plan of the Year" not in document_markdown(without(document, [first.key]))
    assert "title: Plan of the Year" in document_markdown(without(document, [second.key]))
