"""A copy of a workbook lacks the named artifact with its copies, holds all others, opens and reckons."""

import io
import shutil
import zipfile
from collections import Counter
from functools import cache

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.markdown import artifact_markdown
from assay.model.artifact import Artifact
from assay.model.document import Document
from assay.model.errors import UsageError
from assay.native import ablate
from assay.native.formula_shift import shifted
from assay.render.office import Limits, convert, office_program, recalculated
from assay.views import closure
from extractors.excel import read_excel
from extractors.excel.formula_text import shifted as read_shifted
from tests.extractors.torture_excel import WORDS, torture
from tests.extractors.workbooks import number_cell, relations_xml, row_xml, sheet_xml, text_cell, workbook
from tests.made import document_of

pytestmark = pytest.mark.filterwarnings("ignore:Sparkline Group extension")
# Cells would show other values without their number formats, formulas name other workbooks, tables have a name.
BY_THEMSELVES = ("number format", "external workbook", "(table with the columns")


@cache
def data() -> bytes:
    return torture()


@cache
def document() -> Document:
    return document_of(read_excel(data()), "torture.xlsx")


def inseparable(artifact: Artifact) -> bool:
    return any(words in artifact.text for words in BY_THEMSELVES)


def identity(artifact: Artifact) -> str:
    """The key without its count, which moves when an equal goes."""
    return artifact.key.partition("-")[0]


def parts(copy: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(copy)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def home(word: str) -> Artifact:
    return next(
        one
        for one in document().artifacts
        if one.kind == WORDS[word] and word in artifact_markdown(one) + str(one.payload)
    )


@pytest.mark.parametrize("key", [one.key for one in document().artifacts])
def test_each_key_and_its_closure_go_and_the_others_stay(key: str):
    artifact = document().artifact(key)
    assert artifact is not None
    if inseparable(artifact):
        with pytest.raises(UsageError, match="by itself"):
            ablate(document(), data(), [key])
        return
    copy = ablate(document(), data(), [key])
    openpyxl.load_workbook(io.BytesIO(copy))
    gone = closure(document(), [key])
    holding = {
        identity(one) for one in document().artifacts if gone & {k for _, k in getattr(one.payload, "children", ())}
    }
    stays = Counter(identity(one) for one in document().artifacts if one.key not in gone)
    found = Counter(map(identity, read_excel(copy).artifacts))
    left = [one.text for one in document().artifacts if one.key in gone and found[identity(one)] > stays[identity(one)]]
    assert left == []
    # a formula that was never calculated leaves no value behind
    holding |= {identity(one) for one in document().artifacts if "(not calculated)" in artifact_markdown(one)}
    assert {one: count for one, count in (stays - found).items() if one not in holding} == {}


@pytest.mark.parametrize("word", [word for word in WORDS if word not in ("7.5%", "36:00", "2024-02-29", "zqoutside")])
def test_no_part_of_the_copy_holds_the_words_any_more(word: str):
    if inseparable(home(word)):
        return
    copy = parts(ablate(document(), data(), [home(word).key]))
    assert [name for name, part in copy.items() if word.encode() in part] == []


def test_without_all_formulas_the_values_stay():
    keys = [one.key for one in document().artifacts if one.kind == "formula"]
    copy = parts(ablate(document(), data(), keys))
    assert [name for name, part in copy.items() if b"<f" in part and "worksheets" in name and b"</f>" in part] == []
    assert "xl/calcChain.xml" not in copy
    shown = [one for one in read_excel(ablate(document(), data(), keys)).artifacts if one.at.range == "A1:D4"]
    assert artifact_markdown(shown[0]) == artifact_markdown(home("zqregion"))


def test_a_shared_formula_is_stated_anew_where_its_first_cell_goes():
    rows = (
        row_xml(1, text_cell("A1", "x"),
                '<c r="C1"><f t="shared" ref="C1:C6" si="0">A1&amp;"A1"+$B$9+B:B</f><v>1</v></c>')
        + row_xml(2, number_cell("A2", 2), '<c r="C2"><f t="shared" si="0"/><v>2</v></c>')
        + row_xml(6, number_cell("A6", 6), '<c r="C6"><f t="shared" si="0"/><v>6</v></c>')
    )  # fmt: skip
    book = workbook(sheet_xml(rows))
    read = document_of(read_excel(book), "shared.xlsx")
    first = next(one for one in read.artifacts if one.kind == "formula" and one.at.range == "C1:C2")
    copy = read_excel(ablate(read, book, [first.key]))
    assert [(one.at.range, one.text) for one in copy.artifacts if one.kind == "formula"] == [
        ("C6", '=A6&"A1"+$B$9+B:B')
    ]


def test_the_last_sheet_that_is_shown_stays():
    book = workbook(
        sheet_xml(row_xml(1, number_cell("A1", 1))), sheet_xml(""), names=("A", "B"), states=("visible", "hidden")
    )
    read = document_of(read_excel(book), "one.xlsx")
    with pytest.raises(UsageError, match="shows one sheet at least"):
        ablate(read, book, [next(one.key for one in read.artifacts if one.kind == "sheet")])


@given(
    st.sampled_from(["A1", "$B$2", "C$3", "$D4", "A:B", "$A:$C", "1:2", "$3:5", "'A1 x'!B2", "LOG10(A1)", '"A1"',
                     "Rate", "T[A1]", "Sheet1!C3:D4", "[1]Other!A1", "#REF!", "SUM(A1:B2,XFD9)"]),
    st.integers(-3, 9), st.integers(-3, 9),
)  # fmt: skip
def test_formulas_move_as_the_reader_moves_them(text: str, rows: int, columns: int):
    formula = f"{text}+1"
    assert shifted(formula, rows, columns) == read_shifted(formula, rows, columns)


needs_office = pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")


@needs_office
@pytest.mark.slow
def test_a_copy_opens_in_libreoffice_and_reckons():
    key = next(one.key for one in document().of_kind("formula") if one.text == "=SUM(zqstock[Count])+Main!C6")
    again = recalculated(ablate(document(), data(), [key, home("zqcharttitle").key]), office_program() or "", Limits())
    assert again is not None
    cells = openpyxl.load_workbook(io.BytesIO(again), data_only=True)
    assert [cells["Stock"][place].value for place in ("D5", "B3", "E5")] == [12, 5, 10]
    assert [cells["Main"][place].value for place in ("B4", "D4", "A25")] == [200, 200, 2]


@needs_office
@pytest.mark.soak
def test_every_copy_opens_in_libreoffice():
    keys = [one.key for one in document().artifacts if one.kind != "metadata" and not inseparable(one)]
    files = {key: ("xlsx", ablate(document(), data(), [key])) for key in keys}
    made = dict(convert(files, office_program() or "", Limits()))
    assert [key for key, pages in made.items() if isinstance(pages, str)] == []


def test_what_merged_cells_hide_goes_by_itself_and_with_its_grid():
    rows = row_xml(1, text_cell("A{}", "Head"), text_cell("B{}", "zqunder")) + row_xml(2, number_cell("A{}", 7))
    data = workbook(sheet_xml(rows, after='<mergeCells><mergeCell ref="A1:B1"/></mergeCells>'))
    read = document_of(read_excel(data), "merged.xlsx")
    told, table = (next(one for one in read.artifacts if one.kind == kind) for kind in ("other", "unstructured"))
    alone, both = (parts(ablate(read, data, [one.key]))["xl/worksheets/sheet1.xml"] for one in (told, table))
    assert b"zqunder" not in alone
    assert b"Head" in alone
    assert b"zqunder" not in both
    assert b"Head" not in both


def embedding(number: int) -> str:
    entry = f'<oleObject progId="Package{number}" shapeId="102{number}" r:id="rId{number}"'
    return (
        '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
        f'<mc:Choice Requires="x14">{entry}><objectPr r:id="rId3"/></oleObject></mc:Choice>'
        f"<mc:Fallback>{entry}/></mc:Fallback></mc:AlternateContent>"
    )


def test_an_embedded_object_goes_in_all_branches_with_its_part_and_its_box():
    vml = '<xml xmlns:v="urn:schemas-microsoft-com:vml"><v:shape id="_x0000_s1021"/><v:shape id="_x0000_s1022"/></xml>'
    added: dict[str, str | bytes] = {
        "xl/worksheets/_rels/sheet1.xml.rels": relations_xml(
            ("oleObject", "../embeddings/one.bin"), ("oleObject", "../embeddings/two.bin"),
            ("image", "../media/icon.png"), ("vmlDrawing", "../drawings/vmlDrawing1.vml"),
        ),
        "xl/embeddings/one.bin": b"zqone", "xl/embeddings/two.bin": b"zqtwo", "xl/media/icon.png": b"zqicon",
        "xl/drawings/vmlDrawing1.vml": vml,
    }  # fmt: skip
    after = f"<oleObjects>{embedding(1)}{embedding(2)}</oleObjects>"
    data = workbook(sheet_xml(row_xml(1, text_cell("A{}", "stays")), after=after), parts=added)
    read = document_of(read_excel(data), "objects.xlsx")
    first, second = (one for one in read.artifacts if one.kind == "other")
    copy = parts(ablate(read, data, [second.key]))
    assert b"Package2" not in copy["xl/worksheets/sheet1.xml"]
    assert copy["xl/worksheets/sheet1.xml"].count(b"Package1") == 2
    assert "xl/embeddings/two.bin" not in copy
    assert copy["xl/embeddings/one.bin"] + copy["xl/media/icon.png"] == b"zqonezqicon"
    assert (b"1021" in copy["xl/drawings/vmlDrawing1.vml"], b"1022" in copy["xl/drawings/vmlDrawing1.vml"]) == (
        True, False,
    )  # fmt: skip
    assert "xl/embeddings/one.bin" not in parts(ablate(read, data, [first.key]))
