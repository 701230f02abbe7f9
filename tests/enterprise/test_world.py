"""The drawn world: figures that look real, extrema that are unique, parts that add up, units that convert exactly."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.enterprise.domains import DOMAINS
from assay.enterprise.names import deal
from assay.enterprise.periods import fiscal_months, fiscal_span, months, quarters
from assay.enterprise.records import Fact
from assay.enterprise.showing import show
from assay.enterprise.units import UNITS, convert
from assay.enterprise.world import draw
from assay.model.errors import UsageError

WORLDS = [draw(seed, domain, 0, index) for seed in range(1, 5) for index, domain in enumerate(DOMAINS)]
named = pytest.mark.parametrize("world", WORLDS, ids=lambda world: f"{world.domain.name} {world.place.name}")


def series(world, entity: str, measure: str) -> dict[str, Decimal]:
    return {p: fact.value for (e, m, p), fact in world.facts.items() if (e, m) == (entity, measure)}


def test_a_seed_draws_the_same_world_again():
    assert draw(4, DOMAINS[0], 0, 0) == draw(4, DOMAINS[0], 0, 0)
    assert draw(4, DOMAINS[0], 0, 0).facts != draw(5, DOMAINS[0], 0, 0).facts


@named
def test_no_two_entities_share_a_value_so_that_extrema_are_unique(world):
    owners = {entity.name for entity in world.entities}, {item.name for item in world.items}
    for group in owners:
        seen = Counter(
            (fact.measure, fact.period, fact.value)
            for fact in world.facts.values()
            if fact.entity in group and fact.period and fact.period.count("-") < 2
        )
        assert [key for key, times in seen.items() if times > 1] == []


@named
def test_series_move_by_less_than_a_third_a_year_and_shares_stay_below_a_hundred(world):
    for measure in world.domain.measures:
        for entity in world.items if measure.item else world.entities:
            values = [v for p, v in series(world, entity.name, measure.name).items() if "-" not in p]
            if not measure.months:
                assert all(Decimal("0.67") < b / a < Decimal("1.34") for a, b in pairwise(values))
            assert all(value > 0 and (measure.unit != "%" or value < 100) for value in values)


@named
def test_no_figure_contradicts_another(world):
    for smaller, larger, factor in world.domain.bounds:
        for (entity, measure, period), fact in world.facts.items():
            if measure == smaller:
                assert fact.value < world.facts[entity, larger, period].value * factor


@named
def test_months_quarters_and_fiscal_years_add_up(world):
    split = [measure for measure in world.domain.measures if measure.months or measure.quarters]
    for measure in split:
        for entity in (*world.entities, world.place):
            values = series(world, entity.name, measure.name)
            years = {int(p[:4]) for p in values if p.count("-") == 1 and "Q" not in p}
            assert all(sum(values[month] for month in months(year)) == values[str(year)] for year in years)
            late = {int(p[2:6]) for p in values if "-Q" in p}
            assert all(sum(values[quarter] for quarter in quarters(year)) == values[f"FY{year}"] for year in late)
            for period in (p for p in values if p.startswith("FY") and "-" not in p and measure.months):
                inside = fiscal_months(world.domain, int(period[2:]))
                assert values[period] == sum(values[month] for month in inside)
    assert {m.name for m in split} != set() or world.domain.name == "energy"


@named
def test_totals_of_zones_and_organisation_are_the_sums_of_their_entities(world):
    for measure in (m for m in world.domain.measures if m.sized and not m.item and not m.dates):
        for period, total in series(world, world.place.name, measure.name).items():
            parts = [world.facts[entity.name, measure.name, period].value for entity in world.entities]
            zones = [world.facts[zone.name, measure.name, period].value for zone in world.zones]
            assert total == sum(parts) == sum(zones)


@named
def test_restated_and_mistaken_figures_differ_from_the_current_ones_and_are_listed(world):
    others = {**world.earlier, **world.slips}
    assert len(others) == len(world.conflicts) >= 5
    for key, fact in others.items():
        assert fact.value != world.facts[key].value
        assert not fact.current
        assert fact.vintage != world.facts[key].vintage


@named
def test_what_is_kept_back_is_true_and_neither_restated_nor_mistaken(world):
    assert len(world.withheld) >= 5
    assert world.withheld <= set(world.facts)
    assert not world.withheld & {*world.earlier, *world.slips}


@named
def test_dated_values_stand_on_days_in_order_and_attributes_have_no_period(world):
    dated = next(measure for measure in world.domain.measures if measure.dates)
    for entity in world.entities:
        days = list(series(world, entity.name, dated.name))
        assert len(days) == dated.dates
        assert days == sorted(days)
    for attribute in world.domain.attributes:
        owner = (world.items if attribute.item else world.entities)[0]
        fact = world.facts[owner.name, attribute.name, ""]
        assert bool(fact.words) == (fact.unit == "text")


def test_fiscal_years_cover_the_days_that_their_organisations_say():
    spans = {domain.name: fiscal_span(domain, 2024) for domain in DOMAINS if domain.opens != 1}
    assert spans == {"retail": ("2024-02-01", "2025-01-31"), "transport": ("2023-04-01", "2024-03-31")}
    assert fiscal_span(DOMAINS[1], 2023)[1] == "2024-01-31"


@given(st.integers(0, 4000), st.integers(0, 4000), st.sampled_from(["place", "country", "brand", "product", "person"]))
def test_no_two_positions_of_a_pool_bear_one_name(first, second, pool):
    one, other = deal(pool, 1, first, 1)[0], deal(pool, 1, second, 1)[0]
    assert (one.name == other.name) == (first == second)


@given(
    st.decimals(min_value=0, max_value=10**9, places=2), st.sampled_from(sorted(UNITS)), st.sampled_from(sorted(UNITS))
)
def test_units_convert_there_and_back_exactly_or_not_at_all(value, source, target):
    if UNITS[source][0] == UNITS[target][0]:
        assert convert(convert(value, source, target), target, source) == value
    elif (UNITS[source][0], target) == ("energy", "TJ"):
        assert convert(value, source, target) == value * UNITS[source][1] * 36 / 10
    else:
        with pytest.raises(UsageError, match="cannot be shown as"):
            convert(value, source, target)


def test_a_rate_leads_from_euros_to_crowns_and_nothing_else_does():
    assert convert(Decimal(5), "thousand euros", "thousand crowns", Decimal("11.25")) == Decimal("56.25")
    with pytest.raises(UsageError):
        convert(Decimal(5), "thousand euros", "thousand crowns")


@pytest.mark.parametrize(
    ("value", "unit", "target", "language", "text"),
    [
        ("12000", "GWh", "TWh", "en", "12.000"),
        ("12000", "GWh", "", "en", "12,000"),
        ("12000", "GWh", "", "de", "12.000"),
        ("1452.5", "GWh", "", "de", "1.452,5"),
        ("1453", "GWh", "TJ", "en", "5,230.8"),
        ("4730", "MW", "万千瓦", "zh", "473.0"),
        ("18.42", "cents per kWh", "crowns per MWh", "en", "184.2"),
        ("1200", "million crowns", "thousand crowns", "en", "1,200,000"),
    ],
)
def test_a_value_is_shown_with_every_digit_that_is_known_of_it(value, unit, target, language, text):
    fact = Fact("a", "b", "2020", unit, Decimal(value), "2025")
    shown = show(WORLDS[0], fact, target, language=language)
    assert (shown.text, shown.rounded) == (text, False)


def test_a_value_told_with_fewer_digits_says_so():
    fact = Fact("a", "b", "2020", "GWh", Decimal(18_828), "2025")
    shown = show(WORLDS[0], fact, "TWh", digits=0)
    assert (shown.text, shown.rounded) == ("19", True)
