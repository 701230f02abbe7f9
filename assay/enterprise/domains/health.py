"""A hospital trust: what it measures, and how its figures move."""

from __future__ import annotations

from decimal import Decimal

from assay.enterprise.domains.health_papers import PAPERS
from assay.enterprise.plans import Attribute, Domain
from assay.enterprise.records import Measure

_MEASURES = (
    Measure(
        "admissions", "number", 0, 14_200, 41_500, 9, 26,
        aliases=("inpatient cases", "入院患者数"), words=(("ja", "入院患者数"),),
    ),
    Measure("emergency visits", "number", 0, 22_400, 71_000, 15, 30, aliases=("A&E attendances",), months=3),
    Measure("beds", "number", 0, 280, 910, -4, 10, aliases=("bed count", "病床数"), words=(("ja", "病床数"),)),
    Measure(
        "nurses", "number", 0, 390, 1_420, 11, 22, aliases=("nursing staff", "看護師数"), words=(("ja", "看護師数"),)
    ),
    Measure("doctors", "number", 0, 120, 430, 13, 24, aliases=("medical staff",)),
    Measure("surgical operations", "number", 0, 6_100, 19_800, 12, 34, aliases=("operations performed",)),
    Measure(
        "average length of stay", "days", 1, 52, 89, -11, 22, False,
        aliases=("mean stay", "平均在院日数"), words=(("ja", "平均在院日数"),),
    ),
    Measure("bed occupancy", "%", 1, 702, 834, 4, 14, False, ("occupancy rate",)),
    Measure("running costs", "thousand euros", 0, 71_000, 198_000, 34, 28, aliases=("operating expenditure",)),
    Measure("equipment investment", "thousand euros", 0, 2_300, 9_700, 21, 140, aliases=("spending on equipment",)),
    Measure("patient satisfaction", "index points", 1, 655, 842, 5, 16, False, ("patient rating",)),
    Measure("infection rate", "%", 2, 118, 396, -24, 60, False, ("share of hospital infections",)),
    Measure("waiting list", "number", 0, 900, 4_800, 40, 110, False, ("patients waiting",), dates=5),
    Measure("clinic visits", "number", 0, 8_400, 46_000, 18, 44, aliases=("outpatient visits",), item=True),
    Measure("clinic staff", "number", 0, 12, 96, 9, 40, aliases=("people employed",), item=True),
    Measure("average wait", "minutes", 1, 140, 520, -14, 60, False, ("mean waiting time",), item=True),
)  # fmt: skip

_ATTRIBUTES = (
    Attribute("medical director", "person", aliases=("head of the hospital",)),
    Attribute("town", "town", aliases=("location",)),
    Attribute("founded", "year", aliases=("year of founding",)),
    Attribute("hospital", "entity", item=True, aliases=("belongs to",)),
    Attribute("opened", "year", item=True, aliases=("year of opening",)),
    Attribute("clinic code", "code", item=True, aliases=("code",)),
)

HEALTH = Domain(
    name="health",
    label="Hospital",
    item="Clinic",
    pool="place",
    forms=("{name} Health Trust", "{name} Hospital", "{name} Clinic"),
    size=8,
    items=24,
    first=2016,
    last=2024,
    opens=1,
    ends_late=False,
    vintage="2025",
    measures=_MEASURES,
    attributes=_ATTRIBUTES,
    papers=PAPERS,
    bounds=(("doctors", "nurses", Decimal("0.9")), ("beds", "nurses", Decimal("1.6"))),
    restated=(("admissions", "2022", 3), ("running costs", "2023", 2)),
    slips=(("nurses", "2024"),),
    withheld=(
        ("infection rate", "2021", 1),
        ("patient satisfaction", "2019", 1),
        ("clinic visits", "2022", 2),
        ("doctors", "2018", 1),
    ),
    labels=(("ja", "病院"),),
)
