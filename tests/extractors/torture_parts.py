"""The parts that the presentation with every kind points at: charts, diagrams, ink, notes, sound."""

from __future__ import annotations

from tests.extractors.parts import PIXEL, Parts, relations, root, shape, transform

CX = 'xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex"'


def frame(graphic: str, id: int) -> str:
    """A graphic frame."""
    place = transform((100, 200, 300, 400)).replace("a:xfrm", "p:xfrm")
    return (
        f'<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="{id}" name="frame"/><p:cNvGraphicFramePr/><p:nvPr/>'
        f"</p:nvGraphicFramePr>{place}<a:graphic><a:graphicData>{graphic}</a:graphicData></a:graphic></p:graphicFrame>"
    )


def line(text: str, run: str = "<a:rPr/>", properties: str = "") -> str:
    """A paragraph of one run."""
    return f"<a:p>{properties}<a:r>{run}<a:t>{text}</a:t></a:r></a:p>"


def diagram(category: str, nodes: dict[str, str], links: tuple[tuple[str, str], ...]) -> str:
    """A data model: its category, its nodes by id, and what stands under what (`0` is the diagram itself)."""
    points = "".join(f'<dgm:pt modelId="{id}"><dgm:t>{line(text)}</dgm:t></dgm:pt>' for id, text in nodes.items())
    document = f'<dgm:pt modelId="0" type="doc"><dgm:prSet loCatId="{category}"/></dgm:pt>'
    arcs = "".join(
        f'<dgm:cxn srcId="{above}" destId="{below}" srcOrd="{order}"/>' for order, (above, below) in enumerate(links)
    )
    return root("dgm:dataModel", f"<dgm:ptLst>{document}{points}</dgm:ptLst><dgm:cxnLst>{arcs}</dgm:cxnLst>")


def objects() -> Parts:
    """All of these parts."""

    def layout(name: str) -> str:
        return root("dgm:layoutDef", f'<dgm:title val="{name}"/>')

    ink = '<k:ink xmlns:k="http://www.w3.org/2003/InkML"><k:brushProperty name="color" value="#00aa00"/>'
    notes_table = frame(f"<a:tbl><a:tr><a:tc><a:txBody>{line('zqnotescell')}</a:txBody></a:tc></a:tr></a:tbl>", 8)
    page = (
        shape("zqnoteshead", place='<p:ph type="hdr"/>') + shape("zqspoken", place='<p:ph type="body"/>') + notes_table
    )
    hierarchy = diagram("hierarchy", {"1": "zqboss", "2": "zqclerk"}, (("0", "1"), ("1", "2")))
    cycle = diagram("cycle", {"2": "zqsecond", "1": "zqfirst"}, (("0", "1"), ("0", "2")))
    return {
        "ppt/media/a.png": PIXEL,
        "ppt/media/zqsong.mp3": b"ID3",
        "ppt/embeddings/o.bin": b"object",
        "ppt/charts/c.xml": _chart(),
        "ppt/charts/_rels/c.xml.rels": relations({"u": ("chartUserShapes", "../drawings/u.xml")}),
        "ppt/drawings/u.xml": root("c:userShapes", f"<a:sp><a:txBody>{line('zqover')}</a:txBody></a:sp>"),
        "ppt/charts/x.xml": newer_chart(),
        "ppt/notesSlides/n.xml": root("p:notes", f"<p:cSld><p:spTree>{page}</p:spTree></p:cSld>"),
        "ppt/ink/k.xml": f"{ink}<k:annotation>zqhandwritten</k:annotation>{'<k:trace>1 2</k:trace>' * 2}</k:ink>",
        "ppt/diagrams/d1.xml": hierarchy,
        "ppt/diagrams/l1.xml": layout("Organization Chart"),
        "ppt/diagrams/d2.xml": cycle,
        "ppt/diagrams/l2.xml": layout("Basic Cycle"),
    }


def _chart() -> str:
    def title(text: str) -> str:
        return f"<c:title><c:tx><c:rich>{line(text)}</c:rich></c:tx></c:title>"

    def cache(kind: str, format: str, count: int, *points: str) -> str:
        shown = "".join(f'<c:pt idx="{at}"><c:v>{point}</c:v></c:pt>' for at, point in enumerate(points))
        inner = f'{format}<c:ptCount val="{count}"/>{shown}'
        return f"<c:{kind}Ref><c:f>S!A1</c:f><c:{kind}Cache>{inner}</c:{kind}Cache></c:{kind}Ref>"

    label = f'<c:dLbl><c:idx val="1"/><c:tx><c:rich>{line("zqlabel")}</c:rich></c:tx></c:dLbl>'
    label = f'<c:dLbls>{label}<c:showVal val="1"/></c:dLbls>'
    trend = '<c:trendline><c:name>zqtrend</c:name><c:trendlineType val="linear"/></c:trendline>'
    percent = "<c:formatCode>0.0%</c:formatCode>"
    series = (
        f"<c:ser><c:tx>{cache('str', '', 1, 'zqseries')}</c:tx>{label}{trend}"
        f"<c:cat>{cache('str', '', 2, 'zqcategory', 'Q2')}</c:cat>"
        f"<c:val>{cache('num', percent, 3, '0.125', '#N/A')}</c:val></c:ser>"
    )
    plot = f'<c:bar3DChart><c:barDir val="col"/><c:grouping val="stacked"/>{series}</c:bar3DChart>'
    axes = f"<c:catAx>{title('zqaxis')}</c:catAx>"
    legend = '<c:legend><c:legendPos val="t"/></c:legend>'
    chart = f"<c:chart>{title('zqcharttitle')}<c:plotArea>{plot}{axes}</c:plotArea>{legend}</c:chart>"
    return root("c:chartSpace", f'{chart}<c:userShapes r:id="u"/>')


def newer_chart() -> str:
    """A waterfall chart, one of the kinds that came with Office 2016."""
    points = '<cx:pt idx="0">zqstep</cx:pt><cx:pt idx="1">End</cx:pt>'
    strings = f'<cx:strDim type="cat"><cx:f>S!A2:A3</cx:f><cx:lvl ptCount="2">{points}</cx:lvl></cx:strDim>'
    numbers = (
        '<cx:numDim type="val"><cx:f>S!B2:B3</cx:f><cx:lvl ptCount="2" formatCode="General"><cx:pt idx="0">5</cx:pt>'
        '<cx:pt idx="1">7.5</cx:pt></cx:lvl></cx:numDim>'
    )
    series = (
        '<cx:series layoutId="waterfall"><cx:tx><cx:txData><cx:f>S!B1</cx:f><cx:v>Steps</cx:v></cx:txData></cx:tx>'
        '<cx:dataId val="0"/></cx:series>'
    )
    title = f"<cx:title><cx:tx><cx:rich>{line('zqwaterfall')}</cx:rich></cx:tx></cx:title>"
    data = f'<cx:chartData><cx:data id="0">{strings}{numbers}</cx:data></cx:chartData>'
    plot = f"<cx:plotArea><cx:plotAreaRegion>{series}</cx:plotAreaRegion></cx:plotArea>"
    return root("cx:chartSpace", f'{data}<cx:chart>{title}{plot}<cx:legend pos="b"/></cx:chart>', CX)
