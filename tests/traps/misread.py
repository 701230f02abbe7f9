"""Candidates whose gold is another figure than the question asks for: of a plan, place, year, end, unit, or none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assay.model.canonical import Json, digest
from tests.traps.desk import Desk, Line, at, number, task, text
from tests.traps.planting import Chain, Planted, answer, plan_of, plant

NULL: Line = {"type": "null", "value": "null"}
NO_ANSWER = "Answer null if none is given."


def plans(desk: Desk) -> Iterator[Planted]:
    chain = Chain("cargo", 2023, "incidents", 2022, least=True)
    question = chain.question.replace("in 2022 of", "in 2020 of")
    yield plant(
        chain.numeric(desk, "other-year", question=question, plan=plan_of(desk, chain)),
        "verification drop period_differs",
    )
    chain = Chain("ferry", 2022, "dues", 2021, least=True)
    plan = plan_of(desk, chain, "9.999")
    yield plant(chain.numeric(desk, "other-value", plan=plan), "verification drop plan_differs")


def others(desk: Desk) -> Iterator[Planted]:
    """Yield candidates whose gold is a figure of another place, year or end than the question names."""
    gold = desk.cell("repairs", "Calderhaven", 2024)
    question = "What was spent on quay repairs at Brackwater in 2024, in thousand euros, to one decimal place?"
    answer_ = answer("repairs", "Calderhaven", 2024)
    yield plant(task("other-place", "search", question, answer_, [gold]), "verification drop entity_differs")
    gold = desk.cell("shore", "Farrowby", 2022)
    question = "How much shore power was delivered at Farrowby in 2023, in MWh, to one decimal place?"
    yield plant(
        task("year-beside", "search", question, answer("shore", "Farrowby", 2022), [gold]),
        "verification drop period_differs",
    )
    drop = "verification drop pick_differs"
    chain = Chain("cruise", 2022, "berths", 2023)
    second = [desk.cell("cruise", "Gorsebay", 2022), desk.cell("berths", "Gorsebay", 2023)]
    yield plant(chain.search(desk, "second-best", answer=answer("berths", "Gorsebay", 2023), evidence=second), drop)
    chain = Chain("berths", 2023, "pilots", 2024)
    second = [desk.cell("berths", "Brackwater", 2023), desk.cell("pilots", "Brackwater", 2024)]
    body = 'name = sorted(names(a), key=lambda name: value(a, name, "2023"))[-2]'
    yield plant(
        chain.numeric(
            desk,
            "second-best-computed",
            answer=answer("pilots", "Brackwater", 2024),
            evidence=second,
            program=chain.program(desk, first=body),
        ),
        drop,
    )
    drop = "verification drop place_differs"
    note = "Speak slowly here, the room is large."
    held = [desk.facet("ports/works-review.pptx", "note", note)]
    for name, question in (
        ("other-document", "What do the speaker notes of “Outlook” say?"),
        ("other-slide", "What do the speaker notes of slide 3 of “Works review” say?"),
    ):
        yield plant(task(name, "fidelity", question, text(note), held, labels=["powerpoint.note"]), drop)
    chain = Chain("repairs", 2021, "shore", 2021)
    yield plant(
        chain.numeric(
            desk,
            "uncited-file",
            program=chain.program(desk, first='name = highest(c, "2021")').replace(
                "name =", load_of(desk, "c", "dredging") + "name ="
            ),
        ),
        "verification drop program_fails",
    )


def load_of(desk: Desk, name: str, key: str) -> str:
    path, artifact, _ = desk.grid(key)
    return f'{name} = table("{path}", "{artifact.key}")\n'


def units(desk: Desk) -> Iterator[Planted]:
    drop = "verification drop unit_differs"
    chain = Chain("nurses", 2021, "energy", 2022)
    gold = str(at(chain.asks, chain.place, chain.year))
    question = chain.question.replace("MWh", "kWh")
    yield plant(chain.numeric(desk, "wrong-unit", question=question, answer=number(gold, "kWh", 1)), drop)
    chain = Chain("ferry", 2023, "cargo", 2023, least=True)
    gold = str(at(chain.asks, chain.place, chain.year))
    question = chain.question.replace("in thousand tonnes", "in tonnes")
    yield plant(chain.numeric(desk, "scale-in-caption", question=question, answer=number(gold, "tonnes")), drop)
    chain = Chain("dues", 2022, "cargo", 2023)
    words = chain.question.replace("in thousand tonnes", "in tonnes")
    gold = str(at(chain.asks, chain.place, chain.year) * 10**6)
    program = chain.program(desk, 'print(value(b, name, "2023") * 10**6)')
    yield plant(
        chain.numeric(desk, "wrong-factor", question=words, answer=number(gold, "tonnes"), program=program), drop
    )
    chain = Chain("waiting", 2021, "cost", 2022, least=True)
    gold = str(at(chain.asks, chain.place, chain.year))
    question = chain.question.replace("thousand euros", "million euros")
    yield plant(
        chain.search(desk, "scale-too-large", question=question, answer=number(gold, "euros", 1, scale="million")), drop
    )


def absences(desk: Desk) -> Iterator[Planted]:
    drop = "verification drop absence_disproved"
    for name, key, place, year, question in (
        ("null-on-hidden-sheet", "beds", "Downham", 2023, "How many beds were available at Downham in 2023?"),
        ("null-in-footnote", "visits", "Birchfield", 2022, "How many outpatient visits did Birchfield count in 2022?"),
        (
            "null-in-chart",
            "cost",
            "Hazelwell",
            2023,
            "What was the operating cost of Hazelwell in 2023, in thousand euros, to one decimal place?",
        ),
        (
            "null-in-comment",
            "waiting",
            "Foxley",
            2024,
            "What was the average waiting time at Foxley in 2024, in days, to two decimals?",
        ),
        ("null-in-notes", "prescriptions", "Downham", 2021, "How many prescriptions were filled at Downham in 2021?"),
        ("null-from-total", "operations", "Elmstead", 2023, "How many operations were performed at Elmstead in 2023?"),
    ):
        yield plant(
            absent(desk, name, question, key, place, year, [_nothing(one) for one in desk.scope(key, place, year)]),
            drop,
        )
    unproven = "verification drop absence_unproven"
    question = "How many berths were in use at Gorsebay in 2022, by the berth book?"
    yield plant(absent(desk, "null-without-query", question, "berths", "Gorsebay", 2022, []), unproven)
    question = "What did Eastwick pay for quay repairs in 2022, in thousand euros, to one decimal place?"
    scope: list[Line] = [{**one, "digest": "0" * 64} for one in desk.scope("repairs", "Eastwick", 2022)]
    yield plant(absent(desk, "null-with-other-digest", question, "repairs", "Eastwick", 2022, scope), unproven)
    question = "What was the cargo handled at Dunsmere in 2024, in thousand tonnes?"
    scope = [_nothing(one) for one in desk.scope("cargo", "Dunsmere", 2024)]
    yield plant(absent(desk, "null-that-is-there", question, "cargo", "Dunsmere", 2024, scope), drop)


def absent(desk: Desk, name: str, question: str, key: str, place: str, year: int, scope: Sequence[Line]) -> Line:
    """Return a candidate that says that there is no such figure."""
    return task(name, "search", f"{question} {NO_ANSWER}", NULL, [desk.cell(key, place, year)], scope=list[Json](scope))


def _nothing(scope: Line) -> Line:
    """A query that claims to have found nothing."""
    return {**scope, "digest": digest([])}
