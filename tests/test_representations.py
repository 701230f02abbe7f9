"""The named views of one document."""

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.markdown import document_markdown
from assay.model.artifact import Anchor, Facts, Picture, Text
from assay.model.document import Document
from assay.model.errors import UsageError
from assay.model.grid import Grid, Span, grid_of
from assay.representations import grid_html, represent
from extractors.sheaf import Sheaf
from tests.made import document_of


def workbook() -> Document:
    sheaf = Sheaf("excel")
    for name in ("Plan", "Fact"):
        sheaf.add("sheet", Anchor(sheet=name), plain=name, payload=Facts((("name", name),)))
        at = Anchor(sheet=name, range="A1:B2")
        sheaf.add("tlr", at, payload=grid_of([["x", "y"], [f"{name} 1", "<b>"]], header_rows=1), place=name)
        sheaf.add("image", at, "logo", Picture("logo", "image/png"), blob=name.encode(), place=name)
        sheaf.add("formula", at, "=A1*2", Facts(), place=name)
        sheaf.add("comment", at, f"note on {name}", Facts(), place=name)
    sheaf.add("metadata", Anchor(part="core"), "Ann")
    return document_of(sheaf, "a.xlsx")


BOOK = workbook()


def test_full_is_the_collection():
    assert represent(BOOK, "full") == document_markdown(BOOK)


def test_text_has_no_tables_and_no_pictures():
    shown = represent(BOOK, "text")
    assert "| x | y |" not in shown
    assert " image " not in shown
    assert "note on Plan" in shown
    assert "## Plan" in shown


def test_tables_stand_as_html_and_everything_else_as_it_was():
    shown = represent(BOOK, "tables-html")
    assert "<tr><th>x</th><th>y</th></tr>\n<tr><td>Plan 1</td><td>&lt;b&gt;</td></tr>" in shown
    assert "| x | y |" not in shown
    assert "## Plan" in shown


def test_place_holders_name_tables_and_pictures():
    shown = represent(BOOK, "placeholders")
    floating = [one.key for one in BOOK.artifacts if one.kind in ("tlr", "image")]
    assert [shown.count(f"[[{key}]]") for key in floating] == [1] * 4
    assert "Plan 1" not in shown


def test_values_leave_the_formulas_out():
    assert "=A1*2" in represent(BOOK, "full")
    assert "=A1*2" not in represent(BOOK, "values")


def test_notes_stand_apart():
    assert [line for line in represent(BOOK, "notes").split("\n") if line and not line.startswith("<!--")] == [
        "note on Plan",
        "note on Fact",
    ]


def test_facts_are_a_list():
    lines = represent(BOOK, "facts").splitlines()
    facts = [one for one in BOOK.artifacts if one.kind in ("formula", "comment", "metadata")]
    assert lines == [f"- {one.key} {one.kind}: {one.text}" for one in facts]
    assert represent(document_of(Sheaf("pdf")), "facts") == ""


def test_one_sheet_shows_itself_and_what_belongs_to_no_sheet():
    shown = represent(BOOK, "sheet=Fact")
    assert "## Fact" in shown
    assert "Ann" in shown
    assert "Plan" not in shown


@pytest.mark.parametrize("view", ["nothing", "Full", ""])
def test_an_unknown_view_names_those_there_are(view):
    with pytest.raises(UsageError, match=r"the views are full, text, .*, sheet=NAME"):
        represent(BOOK, view)


def test_an_unknown_sheet_names_those_there_are():
    with pytest.raises(UsageError, match="the sheets are Plan, Fact"):
        represent(BOOK, "sheet=plan")


def test_combined_links_what_is_written_beside():
    table = next(one.key for one in BOOK.artifacts if one.kind == "tlr")
    image = next(one.key for one in BOOK.artifacts if one.kind == "image")
    shown = represent(BOOK, "combined", {table: "m/t 1.html", image: "m/i.png"})
    assert f"[{table}](m/t%201.html)" in shown
    assert "![logo](m/i.png)" in shown


@pytest.mark.parametrize("view", ["full", "tables-html", "placeholders", "values"])
def test_every_whole_view_keeps_the_keys(view):
    kept = [one.key for one in BOOK.artifacts if view != "values" or one.kind != "formula"]
    anchors = [line.split(" ")[1] for line in represent(BOOK, view).split("\n") if line.startswith("<!-- ")]
    assert [key for key in anchors if key != "facts"] == sorted(
        kept, key=lambda key: next(one.declared.layer == "facts" for one in BOOK.artifacts if one.key == key)
    )


def test_spans_stand_in_the_html():
    grid = Grid(2, 2, ("Sales", "", "a", "b"), spans=(Span(0, 0, 1, 2),))
    assert grid_html(grid) == '<table>\n<tr><td colspan="2">Sales</td></tr>\n<tr><td>a</td><td>b</td></tr>\n</table>'
    tall = Grid(2, 1, ("x", ""), spans=(Span(0, 0, 2, 1),))
    assert grid_html(tall) == '<table>\n<tr><td rowspan="2">x</td></tr>\n<tr></tr>\n</table>'


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.found.append(tag)


@given(st.text(alphabet=st.sampled_from("<>&|!-\n\r\"' abscript/\u2028")))
def test_no_cell_forges_a_tag_a_row_or_a_comment(text):
    page = grid_html(grid_of([[text]]))
    tags = Tags()
    tags.feed(page)
    assert set(tags.found) <= {"table", "tr", "td", "br"}
    assert not [line for line in page.splitlines() if line.strip().startswith("|")]
    assert "<!--" not in page


def test_a_document_of_another_kind_has_no_sheets():
    sheaf = Sheaf("word")
    sheaf.add("text", Anchor(part="body", index=0), "x", Text())
    with pytest.raises(UsageError, match="the sheets are none"):
        represent(document_of(sheaf), "sheet=A")
