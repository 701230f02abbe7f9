"""A small archive of three documents in memory, laid out as a collection, and a commission over it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from assay.collection import collection_path
from assay.evaluation.context import ArchiveContext
from assay.markdown import document_markdown
from assay.model.artifact import Anchor
from assay.model.document import Document
from assay.sandbox import Limits, open_sandbox
from synthesis.authors import Commission
from synthesis.chunks import chunks
from tests.documents import Paper, table_of

NAMES = ("Ashford", "Brindle", "Corran", "Dunmore")
YEARS = ("FY2019", "FY2020", "FY2021", "FY2022", "FY2023")
QUICK = Limits(seconds=20.0, memory_bytes=1 << 30)


def values(start: Sequence[int], step: Sequence[int]) -> dict[str, list[str]]:
    """Return rows that differ from each other in every column, grouped by thousands."""
    return {
        name: [f"{first + grow * at + 7 * at * at:,}" for at in range(len(YEARS))]
        for name, first, grow in zip(NAMES, start, step, strict=True)
    }


def report() -> Paper:
    paper = table_of(
        "Table 1. Net revenue by brand, thousand euros",
        values((51234, 30127, 88345, 61459), (911, 1203, 377, 2411)),
        YEARS,
        "Brand",
    )
    paper.path, paper.title = "d/report.docx", "The year of four brands"
    sentence = paper.text("Revenue is stated net of returns and rebates.")
    paper.facet(
        "footnote", "Franchise stores count with their fees.", sentence, text="Franchise stores count with their fees."
    )
    paper.facet(
        "header",
        "Four Brands plc · Annual",
        None,
        Anchor(part="header1", index=0),
        pages="default",
        text="Four Brands plc · Annual",
    )
    paper.facet(
        "font", "bold, colour C00000: net of returns", sentence, text="net of returns", bold=True, colour="C00000"
    )
    paper.facet(
        "hyperlink",
        "the data: https://data.example/four",
        sentence,
        text="the data",
        target="https://data.example/four",
    )
    return paper


def book() -> Paper:
    paper = Paper("d/book.xlsx", "excel", "Store book")
    paper.block([["Stores by brand at year end, number"]], "Stores", "A1", "unstructured")
    stores = values((317, 151, 229, 188), (3, 11, 2, 9))
    totals = [f"{sum(int(row[at].replace(',', '')) for row in stores.values()):,}" for at in range(len(YEARS))]
    paper.block([["Brand", *YEARS], *[[n, *v] for n, v in stores.items()], ["All brands", *totals]], "Stores", "A3:F8")
    paper.facet("sheet", "", None, Anchor(sheet="Plan"), name="Plan", hidden=True)
    paper.facet(
        "formula", "=SUM(B4:B7)", None, Anchor(sheet="Stores", range="B8:F8"), formula="=SUM(B4:B7)", type="normal"
    )
    return paper


def register() -> Paper:
    paper = Paper("d/register.csv", "text")
    hours = values((21123, 23456, 19789, 25012), (313, 217, 431, 119))
    rows = [[name, year, hours[name][at].replace(",", "")] for name in NAMES for at, year in enumerate(YEARS)]
    paper.table([["Brand", "Fiscal year", "Training hours (hours)"], *rows])
    return paper


def archive() -> list[Document]:
    return [report().document(), book().document(), register().document()]


def commission(folder: Path, documents: Iterable[Document], seed: int = 1, most: int = 60) -> Commission:
    """Return the commission over a collection of these documents in a folder."""
    held = {document.path: document for document in documents}
    for path, document in held.items():
        file = folder / "archive" / collection_path(document.domain, path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(document_markdown(document), encoding="utf-8")
    context = ArchiveContext({path: document.source for path, document in held.items()}, held.get, lambda _: b"")
    seeds = tuple(chunk for document in held.values() for chunk in chunks(document))
    return Commission("d", seeds, context, folder / "archive", open_sandbox(), QUICK, folder / "traces", seed, most)
