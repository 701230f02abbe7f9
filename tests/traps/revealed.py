"""Candidates that give themselves away: in their question, to a guess, elsewhere in the archive, to simple subjects."""

from __future__ import annotations

from collections.abc import Iterator

from tests.traps.desk import Desk, Line, at, leader, moved, number, rounded, said, task, text
from tests.traps.planting import Chain, Planted, plan_of, plant


def revealed(desk: Desk) -> Iterator[Planted]:
    """Yield what the gates leakage, closed_book, ablation and panel have to stop."""
    yield from _leaks(desk)
    yield from _guesses(desk)
    yield from _repeated(desk)
    yield from _computed(desk)
    yield from _idle(desk)
    yield from _simple(desk)


def _leaks(desk: Desk) -> Iterator[Planted]:
    chain = Chain("energy", 2023, "nurses", 2021)
    gold = at(chain.asks, chain.place, chain.year)
    words = chain.question.replace("What was", f"Some {gold} people were nurses at one clinic: what was")
    yield plant(chain.search(desk, "gold-in-question", question=words), "leakage drop gold_in_question")
    chain = Chain("cost", 2024, "visits", 2021)
    gold = at(chain.asks, chain.place, chain.year)
    words = chain.question.replace("?", f", which is about {gold / 1000:.1f} thousand?")
    yield plant(chain.search(desk, "gold-in-thousands", question=words), "leakage drop gold_in_question")
    chain = Chain("waiting", 2023, "energy", 2021, least=True)
    words = chain.question.replace("?", ", by estates-bulletin.pdf?")
    yield plant(chain.search(desk, "file-named", question=words), "leakage drop file_name")
    chain = Chain("visits", 2022, "waiting", 2023, least=True)
    words = chain.question.replace("?", " (see How long patients wait)?")
    yield plant(chain.search(desk, "title-named", question=words), "leakage drop title")
    chain = Chain("nurses", 2022, "beds", 2021)
    words = chain.question.replace("?", ", as the sheet Beds has it?")
    yield plant(chain.search(desk, "sheet-named", question=words), "leakage drop sheet_name")
    chain = Chain("prescriptions", 2023, "cost", 2022, least=True)
    words = chain.question.replace("of the clinic", f"of {chain.place}, the clinic")
    yield plant(
        chain.search(desk, "place-named", question=words, plan=plan_of(desk, chain)), "leakage drop entity_named"
    )
    said = "Some figures of earlier years were restated after the registers had been compared."
    cells = [desk.facet("ports/annual-report-2024.docx", "text", said), desk.cell("masters", "Dunsmere", None)]
    yield plant(
        task(
            "words-shared",
            "search",
            "Figures of earlier years were restated after the registers had been compared; who was then harbour master "
            "of the port with the fewest ship calls?",
            text("Ola Brandt"),
            cells,
        ),
        "leakage drop shared_words",
    )


def _guesses(desk: Desk) -> Iterator[Planted]:
    cell, program = desk.cell, desk.program
    place = leader("pilots", 2021)
    then, now = at("repairs", place, 2023), at("repairs", place, 2024)
    yield plant(
        task(
            "numbers-in-question",
            "numeric",
            f"Quay repairs rose from {then} to {now} thousand euros, 2023 to 2024, at the port with the most pilots in "
            "2021. By what percentage did they grow? One decimal place.",
            number(rounded((now / then - 1) * 100, 1), "%", 1),
            [cell("pilots", place, 2021), *(cell("repairs", place, year) for year in (2023, 2024))],
            program=program(
                {"a": "pilots", "b": "repairs"},
                'name = highest(a, "2021")\n'
                'print(shown((value(b, name, "2024") / value(b, name, "2023") - 1) * 100, 1))',
            ),
        ),
        "closed_book drop guessed",
    )
    place = leader("shore", 2023)
    one, other = at("cruise", place, 2024), at("ferry", place, 2024)
    yield plant(
        task(
            "difference-in-question",
            "numeric",
            f"The port with the most shore power in 2023 had {one} thousand cruise passengers and {other} thousand "
            "ferry passengers in 2024. What is the difference, in thousand people, to one decimal?",
            number(str(one - other), "people", 1, scale="thousand"),
            [cell("shore", place, 2023), cell("cruise", place, 2024), cell("ferry", place, 2024)],
            program=program(
                {"a": "shore", "b": "cruise", "c": "ferry"},
                'name = highest(a, "2023")\nprint(shown(value(b, name, "2024") - value(c, name, "2024"), 1))',
            ),
        ),
        "closed_book drop guessed",
    )
    yield plant(
        task(
            "year-in-question",
            "search",
            "In the figures for 2022, in which year was the largest dredging spend at the port with "
            "the fewest berths noted?",
            number("2022"),
            [_heading(desk, "dredging", 2022), cell("berths", leader("berths", 2022, min), 2022)],
        ),
        "closed_book drop guessed",
    )


def _heading(desk: Desk, key: str, year: int) -> Line:
    """Return the evidence of a year over its column."""
    one = desk.cell(key, "Dunsmere", year)
    return {**moved(one, row=0), "quote": str(year)}


def _repeated(desk: Desk) -> Iterator[Planted]:
    """Yield chains whose last figure stands in another document as well."""
    drop = "ablation drop redundant_evidence"
    picked = {
        "repeated-in-prose": Chain("cargo", 2022, "shore", 2023),
        "repeated-in-notes": Chain("containers", 2024, "dredging", 2021),
        "repeated-in-pdf": Chain("berths", 2022, "dues", 2022, least=True),
        "repeated-in-comment": Chain("shore", 2022, "cargo", 2022),
    }
    places = {"repeated-in-prose": "Calderhaven", "repeated-in-pdf": "Dunsmere", "repeated-in-comment": "Gorsebay"}
    for name, chain in picked.items():
        if name in places:
            assert chain.place == places[name], (name, chain.place)
            yield plant(chain.search(desk, name), drop)
    chain = Chain("cargo", 2021, "pilots", 2022)
    assert chain.place == "Calderhaven"
    yield plant(chain.search(desk, "repeated-in-chart"), drop)
    chain = Chain("dues", 2024, "dredging", 2021)
    assert chain.place == "Eastwick"
    yield plant(chain.numeric(desk, "repeated-in-notes"), drop)
    chain = Chain("repairs", 2023, "cargo", 2021)
    yield plant(chain.numeric(desk, "repeated-in-other-unit"), drop)
    said = "Every quay is inspected by divers twice a year."
    yield plant(
        task(
            "repeated-in-body",
            "fidelity",
            "What does the footnote of “Works on the quays” tell about the board’s reports?",
            text(said),
            [desk.facet("ports/quay-repairs.docx", "footnote", said)],
            labels=["word.footnote"],
        ),
        drop,
    )


def _computed(desk: Desk) -> Iterator[Planted]:
    cell, program = desk.cell, desk.program
    whole = sum(at("cargo", place, 2024) for place in ("Dunsmere", "Brackwater"))
    yield plant(
        task(
            "gold-in-prose",
            "numeric",
            "How many thousand tonnes of cargo did the ports with the fewest berths in 2021 and with the most cruise "
            "passengers in 2022 handle together in 2024?",
            number(str(whole), "tonnes", scale="thousand"),
            [
                cell("berths", "Dunsmere", 2021),
                cell("cruise", "Brackwater", 2022),
                *(cell("cargo", place, 2024) for place in ("Dunsmere", "Brackwater")),
            ],
            program=program(
                {"a": "berths", "b": "cruise", "c": "cargo"},
                'one = lowest(a, "2021")\n'
                'other = highest(b, "2022")\n'
                'print(value(c, one, "2024") + value(c, other, "2024"))',
            ),
        ),
        "ablation drop gold_elsewhere",
    )


def _idle(desk: Desk) -> Iterator[Planted]:
    place = leader("calls", 2024)
    cells = [desk.cell(key, place, 2024) for key in ("calls", "calls in print")]
    yield plant(
        task(
            "twin-as-second",
            "search",
            "How many ship calls had the port that had the most of them in 2024?",
            number(said(cells[0]).replace(",", "")),
            cells,
        ),  # pyright: ignore
        "ablation drop copies_cited",
    )
    drop = "ablation drop answered_without"
    yield plant(Chain("pilots", 2022, "dredging", 2022).search(desk, "hop-for-nothing"), drop)
    chain = Chain("cruise", 2024, "repairs", 2022)
    words = chain.question.replace("of the port", f"of {chain.place}, the port")
    yield plant(chain.search(desk, "place-named-without-plan", question=words), drop)


def _simple(desk: Desk) -> Iterator[Planted]:
    for name, place, year, key, question in (
        ("one-look-up", "Farrowby", 2021, "incidents", "How many incidents were reported at Farrowby in 2021?"),
        ("one-cell", "Eastwick", 2023, "berths", "What was the number of berths in use at Eastwick in 2023?"),
    ):
        gold = str(at(key, place, year))
        yield plant(task(name, "search", question, number(gold), [desk.cell(key, place, year)]), "panel drop all_right")
