"""A retail group with its brands: what it measures, and how its figures move."""

from __future__ import annotations

from decimal import Decimal

from assay.enterprise.domains.retail_records import RETAIL_RECORDS
from assay.enterprise.domains.retail_reports import RETAIL_REPORTS
from assay.enterprise.plans import Attribute, Domain
from assay.enterprise.records import Measure

_MEASURES = (
    Measure(
        "net revenue", "thousand euros", 0, 404_000, 1_090_000, 31, 36,
        aliases=("net sales", "turnover"), fiscal=True, quarters=2,
    ),
    Measure(
        "operating profit", "thousand euros", 0, 14_100, 51_800, 24, 110,
        aliases=("EBIT", "earnings before interest and tax"), fiscal=True,
    ),
    Measure("stores", "number", 0, 87, 322, 17, 24, aliases=("outlets",), fiscal=True),
    Measure(
        "selling area", "square metres", 0, 98_200, 331_000, 13, 20,
        aliases=("sales floor",), fiscal=True,
    ),
    Measure(
        "employees", "number", 0, 2_140, 7_390, 12, 25,
        aliases=("headcount",), fiscal=True,
    ),
    Measure("online share of revenue", "%", 1, 31, 168, 92, 60, False, ("e-commerce share",), fiscal=True),
    Measure("training hours per employee", "hours", 1, 96, 318, 19, 80, False, ("hours of training",), fiscal=True),
    Measure("average basket", "euros", 2, 1480, 6350, 22, 18, False, ("average transaction value",), fiscal=True),
    Measure("customer satisfaction", "index points", 1, 642, 861, 4, 13, False, ("satisfaction index",), fiscal=True),
    Measure("loyalty card holders", "number", 0, 187_000, 912_000, 46, 29, aliases=("loyalty members",), fiscal=True),
    Measure(
        "advertising costs", "thousand euros", 0, 5_200, 18_900, 26, 90,
        aliases=("advertising spend",), fiscal=True,
    ),
    Measure("customer visits", "number", 0, 3_100_000, 9_800_000, 14, 22, aliases=("footfall",), months=3),
    Measure(
        "store rent", "euros per square metre", 2, 1120, 2890, 45, 30, False, ("rent per square metre",), dates=5
    ),
    Measure("list price", "euros", 2, 990, 14_900, 28, 30, False, ("recommended price",), fiscal=True, item=True),
    Measure("units sold", "number", 0, 9_400, 88_000, 21, 90, aliases=("quantity sold",), fiscal=True, item=True),
    Measure(
        "return rate", "%", 1, 12, 96, 10, 80, False,
        ("share of returns", "returned share of units sold"), fiscal=True, item=True,
    ),
)  # fmt: skip

_ATTRIBUTES = (
    Attribute("managing director", "person", aliases=("head of the brand",)),
    Attribute("head office", "town", aliases=("seat",)),
    Attribute("founded", "year", aliases=("year of founding",)),
    Attribute("brand", "entity", item=True, aliases=("sold by",)),
    Attribute("introduced", "year", item=True, aliases=("first year of sale",)),
    Attribute("article number", "code", item=True, aliases=("article code",)),
)

RETAIL = Domain(
    name="retail",
    label="Brand",
    item="Product",
    pool="brand",
    forms=("{name} Group", "{name}", "{name}"),
    size=7,
    items=24,
    first=2016,
    last=2024,
    opens=2,
    ends_late=False,
    vintage="FY2024",
    measures=_MEASURES,
    attributes=_ATTRIBUTES,
    papers=(*RETAIL_REPORTS, *RETAIL_RECORDS),
    bounds=(
        ("operating profit", "net revenue", Decimal("0.25")),
        ("advertising costs", "net revenue", Decimal("0.1")),
    ),
    restated=(("net revenue", "FY2022", 2), ("operating profit", "FY2023", 2)),
    slips=(("stores", "FY2024"),),
    withheld=(
        ("customer satisfaction", "FY2020", 1),
        ("training hours per employee", "FY2019", 1),
        ("units sold", "FY2023", 2),
        ("average basket", "FY2021", 1),
    ),
)
