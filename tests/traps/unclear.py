"""Candidates whose question leaves something open, that have a double, or that there are too many of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal

from assay.model.canonical import Json, canonical_json
from tests.traps.controls import name_of
from tests.traps.desk import Desk, Line, at, every, leader, number, rounded, task, text
from tests.traps.figures import FIRST_SAID, MEASURES
from tests.traps.make_archive import COMMENTS
from tests.traps.planting import Chain, Planted, plant
from tests.traps.unproven import absent


def unclear(desk: Desk) -> Iterator[Planted]:
    """Yield what the gates spec, uniqueness, duplicates and quotas have to stop or to mend."""
    yield from _forms(desk)
    yield from _changes(desk)
    yield from _shares(desk)
    yield from _assertions(desk)
    yield from _rivals(desk)
    yield from _editions(desk)
    yield from _doubles(desk)
    yield from _crowds(desk)


def _forms(desk: Desk) -> Iterator[Planted]:
    def spec(chain: Chain, name: str, cause: str, change: Callable[[str], str], **fields: Json) -> Planted:
        return plant(chain.search(desk, name, question=change(chain.question), **fields), f"spec drop {cause}")

    yield spec(
        Chain("visits", 2021, "energy", 2023, least=True),
        "unit-missing",
        "unit_unstated",
        lambda words: words.replace("in MWh, ", ""),
    )
    yield spec(
        Chain("cost", 2021, "waiting", 2022, least=True),
        "rounding-missing",
        "decimals_unstated",
        lambda words: words.replace(", to two decimals", ""),
    )
    yield spec(
        Chain("prescriptions", 2022, "waiting", 2021),
        "rounding-other",
        "decimals_differ",
        lambda words: words.replace("two decimals", "one decimal"),
    )
    yield spec(
        Chain("energy", 2021, "cost", 2024, least=True),
        "scale-missing",
        "scale_unstated",
        lambda words: words.replace("thousand euros", "euros"),
    )
    yield spec(Chain("beds", 2022, "nurses", 2024), "too-short", "length", lambda _: "Of people?")
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
        "spec drop sign_unstated",
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


def _rivals(desk: Desk) -> Iterator[Planted]:
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


def _editions(desk: Desk) -> Iterator[Planted]:
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


def _doubles(desk: Desk) -> Iterator[Planted]:
    chain = Chain("beds", 2021, "waiting", 2024)
    again = chain.question.replace("What was the average", "Tell what the average").replace(
        "in 2024 of", "was in 2024 of"
    )
    for number_, words in enumerate((chain.question, again), 1):
        yield plant(chain.numeric(desk, f"paraphrase-{number_}", question=words), group="paraphrase")
    chain = Chain("operations", 2022, "energy", 2023)
    other = (
        "Look for the clinic where surgeons were busiest in 2022, by operations. Which amount of electricity, in MWh "
        "to one decimal place, did it use in 2023?"
    )
    programs = [chain.program(desk), chain.program(desk).replace("name", "clinic")]
    for number_, (words, program) in enumerate(zip((chain.question, other), programs, strict=True), 1):
        yield plant(chain.numeric(desk, f"other-words-{number_}", question=words, program=program), group="other-words")


def _crowds(desk: Desk) -> Iterator[Planted]:
    for number_, (sentence, said) in enumerate(COMMENTS.items(), 1):
        yield plant(
            task(
                f"one-template-{number_}",
                "fidelity",
                f"In “Quay newsletter spring”, what does the comment on the sentence “{sentence}” say?",
                text(said),
                [desk.facet("ports/newsletter-spring.docx", "comment", said)],
                labels=["word.comment"],
                lineage={"template": "comment on a sentence"},
            ),
            group="one-template",
        )
    for number_, (picks, when, least) in enumerate(
        (
            ("dredging", 2021, True),
            ("dredging", 2022, False),
            ("dredging", 2023, True),
            ("dredging", 2024, False),
            ("dredging", 2024, True),
        ),
        1,
    ):
        place = leader(picks, when, min if least else max)
        words = (
            "Who was harbour master of the port that spent {0} on dredging in {1}?",
            "Which harbour master had {0} dredging spend at his or her port during {1}?",
            "Give the name of the harbour master where {0} was paid for dredging in {1}.",
            "At one port {0} was spent on dredging in {1}; who is its harbour master?",
            "The port with {0} dredging spend of {1} has which harbour master?",
        )[number_ - 1]
        cells = [desk.cell(picks, place, when), desk.cell("masters", place, None)]
        yield plant(
            task(
                f"one-pair-{number_}",
                "search",
                words.format("the least" if least else "the most", when),
                text(str(cells[1]["quote"])),
                cells,
            ),
            group="one-pair",
        )
    yield from _shared_answers(desk)


def _shared_answers(desk: Desk) -> Iterator[Planted]:
    asked = (
        ("ports/newsletter-spring.docx", "Which creator do the properties of “Quay newsletter spring” state?"),
        ("ports/works-review.pptx", "Somebody is entered as the creator of the deck “Works review”. Who is it?"),
        ("ports/quay-repairs.docx", "Look up, in the file’s metadata, whom “Works on the quays” has as its creator."),
        ("ports/cargo-statistics.xlsx", "By whom was “Cargo statistics” made, as its properties have it (creator)?"),
        ("ports/outlook-slides.pptx", "Name the creator that is recorded for the slides called “Outlook”."),
        ("ports/berth-book.xlsx", "The metadata of “Berth book” have an entry for the creator. What does it say?"),
        ("ports/annual-report-2023.docx", "Whom do you find as creator in the properties of annual-report-2023.docx?"),
    )
    for at_, (path, question) in enumerate(asked, 1):
        yield plant(_creator(desk, f"common-answer-{at_}", path, question, "Ports Authority"), group="common-answer")
    titles = {
        "bed-book.xlsx": "Bed book",
        "surgery-list.xlsx": "Surgery list",
        "finance-review.pptx": "Finance review",
        "clinic-report.docx": "What the clinics did",
        "pharmacy-talk.pptx": "Talk on shelves",
    }
    for at_, (path, title) in enumerate(titles.items(), 1):
        question = f"Which creator do the document properties of “{title}” state?"
        yield plant(
            _creator(desk, f"guessable-answer-{at_}", f"clinics/{path}", question, "Clinic Trust"),
            group="guessable-answer",
        )


def _creator(desk: Desk, name: str, path: str, question: str, gold: str) -> Line:
    label = {"docx": "word", "xlsx": "excel", "pptx": "powerpoint"}[path.rsplit(".", 1)[1]]
    return task(
        name,
        "fidelity",
        question,
        text(gold),
        [desk.facet(path, "metadata", f"creator: {gold}", gold)],
        labels=[f"{label}.metadata"],
    )
