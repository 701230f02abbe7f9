"""Faults that other readers of presentations are known for, each shown by a file as small as it can be."""

import io
import time
import zipfile

import pptx as python_pptx
import pytest
from pptx.util import Emu

from assay.model.artifact import Artifact, Chart, Series
from assay.model.document import Reading
from extractors.powerpoint import read_powerpoint
from tests.extractors.parts import PIXEL, chart, pptx, pptx_parts, relations, root, shape, zipped
from tests.extractors.torture import group, placed
from tests.extractors.torture_parts import frame, line

PICTURE = (
    '<p:pic><p:nvPicPr><p:cNvPr id="9" name="p"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill>'
    '<a:blip r:embed="{}"/></p:blipFill><p:spPr/></p:pic>'
)


def of_kind(reading: Reading, *kinds: str) -> list[Artifact]:
    return [artifact for artifact in reading.artifacts if artifact.kind in kinds]


def texts(reading: Reading, *kinds: str) -> list[str]:
    return [artifact.text for artifact in of_kind(reading, *kinds)]


def charted(xml: str) -> Reading:
    """A deck with a text before and after a chart."""
    parts = {
        "ppt/slides/_rels/slide2.xml.rels": relations({"c": ("chart", "../charts/c.xml")}),
        "ppt/charts/c.xml": xml,
    }
    return read_powerpoint(pptx(shape("before"), frame('<c:chart r:id="c"/>', 2), shape("after"), parts=parts))


@pytest.mark.parametrize(
    "kind",
    ["pie3DChart", "bar3DChart", "line3DChart", "area3DChart", "surfaceChart", "surface3DChart", "ofPieChart",
     "stockChart", "radarChart", "bubbleChart", "doughnutChart"],
)  # fmt: skip
def test_a_chart_of_an_unusual_kind_does_not_end_the_deck(kind: str):
    reading = charted(chart(kind, ""))
    assert texts(reading, "shape_text") == ["before", "after"]
    found = of_kind(reading, "chart")[0].payload
    assert isinstance(found, Chart)
    assert (found.type, found.series[0].values) == (kind.removesuffix("Chart"), (4.5, "#N/A", None))


def test_an_error_in_the_cache_of_a_chart_is_a_point_and_no_end():
    assert "Q1 = 4.5; Q2 = #N/A" in texts(charted(chart()), "chart")[0]


def test_a_chart_without_its_cache_is_kept_with_a_warning():
    bare = "<c:ser><c:val><c:numRef><c:f>Sheet1!$A$1:$A$3</c:f></c:numRef></c:val></c:ser>"
    reading = charted(
        root("c:chartSpace", f"<c:chart><c:plotArea><c:lineChart>{bare}</c:lineChart></c:plotArea></c:chart>")
    )
    assert reading.problem is None
    assert reading.warnings == ("Slide 2: The chart “” holds no data for series; it was never saved with it.",)
    assert of_kind(reading, "chart")[0].payload == Chart("line", series=(Series("", (), (), "Sheet1!$A$1:$A$3"),))


def test_text_in_nested_groups_is_read():
    inner = group("in", 3, shape("deep"), placed("0 0 1 1", "0 0 1 1"))
    reading = read_powerpoint(pptx(group("out", 2, inner + shape("shallow"), placed("0 0 1 1", "0 0 1 1"))))
    assert sorted(texts(reading, "shape_text")) == ["deep", "shallow"]


def test_each_box_keeps_its_own_bullets_under_its_own_heading():
    bullet = '<a:pPr><a:buChar char="•"/></a:pPr>'

    def box(id: int, name: str, x: int) -> str:
        body = line(name) + "".join(line(f"{name} {number}", properties=bullet) for number in (1, 2))
        return shape("", id=id, body=body, box=(x, 0, 10, 10))

    reading = read_powerpoint(pptx(box(2, "Left", 0) + box(3, "Right", 5_000_000)))
    assert texts(reading, "shape_text") == ["Left\n- Left 1\n- Left 2", "Right\n- Right 1\n- Right 2"]


def test_an_arrow_tells_which_boxes_it_joins():
    joints = '<p:cNvCxnSpPr><a:stCxn id="2" idx="3"/><a:endCxn id="3" idx="1"/></p:cNvCxnSpPr>'
    arrow = (
        f'<p:cxnSp><p:nvCxnSpPr><p:cNvPr id="4" name="arrow"/>{joints}<p:nvPr/></p:nvCxnSpPr><p:spPr>'
        '<a:prstGeom prst="straightConnector1"/></p:spPr></p:cxnSp>'
    )
    reading = read_powerpoint(pptx(shape("a", id=2) + shape("b", id=3) + arrow))
    assert texts(reading, "shape") == ["straightConnector1: fill none, outline none, from shape 2 to shape 3"]


def test_a_picture_placeholder_without_text_loses_nothing():
    empty = (
        '<p:sp><p:nvSpPr><p:cNvPr id="2" name="p"/><p:cNvSpPr/><p:nvPr><p:ph type="pic"/></p:nvPr></p:nvSpPr></p:sp>'
    )
    assert texts(read_powerpoint(pptx(empty + shape("kept"))), "shape_text") == ["kept"]


@pytest.mark.parametrize("target", ["NULL", "../media/gone.png"])
def test_a_picture_whose_file_is_missing_loses_nothing(target: str):
    parts = {"ppt/slides/_rels/slide1.xml.rels": relations({"i": ("image", target)})}
    reading = read_powerpoint(pptx(PICTURE.format("i") + PICTURE.format("none") + shape("kept"), parts=parts))
    assert texts(reading, "shape_text") == ["kept"]
    assert reading.problem is None


def test_a_text_box_with_a_fallback_is_read_once():
    choice, fallback = shape("once"), shape("once", id=3)
    content = f'<mc:Choice Requires="a14">{choice}</mc:Choice><mc:Fallback>{fallback}</mc:Fallback>'
    reading = read_powerpoint(pptx(f"<mc:AlternateContent>{content}</mc:AlternateContent>"))
    assert texts(reading, "shape_text") == ["once"]


def test_parts_may_start_with_a_byte_order_mark_and_be_named_from_the_root():
    parts = pptx_parts(shape("marked"))
    parts["ppt/slides/slide1.xml"] = b"\xef\xbb\xbf" + str(parts["ppt/slides/slide1.xml"]).encode()
    parts["ppt/_rels/presentation.xml.rels"] = relations({"s1": ("slide", "/ppt/slides/slide1.xml")})
    assert texts(read_powerpoint(zipped(parts)), "shape_text") == ["marked"]


def test_a_strict_presentation_reads_as_a_usual_one():
    strict = {
        "http://schemas.openxmlformats.org/presentationml/2006/": "http://purl.oclc.org/ooxml/presentationml/",
        "http://schemas.openxmlformats.org/drawingml/2006/": "http://purl.oclc.org/ooxml/drawingml/",
        "http://schemas.openxmlformats.org/officeDocument/2006/": "http://purl.oclc.org/ooxml/officeDocument/",
    }
    parts = {name: str(content) for name, content in pptx_parts(shape("strict", box=(1, 2, 3, 4))).items()}
    for usual, other in strict.items():
        parts = {name: content.replace(usual, other) for name, content in parts.items()}
    reading = read_powerpoint(zipped(parts))
    assert texts(reading, "shape_text") == ["strict"]
    assert of_kind(reading, "shape_text")[0].at.box == (1, 2, 4, 6)


def test_a_dangling_thumbnail_does_not_matter():
    parts = pptx_parts(shape("kept"))
    main = {"d": ("officeDocument", "ppt/presentation.xml"), "t": ("thumbnail", "docProps/thumbnail.jpeg")}
    reading = read_powerpoint(zipped({**parts, "_rels/.rels": relations(main)}))
    assert (texts(reading, "shape_text"), reading.problem, reading.warnings) == (["kept"], None, ())


@pytest.mark.parametrize("part", ["ppt/charts/c.xml", "ppt/slideLayouts/l.xml", "ppt/notesSlides/n.xml", "ppt/d.xml"])
def test_one_damaged_part_leaves_what_the_others_hold(part: str):
    related = {
        "c": ("chart", "../charts/c.xml"), "l": ("slideLayout", "../slideLayouts/l.xml"),
        "n": ("notesSlide", "../notesSlides/n.xml"), "d": ("diagramData", "../d.xml"), "i": ("image", "../i.png"),
    }  # fmt: skip
    page = root("p:notes", f"<p:cSld><p:spTree>{shape('said')}</p:spTree></p:cSld>")
    parts = {
        "ppt/slides/_rels/slide1.xml.rels": relations(related), "ppt/charts/c.xml": chart(), "ppt/i.png": PIXEL,
        "ppt/slideLayouts/l.xml": root("p:sldLayout"), "ppt/notesSlides/n.xml": page,
        "ppt/d.xml": root("dgm:dataModel"),
    }  # fmt: skip
    shapes = shape("kept") + frame('<c:chart r:id="c"/>', 3) + frame('<dgm:relIds r:dm="d"/>', 4) + PICTURE.format("i")
    whole = read_powerpoint(pptx(shapes, parts=parts))
    reading = read_powerpoint(pptx(shapes, parts={**parts, part: "<broken"}))
    assert whole.problem is None
    assert reading.problem is not None
    assert (reading.problem.code, part in reading.problem.detail) == ("partial", True)
    kinds = [each.kind for each in whole.artifacts]
    lost = {"ppt/charts/c.xml": "chart", "ppt/notesSlides/n.xml": "note"}.get(part)
    assert [each.kind for each in reading.artifacts if each.kind != "position"] == [
        kind for kind in kinds if kind not in (lost, "position")
    ]


def test_the_slides_of_a_template_and_of_a_show_are_read():
    deck = python_pptx.Presentation()
    box = deck.slides.add_slide(deck.slide_layouts[6]).shapes.add_textbox(Emu(0), Emu(0), Emu(9), Emu(9))
    box.text_frame.text = "shown"
    file = io.BytesIO()
    deck.save(file)
    usual = "presentationml.presentation.main+xml"
    for type in ("presentationml.template.main+xml", "presentationml.slideshow.main+xml"):
        changed = file.getvalue()
        parts = unzipped(changed)
        parts["[Content_Types].xml"] = parts["[Content_Types].xml"].replace(usual.encode(), type.encode())
        assert texts(read_powerpoint(zipped(parts)), "shape_text") == ["shown"]


def unzipped(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.soak
def test_a_deck_of_four_hundred_slides_is_read_in_seconds_and_in_order():
    names = [f"Slide {number} of many" for number in range(1, 401)]
    slides = [
        shape(name, place='<p:ph type="title"/>') + "".join(shape(f"{name} box {at}", id=at + 3) for at in range(20))
        for name in names
    ]
    data, started = pptx(*slides), time.process_time()
    reading = read_powerpoint(data)
    assert time.process_time() - started < 10
    assert texts(reading, "slide_text") == names
    assert len(of_kind(reading, "shape_text")) == 8000
    assert len({each.key for each in reading.artifacts}) == len(reading.artifacts)
