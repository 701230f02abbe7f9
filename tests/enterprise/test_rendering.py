"""The renderers by themselves: pages turn, lines wrap, glyphs exist, and no block is lost in silence."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from reportlab.pdfbase import pdfmetrics

from assay.enterprise.blocks import Cell, Columns, Draft, Grid, Heading, Paragraph, Picture
from assay.enterprise.domains import DOMAINS
from assay.enterprise.names import deal
from assay.enterprise.page import FONT, load_font, wrap
from assay.enterprise.pdf import pdf
from assay.enterprise.picture import bars
from assay.enterprise.text import markdown, plain
from assay.enterprise.web import html
from assay.enterprise.word import word


def test_the_bundled_font_has_every_character_that_pages_are_written_in():
    load_font()
    glyphs = vars(pdfmetrics.getFont(FONT))["face"].charToGlyph
    names = [*deal("place", 1, 0, 720), *deal("country", 1, 0, 72)]
    text = "".join(name.name + name.named("zh") for name in names)
    text += "".join(alias for domain in DOMAINS for measure in domain.measures for alias in measure.aliases[:1])
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


def test_columns_are_filled_one_after_another_before_the_page_turns():
    blocks = (Columns(2), *[Paragraph("word " * 100)] * 4, Columns(1), Heading("After"))
    rendered = pdf(Draft("a.pdf", "Title", "Author", "report", blocks))
    assert [mark.at for mark in rendered.marks if mark.kind == "outline"] == [{"page": 1}]


def test_a_block_that_a_format_has_no_form_for_is_an_error_where_it_would_be_lost():
    picture = Picture("alt", (1, 2))
    with pytest.raises(TypeError, match="no PDF form for Picture"):
        pdf(Draft("a.pdf", "Title", "Author", "report", (picture,)))
    for render in (markdown, plain, html):
        with pytest.raises(TypeError, match="no text form for Picture"):
            render(Draft("a.md", "Title", "Author", "memo", (picture,)))
    marks = word(Draft("a.docx", "T", "A", "report", (picture, Columns(2)))).marks
    assert [mark.kind for mark in marks] == ["metadata", "image", "layout"]
