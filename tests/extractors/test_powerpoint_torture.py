"""One presentation with every kind: each word in its place once, each key and its copies gone and nothing else."""

import io
import json
import zipfile
from functools import cache

import pytest

from assay.markdown import artifact_markdown, document_markdown
from assay.model.artifact import Artifact, Chart, Facts
from assay.model.codec import to_text
from assay.model.document import Document, Reading
from assay.model.kinds import KINDS
from assay.views import closure, without
from extractors.powerpoint import read_powerpoint
from tests.extractors.parts import zipped
from tests.extractors.torture import FORMULA as EQUATION
from tests.extractors.torture import WORDS, torture
from tests.made import document_of

# What is reached through a slide, and goes with it.
CARRIED = {
    "ppt/slides/slide4.xml": {"zqhover", "zqfilm", "zqsong"},
    "ppt/slides/slide5.xml": {word for word, kind in WORDS.items() if kind == "chart"},
    "ppt/slides/slide6.xml": {"zqaddress"},
    "ppt/slides/slide7.xml": {"zqspoken", "zqnotescell", "zqnoteshead"},
    "ppt/slides/slide8.xml": {"zqgerman"},
    "ppt/slides/slide10.xml": {"zqhandwritten"},
    "ppt/slides/slide11.xml": {word for word, kind in WORDS.items() if kind == "smartart_text"},
    "ppt/slides/slide14.xml": {"zqremark", "zqauthor", "zqreply"},
    "ppt/charts/c.xml": {"zqover"},
    "ppt/comments/o.xml": {"zqauthor"},
}
WITH_WORDS = (
    "ppt/slides/", "ppt/charts/", "ppt/ink/", "ppt/media/", "ppt/notesSlides/", "ppt/comments/", "ppt/diagrams/",
)  # fmt: skip
# What a slide shows that is not in its own words.
FORMULA = "zqabove"


@cache
def reading() -> Reading:
    return read_powerpoint(torture())


@cache
def document() -> Document:
    return document_of(reading(), "torture.pptx")


@cache
def home(word: str) -> Artifact:
    """The artifact that a word is in, and not those that say something about it."""
    kind = WORDS.get(word, "equation")
    found = [each for each in document().artifacts if each.kind == kind and word in artifact_markdown(each)]
    assert len(found) == 1, (word, [each.text for each in found])
    return found[0]


def facts(kind: str, slide: int | None) -> list[dict[str, object]]:
    """The facts of a kind on a slide, in order."""
    found = [each for each in reading().artifacts if each.kind == kind and each.at.slide == slide]
    return [dict(each.payload.values) for each in found if isinstance(each.payload, Facts)]


def test_every_kind_of_presentations_is_in_it():
    declared = {kind for app, kind in KINDS if app == "powerpoint"}
    assert {each.kind for each in reading().artifacts} == declared
    assert (reading().problem, reading().warnings, reading().title) == (None, (), "zqdeckname")


@pytest.mark.parametrize("word", [*WORDS, FORMULA])
def test_each_word_is_in_its_artifact_and_else_only_in_what_is_about_it(word: str):
    copies = [each for each in document().artifacts if word in artifact_markdown(each) + to_text(each.payload)]
    assert {each.key for each in copies} <= closure(document(), [home(word).key])


@pytest.mark.parametrize("key", [each.key for each in reading().artifacts])
def test_a_key_takes_its_words_and_their_copies_and_nothing_else(key: str):
    gone = closure(document(), [key])
    left = without(document(), [key])
    shown = document_markdown(left) + json.dumps([to_text(each.payload) for each in left.artifacts], ensure_ascii=False)
    for word in [*WORDS, FORMULA]:
        assert (word in shown) == (home(word).key not in gone), word


def test_facts_take_no_text_of_a_slide_with_them():
    # A table on a notes page goes with the note, and the picture of an object with the object.
    body = {each.key: each for each in document().artifacts if each.declared.layer == "body"}
    for each in document().artifacts:
        gone = closure(document(), [each.key]) & set(body) if each.declared.layer == "facts" else set[str]()
        assert all(body[key].at.part == "notes" or body[key].kind == "image" for key in gone), each.text


def test_containers_hold_no_text_and_name_their_layout():
    slides = [each for each in reading().artifacts if each.kind == "slide"]
    assert {each.text for each in slides} == {""}
    assert facts("slide", 12) == [{"name": "Slide 12", "hidden": True, "layout": "Plain"}]


def test_lines_of_a_body_have_their_levels_and_marks():
    assert home("zqlevel").text == "- zqlevel\n  - zqdeeper\nb) zqnumbered\n- שלום"
    assert home("zqlevel").at.box == (10, 20, 40, 60)


def test_positions_tell_place_turn_orders_and_group():
    assert facts("position", 2) == [
        {"name": "s14", "kind": "shape", "x": 5, "y": 6, "width": 7, "height": 8, "drawn": 4, "read": 1},
        {"name": "zqgroup", "kind": "group", "x": 1000, "y": 2000, "width": 200, "height": 200, "turn": 90.0,
         "flip": "across", "drawn": 1, "read": 2},
        {"name": "zqnest", "kind": "group", "x": 1000, "y": 2000, "width": 200, "height": 200, "turn": 90.0,
         "flip": "across", "drawn": 2, "read": 3, "group": "11"},
        # The corner that stood at the top left is mirrored to the right and then turned to the bottom.
        {"name": "s13", "kind": "shape", "x": 1180, "y": 2180, "width": 20, "height": 20, "turn": 90.0,
         "flip": "across", "drawn": 3, "read": 4, "group": "12"},
    ]  # fmt: skip
    assert [each.get("direction") for each in facts("position", 1) if each["name"] == "s6"] == ["vert270"]


def test_fills_of_cells_are_told_by_ranges():
    found = [(each["range"], each["fill"]) for each in facts("cell_color", 3)]
    assert found == [("row 1, columns 1-2", "C00000"), ("rows 2-3, column 1", "00B050")]


def test_media_are_told_with_where_they_are():
    found = [(each["type"], each["place"], each["target"], each["bytes"]) for each in facts("media", 4)]
    assert found == [
        ("video", "linked", "https://example.org/zqfilm.mp4", None),
        ("audio", "embedded", "zqsong.mp3", 3),
        ("object zqprogram.12", "embedded", "o.bin", 6),
    ]


def test_charts_come_with_formats_labels_legend_and_what_is_drawn_over_them():
    chart, newer = (home(word) for word in ("zqcharttitle", "zqwaterfall"))
    assert chart.text.splitlines() == [
        "column3D chart: zqcharttitle", "axes: zqaxis", "grouping: stacked", "legend: top", "data labels: values",
        "zqseries: zqcategory = 0.125 (12.5%); Q2 = #N/A [zqlabel]; ", "trend line: linear zqtrend", "zqover",
    ]  # fmt: skip
    assert isinstance(chart.payload, Chart)
    assert chart.payload.series[0].values == (0.125, "#N/A", None)
    assert isinstance(newer.payload, Chart)
    assert (newer.payload.type, newer.payload.title) == ("waterfall", "zqwaterfall")
    assert (newer.payload.series[0].categories, newer.payload.series[0].values) == (("zqstep", "End"), (5, 7.5))
    assert (newer.payload.series[0].name, newer.payload.series[0].source) == ("Steps", "S!B2:B3")


def test_runs_give_highlights_links_and_equations():
    assert facts("highlight", 6) == [{"text": "zqbright", "value": "202020"}]
    assert [each["target"] for each in facts("hyperlink", 6)] == ["https://example.org/zqaddress", "slide 9"]
    assert home(FORMULA).text == r"\frac{zqabove}{zqbelow}"


def test_margins_are_said_once_and_name_their_slides():
    everywhere = ", ".join(map(str, range(1, 15)))
    found = [each for each in reading().artifacts if each.kind == "header_footer"]
    assert [each.text for each in found] == [
        f"text of the master: zqmaster (slides {everywhere})",
        f"text of the layout: zqlayout (slides {everywhere})",
        "footer: zqfootline (slides 7)",
        "date: zqdate (slides 7)",
        "slide number: # (slides 7)",
        "header of notes: zqnoteshead (slides 7)",
    ]


def test_languages_are_told_where_they_are_not_the_decks():
    assert facts("language", None) == [{"language": "en-GB", "main": True}]
    assert facts("language", 1) == [{"language": "he-IL", "text": "שלום"}]
    assert facts("language", 8) == [{"language": "de-DE", "text": "zqgerman"}]


def test_looks_go_through_the_theme():
    assert facts("shape", 9) == [
        {"type": "roundRect", "fill": "080808 (accent1)", "outline": "FF0000", "width": 2.0, "dash": "dash"},
        {"type": "line", "fill": "none", "outline": "202020 (accent2)", "width": 1.0, "arrows": "end", "from": "2",
         "to": "4"},
        {"type": "background", "fill": "00008B (dkBlue)"},
    ]  # fmt: skip


def test_ink_has_its_strokes_colours_and_words():
    assert facts("ink", 10) == [{"strokes": 2, "colours": "00AA00", "words": "zqhandwritten"}]
    assert home("zqhandwritten").at.box == (11, 12, 24, 26)


def test_diagrams_give_type_text_and_relations():
    assert home("zqboss").text == "SmartArt: Organization Chart\n- zqboss\n  - zqclerk"
    assert facts("smartart_relation", 11) == [
        {"relation": "hierarchy", "edges": "zqboss > zqclerk"},
        {"relation": "cycle", "edges": "zqfirst → zqsecond\nzqsecond → zqfirst"},
    ]


def test_motion_is_told_in_its_order():
    assert facts("animation", 13) == [
        {"effect": "push", "speed": "slow", "after": 5000, "click": False, "sound": "zqsound"},
        {"order": 1, "trigger": "on click", "class": "entrance", "effect": "Fly In", "shape": "7",
         "paragraphs": "1-2", "delay": 250, "duration": 700},
        {"order": 2, "trigger": "after the one before", "class": "exit", "effect": "Fade", "shape": "7"},
    ]  # fmt: skip


def test_comments_have_author_date_state_and_what_they_answer():
    found = [(each["author"], each["date"], each["reply"], each["resolved"]) for each in facts("comment", 14)]
    assert found == [
        ("", "2020-01-01", False, False),
        ("zqauthor", "2020-01-01", False, False),
        ("Bob", "", False, True),
        ("Bob", "2024-02-02", True, False),
    ]
    parent = next(each for each in document().artifacts if each.text == "Bob, resolved: Check")
    assert home("zqreply").key in closure(document(), [parent.key])
    assert parent.key in closure(document(), [next(e.key for e in document().artifacts if e.text == "remarked")])


@cache
def parts() -> dict[str, bytes]:
    """The parts of the presentation without its equation, for which each reading would start pandoc."""
    with zipfile.ZipFile(io.BytesIO(torture())) as archive:
        return {name: archive.read(name).replace(EQUATION.encode(), b"") for name in archive.namelist()}


@pytest.mark.parametrize("name", parts())
@pytest.mark.parametrize(
    "damage", ["gone", "half", *(pytest.param(one, marks=pytest.mark.soak) for one in ("noise", "empty"))]
)
def test_one_damaged_part_loses_its_own_words_and_no_others(name: str, damage: str):
    whole = parts()
    changed = {"half": whole[name][: len(whole[name]) // 2], "noise": b"\x00\xff<", "empty": b"<x/>", "gone": b""}
    left = {**whole, name: changed[damage]}
    if damage == "gone":
        del left[name]
    reading = read_powerpoint(zipped(left))
    assert reading.problem is None or reading.problem.code in {"partial", "unsupported"}
    shown = "\n".join(artifact_markdown(each) for each in reading.artifacts)
    # Nothing is lost but words that stand in the part, or are reached through it.
    lost = {word for word in WORDS if word not in shown} - CARRIED.get(name, set())
    if name.startswith(WITH_WORDS) and "_rels" not in name:
        assert {word for word in lost if word not in name and word.encode() not in whole[name]} == set()
