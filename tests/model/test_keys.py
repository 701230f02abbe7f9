"""Artifact keys: frozen for each kind, so that no change of ours renames what people cite."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.model.artifact import Anchor, Text, artifact_key
from assay.model.grid import Grid, Span, grid_of
from assay.model.kinds import KINDS
from extractors.sheaf import Sheaf
from tests.made import body

# Frozen: a line here changes only where a kind's identity is changed on purpose, and then every archive is read again.
GOLDEN = dict(
    line.split() for line in Path(__file__).with_name("golden_keys.txt").read_text(encoding="utf-8").splitlines()
)
SHAPE = re.compile(r"[a-z]{1,3}[0-9a-hjkmnp-tv-z]{10}(-[1-9][0-9]*)?")
CONTRACT = {
    "word": "text table image chart font layout hyperlink metadata footnote highlight footer header comment equation"
    " strikeout textbox video revision field control",
    "excel": "sheet table tlr unstructured formula chart image pivot shape name comment format validation hyperlink"
    " header_footer metadata other",
    "powerpoint": "slide slide_text position table image chart highlight shape_text equation hyperlink header_footer"
    " note language metadata shape ink cell_color smartart_text smartart_relation hidden animation section comment"
    " media",
    "pdf": "page text table image annotation hyperlink form_field outline metadata",
    "text": "text table image hyperlink metadata",
}


def key_of(label: str) -> str:
    app, name = label.split(".")
    kind = next(kind for kind in KINDS.values() if (kind.app, kind.name) == (app, name))
    return artifact_key(kind, "the same\n identity", "place", 2)


@pytest.mark.parametrize("label", sorted(kind.label for kind in KINDS.values()))
def test_the_key_of_each_kind_is_frozen(label: str):
    assert key_of(label) == GOLDEN[label]


def test_no_kind_was_dropped():
    assert set(GOLDEN) == {kind.label for kind in KINDS.values()}


@pytest.mark.parametrize("app", CONTRACT)
def test_each_application_has_the_kinds_of_the_contract(app: str):
    assert {kind.name for kind in KINDS.values() if kind.app == app} == set(CONTRACT[app].split())


@given(st.sampled_from(sorted(KINDS)), st.text(), st.text(), st.integers(1, 10**6))
def test_a_key_is_short_letters_digits_and_a_count(kind, identity, place, occurrence):
    key = artifact_key(KINDS[kind], identity, place, occurrence)
    assert SHAPE.fullmatch(key)
    assert key.startswith(KINDS[kind].prefix)
    assert ("-" in key) == (occurrence > 1)


def test_white_space_is_folded_and_the_place_tells_apart():
    kind = KINDS["word", "text"]
    assert artifact_key(kind, " a  b\n", "", 1) == artifact_key(kind, "a b", "", 1)
    assert artifact_key(kind, "a b", "Sheet1", 1) != artifact_key(kind, "a b", "", 1)
    assert artifact_key(kind, "ab", "", 1) != artifact_key(kind, "a b", "", 1)


def test_equals_are_counted_within_a_place_and_headings_do_not_enter():
    sheaf = Sheaf("word")
    first, second = (sheaf.add("text", body(at), "Total", Text()) for at in (0, 1))
    heading = sheaf.add("text", body(2), "Total", Text("heading", 2, "1.2"))
    elsewhere = sheaf.add("text", body(3), "Total", Text(), place="annex")
    assert second.key == f"{first.key}-2"
    assert heading.key == f"{first.key}-3"
    assert elsewhere.key.partition("-")[0] == elsewhere.key != first.key


def test_an_inserted_paragraph_changes_no_other_key():
    def keys(*texts: str) -> list[str]:
        sheaf = Sheaf("word")
        return [sheaf.add("text", body(at), text, Text()).key for at, text in enumerate(texts)]

    assert keys("a", "b") == [key for key, text in zip(keys("a", "new", "b"), "anb", strict=True) if text != "n"]


def test_a_grid_is_its_stored_values_and_spans_and_nothing_else():
    grid = Grid(1, 2, ("1.50", "x"), (1.5, "x"))
    shown_otherwise = Grid(1, 2, ("2", "x"), (1.5, "x"), formulas=((0, "=A1"),), formats=((0, "0"),), header_rows=1)
    assert grid.identity() == shown_otherwise.identity()
    assert grid.identity() != Grid(1, 2, ("1.50", "x"), (1.6, "x")).identity()
    assert grid.identity() != Grid(1, 2, ("1.50", "x"), (1.5, "x"), spans=(Span(0, 0, 1, 2),)).identity()
    assert grid.identity() != Grid(2, 1, ("1.50", "x"), (1.5, "x")).identity()


def test_a_grid_without_stored_values_folds_white_space():
    assert grid_of([["a \n b", ""]]).identity() == grid_of([["a b", ""]]).identity()


def test_the_golden_identity_of_a_grid_is_frozen():
    grid = Grid(2, 2, ("Total", "", "1", "2"), ("Total", None, 1, 2.5), spans=(Span(0, 0, 1, 2),))
    assert grid.identity() == "68e43ebeeea403991285096fa522ac5331255f09286ce8483670ed2ba588eeca"


def test_equal_pictures_are_one_picture_wherever_they_stand():
    sheaf, other = Sheaf("word"), Sheaf("pdf")
    first = sheaf.add("image", body(0), "logo", blob=b"png")
    second = sheaf.add("image", body(4), "another name", blob=b"png")
    assert second.key == f"{first.key}-2"
    assert other.add("image", Anchor(page=1), blob=b"png").key == first.key
