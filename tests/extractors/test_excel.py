"""Workbooks as artifacts: sheets, blocks, tables, formulas with what they read, and what stands beside the cells."""

from assay.model.artifact import Artifact, Chart, Facts, Picture
from assay.model.document import Reading
from assay.model.grid import Grid, Span
from extractors.excel import read_excel
from tests.extractors.workbooks import (
    MAIN,
    RELATED,
    number_cell,
    relations_xml,
    row_xml,
    sheet_xml,
    table_xml,
    text_cell,
    workbook,
)

DRAWN = "http://schemas.openxmlformats.org/drawingml/2006"
PNG = b"\x89PNG\r\n\x1a\n"


def of_kind(reading: Reading, kind: str) -> list[Artifact]:
    """The artifacts of a kind in order."""
    return [artifact for artifact in reading.artifacts if artifact.kind == kind]


def only(reading: Reading, kind: str) -> Artifact:
    """The one artifact of a kind."""
    (found,) = of_kind(reading, kind)
    return found


def grid(artifact: Artifact) -> Grid:
    """The artifact's grid."""
    assert isinstance(artifact.payload, Grid)
    return artifact.payload


def facts(artifact: Artifact) -> Facts:
    """The artifact's facts."""
    assert isinstance(artifact.payload, Facts)
    return artifact.payload


def targets(reading: Reading, source: Artifact, type: str) -> list[str | None]:
    """The ranges (or sheets) that an artifact points at with a type of edge."""
    by_key = {artifact.key: artifact for artifact in reading.artifacts}
    ends = [by_key[edge.target] for edge in reading.edges if edge.source == source.key and edge.type == type]
    return [end.at.range or end.at.sheet for end in ends]


def sales() -> str:
    """A title, a header and two regions over three columns from B2 on, and a note apart."""
    return sheet_xml(
        row_xml(2, text_cell("B{}", "Sales"))
        + row_xml(3, text_cell("B{}", "Region"), number_cell("C{}", 2023), number_cell("D{}", 2024))
        + row_xml(4, text_cell("B{}", "North"), number_cell("C{}", 1200.5, 1), number_cell("D{}", 1300, 1))
        + row_xml(5, text_cell("B{}", "South"), number_cell("C{}", 800, 1), number_cell("D{}", 0.5, 2))
        + row_xml(8, text_cell("F{}", "provisional"))
    )


def test_a_connected_block_is_one_grid_with_its_title_and_header():
    reading = read_excel(workbook(sales(), formats=("#,##0.0", "0%")))
    table = only(reading, "tlr")
    assert (table.at.sheet, table.at.range, grid(table).origin) == ("Sheet1", "B2:D5", "B2")
    assert grid(table).displayed == (
        "Sales", "", "", "Region", "2023", "2024", "North", "1,200.5", "1,300.0", "South", "800.0", "50%",
    )  # fmt: skip
    assert grid(table).header_rows == 2
    assert table.text == ""


def test_what_is_shown_what_is_stored_and_the_format_stay_apart():
    cell = grid(only(read_excel(workbook(sales(), formats=("#,##0.0", "0%"))), "tlr")).cell(3, 2)
    assert (cell.displayed, cell.stored, cell.format, cell.formula) == ("50%", 0.5, "0%", None)
    assert grid(only(read_excel(workbook(sales(), formats=("0", "0"))), "tlr")).cell(1, 0).format is None


def test_a_lone_cell_is_unstructured_and_every_grid_is_part_of_its_sheet():
    reading = read_excel(workbook(sales(), formats=("0", "0")))
    assert only(reading, "unstructured").at.range == "F8"
    for kind in ("tlr", "unstructured"):
        assert targets(reading, only(reading, kind), "part_of") == ["Sheet1"]


def test_blocks_are_parted_by_empty_rows_and_columns_and_come_from_the_top_left():
    pair = [row_xml(r, *(number_cell(f"{c}{r}", r) for c in "ABDE")) for r in (1, 2, 4, 5)]
    reading = read_excel(workbook(sheet_xml("".join(pair))))
    assert [block.at.range for block in of_kind(reading, "tlr")] == ["A1:B2", "D1:E2", "A4:B5", "D4:E5"]


def test_stacked_titles_without_a_table_are_unstructured():
    rows = row_xml(1, text_cell("A{}", "Annual report")) + row_xml(2, text_cell("B{}", "draft"))
    assert only(read_excel(workbook(sheet_xml(rows))), "unstructured").at.range == "A1:B2"


def test_a_text_table_has_a_header_where_each_column_has_a_name():
    rows = "".join(row_xml(r, text_cell("A{}", f"x{r}"), text_cell("B{}", f"y{r}")) for r in (1, 2, 3))
    assert grid(only(read_excel(workbook(sheet_xml(rows))), "tlr")).header_rows == 1


def test_numbers_from_the_first_row_on_have_no_header():
    rows = "".join(row_xml(r, number_cell("A{}", r), number_cell("B{}", 7)) for r in (1, 2, 3))
    assert grid(only(read_excel(workbook(sheet_xml(rows))), "tlr")).header_rows == 0


def test_sheets_are_listed_with_what_hides_them_and_what_they_hide():
    hidden = sheet_xml(
        '<row r="2" hidden="1"><c r="A2"><v>1</v></c></row><row r="3" hidden="1"><c r="A3"><v>1</v></c></row>'
        '<row r="7" hidden="true"><c r="A7"><v>1</v></c></row>',
        before='<sheetPr><tabColor rgb="FFFF0000"/></sheetPr><cols><col min="2" max="3" hidden="1"/></cols>',
    )
    data = workbook(sales(), hidden, sales(), names=("A", "B", "C"), states=("visible", "hidden", "veryHidden"))
    reading = read_excel(data)
    first, second, third = (facts(sheet) for sheet in of_kind(reading, "sheet"))
    assert (first.get("name"), first.get("hidden"), first.get("index")) == ("A", None, 0)
    assert (second.get("hidden"), second.get("tab_color")) == ("hidden", "FF0000")
    assert (second.get("hidden_rows"), second.get("hidden_columns")) == ("2:3, 7:7", "B:C")
    assert third.get("hidden") == "very hidden"
    assert reading.counts.sheets == 3


def test_equal_grids_on_two_sheets_have_keys_of_their_own():
    blocks = of_kind(read_excel(workbook(sales(), sales(), names=("A", "B"))), "tlr")
    assert len({block.key for block in blocks}) == 2
    assert not any("-" in block.key for block in blocks)


def test_merged_cells_are_spans_and_hold_a_block_together():
    rows = row_xml(1, text_cell("A{}", "Head")) + row_xml(2, number_cell("A{}", 1), number_cell("D{}", 2))
    merges = '<mergeCells count="1"><mergeCell ref="A1:D1"/></mergeCells>'
    table = grid(only(read_excel(workbook(sheet_xml(rows, after=merges))), "tlr"))
    assert table.spans == (Span(0, 0, 1, 4),)
    assert table.text(0, 3) == "Head"
    assert table.row(0) == ("Head", "", "", "")


def test_what_a_merged_cell_covers_is_not_shown():
    rows = row_xml(1, text_cell("A{}", "Head"), text_cell("B{}", "covered")) + row_xml(
        2, number_cell("A{}", 1), number_cell("B{}", 2)
    )
    merges = '<mergeCells><mergeCell ref="A1:B1"/><mergeCell ref="nonsense"/></mergeCells>'
    table = grid(only(read_excel(workbook(sheet_xml(rows, after=merges))), "tlr"))
    assert table.row(0) == ("Head", "")


def formal_table() -> bytes:
    """A title directly above a formal table with a totals row, which a formula beside it reads."""
    rows = (
        row_xml(1, text_cell("A{}", "Our stock"))
        + row_xml(2, text_cell("A{}", "Item"), text_cell("B{}", "Count"))
        + row_xml(3, text_cell("A{}", "nut"), number_cell("B{}", 5))
        + row_xml(4, text_cell("A{}", "Total"), number_cell("B{}", 5))
        + row_xml(6, '<c r="D6"><f>SUM(Stock[Count])</f><v>5</v></c>')
    )
    parts: dict[str, str | bytes] = {
        "xl/worksheets/_rels/sheet1.xml.rels": relations_xml(("table", "../tables/table1.xml")),
        "xl/tables/table1.xml": table_xml("Stock", "A2:B4", "Item", "Count", totals=1),
    }
    return workbook(sheet_xml(rows), parts=parts)


def test_a_formal_table_is_carved_out_of_its_block_and_named():
    reading = read_excel(formal_table())
    table, name = only(reading, "table"), only(reading, "name")
    assert (table.at.range, grid(table).header_rows, grid(table).rows) == ("A2:B4", 1, 3)
    assert [found.at.range for found in of_kind(reading, "unstructured")] == ["A1", "D6"]
    assert facts(name).get("name") == "Stock"
    assert (facts(name).get("columns"), facts(name).get("totals_rows")) == ("Item; Count", 1)
    assert targets(reading, name, "about") == ["A2:B4"]


def test_a_structured_reference_reads_its_table():
    reading = read_excel(formal_table())
    formula, name, table = (only(reading, kind) for kind in ("formula", "name", "table"))
    assert {e.target for e in reading.edges if (e.source, e.type) == (formula.key, "computed_from")} == {
        table.key, name.key,
    }  # fmt: skip


def test_a_block_of_one_relative_form_is_one_formula():
    rows = row_xml(1, text_cell("A{}", "x"), text_cell("B{}", "y")) + "".join(
        row_xml(r, number_cell("A{}", r), f'<c r="B{r}"><f>A{r}*2</f><v>{2 * r}</v></c>') for r in range(2, 6)
    )
    reading = read_excel(workbook(sheet_xml(rows)))
    formula = only(reading, "formula")
    assert (formula.at.range, formula.text, facts(formula).get("form")) == ("B2:B5", "=A2*2", "RC[-1]*2")
    assert (facts(formula).get("cells"), facts(formula).get("value"), facts(formula).get("cached")) == (4, "4", True)
    assert targets(reading, formula, "about") == targets(reading, formula, "computed_from") == ["A1:B5"]
    assert grid(only(reading, "tlr")).cell(4, 1).formula == "=A5*2"


def test_shared_formulas_are_expanded():
    rows = (
        row_xml(1, number_cell("A{}", 1), '<c r="B1"><f t="shared" ref="B1:B3" si="0">A1+$A$1</f><v>2</v></c>')
        + row_xml(2, number_cell("A{}", 2), '<c r="B2"><f t="shared" si="0"/><v>3</v></c>')
        + row_xml(3, number_cell("A{}", 3), '<c r="B3"><f t="shared" si="0"/><v>4</v></c>')
        + row_xml(4, number_cell("A{}", 3), '<c r="B4"><f t="shared" si="9"/><v>4</v></c>')
    )
    reading = read_excel(workbook(sheet_xml(rows)))
    table = grid(only(reading, "tlr"))
    assert [table.cell(row, 1).formula for row in range(4)] == ["=A1+$A$1", "=A2+$A$1", "=A3+$A$1", None]
    assert only(reading, "formula").at.range == "B1:B3"


def test_array_formulas_stand_in_braces_over_all_their_cells():
    rows = row_xml(
        1, number_cell("A{}", 1), '<c r="B1"><f t="array" ref="B1:C1">TRANSPOSE(A1:A2)</f><v>1</v>'
        '</c>', number_cell("C{}", 2)
    ) + row_xml(2, number_cell("A{}", 2), number_cell("B{}", 2))  # fmt: skip
    formula = only(read_excel(workbook(sheet_xml(rows))), "formula")
    assert (formula.at.range, formula.text, facts(formula).get("type")) == ("B1:C1", "{=TRANSPOSE(A1:A2)}", "array")


def test_a_data_table_names_its_inputs():
    rows = row_xml(1, '<c r="A1"><f t="dataTable" ref="A1:A2" r1="C1" dt2D="0"/><v>3</v></c>') + row_xml(
        2, number_cell("A{}", 4)
    )
    assert only(read_excel(workbook(sheet_xml(rows))), "formula").text == "{=TABLE(,C1)}"


def test_a_formula_without_a_stored_result_is_told_and_labelled():
    rows = row_xml(1, '<c r="A1"><f>1+1</f></c>', '<c r="B1" t="str"><f>""</f><v></v></c>', number_cell("C{}", 3))
    reading = read_excel(workbook(sheet_xml(rows)))
    block = grid(only(reading, "unstructured"))
    assert block.displayed == ("(not calculated)", "", "3")
    assert block.stored == (None, "", 3)
    assert block.cell(0, 0).formula == "=1+1"
    assert [facts(formula).get("cached") for formula in of_kind(reading, "formula")] == [False, True]
    assert reading.warnings == (
        "Sheet Sheet1: 1 formulas have no stored result; open and save the file in Excel to have them.",
    )


def test_a_block_of_formulas_without_results_is_not_lost():
    rows = "".join(row_xml(r, f'<c r="A{r}"><f>{r}+1</f></c>') for r in (1, 2))
    reading = read_excel(workbook(sheet_xml(rows)))
    assert only(reading, "unstructured").at.range == "A1:A2"
    assert reading.problem is None


def test_formulas_read_other_sheets_ranges_of_sheets_and_names():
    numbers = sheet_xml(row_xml(1, number_cell("A{}", 1)))
    rows = row_xml(
        1, "<c r=\"A1\"><f>'My data'!A1+1</f><v>2</v></c>", '<c r="B1"><f>SUM(First:Last!A1)</f><v>2</v></c>',
        '<c r="C1"><f>Rate*2</f><v>2</v></c>', '<c r="D1"><f>[1]Other!A1+Nothing+"First!A1"</f><v>2</v></c>',
    )  # fmt: skip
    data = workbook(
        sheet_xml(rows), numbers, numbers, numbers, names=("Sum", "My data", "First", "Last"),
        defined='<definedName name="Rate">First!$A$1</definedName>'
        '<definedName name="Loop">Loop+1</definedName><definedName name="Nothing">Nowhere!$A$1</definedName>',
    )  # fmt: skip
    reading = read_excel(data)
    by_key = {artifact.key: artifact for artifact in reading.artifacts}
    read = {
        artifact.text: [
            f"{by_key[e.target].kind} {by_key[e.target].at.sheet}"
            for e in reading.edges
            if e.source == artifact.key and e.type == "computed_from"
        ]
        for artifact in of_kind(reading, "formula")
    }
    assert read["='My data'!A1+1"] == ["sheet My data", "unstructured My data"]
    assert read["=SUM(First:Last!A1)"] == ["sheet First", "unstructured First", "sheet Last", "unstructured Last"]
    assert read["=Rate*2"] == ["name First", "sheet First", "unstructured First"]
    # the name is read, what it stands for is nowhere
    assert read['=[1]Other!A1+Nothing+"First!A1"'] == ["name Nowhere"]


def test_defined_names_say_what_they_stand_for():
    defined = (
        '<definedName name="Rate" comment="of tax">Sheet1!$B$4:$B$5</definedName>'
        '<definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">Sheet1!$A$1</definedName>'
        '<definedName name="Local" localSheetId="0">Sheet1!$C$4</definedName>'
        '<definedName name="Two">1+Sheet1!$B$4</definedName>'
    )
    reading = read_excel(workbook(sales(), defined=defined))
    rate, local, two = of_kind(reading, "name")
    assert (rate.text, rate.at.sheet, rate.at.range) == ("Rate = Sheet1!$B$4:$B$5", "Sheet1", "B4:B5")
    assert facts(rate).get("comment") == "of tax"
    assert targets(reading, rate, "about") == ["Sheet1", "B2:D5"]
    assert (facts(local).get("scope"), two.at.range) == ("Sheet1", None)


def beside() -> bytes:
    """A sheet with a comment, a threaded comment, links, a rule, print headers, a picture, a chart and a shape."""
    after = (
        '<dataValidations><dataValidation type="list" sqref="C4:C5"><formula1>"a,b"</formula1></dataValidation>'
        '<dataValidation type="whole" operator="lessThan" sqref="D4"><formula1>9</formula1></dataValidation>'
        '<dataValidation sqref="D5"/></dataValidations>'
        '<hyperlinks><hyperlink ref="B4" r:id="rId1"/><hyperlink ref="B5" location="Sheet1!C4" display="to C4"/>'
        "</hyperlinks>"
        '<headerFooter><oddHeader>&amp;L&amp;"Arial,Bold"Left&amp;C&amp;12Page &amp;P of &amp;N'
        "&amp;RA &amp;&amp; B</oddHeader>"
        '<oddFooter>&amp;K000000plain</oddFooter><evenFooter></evenFooter></headerFooter><drawing r:id="rId2"/>'
    )
    anchor = (
        "<xdr:from><xdr:col>1</xdr:col><xdr:row>9</xdr:row></xdr:from>"
        "<xdr:to><xdr:col>2</xdr:col><xdr:row>11</xdr:row></xdr:to>"
    )
    drawing = (
        f'<xdr:wsDr xmlns:xdr="{DRAWN}/spreadsheetDrawing" xmlns:a="{DRAWN}/main" xmlns:r="{RELATED}" '
        f'xmlns:c="{DRAWN}/chart">'
        f'<xdr:twoCellAnchor>{anchor}<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="Logo" descr="our logo"/>'
        f"</xdr:nvPicPr>"
        '<xdr:blipFill><a:blip r:embed="rId1"/></xdr:blipFill></xdr:pic></xdr:twoCellAnchor>'
        f'<xdr:twoCellAnchor>{anchor}<xdr:graphicFrame><xdr:nvGraphicFramePr><xdr:cNvPr id="3" name="Chart 1"/>'
        f"</xdr:nvGraphicFramePr>"
        '<a:graphic><a:graphicData><c:chart r:id="rId2"/></a:graphicData></a:graphic></xdr:graphicFrame>'
        "</xdr:twoCellAnchor>"
        '<xdr:absoluteAnchor><xdr:sp><xdr:nvSpPr><xdr:cNvPr id="4" name="Box"/></xdr:nvSpPr><xdr:txBody><a:p>'
        "<a:r><a:t>in a box</a:t>"
        "</a:r></a:p></xdr:txBody></xdr:sp></xdr:absoluteAnchor></xdr:wsDr>"
    )
    series = (
        '<c:ser><c:val><c:numRef><c:f>Sheet1!$C$4:$C$5</c:f><c:numCache><c:ptCount val="2"/>'
        '<c:pt idx="0"><c:v>1200.5</c:v></c:pt><c:pt idx="1"><c:v>800</c:v></c:pt></c:numCache></c:numRef>'
        "</c:val></c:ser>"
    )
    threads = "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"
    parts: dict[str, str | bytes] = {
        "xl/worksheets/_rels/sheet1.xml.rels": relations_xml(
            ("hyperlink", "https://example.org/a"),
            ("drawing", "../drawings/drawing1.xml"),
            ("comments", "../comments1.xml"),
            ("threadedComment", "../threadedComments/t1.xml"),
        ),
        "xl/comments1.xml": f'<comments xmlns="{MAIN}"><authors><author>Ann</author></authors><commentList>'
        '<comment ref="C4" authorId="0"><text><r><t>check </t></r><r><t>this</t></r></text></comment>'
        '<comment ref="D4" authorId="0"><text><t>[Threaded comment] see there</t></text></comment></commentList>'
        "</comments>",
        "xl/threadedComments/t1.xml": f'<ThreadedComments xmlns="{threads}">'
        f'<threadedComment ref="D4" personId="P" id="1" '
        'dT="2024-01-02T03:04:05" done="1"><text>why?</text></threadedComment><threadedComment ref="D4" personId="P" '
        'id="2" parentId="1"><text>because</text></threadedComment></ThreadedComments>',
        "xl/persons/p.xml": f'<personList xmlns="{threads}"><person id="P" displayName="Bo"/></personList>',
        "xl/_rels/workbook.xml.rels": relations_xml(
            ("worksheet", "worksheets/sheet1.xml"), ("person", "persons/p.xml")
        ),
        "xl/drawings/drawing1.xml": drawing,
        "xl/drawings/_rels/drawing1.xml.rels": relations_xml(
            ("image", "../media/image1.png"), ("chart", "../charts/chart1.xml")
        ),
        "xl/media/image1.png": PNG,
        "xl/charts/chart1.xml": f'<c:chartSpace xmlns:c="{DRAWN}/chart"><c:chart><c:plotArea>'
        f"<c:lineChart>{series}</c:lineChart>"
        "</c:plotArea></c:chart></c:chartSpace>",
    }
    rows = sales().split("<sheetData>")[1].split("</sheetData>")[0]
    return workbook(sheet_xml(rows, after=after), parts=parts)


def test_comments_stand_beside_their_cells_and_threads_take_the_place_of_their_copies():
    reading = read_excel(beside())
    found = [(note.at.range, note.text, facts(note).get("author")) for note in of_kind(reading, "comment")]
    assert found == [
        ("D4", "Bo, resolved: why?", "Bo"), ("D4", "Bo: because", "Bo"), ("C4", "Ann: check this", "Ann"),
    ]  # fmt: skip
    assert [facts(note).get("reply") for note in of_kind(reading, "comment")] == [False, True, None]
    assert targets(reading, of_kind(reading, "comment")[2], "about") == ["B2:D5"]


def test_links_rules_and_print_headers_are_facts():
    reading = read_excel(beside())
    assert [link.text for link in of_kind(reading, "hyperlink")] == ["https://example.org/a", "#Sheet1!C4"]
    assert [rule.text for rule in of_kind(reading, "validation")] == ['list: "a,b"', "whole lessThan: 9"]
    header, footer = of_kind(reading, "header_footer")
    assert (header.text, footer.text) == ("Left | Page &[Page] of &[Pages] | A & B", "plain")
    assert (facts(header).get("left"), facts(header).get("place")) == ("Left", "oddHeader")


def test_pictures_charts_and_shapes_keep_their_place_in_the_grid():
    reading = read_excel(beside())
    picture, chart, shape = only(reading, "image"), only(reading, "chart"), only(reading, "shape")
    assert (picture.at.range, picture.text) == ("B10:C12", "our logo")
    assert isinstance(picture.payload, Picture)
    assert reading.blobs[picture.blob or ""] == PNG
    assert isinstance(chart.payload, Chart)
    assert chart.payload.series[0].values == (1200.5, 800)
    assert targets(reading, chart, "drawn_from") == ["B2:D5"]
    assert (shape.text, shape.at.range) == ("in a box", None)


def test_properties_are_metadata_and_the_title_is_the_documents():
    core = (
        '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Year book</dc:title></cp:coreProperties>'
    )
    reading = read_excel(workbook(sales(), parts={"docProps/core.xml": core}))
    assert (reading.title, dict(reading.properties)) == ("Year book", {"title": "Year book"})
    assert only(reading, "metadata").text == "title: Year book"
