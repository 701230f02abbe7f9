"""Faults reported of other readers of Word files, each with the smallest file that shows it."""

from __future__ import annotations

import pytest

from assay.markdown import artifact_markdown
from assay.model.artifact import Text
from assay.model.document import Reading
from assay.model.grid import Grid
from extractors.word import quotes, read_word
from tests.extractors.parts import PIXEL, SCHEMAS, cell, chart, docx, docx_parts, paragraph, root, table, zipped
from tests.extractors.torture_word import NUMBERING, STYLES, control, drawing, letters, listed, math, picture, run

NUMBERED = {"n": ("numbering", "numbering.xml"), "s": ("styles", "styles.xml")}
LISTS = {"word/numbering.xml": NUMBERING, "word/styles.xml": STYLES}
FRACTION = math(f"<m:f><m:num>{letters('1')}</m:num><m:den>{letters('2')}</m:den></m:f>")
BOX = "<w:txbxContent>{}</w:txbxContent>"
DIAGRAM = root("dgm:dataModel", "<dgm:pt><dgm:t><a:p><a:r><a:t>Plan</a:t></a:r></a:p></dgm:t></dgm:pt>")
COMMENTS = {"word/comments.xml": root("w:comments", f'<w:comment w:id="0">{paragraph("Why?")}</w:comment>')}


def shown(reading: Reading, kind: str) -> list[str]:
    return [artifact_markdown(each) for each in reading.artifacts if each.kind == kind and each.at.part != "styles"]


def in_pict(content: str) -> str:
    return f"<w:p><w:r><w:pict>{BOX.format(content)}</w:pict></w:r></w:p>"


def comment_docx() -> bytes:
    body = f'<w:p>{run("x")}<w:r><w:commentReference w:id="0"/></w:r></w:p>'
    return docx(body, COMMENTS, {"c": ("comments", "comments.xml")})


def picture_docx() -> bytes:
    body = f"<w:p>{run('said')}{drawing(picture('i'))}</w:p>"
    return docx(body, {"word/a.png": PIXEL}, {"i": ("image", "a.png")})


def alternate_box() -> str:
    inner = BOX.format(paragraph("Box"))
    choice = f'<mc:Choice Requires="wps"><w:drawing><wps:txbx>{inner}</wps:txbx></w:drawing></mc:Choice>'
    fallback = f"<mc:Fallback><w:pict><v:textbox>{inner}</v:textbox></w:pict></mc:Fallback>"
    return f"<w:p><w:r><mc:AlternateContent>{choice}{fallback}</mc:AlternateContent></w:r></w:p>"


def header_docx() -> bytes:
    body = paragraph("x") + '<w:sectPr><w:headerReference w:type="default" r:id="h"/></w:sectPr>'
    return docx(body, {"word/h.xml": root("w:hdr", paragraph("Top"))}, {"h": ("header", "h.xml")})


def late_row() -> str:
    return table(cell("a") + cell("b"), f'<w:trPr><w:gridBefore w:val="1"/></w:trPr>{cell("c")}')


CASES = {
    "microsoft/markitdown#31 comments": (comment_docx(), "comment", ["Why?"]),
    "microsoft/markitdown#1512 equations": (docx(f"<w:p>{FRACTION}</w:p>"), "equation", [r"\frac{1}{2}"]),
    "docling#3745 gridBefore": (docx(late_row()), "table", ["| a | b |\n| --- | --- |\n|  | c |"]),
    "docling#3297 gridSpan": (
        docx(table(cell("h", '<w:gridSpan w:val="3"/>'), cell("1") + cell("2") + cell("3"))),
        "table",
        ["| h |  |  |\n| --- | --- | --- |\n| 1 | 2 | 3 |"],
    ),
    "docling#1032 picture": (picture_docx(), "text", ["said"]),
    "unstructured#3103 list in a box": (
        docx(in_pict(listed("one", 3) + listed("two", 3)), LISTS, NUMBERED),
        "textbox",
        ["IV. one\nV. two"],
    ),
    "unstructured#3875 nothing but a table": (docx(table(cell("only"))), "table", ["| only |\n| --- |"]),
    "xberg#376 formatting": (
        docx(f"<w:p>{run('b', '<w:b/>')}{run('i', '<w:i/>')}</w:p>"),
        "font",
        ["bold: b", "italic: i"],
    ),
    "pandoc#5394 alternate content": (docx(alternate_box()), "textbox", ["Box"]),
    "pandoc#9222 list by style": (
        docx(paragraph("item", '<w:pStyle w:val="H2"/><w:outlineLvl w:val="9"/>'), LISTS, NUMBERED),
        "text",
        ["  - 1.1(a) item"],
    ),
    "pandoc#10233 heading numbers": (docx(paragraph("Aim", '<w:pStyle w:val="H1"/>'), LISTS, NUMBERED), "text",
                                     ["# 1 Aim"]),
    "pandoc#4415 nested controls": (docx(control("", control("", paragraph("deep")))), "text", ["deep"]),
    "pandoc#11380 no tblGrid": (docx(table(cell("a") + cell("b"))), "table", ["| a | b |\n| --- | --- |"]),
    "pandoc#5211 headers": (header_docx(), "header", ["Top"]),
    "python-docx#1123 inserted": (docx(f"<w:p><w:ins>{run('new')}</w:ins></w:p>"), "text", ["new"]),
    "python-docx#413 text box": (docx(in_pict(paragraph("reachable"))), "textbox", ["reachable"]),
    "python-docx#344 merged text": (
        docx(table(cell("once", '<w:gridSpan w:val="2"/>'), cell("1") + cell("2"))),
        "table",
        ["| once |  |\n| --- | --- |\n| 1 | 2 |"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("data", "kind", "expected"), CASES.values(), ids=CASES.keys())
def test_what_other_readers_lose_is_there(data: bytes, kind: str, expected: list[str]):
    assert shown(read_word(data), kind) == expected


def test_a_table_in_a_cell_is_no_missing_marker():
    """docling#494."""
    reading = read_word(docx(table(cell(f"{table(cell('inner'))}<w:p/>"))))
    inner, outer = (each for each in reading.artifacts if each.kind == "table")
    assert isinstance(inner.payload, Grid)
    assert isinstance(outer.payload, Grid)
    assert (inner.payload.displayed, outer.payload.displayed) == (("inner",), (f"[[{inner.key}]]",))


def test_tables_have_their_own_places():
    """xberg#707."""
    reading = read_word(docx((table(cell("t")) + paragraph("p")) * 3))
    assert [each.at.index for each in reading.artifacts if each.kind == "table"] == [0, 2, 4]


def test_a_chart_leaves_its_data():
    """pandoc#3221."""
    graphic = '<c:chart r:id="c"/>'
    reading = read_word(docx(f"<w:p>{drawing(graphic)}</w:p>", {"word/c.xml": chart()}, {"c": ("chart", "c.xml")}))
    assert ["Output" in text for text in shown(reading, "chart")] == [True]


def test_a_diagram_is_readable():
    """python-docx#1486, office_oxide#271."""
    graphic = '<dgm:relIds r:dm="d"/>'
    reading = read_word(
        docx(f"<w:p>{drawing(graphic)}</w:p>", {"word/d.xml": DIAGRAM}, {"d": ("diagramData", "d.xml")})
    )
    assert shown(reading, "textbox") == ["Plan"]


def test_a_relationship_that_leads_nowhere_ends_nothing():
    """python-docx#678."""
    reading = read_word(docx(paragraph("here"), related={"x": ("image", "NULL"), "y": ("header", "none.xml")}))
    assert (shown(reading, "text"), reading.problem) == (["here"], None)


def test_absolute_names_of_parts_and_marks_before_the_root_are_read():
    parts = docx_parts(paragraph("x", '<w:pStyle w:val="H1"/>'), LISTS, {"s": ("styles", "/word/styles.xml")})
    parts["word/document.xml"] = b"\xef\xbb\xbf" + str(parts["word/document.xml"]).encode()
    reading = read_word(zipped({name: part for name, part in parts.items() if "numbering" not in name}))
    payload = next(each.payload for each in reading.artifacts if each.kind == "text")
    assert payload == Text("heading", 1, "")


def test_a_strict_package_with_notes_is_read():
    """python-docx#693, #1520."""
    parts = docx_parts(
        f'<w:p>{run("x")}<w:r><w:commentReference w:id="0"/></w:r></w:p>', COMMENTS, {"c": ("comments", "comments.xml")}
    )
    for kind in ("wordprocessingml", "officeDocument"):
        for name, content in parts.items():
            parts[name] = str(content).replace(f"{SCHEMAS}/{kind}/2006/", f"http://purl.oclc.org/ooxml/{kind}/")
    assert shown(read_word(zipped(parts)), "comment") == ["Why?"]


def test_a_document_of_three_hundred_pages_keeps_every_paragraph_and_table_in_its_place():
    page = "".join(paragraph(f"line {line} of page {{0}}", run="<w:b/>") for line in range(9)) + table(cell("t{0}"))
    body = "".join(page.replace("{0}", str(number)) for number in range(300))
    reading = read_word(docx(body))
    assert [each.at.index for each in reading.artifacts if each.kind in ("text", "table")] == list(range(3_000))
    assert len({each.key for each in reading.artifacts}) == len(reading.artifacts)
    # 2,700 bold paragraphs: the rest are counted
    assert reading.warnings == ("Only the first 2000 of 2700 departing fonts are listed: left out are bold × 700.",)


def test_thousands_of_open_comments_end_with_a_warning(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(quotes, "MOST_OWNERS", 2000)
    count = 200
    starts = "".join(f'<w:p><w:commentRangeStart w:id="{n}"/><w:r><w:t>word{n}</w:t></w:r></w:p>' for n in range(count))
    ends = "".join(f'<w:p><w:commentRangeEnd w:id="{n}"/></w:p>' for n in range(count))
    notes = "".join(f'<w:comment w:id="{n}"><w:p><w:r><w:t>note{n}</w:t></w:r></w:p></w:comment>' for n in range(count))
    reading = read_word(
        docx(starts + ends, {"word/comments.xml": root("w:comments", notes)}, {"c": ("comments", "comments.xml")})
    )
    assert sum(one.kind == "comment" for one in reading.artifacts) == count
    assert any("what the others are on is left out" in warning for warning in reading.warnings)
    assert len(reading.edges) <= 2000 + 3 * count
