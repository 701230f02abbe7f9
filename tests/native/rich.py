"""A Word document and a presentation that hold each kind of artifact at least once, made by the card's libraries."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any, TypeAlias

import docx
import pptx
from docx.oxml import parse_xml
from lxml import etree
from pptx.chart.data import CategoryChartData
from pptx.dml.color import RGBColor
from pptx.enum.chart import XL_CHART_TYPE
from pptx.opc.package import Part
from pptx.opc.packuri import PackURI
from pptx.util import Emu, Inches

from tests.extractors.parts import NAMESPACES, PIXEL, SCHEMAS

# python-docx and python-pptx state no types that hold.
Library: TypeAlias = Any

WPS = "http://schemas.microsoft.com/office/word/2010/wordprocessingShape"
DSP = "http://schemas.microsoft.com/office/drawing/2008/diagram"


def word() -> bytes:
    """A report: text, list, link, formats, changes, field, control, equation, text box, tables, picture, notes."""
    document: Library = docx.Document()
    document.core_properties.title = "Report of the depot"
    document.add_heading("Depot opening", 1)
    document.add_paragraph("First item alpha", style="List Number")
    document.add_paragraph("Second item beta", style="List Number")
    _add(document, *_marked())
    _add(document, EQUATION, TEXTBOX, FIELD, CONTROL)
    outer = document.add_table(2, 2)
    for cell, text in zip(outer._cells, ("Region", "Output", "Northern", ""), strict=True):
        cell.text = text
    inner = outer.cell(1, 1).add_table(1, 2)
    inner.cell(0, 0).text, inner.cell(0, 1).text = "nested left", "nested right"
    document.add_picture(io.BytesIO(PIXEL), Inches(1))
    noted = document.add_paragraph("Remarked sentence")
    document.add_comment(noted.runs, "Please check the date", author="Ann")
    section = document.sections[0]
    section.header.paragraphs[0].text = "Header of the depot"
    section.footer.paragraphs[0].text = "Footer of the depot"
    document.add_paragraph("Last words")
    return _saved(document)


def _marked() -> Iterable[str]:
    yield _paragraph(
        _run("Plain then "),
        _run("loud", "<w:b/>"),
        _run(" then "),
        _run("bright", '<w:highlight w:val="yellow"/>'),
        _run(" and "),
        _run("struck", "<w:strike/>"),
    )
    inserted, deleted = _run("inserted words"), '<w:r><w:delText xml:space="preserve">deleted words</w:delText></w:r>'
    yield _paragraph(
        _run("Tracked "),
        f'<w:ins w:id="90" w:author="Ann" w:date="2025-01-02T00:00:00Z">{inserted}</w:ins>',
        f'<w:del w:id="91" w:author="Bob" w:date="2025-01-02T00:00:00Z">{deleted}</w:del>',
    )
    yield _paragraph(_run("See "), f'<w:hyperlink w:anchor="place">{_run("the place")}</w:hyperlink>')


EQUATION = (
    "<w:p><w:r><w:t>Energy is </w:t></w:r><m:oMath><m:r><m:t>E=mc</m:t></m:r></m:oMath></w:p>"
    "<w:p><m:oMathPara><m:oMath><m:r><m:t>a+b=c</m:t></m:r></m:oMath></m:oMathPara></w:p>"
)
BOX = "<w:txbxContent><w:p><w:r><w:t>Words in a box</w:t></w:r></w:p></w:txbxContent>"
TEXTBOX = f"""<w:p><w:r><w:t xml:space="preserve">Beside the box </w:t></w:r><w:r><mc:AlternateContent>
<mc:Choice Requires="wps"><w:drawing><wp:inline><wp:extent cx="1000000" cy="500000"/><wp:docPr id="77" name="Box"/>
<a:graphic><a:graphicData uri="{WPS}"><wps:wsp><wps:cNvSpPr txBox="1"/><wps:spPr><a:xfrm><a:off x="0" y="0"/>
<a:ext cx="1000000" cy="500000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></wps:spPr>
<wps:txbx>{BOX}</wps:txbx><wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice>
<mc:Fallback><w:pict><v:shape style="width:80pt;height:40pt"><v:textbox>{BOX}</v:textbox></v:shape></w:pict>
</mc:Fallback></mc:AlternateContent></w:r></w:p>"""
FIELD = (
    '<w:p><w:r><w:t xml:space="preserve">Printed by </w:t></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r>'
    '<w:instrText xml:space="preserve"> AUTHOR </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>'
    '<w:r><w:t>python-docx</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>'
)
CONTROL = (
    '<w:p><w:r><w:t xml:space="preserve">State: </w:t></w:r><w:sdt><w:sdtPr><w:alias w:val="State"/>'
    '<w:tag w:val="state"/>'
    "<w:text/></w:sdtPr><w:sdtContent><w:r><w:t>approved state</w:t></w:r></w:sdtContent></w:sdt></w:p>"
)


def _run(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def _paragraph(*runs: str) -> str:
    return f"<w:p>{''.join(runs)}</w:p>"


def _add(document: Library, *paragraphs: str) -> None:
    body = document.element.body
    for xml in paragraphs:
        for element in parse_xml(f"<w:body {NAMESPACES}>{xml}</w:body>"):
            body.insert(len(body) - 1, element)


def powerpoint() -> bytes:
    """A deck: title, body, box in a group, table with a fill, chart, picture, diagram, note, link, hidden slide."""
    deck: Library = pptx.Presentation()
    deck.core_properties.title = "Deck of the depot"
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text = "Plan of the year"
    slide.placeholders[1].text = "Grow the north\nKeep the south"
    slide.notes_slide.notes_text_frame.text = "Say this slowly"
    _linked_box(slide)
    _table(slide)
    figures = deck.slides.add_slide(deck.slide_layouts[5])
    figures.shapes.title.text = "Figures"
    _chart(figures)
    picture = figures.shapes.add_picture(io.BytesIO(PIXEL), 0, 0, Emu(914400), Emu(914400))
    picture._element.nvPicPr.cNvPr.set("descr", "Photo of the depot")
    _diagram(figures)
    _animate(figures, picture.shape_id)
    hidden = deck.slides.add_slide(deck.slide_layouts[5])
    hidden.shapes.title.text = "Backup slide"
    hidden._element.set("show", "0")
    _footer(deck)
    return _saved(deck)


def _linked_box(slide: Library) -> None:
    group = slide.shapes.add_group_shape()
    box = group.shapes.add_textbox(Emu(100), Emu(200), Emu(914400), Emu(457200))
    run = box.text_frame.paragraphs[0].add_run()
    run.text = "Visit the site"
    run.hyperlink.address = "https://example.org/depot"


def _table(slide: Library) -> None:
    table = slide.shapes.add_table(2, 2, Emu(0), Emu(3000000), Emu(4000000), Emu(800000)).table
    for index, text in enumerate(("Quarter", "Sales", "Third", "777")):
        table.cell(index // 2, index % 2).text = text
    fill = table.cell(1, 1).fill
    fill.solid()
    fill.fore_color.rgb = RGBColor(255, 0, 0)


def _chart(slide: Library) -> None:
    data = CategoryChartData()
    data.categories = ["Q1", "Q2"]
    data.add_series("Turnover", (111.5, 222.5))
    place = Emu(0), Emu(2000000), Emu(4000000), Emu(3000000)
    slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *place, data)


def _diagram(slide: Library) -> None:
    """A diagram of two nodes with its drawing, which only the data part names."""
    drawing = f'<dsp:drawing xmlns:dsp="{DSP}" {NAMESPACES}><dsp:spTree>{_node_drawing()}</dsp:spTree></dsp:drawing>'
    extension = '<a:ext uri="http://schemas.microsoft.com/office/drawing/2008/diagram"><dsp:dataModelExt {} /></a:ext>'
    drawn = _part(slide, "drawing", drawing, "http://schemas.microsoft.com/office/2007/relationships/diagramDrawing")
    named = extension.format(f'xmlns:dsp="{DSP}" relId="{drawn}" minVer="{SCHEMAS}drawingml/2006/diagram"')
    points = "".join(
        f'<dgm:pt modelId="{number}"><dgm:prSet/><dgm:spPr/><dgm:t><a:bodyPr/><a:p><a:r><a:t>{text}</a:t></a:r></a:p>'
        "</dgm:t></dgm:pt>"
        for number, text in enumerate(("Sort waste", "Burn waste"), 1)
    )
    model = (
        f'<dgm:dataModel {NAMESPACES}><dgm:ptLst><dgm:pt modelId="0" type="doc"/>{points}</dgm:ptLst><dgm:cxnLst>'
        '<dgm:cxn modelId="8" srcId="0" destId="1" srcOrd="0" destOrd="0"/>'
        '<dgm:cxn modelId="9" srcId="0" destId="2" srcOrd="1" destOrd="0"/></dgm:cxnLst><dgm:bg/><dgm:whole/>'
        f"<dgm:extLst>{named}</dgm:extLst></dgm:dataModel>"
    )
    parts = {"dm": ("data", model), "lo": ("layout", _empty("layoutDef")), "qs": ("quickStyle", _empty("styleDef")),
             "cs": ("colors", _empty("colorsDef"))}  # fmt: skip
    ids = {key: _part(slide, name, xml, _diagram_type(name)) for key, (name, xml) in parts.items()}
    named = " ".join(f'r:{key}="{id}"' for key, id in ids.items())
    slide.shapes._spTree.append(
        etree.fromstring(
            f"<p:graphicFrame {NAMESPACES}><p:nvGraphicFramePr><p:cNvPr id='60' name='Diagram'/><p:cNvGraphicFramePr/>"
            "<p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x='0' y='0'/><a:ext cx='3000000' cy='2000000'/></p:xfrm>"
            f"<a:graphic><a:graphicData uri='{SCHEMAS}/drawingml/2006/diagram'><dgm:relIds {named}/></a:graphicData>"
            "</a:graphic></p:graphicFrame>"
        )
    )


def _node_drawing() -> str:
    return (
        '<dsp:sp modelId="1"><dsp:nvSpPr><dsp:cNvPr id="0" name=""/><dsp:cNvSpPr/></dsp:nvSpPr><dsp:spPr/><dsp:txBody>'
        "<a:bodyPr/><a:p><a:r><a:t>Sort waste</a:t></a:r></a:p></dsp:txBody></dsp:sp>"
    )


def _empty(tag: str) -> str:
    return f"<dgm:{tag} {NAMESPACES}/>"


def _diagram_type(name: str) -> str:
    return f"{SCHEMAS}/officeDocument/2006/relationships/diagram{name[0].upper()}{name[1:]}"


def _part(slide: Library, name: str, xml: str, type: str) -> str:
    content = f"application/vnd.openxmlformats-officedocument.drawingml.diagram{name[0].upper()}{name[1:]}+xml"
    part = Part(PackURI(f"/ppt/diagrams/{name}1.xml"), content, slide.part.package, xml.encode())
    return slide.part.relate_to(part, type)


def _animate(slide: Library, id: int) -> None:
    """The picture appears on click."""
    effect = (
        '<p:par><p:cTn id="5" presetID="1" presetClass="entr" presetSubtype="0" fill="hold" nodeType="clickEffect">'
        '<p:stCondLst><p:cond delay="0"/></p:stCondLst><p:childTnLst><p:set><p:cBhvr><p:cTn id="6" dur="1"/>'
        f'<p:tgtEl><p:spTgt spid="{id}"/></p:tgtEl><p:attrNameLst><p:attrName>style.visibility</p:attrName>'
        '</p:attrNameLst></p:cBhvr><p:to><p:strVal val="visible"/></p:to></p:set></p:childTnLst></p:cTn></p:par>'
    )
    inner = f'<p:par><p:cTn id="4" fill="hold"><p:childTnLst>{effect}</p:childTnLst></p:cTn></p:par>'
    click = (
        '<p:par><p:cTn id="3" fill="hold"><p:stCondLst><p:cond delay="indefinite"/></p:stCondLst>'
        f"<p:childTnLst>{inner}</p:childTnLst></p:cTn></p:par>"
    )
    main = (
        f'<p:seq><p:cTn id="2" dur="indefinite" nodeType="mainSeq"><p:childTnLst>{click}</p:childTnLst></p:cTn></p:seq>'
    )
    timing = (
        f'<p:timing {NAMESPACES}><p:tnLst><p:par><p:cTn id="1" dur="indefinite" restart="never" nodeType="tmRoot">'
        f"<p:childTnLst>{main}</p:childTnLst></p:cTn></p:par></p:tnLst></p:timing>"
    )
    slide._element.append(etree.fromstring(timing))


def _footer(deck: Library) -> None:
    for slide in list(deck.slides)[:2]:
        slide.shapes._spTree.append(
            etree.fromstring(
                f"<p:sp {NAMESPACES}><p:nvSpPr><p:cNvPr id='90' name='Footer'/><p:cNvSpPr/><p:nvPr><p:ph type='ftr' "
                "sz='quarter' idx='11'/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:p><a:r>"
                "<a:t>Internal use</a:t></a:r></a:p></p:txBody></p:sp>"
            )
        )


def _saved(file: Library) -> bytes:
    out = io.BytesIO()
    file.save(out)
    return out.getvalue()
