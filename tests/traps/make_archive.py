"""Writes the trap archive: `python -m tests.traps.make_archive [FOLDER]`; equal code writes equal bytes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

from assay.enterprise.blocks import (
    Block,
    Cell,
    Commented,
    Draft,
    Emphasis,
    Footnoted,
    Grid,
    Link,
    Paragraph,
)
from assay.enterprise.excel import Book, Sheet, excel
from assay.enterprise.pdf import pdf
from assay.enterprise.placed import Rendered
from assay.enterprise.slides import Deck, Slide, slides
from assay.enterprise.text import markdown
from assay.enterprise.web import html
from assay.enterprise.word import word
from tests.traps.clinic_papers import clinics
from tests.traps.figures import FIRST_SAID, MEASURES, PORTS, YEARS, figures, written
from tests.traps.papers import KIND, PORT_OFFICE, bare, draft, listed, table, told

ARCHIVE = Path(__file__).parent / "archive"
MASTERS = {
    "Aldermouth": "Ines Vogt",
    "Brackwater": "Tomas Leary",
    "Calderhaven": "Ruth Penhale",
    "Dunsmere": "Ola Brandt",
    "Eastwick": "Maren Holt",
    "Farrowby": "Piet Adler",
    "Gorsebay": "Nadia Quist",
}
COMMENTS = {
    "The east quay is closed to heavy vehicles.": "Please name the month of closing.",
    "A new pilot boat was ordered.": "The yard has confirmed the date.",
    "The lighthouse is open to visitors.": "Only at weekends, says the keeper.",
    "Two cranes were repainted.": "Blue, as the council wished.",
    "The fish market moved to the old customs hall.": "The lease runs for twelve years.",
    "A pontoon was lent to the rowing club.": "Until the regatta is over.",
    "The night bell rings again.": "It had been silent since the storm.",
}


def annual_report(year: int) -> Draft:
    """Return the report of a year; the later one restates what the earlier one said."""
    years = [one for one in YEARS if one <= year]
    first = FIRST_SAID if year < max(YEARS) else {}
    blocks: list[Block] = [
        Paragraph(f"This report of the ports authority covers the year {year} and the years before it."),
        Paragraph("Calls are counted when a ship leaves its berth; tugs and pilot boats are left out of the count."),
        table("calls", years=years, changed=first),
    ]
    if year == max(YEARS):
        blocks += [
            Paragraph("Some figures of earlier years were restated after the registers had been compared."),
            Footnoted(
                "The registers are kept by the harbour masters.", Paragraph("Audited by Pell and Sons in spring.")
            ),
            Link("The rules of counting are ", "on the web", "https://ports.example/rules-of-counting"),
            Emphasis("The board thanks ", "the crews of the night shift", " for their patience.", kind="highlight"),
        ]
    name = f"ports/annual-report-{year}.docx"
    return draft(
        name,
        f"Ports authority annual report {year}",
        *blocks,
        header="For members of the board",
        footer="Harbour House, Quay Street",
    )


def newsletter() -> Draft:
    """Return a newsletter that repeats some figures, and that colleagues commented on."""
    together = figures("cargo")["Dunsmere", 2024] + figures("cargo")["Brackwater", 2024]
    return draft(
        "ports/newsletter-spring.docx",
        "Quay newsletter spring",
        Paragraph(
            f"In 2023 Calderhaven delivered {told('shore', 'Calderhaven', 2023)} MWh of shore power to its ships."
        ),
        Paragraph(f"Dunsmere and Brackwater handled {written(together)} thousand tonnes of cargo together in 2024."),
        Commented(
            "Figures of the weighbridges are still being checked.",
            Paragraph(f"Gorsebay had {told('cargo', 'Gorsebay', 2022)} thousand tonnes of cargo in 2022, I think."),
            "Maren Holt",
        ),
        *(Commented(text, Paragraph(said), "Lena Ross") for text, said in COMMENTS.items()),
        Emphasis("Gates close ", "at nine in the evening", " from May on.", colour="1F6F5C"),
    )


def ports() -> Iterator[Rendered]:
    """Yield the documents on the ports."""
    yield word(annual_report(2023))
    yield word(annual_report(2024))
    yield pdf(Draft(**{**_fields(annual_report(2024)), "path": "ports/annual-report-2024-print.pdf"}))
    yield word(newsletter())
    for quay in ("east", "west"):
        yield word(
            draft(
                f"ports/notice-{quay}.docx",
                "Notice to mariners",
                Paragraph(f"The {quay} basin is dredged."),
                header=f"For ships that lie in the {quay} basin",
            )
        )
    yield word(
        draft(
            "ports/quay-repairs.docx",
            "Works on the quays",
            table("repairs"),
            Paragraph("Every quay is inspected by divers twice a year."),
            Footnoted("Divers report to the board.", Paragraph("Every quay is inspected by divers twice a year.")),
        )
    )
    yield excel(
        Book(
            "ports/cargo-statistics.xlsx",
            "Cargo statistics",
            PORT_OFFICE,
            KIND,
            (
                Sheet("Cargo", "Goods over the quays", (table("cargo"),)),
                Sheet("Containers", "Boxes over the quays", (table("containers", total=True),)),
            ),
        )
    )
    yield excel(
        Book(
            "ports/berth-book.xlsx",
            "Berth book",
            PORT_OFFICE,
            KIND,
            (
                Sheet(
                    "Berths", "Where ships lie", (table("berths"),), comment=Paragraph("Counted on the first of July.")
                ),
                Sheet(
                    "Rota",
                    "Who keeps the book",
                    (Grid("Keepers", ((Cell("Keeper"), Cell("Room")), (Cell("Ola Brandt"), Cell("Tower")))),),
                    hidden=True,
                ),
            ),
        )
    )
    yield bare("ports/crew-register.csv", listed("pilots"))
    yield bare("ports/ferry-counts.csv", listed("ferry"))
    rows = tuple((Cell(place), Cell(name)) for place, name in MASTERS.items())
    yield bare("ports/harbour-directory.csv", Grid("", ((Cell("Port"), Cell("Harbour master")), *rows)))
    yield slides(
        Deck(
            "ports/works-review.pptx",
            "Works review",
            "Dredging and what comes of it",
            PORT_OFFICE,
            KIND,
            (
                Slide(
                    "What was spent", table=table("dredging"), note=Paragraph("Speak slowly here, the room is large.")
                ),
                Slide("Questions of the council", (Paragraph("Why so much, and why so late?"),), hidden=True),
            ),
        )
    )
    yield slides(outlook())
    yield pdf(draft("ports/safety-bulletin.pdf", "Safety bulletin", table("incidents")))
    yield pdf(
        draft(
            "ports/press-sheet.pdf",
            "Sheet for the press",
            Paragraph("A page from the list of the tariffs."),
            table("dues", years=(2021, 2022), places=("Dunsmere", "Farrowby")),
        )
    )
    raised = {(place, year): Decimal("0.111") for place in PORTS for year in YEARS}
    yield word(draft("ports/tariff-draft.docx", "Draft of the tariffs", table("dues", changed=raised)))
    yield html(draft("ports/tariff-list.html", "List of tariffs", table("dues")))
    yield markdown(draft("ports/shore-power-note.md", "Note on shore power", table("shore")))
    yield markdown(draft("ports/cruise-season.md", "The cruise season", table("cruise")))
    yield markdown(yearbook())


def outlook() -> Deck:
    """Return slides whose notes and chart repeat figures of other documents."""
    said = f"Eastwick spent {told('dredging', 'Eastwick', 2021)} thousand euros on dredging in 2021."
    chart = table("pilots", years=(2022,), caption="Pilots employed in 2022", places=("Brackwater", "Calderhaven"))
    agenda = (Paragraph("Crews and channels"),)
    return Deck(
        "ports/outlook-slides.pptx",
        "Outlook",
        "Crews and channels",
        PORT_OFFICE,
        KIND,
        (Slide("Agenda", agenda, note=Paragraph(said)), Slide("Crews", chart=chart)),
    )


def yearbook() -> Draft:
    """Return a book that has one year of cargo in another unit."""
    known = figures("cargo")
    rows = tuple((Cell(place), Cell(f"{known[place, 2021] / 1000:.3f}")) for place in MEASURES["cargo"].places)
    grid = Grid("Cargo handled by port, million tonnes", ((Cell("Port"), Cell("2021")), *rows))
    return draft("ports/yearbook-extract.md", "From the yearbook", grid)


def _fields(one: Draft) -> dict[str, object]:
    return {name: getattr(one, name) for name in Draft.__dataclass_fields__}


def main(folder: Path) -> None:
    """Write every file below a folder."""
    for file in (*ports(), *clinics()):
        target = folder / file.path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(file.data)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ARCHIVE)
