"""Views: what is taken out is gone with all that rests on it, and nothing else changes."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.markdown import document_markdown, split_row
from assay.model.artifact import Anchor, Edge, Text
from assay.model.document import Document
from assay.model.grid import Grid, Span, grid_of
from assay.model.probe import FULL, CellChange, View
from assay.stages.looking import read_file
from assay.views import apply, closure, keep, of_kind, with_cells, without
from extractors.sheaf import Sheaf
from tests.made import body, document_of, energy_archive

CLOSING = ["part_of", "about", "drawn_from", "computed_from"]


@st.composite
def documents(draw) -> Document:
    """A document with texts, grids and facts, some nested in a cell, and edges of every type between them."""
    sheaf = Sheaf("word")
    for at in range(draw(st.integers(1, 7))):
        kind = draw(st.sampled_from(["text", "table", "comment"]))
        payload = grid_of([["a", f"{at}"], ["b", "|"]]) if kind == "table" else Text() if kind == "text" else None
        sheaf.add(kind, body(at), "" if kind == "table" else draw(st.text(max_size=4)), payload)
    document = document_of(sheaf)
    keys = [artifact.key for artifact in document.artifacts]
    pairs = st.tuples(st.sampled_from(keys), st.sampled_from(keys), st.sampled_from([*CLOSING, "copy_of"]))
    return replace(document, edges=tuple(Edge(*one) for one in draw(st.lists(pairs, max_size=8))))


def blocks(markdown: str) -> dict[str, str]:
    """Each artifact's block by its key."""
    parts = [part for part in markdown.split("<!-- ") if part and not part.startswith("facts ")]
    return {part.split(" ")[0]: part.rstrip("\n") for part in parts}


@settings(max_examples=60)
@given(documents(), st.data())
def test_what_is_taken_out_is_gone_and_the_rest_is_unchanged_byte_for_byte(document, data):
    keys = data.draw(st.sets(st.sampled_from([artifact.key for artifact in document.artifacts])))
    left = without(document, keys)
    gone = closure(document, keys)
    before, after = blocks(document_markdown(document)), blocks(document_markdown(left))
    assert set(after) == set(before) - gone
    assert after == {key: block for key, block in before.items() if key not in gone}
    assert not any(f"<!-- {key} " in document_markdown(left) for key in keys)
    assert all({edge.source, edge.target}.isdisjoint(gone) for edge in left.edges if edge.type != "copy_of")


@settings(max_examples=60)
@given(documents(), st.data())
def test_the_closure_is_closed_holds_what_was_asked_and_never_looks_up(document, data):
    keys = data.draw(st.sets(st.sampled_from([artifact.key for artifact in document.artifacts]), max_size=2))
    gone = closure(document, keys)
    assert keys <= gone
    assert closure(document, gone) == gone
    assert not [edge for edge in document.edges if edge.type in CLOSING and edge.target in gone - {edge.source}
                and edge.source not in gone]  # fmt: skip
    pointed_at_only = {edge.target for edge in document.edges} - {edge.source for edge in document.edges} - keys
    assert gone & pointed_at_only == set()


@given(documents())
def test_taking_nothing_out_changes_nothing(document):
    kept = without(document, [])
    assert kept.artifacts == document.artifacts
    assert document_markdown(kept) == document_markdown(document)


@given(documents())
def test_every_view_keeps_keys_order_and_place(document):
    keys = [artifact.key for artifact in document.artifacts]
    assert [artifact.key for artifact in keep(document, keys).artifacts] == keys
    tables = of_kind(document, ["table"]).artifacts
    assert list(tables) == [artifact for artifact in document.artifacts if artifact.kind == "table"]


def chain() -> tuple[Document, list[str]]:
    sheaf = Sheaf("word")
    made = [sheaf.add("text", body(at), f"p{at}", Text()) for at in range(4)]
    for at, kind in enumerate(CLOSING[:3]):
        sheaf.link(made[at + 1], made[at], kind)  # pyright: ignore[reportArgumentType]
    return document_of(sheaf), [one.key for one in made]


def test_the_closure_is_transitive_over_all_four_types():
    document, keys = chain()
    assert closure(document, [keys[0]]) == set(keys)
    assert closure(document, [keys[2]]) == {keys[2], keys[3]}


def test_copies_of_a_document_stay():
    document, keys = chain()
    document = replace(document, edges=(Edge("elsewhere", keys[0], "copy_of"),))
    assert closure(document, [keys[0]]) == {keys[0]}
    assert without(document, [keys[1]]).edges == document.edges


def nested() -> tuple[Document, str, str]:
    sheaf = Sheaf("word")
    inner = sheaf.add("table", Anchor("body", 0, row=0, column=1), payload=grid_of([["inside"]]))
    grid = replace(grid_of([["a", f"see [[{inner.key}]]"], ["[[x]]", "b"]]), children=((1, inner.key),))
    outer = sheaf.add("table", body(0), payload=grid)
    return document_of(sheaf), outer.key, inner.key


def test_a_nested_table_goes_with_its_place_holder_and_nothing_else():
    document, outer, inner = nested()
    left = without(document, [inner])
    assert [artifact.key for artifact in left.artifacts] == [outer]
    assert left.artifacts[0].payload == replace(grid_of([["a", "see"], ["[[x]]", "b"]]))


def test_what_lies_in_the_cells_of_a_table_goes_with_it():
    document, outer, _ = nested()
    assert without(document, [outer]).artifacts == ()


def test_a_place_holder_stays_with_its_table():
    document, outer, inner = nested()
    assert without(document, ["another"]).artifacts == document.artifacts
    assert f"[[{inner}]]" in document_markdown(keep(document, [outer, inner]))


def test_a_changed_cell_shows_another_text_under_the_same_key():
    archive = energy_archive()
    document, table = archive.documents["energy/demand.csv"], archive.table("energy/demand.csv")
    changed = with_cells(document, [CellChange(document.path, table.key, 1, 2, "9|9")])
    before, after = (document_markdown(one).split("\n") for one in (document, changed))
    different = [at for at, lines in enumerate(zip(before, after, strict=True)) if lines[0] != lines[1]]
    assert len(different) == 1
    assert split_row(after[different[0]]) == ["North", "417.5", "9|9"]
    assert changed.artifacts[0].key == table.key


def test_a_covered_cell_is_changed_in_its_corner():
    sheaf = Sheaf("excel")
    grid = Grid(2, 2, ("1", "", "2", "3"), (1, None, 2, 3), spans=(Span(0, 0, 1, 2),))
    table = sheaf.add("tlr", Anchor(sheet="S", range="A1:B2"), payload=grid)
    changed = with_cells(document_of(sheaf), [CellChange("", table.key, 0, 1, "7")]).artifacts[0].payload
    assert isinstance(changed, Grid)
    assert changed.displayed == ("7", "", "2", "3")
    assert changed.stored == ("7", None, 2, 3)


def test_a_cell_outside_the_grid_cannot_be_changed():
    archive = energy_archive()
    document, table = archive.documents["energy/demand.csv"], archive.table("energy/demand.csv")
    with pytest.raises(IndexError):
        with_cells(document, [CellChange(document.path, table.key, 9, 0, "x")])


def test_the_full_view_changes_no_file():
    assert apply(FULL, energy_archive().documents) == {}


def test_a_view_hides_files_and_rewrites_those_that_it_touches():
    archive = energy_archive()
    demand, output = sorted(archive.documents)
    table = archive.table(output)
    assert apply(View(hidden=(demand,)), archive.documents) == {demand: None}
    assert apply(View(only=(demand,)), archive.documents) == {output: None}
    assert apply(View(without=((output, table.key),)), archive.documents) == {output: ""}
    overlay = apply(View(cells=(CellChange(output, table.key, 1, 2, "1"),)), archive.documents)
    assert overlay == {output: document_markdown(archive.documents[output]).replace("| 7321.4 |", "| 1 |")}


def test_a_hidden_file_stays_hidden_whatever_else_is_changed_in_it():
    archive = energy_archive()
    path = sorted(archive.documents)[0]
    view = View(hidden=(path,), without=((path, archive.table(path).key),))
    assert apply(view, archive.documents) == {path: None}


def test_a_link_of_markdown_leaves_its_words_and_a_picture_nothing(tmp_path: Path):
    file = tmp_path / "memo.md"
    file.write_text(
        'See [the memo](https://a.example/memo) and [the plan](<https://a.example/plan> "Plan").\n\n'
        "![A map of losses](map.png) Losses rose.\n\n| a | b |\n| --- | --- |\n| [x](https://a.example/x) | 1 |\n"
    )
    document = read_file(file).document
    for kind, gone, kept in (
        ("hyperlink", "a.example", "See the memo and the plan."),
        ("image", "map", "Losses rose."),
    ):
        keys = [artifact.key for artifact in document.artifacts if artifact.kind == kind]
        shown = document_markdown(without(document, keys))
        assert gone not in shown
        assert kept in shown
    assert "[the memo](https://a.example/memo)" in document_markdown(without(document, []))
    assert "| x | 1 |" in document_markdown(
        without(document, [a.key for a in document.artifacts if a.kind == "hyperlink"])
    )
