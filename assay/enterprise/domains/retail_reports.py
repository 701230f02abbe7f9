"""The reports of the retail domain: which of them shows which figures, in which unit and under which title."""

from __future__ import annotations

from assay.enterprise.blocks import Columns, Commented, Emphasis, Footnoted, Heading, Link, Paragraph, Picture
from assay.enterprise.plans import Line, Paper, Part, SheetPlan, SlidePlan

_GROUP = "{place} plc"

_REPORT = Paper(
    "annual-report-fy2024.docx",
    "{place} plc: Annual Report FY2024",
    _GROUP,
    "company report",
    (
        Heading("{place} plc: Annual Report FY2024"),
        Paragraph("The fiscal year ends on 31 January; FY2024 ended on 31 January 2025. {p0}, chair."),
        Heading("Revenue", 2),
        Line("{entity} brought in {value} million euros in FY2024.", "net revenue", "FY2024", "million euros"),
        Line("{entity} came last with {value} million euros.", "net revenue", "FY2024", "million euros", "smallest"),
        Part(("net revenue",), 2018, 2024, totals=True),
        Footnoted(
            "Revenue is stated net of returns.", Paragraph("Revenue of franchise stores counts with their fees only.")
        ),
        Heading("People", 2),
        Emphasis("Headcount is taken on the ", "last day of the fiscal year", ", trainees included.", "1F4E79"),
        Part(("employees",), 2019, 2024),
        Heading("Outlook", 2),
        Paragraph("open fewer but larger stores;", style="number"),
        Paragraph("finish the new central warehouse;", style="number"),
        Paragraph("bring all loyalty cards into one scheme.", style="number"),
        Commented(
            "The board expects revenue to grow faster than in the last fiscal year.",
            Paragraph("Legal asks us to soften this sentence."),
            "{p1}",
        ),
        Line("For reference: {entity} had {value} employees in FY2016.", "employees", "FY2016", where="comment"),
        Picture("Bar picture of net revenue in FY2024, one bar a brand from {e0} on", ()),
        Link("More for investors: ", "investor pages", "https://investors.retail.example/reports"),
    ),
    "{place} plc · Annual Report",
    "Approved by the board on 4 March 2025",
)

_EARLIER = Paper(
    "annual-report-fy2023.docx",
    "{place} plc: Annual Report FY2023",
    _GROUP,
    "company report",
    (
        Heading("{place} plc: Annual Report FY2023"),
        Paragraph("The fiscal year ends on 31 January; FY2023 ended on 31 January 2024. {p0}, chair."),
        Heading("Revenue", 2),
        Part(("net revenue",), 2017, 2023, edition="FY2023", alias=1),
        Heading("Profit", 2),
        Part(("operating profit",), 2019, 2023, edition="FY2023", note="Figures for FY2023 are not yet audited."),
        Footnoted("Revenue is stated net of returns.", Paragraph("A new rule on vouchers applies from FY2024 on.")),
    ),
    "{place} plc · Annual Report FY2023",
    "Approved by the board on 5 March 2024",
)

_BOOK = Paper(
    "store-book-fy2024.xlsx",
    "{place} store book FY2024",
    "{p2}",
    "internal workbook",
    (
        SheetPlan(
            "Stores",
            "Stores",
            (Part(("stores",), 2016, 2024, totals=True, by_name=True),),
            growth=True,
            chart="Stores in FY2024",
        ),
        SheetPlan(
            "Area",
            "Selling area",
            (Part(("selling area",), 2017, 2024, units=("thousand square metres",), by_name=True),),
            comment="Measured without storage rooms.",
        ),
        SheetPlan(
            "Loyalty", "Loyalty cards", (Part(("loyalty card holders",), 2019, 2024, by_name=True),), formal="Loyalty"
        ),
        SheetPlan(
            "Revenue", "Net revenue", (Part(("net revenue",), 2021, 2024, units=("million euros",), by_name=True),)
        ),
        SheetPlan(
            "Segments",
            "Profit by segment",
            (Part(("operating profit",), 2020, 2024, alias=1, stated="cell", zones=True, totals=True),),
            shade="brands that are for sale",
        ),
        SheetPlan(
            "Plan", "Advertising, not yet shared", (Part(("advertising costs",), 2020, 2024),), hidden=True
        ),
    ),
    defined="Stores_FY2024",
)  # fmt: skip

_DECK = Paper(
    "investor-day-2025.pptx",
    "{short} Investor Day 2025",
    _GROUP,
    "slide deck",
    (
        SlidePlan(
            "Highlights",
            (
                Line("{entity} earned {value} million euros in FY2024", "operating profit", "FY2024", "million euros"),
                Line(
                    "{entity} sells most online: {value}% of its revenue in FY2024", "online share of revenue", "FY2024"
                ),
                "Prices stayed below inflation in all brands",
            ),
            note="Thank the store teams before the numbers.",
        ),
        SlidePlan(
            "Operating profit",
            table=Part(("operating profit",), 2019, 2024, units=("million euros",)),
            note=Line(
                "Keep in mind: {entity} spent most on advertising in FY2018, {value} thousand euros.",
                "advertising costs",
                "FY2018",
            ),
            shade="F4B183",
        ),
        SlidePlan("Online share", chart=Part(("online share of revenue",), 2020, 2024, every=2)),
        SlidePlan(
            "Stores and people",
            table=Part(("stores", "employees"), 2022, 2024, "paired"),
            box="Figures at the end of the fiscal year",
        ),
        SlidePlan("Backup: rejected takeovers", ("Two offers were declined in FY2023",), hidden=True),
    ),
    subtitle="{p3}, chief financial officer",
    link=("Webcast", "https://investors.retail.example/webcast"),
)

_CROWNS = Paper(
    "northern-accounts.xlsx",
    "Accounts of {place} in crowns",
    "{short} Northern Accounts",
    "internal workbook",
    (
        SheetPlan(
            "Profit",
            "Earnings in local currency",
            (Part(("operating profit", ), 2020, 2024, units=("thousand crowns",), alias=2),),
            link="https://intranet.retail.example/rates",
        ),
        SheetPlan(
            "Advertising", "Advertising in local currency",
            (Part(("advertising costs",), 2021, 2024, units=("thousand crowns",), stated="header"),),
        ),
    ),
)  # fmt: skip

_QUARTERS = Paper(
    "quarterly-filing-fy2024.pdf",
    "{place}: quarterly filing FY2024",
    _GROUP,
    "filing",
    (
        Heading("Quarterly filing FY2024"),
        Columns(2),
        Paragraph(
            "The first quarter runs from February to April. Quarters are not audited; the four of a fiscal year add up "
            "to the figure of the annual report."
        ),
        Line("In the third quarter of FY2024 {entity} sold for {value} thousand euros.", "net revenue", "FY2024-Q3"),
        Paragraph("Weather was mild. The spring campaign began two weeks later than in the year before."),
        Paragraph("Stock at the end of the quarter was normal in all brands. No brand was bought or sold."),
        Line(
            "In the second quarter of FY2023 {entity} sold least: {value} thousand euros.",
            "net revenue",
            "FY2023-Q2",
            pick="smallest",
        ),
        Paragraph("The next filing is due on 12 June 2025. It will follow the same form and the same rules."),
        Columns(1),
        Part(("net revenue",), 2024, 2024, span="quarter", alias=2),
        Part(("net revenue",), 2023, 2023, span="quarter", alias=2),
    ),
    "{place}",
    "Filed on 3 March 2025",
)

RETAIL_REPORTS = (
    _REPORT,
    _BOOK,
    _DECK,
    _CROWNS,
    _QUARTERS,
    _EARLIER,
)
