"""Numbers, units and the form of an answer."""

from fractions import Fraction

import pytest

from assay.evaluation.answers.spec import parse_spec
from assay.evaluation.baselines.amounts import (
    amount_of,
    amounts_in,
    asked_unit,
    converted,
    decimal_comma,
    shown,
    unit_in,
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12,345", 12345),
        ("12,345 (p)", 12345),
        ("88*", 88),
        ("7,120 r", 7120),
        ("-3.5", Fraction(-7, 2)),
        ("−3.5", Fraction(-7, 2)),
        ("4.2%", Fraction(21, 5)),
        ("1 234.5", Fraction(2469, 2)),
        ("..", None),
        ("L-4201", None),
        ("North", None),
        ("9" * 80, None),
    ],
)
def test_a_cell_shows_a_number_beside_its_marks_or_none(text: str, value: Fraction | None) -> None:
    assert amount_of(text) == value


def test_a_decimal_comma_is_told_by_the_other_cells() -> None:
    german = ["2.965,784", "1.216"]
    assert decimal_comma(german)
    assert not decimal_comma(["2,965.784", "1,216"])
    assert amount_of("1.216", comma=True) == 1216
    assert amount_of("2.965,784", comma=True) == Fraction("2965.784")


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [
        ("GWh", "TWh", Fraction(1, 1000)),
        ("TJ", "GWh", Fraction(10, 36)),
        ("cents per kWh", "crowns per MWh", Fraction(10)),
        ("thousand euros", "million euros", Fraction(1, 1000)),
        ("万千瓦", "MW", Fraction(10)),
        ("亿千瓦时", "GWh", Fraction(100)),
        ("Tsd. Tonnen", "tonnes", Fraction(1000)),
        ("minutes", "hours", Fraction(1, 60)),
    ],
)
def test_units_of_one_kind_convert(one: str, other: str, ratio: Fraction) -> None:
    assert converted(Fraction(1), unit_in(one), unit_in(other)) == ratio


def test_units_of_two_kinds_do_not_convert_and_unknown_ones_stay() -> None:
    assert converted(Fraction(1), unit_in("GWh"), unit_in("euros")) is None
    assert unit_in("index points") is None
    assert converted(Fraction(7), None, unit_in("euros")) == 7
    assert unit_in("Network losses by region") is None


def test_an_answer_is_shown_as_its_form_asks() -> None:
    assert shown(Fraction(5, 2), parse_spec("unit=none kind=integer")) == "3"
    assert shown(Fraction(-5, 2), parse_spec("unit=none kind=integer")) == "-3"
    assert shown(Fraction(1, 3), parse_spec("unit=% decimals=2 sign=required")) == "+0.33"
    assert shown(Fraction(0), parse_spec("unit=% decimals=1 sign=required")) == "0.0"
    assert shown(Fraction(1200), parse_spec("unit=none")) == "1200"
    assert asked_unit(parse_spec("unit=euros scale=thousand decimals=0")) == unit_in("thousand euros")
    assert asked_unit(parse_spec("unit=none kind=integer")) is None


def test_the_numbers_of_a_sentence_stand_where_they_are_found() -> None:
    text = "It rose from 1,200.5 to 1,300"
    assert [(int(value), text[start:end].strip()) for value, start, end in amounts_in(text)] == [
        (1200, "1,200.5"),
        (1300, "1,300"),
    ]
