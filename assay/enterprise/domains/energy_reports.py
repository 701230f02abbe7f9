"""The reports of the energy domain: which of them shows which figures, in which unit and under which title."""

from __future__ import annotations

from assay.enterprise.blocks import Commented, Emphasis, Footnoted, Heading, Link, Paragraph, Picture
from assay.enterprise.plans import Line, Paper, Part, SheetPlan, SlidePlan

_MINISTRY, _STATISTICS, _OPERATOR = "Ministry of Energy of {place}", "Statistics {place}", "{place} Grid Operator"

_REPORT_BODY = (
    Heading("Annual Energy Report 2024: {place}"),
    Paragraph("This report of the Ministry of Energy of {place} describes how households and firms used electricity."),
    Emphasis("All figures for 2024 are ", "final", "; earlier years follow the latest revision.", "C00000"),
    Heading("Consumption", 2),
    Line("{entity} used {value} TWh in 2024, the most of all regions.", "electricity consumption", "2024", "TWh"),
    Line("{entity} used least, at {value} TWh.", "electricity consumption", "2024", "TWh", "smallest"),
    Part(("electricity consumption",), 2015, 2024),
    Footnoted(
        "Consumption is measured at the meter.",
        Paragraph("Own use of power stations and network losses are not part of consumption."),
    ),
    Heading("Prices", 2),
    Part(("household electricity price",), 2017, 2024, note="Prices include all taxes and the network charge."),
    Commented(
        "Households paid more in every region than ten years before.",
        Paragraph("Please check against the price monitor before printing."),
        "{p1}",
    ),
    Heading("Heat and connections", 2),
    Part(("district heat supply",), 2018, 2024, totals=True),
    Part(("metering points",), 2019, 2024, units=("thousand",)),
    Line(
        "Read with care: {entity} moved {value} GWh of heat in 2017.", "district heat supply", "2017", where="footnote"
    ),
    Paragraph("publish the figures of the first half-year in September;", style="bullet"),
    Paragraph("align the definitions with the grid operator.", style="bullet"),
    Picture("Bar picture of electricity generation in 2024, one bar a region from {e0} on", ()),
    Link("Open data: ", "data portal", "https://data.energy.example/annual"),
)

_REPORT = Paper(
    "annual-energy-report-2024.docx",
    "Annual Energy Report 2024: {place}",
    _MINISTRY,
    "official report",
    _REPORT_BODY,
    "Ministry of Energy of {place} · Annual Energy Report 2024",
    "Published 14 March 2025",
)

_TWIN = Paper(
    "annual-energy-report-2024-print.pdf",
    "Annual Energy Report 2024: {place}",
    _MINISTRY,
    "official report",
    tuple(item for item in _REPORT_BODY if not isinstance(item, Picture)),
    "Ministry of Energy of {place} · Annual Energy Report 2024",
    "Published 14 March 2025",
)

_YEARBOOK = Paper(
    "statistical-yearbook-2025.xlsx",
    "Statistical yearbook 2025 of {place}: energy",
    _STATISTICS,
    "yearbook",
    (
        SheetPlan(
            "Generation",
            "Electricity generation",
            (Part(("electricity generation",), 2015, 2024, totals=True, by_name=True),),
            growth=True,
            chart="Generation in 2024",
        ),
        SheetPlan(
            "Capacity",
            "Installed capacity",
            (Part(("installed capacity",), 2015, 2024, totals=True, by_name=True),),
            comment="Includes stations in cold reserve.",
        ),
        SheetPlan(
            "Losses",
            "Network losses",
            (Part(("network losses",), 2016, 2024, alias=1, stated="cell", totals=True, by_name=True),),
            link="https://statistics.example/method/losses",
        ),
        SheetPlan(
            "Renewables",
            "Renewables",
            (Part(("renewable share of generation",), 2018, 2024, by_name=True),),
            formal="Renewables",
        ),
        SheetPlan(
            "Zones",
            "Consumption by zone",
            (Part(("electricity consumption",), 2019, 2024, zones=True, totals=True),),
            shade="figures of this region are partly estimated",
        ),
        SheetPlan(
            "Industry",
            "Industry and peak load",
            (
                Part(("industrial electricity consumption", "peak load"), 2020, 2024, "paired"),
            ),
            choices=("checked", "open"),
        ),
        SheetPlan(
            "Working",
            "Balancing costs, working table",
            (Part(("balancing costs",), 2019, 2024),),
            hidden=True,
        ),
    ),
    defined="Generation_2024",
)  # fmt: skip

_OUTLOOK = Paper(
    "grid-outlook-2025.pptx",
    "Grid Outlook 2025: {place}",
    _OPERATOR,
    "slide deck",
    (
        SlidePlan(
            "What moves the grid",
            (
                Line(
                    "{entity} leads network investment in 2024 with {value} million crowns",
                    "network investment",
                    "2024",
                ),
                Line("Highest peak load in 2024: {entity}, {value} MW", "peak load", "2024"),
                "Connection requests keep rising in most regions",
            ),
            note="Open with the map; keep this slide under two minutes.",
        ),
        SlidePlan(
            "Investment by region",
            table=Part(("network investment",), 2019, 2024),
            note=Line(
                "If asked about 2018: {entity} spent most then, {value} million crowns.", "network investment", "2018"
            ),
            shade="FFE699",
        ),
        SlidePlan("Peak load by region", chart=Part(("peak load",), 2020, 2024, every=4)),
        SlidePlan(
            "Connection requests", table=Part(("connection requests",), 2021, 2024), box="Draft for the board only"
        ),
        SlidePlan(
            "Backup: load growth assumptions",
            (
                "Base case: heat pumps in one of four homes by 2035",
                Line("Peak load of {entity} in 2016 was {value} MW", "peak load", "2016", pick="smallest"),
            ),
            hidden=True,
        ),
    ),
    subtitle="Board briefing · {p2}",
    link=("Grid data portal", "https://grid.example/outlook"),
)

_RELEASE = Paper(
    "supply-release-2024.pdf",
    "Electricity supply: first results for 2023, {place}",
    _STATISTICS,
    "statistical release",
    (
        Heading("Electricity supply: first results for 2023"),
        Paragraph("This release gives provisional figures for 2023. They are revised in the yearbook of 2025."),
        Line(
            "Customers in {entity} waited longest in 2023: {value} minutes.", "average interruption per customer",
            "2023",
        ),
        Part(("average interruption per customer",), 2018, 2023),
        Heading("Industrial use", 2),
        Part(
            ("industrial electricity consumption",), 2017, 2023, edition="2024",
            note="Industry comprises mining, manufacturing and construction.",
        ),
        Heading("Generation", 2),
        Part(("electricity generation",), 2021, 2023, edition="2024", mark=" (p)", note="(p) provisional"),
        Link("Release calendar: ", "statistics.example/calendar", "https://statistics.example/calendar"),
    ),
    _STATISTICS,
    "June 2024",
)  # fmt: skip

_BULLETIN = Paper(
    "power-bulletin-zh.pdf",
    "{place_zh}电力统计公报（2024年）",
    "{place_zh}国际能源合作中心",
    "bulletin",
    (
        Heading("{place_zh}电力统计公报（2024年）"),
        Paragraph("本公报介绍{place_zh}各地区的发电装机容量和工业用电量。数据来源于各地区统计部门。"),
        Heading("一、发电装机容量", 2),
        Line("2023年末，{entity}的发电装机容量为{value}万千瓦，居各地区首位。", "installed capacity", "2023", "万千瓦"),
        Part(("installed capacity",), 2019, 2023, units=("万千瓦",)),
        Heading("二、工业用电量", 2),
        Line(
            "2023年，{entity}的工业用电量最高，为{value}亿千瓦时。",
            "industrial electricity consumption",
            "2023",
            "亿千瓦时",
        ),
        Part(
            ("industrial electricity consumption",), 2019, 2023, units=("亿千瓦时",),
            note="注：工业包括采矿业、制造业和建筑业。",
        ),
    ),
    "{place_zh}国际能源合作中心",
    "2024年10月",
    language="zh",
)  # fmt: skip

ENERGY_REPORTS = (
    _REPORT,
    _YEARBOOK,
    _OUTLOOK,
    _RELEASE,
    _BULLETIN,
    _TWIN,
)
