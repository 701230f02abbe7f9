"""The parts of the workbook with every kind that are not sheets: styles, drawings, charts, comments, a pivot table."""

from __future__ import annotations

import base64

from tests.extractors.workbooks import DECLARATION, MAIN, RELATED

DRAWN = "http://schemas.openxmlformats.org/drawingml/2006"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
OFFICE = "http://schemas.microsoft.com/office"
PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)

_TYPE = "application/vnd.openxmlformats-officedocument"
_PARTS = {
    "/xl/workbook.xml": "spreadsheetml.sheet.main",
    **{f"/xl/worksheets/sheet{i}.xml": "spreadsheetml.worksheet" for i in range(1, 6)},
    "/xl/chartsheets/sheet6.xml": "spreadsheetml.chartsheet",
    "/xl/styles.xml": "spreadsheetml.styles", "/xl/sharedStrings.xml": "spreadsheetml.sharedStrings",
    "/xl/metadata.xml": "spreadsheetml.sheetMetadata", "/xl/calcChain.xml": "spreadsheetml.calcChain",
    "/xl/comments1.xml": "spreadsheetml.comments", "/xl/tables/table1.xml": "spreadsheetml.table",
    "/xl/pivotTables/pivotTable1.xml": "spreadsheetml.pivotTable",
    "/xl/pivotCache/pivotCacheDefinition1.xml": "spreadsheetml.pivotCacheDefinition",
    "/xl/pivotCache/pivotCacheRecords1.xml": "spreadsheetml.pivotCacheRecords",
    "/xl/externalLinks/externalLink1.xml": "spreadsheetml.externalLink",
    "/xl/drawings/drawing1.xml": "drawing", "/xl/drawings/drawing2.xml": "drawing",
    "/xl/charts/chart1.xml": "drawingml.chart", "/xl/charts/chart2.xml": "drawingml.chart",
    "/docProps/custom.xml": "custom-properties",
}  # fmt: skip
CONTENT_TYPES = (
    f'{DECLARATION}<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="png" '
    'ContentType="image/png"/><Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.'
    'vmlDrawing"/><Default Extension="xml" ContentType="application/xml"/>'
    + "".join(f'<Override PartName="{part}" ContentType="{_TYPE}.{type}+xml"/>' for part, type in _PARTS.items())
    + '<Override PartName="/docProps/core.xml" '
    'ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>'
    '<Override PartName="/xl/threadedComments/threadedComment1.xml" ContentType="application/vnd.ms-excel.'
    'threadedcomments+xml"/><Override PartName="/xl/persons/person.xml" '
    'ContentType="application/vnd.ms-excel.person+xml"/>'
    "</Types>"
)

_FONTS = '<font><sz val="11"/></font><font><b/><sz val="11"/></font><font><strike/><sz val="11"/></font>'
_FILLS = (
    '<fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>'
    '<fill><patternFill patternType="solid"><fgColor rgb="FFFFCC00"/></patternFill></fill>'
)
STYLES = (
    f'{DECLARATION}<styleSheet xmlns="{MAIN}"><numFmts count="3"><numFmt numFmtId="164" formatCode="0.0%"/>'
    '<numFmt numFmtId="165" formatCode="yyyy-mm-dd"/><numFmt numFmtId="166" formatCode="[h]:mm"/></numFmts>'
    f'<fonts count="3">{_FONTS}</fonts><fills count="3">{_FILLS}</fills>'
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="7">'
    + "".join(
        f'<xf numFmtId="{number}" fontId="{font}" fillId="{fill}" borderId="0" xfId="0" applyNumberFormat="1" '
        'applyFont="1" applyFill="1"/>'
        for number, font, fill in ((0, 0, 0), (164, 0, 0), (165, 0, 0), (166, 0, 0), (0, 0, 2), (0, 2, 0), (0, 1, 0))
    )
    + '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>'
    '<dxfs count="1"><dxf><font><b/><color rgb="FF9C0006"/></font><fill><patternFill><bgColor rgb="FFFFC7CE"/>'
    "</patternFill></fill></dxf></dxfs></styleSheet>"
)
METADATA = (
    f'{DECLARATION}<metadata xmlns="{MAIN}" xmlns:xda="{OFFICE}/spreadsheetml/2017/dynamicarray">'
    '<metadataTypes count="1"><metadataType name="XLDAPR" minSupportedVersion="120000" copy="1" cellMeta="1"/>'
    '</metadataTypes><futureMetadata name="XLDAPR" count="1"><bk><extLst><ext '
    'uri="{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}">'
    '<xda:dynamicArrayProperties fDynamic="1" fCollapsed="0"/></ext></extLst></bk></futureMetadata>'
    '<cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata></metadata>'
)

COMMENTS = (
    f'{DECLARATION}<comments xmlns="{MAIN}"><authors><author>zqauthor</author><author>tc=1</author></authors>'
    f"<commentList>"
    '<comment ref="B2" authorId="0"><text><r><t>zqremark</t></r></text></comment>'
    '<comment ref="B3" authorId="1"><text><t>[Threaded comment] zqquestion Reply: zqanswer</t></text></comment>'
    "</commentList></comments>"
)
THREADS = (
    f'{DECLARATION}<ThreadedComments xmlns="{OFFICE}/spreadsheetml/2018/threadedcomments">'
    '<threadedComment ref="B3" dT="2024-01-02T03:04:05.00" personId="P" id="one" done="1"><text>zqquestion</text>'
    '</threadedComment><threadedComment ref="B3" dT="2024-01-03T03:04:05.00" personId="P" id="two" parentId="one">'
    "<text>zqanswer</text></threadedComment></ThreadedComments>"
)
VML = (
    '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" '
    'xmlns:x="urn:schemas-microsoft-com:office:excel">'
    + "".join(
        f'<v:shape id="_x0000_s102{row}" type="#_x0000_t202" style="visibility:hidden"><x:ClientData ObjectType="Note">'
        f"<x:Row>{row}</x:Row><x:Column>1</x:Column></x:ClientData></v:shape>"
        for row in (1, 2)
    )
    + "</xml>"
)


def _anchor(box: tuple[int, int, int, int], content: str) -> str:
    ends = "".join(
        f"<xdr:{end}><xdr:col>{column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>{row}</xdr:row>"
        f"<xdr:rowOff>0</xdr:rowOff></xdr:{end}>"
        for end, column, row in (("from", box[0], box[1]), ("to", box[2], box[3]))
    )
    return f"<xdr:twoCellAnchor>{ends}{content}<xdr:clientData/></xdr:twoCellAnchor>"


def _shape(id: int, name: str, text: str, type: str = "roundRect") -> str:
    body = f"<xdr:txBody><a:bodyPr/><a:p><a:r><a:t>{text}</a:t></a:r></a:p></xdr:txBody>" if text else ""
    return (
        f'<xdr:sp macro="" textlink=""><xdr:nvSpPr><xdr:cNvPr id="{id}" name="{name}"/><xdr:cNvSpPr/></xdr:nvSpPr>'
        f'<xdr:spPr><a:prstGeom prst="{type}"><a:avLst/></a:prstGeom><a:solidFill><a:srgbClr val="00B050"/>'
        f"</a:solidFill>"
        f"</xdr:spPr>{body}</xdr:sp>"
    )


def _frame(id: int, relation: str) -> str:
    return (
        f'<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="{id}" name="Chart {id}"/>'
        '<xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm>'
        f'<a:graphic><a:graphicData uri="{DRAWN}/chart"><c:chart r:id="{relation}"/></a:graphicData></a:graphic>'
        "</xdr:graphicFrame>"
    )


_OPENING = (
    f'{DECLARATION}<xdr:wsDr xmlns:xdr="{DRAWN}/spreadsheetDrawing" xmlns:a="{DRAWN}/main" xmlns:r="{RELATED}" '
    f'xmlns:c="{DRAWN}/chart">'
)
_PICTURE = (
    '<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="Logo" descr="zqalt"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill>'
    '<a:blip r:embed="rId1"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr><a:prstGeom prst="rect"/>'
    "</xdr:spPr></xdr:pic>"
)
_CONNECTOR = (
    '<xdr:cxnSp macro=""><xdr:nvCxnSpPr><xdr:cNvPr id="8" name="Arrow"/><xdr:cNvCxnSpPr><a:stCxn id="5" idx="0"/>'
    '<a:endCxn id="6" idx="0"/></xdr:cNvCxnSpPr></xdr:nvCxnSpPr><xdr:spPr><a:prstGeom prst="line"/></xdr:spPr>'
    "</xdr:cxnSp>"
)
DRAWING = (
    _OPENING
    + _anchor((4, 1, 5, 2), _PICTURE)
    + _anchor((10, 1, 16, 12), _frame(4, "rId2"))
    + _anchor((1, 5, 1, 5), _shape(5, "Box", "zqshape"))
    + _anchor(
        (10, 20, 12, 22),
        '<xdr:grpSp><xdr:nvGrpSpPr><xdr:cNvPr id="7" name="Pair"/><xdr:cNvGrpSpPr/></xdr:nvGrpSpPr><xdr:grpSpPr/>'
        + _shape(6, "Left", "zqgrouped") + _shape(9, "Right", "", "ellipse") + "</xdr:grpSp>",
    )
    + _anchor((10, 24, 12, 26), _CONNECTOR)
    + "</xdr:wsDr>"
)  # fmt: skip
CHART_SHEET_DRAWING = (
    f'{_OPENING}<xdr:absoluteAnchor><xdr:pos x="0" y="0"/><xdr:ext cx="9000000" cy="6000000"/>{_frame(2, "rId1")}'
    "<xdr:clientData/></xdr:absoluteAnchor></xdr:wsDr>"
)
CHART_SHEET = (
    f'{DECLARATION}<chartsheet xmlns="{MAIN}" xmlns:r="{RELATED}"><sheetViews><sheetView workbookViewId="0"/>'
    f"</sheetViews>"
    '<drawing r:id="rId1"/></chartsheet>'
)


def _typed(text: str) -> str:
    return f"<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:t>{text}</a:t></a:r></a:p></c:rich></c:tx></c:title>"


CHART = (
    f'{DECLARATION}<c:chartSpace xmlns:c="{DRAWN}/chart" xmlns:a="{DRAWN}/main" xmlns:r="{RELATED}"><c:chart>'
    f'{_typed("zqcharttitle")}<c:plotArea><c:layout/><c:barChart><c:barDir val="col"/><c:grouping val="clustered"/>'
    '<c:ser><c:idx val="0"/><c:order val="0"/><c:tx><c:v>zqseries</c:v></c:tx><c:dLbls><c:dLbl><c:idx val="1"/>'
    '<c:tx><c:rich><a:bodyPr/><a:p><a:r><a:t>zqlabel</a:t></a:r></a:p></c:rich></c:tx><c:showVal val="1"/></c:dLbl>'
    '<c:showVal val="1"/></c:dLbls>'
    '<c:cat><c:strRef><c:f>Main!$A$2:$A$3</c:f><c:strCache><c:ptCount val="2"/><c:pt idx="0"><c:v>first</c:v></c:pt>'
    '<c:pt idx="1"><c:v>second</c:v></c:pt></c:strCache></c:strRef></c:cat><c:val><c:numRef><c:f>Main!$B$2:$B$3</c:f>'
    '<c:numCache><c:formatCode>General</c:formatCode><c:ptCount val="2"/><c:pt idx="0"><c:v>40</c:v></c:pt>'
    '<c:pt idx="1">'
    '<c:v>60</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser><c:axId val="1"/><c:axId val="2"/></c:barChart>'
    f'<c:catAx><c:axId val="1"/><c:scaling/><c:delete val="0"/><c:axPos val="b"/>{_typed("zqaxis")}<c:crossAx val="2"/>'
    '</c:catAx><c:valAx><c:axId val="2"/><c:scaling/><c:delete val="0"/><c:axPos val="l"/><c:crossAx val="1"/>'
    "</c:valAx>"
    '</c:plotArea><c:legend><c:legendPos val="b"/></c:legend></c:chart></c:chartSpace>'
)

PIVOT = (
    f'{DECLARATION}<pivotTableDefinition xmlns="{MAIN}" name="zqpivotname" cacheId="1" dataCaption="Values">'
    '<location ref="D6:E8" firstHeaderRow="1" firstDataRow="1" firstDataCol="1" rowPageCount="1" colPageCount="1"/>'
    '<pivotFields count="2"><pivotField axis="axisRow" showAll="0"><items count="3"><item x="0"/><item h="1" x="1"/>'
    '<item t="default"/></items></pivotField><pivotField dataField="1" showAll="0"/></pivotFields>'
    '<rowFields count="1"><field x="0"/></rowFields><rowItems count="2"><i><x/></i><i t="grand"><x/></i></rowItems>'
    '<colItems count="1"><i/></colItems><dataFields count="1"><dataField name="zqaverage" fld="1" subtotal="average" '
    'showDataAs="percentOfTotal"/></dataFields></pivotTableDefinition>'
)
PIVOT_CACHE = (
    f'{DECLARATION}<pivotCacheDefinition xmlns="{MAIN}" xmlns:r="{RELATED}" r:id="rId1" recordCount="2">'
    '<cacheSource type="worksheet"><worksheetSource ref="A1:B3" sheet="Pivots"/></cacheSource><cacheFields count="2">'
    '<cacheField name="zqpivotfield" numFmtId="0"><sharedItems count="2"><s v="east"/><s v="west"/>'
    "</sharedItems></cacheField>"
    '<cacheField name="Sales" numFmtId="0"><sharedItems containsSemiMixedTypes="0" containsString="0" '
    'containsNumber="1" '
    'containsInteger="1" minValue="10" maxValue="30"/></cacheField></cacheFields></pivotCacheDefinition>'
)
PIVOT_RECORDS = (
    f'{DECLARATION}<pivotCacheRecords xmlns="{MAIN}" count="2"><r><x v="0"/><n v="10"/></r><r><x v="1"/><n v="30"/></r>'
    "</pivotCacheRecords>"
)
