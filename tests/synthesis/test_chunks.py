"""Chunks: every body artifact once, large grids as windows of rows that part it."""

from hypothesis import given, settings
from hypothesis import strategies as st

from assay.markdown import artifact_markdown
from assay.model.artifact import Anchor, Text
from assay.model.document import Document
from assay.model.grid import Grid, grid_of
from extractors.sheaf import Sheaf
from synthesis.chunks import CHUNK_CHARS, chunks
from tests.made import body, document_of


@st.composite
def documents(draw) -> Document:
    sheaf = Sheaf("excel")
    for at in range(draw(st.integers(0, 6))):
        name = draw(st.sampled_from(["A", "B"]))
        kind = draw(st.sampled_from(["tlr", "comment", "sheet"]))
        rows = [[f"{at}-{row}\n|", "x" * draw(st.integers(0, 30))] for row in range(draw(st.integers(0, 12)))]
        payload = grid_of(rows, header_rows=draw(st.integers(0, 2))) if kind == "tlr" else None
        sheaf.add(kind, Anchor(sheet=name, range=f"A{at + 1}"), "" if kind == "tlr" else "note", payload, place=name)
    return document_of(sheaf, "a.xlsx")


@settings(max_examples=80)
@given(documents(), st.integers(1, 300))
def test_every_body_artifact_with_text_is_in_one_chunk_or_in_windows_that_part_it(document, chars):
    cut = chunks(document, chars)
    assert [chunk.index for chunk in cut] == list(range(len(cut)))
    body_keys = [one.key for one in document.artifacts if one.declared.layer == "body" and artifact_markdown(one)]
    assert list(dict.fromkeys(key for chunk in cut for key in chunk.keys)) == body_keys
    for artifact in document.artifacts:
        mine = [chunk for chunk in cut if artifact.key in chunk.keys]
        windows = [chunk.rows for chunk in mine if chunk.rows is not None]
        assert len(mine) <= 1 or len(windows) == len(mine)
        if windows and isinstance(artifact.payload, Grid):
            assert [row for start, end in windows for row in range(start, end)] == list(range(artifact.payload.rows))


@settings(max_examples=80)
@given(documents(), st.integers(20, 300))
def test_a_chunk_is_as_long_as_asked_unless_one_piece_is_longer(document, chars):
    for chunk in chunks(document, chars):
        assert "<!--" not in chunk.text
        if chunk.rows is None:
            assert sum(map(len, chunk.text.split("\n\n"))) <= chars or len(chunk.keys) == 1
        else:
            # the first window holds the header, whatever its length
            start, end = chunk.rows
            assert len(chunk.text) <= chars or end - start <= (3 if start == 0 else 1)


@given(documents())
def test_a_chunk_stays_on_one_sheet(document):
    sheets = {artifact.key: artifact.at.sheet for artifact in document.artifacts}
    assert all(len({sheets[key] for key in chunk.keys}) == 1 for chunk in chunks(document, 200))


def test_the_windows_of_a_table_are_its_rows_with_the_header_in_the_first_alone():
    grid = grid_of([["Region", "GWh"], *([f"R{at}", f"{at}"] for at in range(1000))], header_rows=1)
    sheaf = Sheaf("text")
    sheaf.add("table", Anchor(line=1), payload=grid)
    cut = chunks(document_of(sheaf, "a.csv"))
    assert len(cut) > 3
    assert [chunk.text.count("Region") for chunk in cut] == [1] + [0] * (len(cut) - 1)
    assert all(len(chunk.text) <= CHUNK_CHARS for chunk in cut)
    assert not any("---" in chunk.text for chunk in cut)
    assert "\n".join(chunk.text for chunk in cut).count("\n") == 1000


def test_a_heading_begins_a_chunk_once_the_last_is_half_full():
    sheaf = Sheaf("word")
    sheaf.add("text", body(0), "a" * 60, Text())
    sheaf.add("text", body(1), "Next", Text("heading", 1))
    sheaf.add("text", body(2), "b" * 10, Text())
    sheaf.add("text", body(3), "Soon", Text("heading", 1))
    assert [chunk.text.split("\n")[0][:6] for chunk in chunks(document_of(sheaf), 100)] == ["aaaaaa", "# Next"]


def test_facts_and_containers_are_in_no_chunk():
    sheaf = Sheaf("word")
    sheaf.add("comment", body(0), "a remark")
    sheaf.add("header", Anchor(part="header1"), "Confidential")
    assert chunks(document_of(sheaf)) == []


def test_a_chunk_is_named_after_its_document_and_its_place_there():
    sheaf = Sheaf("word")
    sheaf.add("text", body(0), "a", Text())
    document = document_of(sheaf)
    assert chunks(document)[0].name == f"{document.source}#0"


@settings(max_examples=80)
@given(documents(), st.integers(1, 300))
def test_a_later_window_is_shown_under_the_header_of_its_grid(document, chars):
    grids = {one.key: artifact_markdown(one) for one in document.artifacts if isinstance(one.payload, Grid)}
    headers = {one.key: max(1, one.payload.header_rows) for one in document.artifacts if isinstance(one.payload, Grid)}
    for chunk in chunks(document, chars):
        if chunk.rows is None or chunk.rows[0] == 0:
            assert (chunk.header, chunk.shown) == ("", chunk.text)
        else:
            lines = grids[chunk.keys[0]].split("\n")
            assert chunk.header.split("\n") == lines[: headers[chunk.keys[0]] + 1]
            assert chunk.shown.split("\n") == [*chunk.header.split("\n"), *chunk.text.split("\n")]
            assert chunk.text in "\n".join(lines)
