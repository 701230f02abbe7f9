"""Colours are what PowerPoint shows: names through the theme, presets in either spelling, and their changes."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.markup import Element, parse_xml
from extractors.presets import preset_colour
from extractors.theme import Colour, Theme
from tests.extractors.parts import root

COLOURS = (
    '<a:dk1><a:sysClr val="windowText"/></a:dk1><a:lt1><a:sysClr val="window" lastClr="FFFFFF"/></a:lt1>'
    '<a:accent1><a:srgbClr val="4472C4"/></a:accent1><a:accent2><a:srgbClr val="ED7D31"/></a:accent2>'
)
FILLS = (
    '<a:fillStyleLst><a:solidFill><a:schemeClr val="phClr"/></a:solidFill><a:gradFill><a:gsLst><a:gs pos="0">'
    '<a:schemeClr val="phClr"><a:tint val="50000"/></a:schemeClr></a:gs><a:gs pos="100000"><a:schemeClr val="phClr"/>'
    "</a:gs></a:gsLst></a:gradFill></a:fillStyleLst>"
)


def element(xml: str) -> Element:
    parsed = parse_xml(root("a:holder", xml).encode())
    assert parsed.root is not None
    return parsed.root


def theme() -> Theme:
    scheme = (
        f"<a:themeElements><a:clrScheme>{COLOURS}</a:clrScheme><a:fmtScheme>{FILLS}</a:fmtScheme></a:themeElements>"
    )
    parsed = parse_xml(root("a:theme", scheme).encode())
    return Theme(parsed.root)


def colour(xml: str) -> str:
    return str(theme().colour(element(xml)))


@pytest.mark.parametrize(
    ("xml", "shown"),
    [
        ('<a:srgbClr val="ff0000"/>', "FF0000"),
        ('<a:schemeClr val="accent1"/>', "4472C4 (accent1)"),
        ('<a:schemeClr val="tx1"/>', "000000 (tx1)"),
        ('<a:schemeClr val="bg1"/>', "FFFFFF (bg1)"),
        ('<a:prstClr val="dkSlateGray"/>', "2F4F4F (dkSlateGray)"),
        ('<a:scrgbClr r="100000" g="0" b="100%"/>', "FF00FF"),
        ('<a:hslClr hue="7200000" sat="100000" lum="50000"/>', "00FF00"),
        ('<a:srgbClr val="FF0000"><a:alpha val="40000"/></a:srgbClr>', "FF0000 (40% opaque)"),
        # What PowerPoint's palette calls "Accent 1, Darker 25%", "Lighter 40%" and their kin, to the last digit.
        ('<a:schemeClr val="accent1"><a:lumMod val="75000"/></a:schemeClr>', "2F5597 (accent1)"),
        ('<a:schemeClr val="accent1"><a:lumMod val="50000"/></a:schemeClr>', "203864 (accent1)"),
        ('<a:schemeClr val="accent1"><a:lumMod val="60000"/><a:lumOff val="40000"/></a:schemeClr>', "8FAADC (accent1)"),
        ('<a:schemeClr val="accent1"><a:lumMod val="40000"/><a:lumOff val="60000"/></a:schemeClr>', "B4C7E7 (accent1)"),
        ('<a:schemeClr val="accent1"><a:lumMod val="20000"/><a:lumOff val="80000"/></a:schemeClr>', "DAE3F3 (accent1)"),
        ('<a:schemeClr val="accent2"><a:lumMod val="75000"/></a:schemeClr>', "C55A11 (accent2)"),
        ('<a:schemeClr val="accent2"><a:lumMod val="60000"/><a:lumOff val="40000"/></a:schemeClr>', "F4B183 (accent2)"),
        ('<a:schemeClr val="accent2"><a:lumMod val="40000"/><a:lumOff val="60000"/></a:schemeClr>', "F8CBAD (accent2)"),
        ('<a:schemeClr val="tx1"><a:lumMod val="65000"/><a:lumOff val="35000"/></a:schemeClr>', "595959 (tx1)"),
        ('<a:schemeClr val="bg1"><a:lumMod val="85000"/></a:schemeClr>', "D9D9D9 (bg1)"),
        ('<a:srgbClr val="FF0000"><a:lum val="25000"/></a:srgbClr>', "800000"),
        ('<a:srgbClr val="FF0000"><a:hue val="7200000"/></a:srgbClr>', "00FF00"),
        ('<a:srgbClr val="FF0000"><a:sat val="0"/></a:srgbClr>', "808080"),
        ('<a:srgbClr val="FF0000"><a:comp/></a:srgbClr>', "00FFFF"),
        ('<a:srgbClr val="FF0000"><a:gray/></a:srgbClr>', "363636"),
        ('<a:srgbClr val="FFFFFF"><a:shade val="0"/></a:srgbClr>', "000000"),
        ('<a:srgbClr val="000000"><a:tint val="0"/></a:srgbClr>', "FFFFFF"),
        ('<a:srgbClr val="00FFFF"><a:inv/></a:srgbClr>', "FF0000"),
        ('<a:srgbClr val="FF0000"><a:hueOff val="7200000"/></a:srgbClr>', "00FF00"),
        ('<a:srgbClr val="no"/>', "None"),
        ('<a:schemeClr val="unknown"/>', "None"),
    ],
)
def test_a_colour_is_what_is_shown(xml: str, shown: str):
    assert colour(xml) == shown


@pytest.mark.parametrize(
    ("xml", "said"),
    [
        ("<a:noFill/>", "none"),
        ("<a:blipFill/>", "picture"),
        ("<a:grpFill/>", "the group's"),
        ('<a:pattFill prst="pct5"><a:fgClr><a:srgbClr val="000000"/></a:fgClr>'
         '<a:bgClr><a:srgbClr val="FFFFFF"/></a:bgClr></a:pattFill>', "pattern pct5 000000 on FFFFFF"),
        ('<a:gradFill><a:gsLst><a:gs><a:srgbClr val="111111"/></a:gs><a:gs><a:srgbClr val="222222"/></a:gs></a:gsLst>'
         "</a:gradFill>", "gradient 111111 to 222222"),
        ('<a:ln w="1"/>', ""),
    ],
)  # fmt: skip
def test_a_fill_is_told_in_words(xml: str, said: str):
    assert theme().fill(element(xml)) == said


def styled(index: str) -> str:
    return theme().styled_fill(element(f'<a:ref idx="{index}"><a:schemeClr val="accent2"/></a:ref>')[0])


def test_a_style_fills_with_the_themes_fill_in_the_styles_colour():
    assert styled("1") == "ED7D31 (accent2)"
    assert styled("2").startswith("gradient ")
    assert styled("2").endswith(" to ED7D31 (accent2)")
    assert (styled("0"), styled("9"), styled("1001"), theme().styled_fill(None)) == ("", "", "", "")


def test_a_slide_may_map_names_its_own_way():
    mapped = theme().mapped({"tx1": "accent2"})
    assert str(mapped.colour(element('<a:schemeClr val="tx1"/>'))) == "ED7D31 (tx1)"
    assert colour('<a:schemeClr val="tx1"/>') == "000000 (tx1)"


def test_a_placeholder_colour_is_what_it_stands_for():
    holder = element('<a:schemeClr val="phClr"/>')
    assert theme().colour(holder) is None
    assert theme().colour(holder, Colour("123456", "accent9", 50)) == Colour("123456", "accent9", 50)


@pytest.mark.parametrize(
    ("name", "rgb"), [("ltGrey", "D3D3D3"), ("darkBlue", "00008B"), ("medPurple", "9370DB"), ("x", "")]
)
def test_presets_have_short_and_long_names(name: str, rgb: str):
    assert preset_colour(name) == rgb


CHANGES = st.lists(
    st.tuples(
        st.sampled_from(["lumMod", "lumOff", "satMod", "satOff", "hueMod", "hueOff", "tint", "shade", "inv", "gamma"]),
        st.one_of(st.integers(-(10**9), 10**9).map(str), st.just("x"), st.just("50%")),
    ),
    max_size=4,
)


@given(st.binary(min_size=3, max_size=3), CHANGES)
def test_whatever_changes_a_colour_it_is_one(rgb: bytes, changes: list[tuple[str, str]]):
    inner = "".join(f'<a:{name} val="{amount}"/>' for name, amount in changes)
    assert re.fullmatch("[0-9A-F]{6}", colour(f'<a:srgbClr val="{rgb.hex()}">{inner}</a:srgbClr>'))
