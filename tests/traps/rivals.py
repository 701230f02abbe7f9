"""Candidates that another reading of their question answers otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from tests.traps.desk import Desk, at, every, leader, number, rounded, task, text
from tests.traps.figures import FIRST_SAID
from tests.traps.misread import absent
from tests.traps.planting import Chain, Planted, plant


def rivals(desk: Desk) -> Iterator[Planted]:
    chain = Chain("repairs", 2022, "cruise", 2024, least=True)
    words = chain.question.replace("cruise passengers", "passengers")
    yield plant(chain.numeric(desk, "second-table", question=words), "uniqueness revise qualified", "released")
    chain = Chain("berths", 2024, "repairs", 2024, least=True)
    words = chain.question.replace("quay repairs", "dredging spend")
    yield plant(chain.numeric(desk, "other-measure", question=words), "uniqueness drop rival_binding")
    body = (
        'most = max(value(a, row[0], "2023") for row in a[1:])\n'
        'print(shown(most / max(value(b, name, "2023") for name in names(b)), 2))'
    )
    whole, pilots = every("containers", 2023), at("pilots", leader("pilots", 2023), 2023)
    cells = [desk.cell("containers", "All ports", 2023), desk.cell("pilots", leader("pilots", 2023), 2023)]
    yield plant(
        task(
            "total-as-port",
            "numeric",
            "Divide the containers lifted in 2023 at the port with the most of them by the pilots employed in 2023 at "
            "the port with the most pilots. Give two decimals.",
            number(rounded(whole / pilots, 2), decimals=2),
            cells,
            program=desk.program({"a": "containers", "b": "pilots"}, body),
        ),
        "uniqueness drop total_as_entity",
    )
    said = "For ships that lie in the east basin"
    yield plant(
        task(
            "same-title",
            "fidelity",
            "What does the page header of “Notice to mariners” say?",
            text(said),
            [desk.facet("ports/notice-east.docx", "header", said)],
            labels=["word.header"],
        ),
        "uniqueness drop rival_document",
    )
    question = "How many passengers, in thousand people to one decimal, came to Aldermouth in 2022?"
    yield plant(
        absent(desk, "null-with-rival", question, "ferry", "Aldermouth", 2022, desk.scope("ferry", "Aldermouth", 2022)),
        "uniqueness drop rival_binding",
    )


def editions(desk: Desk) -> Iterator[Planted]:
    chain = Chain("cargo", 2022, "calls", 2022)
    yield plant(chain.numeric(desk, "restated-year"), "uniqueness revise qualified", "released")
    chain = Chain("containers", 2023, "calls", 2023, least=True)
    gold = at("calls", chain.place, 2023) + FIRST_SAID[chain.place, 2023]
    yield plant(
        chain.numeric(
            desk,
            "year-before-restating",
            answer=number(str(gold)),
            evidence=[chain.cells(desk)[0], desk.cell("calls before", chain.place, 2023)],
            program=desk.program(
                {"a": "containers", "b": "calls before"}, 'name = lowest(a, "2023")\nprint(value(b, name, "2023"))'
            ),
        ),
        "uniqueness drop rival_binding",
    )

    chain = Chain("cruise", 2024, "dues", 2022)
    gold = at("dues", chain.place, 2022) + Decimal("0.111")
    body = 'name = highest(a, "2024")\nprint(shown(value(b, name, "2022"), 3))'
    yield plant(
        chain.numeric(
            desk,
            "from-a-draft",
            answer=number(str(gold), "euros per tonne", 3),
            evidence=[chain.cells(desk)[0], desk.cell("dues in draft", chain.place, 2022)],
            program=desk.program({"a": "cruise", "b": "dues in draft"}, body),
        ),
        "uniqueness drop rival_binding",
    )
