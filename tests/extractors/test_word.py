"""Word documents give their text, what stands beside it and what is about it."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.markdown import artifact_markdown
from assay.model.artifact import Artifact, Chart, Facts, Picture, Text
from assay.model.document import READABLE, Reading
from extractors.word import read_word
from tests.extractors.parts import (
    PIXEL,
    SCHEMAS,
    cell,
    chart,
    docx,
    docx_parts,
    paragraph,
    relations,
    root,
    table,
    zipped,
)

STYLES = root(
    "w:styles",
    """<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:asciiTheme="minorHAnsi"/><w:sz w:val="22"/></w:rPr>
    </w:rPrDefault>
    </w:docDefaults>
    <w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>
    <w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/>
    <w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/><w:sz w:val="32"/></w:rPr></w:style>
    <w:style w:type="paragraph" w:styleId="Mine"><w:name w:val="My heading"/><w:basedOn w:val="H1"/></w:style>
    <w:style w:type="paragraph" w:styleId="H3"><w:name w:val="Heading 3"/></w:style>
    <w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/></w:style>
    <w:style w:type="paragraph" w:styleId="Caption"><w:name w:val="caption"/></w:style>
    <w:style w:type="paragraph" w:styleId="Round"><w:name w:val="r"/><w:basedOn w:val="Round"/></w:style>
    <w:style w:type="character" w:styleId="Loud"><w:name w:val="Loud"/>
    <w:rPr><w:color w:val="ff0000"/></w:rPr></w:style>""",
)
THEME = root(
    "a:theme",
    '<a:themeElements><a:fontScheme><a:majorFont><a:latin typeface="Cambria"/></a:majorFont>'
    '<a:minorFont><a:latin typeface="Calibri"/></a:minorFont></a:fontScheme></a:themeElements>',
)
STYLED = {"st": ("styles", "styles.xml"), "th": ("theme", "theme.xml")}
STYLE_PARTS = {"word/styles.xml": STYLES, "word/theme.xml": THEME}


def styled(body: str) -> Reading:
    return read_word(docx(body, STYLE_PARTS, STYLED))


def of_kind(reading: Reading, *kinds: str) -> list[Artifact]:
    """The artifacts of some kinds, without what the styles themselves say."""
    return [artifact for artifact in reading.artifacts if artifact.kind in kinds and artifact.at.part != "styles"]


def texts(reading: Reading, *kinds: str) -> list[str]:
    return [artifact.text for artifact in of_kind(reading, *(kinds or ("text",)))]


def about(reading: Reading, artifact: Artifact) -> list[str]:
    """The texts (or kinds, where they have none) of the artifacts that one points at."""
    targets = [edge.target for edge in reading.edges if edge.source == artifact.key]
    return [each.text or each.kind for each in reading.artifacts if each.key in targets]


def test_paragraphs_are_texts_in_order_with_their_index():
    reading = read_word(docx(paragraph("One") + paragraph("") + paragraph("Two")))
    assert [(each.text, each.at.part, each.at.index) for each in reading.artifacts] == [
        ("One", "body", 0),
        ("Two", "body", 2),
    ]
    assert (reading.problem, reading.app, reading.reader) == (None, "word", "assay.word")


@pytest.mark.parametrize(
    ("style", "extra", "role", "level"),
    [
        ("H1", "", "heading", 1),
        ("Mine", "", "heading", 1),
        ("H3", "", "heading", 3),
        ("Title", "", "heading", 1),
        ("Caption", "", "caption", 0),
        ("Normal", '<w:outlineLvl w:val="1"/>', "heading", 2),
        ("H1", '<w:outlineLvl w:val="9"/>', "paragraph", 0),
        ("Round", "", "paragraph", 0),
        ("Unknown", "", "paragraph", 0),
    ],
)
def test_the_style_and_the_outline_level_give_the_role(style: str, extra: str, role: str, level: int):
    reading = styled(paragraph("Text", f'<w:pStyle w:val="{style}"/>{extra}'))
    payload = of_kind(reading, "text")[0].payload
    assert isinstance(payload, Text)
    assert (payload.role, payload.level) == (role, level)


def test_inserted_text_stays_and_deleted_text_is_a_revision_about_its_paragraph():
    body = (
        '<w:p><w:r><w:t xml:space="preserve">Costs </w:t></w:r><w:ins w:author="Ann" w:date="2024-05-01">'
        '<w:r><w:t>rose</w:t></w:r></w:ins><w:del w:author="Bob"><w:r><w:delText>fell</w:delText></w:r></w:del></w:p>'
    )
    reading = read_word(docx(body))
    assert texts(reading) == ["Costs rose"]
    revisions = of_kind(reading, "revision")
    facts = [each.payload.values for each in revisions if isinstance(each.payload, Facts)]
    assert facts == [
        (("type", "insertion"), ("text", "rose"), ("author", "Ann"), ("date", "2024-05-01")),
        (("type", "deletion"), ("text", "fell"), ("author", "Bob"), ("date", "")),
    ]
    assert [about(reading, each) for each in revisions] == [["Costs rose"], ["Costs rose"]]


def test_what_was_inserted_and_deleted_again_is_deleted():
    body = "<w:p><w:del><w:ins><w:r><w:delText>gone</w:delText></w:r></w:ins></w:del></w:p>" + paragraph("here")
    reading = read_word(docx(body))
    assert texts(reading) == ["here"]
    assert texts(reading, "revision") == ["deletion: gone"]


def test_wrappers_are_taken_off_and_do_not_count():
    nested = f"<w:sdt><w:sdtContent><w:sdt><w:sdtContent>{paragraph('A')}</w:sdtContent></w:sdt></w:sdtContent></w:sdt>"
    body = nested + f"<w:customXml>{paragraph('B')}</w:customXml><w:ins>{paragraph('C')}</w:ins>" + paragraph("D")
    reading = read_word(docx(body))
    assert [(each.text, each.at.index) for each in of_kind(reading, "text")] == [("A", 0), ("B", 1), ("C", 2), ("D", 3)]


def test_runs_inside_controls_tags_and_simple_fields_are_read():
    run = "<w:r><w:t>{}</w:t></w:r>"
    body = (
        f"<w:p><w:sdt><w:sdtContent>{run.format('a')}</w:sdtContent></w:sdt><w:smartTag>{run.format('b')}</w:smartTag>"
        f'<w:fldSimple w:instr="PAGE">{run.format("c")}</w:fldSimple><w:bdo>{run.format("d")}</w:bdo></w:p>'
    )
    assert texts(read_word(docx(body))) == ["abcd"]


def test_tabs_breaks_symbols_and_hyphens_are_characters():
    inner = (
        '<w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/><w:sym w:char="2022"/><w:sym w:char="x"/>'
    )
    assert texts(read_word(docx(f"<w:p><w:r>{inner}</w:r></w:p>"))) == ["a\tb\nc-•"]


def test_ruby_shows_its_reading_in_brackets():
    ruby = "<w:ruby><w:rt><w:r><w:t>kan</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>漢</w:t></w:r></w:rubyBase></w:ruby>"
    assert texts(read_word(docx(f"<w:p><w:r>{ruby}</w:r></w:p>"))) == ["漢(kan)"]


def test_links_are_about_their_paragraph_with_address_or_place():
    body = (
        '<w:p><w:r><w:t xml:space="preserve">See </w:t></w:r><w:hyperlink r:id="l"><w:r><w:t>the</w:t></w:r><w:r>'
        '<w:t xml:space="preserve"> site</w:t></w:r></w:hyperlink><w:hyperlink w:anchor="here"><w:r><w:t>below</w:t>'
        "</w:r></w:hyperlink></w:p>"
    )
    reading = read_word(docx(body, related={"l": ("hyperlink", "https://example.org/x")}))
    links = of_kind(reading, "hyperlink")
    facts = [
        (each.payload.get("text"), each.payload.get("target")) for each in links if isinstance(each.payload, Facts)
    ]
    assert facts == [("the site", "https://example.org/x"), ("below", "#here")]
    assert about(reading, links[0]) == ["See the sitebelow"]


def field(instruction: str, result: str) -> str:
    mark = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'
    return (
        f"{mark.format('begin')}<w:r><w:instrText>{instruction}</w:instrText></w:r>{mark.format('separate')}"
        f"<w:r><w:t>{result}</w:t></w:r>{mark.format('end')}"
    )


def test_fields_show_their_result_and_link_fields_are_links():
    address = field(r"HYPERLINK &quot;https://a.example&quot; \l &quot;p&quot;", "a")
    body = f"<w:p>{address}{field('PAGE', '7')}</w:p>"
    reading = read_word(docx(body))
    assert texts(reading) == ["a7"]
    assert texts(reading, "hyperlink") == ["a: https://a.example#p"]


def test_a_field_that_never_shows_its_result_swallows_nothing_after_its_paragraph():
    body = '<w:p><w:r><w:fldChar w:fldCharType="begin"/><w:instrText>IF</w:instrText></w:r></w:p>' + paragraph("kept")
    assert texts(read_word(docx(body))) == ["kept"]


def test_fonts_are_what_differs_from_the_style_with_neighbours_merged():
    run = '<w:r><w:rPr>{}</w:rPr><w:t xml:space="preserve">{}</w:t></w:r>'
    bold = '<w:b/><w:rFonts w:ascii="Calibri"/>'
    body = (
        "<w:p>" + run.format("", "plain ") + run.format(bold, "two") + run.format("<w:b/>", " words")
        + run.format('<w:rStyle w:val="Loud"/><w:sz w:val="28"/>', "red") + "</w:p>"
    )  # fmt: skip
    reading = styled(body)
    fonts = of_kind(reading, "font")
    facts = [each.payload.values for each in fonts if isinstance(each.payload, Facts)]
    assert facts == [
        (("text", "two words"), ("bold", True)),
        (("text", "red"), ("colour", "FF0000"), ("size", 14.0)),
    ]
    assert fonts[1].text == "colour FF0000, 14 pt: red"
    assert about(reading, fonts[0]) == ["plain two wordsred"]


def test_what_the_style_itself_says_is_no_departure_but_its_absence_is():
    heading = '<w:pStyle w:val="H1"/>'
    same = styled(paragraph("Same", heading, '<w:b/><w:sz w:val="32"/><w:i w:val="0"/><w:u w:val="none"/>'))
    assert of_kind(same, "font") == []
    other = styled(
        paragraph("Light", heading, '<w:b w:val="0"/><w:u w:val="single"/><w:rFonts w:asciiTheme="majorHAnsi"/>')
    )
    assert texts(other, "font") == ["not bold, face Cambria, underline single: Light"]


def test_highlight_and_strikeout_are_facets():
    reading = read_word(
        docx(
            paragraph("marked", run='<w:highlight w:val="yellow"/>')
            + paragraph("old", run="<w:strike/>")
            + paragraph("older", run="<w:dstrike/>")
            + paragraph("not", run='<w:highlight w:val="none"/><w:strike w:val="false"/>')
        )
    )
    assert texts(reading, "highlight") == ["yellow: marked"]
    assert texts(reading, "strikeout") == ["single: old", "double: older"]


def test_equations_are_part_of_their_paragraph_and_stand_alone_without_one():
    math = "<m:oMath><m:r><m:t>x=1</m:t></m:r></m:oMath>"
    body = f"<w:p><w:r><w:t>Let</w:t></w:r>{math}</w:p><w:p><m:oMathPara>{math}</m:oMathPara></w:p>"
    reading = read_word(docx(body))
    equations = of_kind(reading, "equation")
    assert [each.text for each in equations] == ["x = 1", "x = 1"]
    assert [about(reading, each) for each in equations] == [["Let"], []]


DRAWING = (
    '<w:r><w:drawing><wp:inline><wp:extent cx="127000" cy="254000"/><wp:docPr id="1" descr="{alt}"/>'
    "<a:graphic><a:graphicData>{graphic}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>"
)
PICTURE = '<pic:pic><pic:blipFill><a:blip r:embed="{id}"/></pic:blipFill></pic:pic>'


def test_pictures_keep_their_bytes_alternative_text_and_size():
    body = f"<w:p>{DRAWING.format(alt='A pixel', graphic=PICTURE.format(id='i'))}</w:p>"
    reading = read_word(docx(body, {"word/media/a.png": PIXEL}, {"i": ("image", "media/a.png")}))
    image = of_kind(reading, "image")[0]
    assert image.payload == Picture("A pixel", "image/png", 10.0, 20.0)
    assert image.blob == hashlib.sha256(PIXEL).hexdigest()
    assert reading.blobs == {image.blob: PIXEL}


def test_a_paragraph_with_a_picture_keeps_its_text():
    body = f"<w:p><w:r><w:t>Said</w:t></w:r>{DRAWING.format(alt='', graphic=PICTURE.format(id='i'))}</w:p>"
    reading = read_word(docx(body, {"word/media/a.png": PIXEL}, {"i": ("image", "media/a.png")}))
    assert [each.kind for each in reading.artifacts] == ["text", "image"]


def test_a_picture_whose_part_is_missing_is_told_and_one_that_is_linked_keeps_its_address():
    one, two = (DRAWING.format(alt="x", graphic=PICTURE.format(id=id)) for id in ("i", "j"))
    linked = two.replace("r:embed", "r:link")
    related = {"i": ("image", "media/none.png"), "j": ("image", "https://example.org/p.png")}
    reading = read_word(docx(f"<w:p>{one}{linked}</w:p>", related=related))
    assert [each.blob for each in of_kind(reading, "image")] == [None, None]
    assert reading.warnings == ("The part word/media/none.png is referred to but missing.",)


def test_vml_pictures_are_read():
    body = '<w:p><w:r><w:pict><v:shape alt="Old"><v:imagedata r:id="i"/></v:shape></w:pict></w:r></w:p>'
    reading = read_word(docx(body, {"word/media/a.png": PIXEL}, {"i": ("image", "media/a.png")}))
    assert texts(reading, "image") == ["Old"]


def test_charts_come_with_their_data():
    graphic = '<c:chart r:id="c"/>'
    body = f"<w:p>{DRAWING.format(alt='', graphic=graphic)}</w:p>"
    reading = read_word(docx(body, {"word/charts/c.xml": chart()}, {"c": ("chart", "charts/c.xml")}))
    found = of_kind(reading, "chart")[0]
    assert isinstance(found.payload, Chart)
    assert (found.payload.type, found.payload.title, found.payload.axes) == ("column", "Output", ("Quarter",))
    assert found.payload.series[0].values == (4.5, "#N/A", None)
    assert found.text == "column chart: Output\naxes: Quarter\nNorth: Q1 = 4.5; Q2 = #N/A; Q3 = "


BOX = "<w:txbxContent>{}</w:txbxContent>"


def test_a_text_box_is_read_once():
    choice = f"<w:drawing><wp:anchor><wps:txbx>{BOX.format(paragraph('In the box'))}</wps:txbx></wp:anchor></w:drawing>"
    fallback = f"<w:pict><v:shape><v:textbox>{BOX.format(paragraph('In the box'))}</v:textbox></v:shape></w:pict>"
    alternate = (
        f'<mc:AlternateContent><mc:Choice Requires="wps">{choice}</mc:Choice>'
        f"<mc:Fallback>{fallback}</mc:Fallback></mc:AlternateContent>"
    )
    reading = read_word(docx(f"<w:p><w:r><w:t>Before</w:t></w:r><w:r>{alternate}</w:r></w:p>"))
    assert [(each.kind, each.text) for each in reading.artifacts] == [("text", "Before"), ("textbox", "In the box")]


def test_a_box_holds_lines_lists_tables_and_boxes():
    inner = f"<w:p><w:r><w:pict>{BOX.format(paragraph('Inner'))}</w:pict></w:r></w:p>"
    content = paragraph("First") + paragraph("Second") + table(cell("x") + cell("y")) + inner
    reading = read_word(docx(f"<w:p><w:r><w:pict>{BOX.format(content)}</w:pict></w:r></w:p>"))
    assert texts(reading, "textbox") == ["First\nSecond", "Inner"]
    assert [artifact_markdown(each) for each in of_kind(reading, "table")] == ["| x | y |\n| --- | --- |"]


def test_smartart_gives_its_texts():
    graphic = '<dgm:relIds r:dm="d"/>'
    point = "<dgm:pt><dgm:t><a:p><a:r><a:t>{}</a:t></a:r></a:p></dgm:t></dgm:pt>"
    data = root("dgm:dataModel", f"<dgm:ptLst>{point.format('Plan')}{point.format('Do')}</dgm:ptLst>")
    body = f"<w:p>{DRAWING.format(alt='', graphic=graphic)}</w:p>"
    reading = read_word(docx(body, {"word/d.xml": data}, {"d": ("diagramData", "d.xml")}))
    assert texts(reading, "textbox") == ["Plan\nDo"]


def test_headers_and_footers_are_read_once_with_the_pages_that_show_them():
    section = (
        '<w:sectPr><w:headerReference w:type="first" r:id="h1"/><w:headerReference w:type="default" r:id="h2"/>'
        '<w:footerReference w:type="even" r:id="f"/></w:sectPr>'
    )
    body = f"<w:p><w:pPr>{section}</w:pPr></w:p>" + paragraph("Body") + section
    parts = {
        "word/h1.xml": root("w:hdr", paragraph("First page")),
        "word/h2.xml": root("w:hdr", table(cell("Left") + cell("Right"))),
        "word/f.xml": root("w:ftr", f"<w:p>{field('PAGE', '3')}</w:p>"),
    }
    related = {"h1": ("header", "h1.xml"), "h2": ("header", "h2.xml"), "f": ("footer", "f.xml")}
    reading = read_word(docx(body, parts, related))
    found = [
        (each.kind, each.at.part, each.text, each.payload.get("pages"), each.payload.get("sections"))
        for each in of_kind(reading, "header", "footer")
        if isinstance(each.payload, Facts)
    ]
    assert found == [
        ("header", "h1", "first pages, not shown: First page", "first", "1 2"),
        ("header", "h2", "Left\tRight", "default", "1 2"),
        ("footer", "f", "even pages, not shown: 3", "even", "1 2"),
    ]


def test_notes_and_comments_are_about_the_paragraph_that_refers_to_them():
    body = (
        '<w:p><w:commentRangeStart w:id="0"/><w:r><w:t>Claim</w:t></w:r><w:commentRangeEnd w:id="0"/><w:r>'
        '<w:commentReference w:id="0"/></w:r><w:r><w:footnoteReference w:id="2"/></w:r>'
        '<w:r><w:endnoteReference w:id="2"/></w:r></w:p>'
    )
    separator = '<w:footnote w:type="separator" w:id="0"><w:p/></w:footnote>'
    parts = {
        "word/footnotes.xml": root(
            "w:footnotes", f'{separator}<w:footnote w:id="2">{paragraph("Source")}</w:footnote>'
        ),
        "word/endnotes.xml": root("w:endnotes", f'<w:endnote w:id="2">{paragraph("End")}</w:endnote>'),
        "word/comments.xml": root(
            "w:comments",
            f'<w:comment w:id="0" w:author="Ann" w:date="2024-01-02T00:00:00Z">{paragraph("Really?")}</w:comment>',
        ),
    }
    related = {part: (part, f"{part}.xml") for part in ("footnotes", "endnotes", "comments")}
    reading = read_word(docx(body, parts, related))
    found = [(each.kind, each.at.part, each.at.index, each.text) for each in of_kind(reading, "footnote", "comment")]
    assert found == [
        ("footnote", "footnotes", 2, "footnote 1 on “Claim”: Source"),
        ("footnote", "endnotes", 2, "endnote 1 on “Claim”: End"),
        ("comment", "comments", 0, "Ann, 2024-01-02T00:00:00Z on “Claim”: Really?"),
    ]
    assert [about(reading, each) for each in of_kind(reading, "footnote", "comment")] == [["Claim"]] * 3


def test_each_section_has_a_layout():
    section = (
        '<w:sectPr><w:pgSz w:w="16838" w:h="11906" w:orient="landscape"/>'
        '<w:pgMar w:top="1440" w:right="720" w:bottom="1440" w:left="720"/><w:cols w:num="2"/></w:sectPr>'
    )
    reading = read_word(docx(paragraph("x", section) + paragraph("y") + "<w:sectPr/>"))
    layouts = [each.payload.values for each in of_kind(reading, "layout") if isinstance(each.payload, Facts)]
    assert layouts == [
        (
            ("section", 1), ("orientation", "landscape"), ("width", 841.9), ("height", 595.3), ("margin top", 72.0),
            ("margin right", 36.0), ("margin bottom", 72.0), ("margin left", 36.0), ("columns", 2),
        ),
        (("section", 2), ("orientation", "portrait"), ("columns", 1)),
    ]  # fmt: skip


def test_properties_are_artifacts_and_the_title_is_the_document_s():
    parts = docx_parts(
        paragraph("x"), {"docProps/core.xml": "<c><title>Annual report</title><creator>Ann</creator></c>"}
    )
    metadata = f"{SCHEMAS}/package/2006/relationships/metadata/core-properties"
    related = {"d": ("officeDocument", "word/document.xml"), "c": (metadata, "docProps/core.xml")}
    reading = read_word(zipped({**parts, "_rels/.rels": relations(related)}))
    assert texts(reading, "metadata") == ["title: Annual report", "creator: Ann"]
    assert (reading.title, reading.properties) == ("Annual report", (("creator", "Ann"), ("title", "Annual report")))


def test_a_strict_package_is_read_like_any_other():
    strict = [
        (f"{SCHEMAS}/{kind}/2006/", f"http://purl.oclc.org/ooxml/{kind}/")
        for kind in ("wordprocessingml", "officeDocument")
    ]
    parts = docx_parts(paragraph("Strict", '<w:pStyle w:val="H1"/>'), STYLE_PARTS, STYLED)
    for name, content in parts.items():
        for transitional, address in strict:
            content = str(content).replace(transitional, address)
        parts[name] = content
    reading = read_word(zipped(parts))
    assert [artifact_markdown(each) for each in of_kind(reading, "text")] == ["# Strict"]


def test_damaged_parts_leave_the_artifacts_of_the_others():
    parts = {"word/comments.xml": "<w:comments", "word/styles.xml": "\0"}
    related = {"c": ("comments", "comments.xml"), "s": ("styles", "styles.xml")}
    reading = read_word(docx(paragraph("Whole"), parts, related))
    assert texts(reading) == ["Whole"]
    assert reading.problem is not None
    assert reading.problem.code == "partial"
    assert "word/comments.xml" in reading.problem.detail


def test_a_body_that_is_cut_off_gives_what_stands_before_the_cut():
    parts = docx_parts("")
    parts["word/document.xml"] = root("w:document", f"<w:body>{paragraph('Kept')}{paragraph('Lost')}")[:-70]
    reading = read_word(zipped(parts))
    assert texts(reading)[0] == "Kept"
    assert reading.problem is not None
    assert reading.problem.code == "partial"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"PK\x03\x04 nothing", "corrupt"),
        (zipped({"a.txt": "x"}), "unsupported"),
        (zipped(docx_parts("") | {"word/document.xml": root("w:workbook")}), "unsupported"),
        (docx("<w:p/>"), "empty"),
        (docx(paragraph(" ") + "<w:sectPr/>"), "empty"),
        (zipped(docx_parts("") | {"word/document.xml": "no xml"}), "corrupt"),
    ],
)
def test_what_cannot_be_read_is_a_problem_without_artifacts(data: bytes, code: str):
    reading = read_word(data)
    assert reading.problem is not None
    assert (reading.problem.code, reading.artifacts) == (code, ())


def test_the_list_of_fonts_ends_with_a_warning(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("extractors.word.facets.MOST_FONTS", 1)
    reading = read_word(docx(paragraph("a", run="<w:b/>") + paragraph("b", run="<w:b/>")))
    assert texts(reading, "font") == ["bold: a"]
    assert len(reading.warnings) == 1


def test_a_document_nested_without_end_is_read_as_far_as_is_sane():
    deep = "<w:sdt><w:sdtContent>" * 120 + paragraph("deep") + "</w:sdtContent></w:sdt>" * 120
    reading = read_word(docx(paragraph("top") + deep))
    assert texts(reading)[0] == "top"


def nested_tables(depth: int) -> str:
    return table(cell(f"{paragraph('t')}{nested_tables(depth - 1)}<w:p/>")) if depth else paragraph("core")


def test_tables_nested_without_end_are_read_as_far_as_is_sane():
    reading = read_word(docx(nested_tables(60)))
    assert len(of_kind(reading, "table")) > 30


FRAGMENTS = st.sampled_from(
    ["<w:p/>", paragraph("x"), table(cell("y")), '<w:tcPr/>', '<w:gridSpan w:val="-7"/>', '<w:vMerge/>', "<w:tr/>",
     '<w:tc><w:tcPr><w:gridSpan w:val="99999999"/></w:tcPr></w:tc>', '<w:fldChar w:fldCharType="end"/>', "<w:tbl/>",
     '<w:r><w:drawing/></w:r>', '<w:r><w:footnoteReference/></w:r>', '<w:numPr><w:numId w:val="x"/></w:numPr>',
     "<w:sectPr><w:pgSz/><w:headerReference/></w:sectPr>", '<w:ilvl w:val="-1"/>', "<m:oMath/>", "<w:sdt/>"]
)  # fmt: skip
WRAPPERS = st.sampled_from(["w:p", "w:r", "w:tbl", "w:tr", "w:tc", "w:pPr", "w:ins", "w:sdtContent", "w:txbxContent"])


@given(
    st.recursive(
        FRAGMENTS,
        lambda inner: st.builds(
            lambda tag, parts: f"<{tag}>{''.join(parts)}</{tag}>", WRAPPERS, st.lists(inner, max_size=4)
        ),
        max_leaves=25,
    )
)
def test_no_order_of_elements_raises(body: str):
    reading = read_word(docx(body))
    assert reading.problem is None or reading.problem.code in READABLE | {"empty"}


@given(st.integers(0, 10**6), st.integers(0, 255))
def test_no_changed_byte_raises(place: int, byte: int):
    data = bytearray(docx(paragraph("x") + table(cell("y")), STYLE_PARTS, STYLED))
    data[place % len(data)] = byte
    reading = read_word(bytes(data))
    assert reading.problem is not None or texts(reading)
