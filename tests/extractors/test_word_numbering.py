"""Numbers are those that Word displays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.model.artifact import Text
from extractors.word import read_word
from extractors.word.counting import formatted
from tests.extractors.parts import docx, paragraph, root

LEVEL = '<w:lvl w:ilvl="{}"><w:start w:val="{}"/>{}<w:numFmt w:val="{}"/><w:lvlText w:val="{}"/>{}</w:lvl>'
OUTLINE = "".join(
    LEVEL.format(*level)
    for level in (
        (0, 1, "", "decimal", "%1.", '<w:pStyle w:val="Part"/>'),
        (1, 1, "", "decimal", "%1.%2", '<w:pStyle w:val="Chapter"/>'),
        (2, 1, "", "lowerLetter", "(%3)", ""),
        (3, 5, "", "lowerRoman", "%1-%4", ""),
    )
)
NUMBERING = root(
    "w:numbering",
    f"""<w:abstractNum w:abstractNumId="0">{OUTLINE}</w:abstractNum>
    <w:abstractNum w:abstractNumId="1">{LEVEL.format(0, 1, "", "bullet", "o", "")}</w:abstractNum>
    <w:abstractNum w:abstractNumId="2"><w:numStyleLink w:val="ListStyle"/></w:abstractNum>
    <w:abstractNum w:abstractNumId="3">{LEVEL.format(0, 1, "", "upperRoman", "%1", "")}
    {LEVEL.format(1, 1, "<w:isLgl/>", "decimal", "%1.%2", "")}
    {LEVEL.format(2, 1, '<w:lvlRestart w:val="0"/>', "decimal", "%3", "")}
    </w:abstractNum>
    <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
    <w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>
    <w:num w:numId="3"><w:abstractNumId w:val="0"/>
    <w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num>
    <w:num w:numId="4"><w:abstractNumId w:val="2"/></w:num>
    <w:num w:numId="5"><w:abstractNumId w:val="3"/></w:num>
    <w:num w:numId="6"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0">
    {LEVEL.format(0, 1, "", "upperLetter", "%1)", "")}</w:lvlOverride></w:num>
    <w:num w:numId="7"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/>
    {LEVEL.format(0, 4, "", "ordinal", "[%1]", "")}</w:lvlOverride></w:num>""",
)
STYLES = root(
    "w:styles",
    """<w:style w:type="numbering" w:styleId="ListStyle">
    <w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
    <w:style w:type="paragraph" w:styleId="Part"><w:name w:val="heading 1"/>
    <w:pPr><w:numPr><w:numId w:val="1"/></w:numPr>
    </w:pPr></w:style>
    <w:style w:type="paragraph" w:styleId="Chapter"><w:name w:val="heading 2"/><w:basedOn w:val="Part"/></w:style>""",
)


def numbers(*paragraphs: str) -> list[tuple[str, int, str]]:
    """Role, level and number of each paragraph."""
    related = {"n": ("numbering", "numbering.xml"), "s": ("styles", "styles.xml")}
    body, parts = "".join(paragraphs), {"word/numbering.xml": NUMBERING, "word/styles.xml": STYLES}
    reading = read_word(docx(body, parts, related))
    payloads = [each.payload for each in reading.artifacts if isinstance(each.payload, Text)]
    return [(payload.role, payload.level, payload.number) for payload in payloads]


def item(number: int, level: int | None = 0, style: str = "", text: str = "x") -> str:
    """A paragraph with direct numbering."""
    stated = f'<w:ilvl w:val="{level}"/>' if level is not None else ""
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    return paragraph(text, f'{named}<w:numPr>{stated}<w:numId w:val="{number}"/></w:numPr>')


def shown(*paragraphs: str) -> list[str]:
    return [number for _, _, number in numbers(*paragraphs)]


def test_levels_count_within_the_level_above():
    items = [item(1, level) for level in (0, 1, 1, 2, 2, 1, 2, 0, 1)]
    assert shown(*items) == ["1.", "1.1", "1.2", "(a)", "(b)", "1.3", "(a)", "2.", "2.1"]


def test_a_deep_item_counts_the_levels_that_it_skips_from_their_start():
    assert shown(item(1, 3), item(1, 3)) == ["1-v", "1-vi"]


def test_bullets_are_items_with_a_bullet():
    assert numbers(item(2)) == [("list_item", 0, "•")]


def test_number_zero_takes_the_numbering_of_the_style_away():
    style = '<w:pStyle w:val="Part"/><w:numPr><w:numId w:val="0"/></w:numPr>'
    assert numbers(paragraph("x", style)) == [("heading", 1, "")]


def test_headings_are_numbered_through_their_styles_and_keep_their_role():
    part, chapter = (paragraph("x", f'<w:pStyle w:val="{style}"/>') for style in ("Part", "Chapter"))
    assert numbers(part, chapter, chapter, part, chapter) == [
        ("heading", 1, "1."), ("heading", 2, "1.1"), ("heading", 2, "1.2"), ("heading", 1, "2."), ("heading", 2, "2.1"),
    ]  # fmt: skip


def test_a_start_override_counts_from_there_once():
    assert shown(item(1), item(1), item(3), item(3)) == ["1.", "2.", "7.", "8."]


def test_lists_of_one_definition_go_on_counting():
    assert shown(item(1), item(6), item(1)) == ["1.", "B)", "3."]


def test_a_start_override_counts_from_there_once_also_beside_a_whole_level():
    assert shown(item(1), item(7), item(7), item(1), item(7)) == ["1.", "[5th]", "[6th]", "7.", "[8th]"]


def test_a_whole_level_of_a_list_starts_where_it_states_where_nothing_was_counted():
    assert shown(item(6), item(6)) == ["A)", "B)"]


def test_a_definition_may_stand_in_a_numbering_style():
    assert shown(item(4), item(4, 1)) == ["1.", "1.1"]


def test_legal_levels_show_decimals_and_levels_may_never_restart():
    items = [item(5, 0), item(5, 1), item(5, 2), item(5, 0), item(5, 2)]
    assert shown(*items) == ["I", "1.1", "1", "II", "2"]


def test_an_empty_item_counts_and_a_deleted_one_does_not():
    gone = (
        '<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>'
        "<w:del><w:r><w:delText>x</w:delText></w:r></w:del></w:p>"
    )
    assert shown(item(1), item(1, text=""), gone, item(1)) == ["1.", "3."]


def test_a_list_that_is_not_defined_is_plain_text():
    assert numbers(item(99)) == [("paragraph", 0, "")]


@pytest.mark.parametrize(
    ("count", "format", "text"),
    [
        (3, "decimalZero", "03"), (12, "decimalZero", "12"), (4, "upperLetter", "D"), (27, "lowerLetter", "aa"),
        (1994, "upperRoman", "MCMXCIV"), (9, "lowerRoman", "ix"), (1, "none", ""), (5, "unknown", "5"),
        (1, "ordinal", "1st"), (2, "ordinal", "2nd"), (3, "ordinal", "3rd"), (11, "ordinal", "11th"),
        (112, "ordinal", "112th"), (23, "ordinal", "23rd"), (0, "lowerLetter", "0"), (10_000, "upperRoman", "10000"),
    ],
)  # fmt: skip
def test_counts_are_written_as_word_writes_them(count: int, format: str, text: str):
    assert formatted(count, format) == text


@given(st.integers(1, 9_999))
def test_roman_numbers_add_up_to_their_count(count: int):
    worth = {"m": 1000, "d": 500, "c": 100, "l": 50, "x": 10, "v": 5, "i": 1}
    digits = [worth[letter] for letter in formatted(count, "lowerRoman")]
    signed = [-a if a < b else a for a, b in zip(digits, [*digits[1:], 0], strict=True)]
    assert sum(signed) == count
