"""The measures of each domain, with ranges from which a first value is drawn and the way they move."""

from __future__ import annotations

from types import MappingProxyType

from assay.enterprise.records import Measure

ENERGY = (
    Measure("electricity generation", "GWh", 0, 8200, 13_500, 14, 42, aliases=("power output", "gross generation")),
    Measure(
        "electricity consumption", "GWh", 0, 7600, 12_400, 11, 26, aliases=("power demand", "final electricity use")
    ),
    Measure("industrial electricity consumption", "GWh", 0, 2100, 4300, 8, 38, aliases=("工业用电量",)),
    Measure("installed capacity", "MW", 0, 2300, 4100, 27, 19, aliases=("发电装机容量", "generating capacity")),
    Measure("network losses", "GWh", 0, 380, 760, -9, 45, aliases=("grid losses",)),
    Measure("household electricity price", "cents per kWh", 2, 1390, 2230, 33, 41, False, ("domestic tariff",)),
    Measure("industrial electricity price", "cents per kWh", 2, 780, 1290, 29, 55, False, ("business tariff",)),
    Measure("metering points", "number", 0, 690_000, 1_310_000, 9, 6, aliases=("connections",)),
    Measure("network investment", "million crowns", 1, 11_300, 25_900, 48, 95, aliases=("grid capital expenditure",)),
    Measure("peak load", "MW", 0, 1520, 2610, 10, 23, aliases=("maximum demand",)),
    Measure("renewable share of generation", "%", 1, 118, 462, 58, 34, False, ("share of renewables",)),
    Measure("average interruption per customer", "minutes", 1, 310, 1480, -27, 110, False, ("SAIDI",)),
    Measure("connection requests", "number", 0, 410, 2900, 85, 120, aliases=("applications for connection",)),
)

RETAIL = (
    Measure("net revenue", "thousand euros", 0, 404_000, 1_090_000, 31, 36, aliases=("net sales",)),
    Measure("operating profit", "thousand euros", 0, 14_100, 51_800, 24, 110, aliases=("EBIT",)),
    Measure("stores", "number", 0, 87, 322, 17, 24, aliases=("outlets",)),
    Measure("selling area", "square metres", 0, 98_200, 331_000, 13, 20, aliases=("sales floor",)),
    Measure("employees", "number", 0, 2_140, 7_390, 12, 25, aliases=("headcount",)),
    Measure("online share of revenue", "%", 1, 31, 168, 92, 60, False, ("e-commerce share",)),
    Measure("training hours per employee", "hours", 1, 96, 318, 19, 80, False, ("hours of training",)),
    Measure("average basket", "euros", 2, 1480, 6350, 22, 18, False, ("average transaction value",)),
    Measure("customer satisfaction", "index points", 1, 642, 861, 4, 13, False, ("satisfaction index",)),
    Measure("loyalty card holders", "number", 0, 187_000, 912_000, 46, 29, aliases=("loyalty members",)),
)

MEASURES = MappingProxyType({"energy": ENERGY, "retail": RETAIL})
