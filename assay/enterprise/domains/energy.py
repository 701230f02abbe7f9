"""The energy administration of a country: what it measures, and how its figures move."""

from __future__ import annotations

from decimal import Decimal

from assay.enterprise.domains.energy_records import ENERGY_RECORDS
from assay.enterprise.domains.energy_reports import ENERGY_REPORTS
from assay.enterprise.plans import Attribute, Domain
from assay.enterprise.records import Measure

_MEASURES = (
    Measure(
        "electricity generation", "GWh", 0, 8200, 13_500, 14, 42,
        aliases=("power output", "gross generation"),
    ),
    Measure(
        "electricity consumption", "GWh", 0, 7600, 12_400, 11, 26, aliases=("power demand", "final electricity use")
    ),
    Measure(
        "industrial electricity consumption", "GWh", 0, 2100, 4300, 8, 38,
        aliases=("工业用电量", "power use of industry"), words=(("zh", "工业用电量"),),
    ),
    Measure(
        "installed capacity", "MW", 0, 2300, 4100, 27, 19,
        aliases=("发电装机容量", "generating capacity"), words=(("zh", "发电装机容量"),),
    ),
    Measure("network losses", "GWh", 0, 380, 760, -9, 45, aliases=("grid losses",)),
    Measure("district heat supply", "GWh", 0, 1400, 2900, 12, 48, aliases=("heat delivered", "public heat supply")),
    Measure("household electricity price", "cents per kWh", 2, 1390, 2230, 33, 41, False, ("domestic tariff",)),
    Measure("industrial electricity price", "cents per kWh", 2, 780, 1290, 29, 55, False, ("business tariff",)),
    Measure("metering points", "number", 0, 690_000, 1_310_000, 9, 6, aliases=("connections",)),
    Measure("network investment", "million crowns", 1, 11_300, 25_900, 48, 95, aliases=("grid capital expenditure",)),
    Measure("balancing costs", "million crowns", 1, 1_900, 5_200, 61, 120, aliases=("costs of balancing",)),
    Measure("peak load", "MW", 0, 1520, 2610, 10, 23, aliases=("maximum demand",)),
    Measure("renewable share of generation", "%", 1, 118, 462, 58, 34, False, ("share of renewables",)),
    Measure("average interruption per customer", "minutes", 1, 310, 1480, -27, 110, False, ("SAIDI",)),
    Measure("connection requests", "number", 0, 410, 2900, 85, 120, aliases=("applications for connection",)),
    Measure("network tariff", "cents per kWh", 2, 310, 690, 40, 25, False, ("regulated network charge",), dates=5),
    Measure("station output", "GWh", 0, 900, 2600, 6, 60, aliases=("net output",), item=True),
    Measure("rated power", "MW", 0, 260, 640, 0, 4, aliases=("nameplate capacity",), item=True),
    Measure("station staff", "number", 0, 60, 240, -6, 30, aliases=("workforce on site",), item=True),
)  # fmt: skip

_ATTRIBUTES = (
    Attribute("network director", "person", aliases=("head of the regional network",)),
    Attribute("head office", "town", aliases=("seat",)),
    Attribute("founded", "year", aliases=("year of founding",)),
    Attribute("region", "entity", item=True, aliases=("located in",)),
    Attribute("commissioned", "year", item=True, aliases=("first year of operation",)),
    Attribute("licence", "code", item=True, aliases=("licence number",)),
)

ENERGY = Domain(
    name="energy",
    label="Region",
    item="Power station",
    pool="place",
    forms=("{name}", "{name}", "{name} Power Station"),
    size=8,
    items=24,
    first=2015,
    last=2024,
    opens=1,
    ends_late=False,
    vintage="2025",
    measures=_MEASURES,
    attributes=_ATTRIBUTES,
    papers=(*ENERGY_REPORTS, *ENERGY_RECORDS),
    bounds=(
        # 8.76 thousand hours of a year: what one MW can give in GWh
        ("electricity generation", "installed capacity", Decimal("8.76")),
        ("electricity consumption", "peak load", Decimal("8.76")),
        ("industrial electricity consumption", "electricity consumption", Decimal("0.9")),
        ("network losses", "electricity consumption", Decimal("0.2")),
        ("station output", "rated power", Decimal("8.76")),
    ),
    restated=(("electricity generation", "2023", 3), ("industrial electricity consumption", "2022", 2)),
    slips=(("network investment", "2024"),),
    withheld=(
        ("industrial electricity price", "2022", 1),
        ("connection requests", "2023", 1),
        ("station output", "2023", 2),
        ("network losses", "2015", 1),
    ),
    labels=(("zh", "地区"),),
)
