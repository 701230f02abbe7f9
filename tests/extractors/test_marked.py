"""Markdown files line by line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.model.artifact import Facts, Picture, Text
from assay.model.document import Reading
from assay.model.grid import Grid
from extractors.marked import read_marked


def read(text: str) -> Reading:
    return read_marked(text.encode())


def blocks(reading: Reading) -> list[tuple[str, Text, int | None]]:
    return [(a.text, a.payload, a.at.line) for a in reading.artifacts if isinstance(a.payload, Text)]


def grids(reading: Reading) -> list[Grid]:
    return [artifact.payload for artifact in reading.artifacts if isinstance(artifact.payload, Grid)]


def test_headings_of_both_styles_have_their_level_and_line():
    assert blocks(read("# One #\n\nTwo\n---\n\nThree\n===\n####### seven\n#hash")) == [
        ("One", Text("heading", 1), 1),
        ("Two", Text("heading", 2), 3),
        ("Three", Text("heading", 1), 6),
        ("####### seven\n#hash", Text(), 8),
    ]


def test_lists_have_their_level_and_number():
    assert blocks(read("- a\n  - b\n    wrapped\n3. c\n* d")) == [
        ("a", Text("list_item", 0, "•"), 1),
        ("b\nwrapped", Text("list_item", 1, "•"), 2),
        ("c", Text("list_item", 0, "3."), 4),
        ("d", Text("list_item", 0, "•"), 5),
    ]


def test_a_wrapped_line_that_begins_with_a_year_is_no_list_item():
    assert blocks(read("The plant opened in\n2019. It closed later.")) == [
        ("The plant opened in\n2019. It closed later.", Text(), 1)
    ]


def test_quotes_code_and_breaks():
    assert blocks(read("> quoted\n> more\n\n```py\n# no heading\n| a | b |\n```\n***\nend")) == [
        ("quoted\nmore", Text(), 1),
        ("# no heading\n| a | b |", Text(), 4),
        ("end", Text(), 9),
    ]


def test_front_matter_is_metadata():
    reading = read("---\ntitle: Losses\nauthor: 'I. Adeyemi'\n---\nText")
    assert reading.title == "Losses"
    assert reading.properties == (("author", "I. Adeyemi"), ("title", "Losses"))
    assert blocks(reading) == [("Text", Text(), 5)]


def test_a_table_of_html_in_the_text_is_a_grid_at_its_line():
    reading = read("Before\n\n<table>\n<tr><th>a</th><th>b</th></tr>\n<tr><td>1</td><td>2</td></tr>\n</table>\n\nAfter")
    assert grids(reading)[0].displayed == ("a", "b", "1", "2")
    assert [artifact.at.line for artifact in reading.artifacts] == [1, 3, 8]


def test_pictures_and_links_stand_beside_their_paragraph():
    reading = read('See [the method](https://example.org/m "Method") and ![a map](map.png).')
    holder, link, picture = reading.artifacts
    assert link.payload == Facts((("text", "the method"), ("target", "https://example.org/m")))
    assert picture.payload == Picture(alt="a map")
    assert [(edge.source, edge.target, edge.type) for edge in reading.edges] == [
        (link.key, holder.key, "about"),
        (picture.key, holder.key, "part_of"),
    ]


@pytest.mark.parametrize("text", ["| a | b |\n| --- |\n", "a | b\n-- | x\n", "| a | b |"])
def test_rows_without_a_fitting_delimiter_are_text(text: str):
    assert grids(read(text)) == []


def test_comments_are_no_text_and_an_open_fence_ends_with_the_file():
    assert blocks(read("<!-- one\ntwo -->\nText\n~~~\ncode")) == [("Text", Text(), 3), ("code", Text(), 4)]


CELL = st.text(st.characters(exclude_categories=["C", "Z"], exclude_characters="\\"), max_size=6)


@given(
    st.integers(1, 5).flatmap(
        lambda wide: st.lists(st.lists(CELL, min_size=wide, max_size=wide), min_size=1, max_size=6)
    )
)
def test_a_pipe_table_gives_back_the_cells_that_were_written(rows: list[list[str]]):
    lines = ["|" + "|".join(" " + cell.replace("|", "\\|") + " " for cell in row) + "|" for row in rows]
    lines.insert(1, "|" + " :-: |" * len(rows[0]))
    (grid,) = grids(read("\n".join(lines)))
    assert [list(grid.row(row)) for row in range(grid.rows)] == rows
    assert grid.header_rows == 1


def test_a_hostile_file_takes_no_more_than_linear_time():
    for text in ("|" * 200_000, "#" + " " * 200_000 + "x", "[" * 100_000, "- " * 100_000, "*" * 200_000):
        assert read(text + "\n| - |").problem is None
