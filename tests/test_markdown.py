"""The Markdown dialect: what is written can be read back, and no document can write what only Assay writes."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.markdown import (
    FACTS,
    anchor_line,
    artifact_markdown,
    change_cell,
    document_markdown,
    escape_cell,
    escape_text,
    grid_markdown,
    read_cell,
    shown,
    split_row,
)
from assay.model.artifact import Anchor, Artifact, Facts, Text
from assay.model.grid import Grid, Span, grid_of
from extractors.sheaf import Sheaf
from synthesis.rules.reader import READER
from tests.made import body, document_of
from tests.source import ROOT

BREAKS = ["\n", "\r", "\r\n", "\v", "\f", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"]
HOSTILE = [
    *BREAKS, "|", "\\", "<!--", "-->", "<", "!", "--", " ", "\t", "n", "#", "x", "é", "世", "\0", "\x1b", "\x9b",
    "\ud800", "\u3000", "<!-- p0123456789 text {} -->", "| a | b |", "| --- |", "<!-- facts -->", "[[t0]]",
]  # fmt: skip
ANY = st.lists(st.sampled_from(HOSTILE) | st.text(max_size=3), max_size=6).map("".join)
ANCHOR = re.compile(r"<!-- ([a-z]+[0-9a-z]{10}(?:-\d+)?) (\w+) (\{.*\}) -->")


def of_text(text: str, payload: Text | None = None) -> Artifact:
    return Artifact("p0123456789", 0, "word", "text", body(0), text, payload or Text())


def read_text(markdown: str) -> str:
    """What docs/markdown.md says to do with a line of text."""
    rows = re.sub(r"^([^\S\n]*)\\(\\*)\|", r"\1\2|", markdown, flags=re.MULTILINE)
    return re.sub(r"<\\(\\*)!--", r"<\1!--", rows)


def readers_of_programs() -> dict:
    space = {}
    exec(READER, space)
    return space


SPLIT_ROW = readers_of_programs()["split_row"]


@given(ANY)
def test_a_cell_is_one_line_for_every_reader(text):
    line = f"| {escape_cell(text)} |"
    assert line.splitlines() == line.split("\n") == [line]
    assert "<!--" not in line
    line.encode()


@given(st.lists(ANY, min_size=1, max_size=4))
def test_a_row_splits_into_what_was_written_without_spaces_around_it(texts):
    line = grid_markdown(grid_of([texts])).split("\n")[0]
    assert split_row(line) == [shown(text).strip(" ") for text in texts]
    assert SPLIT_ROW(line) == split_row(line)


@given(ANY)
def test_an_escaped_text_can_be_read_back(text):
    assert read_text(escape_text(text)) == shown(text)


@given(ANY)
def test_what_is_shown_has_one_kind_of_line_break_and_is_utf_8(text):
    assert shown(f"{text}.").splitlines() == shown(f"{text}.").split("\n")
    assert not set(shown(text)) & {*BREAKS[1:2], *BREAKS[3:], "\0", "\x1b", "\x9b", "\ud800"}
    shown(text).encode()


@given(ANY, st.sampled_from(["paragraph", "heading", "list_item", "caption"]), ANY, st.integers(-3, 10**9))
def test_no_text_forges_an_anchor_or_a_row(text, role, number, level):
    markdown = artifact_markdown(of_text(text, Text(role, level, number)))
    assert "<!--" not in markdown
    assert not [line for line in markdown.splitlines() if line.strip().startswith("|")]


@given(ANY)
def test_no_name_of_a_sheet_forges_an_anchor_or_a_row(name):
    at = Anchor(sheet=name)
    sheet = Artifact("s0123456789", 0, "excel", "sheet", at, "", Facts((("name", name), ("hidden", True))))
    markdown = artifact_markdown(sheet)
    assert markdown.startswith("## ")
    assert markdown.endswith(" (hidden)")
    assert len(markdown.splitlines()) == 1
    assert "<!--" not in markdown


@given(ANY)
def test_an_anchor_is_one_comment_of_one_line_with_json_inside(name):
    line = anchor_line(Artifact("s0123456789", 0, "excel", "sheet", Anchor(sheet=name, shape=name), "", Facts()))
    assert line.splitlines() == [line]
    assert (line.count("<!--"), line.count("-->"), line.count("--!>")) == (1, 1, 0)
    found = ANCHOR.fullmatch(line)
    assert found
    assert json.loads(found.group(3)) == {"sheet": name, "shape": name}


@settings(max_examples=50)
@given(st.lists(ANY, max_size=4), st.lists(st.lists(ANY, min_size=1, max_size=3), max_size=3), ANY)
def test_the_anchors_of_a_document_are_its_artifacts_and_its_rows_are_its_grids(texts, rows, fact):
    sheaf = Sheaf("word")
    for at, text in enumerate(texts):
        sheaf.add("text", body(at), text, Text())
    grid = grid_of(rows)
    sheaf.add("table", body(99), payload=grid)
    sheaf.add("comment", Anchor(part="comments", index=0), fact, Facts((("author", fact),)))
    document = document_of(sheaf)
    lines = document_markdown(document).splitlines()
    assert [found.group(1) for line in lines if (found := ANCHOR.fullmatch(line))] == [
        artifact.key for artifact in document.artifacts
    ]
    assert lines.count(FACTS) == 1
    assert sum(line.startswith("|") for line in lines) == grid.rows + bool(grid.rows)
    assert sum("<!--" in line for line in lines) == len(document.artifacts) + 1


def test_a_document_reads_in_order_with_its_facts_last():
    sheaf = Sheaf("word")
    sheaf.add("header", Anchor(part="header1"), "Confidential")
    sheaf.add("text", body(0), "Results", Text("heading", 1, "1"))
    sheaf.add("text", body(1), "first", Text("list_item", 1, "•"))
    sheaf.add("text", body(2), "second", Text("list_item", 0, "2."))
    sheaf.add("table", body(3), payload=grid_of([["Region", "GWh"], ["a|b", "1\n2"]]))
    keys = [artifact.key for artifact in document_of(sheaf).artifacts]
    assert document_markdown(document_of(sheaf)) == (
        f'<!-- {keys[1]} text {{"index":0,"part":"body"}} -->\n# 1 Results\n\n'
        f'<!-- {keys[2]} text {{"index":1,"part":"body"}} -->\n  - first\n\n'
        f'<!-- {keys[3]} text {{"index":2,"part":"body"}} -->\n- 2. second\n\n'
        f'<!-- {keys[4]} table {{"index":3,"part":"body"}} -->\n'
        "| Region | GWh |\n| --- | --- |\n| a\\|b | 1\\n2 |\n\n"
        "<!-- facts -->\n\n"
        f'<!-- {keys[0]} header {{"part":"header1"}} -->\nConfidential\n'
    )


def test_prompts_leave_the_anchors_out():
    sheaf = Sheaf("word")
    sheaf.add("text", body(0), "One", Text())
    sheaf.add("table", body(1), payload=grid_of([]))
    assert document_markdown(document_of(sheaf), anchors=False) == "One\n"


def test_an_empty_document_is_an_empty_text():
    assert document_markdown(document_of(Sheaf("pdf"))) == ""


def test_a_heading_of_several_lines_is_one_line():
    assert artifact_markdown(of_text("Long\ntitle\r\nhere", Text("heading", 9))) == "###### Long title here"


@pytest.mark.parametrize("text", [r"\frac{a}{b}", "5 < 6! --", "a | b", "<! -- x", "#5", "- x"])
def test_ordinary_text_stays_as_it_is(text):
    assert escape_text(text) == text


@pytest.mark.parametrize(
    ("text", "escaped"),
    [("| a", r"\| a"), (r"  \| a", r"  \\| a"), ("x\n\u3000| a", "x\n\u3000\\| a"), ("a <!-- b", r"a <\!-- b"),
     (r"<\!--", r"<\\!--")],
)  # fmt: skip
def test_what_could_be_mistaken_is_escaped(text, escaped):
    assert escape_text(text) == escaped


def test_a_span_shows_its_text_once():
    grid = Grid(2, 2, ("Sales", "", "a", "b"), spans=(Span(0, 0, 1, 2),))
    assert grid_markdown(grid) == "| Sales |  |\n| --- | --- |\n| a | b |"


@pytest.mark.parametrize("grid", [Grid(0, 0, ()), Grid(3, 0, ())])
def test_a_grid_without_cells_has_no_rows(grid):
    assert grid_markdown(grid) == ""


def test_the_page_that_explains_the_dialect_shows_a_document_as_it_is():
    sheaf = Sheaf("word")
    sheaf.add("text", body(0), "Electricity in 2024", Text("heading", 1))
    sheaf.add("text", body(1), "Demand rose in both regions.", Text())
    rows = [["Region", "2023", "2024"], ["North", "417.5", "431.2"], ["South|East", "298.1", "305.9\n(estimate)"]]
    sheaf.add("table", body(2), payload=grid_of(rows))
    sheaf.add("comment", Anchor(part="comments", index=0), "Ann: check the estimate.", Facts((("author", "Ann"),)))
    page = (ROOT / "docs" / "markdown.md").read_text(encoding="utf-8")
    assert f"```markdown\n{document_markdown(document_of(sheaf))}```\n" in page


@given(st.lists(st.lists(ANY, min_size=2, max_size=2), min_size=1, max_size=3), st.data())
def test_a_cell_of_a_file_can_be_read_and_changed_by_its_key_and_address(rows, data):
    sheaf = Sheaf("word")
    sheaf.add("text", body(0), "| not | a row |", Text())
    table = sheaf.add("table", body(1), payload=grid_of(rows))
    markdown = document_markdown(document_of(sheaf))
    row, column = data.draw(st.integers(0, len(rows) - 1)), data.draw(st.integers(0, 1))
    addresses = [(at, side) for at in range(len(rows)) for side in (0, 1)]
    texts = {at: read_cell(markdown, table.key, *at) for at in addresses}
    assert texts == {(at, side): shown(rows[at][side]).strip(" ") for at, side in addresses}
    changed = change_cell(markdown, table.key, row, column, "a|new\n<!-- text")
    assert {at: read_cell(changed, table.key, *at) for at in addresses} == {
        **texts,
        (row, column): "a|new\n<!-- text",
    }


@pytest.mark.parametrize(("key", "row", "column"), [("t0", 0, 0), (None, 7, 0), (None, 0, 7)])
def test_a_cell_that_is_not_there_is_empty_text(key: str | None, row: int, column: int):
    sheaf = Sheaf("word")
    table = sheaf.add("table", body(0), payload=grid_of([["a", "b"], ["c", "d"]]))
    sheaf.add("text", body(1), "end", Text())
    markdown = document_markdown(document_of(sheaf))
    assert read_cell(markdown, key or table.key, row, column) == ""
    if key or row > 1:
        assert change_cell(markdown, key or table.key, row, column, "x") == markdown
