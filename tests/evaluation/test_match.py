"""Answer matching: vectors, and the laws that hold for every answer."""

import json
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.evaluation.answers.cleaning import Refusal
from assay.evaluation.answers.quantities import LONGEST_NUMBER, read_quantity
from assay.evaluation.answers.spec import TYPES, Spec, SpecError, parse_spec, render_spec
from assay.evaluation.match import REASONS, Match, check_gold, match

CASES = Path(__file__).parents[1] / "cases"
# Units of which no two name the same thing.
UNIT_NAMES = (
    "% pp bp ‰ x USD EUR GBP JPY CNY INR CAD AUD CHF people years months days kg g t lb km m mm ft kWh MWh GWh "
    "kW MW l m2 km2 m3 ha °C °F GB MB pt px shares widgets USD/share EUR/MWh pp/year %/year"
)
DISTINCT_UNITS = UNIT_NAMES.split()
CURRENCY_PAIRS = [("$", "USD"), ("€", "EUR"), ("£", "GBP"), ("₹", "INR"), ("A$", "AUD"), ("C$", "CAD")]
DECIMALS = st.decimals(min_value=Decimal(-(10**12)), max_value=Decimal(10**12), allow_nan=False, places=3)
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


def vectors(name):
    """Return the rows of one case file."""
    return [json.loads(line) for line in (CASES / name).read_text(encoding="utf-8").splitlines()]


PAIRS = vectors("answer_pairs.jsonl")
OWN_PAIRS = vectors("number_pairs.jsonl") + vectors("other_pairs.jsonl")


def label(row):
    """Return a short name for one pair."""
    return f"{row['expected']}|{row['response']}"[:60].encode("ascii", "backslashreplace").decode()


@pytest.mark.parametrize("row", PAIRS, ids=label)
def test_every_published_pair_is_decided_as_it_says(row):
    outcome = match(row["expected"], row["response"], row["format"])
    assert outcome.ok is row["match"], (row["why"], outcome.reason)


@pytest.mark.parametrize("why", list(dict.fromkeys(row["why"] for row in OWN_PAIRS)))
def test_every_own_pair_has_its_outcome_and_reason(why):
    rows = [row for row in OWN_PAIRS if row["why"] == why]
    outcomes = [match(row["expected"], row["response"], row["format"]) for row in rows]
    expected = [Match(row["match"], row["reason"]) for row in rows]
    assert [pair for pair in zip(rows, outcomes, expected, strict=True) if pair[1] != pair[2]] == []


@pytest.mark.parametrize("rows", [PAIRS, OWN_PAIRS], ids=["published", "own"])
def test_every_gold_of_the_pairs_passes_its_own_format(rows):
    assert [row for row in rows if check_gold(row["expected"], row["format"]) is not None] == []


def test_the_pairs_use_every_reason():
    assert {row["reason"] for row in OWN_PAIRS} == set(REASONS)


@pytest.mark.parametrize("asked", DISTINCT_UNITS)
def test_another_unit_never_matches_and_the_same_unit_does(asked):
    spec = f"unit={asked} decimals=1"
    outcomes = {unit: match("12.5", f"12.5 {unit}", spec) for unit in DISTINCT_UNITS}
    assert [unit for unit, outcome in outcomes.items() if outcome.ok] == [asked]
    assert {outcome.reason for unit, outcome in outcomes.items() if unit != asked} <= {"unit", "scale"}


@pytest.mark.parametrize("unit", DISTINCT_UNITS)
def test_a_plain_number_takes_no_unit(unit):
    assert match("12.5", f"12.5 {unit}", "unit=none decimals=1").reason in ("unit", "scale")


@pytest.mark.parametrize(("sign", "code"), CURRENCY_PAIRS)
@pytest.mark.parametrize("shown", ["{s}12.5", "{s} 12.5", "12.5 {s}", "12.5{s}", "{c} 12.5", "12.5 {c}", "{c}12.5"])
def test_a_currency_stands_on_either_side_as_sign_or_code(sign, code, shown):
    response = shown.format(s=sign, c=code)
    right = [other for _, other in CURRENCY_PAIRS if match("12.5", response, f"unit={other} decimals=1").ok]
    assert right == [code]


@given(DECIMALS, st.sampled_from(["none", "%", "pp", "USD", "x", "kg"]), st.integers(0, 3))
def test_a_rounded_gold_matches_itself(value, unit, decimals):
    gold = f"{round(value, decimals):f}"
    spec = f"unit={unit} decimals={decimals}"
    assert check_gold(gold, spec) is None
    assert match(gold, gold, spec) == Match(True, "match")


@given(DECIMALS)
def test_grouping_changes_nothing(value):
    gold = f"{value:f}"
    for shown in (f"{value:,f}", f"{value:,f}".replace(",", " "), f"{value:,f}".replace(",", "'")):
        assert match(gold, shown, "unit=none decimals=3").ok


@given(DECIMALS.filter(bool), st.sampled_from(["%", "USD", "none"]))
def test_the_other_sign_never_matches(value, unit):
    assert match(f"{value:f}", f"{-value:f}", f"unit={unit} decimals=3").reason == "sign"


@given(DECIMALS, st.integers(-2000, 2000), st.integers(0, 3))
def test_the_tolerance_is_half_a_unit_of_the_asked_place_on_both_sides(value, steps, decimals):
    gold = round(value, decimals)
    response = gold + Decimal(steps).scaleb(-3)
    allowed = abs(response - gold) <= Decimal(5).scaleb(-decimals - 1)
    assert match(f"{gold:f}", f"{response:f}", f"unit=none decimals={decimals}").ok is allowed


@given(DECIMALS, st.integers(-9, 9).filter(bool))
def test_a_whole_number_matches_itself_only(value, steps):
    gold = int(value)
    assert match(str(gold), str(gold), "kind=integer").ok
    assert not match(str(gold), str(gold + steps), "kind=integer").ok


@given(st.text(max_size=80), st.sampled_from(TYPES), st.sampled_from(["", " scope=submission"]))
def test_no_response_raises(response, kind, scope):
    golds = {"set": "[1]", "list": "[1]", "object": '{"a": 1}', "null": "null", "date": "2024", "color": "red"}
    expected = golds.get(kind, {"url": "http://a.b", "formula": "=A1", "text": "a"}.get(kind, "1"))
    outcome = match(expected, response, f"type={kind}{scope}")
    assert outcome.reason in REASONS
    assert outcome.ok is (outcome.reason == "match")


@given(st.text(alphabet="0123456789.,-+()%$ eExkm'\u00d710^", max_size=20))
def test_what_can_be_read_as_a_number_matches_itself(text):
    for unit in ("none", "%", "USD", "m"):
        try:
            read_quantity(text, Spec(unit=unit))
        except Refusal:
            assert not match(text, text, f"unit={unit}").ok
        else:
            assert match(text, text, f"unit={unit}").ok


@given(JSON_VALUES)
def test_an_object_matches_itself_whatever_the_order_of_its_fields(value):
    gold = json.dumps({"a": value, "b": 1})
    assert match(gold, json.dumps({"b": 1, "c": 2, "a": value}), "type=object").ok
    assert match(gold, json.dumps({"b": 1}), "type=object") == Match(False, "value")


@given(st.lists(st.integers(-5, 5), max_size=6), st.randoms(use_true_random=False))
def test_a_set_has_no_order_and_a_list_has(items, random):
    shuffled = random.sample(items, len(items))
    assert match(json.dumps(items), json.dumps(shuffled), "type=list").ok is (items == shuffled)
    if len(set(items)) == len(items):
        assert match(json.dumps(items), json.dumps(shuffled), "type=set").ok


@given(st.dates())
def test_a_date_matches_its_usual_spellings(day):
    shown = [f"{day:%d} {day:%B} {day.year:04}", f"{day:%B} {day.day}, {day.year:04}", f"{day.year:04}/{day:%m/%d}"]
    assert all(match(day.isoformat(), text, "type=date").ok for text in shown)


@given(st.integers(0, 0xFFFFFF))
def test_a_colour_matches_its_parts(number):
    parts = number >> 16, number >> 8 & 255, number & 255
    assert match(f"{number:06X}", "rgb({}, {}, {})".format(*parts), "type=color").ok


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("piece", ["1", "1,", "(", "a ", ".", "[", '{"a":', "'", "% ", "-", "<answer>", "\u200b", "`"])
def test_a_huge_response_is_refused_before_it_is_read(kind, piece):
    expected = {"set": "[1]", "list": "[1]", "object": '{"a": 1}', "null": "null", "date": "2024"}.get(kind, "red")
    expected = {"number": "1", "url": "http://a.b", "formula": "=A1"}.get(kind, expected)
    response = piece * (100_000 // len(piece))
    assert match(expected, response, f"type={kind}") == Match(False, "malformed")
    assert match(expected, response, f"type={kind} scope=submission") == Match(False, "extraction")


def test_the_length_cap_of_a_number_is_exact():
    assert match("1", "1." + "0" * (LONGEST_NUMBER - 2), "").ok
    assert match("1", "1." + "0" * (LONGEST_NUMBER - 1), "") == Match(False, "malformed")


def test_deep_json_and_huge_numbers_in_json_are_refused_without_a_crash():
    assert match("[1]", "[" * 9000 + "]" * 9000, "type=set").reason == "malformed"
    assert match("[1]", "[1" + "0" * 15_000 + "]", "type=set").reason == "value"
    assert match("[1]", "[1e99999999999999999999]", "type=set").reason == "malformed"
    assert match("[1]", "[1e999999999]", "type=list").reason == "value"


@pytest.mark.parametrize(
    ("expected", "spec", "fault"),
    [
        ("2.4634", "unit=none decimals=3", "precision: '2.4634' is not rounded to 3 places"),
        ("5346.5", "kind=integer", "precision: '5346.5' is not a whole number"),
        ("12.5%", "unit=none decimals=1", "unit: '12.5%' cannot be read as the answer that is asked"),
        ("12,50", "unit=none decimals=-2", "precision: '12,50' is not rounded to -2 places"),
        ('["a","a"]', "type=set", 'malformed: \'["a","a"]\' is not a valid set'),
        ("[1]", "type=object", "type: '[1]' is not a valid object"),
        ("soon", "type=date", "malformed: 'soon' is not a valid date"),
        ("0", "type=null", "type: '0' is not a valid null"),
    ],
)
def test_a_gold_that_breaks_its_own_format_is_named(expected, spec, fault):
    assert check_gold(expected, spec) == fault


@pytest.mark.parametrize(
    "spec",
    [
        "unit", "unit=", "colour=red", "unit=% unit=pp", "type=float", "decimals=x", "decimals=1.5", "decimals=99",
        "sign=maybe", "kind=real", "scope=all", "scale=dozen", "decimals=1 places", "decimals=--1", "decimals=",
    ],
)  # fmt: skip
def test_a_format_that_cannot_be_read_is_an_error_that_says_so(spec):
    with pytest.raises(SpecError, match="format"):
        parse_spec(spec)
    with pytest.raises(SpecError):
        match("1", "1", spec)


def test_a_format_is_read_into_its_fields():
    text = "type=number unit=US dollars scale=million decimals=2 sign=required kind=integer scope=submission"
    assert parse_spec(text) == Spec("number", "US dollars", "million", 2, "required", "integer", "submission")
    assert parse_spec("") == Spec()
    assert parse_spec("decimals=-3").decimals == -3


def test_a_format_is_written_in_the_order_of_the_contract():
    assert render_spec(unit="pp", decimals=2, sign="required") == "unit=pp decimals=2 sign=required"
    assert render_spec(unit="USD", scale="million", decimals=0) == "unit=USD scale=million decimals=0"
    assert render_spec(decimals=0, kind="integer") == "unit=none decimals=0 kind=integer"
    assert render_spec("set", unit="x", decimals=3) == "type=set"
    assert render_spec(scale="none", sign="optional", kind="decimal") == "unit=none"
    with pytest.raises(SpecError):
        render_spec(unit="a=b decimals=x")


@given(
    st.sampled_from(DISTINCT_UNITS), st.sampled_from(["none", "million", "万"]), st.none() | st.integers(-30, 30),
    st.sampled_from(["optional", "required"]), st.sampled_from(["decimal", "integer"]),
)  # fmt: skip
def test_a_written_format_is_read_back(unit, scale, decimals, sign, kind):
    text = render_spec(unit=unit, scale=scale, decimals=decimals, sign=sign, kind=kind)
    assert parse_spec(text) == Spec(unit=unit, scale=scale, decimals=decimals, sign=sign, kind=kind)
