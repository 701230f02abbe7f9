"""Candidates that their evidence does not prove: wrong golds, programs, plans, units and absences."""

from __future__ import annotations

from collections.abc import Iterator

from tests.traps.desk import Desk, Line, at, every, leader, moved, number, rounded, task, text
from tests.traps.figures import MEASURES
from tests.traps.misread import absences, load_of, others, plans, units
from tests.traps.planting import Chain, Planted, plant

NULL: Line = {"type": "null", "value": "null"}


def unproven(desk: Desk) -> Iterator[Planted]:
    """Yield what the validator and the gate verification have to stop."""
    yield from _refused(desk)
    yield from _quotes(desk)
    yield from _programs(desk)
    yield from plans(desk)
    yield from others(desk)
    yield from units(desk)
    yield from absences(desk)


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
            program=chain.program(desk, first=f'name = "{chain.place}"').replace(load_of(desk, "a", chain.picks), ""),
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
