"""HTML pages: their blocks, their tables with spans, and what hostile ones cannot do."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.model.artifact import Facts, Picture, Text
from assay.model.document import Reading
from assay.model.grid import Grid, Span
from extractors.web import read_html


def read(body: str) -> Reading:
    return read_html(f"<!doctype html><html><body>{body}</body></html>".encode())


def texts(reading: Reading) -> list[tuple[str, object]]:
    return [(artifact.text, artifact.payload) for artifact in reading.artifacts if artifact.kind == "text"]


def grid(reading: Reading) -> Grid:
    (table,) = [artifact.payload for artifact in reading.artifacts if isinstance(artifact.payload, Grid)]
    return table


def test_headings_paragraphs_and_lists_have_their_roles():
    found = read(
        "<h1>Title</h1><p>One\n two<br>three</p><ol start=3><li>third<ul><li>inner</li></ul></li><li>fourth</ol>"
    )
    assert texts(found) == [
        ("Title", Text("heading", 1)),
        ("One two\nthree", Text()),
        ("third", Text("list_item", 0, "3.")),
        ("inner", Text("list_item", 1, "•")),
        ("fourth", Text("list_item", 0, "4.")),
    ]
    assert found.title == "Title"


def test_script_style_and_comments_are_dropped_and_text_around_them_stays():
    found = read("<p>before <script>var x = 1</script>after<!-- not this --><style>p {}</style> end</p>")
    assert texts(found) == [("before after end", Text())]


def test_preformatted_text_keeps_its_lines():
    assert texts(read("<pre>a  b\n  c</pre><p>x  y</p>")) == [("a  b\n  c", Text()), ("x y", Text())]


def test_a_table_has_its_spans_header_rows_and_caption_before_it():
    found = read(
        "<table><caption>Sales, million</caption><thead><tr><th rowspan=2>Region<th colspan=2>Year</tr>"
        "<tr><th>2022<th>2023</tr></thead><tbody><tr><td>North<td>1<td>2<br>3</tr></tbody></table>"
    )
    table = grid(found)
    assert [table.row(row) for row in range(3)] == [
        ("Region", "Year", ""),
        ("", "2022", "2023"),
        ("North", "1", "2\n3"),
    ]
    assert table.spans == (Span(0, 0, 2, 1), Span(0, 1, 1, 2))
    assert table.header_rows == 2
    assert texts(found) == [("Sales, million", Text("caption"))]


def test_rows_of_th_alone_head_a_table_without_thead():
    assert grid(read("<table><tr><th>a<th>b</tr><tr><th>x<td>1</tr></table>")).header_rows == 1


def test_a_layout_table_is_opened_and_the_table_in_it_is_a_grid():
    found = read(
        "<table><tr><td><h2>Left</h2></td><td><table><tr><td>a<td>b</tr></table></td></tr></table><p>after</p>"
    )
    assert grid(found).row(0) == ("a", "b")
    assert [text for text, _ in texts(found)] == ["Left", "after"]


def test_links_are_about_their_paragraph_and_embedded_pictures_are_blobs():
    picture = b"\x89PNG\r\n\x1a\n"
    address = "data:image/png;base64," + base64.b64encode(picture).decode()
    found = read(
        f'<p>See <a href="https://example.org/a">the method</a>.</p><img src="{address}" alt="A map" width=20>'
    )
    link, image = [artifact for artifact in found.artifacts if artifact.kind in ("hyperlink", "image")]
    assert link.payload == Facts((("text", "the method"), ("target", "https://example.org/a")))
    assert [(edge.source, edge.type) for edge in found.edges] == [(link.key, "about")]
    assert image.payload == Picture("A map", "image/png", 20.0, 0.0)
    assert found.blobs == {image.blob: picture}


def test_title_and_meta_are_metadata():
    head = '<html><head><title>A  page</title><meta name="author" content="R. Diaz"><meta name=viewport content=x>'
    found = read_html(f"{head}</head><body><p>x</body></html>".encode())
    assert found.title == "A page"
    assert found.properties == (("author", "R. Diaz"),)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("<meta charset=windows-1251><p>Привет".encode("cp1251"), "Привет"),
        ('<meta http-equiv=x content="text/html; charset=shift_jis"><p>統計'.encode("shift_jis"), "統計"),
        ("<meta charset=iso-8859-1><p>caf\u00e9 \u2013 5 \u20ac".encode("cp1252"), "café – 5 €"),
        ("<meta charset=iso-8859-1><p>naïve".encode(), "naïve"),
        ("\ufeff<p>mark".encode("utf-16"), "mark"),
    ],
)
def test_the_encoding_is_the_mark_then_utf8_then_what_meta_says(data: bytes, expected: str):
    assert [text for text, _ in texts(read_html(data))] == [expected]


def test_a_page_nested_a_thousand_deep_is_read():
    found = read("<div>" * 1000 + "deep" + "</div>" * 1000)
    assert (found.problem, [text for text, _ in texts(found)]) == (None, ["deep"])


def test_a_page_nested_a_hundred_thousand_deep_is_partial():
    found = read("<p>before</p>" + "<div>" * 100_000 + "deep" + "</div>" * 100_000)
    assert [text for text, _ in texts(found)] == ["before"]
    assert found.problem is not None
    assert found.problem.code == "partial"


def test_spans_of_a_million_do_not_blow_a_table_up():
    rows = "<tr><td colspan=1000000 rowspan=1000000>x<td>y</tr>" * 50
    table = grid(read(f"<table>{rows}</table>"))
    assert len(table.displayed) <= 2_000_000
    assert table.rows == 50


CELLS = st.lists(
    st.lists(st.tuples(st.integers(1, 4), st.integers(1, 4)), min_size=1, max_size=5), min_size=2, max_size=6
)


@given(CELLS)
def test_no_two_spans_of_a_table_overlap_and_every_cell_keeps_its_text(rows: list[list[tuple[int, int]]]):
    names, body = list[str](), ""
    for cells in rows:
        body += "<tr>"
        for high, wide in cells:
            names.append(f"c{len(names)}")
            body += f"<td rowspan={high} colspan={wide}>{names[-1]}</td>"
        body += "</tr>"
    # The second column keeps it from being taken for a table that only places things.
    table = grid(read(f"<table><tr><td>a<td>b</tr>{body}</table>"))
    assert sorted(text for text in table.displayed if text) == sorted(["a", "b", *names])
    covered = [
        (span.row + down, span.column + right)
        for span in table.spans
        for down in range(span.height)
        for right in range(span.width)
    ]
    assert len(covered) == len(set(covered))
    assert all(row < table.rows and column < table.columns for row, column in covered)
