"""A freight carrier with its lines: what it measures, and how its figures move."""

from __future__ import annotations

from decimal import Decimal

from assay.enterprise.domains.transport_papers import PAPERS
from assay.enterprise.plans import Attribute, Domain
from assay.enterprise.records import Measure

_MEASURES = (
    Measure(
        "freight carried", "tonnes", 0, 1_240_000, 3_860_000, 17, 34,
        aliases=("tonnage", "Frachtmenge"), words=(("de", "Frachtmenge"),), months=3,
    ),
    Measure("freight revenue", "thousand euros", 0, 61_000, 148_000, 29, 40, aliases=("haulage income",), fiscal=True),
    Measure(
        "operating costs", "thousand euros", 0, 42_000, 58_000, 22, 30, aliases=("cost of operation",), fiscal=True
    ),
    Measure("vehicles", "number", 0, 310, 980, 12, 30, aliases=("fleet", "Fahrzeuge"), words=(("de", "Fahrzeuge"),)),
    Measure("drivers", "number", 0, 520, 1_640, 10, 28, aliases=("driving staff", "Fahrer"), words=(("de", "Fahrer"),)),
    Measure("punctuality", "%", 1, 712, 868, 3, 12, False, ("on-time share",)),
    Measure("average delivery time", "hours", 1, 214, 588, -12, 35, False, ("lead time",)),
    Measure("network length", "kilometres", 0, 640, 2_150, 6, 9, aliases=("route length",)),
    Measure("accidents", "number", 0, 140, 420, -21, 70, aliases=("reported accidents",)),
    Measure("damage claims", "number", 0, 610, 2_400, 15, 85, aliases=("claims for damage",)),
    Measure("price per tonne", "euros", 2, 2_140, 5_870, 24, 32, False, ("average haulage rate",), fiscal=True),
    Measure("fuel surcharge", "euros", 2, 180, 520, 30, 60, False, ("diesel surcharge",), dates=6),
    Measure("tonnes handled", "tonnes", 0, 84_000, 392_000, 19, 55, aliases=("throughput",), item=True),
    Measure("depot staff", "number", 0, 45, 260, 9, 40, aliases=("people on site",), item=True),
    Measure("storage area", "square metres", 0, 4_200, 28_000, 4, 8, aliases=("floor space",), item=True),
)  # fmt: skip

_ATTRIBUTES = (
    Attribute("line manager", "person", aliases=("head of the line",)),
    Attribute("home town", "town", aliases=("base",)),
    Attribute("opened", "year", aliases=("year of opening",)),
    Attribute("line", "entity", item=True, aliases=("served by",)),
    Attribute("built", "year", item=True, aliases=("year of construction",)),
    Attribute("depot code", "code", item=True, aliases=("code",)),
)

TRANSPORT = Domain(
    name="transport",
    label="Line",
    item="Depot",
    pool="place",
    forms=("{name} Freight", "{name} Line", "{name} Depot"),
    size=8,
    items=24,
    first=2016,
    last=2024,
    opens=4,
    ends_late=True,
    vintage="2025",
    measures=_MEASURES,
    attributes=_ATTRIBUTES,
    papers=PAPERS,
    bounds=(("operating costs", "freight revenue", Decimal("0.97")), ("vehicles", "drivers", Decimal("1.2"))),
    restated=(("freight carried", "2021", 3), ("accidents", "2023", 2)),
    slips=(("vehicles", "2024"),),
    withheld=(
        ("average delivery time", "2021", 1),
        ("damage claims", "2022", 1),
        ("tonnes handled", "2023", 2),
        ("punctuality", "2018", 1),
    ),
    labels=(("de", "Linie"),),
)
