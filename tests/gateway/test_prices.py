"""Prices: exact, rounded up, never below what a call costs, and those of litellm's table as it states them."""

from hypothesis import given
from hypothesis import strategies as st

from assay.config.models import Price
from assay.gateway.litellm_library import library
from assay.gateway.prices import Rate, Tariff, tariff_in_table, tariff_of

TOKENS = st.integers(0, 10**6)
COST = st.floats(0, 1e-3)


def test_dollars_a_million_tokens_are_billionths_a_token():
    assert tariff_of(Price(input=0.5, output=1.5)).cost(1_000_000, 1_000_000) == 2 * 10**9
    assert tariff_of(Price(input=0.0001, output=0)).cost(1, 0) == 1


@given(
    most_in=TOKENS, most_out=TOKENS, share=st.floats(0, 1), base=COST, tier=COST, threshold=st.sampled_from([128, 200])
)
def test_no_call_costs_more_than_the_worst_case(
    most_in: int, most_out: int, share: float, base: float, tier: float, threshold: int
):
    entry = {
        "input_cost_per_token": base,
        "output_cost_per_token": base * 4,
        f"input_cost_per_token_above_{threshold}k_tokens": tier,
        f"output_cost_per_token_above_{threshold}k_tokens": tier * 4,
    }
    tariff = tariff_in_table(entry)
    assert tariff is not None
    assert tariff.cost(int(most_in * share), int(most_out * share)) <= tariff.worst(most_in, most_out)


def test_a_long_input_has_the_rate_of_its_tier():
    tariff = Tariff((Rate(0, 1, 2), Rate(200_000, 10, 20)))
    assert (tariff.cost(200_000, 1), tariff.cost(200_001, 1)) == (200_002, 2_000_030)


def test_the_table_of_litellm_is_read_as_it_states_it():
    tariff = tariff_in_table(library().prices["gpt-4o"])
    assert tariff is not None
    assert tariff.cost(1_000_000, 0) == 2_500_000_000
    assert tariff.cost(0, 1_000_000) == 10_000_000_000
    assert tariff_in_table({"mode": "embedding"}) is None
