"""Office files made of a few parts of XML, as small as a fault can be shown."""

import io
import zipfile
from collections.abc import Mapping
from types import MappingProxyType

SCHEMAS = "http://schemas.openxmlformats.org"
RELATED = f"{SCHEMAS}/officeDocument/2006/relationships"
NAMESPACES = " ".join(
    f'xmlns:{prefix}="{address}"'
    for prefix, address in {
        "w": f"{SCHEMAS}/wordprocessingml/2006/main",
        "p": f"{SCHEMAS}/presentationml/2006/main",
        "a": f"{SCHEMAS}/drawingml/2006/main",
        "c": f"{SCHEMAS}/drawingml/2006/chart",
        "dgm": f"{SCHEMAS}/drawingml/2006/diagram",
        "pic": f"{SCHEMAS}/drawingml/2006/picture",
        "wp": f"{SCHEMAS}/drawingml/2006/wordprocessingDrawing",
        "wps": "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
        "r": RELATED,
        "m": f"{SCHEMAS}/officeDocument/2006/math",
        "mc": f"{SCHEMAS}/markup-compatibility/2006",
        "p14": "http://schemas.microsoft.com/office/powerpoint/2010/main",
        "v": "urn:schemas-microsoft-com:vml",
        "o": "urn:schemas-microsoft-com:office:office",
    }.items()
)
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415408d763f8cfc000000301010018dd8d"
    "b00000000049454e44ae426082"
)

Parts = Mapping[str, str | bytes]
NONE: Mapping[str, str] = MappingProxyType({})
UNRELATED: Mapping[str, tuple[str, str]] = MappingProxyType({})


def zipped(parts: Parts) -> bytes:
    """The zip file of some parts."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()


def root(tag: str, content: str = "", attributes: str = "") -> str:
    """One part's XML under a root with every namespace declared."""
    return f"<{tag} {NAMESPACES} {attributes}>{content}</{tag}>"


def relations(targets: Mapping[str, tuple[str, str]]) -> str:
    """A part's relationships by id: the last word of the type, and the target; addresses are outside the package."""
    lines = [
        f'<Relationship Id="{id}" Type="{type if "/" in type else f"{RELATED}/{type}"}" Target="{target}"'
        + (' TargetMode="External"/>' if "://" in target else "/>")
        for id, (type, target) in targets.items()
    ]
    return f'<Relationships xmlns="{SCHEMAS}/package/2006/relationships">{"".join(lines)}</Relationships>'


def docx_parts(
    body: str, parts: Parts = NONE, related: Mapping[str, tuple[str, str]] = UNRELATED
) -> dict[str, str | bytes]:
    """The parts of a Word document with this content in its body."""
    return {
        "_rels/.rels": relations({"d": ("officeDocument", "word/document.xml")}),
        "word/document.xml": root("w:document", f"<w:body>{body}</w:body>"),
        "word/_rels/document.xml.rels": relations(related),
        **parts,
    }


def docx(body: str, parts: Parts = NONE, related: Mapping[str, tuple[str, str]] = UNRELATED) -> bytes:
    """A Word document with this content in its body."""
    return zipped(docx_parts(body, parts, related))


def pptx_parts(*slides: str, parts: Parts = NONE, extra: str = "") -> dict[str, str | bytes]:
    """The parts of a presentation with these shapes on its slides; `extra` stands in the presentation's part."""
    numbers = range(1, len(slides) + 1)
    listed = "".join(f'<p:sldId id="{255 + number}" r:id="s{number}"/>' for number in numbers)
    size = '<p:sldSz cx="12192000" cy="6858000"/>'
    made: dict[str, str | bytes] = {
        "_rels/.rels": relations({"d": ("officeDocument", "ppt/presentation.xml")}),
        "ppt/presentation.xml": root("p:presentation", f"<p:sldIdLst>{listed}</p:sldIdLst>{size}{extra}"),
        "ppt/_rels/presentation.xml.rels": relations(
            {f"s{number}": ("slide", f"slides/slide{number}.xml") for number in numbers}
        ),
    }
    for number, shapes in enumerate(slides, 1):
        made[f"ppt/slides/slide{number}.xml"] = slide(shapes)
    return {**made, **parts}


def pptx(*slides: str, parts: Parts = NONE, extra: str = "") -> bytes:
    """A presentation with these shapes on its slides."""
    return zipped(pptx_parts(*slides, parts=parts, extra=extra))


def slide(shapes: str, attributes: str = "") -> str:
    """A slide's part."""
    tree = f"<p:cSld><p:spTree><p:nvGrpSpPr/><p:grpSpPr/>{shapes}</p:spTree></p:cSld>"
    return root("p:sld", tree, attributes)


def shape(
    text: str, *, id: int = 2, place: str = "", box: tuple[int, int, int, int] | None = None, body: str = ""
) -> str:
    """A shape with a line of text (or a text body of its own); `place` is the placeholder that it fills."""
    paragraphs = body or f"<a:p><a:r><a:t>{text}</a:t></a:r></a:p>"
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="{id}" name="s{id}"/><p:cNvSpPr/><p:nvPr>{place}</p:nvPr></p:nvSpPr>'
        f"<p:spPr>{transform(box)}</p:spPr><p:txBody><a:bodyPr/>{paragraphs}</p:txBody></p:sp>"
    )


def transform(box: tuple[int, int, int, int] | None) -> str:
    """The transform of a shape that stands at x, y with a width and a height."""
    if box is None:
        return ""
    return f'<a:xfrm><a:off x="{box[0]}" y="{box[1]}"/><a:ext cx="{box[2]}" cy="{box[3]}"/></a:xfrm>'


def paragraph(text: str, properties: str = "", run: str = "") -> str:
    """A Word paragraph of one run."""
    return (
        f'<w:p><w:pPr>{properties}</w:pPr><w:r><w:rPr>{run}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r></w:p>'
    )


def table(*rows: str) -> str:
    """A Word table of rows."""
    return f"<w:tbl>{''.join(f'<w:tr>{row}</w:tr>' for row in rows)}</w:tbl>"


def cell(content: str, properties: str = "") -> str:
    """A cell of a Word table: a line of text, or paragraphs of its own."""
    inner = content if content.startswith("<") else paragraph(content)
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{inner}</w:tc>"


CHART = """<c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Output</a:t></a:r></a:p></c:rich></c:tx></c:title>
<c:plotArea><c:{type}>{extra}<c:ser><c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>North</c:v></c:pt></c:strCache>
</c:strRef></c:tx><c:cat><c:strRef><c:strCache><c:ptCount val="3"/><c:pt idx="0"><c:v>Q1</c:v></c:pt><c:pt idx="1">
<c:v>Q2</c:v></c:pt><c:pt idx="2"><c:v>Q3</c:v></c:pt></c:strCache></c:strRef></c:cat><c:val><c:numRef>
<c:f>Sheet1!$B$2:$B$4</c:f><c:numCache><c:ptCount val="3"/><c:pt idx="0"><c:v>4.5</c:v></c:pt><c:pt idx="1">
<c:v>#N/A</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:{type}><c:catAx><c:title><c:tx><c:rich><a:p><a:r>
<a:t>Quarter</a:t></a:r></a:p></c:rich></c:tx></c:title></c:catAx></c:plotArea></c:chart>"""


def chart(type: str = "barChart", extra: str = '<c:barDir val="col"/>') -> str:
    """A chart part: one series of three points, of which one is an error and one missing."""
    return root("c:chartSpace", CHART.format(type=type, extra=extra))
