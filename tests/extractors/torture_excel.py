"""A workbook that holds every kind of artifact, each sub-case with a word of its own that stands nowhere else."""

from __future__ import annotations

from types import MappingProxyType

from tests.extractors.torture_excel_parts import (
    CHART,
    CHART_SHEET,
    CHART_SHEET_DRAWING,
    COMMENTS,
    CONTENT_TYPES,
    DRAWING,
    METADATA,
    OFFICE,
    PACKAGE,
    PIVOT,
    PIVOT_CACHE,
    PIVOT_RECORDS,
    PNG,
    STYLES,
    THREADS,
    VML,
)  # fmt: skip
from tests.extractors.workbooks import (
    DECLARATION,
    MAIN,
    RELATED,
    number_cell,
    relations_xml,
    row_xml,
    sheet_xml,
    text_cell,
    zipped,
)

WORDS = MappingProxyType({
    # cells
    "zqregion": "tlr", "zqnorth": "tlr", "zqtotal": "tlr", "zqloose": "unstructured", "zqmerged": "unstructured",
    "zqshared": "tlr", "zqstruck": "unstructured", "zqfilled": "unstructured", "zqitem": "table", "zqnut": "table",
    "zqpivotrow": "tlr", "zqpivotfield": "tlr", "zqconcealed": "unstructured", "zqdeep": "unstructured",
    "zqrich": "unstructured", "7.5%": "tlr", "36:00": "unstructured", "2024-02-29": "unstructured",
    # formulas and names
    "zqarray": "formula", "zqfilter": "formula", "zqrate": "name", "zqlocal": "name", "zqstock": "name",
    # floats
    "zqcharttitle": "chart", "zqaxis": "chart", "zqseries": "chart", "zqlabel": "chart", "zqsheetchart": "chart",
    "zqalt": "image", "zqshape": "shape", "zqgrouped": "shape",
    # what stands beside
    "zqremark": "comment", "zqauthor": "comment", "zqquestion": "comment", "zqanswer": "comment",
    "zqaddress": "hyperlink",
    "zqtooltip": "hyperlink", "zqoption": "validation", "zqprompt": "validation", "zqcondition": "format",
    "zqleft": "header_footer", "zqfoot": "header_footer", "zqpicked": "other", "zqoutside": "other",
    "zqpivotname": "pivot", "zqaverage": "pivot", "zqbook": "metadata", "zqcustom": "metadata",
    "zqhiddensheet": "sheet", "zqveryhidden": "sheet", "zqchartsheet": "sheet",
})  # fmt: skip
"""Each word and the kind of the artifact that it is in."""

SHEETS = (
    ("Main", "visible"), ("Stock", "visible"), ("Pivots", "visible"), ("zqhiddensheet", "hidden"),
    ("zqveryhidden", "veryHidden"), ("zqchartsheet", "visible"),
)  # fmt: skip


HEADER = ("zqregion", "2023", "Share", "Twice")


def torture() -> bytes:
    """The workbook."""
    return zipped({**_package(), **_sheets(), **_beside()})


def _formula(address: str, formula: str, value: object, attributes: str = "", style: int = 0) -> str:
    return f'<c r="{address}" s="{style}"><f{attributes}>{formula}</f><v>{value}</v></c>'


def _main() -> str:
    rows = (
        row_xml(1, *(text_cell(f"{letter}1", text) for letter, text in zip("ABCD", HEADER, strict=True)))
        + row_xml(2, text_cell("A2", "zqnorth"), number_cell("B2", 40), number_cell("C2", 0.075, 1),
                  _formula("D2", "B2*2", 80, ' t="shared" ref="D2:D3" si="0"'))
        + row_xml(3, '<c r="A3" t="s"><v>1</v></c>', number_cell("B3", 60), number_cell("C3", 0.2, 1),
                  _formula("D3", "", 120, ' t="shared" si="0"'))
        + row_xml(4, text_cell("A4", "zqtotal").replace('r="A4"', 'r="A4" s="6"'),
                  _formula("B4", "SUM(B2:B3)*zqrate", 200, style=6), number_cell("C4", 0.275, 1),
                  _formula("D4", "SUM(D2:D3)", 200))
        + row_xml(6, text_cell("A6", "zqloose"), number_cell("C6", 7))
        + row_xml(8, text_cell("A8", "zqmerged"))
        + row_xml(10, '<c r="A10" s="4" t="inlineStr"><is><t>zqfilled</t></is></c>',
                  text_cell("C10", "beside the fill"))
        + row_xml(12, '<c r="A12" s="5" t="inlineStr"><is><t>zqstruck</t></is></c>', '<c r="C12" t="s"><v>0</v></c>')
        + row_xml(14, number_cell("A14", 45351, 2), number_cell("C14", 1.5, 3))
        + row_xml(16, _formula("A16", 'TRANSPOSE(B2:B3)&amp;"zqarray"', 1, ' t="array" ref="A16:B16"'),
                  number_cell("B16", 2))
        + row_xml(18, '<c r="A18" cm="1"><f t="array" ref="A18:A19">_xlfn._xlws.FILTER(B2:B3,A2:A3="zqfilter")</f>'
                  "<v>40</v></c>")
        + row_xml(19, number_cell("A19", 60))
        + row_xml(21, _formula("A21", "B2", 40), number_cell("B21", 1))
        + row_xml(22, number_cell("A22", 5),
                  _formula("B22", "", 6, ' t="dataTable" ref="B22:B23" dt2D="0" dtr="1" r1="C6"'))
        + row_xml(23, number_cell("A23", 6), number_cell("B23", 7))
        + row_xml(25, '<c r="A25"><f>1+1</f></c>')
        + '<row r="30" hidden="1"><c r="A30" t="inlineStr"><is><t>zqconcealed</t></is></c></row>'
    )  # fmt: skip
    before = (
        '<sheetPr><tabColor theme="4" tint="-0.5"/></sheetPr>'
        '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/>'
        "</sheetView></sheetViews>"
        '<cols><col min="8" max="9" width="9" hidden="1" customWidth="1"/></cols>'
    )
    after = (
        '<autoFilter ref="A1:D4"><filterColumn colId="0"><filters><filter val="zqpicked"/></filters>'
        "</filterColumn></autoFilter>"
        '<mergeCells count="1"><mergeCell ref="A8:C8"/></mergeCells>'
        '<conditionalFormatting sqref="B2:B3"><cfRule type="cellIs" dxfId="0" priority="1" operator="greaterThan">'
        "<formula>50</formula></cfRule></conditionalFormatting>"
        '<conditionalFormatting sqref="A2:A3"><cfRule type="containsText" dxfId="0" priority="2" '
        'operator="containsText" '
        'text="zqcondition"><formula>NOT(ISERROR(SEARCH("zqcondition",A2)))</formula></cfRule></conditionalFormatting>'
        '<dataValidations count="2"><dataValidation type="list" allowBlank="1" sqref="A2:A3">'
        '<formula1>"zqoption,b"</formula1>'
        '</dataValidation><dataValidation type="whole" operator="between" showInputMessage="1" '
        'prompt="zqprompt" sqref="B2">'
        "<formula1>1</formula1><formula2>99</formula2></dataValidation></dataValidations>"
        '<hyperlinks><hyperlink ref="A6" r:id="rId1" tooltip="zqtooltip"/><hyperlink ref="C6" location="Stock!A1" '
        'display="to the stock"/></hyperlinks>'
        "<headerFooter><oddHeader>&amp;Lzqleft&amp;RPage &amp;P</oddHeader><oddFooter>&amp;Czqfoot</oddFooter>"
        "</headerFooter>"
        '<drawing r:id="rId2"/><legacyDrawing r:id="rId4"/>'
        '<extLst><ext uri="{05C60535-1F16-4fd2-B633-F4F36F0B64E0}" xmlns:x14="http://schemas.microsoft.com/office/'
        'spreadsheetml/2009/9/main"><x14:sparklineGroups '
        'xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main">'
        '<x14:sparklineGroup type="column"><x14:sparklines><x14:sparkline><xm:f>Main!B2:B3</xm:f>'
        "<xm:sqref>F2</xm:sqref>"
        "</x14:sparkline></x14:sparklines></x14:sparklineGroup></x14:sparklineGroups></ext></extLst>"
    )
    return sheet_xml(rows, before=before, after=after)


def _stock() -> str:
    rows = (
        row_xml(1, text_cell("A1", "zqitem"), text_cell("B1", "Count"))
        + row_xml(2, text_cell("A2", "zqnut"), number_cell("B2", 5))
        + row_xml(3, text_cell("A3", "Total"), _formula("B3", "SUBTOTAL(109,zqstock[Count])", 5))
        + row_xml(5, _formula("D5", "SUM(zqstock[Count])+Main!C6", 12), _formula("E5", "zqlocal*2", 10))
    )
    return sheet_xml(rows, after='<tableParts count="1"><tablePart r:id="rId1"/></tableParts>')


def _pivots() -> str:
    rows = (
        row_xml(1, text_cell("A1", "zqpivotfield"), text_cell("B1", "Sales"))
        + row_xml(2, text_cell("A2", "east"), number_cell("B2", 10))
        + row_xml(3, text_cell("A3", "west"), number_cell("B3", 30))
        + row_xml(6, text_cell("D6", "Row Labels"), text_cell("E6", "Average"))
        + row_xml(7, text_cell("D7", "zqpivotrow"), number_cell("E7", 20))
        + row_xml(8, text_cell("D8", "Grand Total"), number_cell("E8", 20))
    )
    return sheet_xml(rows)


def _sheets() -> dict[str, str | bytes]:
    hidden = sheet_xml(row_xml(1, text_cell("A1", "zqdeep")))
    table = (
        f'{DECLARATION}<table xmlns="{MAIN}" id="1" name="zqstock" displayName="zqstock" ref="A1:B3" '
        f'totalsRowCount="1">'
        '<autoFilter ref="A1:B2"/><tableColumns count="2"><tableColumn id="1" name="zqitem" totalsRowLabel="Total"/>'
        '<tableColumn id="2" name="Count" totalsRowFunction="sum"/></tableColumns></table>'
    )
    parts = [_main(), _stock(), _pivots(), hidden, hidden.replace("zqdeep", "deepest")]
    sheet_parts: dict[str, str | bytes] = {f"xl/worksheets/sheet{i}.xml": part for i, part in enumerate(parts, 1)}
    return {
        **sheet_parts,
        "xl/chartsheets/sheet6.xml": CHART_SHEET,
        "xl/tables/table1.xml": table,
        "xl/pivotTables/pivotTable1.xml": PIVOT,
        "xl/pivotCache/pivotCacheDefinition1.xml": PIVOT_CACHE,
        "xl/pivotCache/pivotCacheRecords1.xml": PIVOT_RECORDS,
        "xl/worksheets/_rels/sheet1.xml.rels": relations_xml(
            ("hyperlink", "https://example.org/zqaddress"), ("drawing", "../drawings/drawing1.xml"),
            ("comments", "../comments1.xml"), ("vmlDrawing", "../drawings/vmlDrawing1.vml"),
            ("threadedComment", "../threadedComments/threadedComment1.xml"),
        ),
        "xl/worksheets/_rels/sheet2.xml.rels": relations_xml(("table", "../tables/table1.xml")),
        "xl/worksheets/_rels/sheet3.xml.rels": relations_xml(("pivotTable", "../pivotTables/pivotTable1.xml")),
        "xl/chartsheets/_rels/sheet6.xml.rels": relations_xml(("drawing", "../drawings/drawing2.xml")),
        "xl/pivotTables/_rels/pivotTable1.xml.rels": relations_xml(
            ("pivotCacheDefinition", "../pivotCache/pivotCacheDefinition1.xml")
        ),
        "xl/pivotCache/_rels/pivotCacheDefinition1.xml.rels": relations_xml(
            ("pivotCacheRecords", "pivotCacheRecords1.xml")
        ),
    }  # fmt: skip


def _beside() -> dict[str, str | bytes]:
    return {
        "xl/comments1.xml": COMMENTS,
        "xl/threadedComments/threadedComment1.xml": THREADS,
        "xl/drawings/vmlDrawing1.vml": VML,
        "xl/persons/person.xml": f'<personList xmlns="{OFFICE}/spreadsheetml/2018/threadedcomments">'
        '<person displayName="Bo" id="P"/></personList>',
        "xl/drawings/drawing1.xml": DRAWING,
        "xl/drawings/_rels/drawing1.xml.rels": relations_xml(
            ("image", "../media/image1.png"), ("chart", "../charts/chart1.xml")
        ),
        "xl/drawings/drawing2.xml": CHART_SHEET_DRAWING,
        "xl/drawings/_rels/drawing2.xml.rels": relations_xml(("chart", "../charts/chart2.xml")),
        "xl/media/image1.png": PNG,
        "xl/charts/chart1.xml": CHART,
        "xl/charts/chart2.xml": CHART.replace("zqcharttitle", "zqsheetchart").replace("zqseries", "Second")
        .replace("zqaxis", "across").replace("zqlabel", "odd"),
        "xl/externalLinks/externalLink1.xml": f'{DECLARATION}<externalLink xmlns="{MAIN}" xmlns:r="{RELATED}">'
        '<externalBook r:id="rId1"/></externalLink>',
        "xl/externalLinks/_rels/externalLink1.xml.rels": relations_xml(
            ("externalLinkPath", "file://zqoutside.xlsx")
        ),
    }  # fmt: skip


def _package() -> dict[str, str | bytes]:
    entries = "".join(
        f'<sheet name="{name}" sheetId="{i}" state="{state}" r:id="rId{i}"/>'
        for i, (name, state) in enumerate(SHEETS, 1)
    )
    names = (
        '<definedName name="zqlocal" localSheetId="1">Stock!$B$2</definedName>'
        '<definedName name="zqrate">Main!$C$6</definedName>'
    )
    book = (
        f'{DECLARATION}<workbook xmlns="{MAIN}" xmlns:r="{RELATED}"><bookViews><workbookView activeTab="0"/>'
        f"</bookViews>"
        f'<sheets>{entries}</sheets><externalReferences><externalReference r:id="rId10"/></externalReferences>'
        f'<definedNames>{names}</definedNames><pivotCaches><pivotCache cacheId="1" r:id="rId9"/></pivotCaches>'
        f"</workbook>"
    )
    strings = (
        f'{DECLARATION}<sst xmlns="{MAIN}"><si><r><t>plain </t></r><r><rPr><b/></rPr><t>zqrich</t></r></si>'
        "<si><t>zqshared</t></si></sst>"
    )
    targets = [
        *(("worksheet", f"worksheets/sheet{i}.xml") for i in range(1, 6)), ("chartsheet", "chartsheets/sheet6.xml"),
        ("styles", "styles.xml"), ("sharedStrings", "sharedStrings.xml"),
        ("pivotCacheDefinition", "pivotCache/pivotCacheDefinition1.xml"),
        ("externalLink", "externalLinks/externalLink1.xml"),
        ("person", "persons/person.xml"), ("sheetMetadata", "metadata.xml"), ("calcChain", "calcChain.xml"),
    ]  # fmt: skip
    return {
        "[Content_Types].xml": CONTENT_TYPES,
        "_rels/.rels": relations_xml(("officeDocument", "xl/workbook.xml")).replace(
            "</Relationships>",
            f'<Relationship Id="c" Type="{PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/>'
            f'<Relationship Id="x" Type="{RELATED}/custom-properties" Target="docProps/custom.xml"/></Relationships>',
        ),
        "docProps/core.xml": f'{DECLARATION}<cp:coreProperties xmlns:cp="{PACKAGE}/metadata/core-properties" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>zqbook</dc:title></cp:coreProperties>',
        "docProps/custom.xml": f'{DECLARATION}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/'
        'custom-properties" xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes"><property '
        'fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="2" name="Mark"><vt:lpwstr>zqcustom</vt:lpwstr></property>'
        "</Properties>",
        "xl/workbook.xml": book,
        "xl/_rels/workbook.xml.rels": relations_xml(*targets),
        "xl/styles.xml": STYLES,
        "xl/sharedStrings.xml": strings,
        "xl/metadata.xml": METADATA,
        "xl/calcChain.xml": f'{DECLARATION}<calcChain xmlns="{MAIN}"><c r="B4" i="1"/></calcChain>',
    }
