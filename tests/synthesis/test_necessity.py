"""Walks are chosen whose documents are each necessary; levels are asked for in units that other documents use."""

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import pytest

from assay.evaluation.context import ArchiveContext
from assay.model.document import Document
from assay.tables.units import unit_of
from synthesis.rules.bridged import growths, look_ups
from synthesis.rules.choosing import Chooser
from synthesis.rules.conversions import finer, in_other_units
from synthesis.rules.fields import field_of
from synthesis.rules.ledger import ledger
from synthesis.rules.necessity import Necessity, necessity
from synthesis.rules.premiums import premiums
from synthesis.rules.sensing import Worked, worked
from tests.documents import Paper, table_of
from tests.synthesis.places import archive

NAMES = ("Alder", "Birch", "Cedar", "Dogwood")
YEARS = ("2019", "2020", "2021", "2022")
POWER = ((361, 721, 1081, 1441), (1801, 1837, 1873, 1981), (541, 577, 613, 757), (901, 937, 973, 1009))
STAFF = ((4123, 4356, 4789, 5234), (9765, 8921, 8312, 7954), (6148, 6739, 7125, 7321), (2317, 2945, 3126, 3764))
AREA = ((7211, 7322, 7433, 7544), (3111, 3222, 3333, 3444), (5115, 5225, 5335, 5445), (8181, 8282, 8383, 8484))


def paper(caption: str, values: Sequence[Sequence[int]], name: str, prose: str = "") -> Document:
    rows = {label: [f"{value}" for value in row] for label, row in zip(NAMES, values, strict=True)}
    made = table_of(caption, rows, YEARS, "Plant")
    made.path, made.title = f"d/{name}.docx", name
    for word in prose.split():
        made.text(f"We speak of {word} here, at some length, and of what {word} is to those who work with it.")
    return made.document()


def ground(*more: Document) -> list[Document]:
    return [
        paper("Power use by plant, GWh", POWER, "power"),
        paper("Workers by plant, number", STAFF, "staff"),
        paper("Floor area by plant, square metres", AREA, "area"),
        *more,
    ]


def again() -> Document:
    """The figures of one document in another, which says so much else that it is no copy."""
    return paper("Energy drawn by plant, GWh", POWER, "again", "heat light steam water motors cooling air pumps")


def judged(documents: Sequence[Document]) -> Necessity:
    held = {document.path: document for document in documents}
    return necessity("d", ArchiveContext(list(held), held.get, lambda _: b""))


def chooser(documents: Sequence[Document], strict: Necessity | None) -> Chooser:
    return Chooser(ledger("d", documents), random.Random(3), strict)


def test_a_figure_is_rare_until_another_document_holds_it_too():
    documents = ground()
    alone = judged(documents)
    facts = [fact for series in ledger("d", documents).series for fact in series.facts.values()]
    assert facts
    assert all(map(alone.rare, facts))
    twice = judged([*documents, again()])
    assert {twice.rare(fact) for fact in facts if fact.path == "d/power.docx"} == {False}
    assert {twice.rare(fact) for fact in facts if fact.path == "d/staff.docx"} == {True}


def test_the_first_walks_need_each_of_their_documents():
    documents = ground(again())
    strict = judged(documents)
    first = list(chooser(documents, strict).everything(80))[:2]
    assert len(first) == 2
    for found in first:
        assert strict.holds(found)
        assert found.walk.paths == {"d/staff.docx", "d/area.docx"}


def test_a_scarce_family_has_a_walk_that_needs_each_document_before_all_others():
    lost = [[value // 3 for value in row] for row in POWER]
    documents = ground(paper("Power lost by plant, TJ", lost, "lost"))
    strict = judged(documents)
    first, *others = chooser(documents, strict).everything(80)
    assert first.walk.family == "unit_ratio"
    assert strict.holds(first)
    assert len(others) < 80
    assert len(list(chooser(documents, strict).everything(1))) == 1


def test_a_few_walks_of_a_family_begin_with_those_that_need_each_document():
    documents = ground(again())
    strict = judged(documents)
    found = chooser(documents, strict).few(growths, 3)
    assert [one.walk.family for one in found] == ["growth"] * 3
    assert [strict.holds(one) for one in found] == sorted((strict.holds(one) for one in found), reverse=True)
    assert strict.holds(found[0])
    assert len({one.answer for one in found}) == 3


def test_a_premium_is_told_in_the_unit_of_its_quotients_or_not_at_all():
    # a worker uses about a tenth of a GWh: MWh have digits, and kWh would give them to a difference of nothing
    known = ledger("d", ground())
    field = field_of(known, known.joins[0], random.Random(1))
    forms = {walk.slots[0].noun: walk.form.words.partition(" per ")[0] for walk in premiums(field)}
    assert forms == {"power use": "in MWh", "floor area": "in square metres"}


def test_walks_come_without_a_judge_too_and_some_of_them_need_not_all():
    documents = ground(again())
    strict = judged(documents)
    offered = list(chooser(documents, None).everything(16))
    assert {strict.holds(found) for found in offered} == {True, False}


def test_an_answer_that_stands_beside_its_entity_is_not_needed():
    documents = archive()
    strict = judged(documents)
    found = next(one for one in chooser(documents, strict).everything(8) if strict.holds(one) and _is_new(one))
    told = Paper("d/told.md", "text")
    whose = sorted({fact.label for fact in found.facts})
    for name in whose:
        told.text(f"Of {name} the analysts say {found.answer} and no more.")
    assert not judged([*documents, told.document()]).holds(found)


def _is_new(found: Worked) -> bool:
    shown = found.answer.lstrip("+-0.").replace(".", "")
    return len(shown) > 3 and shown not in {lookup.value.replace(",", "") for lookup in found.plan.lookups}


def test_a_level_is_asked_for_in_the_unit_of_another_document():
    watts = [[value * 1000 for value in row] for row in POWER]
    known = ledger("d", ground(paper("Power use by plant, MWh", watts, "watts")))
    field = field_of(known, known.joins[0], random.Random(1))
    made = [one for walk in in_other_units(look_ups)(field) if (one := worked(walk)) is not None]
    asked = {one.walk.form.words.split()[1]: one for one in made}
    assert set(asked) == {"MWh", "GWh"}
    for unit, one in asked.items():
        (value,) = [fact.value for fact in one.facts if fact.measure.name == "power use"]
        assert Fraction(one.answer) == Fraction(value) * (1000 if unit == "MWh" else Fraction(1, 1000))
        assert one.walk.labels == ("reconcile.unit",)


def test_a_level_is_asked_for_in_no_unit_that_takes_more_than_a_power_of_ten():
    # 3.6 gigajoules are a megawatt hour
    joules = [[round(value * 3600) for value in row] for row in POWER]
    known = ledger("d", ground(paper("Power use by plant, GJ", joules, "joules")))
    assert list(in_other_units(look_ups)(field_of(known, known.joins[0], random.Random(1)))) == []


@pytest.mark.parametrize(
    ("unit", "below"),
    [
        ("million euros", ["million euros", "thousand euros", "euros"]),
        ("TWh", ["TWh", "GWh", "MWh", "kWh"]),
        ("days", ["days"]),
    ],
)
def test_finer_units_are_a_thousand_times_finer(unit: str, below: list[str]):
    given = unit_of(unit)
    assert given is not None
    found = list(finer(given))
    assert [one.text for one in found] == below
    assert {one.factor / other.factor for one, other in pairwise(found)} <= {1000}
