"""What slides show is resolved: languages through styles, slide numbers, fills and places of groups, x of charts."""

import pytest

from assay.model.artifact import Anchor, Artifact, Chart
from assay.model.document import Reading
from extractors.powerpoint import read_powerpoint
from tests.extractors.parts import Parts, pptx, pptx_parts, relations, root, shape, zipped
from tests.extractors.torture import group, placed
from tests.extractors.torture_parts import frame, line


def of_kind(reading: Reading, kind: str) -> list[Artifact]:
    return [artifact for artifact in reading.artifacts if artifact.kind == kind]


def texts(reading: Reading, kind: str) -> list[str]:
    return [artifact.text for artifact in of_kind(reading, kind)]


def language(name: str, level: int = 1) -> str:
    return f'<a:lvl{level}pPr><a:defRPr lang="{name}"/></a:lvl{level}pPr>'


def designed(shapes: str, *, layout: str = "", master: str = "", default: str = "") -> Reading:
    """A slide under a layout and a master with text styles, in a presentation with a default style."""
    parts: Parts = {
        "ppt/slides/_rels/slide1.xml.rels": relations({"l": ("slideLayout", "../slideLayouts/l.xml")}),
        "ppt/slideLayouts/l.xml": root("p:sldLayout", f"<p:cSld><p:spTree>{layout}</p:spTree></p:cSld>"),
        "ppt/slideLayouts/_rels/l.xml.rels": relations({"m": ("slideMaster", "../slideMasters/m.xml")}),
        "ppt/slideMasters/m.xml": root("p:sldMaster", f"<p:txStyles>{master}</p:txStyles>"),
    }
    return read_powerpoint(
        pptx(shapes, parts=parts, extra=f"<p:defaultTextStyle>{default}</p:defaultTextStyle>" if default else "")
    )


DEFAULT = '<a:defPPr><a:defRPr lang="en-US"/></a:defPPr>'


@pytest.mark.parametrize(
    ("master", "run", "told"),
    [
        ("", "<a:rPr/>", "en-US"),
        (f"<p:otherStyle>{language('fr-FR')}</p:otherStyle>", "<a:rPr/>", "fr-FR"),
        (f"<p:otherStyle>{language('fr-FR', 2)}</p:otherStyle>", "<a:rPr/>", "en-US"),
        (f"<p:bodyStyle>{language('fr-FR')}</p:bodyStyle>", "<a:rPr/>", "en-US"),
        (f"<p:otherStyle>{language('fr-FR')}</p:otherStyle>", '<a:rPr lang="de-DE"/>', "de-DE"),
    ],
)
def test_a_run_without_a_language_has_that_of_its_styles(master: str, run: str, told: str):
    reading = designed(shape("", body=line("Some words", run)), master=master, default=DEFAULT)
    assert texts(reading, "language") == [f"main language: {told}"]


def test_a_placeholder_has_the_language_of_its_layout_before_that_of_the_master():
    place = '<p:ph type="body" idx="1"/>'
    styled = shape("", place=place).replace("<a:bodyPr/>", f"<a:bodyPr/><a:lstStyle>{language('it-IT')}</a:lstStyle>")
    master = f"<p:bodyStyle>{language('fr-FR')}</p:bodyStyle>"
    assert texts(designed(shape("a", place=place), layout=styled, master=master), "language") == [
        "main language: it-IT"
    ]
    assert texts(designed(shape("a", place=place), master=master), "language") == ["main language: fr-FR"]


def test_inherited_languages_count_as_much_as_stated_ones():
    stated = shape("", id=2, body=line("kurz", '<a:rPr lang="de-DE"/>'))
    reading = designed(stated + shape("a much longer line", id=3), default=DEFAULT)
    assert texts(reading, "language") == ["main language: en-US", "de-DE: kurz"]


def test_cells_have_the_language_of_the_deck_and_words_may_have_none():
    cells = f"<a:tbl><a:tr><a:tc><a:txBody>{line('cell')}</a:txBody></a:tc></a:tr></a:tbl>"
    assert texts(designed(frame(cells, 2), default=DEFAULT), "language") == ["main language: en-US"]
    none = shape("", body=line("01010", '<a:rPr lang="x-none"/>'))
    assert texts(designed(none, default=DEFAULT), "language") == []


def test_a_deck_of_a_language_that_nobody_knows_has_none_and_tells_the_others():
    words = line("a much longer line", '<a:rPr lang="und"/>') + line("kurz", '<a:rPr lang="de-DE"/>')
    assert texts(designed(shape("", body=words)), "language") == ["de-DE: kurz"]


def number(cached: str, type: str = "slidenum") -> str:
    return shape("", id=4, body=f'<a:p><a:fld id="f" type="{type}"><a:t>{cached}</a:t></a:fld></a:p>')


@pytest.mark.parametrize(("attributes", "shown"), [("", ["1", "2"]), ('firstSlideNum="5"', ["5", "6"])])
def test_a_stale_slide_number_is_the_slides_own(attributes: str, shown: list[str]):
    parts = pptx_parts(number("9"), number("‹#›"))
    main = str(parts["ppt/presentation.xml"]).replace("<p:presentation", f"<p:presentation {attributes}")
    reading = read_powerpoint(zipped({**parts, "ppt/presentation.xml": main}))
    assert texts(reading, "shape_text") == shown
    assert [each.at.slide for each in of_kind(reading, "slide")] == [1, 2]


def test_a_slide_number_without_cached_words_is_shown_and_a_date_is_as_it_was():
    empty = number("").replace("<a:t></a:t>", "")
    assert texts(read_powerpoint(pptx(empty + number("1 May 2020", "datetime1"))), "shape_text") == ["1", "1 May 2020"]


def test_the_page_of_notes_shows_the_number_of_its_slide():
    page = shape("", place='<p:ph type="body"/>', body=number("8").partition("<a:bodyPr/>")[2].partition("</p:tx")[0])
    parts = {
        "ppt/slides/_rels/slide2.xml.rels": relations({"n": ("notesSlide", "../notesSlides/n.xml")}),
        "ppt/notesSlides/n.xml": root("p:notes", f"<p:cSld><p:spTree>{page}</p:spTree></p:cSld>"),
    }
    assert texts(read_powerpoint(pptx(shape("a"), shape("b"), parts=parts)), "note") == ["2"]


def filled(id: int) -> str:
    own = '<a:prstGeom prst="ellipse"/><a:grpFill/>'
    return shape("", id=id, box=(0, 0, 9, 9)).replace("</p:spPr>", f"{own}</p:spPr>")


def colour(rgb: str) -> str:
    return f'<a:solidFill><a:srgbClr val="{rgb}"/></a:solidFill>'


@pytest.mark.parametrize(
    ("outer", "inner", "fill"),
    [
        (colour("AA0000"), "<a:grpFill/>", "AA0000"),
        (colour("AA0000"), colour("00BB00"), "00BB00"),
        (colour("AA0000"), "", "none"),
        ("<a:grpFill/>", "<a:grpFill/>", "none"),
    ],
)
def test_the_fill_of_a_group_is_that_of_its_members(outer: str, inner: str, fill: str):
    nested = group("outer", 10, group("inner", 11, filled(12), inner), outer)
    assert [each.payload.get("fill") for each in of_kind(read_powerpoint(pptx(nested)), "shape")] == [fill]  # pyright: ignore


def boxes(reading: Reading) -> dict[str | None, object]:
    return {each.at.shape: each.at.box for each in of_kind(reading, "position")}


def test_a_group_without_a_place_spans_its_members():
    members = shape("a", id=11, box=(100, 200, 50, 60)) + shape("b", id=12, box=(10, 300, 20, 30))
    found = boxes(read_powerpoint(pptx(group("g", 10, members, ""))))
    assert found == {"10": (10, 200, 150, 330), "11": (100, 200, 150, 260), "12": (10, 300, 30, 330)}


def test_a_group_without_a_place_in_one_that_scales_spans_scaled_members():
    inner = group("in", 11, shape("a", id=12, box=(10, 10, 10, 10)), "")
    turned = shape("t", id=13, box=(0, 0, 40, 20)).replace("<a:xfrm>", '<a:xfrm rot="5400000">')
    outer = group("out", 10, inner + group("tall", 14, turned, ""), placed("1000 1000 200 200", "0 0 100 100"))
    found = boxes(read_powerpoint(pptx(outer)))
    assert (found["11"], found["12"]) == ((1020, 1020, 1040, 1040), (1020, 1020, 1040, 1040))
    assert found["14"] == (1020, 980, 1060, 1060)


def test_a_group_without_a_place_and_members_has_none():
    assert boxes(read_powerpoint(pptx(group("g", 10, "", "") + shape("a")))) == {}


def numbers(tag: str, *points: str, code: str = "General") -> str:
    shown = "".join(f'<c:pt idx="{index}"><c:v>{point}</c:v></c:pt>' for index, point in enumerate(points))
    cache = f"<c:formatCode>{code}</c:formatCode>{shown}"
    return f"<c:{tag}><c:numRef><c:numCache>{cache}</c:numCache></c:numRef></c:{tag}>"


def charted(kind: str, series: str) -> Artifact:
    content = f"<c:chart><c:plotArea><c:{kind}><c:ser>{series}</c:ser></c:{kind}></c:plotArea></c:chart>"
    parts = {
        "ppt/slides/_rels/slide1.xml.rels": relations({"c": ("chart", "../charts/c.xml")}),
        "ppt/charts/c.xml": root("c:chartSpace", content),
    }
    return of_kind(read_powerpoint(pptx(frame('<c:chart r:id="c"/>', 2), parts=parts)), "chart")[0]


def test_the_x_of_a_scatter_chart_is_a_number():
    found = charted("scatterChart", numbers("xVal", "0.30000000000000004", "2") + numbers("yVal", "5", "6"))
    assert isinstance(found.payload, Chart)
    [series] = found.payload.series
    assert (series.x, series.values, series.sizes, series.categories) == ((0.3, 2), (5, 6), (), ("0.3", "2"))
    assert found.at == Anchor(slide=1, shape="2", box=(100, 200, 400, 600))


def test_bubbles_have_numbers_for_x_and_size_and_their_text_tells_what_is_rounded():
    places = numbers("xVal", "0.344", "1", code="0.0") + numbers("yVal", "5", "6")
    found = charted("bubbleChart", places + numbers("bubbleSize", "10.5", "20"))
    assert isinstance(found.payload, Chart)
    [series] = found.payload.series
    assert (series.x, series.sizes) == ((0.344, 1), (10.5, 20))
    assert found.text.endswith("series: 0.344 (0.3) = 5, size 10.5; 1 = 6, size 20")


def test_a_chart_of_categories_has_no_x():
    found = charted("lineChart", numbers("cat", "2020", "2021") + numbers("val", "5", "6"))
    assert isinstance(found.payload, Chart)
    assert (found.payload.series[0].x, found.payload.series[0].categories) == ((), ("2020", "2021"))
