"""Presentations give every thing on their slides, in reading order, and what the deck says once."""

import hashlib
import io

import pptx as python_pptx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pptx.util import Emu

from assay.markdown import artifact_markdown
from assay.model.artifact import Artifact, Chart, Facts, Picture, Text
from assay.model.document import READABLE, Reading
from assay.model.grid import Grid, Span
from extractors.powerpoint import read_powerpoint
from tests.extractors.parts import PIXEL, chart, pptx, pptx_parts, relations, root, shape, slide, transform, zipped

TITLE = '<p:ph type="title"/>'
BODY = '<p:ph type="body" idx="1"/>'


def of_kind(reading: Reading, *kinds: str) -> list[Artifact]:
    return [artifact for artifact in reading.artifacts if artifact.kind in kinds]


def texts(reading: Reading, *kinds: str) -> list[str]:
    return [artifact.text for artifact in of_kind(reading, *kinds)]


def body(reading: Reading) -> list[tuple[str, str]]:
    """What stands on the slides, without the facts about it."""
    return [(each.kind, artifact_markdown(each)) for each in reading.artifacts if each.declared.layer != "facts"]


def targets(reading: Reading, artifact: Artifact) -> list[tuple[str, str]]:
    """The kinds of the artifacts that one points at, with the edge's type."""
    kinds = {each.key: each.kind for each in reading.artifacts}
    return [(kinds[edge.target], edge.type) for edge in reading.edges if edge.source == artifact.key]


def related(number: int, relationships: dict[str, tuple[str, str]]) -> dict[str, str]:
    """The part that holds a slide's relationships."""
    return {f"ppt/slides/_rels/slide{number}.xml.rels": relations(relationships)}


def frame(graphic: str, id: int = 5) -> str:
    return (
        f'<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="{id}" name="g"/><p:cNvGraphicFramePr/><p:nvPr/>'
        f'</p:nvGraphicFramePr><p:xfrm><a:off x="10" y="20"/><a:ext cx="30" cy="40"/></p:xfrm>'
        f"<a:graphic><a:graphicData>{graphic}</a:graphicData></a:graphic></p:graphicFrame>"
    )


def test_slides_are_containers_whose_parts_follow_with_the_title_first():
    reading = read_powerpoint(
        pptx(
            shape("Text", id=3, place=BODY, box=(0, 0, 9, 9)) + shape("Head", place=TITLE, box=(0, 5000000, 9, 9)),
            shape("Box", box=(1, 2, 3, 4)),
        )
    )
    assert body(reading) == [
        ("slide", "## Slide 1"),
        ("slide_text", "### Head"),
        ("slide_text", "Text"),
        ("slide", "## Slide 2"),
        ("shape_text", "Box"),
    ]
    assert of_kind(reading, "slide_text")[0].payload == Text("heading", 3)
    box = of_kind(reading, "shape_text")[0]
    assert (box.at.slide, box.at.shape, box.at.box) == (2, "2", (1, 2, 4, 6))
    assert targets(reading, box) == [("slide", "part_of")]
    assert (reading.counts.slides, reading.problem) == (2, None)


def test_equal_texts_on_two_slides_have_keys_of_their_own():
    reading = read_powerpoint(pptx(shape("Same"), shape("Same")))
    keys = [each.key for each in of_kind(reading, "shape_text")]
    assert keys[0] != keys[1]
    assert not any("-" in key for key in keys)


def test_the_order_of_the_show_counts_and_not_that_of_the_names():
    parts = pptx_parts(shape("one"), shape("two"))
    swapped = {"s1": ("slide", "slides/slide2.xml"), "s2": ("slide", "slides/slide1.xml")}
    reading = read_powerpoint(zipped({**parts, "ppt/_rels/presentation.xml.rels": relations(swapped)}))
    assert texts(reading, "shape_text") == ["two", "one"]


def test_shapes_are_read_from_top_to_bottom_and_left_to_right():
    boxes = {"d": (0, 4000000), "b": (5000000, 1000010), "a": (0, 1000000), "c": (0, 2000000)}
    shapes = "".join(shape(text, box=(*corner, 10, 10)) for text, corner in boxes.items())
    assert texts(read_powerpoint(pptx(shape("no box") + shapes)), "shape_text") == ["a", "b", "c", "d", "no box"]


def test_lines_keep_their_levels_breaks_and_fields():
    body = (
        '<a:p><a:r><a:t>Top</a:t></a:r></a:p><a:p><a:pPr lvl="1"/><a:r><a:t>Sub</a:t></a:r><a:br/>'
        '<a:fld type="x"><a:t>field</a:t></a:fld></a:p><a:p/>'
    )
    assert texts(read_powerpoint(pptx(shape("", body=body, place=BODY))), "slide_text") == ["Top\n  Sub\nfield"]


def group(content: str, outer: tuple[int, ...], inner: tuple[int, ...]) -> str:
    x, y, cx, cy = inner
    child = f'<a:chOff x="{x}" y="{y}"/><a:chExt cx="{cx}" cy="{cy}"/></a:xfrm>'
    frame = transform((outer[0], outer[1], outer[2], outer[3])).replace("</a:xfrm>", child)
    return f"<p:grpSp><p:nvGrpSpPr/><p:grpSpPr>{frame}</p:grpSpPr>{content}</p:grpSp>"


def test_boxes_in_groups_are_on_the_slide_after_all_transforms():
    inner = group(shape("deep", box=(10, 10, 20, 20)), (100, 100, 200, 200), (0, 0, 100, 100))
    reading = read_powerpoint(pptx(group(inner, (1000, 0, 400, 800), (100, 100, 200, 200))))
    # The inner group doubles and shifts to 120..160; the outer maps x to 1000 + 2 (x - 100), y to 4 (y - 100).
    assert of_kind(reading, "shape_text")[0].at.box == (1040, 80, 1120, 240)


def test_a_group_stays_together_and_one_without_a_transform_is_read():
    members = shape("low", box=(0, 6000000, 1, 1)) + shape("high", box=(0, 0, 1, 1))
    outside = shape("middle", box=(0, 3000000, 1, 1))
    grouped = f"<p:grpSp><p:nvGrpSpPr/><p:grpSpPr/>{members}</p:grpSp>"
    assert texts(read_powerpoint(pptx(outside + grouped)), "shape_text") == ["high", "low", "middle"]


def test_placeholders_take_their_box_from_the_layout_and_then_from_the_master():
    tree = "<p:cSld><p:spTree>{}</p:spTree></p:cSld>"
    layout = root("p:sldLayout", tree.format(shape("", place=BODY, box=(1, 1, 1, 1))))
    master = root("p:sldMaster", tree.format(shape("", place=TITLE, box=(2, 2, 2, 2))))
    parts = {
        **related(1, {"l": ("slideLayout", "../slideLayouts/l.xml")}),
        "ppt/slideLayouts/l.xml": layout,
        "ppt/slideLayouts/_rels/l.xml.rels": relations({"m": ("slideMaster", "../m.xml")}),
        "ppt/m.xml": master,
    }
    shapes = shape("T", place='<p:ph type="ctrTitle"/>') + shape("B", place='<p:ph idx="1"/>')
    found = of_kind(read_powerpoint(pptx(shapes, parts=parts)), "slide_text")
    assert [(each.text, each.at.box) for each in found] == [("T", (2, 2, 4, 4)), ("B", (1, 1, 2, 2))]


def test_tables_keep_their_spans_and_name_the_cells_of_their_links():
    def made(text: str, span: str = "", properties: str = "") -> str:
        run = f"<a:r>{properties}<a:t>{text}</a:t></a:r>"
        return f"<a:tc {span}><a:txBody><a:p>{run}</a:p></a:txBody></a:tc>"

    top = made("Wide", 'gridSpan="2"') + made("", 'hMerge="1"')
    middle = made("Tall", 'rowSpan="2"') + made("1", properties='<a:rPr><a:hlinkClick r:id="l"/></a:rPr>')
    bottom = made("", 'vMerge="1"') + made("2")
    rows = "".join(f"<a:tr>{row}</a:tr>" for row in (top, middle, bottom))
    table = f'<a:tbl><a:tblPr firstRow="1"/>{rows}</a:tbl>'
    reading = read_powerpoint(pptx(frame(table), parts=related(1, {"l": ("hyperlink", "https://example.org")})))
    found, link_found = of_kind(reading, "table")[0], of_kind(reading, "hyperlink")[0]
    assert found.payload == Grid(
        3, 2, ("Wide", "", "Tall", "1", "", "2"), spans=(Span(0, 0, 1, 2), Span(1, 0, 2, 1)), header_rows=1
    )
    assert found.at.box == (10, 20, 40, 60)
    assert (link_found.text, link_found.at.row, link_found.at.column) == ("1: https://example.org", 1, 1)
    assert targets(reading, link_found) == [("table", "about")]


@pytest.mark.parametrize(("properties", "rows", "count"), [("", 2, 1), ("", 1, 0), ('<a:tblPr firstRow="0"/>', 2, 0)])
def test_the_header_row_is_what_the_table_says_or_else_a_guess(properties: str, rows: int, count: int):
    row = "<a:tr><a:tc><a:txBody><a:p><a:r><a:t>x</a:t></a:r></a:p></a:txBody></a:tc></a:tr>"
    grid = of_kind(read_powerpoint(pptx(frame(f"<a:tbl>{properties}{row * rows}</a:tbl>"))), "table")[0].payload
    assert isinstance(grid, Grid)
    assert grid.header_rows == count


PICTURE = (
    '<p:pic><p:nvPicPr><p:cNvPr id="9" name="p" descr="Logo"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill>'
    '<a:blip r:embed="i"/></p:blipFill><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="12700" cy="25400"/></a:xfrm>'
    "</p:spPr></p:pic>"
)


def test_pictures_keep_their_bytes_and_alternative_text():
    parts = {"ppt/media/a.png": PIXEL, **related(1, {"i": ("image", "../media/a.png")})}
    reading = read_powerpoint(pptx(PICTURE, parts=parts))
    image = of_kind(reading, "image")[0]
    assert (image.payload, image.blob) == (Picture("Logo", "image/png", 1.0, 2.0), hashlib.sha256(PIXEL).hexdigest())
    assert reading.blobs == {image.blob: PIXEL}


def test_a_picture_without_a_picture_loses_nothing_else():
    empty = PICTURE.replace('<a:blip r:embed="i"/>', "")
    assert texts(read_powerpoint(pptx(empty + PICTURE + shape("kept"))), "image", "shape_text") == ["kept"]


@pytest.mark.parametrize(
    ("type", "extra", "named"),
    [
        ("barChart", '<c:barDir val="col"/>', "column"),
        ("bar3DChart", '<c:barDir val="bar"/>', "bar3D"),
        ("stockChart", "", "stock"),
    ],
)
def test_charts_of_any_kind_come_with_their_data(type: str, extra: str, named: str):
    parts = {"ppt/charts/c.xml": chart(type, extra), **related(1, {"c": ("chart", "../charts/c.xml")})}
    reading = read_powerpoint(pptx(frame('<c:chart r:id="c"/>'), parts=parts))
    found = of_kind(reading, "chart")[0].payload
    assert isinstance(found, Chart)
    assert (found.type, found.series[0].name, found.series[0].source) == (named, "North", "Sheet1!$B$2:$B$4")
    assert found.series[0].values == (4.5, "#N/A", None)


def test_smartart_gives_its_texts():
    point = "<dgm:pt><dgm:t><a:p><a:r><a:t>{}</a:t></a:r></a:p></dgm:t></dgm:pt><dgm:pt/>"
    parts = {
        "ppt/diagrams/d.xml": root("dgm:dataModel", f"<dgm:ptLst>{point.format('A')}{point.format('B')}</dgm:ptLst>"),
        **related(1, {"d": ("diagramData", "../diagrams/d.xml")}),
    }
    reading = read_powerpoint(pptx(frame('<dgm:relIds r:dm="d"/>'), parts=parts))
    assert texts(reading, "smartart_text") == ["A\nB"]


def test_an_embedded_object_shows_its_picture():
    choice = '<mc:Choice Requires="v"><p:oleObj spid="x"/></mc:Choice>'
    fallback = f"<mc:Fallback><p:oleObj>{PICTURE}</p:oleObj></mc:Fallback>"
    parts = {"ppt/media/a.png": PIXEL, **related(1, {"i": ("image", "../media/a.png")})}
    graphic = f"<mc:AlternateContent>{choice}{fallback}</mc:AlternateContent>"
    assert len(of_kind(read_powerpoint(pptx(frame(graphic), parts=parts)), "image")) == 1


def test_the_picture_of_an_object_goes_with_the_object():
    parts = {"ppt/media/a.png": PIXEL, **related(1, {"i": ("image", "../media/a.png"), "o": ("oleObject", "../o.bin")})}
    held = frame(f'<p:oleObj progId="Excel.Sheet.12" r:id="o">{PICTURE}</p:oleObj>')
    reading = read_powerpoint(pptx(held, parts={**parts, "ppt/o.bin": b"12345"}))
    assert texts(reading, "media") == ["object Excel.Sheet.12, embedded: o.bin (5 bytes)"]
    assert ("media", "drawn_from") in targets(reading, of_kind(reading, "image")[0])


def test_shapes_filled_with_pictures_and_diagrams_with_them_show_them():
    filled = shape("words", box=(0, 0, 1, 1)).replace(
        "</p:spPr>", '<a:blipFill><a:blip r:embed="i"/></a:blipFill></p:spPr>'
    )
    point = '<dgm:pt modelId="1"><dgm:spPr><a:blipFill><a:blip r:embed="p"/></a:blipFill></dgm:spPr><dgm:t/></dgm:pt>'
    spoken = '<dgm:pt modelId="2"><dgm:t><a:p><a:r><a:t>node</a:t></a:r></a:p></dgm:t></dgm:pt>'
    parts = {
        "ppt/media/a.png": PIXEL,
        "ppt/media/b.png": PIXEL + b"b",
        "ppt/d.xml": root("dgm:dataModel", f"<dgm:ptLst>{point}{spoken}</dgm:ptLst>"),
        "ppt/_rels/d.xml.rels": relations({"p": ("image", "media/b.png")}),
        **related(1, {"i": ("image", "../media/a.png"), "d": ("diagramData", "../d.xml")}),
    }
    reading = read_powerpoint(pptx(filled + frame('<dgm:relIds r:dm="d"/>'), parts=parts))
    assert [targets(reading, each)[0][0] for each in of_kind(reading, "image")] == ["slide", "smartart_text"]
    assert texts(reading, "shape_text", "smartart_text") == ["words", "node"]


def test_a_link_in_a_footer_is_kept_and_its_words_said_once():
    run = '<a:p><a:r><a:rPr><a:hlinkClick r:id="l"/></a:rPr><a:t>Imprint</a:t></a:r></a:p>'
    footer = shape("", place='<p:ph type="ftr" idx="9"/>', body=run)
    reading = read_powerpoint(pptx(footer + shape("x"), parts=related(1, {"l": ("hyperlink", "https://example.org")})))
    assert texts(reading, "hyperlink") == ["https://example.org"]
    assert texts(reading, "header_footer") == ["footer: Imprint (slides 1)"]


def test_links_lead_out_to_slides_and_to_actions():
    run = '<a:p><a:r><a:rPr><a:hlinkClick r:id="{}" action="{}"/></a:rPr><a:t>{}</a:t></a:r></a:p>'
    body = run.format("out", "", "web") + run.format("jump", "ppaction://hlinksldjump", "next")
    body += run.format("", "ppaction://hlinkshowjump?jump=lastslide", "end")
    parts = related(1, {"out": ("hyperlink", "https://example.org"), "jump": ("slide", "slide2.xml")})
    reading = read_powerpoint(pptx(shape("", body=body), shape("second"), parts=parts))
    assert texts(reading, "hyperlink") == [
        "web: https://example.org",
        "next: slide 2",
        "end: hlinkshowjump?jump=lastslide",
    ]
    assert targets(reading, of_kind(reading, "hyperlink")[0]) == [("shape_text", "about")]


def test_a_link_on_a_whole_shape_is_about_it():
    linked = shape("Go", box=(0, 0, 1, 1)).replace('name="s2"/>', 'name="s2"><a:hlinkClick r:id="l"/></p:cNvPr>')
    reading = read_powerpoint(pptx(linked, parts=related(1, {"l": ("hyperlink", "https://example.org")})))
    assert texts(reading, "hyperlink") == ["Go: https://example.org"]


def test_highlights_and_equations_are_about_and_part_of_their_shape():
    marked = '<a:p><a:r><a:rPr><a:highlight><a:srgbClr val="FFFF00"/></a:highlight></a:rPr><a:t>hot</a:t></a:r></a:p>'
    math = "<a:p><m:oMath><m:r><m:t>y=2</m:t></m:r></m:oMath></a:p>"
    reading = read_powerpoint(pptx(shape("", body=marked + math)))
    assert texts(reading, "highlight", "equation") == ["y = 2", "FFFF00: hot"]
    assert targets(reading, of_kind(reading, "highlight")[0]) == [("shape_text", "about")]
    assert targets(reading, of_kind(reading, "equation")[0]) == [("shape_text", "part_of")]


def test_footers_dates_and_numbers_are_said_once_a_deck():
    def margins(number: int) -> str:
        kinds = (("ftr", "Confidential"), ("sldNum", f"Page {number}"), ("dt", "May 2024"))
        return shape("x") + "".join(shape(text, place=f'<p:ph type="{kind}" idx="9"/>') for kind, text in kinds)

    reading = read_powerpoint(pptx(margins(1), margins(2), margins(3)))
    assert texts(reading, "header_footer") == [
        "footer: Confidential (slides 1, 2, 3)",
        "slide number: Page # (slides 1, 2, 3)",
        "date: May 2024 (slides 1, 2, 3)",
    ]
    assert texts(reading, "shape_text", "slide_text") == ["x", "x", "x"]


def test_notes_are_about_their_slide_and_apart_from_it():
    page = shape("1", place='<p:ph type="sldNum"/>') + shape("Say this", place='<p:ph type="body" idx="1"/>')
    parts = {
        **related(2, {"n": ("notesSlide", "../notesSlides/n.xml")}),
        "ppt/notesSlides/n.xml": root("p:notes", f"<p:cSld><p:spTree>{page}</p:spTree></p:cSld>"),
    }
    reading = read_powerpoint(pptx(shape("a"), shape("b"), parts=parts))
    note = of_kind(reading, "note")[0]
    assert (note.text, note.at.slide) == ("Say this", 2)
    assert targets(reading, note) == [("slide", "about")]


def test_comments_old_and_threaded_have_their_author_and_date():
    threaded = "http://schemas.microsoft.com/office/powerpoint/2018/8/main"
    body = "<t:txBody><a:p><a:r><a:t>{}</a:t></a:r></a:p></t:txBody>"
    reply = f'<t:replyLst><t:reply authorId="G" created="2024-02-02">{body.format("Yes")}</t:reply></t:replyLst>'
    new = f'<t:cm xmlns:t="{threaded}" authorId="G" created="2024-02-01">{reply}{body.format("Check")}</t:cm>'
    relations_of_deck = {
        "s1": ("slide", "slides/slide1.xml"),
        "a": ("commentAuthors", "authors1.xml"),
        "b": ("authors", "authors2.xml"),
    }
    parts = {
        **related(1, {"o": ("comments", "../comments/o.xml"), "n": ("comments", "../comments/n.xml")}),
        "ppt/_rels/presentation.xml.rels": relations(relations_of_deck),
        "ppt/authors1.xml": root("p:cmAuthorLst", '<p:cmAuthor id="0" name="Ann"/>'),
        "ppt/authors2.xml": root("p:authorLst", '<p:author id="G" name="Bob"/>'),
        "ppt/comments/o.xml": root("p:cmLst", '<p:cm authorId="0" dt="2020-01-01"><p:text>Old</p:text></p:cm>'),
        "ppt/comments/n.xml": root("p:cmLst", new),
    }
    reading = read_powerpoint(pptx(shape("x"), parts=parts))
    found = [each.payload for each in of_kind(reading, "comment") if isinstance(each.payload, Facts)]
    assert [(each.get("author"), each.get("date"), each.get("text")) for each in found] == [
        ("Ann", "2020-01-01", "Old"),
        ("Bob", "2024-02-01", "Check"),
        ("Bob", "2024-02-02", "Yes"),
    ]
    assert texts(reading, "comment") == [
        "Ann, 2020-01-01: Old",
        "Bob, 2024-02-01: Check",
        "Bob, 2024-02-02, reply: Yes",
    ]


def test_hidden_slides_are_flagged_and_kept():
    parts = {"ppt/slides/slide1.xml": slide(shape("Secret"), 'show="0"')}
    reading = read_powerpoint(pptx("", parts=parts))
    assert body(reading) == [("slide", "## Slide 1 (hidden)"), ("shape_text", "Secret")]
    assert texts(reading, "hidden") == ["Slide 1 is hidden"]
    assert targets(reading, of_kind(reading, "hidden")[0]) == [("slide", "about")]


def test_sections_name_their_slides():
    ids = '<p14:sldIdLst><p14:sldId id="256"/><p14:sldId id="257"/></p14:sldIdLst>'
    section = f'<p14:section name="Intro">{ids}</p14:section>'
    extra = f"<p:extLst><p:ext><p14:sectionLst>{section}</p14:sectionLst></p:ext></p:extLst>"
    assert texts(read_powerpoint(pptx(shape("a"), shape("b"), extra=extra)), "section") == ["Intro (slides 1, 2)"]


def test_a_damaged_slide_leaves_the_others():
    reading = read_powerpoint(pptx(shape("a"), shape("b"), parts={"ppt/slides/slide1.xml": "no slide"}))
    assert texts(reading, "shape_text") == ["b"]
    assert reading.problem is not None
    assert reading.problem.code == "partial"


def test_a_damaged_presentation_shows_its_slides_in_the_order_of_their_names():
    reading = read_powerpoint(pptx(shape("a"), shape("b"), parts={"ppt/presentation.xml": "\0"}))
    assert texts(reading, "shape_text") == ["a", "b"]


def test_a_slide_that_is_missing_is_told():
    parts = pptx_parts(shape("a"), shape("b"))
    del parts["ppt/slides/slide2.xml"]
    reading = read_powerpoint(zipped(parts))
    assert (texts(reading, "shape_text"), reading.problem) == (["a"], None)
    assert reading.warnings == ("The part ppt/slides/slide2.xml is referred to but missing.",)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "corrupt"),
        (zipped({"a.txt": "x"}), "unsupported"),
        (pptx("", parts={"ppt/presentation.xml": root("w:document")}), "unsupported"),
        (pptx(), "empty"),
        (pptx(shape(" ")), "empty"),
        (pptx("", parts={"ppt/slides/slide1.xml": "x"}), "corrupt"),
    ],
)
def test_what_cannot_be_read_is_a_problem_without_artifacts(data: bytes, code: str):
    reading = read_powerpoint(data)
    assert reading.problem is not None
    assert (reading.problem.code, reading.artifacts) == (code, ())


def test_a_deck_of_python_pptx_is_read_whole():
    deck = python_pptx.Presentation()
    first = deck.slides.add_slide(deck.slide_layouts[0])
    assert first.shapes.title is not None
    first.shapes.title.text = "Quarterly review"
    cells = first.shapes.add_table(2, 2, Emu(0), Emu(0), Emu(999), Emu(999)).table
    cells.cell(0, 0).text = "Head"
    cells.cell(0, 0).merge(cells.cell(0, 1))
    assert first.notes_slide.notes_text_frame is not None
    first.notes_slide.notes_text_frame.text = "Speak up"
    deck.core_properties.title = "Review"
    file = io.BytesIO()
    deck.save(file)
    reading = read_powerpoint(file.getvalue())
    assert texts(reading, "slide_text", "note") == ["Quarterly review", "Speak up"]
    assert artifact_markdown(of_kind(reading, "table")[0]).splitlines()[0] == "| Head |  |"
    assert of_kind(reading, "slide_text")[0].at.box is not None
    assert (reading.title, dict(reading.properties)["title"]) == ("Review", "Review")


FRAGMENTS = st.sampled_from(
    [shape("x"), frame("<a:tbl/>"), frame('<a:tbl><a:tr><a:tc gridSpan="-4" rowSpan="9"/></a:tr></a:tbl>'), PICTURE,
     "<p:sp/>", "<p:pic/>", "<p:graphicFrame/>", "<p:cxnSp/>", '<a:off x="y" y="1e999"/>', "<a:ext/>",
     "<p:contentPart/>", '<p:contentPart r:id="x"/>', "<p:cxnSp><p:nvCxnSpPr/><p:spPr/></p:cxnSp>", "<a:solidFill/>",
     '<a:schemeClr val="accent1"/>', '<p:style><a:lnRef idx="3"/></p:style>', '<a:ln w="x"/>', "<p:oleObj/>",
     '<a:xfrm rot="1e999" flipH="1"><a:off x="1e300" y="-1e300"/><a:ext cx="1e300" cy="0"/></a:xfrm>',
     "<a:videoFile/>", "<a:hlinkClick/>", '<a:highlight/>', "<a:blipFill/>", "<m:oMath/>", "<p:ph/>",
     frame('<c:chart r:id="none"/>'), frame("<dgm:relIds/>"), '<a:pPr lvl="99"/>', "<a:r><a:rPr/></a:r>"]
)  # fmt: skip
WRAPPERS = st.sampled_from(
    ["p:grpSp", "p:sp", "p:nvSpPr", "p:spPr", "p:txBody", "a:p", "a:xfrm", "p:grpSpPr", "p:nvPr"]
)
TREES = st.recursive(
    FRAGMENTS,
    lambda inner: st.builds(
        lambda tag, parts: f"<{tag}>{''.join(parts)}</{tag}>", WRAPPERS, st.lists(inner, max_size=4)
    ),
    max_leaves=20,
)


@given(TREES)
def test_no_order_of_elements_raises(shapes: str):
    reading = read_powerpoint(pptx(shapes))
    assert reading.problem is None or reading.problem.code in READABLE | {"empty"}
