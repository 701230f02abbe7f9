"""The second reading of facets: looks, names, rules, charts and outlines, by the card's libraries."""

from io import BytesIO

import docx
import openpyxl
import pptx
from docx.enum.text import WD_COLOR_INDEX
from openpyxl.chart import BarChart, Reference
from openpyxl.styles import PatternFill
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.table import Table
from pptx.dml.color import RGBColor
from pptx.enum.dml import MSO_THEME_COLOR
from pptx.enum.shapes import MSO_SHAPE
from pptx.util import Inches
from reportlab.pdfgen.canvas import Canvas

from assay.model.artifact import Anchor
from assay.model.probe import Place
from extractors.second import read_second

_OOXML = "application/vnd.openxmlformats-officedocument."
WORD, EXCEL, POWERPOINT = (
    f"{_OOXML}{name}" for name in ("wordprocessingml.document", "spreadsheetml.sheet", "presentationml.presentation")
)


def lines(data: bytes, media_type: str, kind: str, at: Anchor) -> list[str]:
    second = read_second(data, media_type, Place("d/a", "t", kind, at))
    assert second is not None
    return second.text.split("\n")


def test_highlighted_and_struck_words_stand_with_how_they_look():
    document, out = docx.Document(), BytesIO()
    paragraph = document.add_paragraph("Leases are ")
    paragraph.add_run("inde").font.highlight_color = WD_COLOR_INDEX.YELLOW
    paragraph.add_run("xed").font.highlight_color = WD_COLOR_INDEX.YELLOW
    paragraph.add_run(", not ")
    paragraph.add_run("binding").font.strike = True
    paragraph.add_run("void").font.double_strike = True
    document.core_properties.title = "Leases of the year"
    document.save(out)
    found = lines(out.getvalue(), WORD, "text", Anchor(part="body", index=0))
    assert {"yellow: indexed", "single: binding", "double: void"} <= set(found)
    assert "Leases of the year" in lines(out.getvalue(), WORD, "metadata", Anchor(part="core"))


def book() -> bytes:
    workbook, out = openpyxl.Workbook(), BytesIO()
    sheet = workbook.active
    assert sheet is not None
    sheet.title = "The year"
    for row in (("Brand", "Now"), ("North", 7), ("South", 9)):
        sheet.append(row)
    sheet["A3"].fill = PatternFill("solid", "FFFFE699")
    workbook.defined_names["Now"] = DefinedName("Now", attr_text="'The year'!$B$2:$B$3")
    sheet.add_table(Table(displayName="All", ref="A1:B3"))
    rule = DataValidation("list", formula1='"open,done"')
    rule.add("C2:C3")
    sheet.add_data_validation(rule)
    chart = BarChart()
    chart.title = "Brands now"
    chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=3), titles_from_data=True)
    chart.set_categories(Reference(sheet, min_col=1, min_row=2, max_row=3))
    chart.anchor = "E2"
    sheet.add_chart(chart)
    workbook.properties.title = "Book of the year"
    workbook.save(out)
    return out.getvalue()


def test_names_tables_rules_fills_and_charts_of_a_workbook_are_read_again():
    def at(range: str, kind: str) -> list[str]:
        return lines(book(), EXCEL, kind, Anchor(sheet="The year", range=range))

    assert {"Now = 'The year'!$B$2:$B$3", "All = 'The year'!A1:B3"} <= set(at("B2:B3", "name"))
    assert '"open,done"' in at("C2:C3", "validation")
    assert '"open,done"' not in at("C2:C9", "validation")
    assert at("A3", "format") == ["South", "FFE699"]
    assert {"Brands now", "North", "9"} <= set(at("E2:K16", "chart"))
    assert "Book of the year" in lines(book(), EXCEL, "metadata", Anchor(part="core"))


def deck() -> bytes:
    presentation, out = pptx.Presentation(), BytesIO()
    slide = presentation.slides.add_slide(presentation.slide_layouts[5])
    frame = slide.shapes.add_table(2, 1, Inches(1), Inches(1), Inches(3), Inches(1))
    frame.table.cell(1, 0).text = "North"
    frame.table.cell(1, 0).fill.solid()
    frame.table.cell(1, 0).fill.fore_color.rgb = RGBColor(0xFF, 0xE6, 0x99)
    shape = slide.shapes.add_shape(MSO_SHAPE.ROUNDED_RECTANGLE, Inches(1), Inches(3), Inches(3), Inches(1))
    shape.fill.solid()
    shape.fill.fore_color.rgb = RGBColor(0x70, 0xAD, 0x47)
    run = shape.text_frame.paragraphs[0].add_run()
    run.text, run.hyperlink.address = "portal", "https://a.example/x"
    themed = slide.shapes.add_shape(MSO_SHAPE.OVAL, Inches(5), Inches(3), Inches(1), Inches(1))
    themed.fill.solid()
    themed.fill.fore_color.theme_color = MSO_THEME_COLOR.ACCENT_1
    slide.element.set("show", "0")
    presentation.save(out)
    return out.getvalue()


def test_fills_links_and_hidden_slides_of_a_deck_are_read_again():
    shapes = {shape.name: str(shape.shape_id) for shape in pptx.Presentation(BytesIO(deck())).slides[0].shapes}

    def at(name: str, kind: str, row: int | None = None) -> list[str]:
        number = next(id for shape, id in shapes.items() if shape.startswith(name))
        return lines(deck(), POWERPOINT, kind, Anchor(slide=1, shape=number, row=row, column=0))

    assert at("Table", "cell_color", row=1) == ["North", "FFE699"]
    assert at("Table", "cell_color", row=0) == [""]
    assert read_second(deck(), POWERPOINT, Place("d/a", "t", "cell_color", Anchor(slide=1, shape="3", row=9))) is None
    assert at("Rounded", "shape")[1:] == ["portal", "70AD47", "https://a.example/x"]
    assert at("Oval", "shape")[1:] == [""]
    assert "Slide 1 is hidden" in lines(deck(), POWERPOINT, "hidden", Anchor(slide=1))


def test_links_outline_and_properties_of_a_pdf_are_read_again():
    out = BytesIO()
    canvas = Canvas(out, pagesize=(300, 300))
    canvas.setTitle("Review of the year")
    canvas.drawString(50, 200, "More here")
    canvas.linkURL("https://a.example/x", (50, 195, 120, 215))
    canvas.bookmarkPage("one")
    canvas.addOutlineEntry("Traffic", "one")
    canvas.save()
    pdf = "application/pdf"
    assert lines(out.getvalue(), pdf, "hyperlink", Anchor(page=1, box=(50.0, 85.0, 120.0, 105.0))) == [
        "More here", "https://a.example/x",
    ]  # fmt: skip
    assert lines(out.getvalue(), pdf, "text", Anchor(page=1, box=(50.0, 85.0, 120.0, 105.0))) == ["More here"]
    assert lines(out.getvalue(), pdf, "outline", Anchor(page=1)) == ["Traffic"]
    assert "Review of the year" in lines(out.getvalue(), pdf, "metadata", Anchor())
