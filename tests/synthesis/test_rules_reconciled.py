"""Walks that reconcile units, calendars, terms and editions, each with its value worked out by hand."""

import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

import pytest

from assay.model.document import Document
from synthesis.rules.choosing import Chooser
from synthesis.rules.fields import Field, field_of
from synthesis.rules.grammar import render
from synthesis.rules.ledger import Ledger, ledger
from synthesis.rules.phrases import noun, was
from synthesis.rules.reconciled import differences, fiscal_growths, fiscal_sums, growths_across, ratios
from synthesis.rules.sensing import Worked, worked
from synthesis.rules.terms import retermed, revisions
from synthesis.rules.walks import Walk
from tests.documents import Paper, table_of

NAMES = ("Alder", "Birch", "Cedar", "Dogwood")
YEARS = ("2019", "2020", "2021", "2022")
STAFF = ((41, 43, 47, 52), (97, 89, 83, 79), (61, 67, 71, 73), (23, 29, 31, 37))
POWER = ((360, 720, 1080, 1440), (1800, 1836, 1872, 1980), (540, 576, 612, 756), (900, 936, 972, 1008))
HEAT = ((10, 21, 35, 44), (55, 57, 54, 53), (17, 19, 16, 14), (26, 28, 27, 25))


def paper(
    caption: str, values: Sequence[Sequence[int | str]], name: str, years: Sequence[str] = YEARS, title: str = ""
) -> Document:
    rows = {label: [f"{value}" for value in row] for label, row in zip(NAMES, values, strict=True)}
    made = table_of(caption, rows, years, "Plant")
    made.path, made.title = f"d/{name}.docx", title
    return made.document()


def staff() -> Document:
    return paper("Workers by plant, number", STAFF, "staff")


def field(*documents: Document) -> Field:
    known = ledger("d", [staff(), *documents])
    return field_of(known, known.joins[0], random.Random(5))


def found(family: Callable[[Field], Iterator[Walk]], ground: Field) -> list[Worked]:
    return [one for walk in family(ground) if (one := worked(walk)) is not None]


def test_a_ratio_of_terajoules_and_gigawatt_hours_is_one_of_energies():
    ground = field(paper("Energy use by plant, TJ", POWER, "power"), paper("Energy lost by plant, GWh", HEAT, "heat"))
    answers = {one.answer for one in found(ratios, ground)}
    assert {"reconcile.unit"} == {label for one in found(ratios, ground) for label in one.walk.labels}
    # Alder lost 10 GWh of 360 TJ, which are 100 GWh, and 44 of 400 at the end; Birch 55 of 500
    assert answers & {"10.00", "11.00"}
    (first, *_) = found(differences, ground)
    assert first.walk.form.words.startswith("in TJ with a plus or minus sign")


_LATE = ((1500, 1590, 1602), (1990, 2004, 2040), (801, 845, 864), (1010, 1071, 1080))


def test_growth_goes_from_a_document_to_another_in_its_unit():
    late = [[f"{value / 1000:.3f}" for value in row] for row in _LATE]
    ground = field(
        paper("Power use by plant, GWh", [row[:3] for row in POWER], "old", YEARS[:3]),
        paper("Power use by plant, TWh", late, "new", ("2023", "2024", "2025")),
    )
    walks = found(growths_across, ground)
    assert {one.walk.labels for one in walks} == {("reconcile.unit",)}
    # from a GWh value of 2019 to 2021 to a TWh value of 2023 to 2025, of one plant
    by_hand = {
        f"{100 * (late / early - 1):+.2f}"
        for row, later in zip(POWER, _LATE, strict=True)
        for early in row[:3]
        for late in later
    }
    assert {one.answer for one in walks} <= by_hand


_FOUR = ("2021", "2022", "2023", "2024")
_RISING = ((160, 165, 171, 180), (219, 222, 231, 240), (137, 139, 141, 150), (118, 121, 123, 130))
_OLDER = tuple((*old[:2], *new[:3]) for old, new in zip(POWER, _RISING, strict=True))
_FIVE = ("2019", "2020", "2021", "2022", "2023")


def rising(**cells: float) -> list[list[float]]:
    """Return the later values, each entity's in a year, such as `Alder_2023`, another."""
    rows = [list[float](row) for row in _RISING]
    for key, value in cells.items():
        name, _, year = key.partition("_")
        rows[NAMES.index(name)][_FOUR.index(year)] = value
    return rows


def across(*documents: Document) -> set[tuple[str, ...]]:
    """Return the documents that growths go over."""
    return {tuple(sorted(one.walk.paths)) for one in found(growths_across, field(*documents))}


def _old(unit: str = "GWh") -> Document:
    return paper(f"Power use by plant, {unit}", _OLDER, "old", _FIVE)


def _new(rows: Sequence[Sequence[int | str]], unit: str = "GWh") -> Document:
    return paper(f"Power use by plant, {unit}", rows, "new", _FOUR)


def _texts(rows: Sequence[Sequence[float]], form: str = "{:g}", scale: float = 1) -> list[list[str]]:
    return [[form.format(value / scale) for value in row] for row in rows]


def test_documents_that_agree_where_both_tell_are_one_series():
    assert any({"d/old.docx", "d/new.docx"} <= set(paths) for paths in across(_old(), _new(_texts(rising()))))


@pytest.mark.parametrize("cells", [{f"{name}_2023": 80.0 for name in NAMES}, {"Cedar_2023": 142.0}])
def test_documents_that_contradict_each_other_anywhere_are_not_joined(cells: dict[str, float]):
    assert across(_old(), _new(_texts(rising(**cells)))) == set()
    assert across(_old(), _new(_texts(rising(**cells), "{:.3f}", 1000), "TWh")) == set()


def test_the_rounding_of_the_coarser_is_no_contradiction():
    coarse = _texts(rising(), "{:.2f}", 1000)
    assert across(_old(), _new(coarse, "TWh"))
    apart = _texts(rising(Dogwood_2022=134), "{:.2f}", 1000)
    assert across(_old(), _new(apart, "TWh")) == set()


def test_a_third_document_that_tells_of_both_may_part_them():
    early = paper("Power use by plant, GWh", [row[:2] for row in POWER], "old", ("2019", "2020"))
    late = _new(_texts(rising()))
    assert across(early, late)
    between = [[f"{value}" for value in (*old[:2], new[0] + 9)] for old, new in zip(POWER, _RISING, strict=True)]
    third = paper("Power use by plant, GWh", between, "third", ("2019", "2020", "2021"))
    assert not any({"d/old.docx", "d/new.docx"} <= set(paths) for paths in across(early, third, late))


def test_no_family_joins_tables_that_contradict_each_other():
    documents = [staff(), _old(), _new(_texts(rising(Cedar_2023=142)))]
    known = ledger("d", documents)
    one, other = (series for series in known.series if series.measure.name == "power use")
    assert known.told.tear([one, other])
    assert not known.told.tear([one, one])
    walks = Chooser(known, random.Random(3)).everything(200)
    assert not any({one, other} <= set(found.walk.series) for found in walks)


_VISITS = {"Alder": (1000, 1), "Birch": (2000, 3), "Cedar": (500, 2), "Dogwood": (801, 5)}


def months() -> Document:
    made = Paper("d/visits.csv", "text")
    rows = [
        [name, f"{2021 + at // 12}-{at % 12 + 1:02d}", str(base + step * at)]
        for name, (base, step) in _VISITS.items()
        for at in range(36)
    ]
    made.table([["Plant", "Month", "Visits (number)"], *rows])
    return made.document()


def test_fiscal_years_are_those_that_the_documents_tell():
    note = Paper("d/note.docx")
    note.text("The fiscal year ends on 31 March; FY2022 ended on 31 March 2023.")
    ground = field(months(), note.document())
    walks = found(fiscal_sums, ground)
    assert {one.walk.ask.partition("fiscal year from ")[2] for one in walks} == {
        "April 2021 to March 2022", "April 2022 to March 2023",
    }  # fmt: skip
    # Birch from April 2021: 12 * 2000 + 3 * (3 + ... + 14); a year later 3 * (15 + ... + 26)
    sums = {12 * base + step * rest for base, step in _VISITS.values() for rest in (102, 246)}
    assert {one.answer for one in walks} <= {str(one) for one in sums}
    assert len({one.answer for one in walks}) >= 2
    assert {one.walk.labels for one in walks} == {("reconcile.calendar",)}
    (growth, *_) = found(fiscal_growths, ground)
    assert len(growth.facts) >= 24
    assert "the total number of its visits from" in render(growth.walk, random.Random(1)).question


def test_no_fiscal_year_is_made_where_none_is_told_or_two_are():
    assert found(fiscal_sums, field(months())) == []
    note = Paper("d/note.docx")
    note.text("FY2022 ended on 31 March 2023.")
    note.text("FY2022 ended on 30 June 2023.")
    assert found(fiscal_sums, field(months(), note.document())) == []


def editions(first: int, last: int) -> tuple[Document, Document]:
    old = [list(row) for row in POWER]
    old[1][1] = first
    new = [list(row) for row in POWER]
    new[1][1] = last
    return (
        paper("Power used by plant, GWh", old, "report-2021", title="Annual report 2021"),
        paper("Power use by plant, GWh", new, "report-2022", title="Annual report 2022"),
    )


def test_a_revision_is_the_later_edition_over_the_earlier():
    walks = found(revisions, field(*editions(2040, 1836)))
    assert {one.answer for one in walks} == {"-10.00"}
    assert {one.walk.labels for one in walks} == {("reconcile.vintage", "vintage")}
    question = render(walks[0].walk, random.Random(1)).question
    assert "from the figure first published to the latest, restated one" in question


def test_documents_that_differ_without_being_editions_are_no_revision():
    first, second = editions(2040, 1836)
    other = paper(
        "Power used by plant, GWh", [[2040 if v == 1836 else v for v in row] for row in POWER], "memo", title="A memo"
    )
    assert found(revisions, field(second, other)) == []
    third = paper("Power drawn by plant, GWh", [[1811 if v == 1836 else v for v in row] for row in POWER], "third")
    assert found(revisions, field(first, second, third)) == []


def test_a_measure_goes_by_another_name_only_where_no_document_has_the_value_under_it():
    longer = paper(
        "Power used by plant, GWh", [[*row, 2000 + at] for at, row in enumerate(POWER)], "long", (*YEARS, "2023")
    )
    known = ledger("d", [staff(), paper("Electricity drawn by plant, GWh", POWER, "short"), longer])
    ground = field_of(known, known.joins[0], random.Random(5))
    assert _names(known, ground, "2023") == {"electricity drawn", "power used"}
    assert _names(known, ground, "2021") == {"power used"}


def _names(known: Ledger, ground: Field, period: str) -> set[str]:
    from synthesis.rules.bridged import slot
    from synthesis.rules.phrases import form_of
    from synthesis.rules.trees import Look

    (series,) = [one for one in known.series if one.measure.name == "power used"]
    (who, *_) = ground.whos(series)
    walk = Walk(
        "look_up",
        Look(series, who.node, period),
        form_of(series.measure.unit, 0),
        f"{{0}} in {period}",
        (slot(series),),
        who,
    )
    facts = [fact for (_, label), fact in series.facts.items() if label == period]
    return {retermed(walk, facts, known, random.Random(seed)).slots[0].noun for seed in range(20)}


def test_a_measure_in_another_currency_is_not_grown_from_year_to_year():
    rates = Paper("d/rates.md", "text")
    rates.text("Rates of the treasury")
    costs = ("10", "12", "8", "12.5")
    rates.table([["Year", "Crowns per euro"], *[[year, rate] for year, rate in zip(YEARS, costs, strict=True)]])
    crowns = [[f"{float(value * Fraction(rate)):.1f}" for value, rate in zip(row, costs, strict=True)] for row in POWER]
    known = ledger("d", [
        staff(), rates.document(), paper("Profit by plant, euros", POWER, "profit"),
        paper("Earnings by plant, crowns", crowns, "earnings"), paper("Rent by plant, crowns", HEAT, "rent"),
    ])  # fmt: skip
    marked = {one.measure.name: (one.converted, one.grows, one.kin) for one in known.series}
    assert marked["earnings"] == (True, False, "profit")
    assert marked["profit"] == (False, True, "profit")
    assert marked["rent"] == (False, True, "rent")


def test_periods_that_few_documents_tell_are_known():
    again = paper("Power use by plant, GWh", [row[2:] for row in POWER], "again", YEARS[2:])
    ground = field(staff(), paper("Power use by plant, GWh", POWER, "power"), again)
    power = next(one for one in ground.group if one.table.path == "d/power.docx")
    workers = next(one for one in ground.group if one.measure.name == "workers")
    assert ground.seldom_told(YEARS, power) == list(YEARS[:2])
    assert ground.seldom_told(YEARS[2:], power, workers) == list(YEARS[2:])


def test_a_measure_in_a_unit_of_unknown_relation_is_known_by_its_constant_factor():
    dearer = [[value * 10 for value in row] for row in POWER]
    other = [[value * 10 + (at == 2) for at, value in enumerate(row)] for row in POWER]
    known = ledger("d", [
        paper("Price by plant, cents per kWh", POWER, "price"),
        paper("Tariff by plant, crowns per MWh", dearer, "tariff"),
        paper("Charge by plant, crowns per tonne", other, "charge"),
    ])  # fmt: skip
    told = {one.measure.name: (one.kin, one.converted, one.grows) for one in known.series}
    assert told == {
        "price": ("price", False, True), "tariff": ("price", False, True), "charge": ("charge", False, True),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("words", "verb"),
    [
        ("network losses", "were"), ("units sold", "were"), ("number of stores", "was"), ("freight carried", "was"),
        ("hours per head", "were"), ("waiting list count", "was"), ("gross mass", "was"),
        ("earnings before interest and tax", "were"),
    ],
)  # fmt: skip
def test_verbs_agree_with_their_nouns(words: str, verb: str):
    assert was(words) == verb


def test_counts_are_numbers_of_plurals_or_counts_of_singulars():
    moved = paper("Tonnes moved by plant, thousand tonnes", POWER, "moved")
    known = ledger("d", [staff(), paper("Waiting list by plant, number", POWER, "list"), moved])
    assert {noun(one.measure) for one in known.series} == {
        "number of workers", "waiting list count", "number of tonnes moved",
    }  # fmt: skip
