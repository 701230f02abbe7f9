"""Plans the documents of the energy domain: which of them shows which figures, in which unit and under which title."""

from __future__ import annotations

from assay.enterprise.chinese import bulletin
from assay.enterprise.display import largest, sentence, show, smallest, wide
from assay.enterprise.excel import Book, Sheet, excel
from assay.enterprise.grid_operator import FOLDER, memo, outlook, register, years
from assay.enterprise.pdf import pdf
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
from assay.enterprise.text import html
from assay.enterprise.word import word
from assay.enterprise.world import RESTATED, RESTATED_PERIOD


def annual_report(world: World) -> Rendered:
    """Return the ministry's annual report, a Word document."""
    use = "electricity consumption"
    top, low = largest(world, use, "2024"), smallest(world, use, "2024")
    title = f"Annual Energy Report 2024: {world.place}"
    blocks = (
        Heading(title, 1),
        Paragraph(f"This report of the {world.publisher} describes how households and firms used electricity."),
        Emphasis("All figures for 2024 are ", "final", "; earlier years follow the latest revision.", "C00000"),
        Heading("Consumption", 2),
        sentence(f"{top.entity} used {{0}} TWh in 2024, the most of all regions.", show(top, "TWh")),
        sentence(f"{low.entity} used least, at {{0}} TWh.", show(low, "TWh")),
        wide(world, use, years(2015, 2024), "Table 1. Electricity consumption by region, GWh"),
        Footnoted(
            "Consumption is measured at the meter.",
            "Own use of power stations and network losses are not part of consumption.",
        ),
        *_prices(world),
        *_points(world),
    )
    header, footer = f"{world.publisher} · Annual Energy Report 2024", "Published 14 March 2025"
    return word(
        Draft(
            f"{FOLDER}/annual-energy-report-2024.docx",
            title,
            world.publisher,
            "official report",
            blocks,
            header,
            footer,
        )
    )


def _prices(world: World) -> tuple[Block, ...]:
    first = world.entities[0].name
    price = world.facts[first, "household electricity price", "2024"]
    return (
        Heading("Prices", 2),
        Paragraph("Households pay a price that consists of three parts:"),
        Paragraph("energy and supply,", style="bullet"),
        Paragraph("network charges,", style="bullet"),
        Paragraph("taxes and levies.", style="bullet"),
        sentence(f"A household in {first} paid {{0}} cents per kWh on average in 2024.", show(price)),
        wide(
            world,
            "household electricity price",
            years(2017, 2024),
            "Table 2. Household electricity price by region, cents per kWh",
        ),
        Commented(
            "Prices include all taxes and are averages weighted by volume.",
            "Please confirm the weighting with the regulator before print.",
            world.people[0],
        ),
    )


def _points(world: World) -> tuple[Block, ...]:
    first, use = world.entities[0].name, "electricity consumption"
    return (
        Heading("Metering points", 2),
        wide(
            world,
            "metering points",
            years(2019, 2024),
            "Table 3. Metering points by region at the end of the year, thousand",
            unit="thousand",
        ),
        Picture(
            f"Bar picture of electricity consumption in 2024, one bar a region from {first} on",
            tuple(int(world.facts[e.name, use, "2024"].value) for e in world.entities),
        ),
        Link("The tables can be downloaded from ", "the ministry's data portal", "https://data.energy.example/annual"),
    )


def yearbook(world: World) -> Rendered:
    """Return the statistical yearbook, a workbook with formulas, a formal table, a chart and a hidden sheet."""
    generation = wide(
        world,
        RESTATED,
        years(2015, 2024),
        "Electricity generation by region, GWh",
        note=f"{RESTATED_PERIOD}: restated in 2025; replaces the provisional figures of 2024.",
        by_name=True,
    )
    capacity = wide(
        world, "installed capacity", years(2015, 2024), "Installed capacity at the end of the year, MW", by_name=True
    )
    losses = wide(world, "network losses", years(2016, 2024), "Network losses by region, GWh", by_name=True)
    renewables = wide(
        world,
        "renewable share of generation",
        years(2018, 2024),
        "Renewable share of generation by region, %",
        by_name=True,
    )
    sheets = (
        Sheet("Generation", f"{world.place}: Electricity generation", generation, totals=True, growth=True,
              chart="Electricity generation 2024, GWh"),
        Sheet("Capacity", f"{world.place}: Installed capacity", capacity, totals=True,
              comment="Includes stations in cold reserve."),
        Sheet("Losses", f"{world.place}: Network losses", losses, totals=True),
        Sheet("Renewables", f"{world.place}: Renewable share", renewables, formal="Renewables"),
        Sheet("Method", "Method and contacts", _method(world), hidden=True),
    )  # fmt: skip
    return excel(
        Book(
            f"{FOLDER}/statistical-yearbook-2025.xlsx",
            f"Statistical Yearbook of {world.place} 2025: Energy",
            f"Statistics {world.place}",
            "yearbook",
            sheets,
            (("Generation_2024", "Generation!$K$5:$K$12"),),
        )
    )


def _method(world: World) -> Grid:
    rows = (
        ("Item", "Remark"),
        ("Generation", "Gross, at the terminals of the station"),
        ("Capacity", "Net, 31 December"),
        ("Losses", "Transmission and distribution"),
        ("Contact", world.people[1]),
    )
    return Grid("Working notes, not for publication", tuple(tuple(Cell(text) for text in row) for row in rows))


def price_monitor(world: World) -> Rendered:
    """Return the regulator's web page on prices: households in crowns per MWh, industry in cents per kWh."""
    title = f"Electricity Price Monitor: {world.place}"
    peak = largest(world, "industrial electricity price", "2024")
    blocks = (
        Heading(title, 1),
        Paragraph("The regulator collects prices from all suppliers each quarter. One crown has 100 cents."),
        sentence(f"Industry paid most in {peak.entity}: {{0}} cents per kWh in 2024.", show(peak)),
        wide(
            world,
            "industrial electricity price",
            years(2018, 2024),
            "Industrial electricity price by region, cents per kWh",
            note="Large users with more than 20 GWh a year are left out.",
            by_name=True,
        ),
        wide(
            world,
            "household electricity price",
            years(2020, 2024),
            "Household electricity price by region, crowns per MWh",
            unit="crowns per MWh",
            by_name=True,
        ),
        Link("How prices are collected: ", "method paper", "https://regulator.example/method"),
    )
    author, footer = f"{world.place} Energy Regulator", "Last changed 3 February 2025"
    return html(Draft(f"{FOLDER}/price-monitor.html", title, author, "web page", blocks, footer=footer))


def release(world: World) -> Rendered:
    """Return the statistical release of 2024, a PDF with figures that were provisional then."""
    title = f"Security of Supply in {world.place}: Statistical Release 2024"
    worst = largest(world, "average interruption per customer", "2023")
    blocks = (
        Heading(title, 1),
        Paragraph(
            "This release brings together how often customers were without power and how much electricity industry "
            "used. It appears each June and covers the years up to 2023."
        ),
        Heading("Interruptions", 2),
        sentence(f"Customers in {worst.entity} were without power for {{0}} minutes on average in 2023.", show(worst)),
        wide(
            world,
            "average interruption per customer",
            years(2018, 2023),
            "Table 1. Average interruption per customer by region, minutes",
        ),
        Heading("Industrial use", 2),
        wide(
            world,
            "industrial electricity consumption",
            years(2017, 2023),
            "Table 2. Industrial electricity consumption by region, GWh",
            note="Industry comprises mining, manufacturing and construction.",
        ),
        Heading("Generation", 2),
        _provisional(world),
        Link("Release calendar: ", "statistics.example/calendar", "https://statistics.example/calendar"),
    )
    author = f"Statistics {world.place}"
    return pdf(
        Draft(f"{FOLDER}/supply-release-2024.pdf", title, author, "statistical release", blocks, author, "June 2024")
    )


def _provisional(world: World) -> Grid:
    rows = [(Cell("Region"), Cell("2021"), Cell("2022"), Cell(f"{RESTATED_PERIOD} (provisional)"))]
    for entity in world.entities:
        facts = [world.facts[entity.name, RESTATED, year] for year in ("2021", "2022")]
        key = (entity.name, RESTATED, RESTATED_PERIOD)
        facts.append(world.restated.get(key, world.facts[key]))
        shows = [show(fact) for fact in facts]
        first, second, third = (Cell(item.text, item) for item in shows)
        rows.append((Cell(entity.name), first, second, third))
    return Grid("Table 3. Electricity generation by region, GWh", tuple(rows))


# The readable documents of the energy domain in their fixed order.
ENERGY_DOCUMENTS = (annual_report, yearbook, outlook, register, price_monitor, release, bulletin, memo)
