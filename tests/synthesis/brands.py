"""A small domain with round numbers, so that every operator's value can be worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assay.model.document import Document
from synthesis.rules.ledger import Ledger, ledger
from synthesis.rules.series import Series
from tests.documents import Paper, table_of

YEARS = ("2019", "2020", "2021", "2022")
SALES = {
    "Alder": ("400", "440", "484", "532.4"),
    "Birch": ("900", "810", "729", "750"),
    "Cedar": ("250", "300", "240", "270"),
}
STORES = {"Alder": ("40", "44", "50", "53"), "Birch": ("90", "95", "99", "120"), "Cedar": ("25", "21", "24", "30")}
HOURS = {
    "Alder": ("1.7", "1.5", "2.5", "2.3"),
    "Birch": ("4.1", "3.9", "3.7", "3.3"),
    "Cedar": ("2.9", "2.7", "3.1", "3.5"),
}
RENTS = (
    ("Alder", "2019-03-01", "12.00"), ("Alder", "2021-02-28", "14.52"), ("Birch", "2019-05-01", "10.00"),
    ("Birch", "2022-05-01", "11.00"), ("Cedar", "2020-01-01", "9.00"), ("Cedar", "2022-12-31", "9.90"),
)  # fmt: skip
SHOPS = (
    ("Oak Street", "Alder", "11", "14"), ("Elm Street", "Alder", "9", "8"), ("Mill Lane", "Birch", "31", "33"),
    ("Low Road", "Cedar", "5", "6"), ("Hill Road", "Birch", "17", "16"),
)  # fmt: skip


def paper_of(caption: str, rows: Mapping[str, Sequence[str]], name: str) -> Document:
    paper = table_of(caption, rows, YEARS, "Brand")
    paper.path = f"d/{name}.docx"
    return paper.document()


def rents() -> Document:
    paper = Paper("d/rents.csv", "text")
    paper.table([["Brand", "Date", "Store rent (euros per square metre)"], *map(list, RENTS)])
    return paper.document()


def shops() -> Document:
    paper = Paper("d/shops.xlsx", "excel")
    rows = [["Shop", "Brand", "Staff 2021 (number)", "Staff 2022 (number)"], *map(list, SHOPS)]
    paper.block(rows, "Shops", "A1:D6")
    return paper.document()


def months() -> Document:
    paper = Paper("d/visits.csv", "text")
    rows = [
        [name, f"{2021 + at // 12}-{at % 12 + 1:02d}", str(base + step * at)]
        for name, base, step in (("Alder", 1000, 1), ("Birch", 2000, 3), ("Cedar", 500, 2))
        for at in range(24)
    ]
    paper.table([["Brand", "Month", "Visits (number)"], *rows])
    return paper.document()


def accounts() -> Document:
    rows = {"Alder": ("36", "48", "60", "72"), "Birch": ("90", "96", "99", "93"), "Cedar": ("12", "18", "24", "36")}
    return paper_of("Rent paid by brand, million crowns", rows, "accounts")


def rates() -> Document:
    paper = Paper("d/rates.md", "text")
    paper.text("Rates of the treasury")
    paper.table([["Year", "Crowns per euro"], ["2019", "10.5"], ["2020", "11.5"], ["2021", "12"], ["2022", "12.5"]])
    return paper.document()


def documents() -> list[Document]:
    return [
        paper_of("Net sales by brand, million euros", SALES, "sales"),
        paper_of("Stores by brand, number", STORES, "stores"),
        paper_of("Training hours per store by brand, hours", HOURS, "hours"),
        accounts(),
        months(),
        rates(),
        rents(),
        shops(),
    ]


def domain() -> Ledger:
    return ledger("d", documents())


def series(known: Ledger, name: str) -> Series:
    return next(one for one in known.series if one.measure.name == name)
