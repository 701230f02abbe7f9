"""Every effect on characters is told where a run has it and its style has not."""

from __future__ import annotations

import pytest

from extractors.word import read_word
from tests.extractors.parts import docx, paragraph, root

W14 = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'
THEME = "<a:themeElements><a:clrScheme>{}</a:clrScheme></a:themeElements>"


def fonts(body: str, styles: str = "", theme: str = "") -> list[str]:
    parts = {"word/styles.xml": root("w:styles", styles), "word/theme.xml": root("a:theme", theme)}
    reading = read_word(docx(body, parts, {"s": ("styles", "styles.xml"), "t": ("theme", "theme.xml")}))
    return [each.text for each in reading.artifacts if each.kind == "font" and each.at.part != "styles"]


def in_style(properties: str, run: str = "") -> list[str]:
    """The fonts of a run with some properties in a style with others."""
    style = f'<w:style w:type="paragraph" w:styleId="P"><w:name w:val="P"/><w:rPr>{properties}</w:rPr></w:style>'
    return fonts(paragraph("x", '<w:pStyle w:val="P"/>', run), style)


@pytest.mark.parametrize(
    ("properties", "shown"),
    [
        ("<w:emboss/>", "embossed"),
        ("<w:imprint/>", "engraved"),
        ("<w:shadow/>", "shadowed"),
        ("<w:outline/>", "outlined"),
        ('<w:bdr w:val="single" w:sz="4" w:color="auto"/>', "border single"),
        ('<w:bdr w:val="wave" w:color="ff0000"/>', "border wave FF0000"),
        ('<w:w w:val="150"/>', "character scale 150%"),
        ('<w:w w:val="66%"/>', "character scale 66%"),
        ('<w:position w:val="6"/>', "raised by 3 pt"),
        ('<w:position w:val="-5"/>', "raised by -2.5 pt"),
        ('<w:spacing w:val="-10"/>', "character spacing -0.5 pt"),
        ('<w:kern w:val="28"/>', "kerning from 14 pt"),
        ('<w:effect w:val="shimmer"/>', "effect shimmer"),
        (f'<w14:glow {W14} w14:rad="63500"/>', "glow"),
        (f'<w14:textOutline {W14} w14:w="9525"><w14:solidFill/></w14:textOutline>', "outline"),
        (f"<w14:reflection {W14}/>", "reflection"),
        (f"<w14:shadow {W14}/>", "shadow"),
    ],
)
def test_an_effect_is_told_where_the_run_has_it_and_not_where_its_style_has_it(properties: str, shown: str):
    assert in_style("", properties) == [f"{shown}: x"]
    assert in_style(properties) == []
    assert in_style(properties, properties) == []


def test_hidden_characters_are_told_whoever_hides_them():
    assert in_style("", "<w:vanish/>") == in_style("<w:vanish/>") == ["hidden: x"]


@pytest.mark.parametrize(
    "properties",
    [
        '<w:w w:val="100"/>', '<w:position w:val="0"/>', '<w:kern w:val="0"/>', '<w:bdr w:val="nil"/>',
        '<w:emboss w:val="0"/>', '<w:effect w:val="none"/>',
        f"<w14:textOutline {W14}><w14:noFill/></w14:textOutline>",
    ],
)  # fmt: skip
def test_an_effect_that_does_nothing_is_none(properties: str):
    assert in_style("", properties) == []


@pytest.mark.parametrize(
    ("style", "run", "shown"),
    [
        ("<w:emboss/>", '<w:emboss w:val="0"/>', "not embossed"),
        ('<w:w w:val="80"/>', '<w:w w:val="100"/>', "not character scale"),
        ('<w:position w:val="4"/>', '<w:position w:val="0"/>', "not raised by"),
    ],
)
def test_an_effect_of_the_style_that_a_run_switches_off_is_told(style: str, run: str, shown: str):
    assert in_style(style, run) == [f"{shown}: x"]


@pytest.mark.parametrize(
    ("theme", "change", "shown"),
    [
        # what Word writes beside the colours of its own themes
        ("4472C4", 'w:themeShade="BF"', "2F5496"),
        ("4472C4", 'w:themeShade="80"', "1F3864"),
        ("4472C4", 'w:themeTint="99"', "8EAADB"),
        ("4472C4", 'w:themeTint="66"', "B4C6E7"),
        ("4472C4", 'w:themeTint="33"', "D9E2F3"),
        ("5B9BD5", 'w:themeShade="80"', "1F4E79"),
        ("70AD47", 'w:themeShade="BF"', "538135"),
        ("4F81BD", 'w:themeTint="99"', "95B3D7"),
        ("A5A5A5", 'w:themeTint="66"', "DBDBDB"),
    ],
)
def test_a_colour_of_the_theme_is_made_lighter_and_darker_as_word_does(theme: str, change: str, shown: str):
    scheme = THEME.format(f'<a:accent1><a:srgbClr val="{theme}"/></a:accent1>')
    body = paragraph("x", run=f'<w:color w:themeColor="accent1" {change}/>')
    assert fonts(body, theme=scheme) == [f"colour {shown}: x"]
