"""The registers, lists, memos and drafts of the energy domain: which of them shows which figures and how."""

from __future__ import annotations

from assay.enterprise.blocks import Emphasis, Heading, Link, Paragraph
from assay.enterprise.plans import Line, Paper, Part, SheetPlan

_OPERATOR = "{place} Grid Operator"

_REGISTER = Paper(
    "consumption-register.csv",
    "Consumption register",
    _OPERATOR,
    "tabular record",
    (Part(("electricity consumption", "metering points"), 2015, 2024, "long", ("TWh", "number")),),
)

_PRICES = Paper(
    "price-monitor.html",
    "Price monitor of {place}",
    "{place} Energy Regulator",
    "web page",
    (
        Heading("Price monitor of {place}"),
        Paragraph("One crown has 100 cents. Prices are yearly averages weighted by volume."),
        Line("Firms in {entity} paid most in 2024: {value} cents per kWh.", "industrial electricity price", "2024"),
        Part(("industrial electricity price",), 2018, 2024, by_name=True),
        Part(("household electricity price",), 2020, 2024, units=("crowns per MWh",), alias=1, by_name=True),
        Link("Method: ", "how prices are collected", "https://regulator.example/method"),
    ),
    footer="Updated on 3 March 2025",
)

_MEMO = Paper(
    "losses-memo.md",
    "Memo: where we lose power",
    "{p3}",
    "memo",
    (
        Heading("Memo: where we lose power"),
        Paragraph("From: {p3}. To: {p4}. 27 January 2025."),
        Line("{entity} lost {value} GWh in 2024, more than any other region.", "network losses", "2024"),
        Line("The whole country used about {value} TWh.", "electricity consumption", "2024", "TWh", "total", digits=0),
        Paragraph("Next steps:"),
        Paragraph("check the transformers bought before 1990,", style="bullet"),
        Paragraph("compare the meters at the borders between regions.", style="bullet"),
        Part(("network losses",), 2020, 2024),
        Part(("connection requests",), 2018, 2024),
        Link("Earlier memo: ", "losses in 2023", "https://grid.example/memo/losses-2023"),
    ),
)

_STATIONS = Paper(
    "station-register.xlsx",
    "Register of power stations of {place}",
    "{place} Energy Regulator",
    "tabular record",
    (
        SheetPlan(
            "Stations",
            "Power stations",
            (
                Part(
                    ("rated power", "station output"), 2022, 2024, "items",
                    caption="Power stations with their licences", attributes=("region", "commissioned", "licence"),
                ),
            ),
        ),
        SheetPlan(
            "Balance",
            "Heat and losses",
            (
                Part(("district heat supply",), 2021, 2024, units=("TJ",)),
                Part(("network losses",), 2021, 2024, units=("TJ",)),
            ),
        ),
    ),
)  # fmt: skip

_DIRECTORY = Paper(
    "region-directory.docx",
    "Regional network companies of {place}",
    _OPERATOR,
    "directory",
    (
        Heading("Regional network companies"),
        Paragraph("Each region has one network company; the list is kept by {p0}."),
        Part(
            (), 2024, 2024, "directory", caption="Companies", attributes=("network director", "head office", "founded")
        ),
        Line(
            "The network led by {who} ran {value} metering points in 2016.", "metering points", "2016", pick="smallest",
            about="network director",
        ),
        Heading("Stations", 2),
        Part(("station staff",), 2019, 2024),
        Heading("Tariffs", 2),
        Paragraph("A network tariff holds from the day of its decision until the next decision for the same region."),
        Part(("network tariff",), 2015, 2024, "dated", caption="Decisions of the regulator by date"),
        Emphasis("Addresses changed in 2024 are ", "marked", " here.", kind="highlight"),
    ),
    "{place} Grid Operator · Directory",
    "State: January 2025",
)  # fmt: skip

_DRAFT = Paper(
    "investment-note-draft.docx",
    "Investment note, draft",
    "{p4}",
    "half-finished draft",
    (
        Heading("Investment note (DRAFT, do not quote)"),
        Paragraph("To do: introduction, sources, picture of the new line."),
        Line("Investment of {entity} came to {value} million crowns in 2024.", "network investment", "2024", slip=True),
        Part(("network investment",), 2022, 2024, slips=True, alias=1),
        Emphasis("The new line is ", "certain to be built", " under discussion.", kind="strikeout"),
        Paragraph("[figure missing]"),
    ),
    "DRAFT",
)

ENERGY_RECORDS = (
    _REGISTER,
    _PRICES,
    _MEMO,
    _STATIONS,
    _DIRECTORY,
    _DRAFT,
)
