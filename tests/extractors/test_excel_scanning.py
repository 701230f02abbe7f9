"""The fast way through sheets and strings gives what the XML parser gives, or gives way to it."""

import re
from io import BytesIO

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from extractors.excel import scanning, windows
from extractors.excel.arrays import ArrayReader
from extractors.excel.cells import SheetPart, parse, read_cells
from extractors.excel.columns import EMPTY, ERROR, NUMBER, ODD, SHARED, TEXT, TRUTH, Cells
from extractors.excel.references import address
from extractors.excel.scanning import scan
from extractors.excel.strings import shared_strings, strings_by_parser
from tests.extractors.workbooks import MAIN, number_cell, row_xml, sheet_xml
from tests.source import ROOT

# What a text may hold in a part: plain, escaped for XML or for Excel; then what is rare and what no part may hold.
USUAL = (
    "a", "Zürich", " ", "\n", "\r\n", "\t", "&amp;", "&lt;", "&#10;", "&#x41;", "&apos;", "_x000D_", "_x0041_", ">",
    "1", "2.5", "-3", "1E5", "²", "1_0", "&#13;",
)  # fmt: skip
RARE = (
    "]]", "]]>", "<!-- c -->", "<![CDATA[<v>7</v>]]>", "<?p i?>", "&", "&bad;", "\x01", "&#0;", "</v>", "<c r=",
    "\ufffe",
)  # fmt: skip
text = st.lists(st.sampled_from(USUAL), max_size=3).map("".join)
odd_text = st.one_of(text, st.lists(st.sampled_from(USUAL + RARE), max_size=3).map("".join))
space = st.sampled_from(["", "", "", " ", "\n", "\t "])


@st.composite
def cell(draw: st.DrawFn, row: int, texts: st.SearchStrategy[str], odd: bool) -> str:
    """A cell, in the usual form or, where `odd`, in any other."""
    column = draw(st.integers(0, 5))
    place = f' r="{address(row, column)}"'
    style = draw(st.sampled_from(["", ' s="1"', ' s="20"', ' s="99999"']))
    type = draw(st.sampled_from(["", "", ' t="n"', ' t="s"', ' t="b"', ' t="e"', ' t="str"', ' t="d"', ' t="x"']))
    formula = draw(st.sampled_from([
        "", "", "<f>A1*2</f>", '<f t="shared" si="0"/>', '<f t="shared" ref="A1:B2" si="0">A1&amp;"x"</f>', "<f/>",
        '<f xml:space="preserve"> A1</f>', '<f ca="1"/>',
    ]))  # fmt: skip
    value = draw(st.one_of(st.sampled_from(["", "<v/>", "<v></v>", "<v />"]), texts.map(lambda said: f"<v>{said}</v>")))
    inline = draw(st.one_of(st.just(""), st.just(""), texts.map(
        lambda said: f'<is><t xml:space="preserve">{said}</t></is>'), texts.map(
        lambda said: f'<is><r><rPr><b/><sz val="9"/></rPr><t>{said}</t></r><r><t>z</t></r></is>'), texts.map(
        lambda said: f"<is><t>{said}</t><rPh><t>no</t></rPh></is>"
    )))  # fmt: skip
    if not odd:
        inside = formula + value + inline
        return f"<c{place}{style}{type}>{inside}</c>" if inside else f"<c{place}{style}{type}/>"
    attributes = draw(
        st.permutations([place, style, type, draw(st.sampled_from(["", ' cm="1"', ' r="B1"', ' x:y="1"']))])
    )
    if draw(st.integers(0, 3)) == 0:
        attributes.remove(place)
    inside = draw(space).join(draw(st.permutations([formula, value, inline, draw(st.sampled_from(["", "<extLst/>"]))])))
    written = f"<c{''.join(attributes)}{draw(space)}>{draw(space)}{inside}</c>{draw(space)}"
    return written.replace('"', "'") if draw(st.integers(0, 5)) == 0 else written


@st.composite
def sheet(draw: st.DrawFn, odd: bool) -> bytes:
    """A sheet's part, in the usual form or, where `odd`, with whatever else writers and faults bring."""
    rows, texts = list[str](), odd_text if odd else text
    for row in draw(st.lists(st.integers(0, 12), max_size=5)):
        cells = "".join(draw(st.lists(cell(row, texts, odd), max_size=4)))
        hidden = draw(st.sampled_from(["", "", ' hidden="1"', ' spans="1:3" hidden="true" ht="15"', ' hidden="0"']))
        rows.append(f'<row r="{row + 1}"{hidden}>{cells}</row>')
        if odd:
            rows.append(draw(st.sampled_from([
                "", "", "\n", "<!-- </row> -->", "<?pi <row> ?>", "<row/>", '<row hidden="1"/>', "<row></row>", "text",
                '<row r="3" r="4"/>', "</row>", "<foo/>", '<row r="9" q:z="1"/>', '<row r="2" a="<"/>',
            ])))  # fmt: skip
    after = draw(st.sampled_from(["", '<mergeCells><mergeCell ref="A1:B2"/></mergeCells>', "<c r='A9'><v>1</v></c>"]))
    part = sheet_xml("".join(rows), after=after)
    if odd:
        part = draw(st.sampled_from([
            part, part, part.replace("<sheetData>", "<!-- <sheetData> --><sheetData>"), part[:-30],
            part.replace("UTF-8", "ISO-8859-1"),
            part.replace("<worksheet", "<!DOCTYPE a [<!ENTITY bad 'x'>]><worksheet"),
            prefixed(part), part.replace("sheetData>", "sheetData >"), "\ufeff" + part, "\n" + part,
        ]))  # fmt: skip
    return part.encode()


def prefixed(part: str) -> str:
    """The part with a prefix before the name of every tag."""
    part = part.replace("<", "<x:").replace("<x:/", "</x:").replace("<x:?", "<?").replace("<x:!", "<!")
    return part.replace("xmlns=", "xmlns:x=")


def told(part: SheetPart) -> tuple[object, ...]:
    """All that a reading of a part says of its cells."""
    cells = part.cells
    says = [
        cells.text(at) if cells.kinds[at] in (ERROR, TEXT, ODD, 4) else str(cells.numbers[at])
        for at in range(len(cells))
    ]
    formulas = [(formula.cell, formula.attributes, formula.text) for formula in cells.formulas]
    places = list(zip(cells.rows, cells.columns, cells.styles, cells.kinds, says, strict=True))
    return places, formulas, cells.hidden_rows, part.fault


def settled(part: SheetPart) -> SheetPart:
    """A part as the parser read it, its cells in order."""
    part.cells.settle()
    return part


@settings(max_examples=60, deadline=None)
@given(sheet(odd=False))
def test_usual_sheets_go_the_fast_way_and_are_what_the_parser_reads(data: bytes):
    read = read_cells(BytesIO(data))
    assert scan(BytesIO(data), 100) is not None
    assert told(read) == told(settled(parse(BytesIO(data))))


@settings(max_examples=150, deadline=None)
@given(sheet(odd=True), st.sampled_from([7, 64, windows.WINDOW]))
@example(sheet_xml('<row r="1"><c r="A1"><v>1</v></c></row></row><row r="2">').encode(), 64)
@example(sheet_xml('<row r="1"><c r="A1"><is><!-- </is> --><t>x</t></is></c></row>').encode(), 64)
@example(sheet_xml('<row r="1"><c r="AAAAAAAAAAAAAAAA99999999999999999999"><v>1</v></c></row>').encode(), 64)
@example(sheet_xml('<row r="1"><c r="A1" s="1" s="2"><v>1</v></c></row>').encode(), 64)
@example(sheet_xml('<row r="1" r="2"><c r="A1"><v>1</v></c></row>').encode(), 64)
@example(sheet_xml('<row r="1" q:b="2"><c r="A1"><v>1</v></c></row>').encode(), 64)
@example(sheet_xml('<row r="1"><c r="A1"><f r="1">B1</f><v>&eacute;</v></c></row>').encode(), 64)
@example(sheet_xml('<row r="1"><c r="A1" t="str"><v>\x80&#128;\x85</v></c></row>').encode(), 64)
def test_any_sheet_reads_as_the_parser_reads_it(data: bytes, size: int):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(windows, "WINDOW", size)
        read = read_cells(BytesIO(data))
    assert told(read) == told(settled(parse(BytesIO(data))))


PLAIN = row_xml(
    7, '<c r="A7" s="3"><v>12.5</v></c>', '<c r="B7" t="s"><v>1</v></c>', '<c r="C7"><f>A7*2</f><v>25</v></c>',
    '<c r="D7" s="12"/>', '<c r="AB7" s="1" t="str"><f>B7</f><v>x_x0041_</v></c>', '<c r="ABC7" t="b"><v>1</v></c>',
) + row_xml(8, '<c r="A8"><v>-1E-5</v></c>')  # fmt: skip


def test_plain_windows_are_read_by_arrays():
    scanner = scanning.Scanner(Cells())
    assert scanner.take(PLAIN)
    assert ArrayReader(len, lambda codes: (codes, codes.astype(np.uint8))).read(PLAIN) is not None
    assert told(SheetPart(scanner.cells, None)) == told(parse(BytesIO(sheet_xml(PLAIN).encode())))


@settings(max_examples=300, deadline=None)
@given(st.integers(0, len(PLAIN)), st.integers(0, 6), st.text('<>/=" cvfrsRA0917-.&;x\n', max_size=5))
def test_a_plain_window_with_any_small_change_reads_as_the_parser_reads_it(at: int, cut: int, put: str):
    data = sheet_xml(PLAIN[:at] + put + PLAIN[at + cut :]).encode()
    assert told(read_cells(BytesIO(data))) == told(settled(parse(BytesIO(data))))


@st.composite
def string_table(draw: st.DrawFn) -> bytes:
    """A part of shared strings."""
    items = draw(st.lists(st.one_of(
        odd_text.map(lambda said: f"<si><t>{said}</t></si>"),
        odd_text.map(lambda said: f'<si><r><rPr><b/></rPr><t xml:space="preserve">{said}</t></r></si>'),
        text.map(lambda said: f"<si><r><rPr><vertAlign val='superscript'/></rPr><t>{said}</t></r></si>"),
        text.map(lambda said: f'<si><t>{said}</t><rPh sb="0" eb="1"><t>no</t></rPh><phoneticPr fontId="1"/></si>'),
        st.sampled_from(["<si/>", "<si></si>", "<si><t/></si>", "\n", "<!-- <si> -->", "<si><si/></si>", "<foo/>"]),
    ), max_size=6))  # fmt: skip
    part = f'<sst xmlns="{MAIN}" count="3">{"".join(items)}<extLst/></sst>'
    return draw(st.sampled_from([part, part, prefixed(part), part[:-9]])).encode()


@settings(max_examples=100, deadline=None)
@given(string_table(), st.sampled_from([7, 64, windows.WINDOW]))
def test_any_string_table_reads_as_the_parser_reads_it(data: bytes, size: int):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(windows, "WINDOW", size)
        read = list(shared_strings(BytesIO(data)))
    assert read == list(strings_by_parser(BytesIO(data)))


def test_strings_lie_in_runs_and_come_out_one_by_one():
    many = [f"text {number}" * (number % 3) for number in range(20000)]
    data = f'<sst xmlns="{MAIN}">{"".join(f"<si><t>{one}</t></si>" for one in many)}</sst>'.encode()
    strings = shared_strings(BytesIO(data))
    assert list(strings) == many
    assert (strings[-1], strings[3:6]) == (many[-1], many[3:6])
    with pytest.raises(IndexError):
        strings[len(many)]


def test_of_two_cells_at_one_address_the_later_stays_and_rows_come_in_order():
    rows = row_xml(3, number_cell("B3", 1), '<c r="A3"><f>B3</f><v>2</v></c>') + row_xml(
        1, '<c r="A1"><f>A9</f><v>7</v></c>', number_cell("A1", 8)
    )
    cells = read_cells(BytesIO(sheet_xml(rows).encode())).cells
    places = list(zip(cells.rows, cells.columns, cells.numbers, strict=True))
    assert places == [(0, 0, 8.0), (2, 0, 2.0), (2, 1, 1.0)]
    assert [(formula.cell, formula.text) for formula in cells.formulas] == [(1, "B3")]


def test_kinds_say_what_a_number_stands_for():
    row = row_xml(
        1, number_cell("A1", 2.5), '<c r="B1" t="s"><v>3</v></c>', '<c r="C1" t="b"><v>1</v></c>',
        '<c r="D1" t="e"><v>#N/A</v></c>', '<c r="E1" t="str"><v>x</v></c>', '<c r="F1"><v>1_0</v></c>',
        '<c r="G1"><f>A1</f></c>', '<c r="H1" t="str"><f>A1</f><v></v></c>', '<c r="I1"><v>1E999</v></c>',
    )  # fmt: skip
    cells = read_cells(BytesIO(sheet_xml(row).encode())).cells
    assert list(cells.kinds) == [NUMBER, SHARED, TRUTH, ERROR, TEXT, ODD, EMPTY, TEXT, ODD]
    assert list(cells.numbers[:3]) == [2.5, 3.0, 1.0]
    assert [cells.text(at) for at in (3, 4, 5, 7, 8)] == ["#N/A", "x", "1_0", "", "1E999"]
    assert [cells.lacks_value(at) for at in (6, 7)] == [True, False]


def test_cells_beyond_the_limit_are_left_out_and_that_is_told():
    rows = "".join(row_xml(number, number_cell(f"A{number}", number)) for number in range(1, 9))
    part = read_cells(BytesIO(sheet_xml(rows).encode()), 5)
    assert (len(part.cells), part.full) == (5, True)
    assert part.rest is not None
    assert not read_cells(BytesIO(sheet_xml(rows).encode()), 8).full


def test_a_pattern_kept_busy_gives_way_in_time():
    assert scan(BytesIO(sheet_xml("<row>" * 200_000).encode()), 100) is None
    assert not scanning.Scanner(Cells()).take('<row r="1">' + '<c r="A1"><is>' * 20_000)


def test_a_part_that_only_claims_to_be_utf_8_gives_way_to_the_parser():
    part = sheet_xml('<row r="1"><c r="A1"><is><t>%</t></is></c></row>').encode()
    assert scan(BytesIO(part + b"\xff"), 9) is None
    assert scan(BytesIO(part.replace(b"%", b"\xff")), 9) is None


def test_no_pattern_repeats_a_group_possessively():
    """Before Python 3.11.5 such a pattern misses what it should match (gh-106052); an atomic group does not."""
    found = re.compile(r"\)(?:[*+?]|\{\d[\d,]*\})\+")
    for module in (ROOT / "extractors").rglob("*.py"):
        lines = [line for line in module.read_text().splitlines() if not line.lstrip().startswith("#")]
        assert not [line for line in lines if found.search(line)], module
