"""Plans the documents of the grid operator: a slide deck, a register of consumption and a memo."""

from __future__ import annotations

from assay.enterprise.display import largest, long, sentence, show, wide
from assay.enterprise.records import Draft, Heading, Link, Paragraph, Rendered, World
from assay.enterprise.slides import Deck, Slide, slides
from assay.enterprise.text import csv, markdown

FOLDER = "energy"


def years(first: int, last: int) -> tuple[str, ...]:
    """Return the years from first to last as the tables head their columns."""
    return tuple(str(year) for year in range(first, last + 1))


def outlook(world: World) -> Rendered:
    """Return the grid operator's slide deck with a table, a chart of peak loads, notes and a hidden slide."""
    return slides(
        Deck(
            f"{FOLDER}/grid-outlook-2025.pptx",
            f"Grid Outlook 2025: {world.place}",
            f"Board briefing · {world.people[2]}",
            f"{world.place} Grid Operator",
            "slide deck",
            _slides(world),
            ("Grid data portal", "https://grid.example/outlook"),
        )
    )


def _slides(world: World) -> tuple[Slide, ...]:
    investment, requests, peak = "network investment", "connection requests", "peak load"
    top, second = largest(world, investment, "2024"), largest(world, peak, "2024")
    bullets = (
        sentence(f"{top.entity} leads network investment in 2024 with {{0}} million crowns", show(top)),
        sentence(f"Highest peak load in 2024: {second.entity}, {{0}} MW", show(second)),
        Paragraph("Connection requests keep rising in most regions"),
    )
    return (
        Slide("What moves the grid", bullets, note="Open with the map; keep this slide under two minutes."),
        Slide(
            "Investment by region",
            table=wide(world, investment, years(2019, 2024), "Network investment by region, million crowns"),
            note=f"{world.people[2]} will take questions on cost overruns.",
        ),
        Slide(
            "Peak load by region",
            chart=wide(world, peak, ("2020", "2024"), "Peak load by region, MW", grouped=False),
        ),
        Slide(
            "Connection requests",
            table=wide(world, requests, years(2021, 2024), "Connection requests by region, number"),
        ),
        Slide(
            "Backup: load growth assumptions",
            (Paragraph("Base case: heat pumps in one of four homes by 2035"),),
            hidden=True,
        ),
    )


def register(world: World) -> Rendered:
    """Return the consumption register: one line a region and year, energy in TWh, metering points as a number."""
    columns = (
        ("Electricity consumption (TWh)", "electricity consumption", "TWh"),
        ("Metering points (number)", "metering points", "number"),
    )
    table = long(world, columns, years(2015, 2024), ("Region", "Year"))
    path = f"{FOLDER}/consumption-register.csv"
    return csv(Draft(path, "Consumption register", f"{world.place} Grid Operator", "tabular record", (table,)))


def memo(world: World) -> Rendered:
    """Return an internal memo in Markdown on network losses and connection requests."""
    sender, receiver = world.people[3], world.people[4]
    worst = largest(world, "network losses", "2024")
    blocks = (
        Heading("Memo: where we lose power", 1),
        Paragraph(f"From: {sender}. To: {receiver}. 27 January 2025."),
        sentence(f"{worst.entity} lost {{0}} GWh in 2024, more than any other region.", show(worst)),
        Paragraph("Next steps:"),
        Paragraph("check the transformers bought before 1990,", style="bullet"),
        Paragraph("compare the meters at the borders between regions.", style="bullet"),
        wide(world, "network losses", years(2020, 2024), "Network losses by region, GWh"),
        wide(world, "connection requests", years(2018, 2024), "Connection requests by region, number"),
        Link("Earlier memo: ", "losses in 2023", "https://grid.example/memo/losses-2023"),
    )
    return markdown(Draft(f"{FOLDER}/losses-memo.md", "Memo: where we lose power", sender, "memo", blocks))
