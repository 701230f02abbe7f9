"""Conditional formats, filters, controls, pivots' filters, colours and placeholders in their rarer forms."""

import pytest

from assay.model.artifact import Artifact, Facts
from assay.model.document import Reading
from assay.model.grid import Grid
from extractors.excel import read_excel
from extractors.excel.palette import Palette
from extractors.markup import parse_xml
from tests.extractors.workbooks import (
    MAIN,
    RELATED,
    number_cell,
    relations_xml,
    row_xml,
    sheet_xml,
    text_cell,
    workbook,
)

NEWER = "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"
NUMBERS = "".join(row_xml(row, text_cell(f"A{row}", f"r{row}"), number_cell(f"B{row}", row)) for row in (1, 2, 3))
Parts = dict[str, str | bytes]


def of_kind(reading: Reading, kind: str) -> list[Artifact]:
    return [one for one in reading.artifacts if one.kind == kind]


def told(rule: str, after: str = "", parts: Parts | None = None) -> list[str]:
    """What is said of a sheet with a conditional format."""
    holder = f'<conditionalFormatting sqref="B1:B3">{rule}</conditionalFormatting>'
    reading = read_excel(workbook(sheet_xml(NUMBERS, after=holder + after), parts=parts or {}))
    return [one.text.removeprefix("conditional format of B1:B3: ") for one in of_kind(reading, "format")]


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ('<cfRule type="cellIs" operator="between"><formula>1</formula><formula>2</formula></cfRule>',
         "value between 1 and 2"),
        ('<cfRule type="cellIs" operator="notBetween"><formula>1</formula></cfRule>', "value not between 1 and ?"),
        ('<cfRule type="expression"><formula>B1&gt;A1</formula></cfRule>', "=B1>A1"),
        ('<cfRule type="top10" rank="3" percent="1" bottom="1"/>', "bottom 3%"),
        ('<cfRule type="top10" rank="5"/>', "top 5"),
        ('<cfRule type="aboveAverage" aboveAverage="0"/>', "below average"),
        ('<cfRule type="timePeriod" timePeriod="lastWeek"/>', "date in lastWeek"),
        ('<cfRule type="duplicateValues"/>', "duplicate values"),
        ('<cfRule type="beginsWith" text="zq"/>', "text begins with “zq”"),
        ('<cfRule type="colorScale"><colorScale><cfvo type="min"/><cfvo type="num" val="5"/><color rgb="FFF8696B"/>'
         '<color rgb="FF63BE7B"/></colorScale></cfRule>', "by value: colour scale F8696B to 63BE7B (min, num 5)"),
        ('<cfRule type="dataBar"><dataBar><cfvo type="min"/><color indexed="10"/></dataBar></cfRule>',
         "by value: data bar FF0000"),
        ('<cfRule type="iconSet"><iconSet iconSet="3Flags"><cfvo type="percent" val="0"/></iconSet></cfRule>',
         "by value: icons 3Flags (percent 0)"),
    ],
)  # fmt: skip
def test_each_type_of_conditional_format_is_put_into_words(rule: str, said: str):
    assert told(rule) == [said]


def test_a_rule_that_newer_applications_repeat_is_told_once():
    older = (
        '<cfRule type="dataBar"><dataBar><color rgb="FF638EC6"/></dataBar><extLst><ext><x14:id>{A}</x14:id></ext>'
        "</extLst></cfRule>"
    )
    newer = (
        f'<extLst><ext xmlns:x14="{NEWER}" xmlns:xm="urn:xm"><x14:conditionalFormattings><x14:conditionalFormatting>'
        '<x14:cfRule type="dataBar" id="{A}"><x14:dataBar/></x14:cfRule><x14:cfRule type="expression" id="{B}"><xm:f>'
        '$A1="r1"</xm:f><x14:dxf><fill xmlns="' + MAIN + '"><patternFill><bgColor rgb="FFFFFF00"/></patternFill></fill>'
        "</x14:dxf></x14:cfRule><xm:sqref>B1:B3</xm:sqref></x14:conditionalFormatting>"
        "</x14:conditionalFormattings></ext>"
        "</extLst>"
    )
    older = older.replace("<x14:id>", f'<x14:id xmlns:x14="{NEWER}">')
    assert told(older, newer) == ["by value: data bar 638EC6", '=$A1="r1": fill FFFF00']


def others(after: str, parts: Parts | None = None) -> list[str]:
    return [
        one.text for one in of_kind(read_excel(workbook(sheet_xml(NUMBERS, after=after), parts=parts or {})), "other")
    ]


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ('<customFilters><customFilter operator="greaterThan" val="5"/><customFilter val="x*"/></customFilters>',
         "greaterThan 5, equal x*"),
        ('<top10 val="10"/>', "top 10"), ('<top10 top="0" val="3"/>', "bottom 3"),
        ('<dynamicFilter type="aboveAverage"/>', "aboveAverage"),
        ('<filters><dateGroupItem year="2024" month="2" dateTimeGrouping="month"/></filters>', "2024-2"),
    ],
)  # fmt: skip
def test_filters_tell_their_conditions(condition: str, said: str):
    after = f'<autoFilter ref="A1:B3"><filterColumn colId="1">{condition}</filterColumn></autoFilter>'
    assert others(after) == [f"filter of A1:B3: column 2: {said}"]


def test_a_filter_without_a_condition_says_nothing():
    assert others('<autoFilter ref="A1:B3"/>') == []


def test_objects_controls_and_slicers_are_named():
    after = (
        '<oleObjects><oleObject progId="Word.Document.12"/></oleObjects><controls><control name="Tick"><controlPr '
        'linkedCell="$D$1"/></control><control name="Push"/></controls><sheetProtection sheet="1"/>'
    )
    parts: Parts = {
        "xl/worksheets/_rels/sheet1.xml.rels": relations_xml(("slicer", "../slicers/s.xml")),
        "xl/slicers/s.xml": f'<slicers xmlns="{NEWER}"><slicer name="Slicer_Region" caption="Region"/></slicers>',
    }
    assert others(after, parts) == [
        "the sheet is protected", "embedded object Word.Document.12", "control Tick of cell $D$1", "control Push",
        "slicer Region",
    ]  # fmt: skip


def test_a_pivot_tells_its_filters_and_its_calculated_fields():
    parts: Parts = {
        "xl/worksheets/_rels/sheet1.xml.rels": relations_xml(("pivotTable", "../pivotTables/p.xml")),
        "xl/pivotTables/_rels/p.xml.rels": relations_xml(("pivotCacheDefinition", "../pivotCache/c.xml")),
        "xl/pivotTables/p.xml": f'<pivotTableDefinition xmlns="{MAIN}" name="P"><location ref="A1:B3"/><pivotFields>'
        '<pivotField axis="axisPage"><items><item x="1"/><item x="0"/></items></pivotField><pivotField/><pivotField/>'
        '</pivotFields><colFields><field x="-2"/><field x="1"/></colFields><pageFields><pageField fld="0" item="0"/>'
        '</pageFields><dataFields><dataField name="Sum of Sales" fld="2"/><dataField name="n" fld="2" '
        'subtotal="countNums"/>'
        '</dataFields><filters><filter fld="1" type="captionContains" stringValue1="q"/></filters>'
        "</pivotTableDefinition>",
        "xl/pivotCache/c.xml": f'<pivotCacheDefinition xmlns="{MAIN}"><cacheSource type="consolidation"><consolidation>'
        '<rangeSets><rangeSet ref="A1:B2" sheet="Sheet1"/></rangeSets></consolidation></cacheSource><cacheFields>'
        '<cacheField name="Region"><sharedItems><s v="north"/><s v="south"/></sharedItems></cacheField>'
        '<cacheField name="Year"/>'
        '<cacheField name="Sales" formula="Year*2"/></cacheFields></pivotCacheDefinition>',
    }
    (pivot,) = of_kind(read_excel(workbook(sheet_xml(NUMBERS), parts=parts)), "pivot")
    assert pivot.text.splitlines() == [
        "pivot table P", "columns: Year", "filters: Region = south; Year captionContains q",
        "values: sum of Sales; count of numbers of Sales as “n”", "source: 'Sheet1'!A1:B2",
        "calculated fields: Sales = Year*2",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("colour", "rgb"),
    [
        ('rgb="FF00b050"', "00B050"), ('indexed="8"', "000000"), ('indexed="63"', "333333"), ('indexed="64"', ""),
        ('theme="0"', "FFFFFF"), ('theme="1" tint="0.5"', "808080"), ('theme="4" tint="-0.5"', "203864"),
        ('theme="99"', ""), ('auto="1"', ""), ('theme="1" tint="x"', "000000"), ("", ""),
    ],
)  # fmt: skip
def test_colours_are_found_in_the_palette_and_the_theme(colour: str, rgb: str):
    assert Palette().colour(parse_xml(f"<color {colour}/>".encode()).root) == rgb


def test_a_picture_over_text_is_named_beside_it_and_over_numbers_not_at_all():
    drawn = "http://schemas.openxmlformats.org/drawingml/2006"
    anchors = "".join(
        f"<xdr:oneCellAnchor><xdr:from><xdr:col>{column}</xdr:col><xdr:row>1</xdr:row></xdr:from><xdr:pic><xdr:nvPicPr>"
        f'<xdr:cNvPr id="{column}" name="p"><a:hlinkClick r:id="rId2"/></xdr:cNvPr></xdr:nvPicPr><xdr:blipFill>'
        f'<a:blip r:embed="rId1"/></xdr:blipFill></xdr:pic></xdr:oneCellAnchor>'
        for column in (0, 1)
    )
    parts: Parts = {
        "xl/worksheets/_rels/sheet1.xml.rels": relations_xml(("drawing", "../drawings/d.xml")),
        "xl/drawings/d.xml": f'<xdr:wsDr xmlns:xdr="{drawn}/spreadsheetDrawing" xmlns:a="{drawn}/main" '
        f'xmlns:r="{RELATED}">{anchors}</xdr:wsDr>',
        "xl/drawings/_rels/d.xml.rels": relations_xml(
            ("image", "../media/1.png"), ("hyperlink", "https://example.org/p")
        ),
        "xl/media/1.png": b"\x89PNG",
    }
    reading = read_excel(workbook(sheet_xml(NUMBERS, after='<drawing r:id="rId1"/>'), parts=parts))
    first, _ = of_kind(reading, "image")
    (grid,) = [one.payload for one in reading.artifacts if isinstance(one.payload, Grid)]
    assert grid.row(1) == (f"r2 [[{first.key}]]", "2")
    links = [one.payload.get("target") for one in of_kind(reading, "hyperlink") if isinstance(one.payload, Facts)]
    assert links == ["https://example.org/p"] * 2


def test_looks_beyond_the_limit_are_left_out_with_a_warning(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("extractors.excel.facets.LOOKS_PER_SHEET", 1)
    rows = row_xml(1, number_cell("A1", 1, 1), number_cell("B1", 2, 2), number_cell("C1", 3))
    reading = read_excel(workbook(sheet_xml(rows), formats=("0.0", "0%")))
    assert [one.text for one in of_kind(reading, "format")] == ["number format 0.0: A1"]
    assert reading.warnings == ("Sheet Sheet1: its cells look different in more than 1 ways; the others are left out.",)
