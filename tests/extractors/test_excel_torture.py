"""One workbook with every kind: each word in its place once, each key and its copies gone and nothing else."""

import io
import json
import zipfile
from dataclasses import replace
from functools import cache

import pytest

from assay.markdown import artifact_markdown, document_markdown
from assay.model.artifact import Artifact, Chart, Facts
from assay.model.canonical import Scalar
from assay.model.codec import to_text
from assay.model.document import Document, Reading
from assay.model.grid import Grid
from assay.model.kinds import KINDS
from assay.representations import represent
from assay.views import closure, without
from extractors.excel import read_excel
from tests.extractors.torture_excel import SHEETS, WORDS, torture
from tests.extractors.workbooks import zipped
from tests.made import document_of


@cache
def reading() -> Reading:
    return read_excel(torture())


@cache
def document() -> Document:
    return document_of(reading(), "torture.xlsx")


def said(artifact: Artifact) -> str:
    """What an artifact says; the formulas behind cells go from them with the formulas' own artifacts."""
    payload = artifact.payload
    return artifact_markdown(artifact) + to_text(
        replace(payload, formulas=()) if isinstance(payload, Grid) else payload
    )


@cache
def home(word: str) -> Artifact:
    """The artifact that a word is in, and not those that say something about it."""
    found = [each for each in document().artifacts if each.kind == WORDS[word] and word in said(each)]
    assert len(found) == 1, (word, [each.text for each in found])
    return found[0]


def facts(kind: str, **stated: Scalar) -> dict[str, Scalar]:
    """The facts of the one artifact of a kind that states some of them."""
    found = [dict(each.payload.values) for each in of_kind(kind) if isinstance(each.payload, Facts)]
    (one,) = [each for each in found if stated.items() <= each.items()]
    return one


def of_kind(kind: str) -> list[Artifact]:
    return [each for each in document().artifacts if each.kind == kind]


def test_every_kind_of_workbooks_is_in_it():
    declared = {kind for app, kind in KINDS if app == "excel"}
    assert {each.kind for each in reading().artifacts} == declared
    assert (reading().problem, reading().title) == (None, "zqbook")
    assert reading().warnings == (
        "Sheet Main: 1 formulas have no stored result; open and save the file in Excel to have them.",
    )


@pytest.mark.parametrize("word", WORDS)
def test_each_word_is_in_its_artifact_and_else_only_in_what_rests_on_it(word: str):
    copies = [each for each in document().artifacts if word in said(each)]
    assert {each.key for each in copies} <= closure(document(), [home(word).key])


@pytest.mark.parametrize("key", [each.key for each in reading().artifacts])
def test_a_key_takes_its_words_and_their_copies_and_nothing_else(key: str):
    gone = closure(document(), [key])
    left = without(document(), [key])
    shown = document_markdown(left, anchors=False)
    shown += json.dumps([to_text(each.payload) for each in left.artifacts], ensure_ascii=False)
    for word in WORDS:
        assert (word in shown) == (home(word).key not in gone), word


def test_facts_take_no_cells_with_them():
    cells = {each.key for each in document().artifacts if isinstance(each.payload, Grid)}
    for each in document().artifacts:
        if each.declared.layer == "facts":
            assert not closure(document(), [each.key]) & cells, each.text


def test_the_index_of_sheets_comes_first():
    opening = document_markdown(document()).split("\n\n")[0]
    assert opening.splitlines() == [
        "Sheets:", "1. Main", "2. Stock", "3. Pivots", "4. zqhiddensheet (hidden)", "5. zqveryhidden (very hidden)",
        "6. zqchartsheet (chart sheet)",
    ]  # fmt: skip
    first = dict(of_kind("sheet")[0].payload.values)  # pyright: ignore[reportAttributeAccessIssue]
    assert (first["tab_color"], first["hidden_rows"], first["hidden_columns"]) == ("203864", "30:30", "H:I")


def test_cells_show_what_excel_shows_at_their_address():
    assert [home(word).at.range for word in ("zqregion", "zqloose", "zqmerged", "36:00", "2024-02-29")] == [
        "A1:D4", "A6", "A8:C8", "C14", "A14",
    ]  # fmt: skip
    grid = home("zqregion").payload
    assert isinstance(grid, Grid)
    assert grid.row(1) == ("zqnorth", "40", "7.5%", "80")
    assert (grid.cell(1, 2).stored, grid.cell(1, 2).format) == (0.075, "0.0%")
    assert [grid.cell(row, 3).formula for row in range(1, 4)] == ["=B2*2", "=B3*2", "=SUM(D2:D3)"]
    assert home("zqmerged").payload.spans[0].width == 3  # pyright: ignore[reportAttributeAccessIssue]


def test_formulas_have_their_kind_and_read_what_they_name():
    shown = {each.text: (each.at.range, facts("formula", formula=each.text)["type"]) for each in of_kind("formula")}
    assert shown["=B2*2"] == ("D2:D3", "shared")
    assert shown['{=TRANSPOSE(B2:B3)&"zqarray"}'] == ("A16:B16", "array")
    assert shown['=FILTER(B2:B3,A2:A3="zqfilter")'] == ("A18:A19", "dynamic array")
    assert shown["{=TABLE(C6,)}"] == ("B22:B23", "dataTable")
    assert facts("formula", formula="=1+1")["cached"] is False
    by_key = {each.key: each for each in document().artifacts}
    (reader,) = [each for each in of_kind("formula") if each.text == "=SUM(zqstock[Count])+Main!C6"]
    read = [by_key[e.target] for e in reading().edges if (e.source, e.type) == (reader.key, "computed_from")]
    assert [(one.kind, one.at.sheet, one.at.range) for one in read] == [
        ("name", "Stock", "A1:B3"), ("table", "Stock", "A1:B3"), ("sheet", "Main", None),
        ("unstructured", "Main", "C6"),
    ]  # fmt: skip


def test_charts_tell_type_axes_series_labels_legend_and_source():
    assert home("zqcharttitle").text.splitlines() == [
        "column chart: zqcharttitle", "axes: zqaxis", "legend: bottom", "data labels: values",
        "zqseries: first = 40; second = 60 [zqlabel]", "source ranges: Main!$A$2:$A$3; Main!$B$2:$B$3",
    ]  # fmt: skip
    chart = home("zqcharttitle").payload
    assert isinstance(chart, Chart)
    assert (chart.series[0].source, chart.series[0].values) == ("Main!$B$2:$B$3", (40, 60))
    assert (home("zqsheetchart").at.sheet, home("zqsheetchart").at.range) == ("zqchartsheet", None)


def test_floats_stand_in_the_grid_where_they_are_anchored():
    assert (home("zqalt").at.range, home("zqshape").at.range) == ("E2:F3", "B6")
    assert facts("shape", name="Right")["type"] == "ellipse"
    assert facts("shape", name="Arrow")["to"] == "Left"
    assert facts("shape", name="Left")["group"] == "Pair"
    order = [each.kind for each in document().artifacts if each.at.sheet == "Main"]
    assert order[:6] == ["sheet", "tlr", "image", "chart", "unstructured", "shape"]


def test_pivots_tell_fields_filters_aggregations_and_source():
    assert home("zqpivotname").text.splitlines() == [
        "pivot table zqpivotname", "rows: zqpivotfield", "values: average of Sales, shown as % of total as “zqaverage”",
        "source: 'Pivots'!A1:B3", "hidden items: zqpivotfield: west",
    ]  # fmt: skip
    source = home("zqpivotfield")
    assert home("zqpivotname").key in closure(document(), [source.key])


def test_looks_of_cells_are_told_by_ranges():
    said = {facts("format", cells=cells)["aspect"] for cells in ("A10", "A12", "A4:B4", "C2:C4")}
    assert said == {"fill", "strikeout", "bold", "number format"}
    assert facts("format", cells="A10")["value"] == "FFCC00"
    assert facts("format", cells="B2:B3")["look"] == "fill FFC7CE, font colour 9C0006, bold"


def test_comments_links_and_rules_are_told_in_full():
    assert [each.text for each in of_kind("comment")] == [
        "Bo, resolved: zqquestion", "Bo: zqanswer", "zqauthor: zqremark",
    ]  # fmt: skip
    assert home("zqanswer").key in closure(document(), [home("zqquestion").key])
    assert facts("hyperlink", tooltip="zqtooltip")["target"] == "https://example.org/zqaddress"
    assert home("zqprompt").text == "whole between: 1 and 99; prompt: zqprompt"


def test_what_a_sheet_hides_filters_and_draws_in_cells_is_told():
    assert [each.text for each in of_kind("other")] == [
        "hidden rows 30; hidden columns H:I", "tab colour 203864", "frozen panes: the first 1 rows",
        "filter of A1:D4: column 1: zqpicked", "column sparkline of Main!B2:B3",
        "external workbook [1]: file://zqoutside.xlsx",
    ]  # fmt: skip


def test_the_views_of_workbooks_leave_out_what_they_say():
    values = represent(document(), "values")
    assert "SUM" not in values
    assert "zqtotal" in values
    stock = represent(document(), "sheet=Stock")
    assert [word for word in WORDS if word in stock] == [
        word for word in WORDS if home(word).at.sheet == "Stock" or home(word).kind == "metadata" or word == "zqoutside"
    ]
    assert "Main" not in stock.replace("Main!C6", "")
    assert len(SHEETS) == len(of_kind("sheet"))


def test_without_all_formulas_the_cells_keep_their_values_alone():
    left = without(document(), [each.key for each in of_kind("formula")])
    grids = [each.payload for each in left.artifacts if isinstance(each.payload, Grid)]
    assert [grid.formulas for grid in grids if grid.formulas] == []
    assert [grid.displayed for grid in grids] == [
        each.payload.displayed for each in document().artifacts if isinstance(each.payload, Grid)
    ]


@cache
def parts() -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(torture())) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


# What is reached through a part, and goes with it.
CARRIED = {
    "xl/worksheets/sheet1.xml": {
        "zqaddress",
        "zqrich",
        "zqshared",
        "7.5%",
        "36:00",
        "2024-02-29",
        *(word for word, kind in WORDS.items() if kind in ("chart", "image", "shape", "comment")),
    },
    "xl/worksheets/sheet3.xml": {"zqpivotname", "zqaverage"},
    "xl/chartsheets/sheet6.xml": {"zqsheetchart"},
    "xl/drawings/drawing1.xml": {word for word, kind in WORDS.items() if kind == "chart"},
    "xl/drawings/drawing2.xml": {"zqsheetchart"},
}


@pytest.mark.parametrize("name", parts())
@pytest.mark.parametrize(
    "damage", ["gone", "half", *(pytest.param(one, marks=pytest.mark.soak) for one in ("noise", "empty"))]
)
def test_one_damaged_part_loses_its_own_words_and_no_others(name: str, damage: str):
    whole = parts()
    changed = {"half": whole[name][: len(whole[name]) // 2], "noise": b"\x00\xff<", "empty": b"<x/>", "gone": b""}
    left: dict[str, str | bytes] = {**whole, name: changed[damage]}
    if damage == "gone":
        del left[name]
    found = read_excel(zipped(left))
    assert found.problem is None or found.problem.code in {"partial", "unsupported", "corrupt"}
    shown = "\n".join(map(said, found.artifacts))
    lost = {word for word in WORDS if word not in shown}
    if (
        name.startswith(("xl/worksheets/", "xl/charts", "xl/drawings/", "xl/comments", "xl/tables"))
        and "_rels" not in name
    ):
        assert {word for word in lost if word.encode() not in whole[name]} <= CARRIED.get(name, set())
        assert damage == "empty" or found.problem is not None or found.warnings != reading().warnings or not lost
