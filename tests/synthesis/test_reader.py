"""The reader that programs paste in reads what the collection's Markdown writes."""

import sys
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.markdown import document_markdown, escape_cell, split_row
from synthesis.rules.reader import READER
from tests.documents import Paper
from tests.source import ROOT

NAMES: dict[str, object] = {}
exec(compile(READER, "reader", "exec"), NAMES)

# What stands in cells: anything but the ends that padding would take away.
CELLS = st.text(st.characters(exclude_categories=["Cs"])).map(lambda text: text.replace("\r", "").strip())


@given(st.lists(CELLS, min_size=1, max_size=5))
def test_rows_are_split_as_the_markdown_splits_them(cells: list[str]):
    line = "|" + "".join(f" {escape_cell(cell)} |" for cell in cells)
    assert NAMES["split_row"](line) == split_row(line)  # pyright: ignore


def written(folder: Path, rows: list[list[str]]) -> str:
    paper = Paper("d/a.docx")
    paper.text("<!-- not an anchor -->\n| not a row |")
    table = paper.table(rows)
    paper.text("after")
    (folder / "a.md").write_text(document_markdown(paper.document()), encoding="utf-8")
    return table.key


def test_a_table_is_found_by_its_key_and_a_cell_by_labels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    key = written(tmp_path, [["Region", "Year", "a|b\nc"], ["North", "2020", "1,234.50"], ["North", "2021", "−7 %"]])
    monkeypatch.setattr(sys, "argv", ["program", str(tmp_path)])
    table, cell, number = (NAMES[name] for name in ("table", "cell", "number"))
    rows = table("a.md", key)  # pyright: ignore
    assert number(cell(rows, "A|B c", {"Region": "north", "Year": "2020"})) == Decimal("1234.50")  # pyright: ignore
    assert number(cell(rows, "a|b\nc", {"Year": "2021"})) == Decimal(-7)  # pyright: ignore
    for wrong in ({"Region": "North"}, {"Region": "South"}, {"Zone": "North"}):
        with pytest.raises(ValueError, match="unpack"):
            cell(rows, "Year", wrong)  # pyright: ignore
    with pytest.raises(IndexError):
        table("a.md", "t0000000000")  # pyright: ignore
    with pytest.raises(FileNotFoundError):
        table("b.md", key)  # pyright: ignore


@pytest.mark.parametrize("text", ["", "n/a", "12,5x", "1.2.3", "1 2", "(5)"])
def test_what_is_no_number_is_an_error(text: str):
    with pytest.raises(ValueError, match="is no number"):
        NAMES["number"](text)  # pyright: ignore


def test_the_page_on_the_collection_holds_the_reader_as_it_is_pasted():
    assert READER in (ROOT / "docs" / "reading-the-collection.md").read_text(encoding="utf-8")
