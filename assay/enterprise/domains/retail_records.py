"""The registers, lists, memos and drafts of the retail domain: which of them shows which figures and how."""

from __future__ import annotations

from assay.enterprise.blocks import Emphasis, Heading, Link, Paragraph
from assay.enterprise.plans import Line, Paper, Part, SheetPlan

_STAFF = Paper(
    "staff-record.csv",
    "Staff record",
    "{short} People Team",
    "tabular record",
    (Part(("employees", "training hours per employee"), 2017, 2024, "long"),),
    separator=";",
)

_SURVEY = Paper(
    "customer-survey.html",
    "What customers of {short} say",
    "{short} Market Research",
    "web page",
    (
        Heading("What customers of {short} say"),
        Paragraph("Each autumn 12,000 customers are asked after their last visit."),
        Line("{entity} scored highest in FY2024 with {value} index points.", "customer satisfaction", "FY2024"),
        Part(("customer satisfaction",), 2018, 2024, by_name=True, note="0 is the lowest, 100 the highest score."),
        Part(("average basket",), 2018, 2024, by_name=True),
        Heading("Goods sent back", 2),
        Part(("return rate",), 2019, 2024),
        Link("Questionnaire: ", "all questions", "https://survey.retail.example/questions"),
    ),
    footer="Survey of October 2024",
)

_MINUTES = Paper(
    "board-minutes.txt",
    "Minutes of the board",
    "{p4}",
    "minutes",
    (
        Heading("Minutes of the board, 18 February 2025"),
        Paragraph("Present: {p0}, {p1}, {p2}, {p3}, {p4}."),
        Line("1. {entity} ended FY2024 with {value} stores, the most in the group.", "stores", "FY2024"),
        Line("2. The average basket at {entity} reached {value} euros in FY2024.", "average basket", "FY2024"),
        Paragraph("3. The paper on training hours was not ready and is put off to April."),
        Part(("loyalty card holders",), 2022, 2024, caption="Loyalty card holders, number"),
        Paragraph("Closed at 17:40."),
    ),
)

_PRODUCTS = Paper(
    "price-list-fy2024.xlsx",
    "{short} price list FY2024",
    "{short} Buying",
    "tabular record",
    (
        SheetPlan(
            "Products",
            "Products",
            (
                Part(
                    ("list price", "units sold"), 2022, 2024, "items",
                    caption="Products with prices and quantities",
                    attributes=("brand", "introduced", "article number"),
                ),
            ),
        ),
        SheetPlan(
            "Returns",
            "Returned goods",
            (Part(("return rate",), 2021, 2024, caption="Returned share of units sold by product, %"),),
            choices=("keep", "delist"),
        ),
    ),
)  # fmt: skip

_RATES = Paper(
    "treasury-rates.md",
    "Treasury: rates to be used",
    "{p5}",
    "memo",
    (
        Heading("Treasury: rates to be used"),
        Paragraph("All companies of {place} convert with one average rate a fiscal year, whatever the bank says."),
        Part((), 2016, 2024, "rates", caption="Crowns per euro, average of the fiscal year"),
        Paragraph("Questions to {p5}."),
    ),
)

_LEASES = Paper(
    "lease-filings.docx",
    "Lease filings of {short}",
    "{short} Property",
    "filing",
    (
        Heading("Lease filings"),
        Paragraph("Each brand reports the rent of its flagship store on the day on which a lease is signed anew."),
        Part(("store rent",), 2016, 2024, "dated", caption="Rents by day of signature"),
        Part((), 2024, 2024, "directory", caption="Brands", attributes=("managing director", "head office", "founded")),
        Emphasis("Leases signed after 2022 are ", "indexed", ".", kind="highlight"),
    ),
    "{short} Property · Leases",
    "Page for internal use",
)

_VISITS = Paper(
    "visitor-counts.csv",
    "Visitor counts",
    "{short} Store Systems",
    "tabular record",
    (Part(("customer visits",), 2022, 2024, "long", span="month"),),
)

_DRAFT = Paper(
    "store-note-draft.md",
    "Store note, draft",
    "{p4}",
    "half-finished draft",
    (
        Heading("Store note, draft of 2 February"),
        Line("{entity}: {value} stores in FY2024 (to be checked!)", "stores", "FY2024", slip=True),
        Line(
            "Visits of the whole group in FY2023: roughly {value} million", "customer visits", "FY2023", "million",
            "total", digits=1,
        ),
        Part(("customer visits",), 2022, 2022, span="fiscal", alias=1),
        Paragraph("TBD: rest of the table, picture, sources"),
    ),
)  # fmt: skip

RETAIL_RECORDS = (
    _STAFF,
    _SURVEY,
    _MINUTES,
    _PRODUCTS,
    _RATES,
    _LEASES,
    _VISITS,
    _DRAFT,
)
