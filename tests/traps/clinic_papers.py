"""The documents on the clinics."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assay.enterprise.blocks import Cell, Commented, Footnoted, Grid, Link, Paragraph
from assay.enterprise.excel import Book, Sheet, excel
from assay.enterprise.pdf import pdf
from assay.enterprise.placed import Rendered
from assay.enterprise.slides import Deck, Slide, slides
from assay.enterprise.text import markdown
from assay.enterprise.web import html
from assay.enterprise.word import word
from tests.traps.figures import figures, written
from tests.traps.papers import CLINIC_OFFICE, KIND, bare, draft, listed, number, table, told


def clinics() -> Iterator[Rendered]:
    """Yield the documents on the clinics."""
    note = f"Birchfield counted {told('visits', 'Birchfield', 2022)} outpatient visits in 2022, its books being late."
    yield word(
        draft(
            "clinics/clinic-report.docx",
            "What the clinics did",
            Paragraph("The trust has seven clinics."),
            table("visits"),
            Footnoted("Some books were closed late.", Paragraph(note)),
            header="Clinic Trust, open",
        )
    )
    kept = table("beds", years=(2022, 2023), places=("Foxley",))
    hidden = (kept.rows[0], (Cell("Downham"), *(number(figures("beds")["Downham", year]) for year in (2022, 2023))))
    yield excel(
        Book(
            "clinics/bed-book.xlsx",
            "Bed book",
            CLINIC_OFFICE,
            KIND,
            (
                Sheet("Beds", "Beds in all houses", (table("beds"),)),
                Sheet("Drafts", "Not yet agreed", (Grid("Beds available by clinic, number", hidden),), hidden=True),
            ),
        )
    )
    yield excel(
        Book(
            "clinics/surgery-list.xlsx",
            "Surgery list",
            CLINIC_OFFICE,
            KIND,
            (Sheet("Operations", "What the surgeons did", (table("operations", total=True),)),),
        )
    )
    yield bare("clinics/staff-register.csv", listed("nurses"))
    yield slides(
        Deck(
            "clinics/finance-review.pptx",
            "Finance review",
            "What a year costs",
            CLINIC_OFFICE,
            KIND,
            (
                Slide("What was spent", table=table("cost"), shade="FFD966"),
                Slide("Two houses", chart=_chart("cost", (2022, 2023), ("Hazelwell", "Foxley"))),
            ),
        )
    )
    yield html(draft("clinics/waiting-times.html", "How long patients wait", table("waiting")))
    wait = f"Foxley: its average waiting time came to {told('waiting', 'Foxley', 2024)} days in 2024, not printed yet."
    yield word(
        draft(
            "clinics/desk-memo.docx",
            "Memo of the front desks",
            Paragraph("Desks open at seven."),
            Commented("Queues are long on Mondays.", Paragraph(wait), "Maren Holt"),
            Link("Opening hours are ", "on this page", "https://clinics.example/opening-hours"),
        )
    )
    yield markdown(draft("clinics/pharmacy-note.md", "Note of the pharmacies", table("prescriptions")))
    again = figures("prescriptions")
    said = f"At Downham {written(again['Downham', 2021])} prescriptions were filled in 2021."
    agenda = (Paragraph("Pharmacies and their shelves"),)
    yield slides(
        Deck(
            "clinics/pharmacy-talk.pptx",
            "Talk on shelves",
            "Shelves",
            CLINIC_OFFICE,
            KIND,
            (Slide("Agenda", agenda, note=Paragraph(said)),),
        )
    )
    yield pdf(draft("clinics/estates-bulletin.pdf", "Bulletin of the estates", table("energy")))


def _chart(key: str, years: Sequence[int], places: Sequence[str]) -> Grid:
    known = figures(key)
    head = (Cell("Clinic"), *(Cell(str(year)) for year in years))
    rows = tuple((Cell(place), *(number(known[place, year]) for year in years)) for place in places)
    return Grid("Operating cost of two clinics, thousand euros", (head, *rows))
