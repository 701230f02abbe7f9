"""Units of an answer that a program converts: the evidence states another one, and the program holds the factor."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assay.model.task import Answer, Lineage, task_of
from extractors.marked import read_marked
from filters.stated_units import unit_fault
from tests.made import Archive, cited, energy_archive, proposal

PROPOSAL = proposal(energy_archive())
ROWS = "| Region | 2020 | 2021 |\n|---|---|---|\n| North | 471.9 | 498.2 |\n| South | 390.0 | 402.4 |"


def test_what_something_is_counted_by_states_no_unit():
    made = Archive()
    made.add("d1/a.md", f"Dues by region, euros per tonne\n\n{ROWS}\n".encode(), read_marked, "text/markdown")
    evidence = (cited(made, "d1/a.md", 1, 2),)
    for unit, fits in (("tonnes", False), ("euros per tonne", True)):
        answer = Answer("number", "498.2", unit=unit, decimals=1)
        fields = replace(PROPOSAL, domain="d1", answer=answer, program="", plan=None, evidence=evidence)
        assert (unit_fault(task_of(fields, Lineage("rules")), made.context()) is None) is fits


@pytest.mark.parametrize(
    ("stated", "unit", "scale", "factor", "holds"),
    [
        ("GWh", "TJ", None, "Fraction(18, 5)", True),
        ("GWh", "TJ", None, "3.6", True),
        ("GWh", "TJ", None, "3.5", False),
        ("TJ", "GWh", None, "Fraction(5, 18)", True),
        ("TJ", "GWh", None, "3.6", True),
        ("TWh", "GJ", "million", "3.6", True),
        ("MWh", "million tonnes", None, "3.6", False),
        ("GWh", "EUR", None, "3.6", False),
        ("thousand euros", "euros", None, "1000", True),
        ("thousand euros", "euros", None, "100", False),
        ("thousand euros", "euros", None, "1000000", False),
        ("million euros", "euros", None, "1000 * value * 1000", True),
        ("TWh", "MWh", None, "1000000", True),
        ("TWh", "MWh", None, "10**9", False),
        ("TWh", "GJ", None, "3600 * 1000", True),
    ],
)
def test_a_unit_of_one_kind_is_stated_where_the_program_holds_the_factor_between_the_two(
    stated: str, unit: str, scale: str | None, factor: str, holds: bool
):
    made = Archive()
    made.add("d1/a.md", f"Generation by region, {stated}\n\n{ROWS}\n".encode(), read_marked, "text/markdown")
    answer = Answer("number", "1793.5", unit=unit, scale=scale, decimals=1)
    fields = replace(
        PROPOSAL, domain="d1", answer=answer, program=f"print(value * {factor})", plan=None,
        evidence=(cited(made, "d1/a.md", 1, 2),),
    )  # fmt: skip
    fault = unit_fault(task_of(fields, Lineage("rules")), made.context())
    assert (fault is None) is holds
