"""Periods in labels and sentences."""

import pytest

from assay.evaluation.baselines.periods import period_of, periods, same, without_periods, year_of


@pytest.mark.parametrize(
    ("label", "period"),
    [
        ("2021", "2021"),
        ("FY2021", "FY2021"),
        ("fiscal year 2021", "FY2021"),
        ("2021-03", "2021-03"),
        ("March 2021", "2021-03"),
        ("Dez 2021", None),
        ("Dezember 2021", "2021-12"),
        ("2021-03-15", "2021-03-15"),
        ("15 March 2021", "2021-03-15"),
        ("Q3 FY2024", "FY2024-Q3"),
        ("2024 Q1", "2024-Q1"),
        ("2024年", "2024"),
        ("April", "-04"),
        ("North", None),
        ("2021 to 2023", None),
        ("12,021", None),
        ("L-2021", None),
    ],
)
def test_a_label_is_a_period_only_when_nothing_else_stands_in_it(label: str, period: str | None) -> None:
    assert period_of(label) == period


def test_a_sentence_names_its_periods_in_order_with_their_places() -> None:
    text = "From FY2019 to the second quarter of FY2021, then on 3 May 2022 and 2022-05-04T09:00."
    found = periods(text)
    assert [one.period for one in found] == ["FY2019", "FY2021-Q2", "2022-05-03", "2022-05-04"]
    assert text[found[0].start : found[0].end] == "FY2019"


def test_numbers_that_look_like_years_are_none_where_they_go_on() -> None:
    assert periods("1,998 and 2021.5 and 20215 and 0.2021") == ()


def test_years_are_taken_out_and_compared_with_or_without_fiscal() -> None:
    assert without_periods("Rated power 2022").strip() == "Rated power"
    assert same("FY2021", "2021")
    assert not same("FY2021", "2022")
    assert (year_of("2021-03"), year_of("-03")) == (2021, None)
