"""What a question names is what its figures are of: places, years, and the end of a column."""

from dataclasses import replace

import pytest

from assay.model.task import Answer, Task
from extractors.marked import read_marked
from filters.named import named_fault
from filters.verification import Verification
from tests.filters.archives import decided
from tests.made import Archive, cited, energy_archive, task

BASE = task(energy_archive())
ROWS = ("Northmark", "Southmark", "Eastvale", "Westmoor")
VALUES = ((431.2, 440.9), (305.9, 311.4), (509.3, 533.8), (190.2, 201.7))


def table(caption: str) -> str:
    lines = [f"| {name} | {first} | {last} |" for name, (first, last) in zip(ROWS, VALUES, strict=True)]
    head = f"# Yearbook\n\n{caption} by region, GWh\n\n| Region | 2023 | 2024 |\n| --- | --- | --- |\n"
    return head + "\n".join(lines) + "\n"


def archive() -> Archive:
    found = Archive()
    found.add("energy/demand.md", table("Electricity demand").encode(), read_marked, "text/markdown")
    return found


def asked(question: str, *cells: tuple[int, int], track: str = "search") -> Task:
    """A question that cites cells of the table, row and column counted from 0 with the headings."""
    found = archive()
    evidence = tuple(cited(found, "energy/demand.md", row, column) for row, column in cells)
    answer = Answer("number", evidence[-1].quote, unit="GWh", decimals=1)
    return replace(BASE, track=track, question=question, evidence=evidence, answer=answer, program="", plan=None)  # pyright: ignore


def cause(question: str, *cells: tuple[int, int], track: str = "search") -> str | None:
    fault = named_fault(asked(question, *cells, track=track), archive().context())
    return fault.cause if fault else None


FORM = ", in GWh to one decimal?"


def test_the_figure_of_the_named_place_and_year_at_the_named_end_is_right():
    assert cause(f"What was the electricity demand of Eastvale in 2024{FORM}", (3, 2)) is None
    assert cause(f"What was the highest electricity demand of a region in 2024{FORM}", (3, 2)) is None
    assert cause(f"What was the lowest electricity demand of a region in 2023{FORM}", (4, 1)) is None


@pytest.mark.parametrize(
    ("question", "cells", "fault"),
    [
        ("What was the demand of Eastvale in 2024", ((1, 2),), "entity_differs"),
        ("What was the demand of Eastvale in 2024", ((3, 1),), "period_differs"),
        ("What was the demand of Eastvale in 2023 and 2024", ((3, 1), (3, 2)), None),
        ("What was the demand of a region other than Eastvale in 2024", ((1, 2),), None),
        ("What was the demand of Eastvale in the year after 2023", ((3, 2),), None),
        ("What was the demand of Eastvale", ((3, 2),), None),
        ("What was the highest demand in 2024", ((1, 2),), "pick_differs"),
        ("What was the lowest demand in 2024", ((3, 2),), "pick_differs"),
        ("What was the second highest demand in 2024", ((1, 2),), None),
        ("What was the demand of the region with the highest growth of it, 2023 to 2024", ((1, 2), (1, 1)), None),
        ("What was the demand of Southmark in the year of its highest demand", ((2, 2),), None),
        ("What was the demand of Southmark in the year of its lowest demand", ((2, 2),), "pick_differs"),
    ],
)
def test_another_place_year_or_end_is_a_fault(question: str, cells: tuple[tuple[int, int], ...], fault: str | None):
    assert cause(question + FORM, *cells) == fault


def test_briefs_and_facets_name_what_they_like():
    for track in ("fidelity", "domain"):
        assert cause(f"What was the demand of Eastvale in 2024{FORM}", (1, 1), track=track) is None


def test_verification_drops_the_figure_of_another_place():
    verdict = decided(
        archive(), Verification(), asked(f"What was the demand of Eastvale in 2024{FORM}", (1, 2))
    ).verdict
    assert (verdict.decision, verdict.cause) == ("drop", "entity_differs")
    assert "eastvale" in verdict.reason
