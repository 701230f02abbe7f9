"""A question on fidelity cites the document, slide, page and sheet that it names."""

from dataclasses import replace

import pytest

from assay.model.artifact import Anchor
from extractors.marked import read_marked
from filters.addresses import address_fault
from tests.made import Archive, energy_archive, task

BASE = task(energy_archive())


def archive() -> Archive:
    found = Archive()
    for name, title in (("report", "Report on demand"), ("review", "Review of works")):
        text = f"# {title}\n\nThe text of the {name}.\n"
        found.add(f"energy/{name}.md", text.encode(), read_marked, "text/markdown")
    return found


def reason(question: str, track: str = "fidelity", **at: object) -> str | None:
    evidence = replace(BASE.evidence[0], path="energy/report.md", at=replace(Anchor(), **at))  # pyright: ignore
    one = replace(BASE, question=question, evidence=(evidence,), track=track)  # pyright: ignore[reportArgumentType]
    fault = address_fault(one, archive().context())
    assert fault is None or fault.cause == "place_differs"
    return fault.reason if fault else None


@pytest.mark.parametrize(
    "question",
    [
        "What does the header of “Report on demand” say?",
        'Which words does "Report on demand" highlight?',
        "In report.md, what does the entry “Review of works” lead to?",
        "In “Report on demand”, which page has the entry “Review of works”?",
        "What does the header say?",
    ],
)
def test_the_document_that_is_named_is_cited(question: str):
    assert reason(question) is None


@pytest.mark.parametrize("name", ["“Review of works”", '"Review of works"', "review.md"])
def test_another_document_is_a_fault(name: str):
    found = reason(f"What does the header of {name} say?")
    assert found is not None
    assert "energy/review.md" in found
    assert reason(f"What does the header of {name} say?", track="search") is None


@pytest.mark.parametrize(
    ("question", "at", "told"),
    [
        ("What do the notes of slide 2 say?", {"slide": 2}, None),
        ("What do the notes of slide 3 say?", {"slide": 2}, "slide 3"),
        ("What stands on page 4?", {"page": 5}, "page 4"),
        ("What stands on page 4?", {"slide": 5}, None),
        ("Which formula stands in B4 of the sheet “Stores”?", {"sheet": "Stores"}, None),
        ("Which formula stands in B4 of the sheet “Stores”?", {"sheet": "Costs"}, "'Stores'"),
        ("Which sheet is hidden?", {"sheet": "Costs"}, None),
    ],
)
def test_slides_pages_and_sheets_are_those_that_are_named(question: str, at: dict[str, object], told: str | None):
    found = reason(question, "fidelity", **at)
    assert (found is None) if told is None else told in (found or "")
