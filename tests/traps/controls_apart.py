"""The clean candidates that are no numeric questions: facets, searches, absences and requests."""

from __future__ import annotations

from collections.abc import Iterator

from assay.model.canonical import canonical_json
from tests.traps.desk import Desk, Line, at, leader, moved, said, task, text
from tests.traps.figures import YEARS

NULL: Line = {"type": "null", "value": "null"}


def facets(desk: Desk) -> Iterator[Line]:
    facet = desk.facet
    before, report = "ports/annual-report-2023.docx", "ports/annual-report-2024.docx"
    said = "For members of the board"
    yield task(
        "control-header",
        "fidelity",
        "What does the page header of the document “Ports authority annual report 2023” say?",
        text(said),
        [facet(before, "header", said)],
        labels=["word.header"],
    )
    said = "Audited by Pell and Sons in spring."
    yield task(
        "control-footnote",
        "fidelity",
        "In “Ports authority annual report 2024”, what does the footnote on the registers say? Give its full text.",
        text(said),
        [facet(report, "footnote", said)],
        labels=["word.footnote"],
    )
    yield task(
        "control-highlight",
        "fidelity",
        "Which words does the report “Ports authority annual report 2024” highlight?",
        text("the crews of the night shift"),
        [facet(report, "highlight", "the crews of the night shift")],
        labels=["word.highlight"],
    )
    yield task(
        "control-link",
        "fidelity",
        "Which address opens when the link in the “Memo of the front desks” is followed? Give the full URL.",
        text("https://clinics.example/opening-hours", "url"),
        [facet("clinics/desk-memo.docx", "hyperlink", "https://clinics.example/opening-hours")],
        labels=["word.hyperlink"],
    )
    (formula,) = [
        one
        for one in desk.documents["ports/cargo-statistics.xlsx"].of_kind("formula")
        if (one.at.range or "").startswith("B")
    ]
    yield task(
        "control-formula",
        "fidelity",
        "Which formula of the workbook “Cargo statistics” adds up the containers of 2021, the first year?",
        text("=SUM(B5:B11)", "formula"),
        [{"path": "ports/cargo-statistics.xlsx", "artifact": formula.key, "quote": formula.text}],
        labels=["excel.formula"],
    )
    yield task(
        "control-hidden-sheet",
        "fidelity",
        "The workbook “Berth book” keeps a sheet out of sight. What is that sheet called?",
        text("Rota"),
        [facet("ports/berth-book.xlsx", "sheet", "Rota")],
        labels=["excel.sheet"],
    )
    said = "Counted on the first of July."
    yield task(
        "control-cell-comment",
        "fidelity",
        "A cell of the “Berth book” bears a comment. What does the comment say?",
        text(said),
        [facet("ports/berth-book.xlsx", "comment", said, said)],
        labels=["excel.comment"],
    )
    said = "Speak slowly here, the room is large."
    yield task(
        "control-notes",
        "fidelity",
        "What is the speaker of “Works review” told in the notes of slide 2?",
        text(said),
        [facet("ports/works-review.pptx", "note", said)],
        labels=["powerpoint.note"],
    )
    yield task(
        "control-hidden-slide",
        "fidelity",
        "“Works review” has a slide that is not shown. Which title does it have?",
        text("Questions of the council"),
        [facet("ports/works-review.pptx", "slide_text", "Questions of the council")],
        labels=["powerpoint.hidden"],
    )
    yield task(
        "control-colour",
        "fidelity",
        "In which colour does “Quay newsletter spring” print the hour at which the gates close? Give the hex value.",
        text("1F6F5C", "color"),
        [facet("ports/newsletter-spring.docx", "font", "1F6F5C")],
        labels=["word.font"],
    )
    yield task(
        "control-fill",
        "fidelity",
        "Which colour fills the shaded cell in the table of the deck “Finance review”? Give the hex value.",
        text("FFD966", "color"),
        [facet("clinics/finance-review.pptx", "cell_color", "FFD966")],
        labels=["powerpoint.cell_color"],
    )


def searches(desk: Desk) -> Iterator[Line]:
    cell = desk.cell
    one = leader("pilots", 2024)
    yield task(
        "control-master",
        "search",
        "Who is harbour master of the port that employed the most pilots in 2024?",
        text(said(cell("masters", one, None))),
        [cell("pilots", one, 2024), cell("masters", one, None)],
    )
    one = leader("shore", 2021, min)
    yield task(
        "control-least-power",
        "search",
        "Name the person who is harbour master where the least shore power was delivered in 2021.",
        text(said(cell("masters", one, None))),
        [cell("shore", one, 2021), cell("masters", one, None)],
    )


def absences(desk: Desk) -> Iterator[Line]:
    for name, key, place, year, question in (
        (
            "control-no-nurses",
            "nurses",
            "Elmstead",
            2022,
            "How many nurses (people) were employed at Elmstead in 2022? If no document tells, answer null.",
        ),
        (
            "control-no-prescriptions",
            "prescriptions",
            "Foxley",
            2023,
            "What was the number of prescriptions filled at Foxley in 2023? Answer null if the documents "
            "do not hold it.",
        ),
        (
            "control-no-waiting",
            "waiting",
            "Cedarlea",
            2021,
            "Find the average waiting time at Cedarlea in 2021, in days, to two decimals, or answer null "
            "if none is given.",
        ),
        (
            "control-no-energy",
            "energy",
            "Ashgrove",
            2024,
            "According to these documents, how much electricity, in MWh, was used at Ashgrove in 2024? Say null if "
            "unknown.",
        ),
    ):
        yield task(
            name,
            "search",
            question,
            NULL,
            [desk.cell(key, place, year)],
            scope=desk.scope(key, place, year),
            labels=["abstinence"],
        )


def requests(desk: Desk) -> Iterator[Line]:
    cell = desk.cell
    most, least = leader("energy", 2023), leader("beds", 2023, min)
    held = [cell("energy", most, 2023), cell("beds", least, 2023)]
    names = [name_of(desk, "energy", most), name_of(desk, "beds", least)]
    said = [
        (f"{most} used the most electricity of all clinics in 2023.", most, 2),
        (f"{least} had the fewest beds of all clinics in 2023.", least, 3),
        (
            f"The clinic with the fewest beds had {at('beds', least, 2023)} of them in 2023.",
            str(at("beds", least, 2023)),
            1,
        ),
    ]
    yield task(
        "control-brief",
        "domain",
        "Write a brief on the clinics in 2023: say which one used the most electricity and which one had the fewest "
        "beds, and how many these were.",
        {"type": "list", "value": canonical_json([most, least])},
        [*held, *names],
        assertions=[{"text": words, "value": value, "evidence": [at]} for words, value, at in said],
    )
    dear, empty = leader("cost", 2021), leader("visits", 2024, min)
    held = [cell("cost", dear, 2021), cell("visits", empty, 2024)]
    names = [name_of(desk, "cost", dear), name_of(desk, "visits", empty)]
    said = [
        (f"{dear} had the highest operating cost in 2021.", dear, 2),
        (f"{empty} had the fewest outpatient visits in 2024.", empty, 3),
        (
            f"The lowest number of outpatient visits in 2024 was {at('visits', empty, 2024)}.",
            str(at("visits", empty, 2024)),
            1,
        ),
    ]
    yield task(
        "control-memo",
        "domain",
        "Draft a memo that names the costliest clinic of 2021 and the least visited one of 2024, with its visits.",
        {"type": "list", "value": canonical_json([dear, empty])},
        [*held, *names],
        assertions=[{"text": words, "value": value, "evidence": [at]} for words, value, at in said],
    )


def name_of(desk: Desk, key: str, place: str) -> Line:
    """Return the evidence of a name in the first column of a table."""
    return {**moved(desk.cell(key, place, max(YEARS)), column=0), "quote": place}
