"""Candidates that have a double, or that there are too many of: of a template, an answer, two documents."""

from __future__ import annotations

from collections.abc import Iterator

from tests.traps.desk import Desk, Line, leader, task, text
from tests.traps.make_archive import COMMENTS
from tests.traps.planting import Chain, Planted, plant


def doubles(desk: Desk) -> Iterator[Planted]:
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


def crowds(desk: Desk) -> Iterator[Planted]:
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
