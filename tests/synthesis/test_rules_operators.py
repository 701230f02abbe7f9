"""Each operator comes to the value worked out by hand, in the author's evaluation and in the program that it writes."""

import math
import random
import subprocess
import sys
from fractions import Fraction
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.collection import collection_path
from assay.markdown import document_markdown
from assay.model.document import Document
from synthesis.rules import operators
from synthesis.rules.bridged import compound, grown
from synthesis.rules.choosing import FAMILIES
from synthesis.rules.evaluating import Evaluation, hops_of, plan_of
from synthesis.rules.fields import field_of
from synthesis.rules.ledger import Ledger, ledger
from synthesis.rules.programs import NotWritten, program_of
from synthesis.rules.sensing import worked
from synthesis.rules.trees import (
    ENTITY,
    PERIOD,
    Branch,
    Choose,
    Constant,
    Every,
    Look,
    Members,
    Node,
    Recorded,
    Word,
    applied,
    entities,
    years,
)
from tests.documents import Paper
from tests.synthesis.brands import YEARS, documents, domain, series


@pytest.fixture(scope="module")
def known() -> Ledger:
    return domain()


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return laid_out(tmp_path_factory.mktemp("brands"), documents())


def laid_out(folder: Path, held: list[Document]) -> Path:
    for document in held:
        file = folder / collection_path(document.domain, document.path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(document_markdown(document), encoding="utf-8")
    return folder


def printed(program: str, collection: Path) -> str:
    (collection / "program.py").write_text(program, encoding="utf-8")
    command = [sys.executable, "-I", str(collection / "program.py"), str(collection)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[-1]


def top(known: Ledger, name: str = "stores", period: str = "2022", *, largest: bool = True) -> Choose:
    found = series(known, name)
    return Choose(entities(found), Look(found, ENTITY, period), largest)


def trees(known: Ledger) -> dict[str, tuple[Node, int, str]]:
    """Each operator's tree, its decimals, and the value worked out by hand: Birch has most stores, Cedar fewest."""
    sales, stores, hours = (series(known, name) for name in ("net sales", "stores", "training hours per store"))
    rent, paid, visits = (series(known, name) for name in ("store rent", "rent paid", "visits"))
    staff, rate = series(known, "staff"), known.rates[0]
    most, least = top(known), top(known, largest=False)
    first, last = Recorded(rent, most, False), Recorded(rent, most, True)
    span = Every(years(sales, YEARS), Look(sales, most, PERIOD))
    peak = Choose(years(hours, YEARS), Look(hours, least, PERIOD), False)
    total = Choose(years(stores, YEARS), applied("total", Every(entities(stores), Look(stores, ENTITY, PERIOD))), False)
    above = applied(
        "above", Look(hours, ENTITY, "2019"), applied("mean", Every(entities(hours), Look(hours, ENTITY, "2019")))
    )
    risen = applied("above", Look(sales, ENTITY, "2022"), Look(sales, ENTITY, "2019"))
    home = Word(staff, 1, "Brand", ENTITY)
    year = tuple(f"2021-{month:02d}" for month in range(1, 13))
    weighted = Every(entities(hours), applied("product", Look(hours, ENTITY, "2022"), Look(stores, ENTITY, "2022")))
    spent = applied("quotient", Look(paid, most, "2022"), Look(rate, "", "2022"))
    growing = applied("difference_pp", grown(sales, most, "2019", "2021"), grown(stores, most, "2019", "2021"))
    return {
        "look_up": (Look(sales, most, "2021"), 0, "729"),
        # 729/900 - 1 = -19 %, 99/90 - 1 = 10 %
        "growth_gap": (growing, 2, "-29.00"),
        # Birch: -10 %, -10 %, 750/729 - 1
        "mean_growth": (applied("percent", applied("mean", applied("growths", span))), 3, "-5.706"),
        # 12.5 crowns a euro: 93 million crowns are 7.44 million euros of 750
        "currency": (applied("percent", applied("quotient", spent, Look(sales, most, "2022"))), 3, "0.992"),
        "cagr": (
            applied("percent", compound(sales, Choose(entities(stores), Look(stores, ENTITY, "2022"), False), YEARS)),
            2,
            "2.60",
        ),
        "largest": (
            applied("percent", applied("growth", applied("largest", span), Look(sales, most, "2022"))),
            2,
            "-16.67",
        ),
        # 10.00 to 11.00 over 1096 days
        "annualised": (
            applied(
                "percent",
                applied("annualised", Look(rent, most, first), Look(rent, most, last), applied("days", first, last)),
            ),
            3,
            "3.225",
        ),
        "quotient": (applied("quotient", Look(sales, most, "2022"), Look(stores, most, "2022")), 3, "6.250"),
        "premium": (
            applied(
                "difference",
                applied("quotient", Look(sales, most, "2019"), Look(stores, most, "2019")),
                applied("quotient", Look(sales, least, "2022"), Look(stores, least, "2022")),
            ),
            2,
            "1.00",
        ),
        "share": (
            applied(
                "percent",
                applied(
                    "quotient",
                    Look(stores, most, "2021"),
                    applied("total", Every(entities(stores), Look(stores, ENTITY, "2021"))),
                ),
            ),
            2,
            "57.23",
        ),
        # Alder 10 %, Birch under 0, Cedar: the brands above the average of hours are Birch alone
        "median": (
            applied("percent", applied("median", Every(entities(sales), compound(sales, ENTITY, YEARS)))),
            2,
            "2.60",
        ),
        "filtered": (applied("total", Every(entities(stores, above), Look(stores, ENTITY, "2022"))), 0, "120"),
        "count": (
            applied("count", Every(entities(sales, applied("neither", above, risen)), Look(sales, ENTITY, "2019"))),
            0,
            "0",
        ),
        "only_first": (
            applied("count", Every(entities(sales, applied("only_first", risen, above)), Look(sales, ENTITY, "2019"))),
            0,
            "2",
        ),
        "both": (
            applied("count", Every(entities(sales, applied("both", risen, above)), Look(sales, ENTITY, "2019"))),
            0,
            "0",
        ),
        "below": (
            applied(
                "count",
                Every(
                    entities(sales, applied("below", Look(sales, ENTITY, "2019"), Constant(Fraction(500)))),
                    Look(sales, ENTITY, "2019"),
                ),
            ),
            0,
            "2",
        ),
        "branch": (
            Branch(
                applied("above", Look(hours, most, "2022"), Look(hours, most, "2019")),
                Look(sales, most, "2019"),
                Look(stores, most, "2019"),
            ),
            0,
            "90",
        ),
        # Cedar's hours were lowest in 2020
        "peak": (Look(sales, least, peak), 0, "300"),
        # all stores together were fewest in 2019
        "leader": (Look(hours, Choose(entities(sales), Look(sales, ENTITY, total), False), "2021"), 1, "3.1"),
        # Mill Lane 33 and Hill Road 16 belong to Birch
        "items": (
            applied("total", Every(entities(staff, applied("same", home, most)), Look(staff, ENTITY, "2022"))),
            0,
            "49",
        ),
        # Mill Lane has most staff and belongs to Birch
        "via": (Look(hours, Word(staff, 1, "Brand", top(known, "staff", "2022")), "2020"), 1, "3.9"),
        "weighted": (
            applied(
                "quotient",
                applied("total", weighted),
                applied("total", Every(entities(stores), Look(stores, ENTITY, "2022"))),
            ),
            2,
            "3.07",
        ),
        # 12 * 2000 + 3 * (0 + ... + 11)
        "months": (applied("total", Every(years(visits, year), Look(visits, most, PERIOD))), 0, "24198"),
    }


NAMES = tuple(trees(domain()))


@pytest.mark.parametrize("name", NAMES)
def test_the_evaluation_and_the_program_come_to_the_value_by_hand(name: str, known: Ledger, collection: Path):
    tree, decimals, by_hand = trees(known)[name]
    value = Evaluation().of(tree).value
    assert isinstance(value, Fraction | float)
    assert operators.round_half_up(value, decimals, False) == by_hand
    assert printed(program_of(tree, decimals, plus=False), collection) == by_hand


def test_the_log_trend_of_steady_growth_is_that_growth(known: Ledger, collection: Path):
    sales = series(known, "net sales")
    tree = applied("percent", applied("log_growth", Every(years(sales, YEARS), Look(sales, "alder", PERIOD))))
    assert math.isclose(float(str(Evaluation().of(tree).value)), 10, rel_tol=1e-9)
    assert printed(program_of(tree, 3, plus=True), collection) == "+10.000"


def test_hops_count_look_ups_whose_key_another_gave(known: Ledger):
    expected = {"months": 2, "median": 1, "look_up": 2, "peak": 3, "leader": 3, "items": 2, "via": 3, "filtered": 2}
    found: dict[str, int] = {}
    for name in expected:
        evaluation = Evaluation()
        outcome = evaluation.of(trees(known)[name][0])
        found[name] = hops_of(plan_of(evaluation, outcome, None))
    assert found == expected


def test_a_list_of_some_entities_only_cannot_be_written(known: Ledger):
    sales = series(known, "net sales")
    some = Every(Members(sales, "entity", ("alder",)), Look(sales, ENTITY, "2019"))
    with pytest.raises(NotWritten):
        program_of(applied("total", some), 0, plus=False)


def test_two_header_rows_and_turned_tables_are_read_by_programs(tmp_path: Path):
    paper = Paper("d/pairs.docx")
    paper.text("Sales and stores by brand")
    heads = [["Brand", "Sales (euros)", "", "Stores (number)", ""], ["", "2021", "2022", "2021", "2022"]]
    paper.table([*heads, ["A", "10", "20", "3", "4"], ["B", "31", "29", "8", "6"], ["C", "52", "61", "5", "7"]])
    across = Paper("d/across.docx")
    across.text("Visits by brand, number")
    across.table(
        [["Year", "A", "B", "C"], ["2021", "101", "205", "309"], ["2022", "113", "217", "311"], ["2023", "5", "6", "8"]]
    )
    held = [paper.document(), across.document()]
    known = ledger("d", held)
    sales, visits = series(known, "sales"), series(known, "visits")
    who = Choose(entities(visits), Look(visits, ENTITY, "2021"), False)
    tree = applied("difference", Look(sales, who, "2022"), Look(visits, who, "2022"))
    assert printed(program_of(tree, 0, plus=True), laid_out(tmp_path, held)) == "-93"
    assert Evaluation().of(tree).value == -93


def test_every_family_over_the_domain_is_told_as_its_program_prints_it(known: Ledger, collection: Path):
    field = field_of(known, known.joins[0], random.Random(3))
    seen: set[str] = set()
    for family in FAMILIES:
        for found in islice((one for walk in family(field) if (one := worked(walk)) is not None), 2):
            assert printed(found.program, collection) == found.answer
            seen.add(found.walk.family)
    assert {"annualised", "item_sum", "bulk_sum", "weighted_mean", "month_total", "currency_ratio"} <= seen
    assert len(seen) >= 15


@given(st.lists(st.fractions(min_value=1, max_value=10**6, max_denominator=1000), min_size=2, max_size=9))
def test_the_median_lies_between_and_the_mean_growth_turns_back(values: list[Fraction]):
    assert min(values) <= operators.median(values) <= max(values)
    product = Fraction(1)
    for step in operators.growths(values):
        product *= 1 + Fraction(step)
    assert product == values[-1] / values[0]


@given(st.fractions(min_value=-(10**6), max_value=10**6, max_denominator=10**4), st.integers(0, 4))
def test_rounding_is_to_the_nearest_and_keeps_the_sign(value: Fraction, decimals: int):
    shown = operators.round_half_up(value, decimals, True)
    assert abs(Fraction(shown) - value) * 2 * 10**decimals <= 1
    assert shown[0] == ("-" if Fraction(shown) < 0 else "+")


def test_pasted_operators_stand_alone():
    scope: dict[str, object] = {}
    exec(
        "from fractions import Fraction\nimport math\nfrom datetime import date\n"
        + operators.source_of(list(operators.OPERATORS)),
        scope,
    )  # the text is our own
    assert set(operators.OPERATORS) | {"round_half_up"} <= set(scope)
    assert "->" not in operators.source_of(list(operators.OPERATORS))
