"""Grids: addresses, spans, sparse formulas."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.model.canonical import Scalar, digest
from assay.model.grid import Grid, Span, grid_of

ROWS = st.lists(st.lists(st.text(max_size=4), max_size=5), max_size=5)


@given(ROWS)
def test_ragged_rows_become_a_rectangle_that_keeps_every_text(rows):
    grid = grid_of(rows)
    assert (grid.rows, grid.columns) == (len(rows), max(map(len, rows), default=0))
    assert len(grid.displayed) == grid.rows * grid.columns
    assert [list(grid.row(at))[: len(row)] for at, row in enumerate(rows)] == [list(row) for row in rows]
    assert not any("".join(grid.row(at)[len(row) :]) for at, row in enumerate(rows))


@given(ROWS)
def test_filled_addresses_are_those_with_text_in_reading_order(rows):
    grid = grid_of(rows)
    wanted = [(row, column) for row, texts in enumerate(rows) for column, text in enumerate(texts) if text]
    assert list(grid.filled()) == wanted
    assert all(grid.text(*at) for at in wanted)


def test_a_covered_address_shows_its_corner():
    grid = grid_of([["Sales", "", "x"], ["", "", "y"]], spans=(Span(0, 0, 2, 2),))
    assert {grid.text(row, column) for row in (0, 1) for column in (0, 1)} == {"Sales"}
    assert [grid.cell(0, 0).merged, grid.cell(1, 1).merged, grid.cell(1, 2).merged] == [False, True, False]
    assert grid.corner(1, 1) == (0, 0)
    assert grid.corner(1, 2) == (1, 2)


def test_a_cell_has_its_own_formula_format_and_stored_value():
    grid = Grid(1, 3, ("1", "2", "3%"), (1, 2, 0.03), formulas=((1, "=A1*2"),), formats=((2, "0%"),))
    assert [grid.cell(0, at).formula for at in range(3)] == [None, "=A1*2", None]
    assert [grid.cell(0, at).format for at in range(3)] == [None, None, "0%"]
    assert grid.cell(0, 2).stored == 0.03


def test_where_nothing_is_typed_the_text_is_what_is_stored():
    assert grid_of([["12"]]).cell(0, 0).stored == "12"


@pytest.mark.parametrize("count", [1, 4095, 4096, 4097, 9000])
def test_identity_is_the_digest_of_the_whole_json_whatever_its_size(count: int):
    kinds: list[Scalar] = [None, "“x”", 1.5]
    values = [kinds[index % 3] for index in range(count)]
    grid = Grid(count, 1, ("",) * count, tuple(values), spans=(Span(0, 0, 1, 2),))
    filled = [[index, value] for index, value in enumerate(values) if value is not None]
    assert grid.identity() == digest([count, 1, filled, [[0, 0, 1, 2]]])
