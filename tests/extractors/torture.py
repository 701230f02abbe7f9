"""A presentation that holds every kind of artifact, each sub-case with a word of its own that stands nowhere else."""

from __future__ import annotations

from types import MappingProxyType

from tests.extractors.parts import Parts, pptx_parts, relations, root, shape, slide, transform, zipped
from tests.extractors.torture_parts import CX, frame, line, objects

MICROSOFT = "http://schemas.microsoft.com"
THREADED = f'xmlns:t="{MICROSOFT}/office/powerpoint/2018/8/main"'
PACKAGE = "http://schemas.openxmlformats.org/package/2006/metadata"
CUSTOM = "http://schemas.openxmlformats.org/officeDocument/2006"

WORDS = MappingProxyType({
    "zqtitle": "slide_text", "zqsubtitle": "slide_text", "zqlevel": "slide_text", "zqdeeper": "slide_text",
    "zqnumbered": "slide_text", "שלום": "slide_text", "日本語": "shape_text", "zqvertical": "shape_text",
    "zqbox": "shape_text", "zqinner": "shape_text", "zqfilled": "shape_text", "zqgroup": "position",
    "zqnest": "position", "zqcell": "table", "zqmerged": "table", "zqalt": "image", "zqcharttitle": "chart",
    "zqaxis": "chart", "zqseries": "chart", "zqcategory": "chart", "zqlabel": "chart", "zqtrend": "chart",
    "zqover": "chart", "zqwaterfall": "chart", "zqstep": "chart", "zqbright": "shape_text", "zqlinked": "shape_text",
    "zqaddress": "hyperlink", "zqhover": "hyperlink", "zqfootline": "header_footer", "zqdate": "header_footer",
    "zqmaster": "header_footer", "zqlayout": "header_footer", "zqnoteshead": "header_footer", "zqspoken": "note",
    "zqnotescell": "table", "zqgerman": "shape_text", "zqdeckname": "metadata", "zqcustom": "metadata",
    "zqhandwritten": "ink", "zqboss": "smartart_text", "zqclerk": "smartart_text", "zqfirst": "smartart_text",
    "zqsecond": "smartart_text", "zqsecret": "shape_text", "zqsound": "animation", "zqsection": "section",
    "zqremark": "comment", "zqauthor": "comment", "zqreply": "comment", "zqfilm": "media", "zqsong": "media",
    "zqprogram": "media", "zqmoving": "shape_text",
})  # fmt: skip
"""Each word and the kind of the artifact that it is in."""

FORMULA = (
    "<m:oMath><m:f><m:num><m:r><m:t>zqabove</m:t></m:r></m:num><m:den><m:r><m:t>zqbelow</m:t></m:r></m:den></m:f>"
    "</m:oMath>"
)


def torture() -> bytes:
    """The presentation."""
    slides = [
        _texts(), _groups(), _table(), _pictures(), _charts(), _runs(), _margins(), _languages(), _looks(), _ink(),
        _diagrams(), "", "", shape("remarked", id=4),
    ]  # fmt: skip
    parts = pptx_parts(*slides, extra=_sections())
    parts["ppt/slides/slide9.xml"] = slide(_looks()).replace("<p:cSld>", f"<p:cSld>{BACKGROUND}")
    parts["ppt/slides/slide12.xml"] = slide(shape("zqsecret"), 'show="0"')
    parts["ppt/slides/slide13.xml"] = slide(shape("zqmoving", id=7)).replace("</p:sld>", f"{MOTION}</p:sld>")
    return zipped({**parts, **_design(), **_related(len(slides)), **objects(), **_said(), **_deck(len(slides))})


def group(name: str, id: int, content: str, placed: str) -> str:
    """A group with a name, and where it stands and what its own coordinates are."""
    named = f'<p:nvGrpSpPr><p:cNvPr id="{id}" name="{name}"/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr>'
    return f"<p:grpSp>{named}<p:grpSpPr>{placed}</p:grpSpPr>{content}</p:grpSp>"


def placed(box: str, inner: str, attributes: str = "") -> str:
    """The transform of a group: its box and that of its own coordinates, each as four numbers."""
    x, y, cx, cy = box.split()
    ix, iy, icx, icy = inner.split()
    return (
        f'<a:xfrm {attributes}><a:off x="{x}" y="{y}"/><a:ext cx="{cx}" cy="{cy}"/><a:chOff x="{ix}" y="{iy}"/>'
        f'<a:chExt cx="{icx}" cy="{icy}"/></a:xfrm>'
    )


def _texts() -> str:
    numbered = '<a:pPr><a:buAutoNum type="alphaLcParenR" startAt="2"/></a:pPr>'
    body = line("zqlevel") + line("zqdeeper", properties='<a:pPr lvl="1"/>') + line("zqnumbered", properties=numbered)
    hebrew = line("שלום", '<a:rPr lang="he-IL"/>', '<a:pPr rtl="1"/>')
    vertical = shape("zqvertical", id=6, box=(50, 60, 70, 80)).replace("<a:bodyPr/>", '<a:bodyPr vert="vert270"/>')
    return (
        shape("zqtitle", id=2, place='<p:ph type="ctrTitle"/>')
        + shape("zqsubtitle", id=3, place='<p:ph type="subTitle" idx="1"/>')
        + shape("", id=4, place='<p:ph type="body" idx="2"/>', body=body + hebrew)
        + shape("日本語", id=5)
        + vertical
    )


def _groups() -> str:
    inner = group("zqnest", 12, shape("zqinner", id=13, box=(0, 0, 10, 10)), placed("0 0 100 100", "0 0 100 100"))
    outer = placed("1000 2000 200 200", "0 0 100 100", 'rot="5400000" flipH="1"')
    return group("zqgroup", 11, inner, outer) + shape("zqbox", id=14, box=(5, 6, 7, 8))


def _table() -> str:
    def cell(text: str, attributes: str = "", fill: str = "") -> str:
        properties = f'<a:tcPr><a:solidFill><a:srgbClr val="{fill}"/></a:solidFill></a:tcPr>' if fill else "<a:tcPr/>"
        return f"<a:tc {attributes}><a:txBody>{line(text)}</a:txBody>{properties}</a:tc>"

    rows = (
        cell("zqmerged", 'gridSpan="2"', "C00000") + cell("", 'hMerge="1"'),
        cell("zqcell", fill="00B050") + cell("plain"),
        cell("more", fill="00B050") + cell("last"),
    )
    return frame(f'<a:tbl><a:tblPr firstRow="1"/>{"".join(f"<a:tr>{row}</a:tr>" for row in rows)}</a:tbl>', 5)


def _picture(id: int, alt: str, held: str = "", links: str = "") -> str:
    return (
        f'<p:pic><p:nvPicPr><p:cNvPr id="{id}" name="p" descr="{alt}">{links}</p:cNvPr><p:cNvPicPr/>'
        f'<p:nvPr>{held}</p:nvPr></p:nvPicPr><p:blipFill><a:blip r:embed="i"/></p:blipFill>'
        f"<p:spPr>{transform((0, 0, 9, 9))}</p:spPr></p:pic>"
    )


def _pictures() -> str:
    film = '<a:videoFile r:link="v"/>'
    media = '<p:extLst><p:ext><p14:media r:embed="m"/></p:ext></p:extLst>'
    hover = '<a:hlinkHover r:id="h"/>'
    program = '<p:oleObj progId="zqprogram.12" r:id="o"/>'
    return (
        _picture(2, "zqalt", links=hover)
        + _picture(3, "", film)
        + _picture(4, "", f'<a:audioFile r:link="m"/>{media}')
        + frame(program, 5)
    )


def _charts() -> str:
    return frame('<c:chart r:id="c"/>', 2) + frame(f'<cx:chart {CX} r:id="x"/>', 3)


def _runs() -> str:
    bright = '<a:rPr><a:highlight><a:schemeClr val="accent2"/></a:highlight></a:rPr>'
    linked, jump = '<a:rPr><a:hlinkClick r:id="a"/></a:rPr>', '<a:rPr><a:hlinkClick r:id="s"/></a:rPr>'
    return (
        shape("", id=2, body=line("zqbright", bright))
        + shape("", id=3, body=line("zqlinked", linked))
        + shape("", id=4, body=line("onwards", jump))
        + shape("", id=5, body=f"<a:p>{FORMULA}</a:p>")
    )


def _margins() -> str:
    kinds = (("ftr", "zqfootline"), ("dt", "zqdate"), ("sldNum", "7"))
    return shape("body") + "".join(
        shape(text, id=id, place=f'<p:ph type="{kind}" idx="{id}"/>') for id, (kind, text) in enumerate(kinds, 20)
    )


def _languages() -> str:
    english = "".join(line("The quick brown fox jumps", '<a:rPr lang="en-GB"/>') for _ in range(5))
    mark = 'lang="de-DE"'
    german = f'<a:p><a:r><a:rPr {mark}/><a:t>zq</a:t></a:r><a:r><a:rPr {mark} b="1"/><a:t>german</a:t></a:r></a:p>'
    return shape("", id=2, body=english) + shape("", id=3, body=german)


BACKGROUND = '<p:bg><p:bgPr><a:solidFill><a:prstClr val="dkBlue"/></a:solidFill></p:bgPr></p:bg>'


def _looks() -> str:
    looks = (
        '<a:prstGeom prst="roundRect"/><a:solidFill><a:schemeClr val="accent1"><a:lumMod val="50000"/></a:schemeClr>'
        '</a:solidFill><a:ln w="25400"><a:solidFill><a:srgbClr val="FF0000"/></a:solidFill><a:prstDash val="dash"/>'
        "</a:ln>"
    )
    filled = shape("zqfilled", id=2, box=(1, 1, 5, 5)).replace("</p:spPr>", f"{looks}</p:spPr>")
    joints = '<p:cNvCxnSpPr><a:stCxn id="2" idx="0"/><a:endCxn id="4" idx="1"/></p:cNvCxnSpPr>'
    style = '<p:style><a:lnRef idx="1"><a:schemeClr val="accent2"/></a:lnRef></p:style>'
    connector = (
        f'<p:cxnSp><p:nvCxnSpPr><p:cNvPr id="3" name="c"/>{joints}<p:nvPr/></p:nvCxnSpPr><p:spPr>'
        f'{transform((1, 1, 2, 2))}<a:prstGeom prst="line"/><a:ln><a:tailEnd type="triangle"/></a:ln></p:spPr>'
        f"{style}</p:cxnSp>"
    )
    return filled + connector + shape("other", id=4)


def _ink() -> str:
    place = transform((11, 12, 13, 14)).replace("a:xfrm", "p14:xfrm")
    content = (
        '<p:contentPart r:id="k"><p14:nvContentPartPr><p14:cNvPr id="2" name="Ink 1"/><p14:cNvContentPartPr/>'
        f"<p14:nvPr/></p14:nvContentPartPr>{place}</p:contentPart>"
    )
    fallback = f"<mc:Fallback>{_picture(2, '')}</mc:Fallback>"
    return f'<mc:AlternateContent><mc:Choice Requires="p14">{content}</mc:Choice>{fallback}</mc:AlternateContent>'


def _diagrams() -> str:
    return frame('<dgm:relIds r:dm="d1" r:lo="l1"/>', 2) + frame('<dgm:relIds r:dm="d2" r:lo="l2"/>', 3)


MOTION = (
    '<p:transition spd="slow" advClick="0" advTm="5000"><p:push dir="u"/><p:sndAc><p:stSnd><p:snd name="zqsound"/>'
    '</p:stSnd></p:sndAc></p:transition><p:timing><p:tnLst><p:par><p:cTn nodeType="tmRoot"><p:childTnLst><p:seq>'
    '<p:cTn nodeType="mainSeq"><p:childTnLst><p:par><p:cTn presetID="2" presetClass="entr" nodeType="clickEffect">'
    '<p:stCondLst><p:cond delay="250"/></p:stCondLst><p:childTnLst><p:set><p:cBhvr><p:cTn dur="700"/><p:tgtEl>'
    '<p:spTgt spid="7"><p:txEl><p:pRg st="0" end="1"/></p:txEl></p:spTgt></p:tgtEl></p:cBhvr></p:set></p:childTnLst>'
    '</p:cTn></p:par><p:par><p:cTn presetID="10" presetClass="exit" nodeType="afterEffect"><p:childTnLst><p:set>'
    '<p:cBhvr><p:cTn/><p:tgtEl><p:spTgt spid="7"/></p:tgtEl></p:cBhvr></p:set></p:childTnLst></p:cTn></p:par>'
    "</p:childTnLst></p:cTn></p:seq></p:childTnLst></p:cTn></p:par></p:tnLst></p:timing>"
)


def _sections() -> str:
    ids = '<p14:sldIdLst><p14:sldId id="256"/><p14:sldId id="258"/></p14:sldIdLst>'
    section = f'<p14:section name="zqsection">{ids}</p14:section>'
    return f"<p:extLst><p:ext><p14:sectionLst>{section}</p14:sectionLst></p:ext></p:extLst>"


def _design() -> Parts:
    tree = "<p:cSld name='Plain'><p:spTree>{}</p:spTree></p:cSld>"
    places = (
        shape("Click", id=2, place='<p:ph type="title"/>', box=(1, 2, 3, 4))
        + shape("Click", id=3, place='<p:ph type="body" idx="2"/>', box=(10, 20, 30, 40))
        + shape("zqmaster", id=4)
    )
    names = (*((f"accent{index}", f"{index}0{index}0{index}0") for index in range(1, 7)), ("dk1", "000000"))
    colours = "".join(f'<a:{name}><a:srgbClr val="{rgb}"/></a:{name}>' for name, rgb in names)
    lines = '<a:lnStyleLst><a:ln w="12700"><a:solidFill><a:schemeClr val="phClr"/></a:solidFill></a:ln></a:lnStyleLst>'
    scheme = (
        f"<a:themeElements><a:clrScheme>{colours}</a:clrScheme><a:fmtScheme>{lines}</a:fmtScheme></a:themeElements>"
    )
    bullets = '<a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr><a:lvl2pPr><a:buChar char="–"/></a:lvl2pPr>'
    return {
        "ppt/slideLayouts/layout1.xml": root("p:sldLayout", tree.format(shape("zqlayout", id=9))),
        "ppt/slideLayouts/_rels/layout1.xml.rels": relations({"m": ("slideMaster", "../m.xml")}),
        "ppt/m.xml": root(
            "p:sldMaster",
            tree.format(places) + f"<p:txStyles><p:bodyStyle>{bullets}</p:bodyStyle></p:txStyles>",
        ),
        "ppt/_rels/m.xml.rels": relations({"t": ("theme", "theme1.xml")}),
        "ppt/theme1.xml": root("a:theme", scheme),
    }


def _related(count: int) -> Parts:
    layout = {"layout": ("slideLayout", "../slideLayouts/layout1.xml")}
    own: dict[int, dict[str, tuple[str, str]]] = {number: {} for number in range(1, count + 1)}
    own[4] = {
        "i": ("image", "../media/a.png"), "h": ("hyperlink", "https://example.org/zqhover"),
        "v": ("video", "https://example.org/zqfilm.mp4"),
        "m": (f"{MICROSOFT}/office/2007/relationships/media", "../media/zqsong.mp3"),
        "o": ("oleObject", "../embeddings/o.bin"),
    }  # fmt: skip
    own[5] = {"c": ("chart", "../charts/c.xml"), "x": ("chartEx", "../charts/x.xml")}
    own[6] = {"a": ("hyperlink", "https://example.org/zqaddress"), "s": ("slide", "slide9.xml")}
    own[7] = {"n": ("notesSlide", "../notesSlides/n.xml")}
    own[10] = {"k": ("customXml", "../ink/k.xml"), "i": ("image", "../media/a.png")}
    own[11] = {
        "d1": ("diagramData", "../diagrams/d1.xml"), "l1": ("diagramLayout", "../diagrams/l1.xml"),
        "d2": ("diagramData", "../diagrams/d2.xml"), "l2": ("diagramLayout", "../diagrams/l2.xml"),
    }  # fmt: skip
    own[14] = {"old": ("comments", "../comments/o.xml"), "new": ("comments", "../comments/t.xml")}
    return {f"ppt/slides/_rels/slide{number}.xml.rels": relations({**layout, **own[number]}) for number in own}


def _said() -> Parts:
    old = '<p:cm authorId="0" idx="1" dt="2020-01-01"><p:text>zqremark</p:text></p:cm>'
    body = f"<t:txBody>{line('{}')}</t:txBody>"
    reply = (
        f'<t:replyLst><t:reply id="R" authorId="G" created="2024-02-02">{body.format("zqreply")}</t:reply></t:replyLst>'
    )
    pinned = '<t:txMkLst><t:spMk id="4"/></t:txMkLst>'
    new = f'<t:cm {THREADED} id="T" authorId="G" status="resolved">{pinned}{reply}{body.format("Check")}</t:cm>'
    return {
        "ppt/authors1.xml": root("p:cmAuthorLst", '<p:cmAuthor id="0" name="zqauthor"/>'),
        "ppt/authors2.xml": root("p:authorLst", '<p:author id="G" name="Bob"/>'),
        "ppt/comments/o.xml": root(
            "p:cmLst", old.replace('authorId="0"', 'authorId="9"') + old.replace("zqremark", "By her")
        ),
        "ppt/comments/t.xml": root("p:cmLst", new),
    }


def _deck(count: int) -> Parts:
    slides = {f"s{number}": ("slide", f"slides/slide{number}.xml") for number in range(1, count + 1)}
    authors = {"a": ("commentAuthors", "authors1.xml"), "b": ("authors", "authors2.xml")}
    core = f'<c:coreProperties xmlns:c="{PACKAGE}/core-properties" xmlns:d="http://purl.org/dc/elements/1.1/">'
    custom = f'<q:Properties xmlns:q="{CUSTOM}/custom-properties" xmlns:v="{CUSTOM}/docPropsVTypes">'
    return {
        "_rels/.rels": relations({
            "d": ("officeDocument", "ppt/presentation.xml"),
            "c": (f"{PACKAGE}/core-properties", "docProps/core.xml"),
            "q": ("custom-properties", "docProps/custom.xml"),
        }),
        "ppt/_rels/presentation.xml.rels": relations({**slides, **authors}),
        "docProps/core.xml": f"{core}<d:title>zqdeckname</d:title></c:coreProperties>",
        "docProps/custom.xml": f'{custom}<q:property name="Team"><v:lpwstr>zqcustom</v:lpwstr></q:property>'
        "</q:Properties>",
    }  # fmt: skip
