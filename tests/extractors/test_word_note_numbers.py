"""Notes have the numbers and marks that the text refers to them by."""

from __future__ import annotations

from assay.model.artifact import Facts
from extractors.word import read_word
from tests.extractors.parts import cell, docx, paragraph, root, table
from tests.extractors.torture_word import run

SECTION = "<w:p><w:pPr><w:sectPr>{}</w:sectPr></w:pPr></w:p>"


def refer(id: int, kind: str = "footnote", mark: str = "") -> str:
    """A paragraph that refers to a note, by a mark of its own where that is given."""
    custom = 'w:customMarkFollows="1"' if mark else ""
    return f'<w:p>{run("on")}<w:r><w:{kind}Reference {custom} w:id="{id}"/><w:t>{mark}</w:t></w:r></w:p>'


def named(body: str, kind: str = "footnote", settings: str = "", count: int = 4) -> list[tuple[object, object, str]]:
    """Number, mark and name of each note."""
    held = "".join(f'<w:{kind} w:id="{id}">{paragraph(f"n{id}")}</w:{kind}>' for id in range(1, count + 1))
    parts = {f"word/{kind}s.xml": root(f"w:{kind}s", held), "word/settings.xml": root("w:settings", settings)}
    reading = read_word(docx(body, parts, {"n": (f"{kind}s", f"{kind}s.xml"), "s": ("settings", "settings.xml")}))
    found = [each for each in reading.artifacts if each.kind == "footnote"]
    facts = [dict(each.payload.values) for each in found if isinstance(each.payload, Facts)]
    return [
        (stated.get("number"), stated.get("mark"), each.text.partition(" on ")[0])
        for each, stated in zip(found, facts, strict=True)
    ]


def test_notes_count_in_the_order_of_their_references_and_one_without_has_no_number():
    assert named(refer(3) + refer(1) + refer(4) + refer(1)) == [
        (2, None, "footnote 2"),
        (None, None, "footnote without a reference: n2"),
        (1, None, "footnote 1"),
        (3, None, "footnote 3"),
    ]


def test_a_mark_of_its_own_takes_no_number():
    assert named(refer(1) + refer(2, mark="*") + refer(3), count=3) == [
        (1, None, "footnote 1"),
        (None, "*", "footnote *"),
        (2, None, "footnote 2"),
    ]


def test_a_deleted_reference_takes_no_number():
    gone = '<w:p><w:del><w:r><w:footnoteReference w:id="1"/></w:r></w:del></w:p>'
    assert [number for number, _, _ in named(gone + refer(2), count=2)] == [None, 1]


def test_references_count_in_the_order_of_the_page_also_around_a_table_in_a_cell():
    outer = table(cell(refer(2) + table(cell(refer(3))) + refer(1)))
    assert [number for number, _, _ in named(outer, count=3)] == [3, 1, 2]


def test_endnotes_are_marked_by_small_roman_numbers():
    assert named(refer(1, "endnote") + refer(2, "endnote"), "endnote", count=2) == [
        (1, "i", "endnote 1"),
        (2, "ii", "endnote 2"),
    ]


def test_sections_may_start_anew_and_count_in_their_own_way():
    anew = '<w:footnotePr><w:numFmt w:val="lowerLetter"/><w:numRestart w:val="eachSect"/></w:footnotePr>'
    later = '<w:footnotePr><w:numStart w:val="5"/><w:numRestart w:val="eachSect"/></w:footnotePr>'
    body = refer(1) + refer(2) + SECTION.format(anew) + refer(3) + SECTION.format(later) + refer(4)
    assert [found[:2] for found in named(body)] == [(1, "a"), (2, "b"), (5, None), (6, None)]


def test_numbers_that_start_anew_on_each_page_are_left_open():
    settings = '<w:footnotePr><w:numRestart w:val="eachPage"/></w:footnotePr>'
    assert named(refer(1), settings=settings, count=1) == [(None, None, "footnote")]


def test_what_the_document_states_holds_where_a_section_states_nothing():
    settings = '<w:footnotePr><w:numStart w:val="3"/><w:numFmt w:val="upperRoman"/></w:footnotePr>'
    assert named(refer(1), settings=settings, count=1) == [(3, "III", "footnote 3")]
