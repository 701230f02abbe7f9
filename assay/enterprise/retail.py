"""Plans the documents of the retail domain: which of them shows which figures, in which unit and under which title."""

from __future__ import annotations

from assay.enterprise.display import largest, long, sentence, show, smallest, wide
from assay.enterprise.excel import Book, Sheet, excel
from assay.enterprise.records import (
    Block,
    Cell,
    Commented,
    Draft,
    Emphasis,
    Footnoted,
    Grid,
    Heading,
    Link,
    Paragraph,
    Picture,
    Rendered,
    World,
)
from assay.enterprise.slides import Deck, Slide, slides
from assay.enterprise.text import csv, html, plain
from assay.enterprise.word import word

FOLDER = "retail"


def fiscal(first: int, last: int) -> tuple[str, ...]:
    """Return the fiscal years from first to last as the tables head their columns."""
    return tuple(f"FY{year}" for year in range(first, last + 1))


def annual_report(world: World) -> Rendered:
    """Return the group's annual report, a Word document."""
    top, low = largest(world, "net revenue", "FY2024"), smallest(world, "net revenue", "FY2024")
    title = f"{world.publisher}: Annual Report FY2024"
    blocks = (
        Heading(title, 1),
        Paragraph(f"The fiscal year ends on 31 January; FY2024 ended on 31 January 2025. {world.people[0]}, chair."),
        Heading("Revenue", 2),
        sentence(
            f"{top.entity} brought in {{0}} million euros in FY2024, {low.entity} {{1}} million euros.",
            show(top, "million euros"),
            show(low, "million euros"),
        ),
        wide(world, "net revenue", fiscal(2018, 2024), "Table 1. Net revenue by brand, thousand euros"),
        Footnoted("Revenue is stated net of returns.", "Revenue of franchise stores counts with their fees only."),
        Heading("People", 2),
        Emphasis("Headcount is taken on the ", "last day of the fiscal year", ", trainees included.", "1F4E79"),
        wide(world, "employees", fiscal(2019, 2024), "Table 2. Employees by brand, number"),
        *_outlook(world),
    )
    header, footer = f"{world.publisher} · Annual Report", "Approved by the board on 4 March 2025"
    return word(
        Draft(f"{FOLDER}/annual-report-fy2024.docx", title, world.publisher, "company report", blocks, header, footer)
    )


def _outlook(world: World) -> tuple[Block, ...]:
    return (
        Heading("Outlook", 2),
        Paragraph("open fewer but larger stores;", style="number"),
        Paragraph("finish the new central warehouse;", style="number"),
        Paragraph("bring all loyalty cards into one scheme.", style="number"),
        Commented(
            "The board expects revenue to grow faster than in the last fiscal year.",
            "Legal asks us to soften this sentence.",
            world.people[1],
        ),
        Picture(
            f"Bar picture of net revenue in FY2024, one bar a brand from {world.entities[0].name} on",
            tuple(int(world.facts[brand.name, "net revenue", "FY2024"].value) for brand in world.entities),
        ),
        Link("More for investors: ", "investor pages", "https://investors.retail.example/reports"),
    )


def store_book(world: World) -> Rendered:
    """Return the store book, a workbook of stores, selling area and revenue with a hidden plan."""
    stores = wide(world, "stores", fiscal(2016, 2024), "Stores by brand at year end, number", by_name=True)
    area = wide(
        world,
        "selling area",
        fiscal(2017, 2024),
        "Selling area by brand at year end, thousand square metres",
        unit="thousand square metres",
        by_name=True,
    )
    revenue = wide(
        world,
        "net revenue",
        fiscal(2021, 2024),
        "Net revenue by brand, million euros",
        unit="million euros",
        by_name=True,
    )
    loyalty = wide(
        world,
        "loyalty card holders",
        fiscal(2019, 2024),
        "Loyalty card holders by brand, number",
        by_name=True,
    )
    sheets = (
        Sheet("Stores", "Stores", stores, totals=True, growth=True, chart="Stores in FY2024"),
        Sheet("Area", "Selling area", area, comment="Measured without storage rooms."),
        Sheet("Loyalty", "Loyalty cards", loyalty, formal="Loyalty"),
        Sheet("Revenue", "Net revenue", revenue),
        Sheet("Plan", "Plan, draft", _plan(world), hidden=True),
    )
    title = f"{world.place} store book FY2024"
    names = (("Stores_FY2024", "Stores!$J$5:$J$11"),)
    return excel(Book(f"{FOLDER}/store-book-fy2024.xlsx", title, world.people[2], "internal workbook", sheets, names))


def _plan(world: World) -> Grid:
    rows = [(Cell("Brand"), Cell("Step"))]
    steps = ("renew the leases", "close two depots", "test self-checkout", "new price tags")
    rows += [(Cell(brand.name), Cell(step)) for brand, step in zip(world.entities, steps, strict=False)]
    return Grid("Ideas for FY2025, not decided", tuple(rows))


def investor_day(world: World) -> Rendered:
    """Return the investor day deck with profits, a chart of online shares, notes and a hidden slide."""
    return slides(
        Deck(
            f"{FOLDER}/investor-day-2025.pptx",
            f"{world.place} Investor Day 2025",
            f"{world.people[3]}, chief financial officer",
            world.publisher,
            "slide deck",
            _slides(world),
            ("Webcast", "https://investors.retail.example/webcast"),
        )
    )


def _slides(world: World) -> tuple[Slide, ...]:
    profit, online = "operating profit", "online share of revenue"
    top, leader = largest(world, profit, "FY2024"), largest(world, online, "FY2024")
    bullets = (
        sentence(f"{top.entity} earned {{0}} million euros in FY2024", show(top, "million euros")),
        sentence(f"{leader.entity} sells most online: {{0}}% of its revenue in FY2024", show(leader)),
        Paragraph("Prices stayed below inflation in all brands"),
    )
    return (
        Slide("Highlights", bullets, note="Thank the store teams before the numbers."),
        Slide(
            "Operating profit",
            table=wide(
                world,
                profit,
                fiscal(2019, 2024),
                "Operating profit by brand, million euros",
                unit="million euros",
            ),
            note="Costs of the central warehouse are spread by revenue.",
        ),
        Slide(
            "Online share",
            chart=wide(world, online, ("FY2020", "FY2022", "FY2024"), "Online share of revenue by brand, %"),
        ),
        Slide("Backup: rejected takeovers", (Paragraph("Two offers were declined in FY2023"),), hidden=True),
    )


def staff_record(world: World) -> Rendered:
    """Return the staff record: one line a brand and fiscal year."""
    columns = (
        ("Employees (number)", "employees", "number"),
        ("Training hours per employee (hours)", "training hours per employee", "hours"),
    )
    table = long(world, columns, fiscal(2017, 2024), ("Brand", "Fiscal year"))
    path = f"{FOLDER}/staff-record.csv"
    return csv(Draft(path, "Staff record", f"{world.place} People Team", "tabular record", (table,)), ";")


def survey(world: World) -> Rendered:
    """Return the customer survey, a web page on satisfaction and baskets."""
    title = f"What customers of {world.place} say"
    happy = largest(world, "customer satisfaction", "FY2024")
    blocks = (
        Heading(title, 1),
        Paragraph("Each autumn 12,000 customers are asked after their last visit."),
        sentence(f"{happy.entity} scored highest in FY2024 with {{0}} index points.", show(happy)),
        wide(
            world,
            "customer satisfaction",
            fiscal(2018, 2024),
            "Customer satisfaction by brand, index points",
            note="0 is the lowest, 100 the highest score.",
            by_name=True,
        ),
        wide(world, "average basket", fiscal(2018, 2024), "Average basket by brand, euros", by_name=True),
        Link("Questionnaire: ", "all questions", "https://survey.retail.example/questions"),
    )
    author, footer = f"{world.place} Market Research", "Survey of October 2024"
    return html(Draft(f"{FOLDER}/customer-survey.html", title, author, "web page", blocks, footer=footer))


def minutes(world: World) -> Rendered:
    """Return the minutes of a board meeting as plain text."""
    top = largest(world, "stores", "FY2024")
    basket = largest(world, "average basket", "FY2024")
    blocks = (
        Heading("Minutes of the board, 18 February 2025", 1),
        Paragraph("Present: " + ", ".join(world.people) + "."),
        sentence(f"1. {top.entity} ended FY2024 with {{0}} stores, the most in the group.", show(top)),
        sentence(f"2. The average basket at {basket.entity} reached {{0}} euros in FY2024.", show(basket)),
        Paragraph("3. The paper on training hours was not ready and is put off to April.", style="plain"),
        wide(world, "loyalty card holders", fiscal(2022, 2024), "Loyalty card holders, number"),
        Paragraph("Closed at 17:40."),
    )
    return plain(Draft(f"{FOLDER}/board-minutes.txt", "Minutes of the board", world.people[4], "minutes", blocks))


# The readable documents of the retail domain in their fixed order.
RETAIL_DOCUMENTS = (annual_report, store_book, investor_day, staff_record, survey, minutes)
