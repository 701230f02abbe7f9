"""What a copy of a presentation keeps whole when a link or a language goes."""

import io
import zipfile

import pytest

from assay.model.document import Document
from assay.model.errors import UsageError
from assay.native import ablate
from extractors.powerpoint import read_powerpoint
from tests.extractors.parts import PIXEL, pptx, relations, root, shape, zipped
from tests.extractors.torture import group
from tests.extractors.torture_parts import frame, line
from tests.made import document_of
from tests.native import rich

LINKS = {
    "ppt/slides/_rels/slide1.xml.rels": relations({
        "a": ("hyperlink", "https://a.org"), "b": ("hyperlink", "https://b.org"), "s": ("slide", "slide2.xml"),
    })
}  # fmt: skip


def linked(text: str, words: str, whole: str, id: int = 2) -> str:
    """A shape whose words lead to one place and which itself leads to another."""
    body = line(text, f"<a:rPr>{words}</a:rPr>")
    return shape("", id=id, body=body).replace(f'name="s{id}"/>', f'name="s{id}">{whole}</p:cNvPr>')


def click(id: str) -> str:
    return f'<a:hlinkClick r:id="{id}"/>'


def read(data: bytes) -> Document:
    return document_of(read_powerpoint(data), "deck.pptx")


def told(data: bytes, kind: str) -> list[str]:
    return [each.text for each in read(data).artifacts if each.kind == kind]


def each_alone(data: bytes, kind: str) -> None:
    """Each artifact of a kind goes by itself, and the others stay."""
    document, before = read(data), told(data, kind)
    keys = [each.key for each in document.artifacts if each.kind == kind]
    for at, key in enumerate(keys):
        assert told(ablate(document, data, [key]), kind) == before[:at] + before[at + 1 :]


@pytest.mark.parametrize(("words", "whole"), [("a", "b"), ("a", "a"), ("s", "a"), ("a", "s")])
def test_the_link_of_words_and_that_of_their_shape_go_by_themselves(words: str, whole: str):
    data = pptx(linked("Same", click(words), click(whole)), shape("other"), parts=LINKS)
    assert len(told(data, "hyperlink")) == 2
    each_alone(data, "hyperlink")


def test_the_link_of_a_group_and_those_of_its_members_go_by_themselves():
    members = linked("One", click("a"), click("b"), 11) + linked("Two", click("b"), "", 12)
    held = group("g", 10, members, "").replace('name="g"/>', f'name="g">{click("a")}</p:cNvPr>')
    data = pptx(held, parts=LINKS)
    assert len(told(data, "hyperlink")) == 4
    each_alone(data, "hyperlink")


def test_links_of_numbered_lines_go_by_themselves():
    numbered = '<a:pPr><a:buAutoNum type="arabicPeriod"/></a:pPr>'
    body = "".join(line(text, f"<a:rPr>{click('a')}</a:rPr>", numbered) for text in ("first", "second"))
    data = pptx(
        shape("", body=body).replace('name="s2"/>', f'name="s2">{click("b")}</p:cNvPr>'), shape("x"), parts=LINKS
    )
    assert len(told(data, "hyperlink")) == 3
    each_alone(data, "hyperlink")


DEFAULT = '<p:defaultTextStyle><a:defPPr><a:defRPr lang="{}"/></a:defPPr></p:defaultTextStyle>'


@pytest.mark.parametrize("default", ["en-GB", "fr-FR"])
def test_a_language_goes_and_no_word_gets_another(default: str):
    body = line("hello out there", '<a:rPr lang="en-GB"/>') + line("kurz", '<a:rPr lang="de-DE"/>') + line("plain")
    data = pptx(shape("", body=body), extra=DEFAULT.format(default))
    document, before = read(data), told(data, "language")
    for key in [each.key for each in document.artifacts if each.kind == "language"]:
        gone = next(each.text for each in document.artifacts if each.key == key)
        assert told(ablate(document, data, [key]), "language") == [text for text in before if text != gone]


def test_no_language_becomes_the_main_one_when_the_main_one_goes():
    long, short = line("hello out there", '<a:rPr lang="en-GB"/>'), line("kurz", '<a:rPr lang="de-DE"/>')
    data = pptx(shape("", body=long + short), shape("", body=short))
    document = read(data)
    main, *others = document.of_kind("language")
    copy = ablate(document, data, [main.key])
    assert [(each.key, each.text) for each in read(copy).of_kind("language")] == [
        (each.key, each.text) for each in others
    ]
    assert told(ablate(document, data, [each.key for each in (main, *others)]), "language") == []


def test_the_language_of_the_styles_goes_from_the_words_of_one_slide_alone():
    stated = line("ein langer deutscher Satz", '<a:rPr lang="de-DE"/>')
    data = pptx(
        shape("", body=stated + line("one")), shape("two"), shape("", body=stated), extra=DEFAULT.format("fr-FR")
    )
    document = read(data)
    assert told(data, "language") == ["main language: de-DE", "fr-FR: one", "fr-FR: two"]
    key = next(each.key for each in document.artifacts if each.text == "fr-FR: one")
    copy = ablate(document, data, [key])
    assert told(copy, "language") == ["main language: de-DE", "fr-FR: two"]
    assert told(copy, "shape_text") == told(data, "shape_text")
    with zipfile.ZipFile(io.BytesIO(copy)) as archive:
        assert b"x-none" not in archive.read("ppt/slides/slide2.xml")


def test_the_title_of_a_slide_goes_with_its_copy_in_the_properties():
    data = rich.powerpoint()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts["docProps/core.xml"] = parts["docProps/core.xml"].replace(b"Deck of the depot", b"Plan of the year")
    data = zipped(parts)
    document = read(data)
    key = next(each.key for each in document.of_kind("slide_text") if each.text == "Plan of the year")
    with zipfile.ZipFile(io.BytesIO(ablate(document, data, [key]))) as archive:
        assert not any(b"Plan of the year" in archive.read(name) for name in archive.namelist())


def test_a_picture_in_a_diagram_goes_and_its_words_stay():
    node = (
        '<dgm:pt modelId="1"><dgm:spPr><a:blipFill><a:blip r:embed="i"/></a:blipFill></dgm:spPr>'
        f"<dgm:t>{line('Node')}</dgm:t></dgm:pt>"
    )
    parts = {
        "ppt/slides/_rels/slide1.xml.rels": relations({"d": ("diagramData", "../diagrams/d.xml")}),
        "ppt/diagrams/d.xml": root("dgm:dataModel", f"<dgm:ptLst>{node}</dgm:ptLst><dgm:cxnLst/>"),
        "ppt/diagrams/_rels/d.xml.rels": relations({"i": ("image", "../media/i.png")}),
        "ppt/media/i.png": PIXEL,
    }
    data = pptx(frame('<dgm:relIds r:dm="d"/>', 2), shape("x"), parts=parts)
    document = read(data)
    copy = ablate(document, data, [next(document.of_kind("image")).key])
    assert (told(copy, "image"), told(copy, "smartart_text")) == ([], told(data, "smartart_text"))


TITLE = '<p:ph type="title"/>'
HERE, THERE = (0, 0, 900, 400), (0, 0, 900, 500)


def under_a_layout(box: tuple[int, int, int, int]) -> bytes:
    """A slide whose title states a place, under a layout that states one for titles."""
    layout = f"<p:cSld><p:spTree>{shape('', place=TITLE, box=box)}</p:spTree></p:cSld>"
    parts = {
        "ppt/slides/_rels/slide1.xml.rels": relations({"l": ("slideLayout", "../slideLayouts/l.xml")}),
        "ppt/slideLayouts/l.xml": root("p:sldLayout", layout),
    }
    return pptx(shape("Title", place=TITLE, box=HERE), parts=parts)


def test_a_place_that_the_layout_gives_as_well_cannot_go_and_the_reason_is_said():
    data = under_a_layout(HERE)
    document = read(data)
    (key,) = (each.key for each in document.of_kind("position"))
    with pytest.raises(UsageError, match="it would stand there still"):
        ablate(document, data, [key])


def test_a_placeholder_without_a_place_of_its_own_stands_where_its_layout_says():
    data = under_a_layout(THERE)
    assert "height 400" in told(data, "position")[0]
    document = read(data)
    (key,) = (each.key for each in document.of_kind("position"))
    assert "height 500" in told(ablate(document, data, [key]), "position")[0]


def test_the_place_of_a_frame_that_its_layout_or_master_gives_as_well_cannot_go():
    cell = "<a:tc><a:txBody><a:p><a:r><a:t>cell</a:t></a:r></a:p></a:txBody></a:tc>"
    uri = "http://schemas.openxmlformats.org/drawingml/2006/table"
    frame = (
        '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name="Frame"/><p:cNvGraphicFramePr/>'
        '<p:nvPr><p:ph idx="1"/></p:nvPr></p:nvGraphicFramePr>'
        '<p:xfrm><a:off x="0" y="0"/><a:ext cx="900" cy="400"/></p:xfrm>'
        f'<a:graphic><a:graphicData uri="{uri}"><a:tbl><a:tr>{cell}</a:tr></a:tbl></a:graphicData></a:graphic>'
        "</p:graphicFrame>"
    )
    body = shape("", place='<p:ph type="body" idx="1"/>', box=HERE)
    parts = {
        "ppt/slides/_rels/slide1.xml.rels": relations({"l": ("slideLayout", "../slideLayouts/l.xml")}),
        "ppt/slideLayouts/l.xml": root("p:sldLayout", "<p:cSld><p:spTree/></p:cSld>"),
        "ppt/slideLayouts/_rels/l.xml.rels": relations({"m": ("slideMaster", "../slideMasters/m.xml")}),
        "ppt/slideMasters/m.xml": root("p:sldMaster", f"<p:cSld><p:spTree>{body}</p:spTree></p:cSld>"),
    }
    data = pptx(frame, parts=parts)
    document = read(data)
    (key,) = (each.key for each in document.of_kind("position"))
    with pytest.raises(UsageError, match="it would stand there still"):
        ablate(document, data, [key])


def test_a_note_leaves_the_footer_of_its_page():
    page = shape("zqnote", place='<p:ph type="body" idx="1"/>') + shape("zqfoot", id=3, place='<p:ph type="ftr"/>')
    parts = {
        "ppt/slides/_rels/slide1.xml.rels": relations({"n": ("notesSlide", "../notesSlides/n.xml")}),
        "ppt/notesSlides/n.xml": root("p:notes", f"<p:cSld><p:spTree>{page}</p:spTree></p:cSld>"),
    }
    data = pptx(shape("Title"), parts=parts)
    document = read(data)
    (key,) = (each.key for each in document.of_kind("note"))
    copy = ablate(document, data, [key])
    assert told(copy, "note") == []
    assert ["zqfoot" in each for each in told(copy, "header_footer")] == [True]
    assert sum(len(told(copy, each)) for each in ("shape_text", "slide_text", "header_footer")) == 2
