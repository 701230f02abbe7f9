"""Numbers, periods, units and captions as cells and headings write them."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.tables.captions import caption_of
from assay.tables.numbers import numeral_of, other_convention
from assay.tables.periods import heads_periods, period_of
from assay.tables.units import unit_of


@given(st.decimals(-(10**12), 10**12, places=3))
def test_a_number_with_grouping_is_read_back_exactly(value: Decimal):
    numeral = numeral_of(f"{value:,.3f}")
    assert numeral is not None
    assert (numeral.value, numeral.mark) == (value, "")


@pytest.mark.parametrize(
    ("text", "value", "mark"),
    [
        ("1,234*", "1234", "*"),
        ("12.3¹", "12.3", "¹"),
        ("1,234 a)", "1234", "a)"),
        ("−5 (b)", "-5", "(b)"),
        ("7 p", "7", "p"),
    ],
)
def test_a_footnote_mark_is_split_from_its_number(text: str, value: str, mark: str):
    numeral = numeral_of(text)
    assert numeral is not None
    assert (numeral.value, numeral.mark) == (Decimal(value), mark)


@pytest.mark.parametrize("text", ["", "n/a", "0,123", "12,5", "1.2.3", "12 34", "3 to 4", "1,23,456"])
def test_what_is_no_plain_number_is_none(text: str):
    assert numeral_of(text) is None


def test_a_decimal_comma_anywhere_makes_commas_ambiguous():
    assert other_convention(["1,234", "12,5"])
    assert not other_convention(["1,234", "12.5", "12,345,678"])


@pytest.mark.parametrize(
    ("text", "label", "calendar", "plain"),
    [
        ("2024", "2024", "year", True), ("FY2024", "FY2024", "fiscal", True),
        ("fy 2024", "FY2024", "fiscal", True),
        ("2023/24", "2023/24", "fiscal", True), ("2023年", "2023", "year", True),
        ("2023 (provisional)", "2023", "year", False),
        ("2025F", "2025", "year", False), ("2024*", "2024", "year", False),
    ],
)  # fmt: skip
def test_a_heading_names_its_period_and_whether_it_says_more(text: str, label: str, calendar: str, plain: bool):
    period = period_of(text)
    assert period is not None
    assert (period.label, period.calendar, period.plain) == (label, calendar, plain)


@pytest.mark.parametrize("text", ["Region", "12024", "Change 2023–2024", "20245", "Total"])
def test_other_headings_name_no_period(text: str):
    assert period_of(text) is None


def test_the_heading_of_a_time_column_is_known_by_its_word():
    assert heads_periods("Fiscal  Year")
    assert not heads_periods("Region")


@pytest.mark.parametrize(
    ("text", "scale", "base", "dimension", "factor"),
    [
        ("GWh", "", "GWh", "Wh", Fraction(10**9)),
        ("thousand euros", "thousand", "euros", "euros", Fraction(1000)),
        ("thousand", "thousand", "", "number", Fraction(1000)),
        ("number", "", "", "number", Fraction(1)),
        ("cents per kWh", "", "cents per kWh", "cents per kWh", Fraction(1)),
        ("万千瓦", "万", "kW", "W", Fraction(10**7)),
        ("thousand square metres", "thousand", "square metres", "square metres", Fraction(1000)),
    ],
)
def test_a_unit_is_read_with_its_scale_and_what_it_is_compared_in(
    text: str, scale: str, base: str, dimension: str, factor: Fraction
):
    unit = unit_of(text)
    assert unit is not None
    assert (unit.scale, unit.base, unit.dimension, unit.factor) == (scale, base, dimension, factor)


@pytest.mark.parametrize("text", ["2024", "by region", "crowns per zorkmid", "", "thousands of them"])
def test_other_words_are_no_unit(text: str):
    assert unit_of(text) is None


@pytest.mark.parametrize(
    ("text", "wording", "qualifier", "role", "unit"),
    [
        ("Table 1. Electricity consumption by region, GWh", "electricity consumption", "", "region", "GWh"),
        ("Metering points by region at the end of the year, thousand",
         "metering points", "at the end of the year", "region", "thousand"),
        ("表1 发电装机容量（单位：万千瓦）", "发电装机容量", "", "", "万千瓦"),
        ("Electricity consumption (TWh)", "electricity consumption", "", "", "TWh"),
        ("SAIDI by region, in minutes", "SAIDI", "", "region", "minutes"),
        ("Installed capacity at the end of the year, MW", "installed capacity", "at the end of the year", "", "MW"),
    ],
)  # fmt: skip
def test_a_caption_states_measure_role_and_unit(text: str, wording: str, qualifier: str, role: str, unit: str):
    caption = caption_of(text)
    assert caption is not None
    assert caption.unit is not None
    assert (caption.wording, caption.qualifier, caption.role, caption.unit.text) == (wording, qualifier, role, unit)


@pytest.mark.parametrize(
    "text",
    [
        "Prices include all taxes, as before.",
        "Consumption",
        "Table 3",
        "Sales in 2024, euros",
        "x " * 100 + ", GWh",
        "",
    ],
)
def test_a_sentence_without_measure_and_unit_states_nothing(text: str):
    assert caption_of(text) is None
