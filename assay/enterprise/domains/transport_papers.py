"""The documents of the transport domain: which of them shows which figures, in which unit and under which title."""

from __future__ import annotations

from assay.enterprise.blocks import Columns, Commented, Emphasis, Footnoted, Heading, Link, Paragraph, Picture
from assay.enterprise.plans import Line, Paper, Part, SheetPlan, SlidePlan

_CARRIER = "{place}"

_REVIEW = Paper(
    "annual-review-2024.pdf",
    "{place}: annual review 2024",
    _CARRIER,
    "company report",
    (
        Heading("Annual review 2024"),
        Paragraph("Traffic is counted by calendar year. Money follows the fiscal year: FY2024 ended on 31 March 2024."),
        Columns(2),
        Line("{entity} carried most in 2024: {value} thousand tonnes.", "freight carried", "2024", "thousand tonnes"),
        Paragraph("A mild winter kept the passes open. Three new locks shortened the way to the coast."),
        Line("The shortest fleet had {value} vehicles ({entity}).", "vehicles", "2024", pick="smallest"),
        Paragraph("Fuel was dearer in spring and cheaper in autumn; the surcharge followed with a delay."),
        Columns(1),
        Heading("Traffic", 2),
        Part(("freight carried",), 2017, 2024, units=("thousand tonnes",)),
        Heading("Money", 2),
        Part(("freight revenue",), 2018, 2024),
        Part(("operating costs",), 2018, 2024),
        Link("More: ", "annual reviews", "https://freight.example/reviews"),
    ),
    "{place} · Annual review",
    "May 2025",
)
_EARLIER = Paper(
    "annual-review-2023.pdf",
    "{place}: annual review 2023",
    _CARRIER,
    "company report",
    (
        Heading("Annual review 2023"),
        Paragraph("Figures stand as known in May 2024; some are revised in later reviews."),
        Heading("Traffic", 2),
        Part(("freight carried",), 2019, 2023, units=("thousand tonnes",), edition="2024", alias=1),
        Heading("Safety", 2),
        Part(("accidents",), 2019, 2023, edition="2024", mark="*", note="* without accidents on private ground"),
    ),
    "{place} · Annual review",
    "May 2024",
)
_YEARBOOK = Paper(
    "operations-book-2024.xlsx",
    "Operations book 2024 of {place}",
    "{place} Operations",
    "yearbook",
    (
        SheetPlan(
            "Fleet", "Vehicles", (Part(("vehicles",), 2016, 2024, totals=True, by_name=True),),
            growth=True, chart="Vehicles in 2024",
        ),
        SheetPlan(
            "People", "Drivers and vehicles", (Part(("drivers", "vehicles"), 2021, 2024, "paired"),),
            comment=Line("In 2015 nobody counted; in 2016 {entity} led with {value} drivers.", "drivers", "2016"),
        ),
        SheetPlan("Network", "Network length", (Part(("network length",), 2018, 2024, zones=True, totals=True),)),
        SheetPlan(
            "Safety", "Accidents and claims",
            (Part(("accidents",), 2021, 2024, stated="cell"), Part(("damage claims",), 2021, 2024, stated="cell")),
            shade="line under observation",
        ),
        SheetPlan("Service", "Punctuality", (Part(("punctuality",), 2017, 2024, stated="column"),), formal="Service"),
        SheetPlan("Rates", "Haulage rates", (Part(("price per tonne",), 2019, 2024, alias=1),), hidden=True),
    ),
    defined="Vehicles_2024",
)  # fmt: skip
_DECK = Paper(
    "fleet-plan-2025.pptx",
    "Fleet plan 2025",
    "{place} Operations",
    "slide deck",
    (
        SlidePlan(
            "Where we stand",
            (
                Line("{entity} runs the largest fleet: {value} vehicles in 2024", "vehicles", "2024"),
                Line("{entity} is most punctual with {value}% in 2024", "punctuality", "2024"),
            ),
            note=Line("Do not mention 2017, when {entity} had {value} accidents.", "accidents", "2017"),
        ),
        SlidePlan("Drivers", table=Part(("drivers",), 2019, 2024), shade="A9D18E"),
        SlidePlan("Delivery time", chart=Part(("average delivery time",), 2020, 2024, every=2)),
        SlidePlan("Costs", table=Part(("operating costs",), 2021, 2024, units=("million euros",)), box="Not audited"),
        SlidePlan(
            "Backup: sold vehicles",
            (Line("Claims peaked in 2016 at {entity}: {value}", "damage claims", "2016"),),
            hidden=True,
        ),
    ),
    subtitle="{p0}, head of fleet",
    link=("Fleet portal", "https://freight.example/fleet"),
)
_REGISTER = Paper(
    "service-register.csv",
    "Service register",
    "{place} Quality",
    "tabular record",
    (Part(("average delivery time", "punctuality", "damage claims"), 2016, 2024, "long"),),
)
_MONTHLY = Paper(
    "monthly-freight.xlsx",
    "Freight by month",
    "{place} Operations",
    "tabular record",
    (
        SheetPlan("2024", "Freight in 2024", (Part(("freight carried",), 2024, 2024, "flipped", span="month"),)),
        SheetPlan("2023", "Freight in 2023", (Part(("freight carried",), 2023, 2023, "flipped", span="month"),)),
        SheetPlan("2022", "Freight in 2022", (Part(("freight carried",), 2022, 2022, "flipped", span="month"),)),
        SheetPlan("Depots", "Depots", (Part(("tonnes handled",), 2019, 2024, units=("thousand tonnes",), alias=1),)),
    ),
)
_FISCAL = Paper(
    "management-letter.docx",
    "Management letter of {place}",
    "{p1}",
    "memo",
    (
        Heading("Management letter"),
        Paragraph("All figures here follow the fiscal year, which ends on 31 March and bears the number of that year."),
        Part(("freight carried",), 2023, 2023, span="fiscal", note="Sums of the months from April to March."),
        Part(("price per tonne",), 2019, 2024),
        Part(("freight revenue", "operating costs"), 2022, 2024, "paired", ("million euros", "million euros")),
        Commented("Rates were raised twice.", Paragraph("The second rise has not been announced yet."), "{p2}"),
        Line(
            "Confidential: {entity} paid {value} thousand euros in FY2017.",
            "operating costs",
            "FY2017",
            where="footnote",
        ),
        Emphasis("The bonus is paid ", "in June", ".", "C00000"),
        Picture("Bar picture of freight carried in 2024, one bar a line from {e0} on", ()),
    ),
    "{place} · Management letter",
    "Confidential",
)
_DEPOTS = Paper(
    "depot-list.html",
    "Depots of {place}",
    "{place} Property",
    "web page",
    (
        Heading("Depots of {place}"),
        Part(
            ("tonnes handled", "depot staff"), 2022, 2024, "items", caption="Depots",
            attributes=("line", "built", "depot code"),
        ),
        Part(("storage area",), 2023, 2024, caption="Storage area by depot, square metres"),
    ),
    footer="State: April 2025",
)  # fmt: skip
_NOTICES = Paper(
    "surcharge-notices.docx",
    "Surcharge notices of {place}",
    "{place} Sales",
    "filing",
    (
        Heading("Surcharge notices"),
        Paragraph("The surcharge per tonne holds from the day of its notice."),
        Part(("fuel surcharge",), 2016, 2024, "dated", caption="Notices by date"),
        Part((), 2024, 2024, "directory", caption="Lines", attributes=("line manager", "home town", "opened")),
        Emphasis("Notices before 2018 are ", "no longer binding", " still on file.", kind="strikeout"),
    ),
    "{place} · Sales",
    "Notices to customers",
)
_GERMAN = Paper(
    "verkehrsbericht-2024.docx",
    "{place}: Verkehrsbericht 2024",
    "{place} Deutschland",
    "official report",
    (
        Heading("Verkehrsbericht 2024"),
        Paragraph("Gezählt wird nach Kalenderjahren. Die Frachtmenge umfasst auch Leergut."),
        Line("{entity} beförderte 2024 mit {value} Tsd. Tonnen am meisten.", "freight carried", "2024", "Tsd. Tonnen"),
        Part(("freight carried",), 2019, 2024, units=("Tsd. Tonnen",)),
        Part(("drivers",), 2020, 2024, units=("Anzahl",)),
        Footnoted("Fahrer in Ausbildung zählen mit.", Paragraph("Aushilfen zählen nicht mit.")),
    ),
    "{place}",
    "Stand: Mai 2025",
    language="de",
)
_DRAFT = Paper(
    "fleet-note-draft.docx",
    "Fleet note, draft",
    "{p3}",
    "half-finished draft",
    (
        Heading("Fleet note, DRAFT 3"),
        Line("By 2024 {entity} had {value} vehicles.", "vehicles", "2024", slip=True),
        Part(("vehicles",), 2023, 2024, slips=True, stated="nowhere"),
        Paragraph("[picture of the new depot]"),
        Paragraph("Open: who signs?"),
    ),
    "DRAFT 3",
)

PAPERS = (
    _REVIEW,
    _YEARBOOK,
    _DECK,
    _REGISTER,
    _MONTHLY,
    _FISCAL,
    _DEPOTS,
    _NOTICES,
    _GERMAN,
    _EARLIER,
    _DRAFT,
)
