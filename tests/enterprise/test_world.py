"""The drawn world: figures that look real, extrema that are unique, units that convert exactly, glyphs that exist."""

from __future__ import annotations

import io
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from reportlab.pdfbase import pdfmetrics

from assay.enterprise.display import largest, show, smallest
from assay.enterprise.measures import MEASURES
from assay.enterprise.names import COUNTRIES, REGIONS
from assay.enterprise.pdf import FONT, load_font, pdf, wrap
from assay.enterprise.picture import bars
from assay.enterprise.records import Cell, Draft, Fact, Grid, Heading, Paragraph, Picture
from assay.enterprise.text import html, markdown, plain
from assay.enterprise.units import UNITS, convert
from assay.enterprise.word import word
from assay.enterprise.world import energy_world, retail_world
from assay.model.errors import UsageError

WORLDS = [make(seed) for make in (energy_world, retail_world) for seed in range(1, 6)]


def test_a_seed_draws_the_same_world_again():
    assert energy_world(4) == energy_world(4)
    assert energy_world(4).facts != energy_world(5).facts


@pytest.mark.parametrize("world", WORLDS, ids=lambda world: f"{world.domain} {world.place}")
def test_no_two_entities_share_a_value_so_that_extrema_are_unique(world):
    for measure in MEASURES[world.domain]:
        for period in world.periods:
            values = [world.facts[entity.name, measure.name, period].value for entity in world.entities]
            assert len(set(values)) == len(values)
            assert largest(world, measure.name, period).value == max(values)
            assert smallest(world, measure.name, period).value == min(values)


@pytest.mark.parametrize("world", WORLDS, ids=lambda world: f"{world.domain} {world.place}")
def test_series_move_by_less_than_a_third_a_period_and_shares_stay_below_a_hundred(world):
    for (entity, measure, period), fact in world.facts.items():
        after = world.periods.index(period) + 1
        if after < len(world.periods):
            later = world.facts[entity, measure, world.periods[after]].value
            assert Decimal("0.67") < later / fact.value < Decimal("1.33")
        assert fact.value > 0
        assert fact.unit != "%" or fact.value < 100


@pytest.mark.parametrize("seed", range(16))
def test_energy_figures_do_not_contradict_each_other(seed):
    world = energy_world(seed)
    for entity in world.entities:
        for period in world.periods:
            value = {m.name: world.facts[entity.name, m.name, period].value for m in MEASURES["energy"]}
            assert value["industrial electricity consumption"] < value["electricity consumption"]
            assert value["electricity generation"] < value["installed capacity"] * 8760 / 1000
            assert value["electricity consumption"] < value["peak load"] * 8760 / 1000


def test_restated_figures_differ_from_the_current_ones():
    world = energy_world(1)
    assert len(world.restated) == len(world.conflicts) == 3
    assert all(fact.value != world.facts[key].value and not fact.current for key, fact in world.restated.items())


@given(
    st.decimals(min_value=0, max_value=10**9, places=2), st.sampled_from(sorted(UNITS)), st.sampled_from(sorted(UNITS))
)
def test_units_convert_there_and_back_exactly_or_not_at_all(value, source, target):
    if UNITS[source][0] == UNITS[target][0]:
        assert convert(convert(value, source, target), target, source) == value
    else:
        with pytest.raises(UsageError, match="cannot be shown as"):
            convert(value, source, target)


@pytest.mark.parametrize(
    ("value", "unit", "target", "text"),
    [
        ("12000", "GWh", "TWh", "12.000"),
        ("12000", "GWh", None, "12,000"),
        ("4730", "MW", "万千瓦", "473.0"),
        ("18.42", "cents per kWh", "crowns per MWh", "184.2"),
        ("1200", "million crowns", "thousand crowns", "1,200,000"),
    ],
)
def test_a_value_is_shown_with_every_digit_that_is_known_of_it(value, unit, target, text):
    assert show(Fact("a", "b", "2020", unit, Decimal(value), "2025"), target).text == text


def test_the_bundled_font_has_every_character_of_the_names():
    load_font()
    glyphs = vars(pdfmetrics.getFont(FONT))["face"].charToGlyph
    text = "".join(alias for entity in (*COUNTRIES, *REGIONS) for alias in (entity.name, *entity.aliases))
    assert [character for character in text + "，。（）：、–·•²€" if ord(character) not in glyphs] == []


@given(st.text(alphabet="ab 电量,.", max_size=400))
def test_wrapped_lines_keep_every_character_and_fit(text):
    load_font()
    lines = list(wrap(text, 200))
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(pdfmetrics.stringWidth(line, FONT, 10) <= 200 for line in lines if " " in line or "电" in line[:-1])


def test_a_picture_is_a_png_with_one_bar_a_value():
    image = Image.open(io.BytesIO(bars([10, 5, 20])))
    assert image.size == (120, 60)
    middle = [image.getpixel((20 + 40 * index, 52)) for index in range(3)]
    assert middle == [90, 90, 90]
    assert [image.getpixel((20 + 40 * index, 20)) for index in range(3)] == [235, 235, 90]


def test_a_long_draft_turns_pages_and_keeps_a_heading_with_its_table():
    grid = Grid("Caption", tuple((cell, cell) for cell in [Cell("text")] * 20))
    blocks = (Heading("First"), *[Paragraph("word " * 120)] * 4, Heading("Above", 2), grid)
    rendered = pdf(Draft("a.pdf", "Title", "Author", "report", blocks, "head", "foot"))
    outline = [mark for mark in rendered.marks if mark.kind == "outline"]
    assert [mark.at for mark in outline] == [{"page": 1}, {"page": 2}]


def test_a_block_that_a_format_has_no_form_for_is_an_error_where_it_would_be_lost():
    picture = Picture("alt", (1, 2))
    with pytest.raises(TypeError, match="no PDF form for Picture"):
        pdf(Draft("a.pdf", "Title", "Author", "report", (picture,)))
    for render in (markdown, plain, html):
        with pytest.raises(TypeError, match="no text form for Picture"):
            render(Draft("a.md", "Title", "Author", "memo", (picture,)))
    assert [mark.kind for mark in word(Draft("a.docx", "T", "A", "report", (picture,))).marks] == ["metadata", "image"]
