"""Delimited text as grids: encodings, delimiters, quotes, titles and headers."""

import csv
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.model.artifact import Artifact
from assay.model.grid import Grid
from extractors import delimited
from extractors.delimited import read_delimited, sniff_delimiter


def only_grid(data: bytes) -> Grid:
    """The grid of a file that holds one."""
    (table,) = read_delimited(data).artifacts
    assert isinstance(table.payload, Grid)
    return table.payload


def shapes(artifacts: tuple[Artifact, ...]) -> list[tuple[str, int | None, str]]:
    """Kind, line and text, or the size of the grid."""
    return [
        (a.kind, a.at.line, f"{a.payload.rows}x{a.payload.columns}" if isinstance(a.payload, Grid) else a.text)
        for a in artifacts
    ]


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("a,b\n1,2\n", ","),
        ("a;b\n1,5;2,5\n", ";"),
        ("a\tb\n1\t2\n", "\t"),
        ("a|b\n1|2\n", "|"),
        ('a;b;c\n"x,y";2,1;3\n4,2;5;6\n', ";"),
        ("one column\nof, text\nwithout more\nof it\n", ","),
        ("sep=;\na,b;c\n", ";"),
        ("word\n", ","),
        ("name,note\nx,a|b\ny,c|d\n", ","),
    ],
)
def test_the_delimiter_is_the_one_that_gives_even_rows(text: str, delimiter: str):
    assert sniff_delimiter(text) == delimiter


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
def test_the_encoding_is_found(encoding: str):
    text = "Région;Ventes\nÎle-de-France;1\nMidi-Pyrénées;2\nRhône-Alpes;3\n"
    assert only_grid(text.encode(encoding)).displayed[:4] == ("Région", "Ventes", "Île-de-France", "1")


EAST_ASIAN = {
    "gb18030": "地区,销售额\n北京市,一百万元\n上海市,二百万元\n广州市,三百万元\n",
    "shift_jis": "地域,売上高\n東京都,これは百万円です\n大阪府,それは二百万円です\n",
}


@pytest.mark.parametrize(("encoding", "text"), EAST_ASIAN.items())
def test_east_asian_encodings_are_found(encoding: str, text: str):
    assert only_grid((text * 4).encode(encoding)).displayed[:2] == tuple(text.split("\n")[0].split(","))


def test_quotes_hold_delimiters_line_ends_and_quotes():
    grid = only_grid(b'a,b\r\n"x, y","line 1\nline 2"\r\n"say ""hi""",z\r\n')
    assert grid.displayed == ("a", "b", "x, y", "line 1\nline 2", 'say "hi"', "z")


def test_title_lines_and_notes_around_the_records_are_texts():
    data = b"Sales of 2024,,\nin euros,,\nregion,q1,q2\nnorth,1,2\nsouth,3,4\nSource: register,,\n"
    assert shapes(read_delimited(data).artifacts) == [
        ("text", 1, "Sales of 2024"), ("text", 2, "in euros"), ("table", 3, "3x3"), ("text", 6, "Source: register"),
    ]  # fmt: skip


def test_empty_lines_part_tables_and_lines_count_through_quoted_line_ends():
    data = b'a,b\n"1\n1",2\n\n,,\nc,d\n3,4\n'
    assert shapes(read_delimited(data).artifacts) == [("table", 1, "2x2"), ("table", 6, "2x2")]


def test_rows_of_unequal_length_are_padded_and_empty_columns_at_the_end_dropped():
    grid = only_grid(b"a,b,c,,\n1\n2,3,4,5,\n")
    assert (grid.columns, grid.row(1), grid.row(2)) == (4, ("1", "", "", ""), ("2", "3", "4", "5"))


@pytest.mark.parametrize(
    ("data", "rows"),
    [(b"a,b\n1,2\n", 1), (b"1,2\n3,4\n", 0), (b"region,2023,2024\nx,1,2\n", 1), (b"x,1.5\ny,2\n", 0), (b"a,b\n", 0)],
)
def test_a_header_is_a_first_row_without_numbers_but_years(data: bytes, rows: int):
    assert only_grid(data).header_rows == rows


def test_one_column_is_a_table_and_one_line_a_text():
    assert shapes(read_delimited(b"name\nx\ny\n").artifacts) == [("table", 1, "3x1")]
    assert shapes(read_delimited(b"hello\n").artifacts) == [("text", 1, "hello")]


@pytest.mark.parametrize("data", [b"", b"\n \n", b"\xef\xbb\xbf"])
def test_a_file_without_characters_is_empty(data: bytes):
    problem = read_delimited(data).problem
    assert problem is not None
    assert problem.code == "empty"


def test_the_hint_for_excel_is_no_record():
    reading = read_delimited(b"sep=|\na|b\n1|2\n")
    assert shapes(reading.artifacts) == [("table", 2, "2x2")]
    assert dict(reading.properties) == {"delimiter": "|"}


def test_large_files_are_windows_of_rows(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(delimited, "CELLS_PER_GRID", 10)
    data = "".join(f"{r},{r}\n" for r in range(20)).encode()
    assert shapes(read_delimited(data).artifacts) == [
        ("table", 1, "6x2"), ("table", 7, "6x2"), ("table", 13, "6x2"), ("table", 19, "2x2"),
    ]  # fmt: skip


def test_an_open_quote_ends_with_the_file():
    assert only_grid(b'a,b\n1,"2\n3,4\n').displayed == ("a", "b", "1", "2\n3,4\n")


FIELD = st.text(alphabet='ab ,;"\n1', min_size=1, max_size=6).filter(lambda text: text.strip() != "")


@given(st.lists(st.lists(FIELD, min_size=3, max_size=3), min_size=2, max_size=6))
def test_what_a_writer_writes_is_read_back(rows: list[list[str]]):
    buffer = StringIO(newline="")
    csv.writer(buffer, quoting=csv.QUOTE_ALL).writerows(rows)
    read = list(delimited.records(buffer.getvalue(), ","))
    assert [row.fields for row in read] == rows
