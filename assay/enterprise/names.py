"""Pools of invented names from which a seed draws: places, regions, brands, publishers and people."""

from __future__ import annotations

from assay.enterprise.records import Entity

COUNTRIES = (
    Entity("Valdria", ("瓦尔德里亚",)),
    Entity("Ostmere", ("奥斯特米尔",)),
    Entity("Karelmoor", ("卡雷尔莫",)),
    Entity("Tarsenia", ("塔森尼亚",)),
    Entity("Belmark", ("贝尔马克",)),
    Entity("Norravia", ("诺拉维亚",)),
)

REGIONS = (
    Entity("Northmark", ("北马克",)),
    Entity("Eastvale", ("东谷",)),
    Entity("Carrow", ("卡罗",)),
    Entity("Highmoor", ("高原",)),
    Entity("Lowfen", ("低沼",)),
    Entity("Sundal", ("松达尔",)),
    Entity("Westreach", ("西岸",)),
    Entity("Ardenholt", ("阿登霍特",)),
    Entity("Brackwater", ("咸水湾",)),
    Entity("Cindermere", ("辛德湖",)),
    Entity("Dunmoor", ("邓莫尔",)),
    Entity("Elmsfold", ("榆林",)),
    Entity("Fallowdale", ("法洛谷",)),
    Entity("Greyhaven", ("灰港",)),
    Entity("Hollins", ("霍林斯",)),
    Entity("Isenfurt", ("伊森富特",)),
    Entity("Kestrelby", ("凯斯特雷",)),
    Entity("Lindrath", ("林德拉斯",)),
)

GROUPS = ("Halden & Moor", "Castellan", "Brookvale", "Merriton", "Osterling", "Penhallow")

BRANDS = (
    Entity("Brightmart", ("Brightmart Hypermarkets",)),
    Entity("Cornerway", ("Cornerway Local",)),
    Entity("Daily Larder", ("Larder",)),
    Entity("Homestead", ("Homestead DIY",)),
    Entity("Lumen & Co", ("Lumen Electronics",)),
    Entity("Pantry Lane", ("Pantry Lane Express",)),
    Entity("Redwood Sports", ("Redwood",)),
    Entity("Silverleaf", ("Silverleaf Pharmacy",)),
    Entity("Tinder Toys", ("Tinder Toys & Games",)),
    Entity("Velour", ("Velour Fashion",)),
    Entity("Wayfare Books", ("Wayfare",)),
    Entity("Yellow Basket", ("Yellow Basket Discount",)),
)

PEOPLE = (
    "Ada Lindqvist",
    "Bram Okafor",
    "Celia Navarro",
    "Dmitri Halloran",
    "Esme Tanaka",
    "Farid Behrens",
    "Greta Solheim",
    "Hugo Marchetti",
    "Ines Adeyemi",
    "Jonas Petrov",
    "Kavita Rowe",
    "Lars Whitcombe",
)
