"""Candidates whose question leaves something open, that have a double, or that there are too many of."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from assay.model.canonical import Json, canonical_json
from tests.traps.controls_apart import name_of
from tests.traps.crowded import crowds, doubles
from tests.traps.desk import Desk, Line, at, every, leader, number, rounded, task, text
from tests.traps.figures import MEASURES
from tests.traps.planting import Chain, Planted, plant
from tests.traps.rivals import editions, rivals


def unclear(desk: Desk) -> Iterator[Planted]:
    """Yield what the gates spec, uniqueness, duplicates and quotas have to stop or to mend."""
    yield from _forms(desk)
    yield from _changes(desk)
    yield from _shares(desk)
    yield from _assertions(desk)
    yield from rivals(desk)
    yield from editions(desk)
    yield from doubles(desk)
    yield from crowds(desk)


def _forms(desk: Desk) -> Iterator[Planted]:
    def spec(chain: Chain, name: str, change: Callable[[str], str], *fate: str) -> Planted:
        return plant(chain.search(desk, name, question=change(chain.question)), *fate)

    yield spec(
        Chain("visits", 2021, "energy", 2023, least=True),
        "unit-missing",
        lambda words: words.replace("in MWh, ", ""),
        "spec revise unit_unstated",
        "released",
    )
    yield spec(
        Chain("cost", 2021, "waiting", 2022, least=True),
        "rounding-missing",
        lambda words: words.replace(", to two decimals", ""),
        "spec revise decimals_unstated",
        # as it is mended, the baseline finds its answer without the file that picks the clinic
        "ablation drop answered_without",
    )
    yield spec(
        Chain("prescriptions", 2022, "waiting", 2021),
        "rounding-other",
        lambda words: words.replace("two decimals", "one decimal"),
        "spec drop decimals_differ",
    )
    yield spec(
        Chain("energy", 2021, "cost", 2024, least=True),
        "scale-missing",
        lambda words: words.replace("thousand euros", "euros"),
        "spec drop scale_unstated",
    )
    yield spec(Chain("beds", 2022, "nurses", 2024), "too-short", lambda _: "Of people?", "spec drop length")
    said = "Every quay is inspected by divers twice a year."
    yield plant(
        task(
            "answer-in-question",
            "fidelity",
            f"Which footnote of the document “Works on the quays” says: {said.casefold()}",
            text(said),
            [desk.facet("ports/quay-repairs.docx", "footnote", said)],
            labels=["word.footnote"],
        ),
        "spec drop answer_in_question",
    )


def _changes(desk: Desk) -> Iterator[Planted]:
    cell, program = desk.cell, desk.program
    place = leader("waiting", 2024, min)
    gap = at("beds", place, 2023) - at("beds", place, 2022)
    yield plant(
        task(
            "sign-missing",
            "numeric",
            "By how many did the beds available change from 2022 to 2023 at the clinic with the shortest average "
            "waiting time in 2024?",
            number(f"{gap:+}", sign="required"),
            [cell("waiting", place, 2024), *(cell("beds", place, year) for year in (2022, 2023))],
            program=program(
                {"a": "waiting", "b": "beds"},
                'name = lowest(a, "2024")\nprint("+" + shown(value(b, name, "2023") - value(b, name, "2022"), 0))',
            ),
        ),
        "spec revise sign_unstated",
        "released",
    )
    place = leader("cost", 2023, min)
    grown = (at("visits", place, 2024) / at("visits", place, 2023) - 1) * 100
    body = 'name = lowest(a, "2023")\nprint(shown((value(b, name, "2024") / value(b, name, "2023") - 1) * 100, {0}))'
    cells = [cell("cost", place, 2023), *(cell("visits", place, year) for year in (2023, 2024))]
    yield plant(
        task(
            "change-without-span",
            "numeric",
            "What was the growth of outpatient visits at the clinic whose operating cost was the lowest in 2023, in "
            "percent to one decimal, as known in 2024?",
            number(rounded(grown, 1), "%", 1),
            cells,
            program=program({"a": "cost", "b": "visits"}, body.format(1)),
        ),
        "spec drop average_or_point",
    )
    yield plant(
        task(
            "points-for-percent",
            "numeric",
            "From 2023 to 2024, by how many percentage points (%, to two decimals) did outpatient visits grow at the "
            "clinic of the lowest operating cost in 2023?",
            number(rounded(grown, 2), "%", 2),
            cells,
            program=program({"a": "cost", "b": "visits"}, body.format(2)),
        ),
        "spec drop percent_or_points",
    )


def _shares(desk: Desk) -> Iterator[Planted]:
    cell, program = desk.cell, desk.program
    place = leader("nurses", 2023)
    yield plant(
        task(
            "share-of-what",
            "numeric",
            "Which share, in percent and to one decimal, had the clinic with the most nurses in 2023 when the "
            "electricity used in 2021 is looked at?",
            number(rounded(at("energy", place, 2021) / every("energy", 2021) * 100, 1), "%", 1),
            [cell("nurses", place, 2023), *(cell("energy", one, 2021) for one in MEASURES["energy"].places)],
            program=program(
                {"a": "nurses", "b": "energy"},
                'name = highest(a, "2023")\n'
                'whole = sum(value(b, one, "2021") for one in names(b))\n'
                'print(shown(value(b, name, "2021") / whole * 100, 1))',
            ),
        ),
        "spec drop denominator_unstated",
    )
    place = leader("beds", 2024)
    each = at("cost", place, 2024) / at("nurses", place, 2024)
    cut = str(int(each * 10))
    yield plant(
        task(
            "cut-not-rounded",
            "numeric",
            "How many thousand euros of operating cost fell to each nurse employed in 2024 at the clinic where the "
            "most beds were available in that year, to one decimal place?",
            number(f"{cut[:-1]}.{cut[-1]}", "euros", 1, scale="thousand", unrounded=rounded(each, 6)),
            [cell(key, place, 2024) for key in ("beds", "cost", "nurses")],
            program=program(
                {"a": "beds", "b": "cost", "c": "nurses"},
                'name = highest(a, "2024")\n'
                'each = value(b, name, "2024") / value(c, name, "2024")\n'
                "print(shown(Fraction(int(each * 10), 10), 1))",
            ),
        ),
        "spec drop gold_fails_spec",
    )


def _assertions(desk: Desk) -> Iterator[Planted]:
    unclear = "spec drop assertion_unclear"
    most, least = leader("nurses", 2024), leader("energy", 2021, min)
    nurses, energy = (
        str(at(key, place, year)) for key, place, year in (("nurses", most, 2024), ("energy", least, 2021))
    )

    def request(name: str, question: str, *said: Line) -> Line:
        held = [
            desk.cell("nurses", most, 2024),
            desk.cell("energy", least, 2021),
            name_of(desk, "nurses", most),
            name_of(desk, "energy", least),
        ]
        return task(
            name,
            "domain",
            question,
            {"type": "list", "value": canonical_json([most, least])},
            held,
            assertions=list[Json](said),
        )

    one: Line = {"text": f"{most} employed {nurses} nurses in 2024.", "value": nurses, "evidence": [0]}
    other: Line = {
        "text": f"{least} used {energy} MWh of electricity in 2021.",
        "value": energy,
        "unit": "MWh",
        "evidence": [1],
    }
    yield plant(
        request(
            "compound-assertion",
            "Tell the board which clinic employed the most nurses in 2024, and how many they were.",
            {**one, "text": f"{most} employed {nurses} nurses in 2024, and {least} used {energy} MWh in 2021."},
            other,
        ),
        unclear,
    )
    yield plant(
        request(
            "double-assertion",
            "Summarise for the press which clinic used the least electricity in 2021.",
            one,
            {**other},
            {**other, "text": f"In 2021 {energy} MWh of electricity were used at {least}."},
        ),
        unclear,
    )
    yield plant(
        request(
            "value-not-said",
            "List, for the archive, the leading employer of nurses in 2024 among the clinics.",
            {**one, "text": f"{most} employed the most nurses in 2024."},
            other,
        ),
        unclear,
    )
    yield plant(
        request(
            "range-beside-value",
            "Compare the clinics by their nurses in 2024, as an adviser would.",
            {**one, "low": str(int(nurses) + 1), "high": str(int(nurses) + 9)},
            other,
        ),
        unclear,
    )
    yield plant(
        request(
            "quote-of-assertion-absent",
            "Explain where electricity was saved in 2021, naming one clinic.",
            one,
            {**other, "quotes": ["1,999.9"]},
        ),
        "verification drop assertion_unproven",
    )
    yield plant(
        request(
            "value-in-request",
            f"Describe the clinic that employed {nurses} nurses in 2024, and the one that used least power in 2021.",
            one,
            other,
        ),
        "leakage drop gold_in_question",
    )
