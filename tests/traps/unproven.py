"""Candidates that their evidence does not prove: wrong golds, programs, plans, units and absences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assay.model.canonical import Json, digest
from tests.traps.desk import Desk, Line, at, every, leader, moved, number, rounded, task, text
from tests.traps.figures import MEASURES
from tests.traps.planting import Chain, Planted, answer, plan_of, plant

NULL: Line = {"type": "null", "value": "null"}
NO_ANSWER = "Answer null if none is given."


def unproven(desk: Desk) -> Iterator[Planted]:
    """Yield what the validator and the gate verification have to stop."""
    yield from _refused(desk)
    yield from _quotes(desk)
    yield from _programs(desk)
    yield from _plans(desk)
    yield from _others(desk)
    yield from _units(desk)
    yield from _absences(desk)


def _refused(desk: Desk) -> Iterator[Planted]:
    chain = Chain("berths", 2021, "incidents", 2023)
    cells = chain.cells(desk)
    lost = {**cells[1], "path": "ports/harbour-annals.docx"}
    yield plant(
        chain.search(desk, "no-such-document", evidence=[cells[0], lost]),
        "validator refuse ports/harbour-annals.docx is no readable document of the archive",
    )
    chain = Chain("berths", 2022, "incidents", 2024)
    cells = chain.cells(desk)
    yield plant(
        chain.search(desk, "no-such-artifact", evidence=[cells[0], {**cells[1], "artifact": "t0000000000"}]),
        "validator refuse ports/safety-bulletin.pdf holds no artifact t0000000000",
    )
    chain = Chain("dues", 2021, "dues", 2023)
    yield plant(
        chain.numeric(desk, "one-document"),
        "validator refuse a numeric task cites at least 2 documents, this one cites 1",
    )
    chain = Chain("repairs", 2021, "cruise", 2022)
    yield plant(
        chain.numeric(desk, "null-with-program", answer=NULL),
        "validator refuse a numeric task has an answer; only a search can find that there is none",
    )
    chain = Chain("ferry", 2021, "repairs", 2024)
    yield plant(chain.numeric(desk, "no-program", program=""), "validator refuse a numeric task has a program")


def _quotes(desk: Desk) -> Iterator[Planted]:
    drop = "verification drop quote_missing"
    chain = Chain("cargo", 2024, "ferry", 2021, least=True)
    cells = chain.cells(desk)
    yield plant(chain.numeric(desk, "quote-absent", evidence=[cells[0], {**cells[1], "quote": "999.9"}]), drop)
    chain = Chain("berths", 2023, "cruise", 2022)
    cells = chain.cells(desk)
    yield plant(chain.numeric(desk, "quote-cut", evidence=[cells[0], {**cells[1], "quote": "964"}]), drop)
    chain = Chain("pilots", 2021, "berths", 2024)
    cells = chain.cells(desk)
    yield plant(chain.numeric(desk, "quote-outside", evidence=[cells[0], moved(cells[1], row=40)]), drop)
    said = "The registers are kept by two retired captains."
    yield plant(
        task(
            "made-up-answer",
            "fidelity",
            "In the document “Works on the quays”, who do divers report to?",
            text("the harbour master"),
            [desk.facet("ports/quay-repairs.docx", "footnote", "divers")],
            labels=["word.footnote"],
        ),
        "verification drop answer_not_in_evidence",
    )
    yield plant(
        task(
            "made-up-quote",
            "fidelity",
            "What does “Ports authority annual report 2024” say of the registers?",
            text(said),
            [desk.facet("ports/annual-report-2024.docx", "text", "The registers are kept", said)],
            labels=["word.footnote"],
        ),
        drop,
    )


def _programs(desk: Desk) -> Iterator[Planted]:
    chain = Chain("shore", 2022, "repairs", 2021, least=True)
    gold = at(chain.asks, chain.place, chain.year)
    yield plant(
        chain.numeric(desk, "constant", program=chain.program(desk, f'print("{gold}")')),
        "verification drop literal_operand",
    )
    chain = Chain("repairs", 2022, "berths", 2021)
    whole = int(at(chain.asks, chain.place, chain.year))
    sly = f'print(len("." * {whole // 3}) * 3 + len([0] * {whole % 3}))'
    paths = [chain.cells(desk)[number_]["path"] for number_ in (0, 1)]
    looks = "".join(f'open(f"{{sys.argv[1]}}/{path}.md")\n' for path in paths)
    yield plant(
        chain.numeric(desk, "constant-in-disguise", program=f"import sys\n\n{looks}{sly}\n"),
        "verification drop constant_program",
    )
    chain = Chain("repairs", 2021, "berths", 2023)
    whole = int(at(chain.asks, chain.place, chain.year))
    sly = f'print(len("." * {whole // 3}) * 3 + len([0] * {whole % 3}))'
    yield plant(
        chain.numeric(desk, "constant-after-reading", program=chain.program(desk, sly)),
        "verification drop mutation_unseen",
    )
    chain = Chain("ferry", 2023, "incidents", 2021)
    yield plant(
        chain.numeric(
            desk,
            "one-file-read",
            program=chain.program(desk, first=f'name = "{chain.place}"').replace(_load(desk, "a", chain.picks), ""),
        ),
        "verification drop file_not_needed",
    )
    yield plant(
        Chain("dues", 2023, "pilots", 2023).numeric(
            desk,
            "file-read-in-vain",
            program=Chain("dues", 2023, "pilots", 2023).program(desk, first='name = "Eastwick"'),
        ),
        "verification drop mutation_unseen",
    )
    chain = Chain("cruise", 2023, "dues", 2023)
    yield plant(
        chain.numeric(desk, "idle-cell", evidence=[*chain.cells(desk), desk.cell("dues", "Dunsmere", 2023)]),
        "verification drop mutation_unseen",
    )
    chain = Chain("incidents", 2023, "dues", 2021)
    prose = desk.facet("ports/newsletter-spring.docx", "text", "A new pilot boat was ordered.")
    yield plant(
        chain.numeric(desk, "idle-document", evidence=[*chain.cells(desk), prose]), "verification drop no_operand_cited"
    )
    chain = Chain("dues", 2022, "ferry", 2023, least=True)
    yield plant(
        chain.numeric(
            desk,
            "dice",
            program="import random\n"
            + chain.program(desk, 'print(shown(value(b, name, "2023") + random.randrange(10**6), 1))'),
        ),
        "verification drop program_varies",
    )
    chain = Chain("cruise", 2021, "repairs", 2023, least=True)
    yield plant(
        chain.numeric(desk, "wrong-label", program=chain.program(desk, 'print(value(b, name + " Port", "2023"))')),
        "verification drop program_fails",
    )
    chain = Chain("incidents", 2021, "cruise", 2024)
    gold = at(chain.asks, chain.place, chain.year)
    known = 'figure = value(b, name, "2024")\nprint(shown(figure * (3 if str(figure * 10).endswith("578") else 1), 1))'
    yield plant(
        chain.numeric(
            desk,
            "known-figure",
            program=chain.program(desk, known),
            answer=number(str(gold * 3), "people", 1, scale="thousand"),
        ),
        "verification drop known_inputs",
    )
    yield from _wrong_golds(desk)


def _wrong_golds(desk: Desk) -> Iterator[Planted]:
    drop = "verification drop answer_differs"
    place = leader("cruise", 2024, min)
    change = at("ferry", place, 2023) - at("ferry", place, 2021)
    body = 'name = lowest(a, "2024")\nprint(shown(value(b, name, "2021") - value(b, name, "2023"), 1))'
    yield plant(
        task(
            "wrong-sign",
            "numeric",
            "By how much, in thousand people and to one decimal place, did the ferry passengers change from 2021 to "
            "2023 at the port with the fewest cruise passengers in 2024?",
            number(str(change), "people", 1, scale="thousand"),
            [desk.cell("cruise", place, 2024), *(desk.cell("ferry", place, year) for year in (2021, 2023))],
            program=desk.program({"a": "cruise", "b": "ferry"}, body),
        ),
        drop,
    )
    place = leader("incidents", 2024, min)
    share = at("repairs", place, 2023) / every("repairs", 2023) * 100
    body = (
        'name = lowest(a, "2024")\n'
        'others = sum(value(b, one, "2023") for one in names(b) if one != name)\n'
        'print(shown(value(b, name, "2023") / others * 100, 1))'
    )
    yield plant(
        task(
            "wrong-denominator",
            "numeric",
            "Of the quay repairs of all ports in 2023, what percentage did the port with the fewest incidents in 2024 "
            "pay for? Give one decimal place.",
            number(rounded(share, 1), "%", 1),
            [
                desk.cell("incidents", place, 2024),
                *(desk.cell("repairs", one, 2023) for one in MEASURES["repairs"].places),
            ],
            program=desk.program({"a": "incidents", "b": "repairs"}, body),
        ),
        drop,
    )
    place = leader("incidents", 2024)
    share = at("repairs", place, 2024) / (every("repairs", 2024) - at("repairs", place, 2024)) * 100
    body = body.replace('lowest(a, "2024")', 'highest(a, "2024")').replace('"2023"', '"2024"')
    yield plant(
        task(
            "denominator-of-others",
            "numeric",
            "What percentage of the quay repairs of all ports in 2024 fell to the port with the most incidents in "
            "2024? Give one decimal place.",
            number(rounded(share, 1), "%", 1),
            [
                desk.cell("incidents", place, 2024),
                *(desk.cell("repairs", one, 2024) for one in MEASURES["repairs"].places),
            ],
            program=desk.program({"a": "incidents", "b": "repairs"}, body),
        ),
        "verification drop denominator_differs",
    )
    chain = Chain("berths", 2022, "shore", 2024, least=True)
    other = at("shore", leader("berths", 2022), 2024)
    yield plant(chain.numeric(desk, "wrong-end", answer=number(str(other), "MWh", 1)), drop)


def _plans(desk: Desk) -> Iterator[Planted]:
    chain = Chain("cargo", 2023, "incidents", 2022, least=True)
    question = chain.question.replace("in 2022 of", "in 2020 of")
    yield plant(
        chain.numeric(desk, "other-year", question=question, plan=plan_of(desk, chain)),
        "verification drop period_differs",
    )
    chain = Chain("ferry", 2022, "dues", 2021, least=True)
    plan = plan_of(desk, chain, "9.999")
    yield plant(chain.numeric(desk, "other-value", plan=plan), "verification drop plan_differs")


def _others(desk: Desk) -> Iterator[Planted]:
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
                "name =", _load(desk, "c", "dredging") + "name ="
            ),
        ),
        "verification drop program_fails",
    )


def _load(desk: Desk, name: str, key: str) -> str:
    path, artifact, _ = desk.grid(key)
    return f'{name} = table("{path}", "{artifact.key}")\n'


def _units(desk: Desk) -> Iterator[Planted]:
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


def _absences(desk: Desk) -> Iterator[Planted]:
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
