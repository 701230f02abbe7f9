"""Slides, sheets, pages and charts get their pictures where LibreOffice is installed; one warning where it is not."""

from __future__ import annotations

import io
import shutil
import struct
from collections.abc import Sequence
from pathlib import Path
from zipfile import ZipFile

import docx
import pytest
from docx.opc.constants import CONTENT_TYPE, RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import parse_xml
from openpyxl import Workbook
from openpyxl.chart import BarChart, Reference

from assay.model.canonical import digest_bytes
from assay.model.document import Document
from assay.stages.looking import read_file
from assay.stages.pictures import with_pictures
from tests.extractors.parts import NAMESPACES
from tests.native import rich

DECK = Path("data/sample/energy/grid-outlook-2025.pptx")
needs_office = pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
CHART = (
    '<w:r><w:drawing><wp:inline><wp:extent cx="3000000" cy="2000000"/><wp:docPr id="1" name="c"/><a:graphic>'
    '<a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart r:id="{}"/></a:graphicData>'
    "</a:graphic></wp:inline></w:drawing></w:r>"
)


def drawn(folder: Path, name: str, data: bytes, keys: Sequence[str] = ()) -> tuple[Document, list[Path]]:
    file = folder / name
    file.write_bytes(data)
    extraction = read_file(file)
    media = folder / "media"
    media.mkdir(exist_ok=True)
    return with_pictures(extraction, extraction.document, keys, media)


def size(path: Path) -> tuple[int, int]:
    width, height = struct.unpack(">II", path.read_bytes()[16:24])
    return width, height


def report() -> bytes:
    """A page with a chart whose part leans on nothing else."""
    made, out = docx.Document(), io.BytesIO()
    with ZipFile(io.BytesIO(rich.powerpoint())) as deck:
        chart = next(deck.read(name) for name in deck.namelist() if name.startswith("ppt/charts/chart"))
    part = Part(PackURI("/word/charts/c.xml"), CONTENT_TYPE.DML_CHART, chart, made.part.package)
    drawing = CHART.format(made.part.relate_to(part, RELATIONSHIP_TYPE.CHART))
    made.element[0].insert(0, parse_xml(f"<w:p {NAMESPACES}>{drawing}</w:p>"))
    made.save(out)
    return out.getvalue()


def workbook() -> bytes:
    """Two sheets, one hidden, with a chart on the first that is much wider than a page."""
    made, out = Workbook(), io.BytesIO()
    sheet = made.create_sheet("Shown", 0)
    del made["Sheet"]
    sheet.append([f"C{column}" for column in range(1, 40)])
    sheet.append(list(range(1, 40)))
    bars = BarChart()
    bars.add_data(Reference(sheet, min_col=1, max_col=5, min_row=2, max_row=2), from_rows=True)
    sheet.add_chart(bars, "B5")
    hidden = made.create_sheet("Hidden")
    hidden["A1"] = "seen"
    hidden.sheet_state = "hidden"
    made.save(out)
    return out.getvalue()


def test_without_libreoffice_a_deck_comes_with_one_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    extraction = read_file(DECK)
    monkeypatch.setenv("PATH", str(tmp_path))
    document, written = with_pictures(extraction, extraction.document, (), tmp_path)
    assert written == []
    assert document.warnings[:-1] == extraction.document.warnings
    assert "`assay doctor` names the package" in document.warnings[-1]


def test_a_document_without_pages_is_left_alone(tmp_path: Path):
    extraction = read_file(Path("data/sample/energy/losses-memo.md"))
    assert with_pictures(extraction, extraction.document, (), tmp_path) == (extraction.document, [])


@needs_office
@pytest.mark.slow
def test_each_slide_and_each_chart_on_it_has_its_picture_as_blob(tmp_path: Path):
    document, written = drawn(tmp_path, "deck.pptx", rich.powerpoint())
    pictured = list(document.of_kind("slide", "chart"))
    assert {one.blob for one in pictured} == {digest_bytes(path.read_bytes()) for path in written}
    assert len({one.blob for one in pictured}) == len(pictured) == document.counts.slides + 1
    # 4,000,000 by 3,000,000 EMU, two pixels a point
    figure = next(one for one in pictured if one.kind == "chart")
    width, height = size(next(path for path in written if path.stem == figure.key))
    assert (abs(width - 630), abs(height - 472)) <= (2, 2)


@needs_office
@pytest.mark.slow
def test_a_text_document_has_its_pages_and_its_charts_drawn(tmp_path: Path):
    document, written = drawn(tmp_path, "report.docx", report())
    figure = next(document.of_kind("chart"))
    assert [path.stem for path in written] == ["page-0001", figure.key]
    assert figure.blob == digest_bytes(written[1].read_bytes())
    # white, black letters, and the colour of the columns
    assert len(written[1].read_bytes()) > 5_000


@needs_office
@pytest.mark.slow
def test_each_sheet_is_one_picture_a_hidden_one_too(tmp_path: Path):
    document, written = drawn(tmp_path, "book.xlsx", workbook())
    sheets, [figure] = list(document.of_kind("sheet")), list(document.of_kind("chart"))
    assert {path.stem for path in written} == {*(one.key for one in sheets), figure.key}
    assert len({one.blob for one in [*sheets, figure]}) == 3
    width, _ = size(next(path for path in written if path.stem == sheets[0].key))
    assert width > 2 * size(next(path for path in written if path.stem == sheets[1].key))[0]
