"""The archive of a seed: the same bytes each time, never over somebody else's files, readable by every library."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import docx
import openpyxl
import pptx
import pytest
from pptx.enum.shapes import MSO_SHAPE_TYPE
from pptx.shapes.autoshape import Shape
from pptx.shapes.graphfrm import GraphicFrame

from assay.enterprise import build, key_path
from assay.model.errors import UsageError
from tests.sample import SAMPLE


def contents(folder: Path) -> dict[str, bytes]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def lines(key: Path) -> list[dict]:
    return [json.loads(line) for line in key.read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def archive(tmp_path_factory) -> Path:
    return build(1, tmp_path_factory.mktemp("seed") / "one").archive


def test_the_bundled_sample_is_what_seed_1_gives_byte_for_byte(archive):
    made, kept = contents(archive), contents(SAMPLE)
    assert sorted(made) == sorted(kept)
    assert [name for name in kept if kept[name] != made[name]] == []
    assert key_path(archive).read_bytes() == key_path(SAMPLE).read_bytes()


@pytest.mark.slow
def test_hash_seed_time_zone_and_locale_change_no_byte(archive, tmp_path):
    script = "import sys, pathlib; from assay.enterprise import build; build(1, pathlib.Path(sys.argv[1]))"
    settings = {"PYTHONHASHSEED": "77", "TZ": "Asia/Tokyo", "LC_ALL": "C", "PYTHONUTF8": "0"}
    root = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-c", script, tmp_path / "a"], env=os.environ | settings, cwd=root, check=True)
    digests = [
        {name: hashlib.sha256(data).hexdigest() for name, data in contents(folder).items()}
        for folder in (archive, tmp_path / "a")
    ]
    assert digests[0] == digests[1]


def test_another_seed_gives_other_names_and_numbers_in_the_same_files(archive, tmp_path):
    other = build(2, tmp_path / "two").archive
    one, two = contents(archive), contents(other)
    assert sorted(one) == sorted(two)
    same = {name for name in one if one[name] == two[name]}
    assert same <= {"retail/notes.md"}


def test_a_second_run_replaces_the_archive_that_the_first_made(tmp_path):
    build(1, tmp_path / "a", documents=5)
    built = build(2, tmp_path / "a", documents=3)
    assert built.documents == 3
    assert len(contents(tmp_path / "a")) == 4


def test_a_folder_with_somebody_elses_file_is_left_alone(tmp_path):
    build(1, tmp_path / "a", documents=1)
    (tmp_path / "a" / "mine.txt").write_text("mine")
    before = contents(tmp_path / "a")
    with pytest.raises(UsageError, match=r"mine\.txt"):
        build(1, tmp_path / "a")
    assert contents(tmp_path / "a") == before


def test_a_listing_by_another_hand_makes_no_file_ours(tmp_path):
    (tmp_path / "SOURCES.csv").write_text("path,origin,licence,source_kind\nmine.txt,me,CC0-1.0,memo\n")
    with pytest.raises(UsageError, match=r"SOURCES\.csv"):
        build(1, tmp_path)


def test_a_file_in_place_of_the_folder_or_above_it_is_refused(tmp_path):
    (tmp_path / "a").write_text("mine")
    with pytest.raises(UsageError, match="is a file"):
        build(1, tmp_path / "a")
    with pytest.raises(UsageError, match="cannot be written"):
        build(1, tmp_path / "a" / "b")


def test_a_file_that_only_bears_the_keys_name_is_spared(tmp_path):
    (tmp_path / "a.key.jsonl").write_text("my notes\n")
    with pytest.raises(UsageError, match="Move it away"):
        build(1, tmp_path / "a")
    assert (tmp_path / "a.key.jsonl").read_text() == "my notes\n"


@pytest.mark.parametrize("asked", [0, -3])
def test_a_number_of_documents_that_cannot_be_had_is_refused(tmp_path, asked):
    with pytest.raises(UsageError):
        build(1, tmp_path / "a", documents=asked)
    assert not (tmp_path / "a").exists()


@pytest.mark.slow
def test_more_documents_are_those_of_further_organisations_with_names_of_their_own(archive, tmp_path):
    first = len(contents(archive)) - 1
    built = build(1, tmp_path / "more", documents=first + 16)
    more, one = contents(built.archive), contents(archive)
    assert built.documents == first + 16
    assert {name: data for name, data in more.items() if name in one and name != "SOURCES.csv"} == {
        name: data for name, data in one.items() if name != "SOURCES.csv"
    }
    names = [
        line for line in lines(built.key) if line["type"] == "name" and line["kind"] in ("entity", "item", "place")
    ]
    assert len({name["canonical"] for name in names}) == len(names)
    assert len({path.split("/")[1] for path in set(more) - set(one)}) == 2


def test_every_file_is_listed_with_origin_licence_and_kind(archive):
    rows = list(csv.DictReader(io.StringIO((archive / "SOURCES.csv").read_text("utf-8"))))
    assert sorted(row["path"] for row in rows) == sorted(set(contents(archive)) - {"SOURCES.csv"})
    assert all(row["origin"] and row["licence"] == "CC0-1.0" and row["source_kind"] for row in rows)
    assert {Path(row["path"]).suffix for row in rows} == {
        ".docx", ".xlsx", ".pptx", ".pdf", ".csv", ".html", ".md", ".txt"
    }  # fmt: skip


def test_packages_hold_stored_members_of_one_time_and_date(archive):
    for path in [*archive.rglob("*.docx"), *archive.rglob("*.pptx"), archive / "retail/store-book-fy2024.xlsx"]:
        with zipfile.ZipFile(path) as package:
            assert {member.date_time for member in package.infolist()} == {(2025, 3, 14, 9, 0, 0)}
            assert {member.compress_type for member in package.infolist()} == {zipfile.ZIP_STORED}
            assert package.read("docProps/core.xml").count(b">2025-03-14T09:00:00Z<") == 2


def test_the_workbook_inside_a_chart_is_settled_too(archive):
    with zipfile.ZipFile(archive / "energy/grid-outlook-2025.pptx") as deck:
        inside = [name for name in deck.namelist() if name.endswith(".xlsx")]
        with zipfile.ZipFile(io.BytesIO(deck.read(inside[0]))) as book:
            assert {member.date_time for member in book.infolist()} == {(2025, 3, 14, 9, 0, 0)}
            assert book.read("docProps/core.xml").count(b">2025-03-14T09:00:00Z<") == 2


def test_cached_formula_values_are_what_the_formulas_give(archive):
    path = archive / "energy/statistical-yearbook-2025.xlsx"
    formulas, values = openpyxl.load_workbook(path)["Generation"], openpyxl.load_workbook(path, data_only=True)
    sheet = values["Generation"]
    assert formulas["K13"].value == "=SUM(K5:K12)"
    assert sheet["K13"].value == sum(int(str(sheet.cell(row, 11).value)) for row in range(5, 13))
    zones = openpyxl.load_workbook(path)["Zones"]
    assert [zones.cell(row, 2).value for row in (9, 14, 15)] == ["=SUM(B5:B8)", "=SUM(B10:B13)", "=B9+B14"]
    assert formulas["M5"].value == "=K5/J5-1"
    assert sheet["M5"].value == pytest.approx(sheet["K5"].value / sheet["J5"].value - 1)
    assert values["Working"].sheet_state == "hidden"
    assert "Renewables" in values["Renewables"].tables
    assert values.defined_names["Generation_2024"].attr_text == "Generation!$K$5:$K$12"
    assert values["Capacity"]["B5"].comment.text == "Includes stations in cold reserve."


def test_the_report_holds_header_footer_footnotes_comment_link_and_picture(archive):
    path = archive / "energy/annual-energy-report-2024.docx"
    report = docx.Document(str(path))
    assert "Annual Energy Report" in report.sections[0].header.paragraphs[0].text
    assert report.sections[0].footer.paragraphs[0].text == "Published 14 March 2025"
    assert [comment.author for comment in report.comments] != []
    assert [link.address for paragraph in report.paragraphs for link in paragraph.hyperlinks] == [
        "https://data.energy.example/annual"
    ]
    assert "Bar picture" in str(report.inline_shapes[0]._inline.docPr.get("descr"))
    with zipfile.ZipFile(path) as package:
        assert b"Own use of power stations" in package.read("word/footnotes.xml")
        assert b'<w:footnoteReference w:id="2"/>' in package.read("word/document.xml")


def test_the_deck_has_notes_a_chart_a_coloured_box_and_one_hidden_slide(archive):
    slides = list(pptx.Presentation(str(archive / "energy/grid-outlook-2025.pptx")).slides)
    assert [slide.has_notes_slide for slide in slides] == [False, True, True, False, False, False]
    assert [slide.element.get("show") for slide in slides] == [None] * 5 + ["0"]
    assert [any(shape.has_chart for shape in slide.shapes) for slide in slides] == [False] * 3 + [True] + [False] * 2
    boxes = [shape for shape in slides[4].shapes if isinstance(shape, Shape)]
    texts = [box.text_frame.text for box in boxes if box.shape_type == MSO_SHAPE_TYPE.AUTO_SHAPE]
    assert texts == ["Draft for the board only"]


def test_headings_of_two_rows_are_merged_in_sheets_and_on_slides(archive):
    sheet = openpyxl.load_workbook(archive / "energy/statistical-yearbook-2025.xlsx")["Industry"]
    assert {"A4:A5", "B4:F4", "G4:K4"} <= {str(area) for area in sheet.merged_cells.ranges}
    slides = list(pptx.Presentation(str(archive / "retail/investor-day-2025.pptx")).slides)
    table = next(shape.table for shape in slides[4].shapes if isinstance(shape, GraphicFrame) and shape.has_table)
    assert (table.cell(0, 1).span_width, table.cell(0, 0).span_height) == (3, 2)
