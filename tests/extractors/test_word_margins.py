"""Headers and footers name the sections that show them, on which pages, inherited ones and switched off ones too."""

from __future__ import annotations

import pytest

from assay.model.artifact import Facts
from extractors.word import read_word
from tests.extractors.parts import docx, paragraph, root

FIRST, DEFAULT, EVEN = (
    f'<w:headerReference w:type="{type}" r:id="{id}"/>'
    for type, id in (("first", "f"), ("default", "d"), ("even", "e"))
)
OTHER = '<w:headerReference w:type="default" r:id="f"/>'


def headers(*sections: str, even: bool = False) -> dict[str, dict[str, object]]:
    """The facts of each header, and what is said of it, in a document of these sections."""
    *before, last = [f"<w:sectPr>{section}</w:sectPr>" for section in sections]
    body = "".join(paragraph("x", section) for section in before) + paragraph("x") + last
    parts = {f"word/{id}.xml": root("w:hdr", paragraph(id)) for id in "fde"}
    parts["word/settings.xml"] = root("w:settings", "<w:evenAndOddHeaders/>" * even)
    related = {id: ("header", f"{id}.xml") for id in "fde"} | {"s": ("settings", "settings.xml")}
    found = [each for each in read_word(docx(body, parts, related)).artifacts if each.kind == "header"]
    facts = {each.at.part or "": dict(each.payload.values) for each in found if isinstance(each.payload, Facts)}
    return {part: {**facts[part], "said": each.text} for part, each in zip(facts, found, strict=True)}


@pytest.mark.parametrize(
    ("sections", "even", "part", "pages", "numbers", "said"),
    [
        # linked to the section before
        ((DEFAULT, "", ""), False, "d", "default", "1 2 3", "d"),
        ((DEFAULT, OTHER, ""), False, "f", "default", "2 3", "sections 2, 3: f"),
        # a first page only where the section has one of its own, whoever stated its header
        ((FIRST + "<w:titlePg/>", "", "<w:titlePg/>"), False, "f", "first", "1 3", "first pages, sections 1, 3: f"),
        ((FIRST, "<w:titlePg/>"), False, "f", "first", "2", "first pages, section 2: f"),
        ((FIRST + '<w:titlePg w:val="0"/>', ""), False, "f", "first", "1 2", "first pages, not shown: f"),
        # even pages only where the document has them
        ((EVEN, ""), True, "e", "even", "1 2", "even pages: e"),
        ((EVEN, ""), False, "e", "even", "1 2", "even pages, not shown: e"),
        # a section that nothing was stated for yet shows none
        (("", DEFAULT), False, "d", "default", "2", "section 2: d"),
        ((), False, "d", "", "", "not shown: d"),
    ],
)
def test_a_header_names_the_sections_that_show_it(
    sections: tuple[str, ...], even: bool, part: str, pages: str, numbers: str, said: str
):
    found = headers(*(sections or ("",)), even=even)[part]
    assert (found["pages"], found["sections"], found["said"]) == (pages, numbers, said)
    assert found.get("shown", True) is ("not shown" not in said)


def test_a_header_on_other_pages_of_other_sections_tells_each():
    found = headers(FIRST + DEFAULT + "<w:titlePg/>", OTHER)["f"]
    assert (found["pages"], found["sections"]) == ("default first", "1 2")
    assert found["uses"] == "default 2; first 1"
    assert found["said"] == "default pages of section 2, first pages of section 1: f"
