"""A Word document that holds every kind of artifact, each sub-case with a word of its own that stands nowhere else."""

from __future__ import annotations

from types import MappingProxyType

from tests.extractors.parts import (
    PIXEL,
    RELATED,
    SCHEMAS,
    Parts,
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

WORD_2010 = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'
WORD_2012 = 'xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"'
DRAWING_2012 = 'xmlns:wp15="http://schemas.microsoft.com/office/word/2012/wordprocessingDrawing"'

WORDS = MappingProxyType({
    "zqtitle": "text", "zqheading": "text", "zqsub": "text", "zqbullet": "text", "zqnumber": "text",
    "zqinserted": "text", "zqdeleted": "revision", "zqmovedaway": "revision", "zqmovedhere": "text",
    "zqmover": "revision", "zqreformatted": "text", "zqformatter": "revision", "zqblock": "text", "zqnested": "text",
    "zqinline": "text", "zqalias": "control", "zqtag": "control", "zqchosen": "text", "zqother": "control",
    "zqformname": "control", "zqoption": "control", "zqbold": "text", "Zqface": "font", "zqlinked": "text",
    "Zqstyleface": "font", "zqcentred": "text", "zqsite": "hyperlink", "zqwebword": "text", "zqplace": "hyperlink",
    "zqjump": "text", "zqfieldsite": "hyperlink", "zqfieldword": "text", "zqname": "metadata", "zqauthor": "metadata",
    "zqcompany": "metadata", "zqcustom": "metadata", "zqcustomvalue": "metadata", "zqundernote": "footnote",
    "zqend": "footnote", "zqcellnote": "footnote", "zqmarked": "text", "zqshaded": "text", "zqfirsthead": "header",
    "zqmainhead": "header", "zqevenhead": "header", "zqsecondhead": "header", "zqfooter": "footer",
    "zqunused": "header",
    "zqremark": "comment", "zqreviewer": "comment", "zqreply": "comment", "zqreplier": "comment",
    "zqrange": "text", "zqabove": "equation", "zqbelow": "equation", "zqshown": "equation", "zqsum": "equation",
    "zqaround": "text", "zqstruck": "text", "zqdouble": "text", "zqbox": "textbox", "zqboxitem": "textbox",
    "zqvml": "textbox", "zqart": "textbox", "zqinbox": "table", "zqvideo": "video", "zqclip": "video",
    "zqposter": "video", "zqfilm": "video", "zqheadcell": "table", "zqwide": "table", "zqtall": "table",
    "zqlate": "table", "zqinner": "table", "zqcellbold": "table", "zqgone": "revision", "zqalt": "image",
    "zqcellalt": "image", "zqbeside": "text", "zqpart": "chart", "zqcategory": "chart", "zqaxis": "chart",
    "zqchart": "chart", "zqboss": "textbox", "zqclerk": "textbox", "zqforeign": "text", "zqtabled": "table",
    "zqplain": "text", "zqguest": "text", "שלום": "text", "日本語": "text", "zqupright": "table", "zqseq": "field",
    "zqresult": "text", "zqbookmark": "field", "zqheld": "text", "zqentryone": "text", "zqindex": "field",
    "zqcaption": "text", "zqmerged": "field", "zqlast": "text", "zqgroup": "textbox", "zqhidden": "font",
})  # fmt: skip
"""Each word and the kind of the artifact that it is in; what is about that artifact may repeat it."""

STYLES = root(
    "w:styles",
    """<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Arial"/><w:sz w:val="22"/></w:rPr></w:rPrDefault>
    <w:pPrDefault><w:pPr><w:spacing w:after="160" w:line="259" w:lineRule="auto"/></w:pPr></w:pPrDefault>
    </w:docDefaults>
    <w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>
    <w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/><w:pPr><w:jc w:val="center"/></w:pPr></w:style>
    <w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/>
    <w:link w:val="H1Char"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr><w:outlineLvl w:val="0"/></w:pPr>
    <w:rPr><w:rFonts w:ascii="Zqstyleface"/><w:b/><w:sz w:val="32"/></w:rPr></w:style>
    <w:style w:type="character" w:styleId="H1Char"><w:name w:val="Heading 1 Char"/><w:link w:val="H1"/>
    <w:rPr><w:b/><w:sz w:val="32"/></w:rPr></w:style>
    <w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/>
    <w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
    <w:style w:type="paragraph" w:styleId="Caption"><w:name w:val="caption"/></w:style>
    <w:style w:type="table" w:styleId="Grand"><w:name w:val="Grand"/>
    <w:tblPr><w:tblStyleRowBandSize w:val="1"/></w:tblPr>
    <w:tblStylePr w:type="firstRow"><w:rPr><w:b/><w:color w:val="FFFFFF"/></w:rPr><w:tcPr>
    <w:shd w:val="clear" w:fill="1F4E79"/></w:tcPr></w:tblStylePr></w:style>""",
)
NUMBERING = root(
    "w:numbering",
    """<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/>
    <w:pStyle w:val="H1"/><w:lvlText w:val="%1"/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/>
    <w:numFmt w:val="lowerLetter"/><w:pStyle w:val="H2"/><w:lvlText w:val="%1.1(%2)"/></w:lvl></w:abstractNum>
    <w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="·"/></w:lvl>
    </w:abstractNum><w:abstractNum w:abstractNumId="2"><w:lvl w:ilvl="0"><w:start w:val="4"/>
    <w:numFmt w:val="upperRoman"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum>
    <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>
    <w:num w:numId="3"><w:abstractNumId w:val="2"/></w:num>""",
)


def torture() -> bytes:
    """The document."""
    related = {
        **{name: (name, f"{name}.xml") for name in ("styles", "numbering", "settings", "footnotes", "endnotes")},
        "comments": ("comments", "comments.xml"), "threads": ("commentsExtended", "threads.xml"),
        "site": ("hyperlink", "https://zqsite.example/"), "picture": ("image", "media/a.png"),
        "film": ("video", "media/zqfilm.mp4"), "chart": ("chart", "charts/chart1.xml"),
        "diagram": ("diagramData", "diagrams/data1.xml"), "html": ("aFChunk", "chunk.html"),
        "plain": ("aFChunk", "chunk.txt"), "guest": ("aFChunk", "guest.docx"), "firsthead": ("header", "header1.xml"),
        "head": ("header", "header2.xml"), "evenhead": ("header", "header3.xml"),
        "secondhead": ("header", "header4.xml"), "unused": ("header", "header5.xml"),
        "footer": ("footer", "footer1.xml"),
    }  # fmt: skip
    body = "".join((_texts(), _revisions(), _controls(), _looks(), _links(), _notes(), _equations(), _boxes(), _media(),
                    _tables(), _fields(), _chunks(), _end()))  # fmt: skip
    parts = docx_parts(body, {**_margins(), **_remarks(), **_objects()}, related)
    return zipped({**parts, **_properties()})


def run(text: str, properties: str = "") -> str:
    """A run of characters."""
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def field(instruction: str, result: str, form: str = "") -> str:
    """A complex field."""
    begin = f'<w:r><w:fldChar w:fldCharType="begin">{form}</w:fldChar></w:r>'
    mark = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'
    instructed = f"<w:r><w:instrText>{instruction}</w:instrText></w:r>"
    return f"{begin}{instructed}{mark.format('separate')}{run(result)}{mark.format('end')}"


def control(properties: str, content: str) -> str:
    """A content control."""
    return f"<w:sdt><w:sdtPr>{properties}</w:sdtPr><w:sdtContent>{content}</w:sdtContent></w:sdt>"


def drawing(graphic: str, alt: str = "", extra: str = "") -> str:
    """A run that holds a drawing."""
    return (
        f'<w:r><w:drawing><wp:inline><wp:extent cx="127000" cy="254000"/><wp:docPr id="1" name="d" descr="{alt}"/>'
        f"<a:graphic><a:graphicData>{graphic}</a:graphicData></a:graphic>{extra}</wp:inline></w:drawing></w:r>"
    )


def picture(id: str, inside: str = "") -> str:
    """A picture inside a drawing."""
    return f'<pic:pic><pic:blipFill><a:blip r:embed="{id}">{inside}</a:blip></pic:blipFill></pic:pic>'


def math(content: str) -> str:
    """An equation with a fraction or characters."""
    return f"<m:oMath>{content}</m:oMath>"


def letters(text: str) -> str:
    """A run of an equation."""
    return f"<m:r><m:t>{text}</m:t></m:r>"


def listed(text: str, number: int) -> str:
    """A paragraph in a list."""
    return paragraph(text, f'<w:numPr><w:ilvl w:val="0"/><w:numId w:val="{number}"/></w:numPr>')


def _texts() -> str:
    return (
        paragraph("zqtitle", '<w:pStyle w:val="Title"/>')
        + paragraph("first", '<w:pStyle w:val="H1"/>')
        + paragraph("zqheading", '<w:pStyle w:val="H1"/>')
        + paragraph("zqsub", '<w:pStyle w:val="H2"/>')
        + listed("zqbullet", 2)
        + listed("zqnumber", 3)
        + paragraph("שלום", "<w:bidi/>", '<w:rtl/><w:rFonts w:cs="Zqhebrew"/>')
        + paragraph("日本語", "", '<w:rFonts w:eastAsia="Zqmincho" w:ascii="Arial"/>')
    )


def _revisions() -> str:
    by = 'w:id="1" w:author="zqmover" w:date="2024-05-01T00:00:00Z"'
    gone = "<w:r><w:delText>{}</w:delText></w:r>"
    return (
        f'<w:p>{run("kept ")}<w:ins w:author="Ann">{run("zqinserted")}</w:ins>'
        f'<w:del w:author="Bob">{gone.format("zqdeleted")}</w:del>'
        f"<w:moveFrom {by}>{gone.format('zqmovedaway')}</w:moveFrom></w:p>"
        f"<w:p><w:moveTo>{run('zqmovedhere')}</w:moveTo></w:p>"
        + paragraph("zqreformatted", run='<w:b/><w:rPrChange w:author="zqformatter"><w:rPr/></w:rPrChange>')
    )


def _controls() -> str:
    nested = control("<w:richText/>", control("", paragraph("zqnested")))
    chosen = control(
        '<w:alias w:val="zqalias"/><w:tag w:val="zqtag"/><w:dropDownList><w:listItem w:displayText="zqother" '
        'w:value="2"/></w:dropDownList>',
        run("zqchosen"),
    )
    ticked = control(f'<w14:checkbox {WORD_2010}><w14:checked w14:val="1"/></w14:checkbox>', run("☒"))
    dated = control('<w:tag w:val="when"/><w:date w:fullDate="2024-02-03T00:00:00Z"/>', run("3 Feb"))
    listing = '<w:ffData><w:name w:val="zqformname"/><w:ddList><w:listEntry w:val="zqoption"/></w:ddList></w:ffData>'
    return (
        control("<w:text/>", paragraph("zqblock"))
        + nested
        + f"<w:p>{run('in ')}{control('<w:text/>', run('zqinline'))}{chosen}{ticked}{dated}</w:p>"
        + f"<w:p>{run('form ')}{field('FORMDROPDOWN', '', listing)}</w:p>"
    )


def _looks() -> str:
    faced, linked = run(" words", '<w:b/><w:rFonts w:ascii="Zqface"/>'), run("zqlinked", '<w:rStyle w:val="H1Char"/>')
    return (
        f"<w:p>{run('plain ')}{run('zqbold', '<w:b/>')}{faced}</w:p><w:p>{run('plain ')}{linked}</w:p>"
        + paragraph("zqcentred", '<w:jc w:val="center"/><w:ind w:left="720"/><w:spacing w:before="240"/>')
        + paragraph("zqmarked", run='<w:highlight w:val="yellow"/>')
        + paragraph("zqshaded", run='<w:shd w:val="clear" w:fill="FFC000"/>')
        + paragraph("zqstruck", run="<w:strike/>")
        + paragraph("zqdouble", run="<w:dstrike/>")
        + paragraph("zqhidden", run="<w:vanish/>")
    )


def _links() -> str:
    target = "HYPERLINK &quot;https://zqfieldsite.example&quot;"
    return (
        f'<w:p><w:hyperlink r:id="site">{run("zqwebword")}</w:hyperlink>{run(" and ")}'
        f'<w:hyperlink w:anchor="zqplace">{run("zqjump")}</w:hyperlink> {field(target, "zqfieldword")}</w:p>'
    )


def _notes() -> str:
    return (
        f'<w:p>{run("noted")}<w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:endnoteReference w:id="2"/></w:r></w:p>'
        f'<w:p>{run("Before ")}<w:commentRangeStart w:id="0"/><w:commentRangeStart w:id="1"/>{run("zqrange")}'
        f'<w:commentRangeEnd w:id="0"/><w:commentRangeEnd w:id="1"/><w:r><w:commentReference w:id="0"/></w:r>'
        f"{run(' on')}</w:p>"
    )


def _equations() -> str:
    fraction = f"<m:f><m:num>{letters('zqabove')}</m:num><m:den>{letters('zqbelow')}</m:den></m:f>"
    shown = f"<m:oMathPara>{math(letters('zqshown'))}{math(letters('zqsum'))}</m:oMathPara>"
    return f"<w:p>{run('zqaround ')}{math(fraction)}{run(' holds')}</w:p><w:p>{shown}</w:p>"


def _boxes() -> str:
    content = "<w:txbxContent>{}</w:txbxContent>"
    modern = content.format(paragraph("zqbox") + listed("zqboxitem", 3) + table(cell("zqinbox")))
    choice = f"<w:drawing><wp:anchor><wps:txbx>{modern}</wps:txbx></wp:anchor></w:drawing>"
    fallback = f"<w:pict><v:shape><v:textbox>{modern}</v:textbox></v:shape></w:pict>"
    both = (
        f'<mc:AlternateContent><mc:Choice Requires="wps">{choice}</mc:Choice>'
        f"<mc:Fallback>{fallback}</mc:Fallback></mc:AlternateContent>"
    )
    old = f"<w:pict><v:shape><v:textbox>{content.format(paragraph('zqvml'))}</v:textbox></v:shape></w:pict>"
    group = f"<w:pict><v:group><v:shape>{content.format(paragraph('zqgroup'))}</v:shape></v:group></w:pict>"
    art = '<w:pict><v:shape><v:textpath string="zqart"/></v:shape></w:pict>'
    return f"<w:p><w:r>{both}</w:r></w:p><w:p><w:r>{old}{group}{art}</w:r></w:p>"


def _media() -> str:
    frame = "&lt;iframe src=&quot;https://zqvideo.example/zqclip&quot;&gt;"
    web = f'<a:extLst><a:ext uri="u"><wp15:webVideoPr {DRAWING_2012} embeddedHtml="{frame}"/></a:ext></a:extLst>'
    charted, diagram = drawing('<c:chart r:id="chart"/>'), drawing('<dgm:relIds r:dm="diagram"/>')
    file = '<pic:pic><pic:nvPicPr><pic:nvPr><a:videoFile r:link="film"/></pic:nvPr></pic:nvPicPr></pic:pic>'
    return (
        f"<w:p>{run('zqbeside ')}{drawing(picture('picture'), 'zqalt')}</w:p>"
        f"<w:p>{drawing(picture('picture', web), 'zqposter')}</w:p><w:p>{drawing(file)}</w:p>"
        f"<w:p>{charted}</w:p><w:p>{diagram}</w:p>"
    )


def _tables() -> str:
    inner = table(cell("zqinner"))
    bold = paragraph("zqcellbold", run="<w:b/>")
    note = f'<w:p>{run("7")}<w:r><w:footnoteReference w:id="3"/></w:r></w:p>'
    style = '<w:tblPr><w:tblStyle w:val="Grand"/><w:tblLook w:val="0020"/></w:tblPr>'
    rows = (
        "<w:trPr><w:tblHeader/></w:trPr>" + cell("zqheadcell") + cell("zqwide", '<w:gridSpan w:val="2"/>'),
        cell("zqtall", '<w:vMerge w:val="restart"/>') + cell(bold) + cell(f"{inner}<w:p/>"),
        cell("", "<w:vMerge/>") + cell(note) + cell("zqupright", '<w:textDirection w:val="btLr"/>'),
        f'<w:trPr><w:gridBefore w:val="1"/></w:trPr>{cell("zqlate")}'
        + cell(f"<w:p>{drawing(picture('picture'), 'zqcellalt')}</w:p>"),
        f"<w:trPr><w:del/></w:trPr>{cell('<w:p><w:del><w:r><w:delText>zqgone</w:delText></w:r></w:del></w:p>')}",
    )
    return table(*rows).replace("<w:tbl>", f"<w:tbl>{style}")


def _fields() -> str:
    mark = '<w:bookmarkStart w:id="5" w:name="zqbookmark"/>{}<w:bookmarkEnd w:id="5"/>'
    begin = '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>TOC \\o</w:instrText></w:r>'
    contents = f'{begin}<w:r><w:fldChar w:fldCharType="separate"/></w:r>{run("zqentryone")}'
    hidden = (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>XE zqindex</w:instrText></w:r>'
        '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )
    return (
        f'<w:p><w:pPr><w:pStyle w:val="Caption"/></w:pPr>{run("zqcaption ")}{field("SEQ zqseq", "3")}</w:p>'
        f"<w:p>{mark.format(run('zqheld'))}{run(' at ')}{hidden}</w:p>"
        f'<w:p>{run("See ")}{field("REF other", "zqresult")}<w:fldSimple w:instr="MERGEFIELD zqmerged"/></w:p>'
        f'<w:p>{contents}</w:p><w:p>{run("entry two")}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>'
    )


def _chunks() -> str:
    return "".join(f'<w:altChunk r:id="{id}"/>' for id in ("html", "plain", "guest"))


def _end() -> str:
    first = (
        '<w:sectPr><w:headerReference w:type="first" r:id="firsthead"/>'
        '<w:headerReference w:type="default" r:id="head"/>'
        '<w:headerReference w:type="even" r:id="evenhead"/><w:footerReference w:type="default" r:id="footer"/>'
        '<w:pgSz w:w="12240" w:h="15840"/><w:titlePg/></w:sectPr>'
    )
    last = (
        '<w:sectPr><w:headerReference w:type="default" r:id="secondhead"/><w:pgSz w:w="15840" w:h="12240" '
        'w:orient="landscape"/><w:cols w:num="2" w:space="720"/></w:sectPr>'
    )
    return paragraph("zqlast", first) + paragraph("second section") + last


def _margins() -> dict[str, str | bytes]:
    heads = ("zqfirsthead", "zqmainhead", "zqevenhead", "zqsecondhead", "zqunused")
    return {
        **{f"word/header{number}.xml": root("w:hdr", paragraph(text)) for number, text in enumerate(heads, 1)},
        "word/footer1.xml": root("w:ftr", f"<w:p>{run('zqfooter ')}{field('PAGE', '1')}</w:p>"),
        "word/settings.xml": root("w:settings", "<w:evenAndOddHeaders/>"),
    }


def _remarks() -> dict[str, str | bytes]:
    comment = '<w:comment w:id="{}" w:author="{}" w:date="2024-01-02T00:00:00Z">{}</w:comment>'
    said = '<w:p w14:paraId="0000000{}">' + run("{}") + "</w:p>"
    comments = comment.format(0, "zqreviewer", said.format("A", "zqremark"))
    comments += comment.format(1, "zqreplier", said.format("B", "zqreply"))
    threads = (
        '<w15:commentEx w15:paraId="0000000A" w15:done="1"/>'
        '<w15:commentEx w15:paraId="0000000B" w15:paraIdParent="0000000A" w15:done="0"/>'
    )
    foot = "".join(
        f'<w:footnote w:id="{id}">{paragraph(text)}</w:footnote>'
        for id, text in ((2, "zqundernote"), (3, "zqcellnote"))
    )
    return {
        "word/footnotes.xml": root("w:footnotes", foot),
        "word/endnotes.xml": root("w:endnotes", f'<w:endnote w:id="2">{paragraph("zqend")}</w:endnote>'),
        "word/comments.xml": root("w:comments", comments, WORD_2010),
        "word/threads.xml": root("w15:commentsEx", threads, WORD_2012),
    }


def _objects() -> Parts:
    point = "<dgm:pt><dgm:t><a:p><a:r><a:t>{}</a:t></a:r></a:p></dgm:t></dgm:pt>"
    names = {"Output": "zqchart", "Quarter": "zqaxis", "North": "zqpart", "Q1": "zqcategory"}
    charted = chart()
    for name, word in names.items():
        charted = charted.replace(name, word)
    return {
        "word/styles.xml": STYLES, "word/numbering.xml": NUMBERING, "word/media/a.png": PIXEL,
        "word/media/zqfilm.mp4": b"film", "word/charts/chart1.xml": charted,
        "word/diagrams/data1.xml": root("dgm:dataModel", point.format("zqboss") + point.format("zqclerk")),
        "word/chunk.html": "<p>zqforeign</p><table><tr><th>a</th><th>b</th></tr>"
        "<tr><td>zqtabled</td><td>1</td></tr></table>",
        "word/chunk.txt": "zqplain",
        "word/guest.docx": docx(paragraph("zqguest")),
    }  # fmt: skip


def _properties() -> dict[str, str | bytes]:
    core = f"{SCHEMAS}/package/2006/relationships/metadata/core-properties"
    custom = '<property name="zqcustom"><vt xmlns="v">zqcustomvalue</vt></property>'
    return {
        "_rels/.rels": relations({
            "d": ("officeDocument", "word/document.xml"), "c": (core, "docProps/core.xml"),
            "a": (f"{RELATED}/extended-properties", "docProps/app.xml"),
            "u": (f"{RELATED}/custom-properties", "docProps/custom.xml"),
        }),
        "docProps/core.xml": "<c><title>zqname</title><creator>zqauthor</creator></c>",
        "docProps/app.xml": "<c><Company>zqcompany</Company></c>",
        "docProps/custom.xml": f"<c>{custom}</c>",
    }  # fmt: skip
