"""What is true in the trap archive: the figures of seven ports and seven clinics in four years."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from types import MappingProxyType

PORTS = ("Aldermouth", "Brackwater", "Calderhaven", "Dunsmere", "Eastwick", "Farrowby", "Gorsebay")
CLINICS = ("Ashgrove", "Birchfield", "Cedarlea", "Downham", "Elmstead", "Foxley", "Hazelwell")
YEARS = (2021, 2022, 2023, 2024)
WITHHELD = ".."

Figures = Mapping[tuple[str, int], Decimal]


@dataclass(frozen=True, slots=True)
class Measure:
    """A quantity with its unit as captions state it, the range that its values lie in, and its decimals."""

    name: str
    unit: str
    low: int
    high: int
    decimals: int = 0
    places: Sequence[str] = PORTS

    @property
    def role(self) -> str:
        """What its rows are called."""
        return "port" if self.places is PORTS else "clinic"

    @property
    def caption(self) -> str:
        """The caption of its table."""
        return f"{self.name} by {self.role}, {self.unit}"


MEASURES = MappingProxyType(
    {
        "cargo": Measure("Cargo handled", "thousand tonnes", 900, 9800),
        "containers": Measure("Containers lifted", "number", 2100, 88000),
        "calls": Measure("Ship calls", "number", 310, 4900),
        "pilots": Measure("Pilots employed", "people", 105, 890),
        "dredging": Measure("Dredging spend", "thousand euros", 410, 8700, 1),
        "incidents": Measure("Incidents reported", "number", 112, 960),
        "dues": Measure("Harbour dues", "euros per tonne", 2, 15, 3),
        "shore": Measure("Shore power delivered", "MWh", 1200, 9400, 1),
        "cruise": Measure("Cruise passengers", "thousand people", 110, 990, 1),
        "ferry": Measure("Ferry passengers", "thousand people", 120, 980, 1),
        "berths": Measure("Berths in use", "number", 102, 470),
        "repairs": Measure("Quay repairs", "thousand euros", 350, 5200, 1),
        "visits": Measure("Outpatient visits", "number", 11000, 94000, 0, CLINICS),
        "beds": Measure("Beds available", "number", 103, 780, 0, CLINICS),
        "nurses": Measure("Nurses employed", "people", 140, 990, 0, CLINICS),
        "cost": Measure("Operating cost", "thousand euros", 3100, 29000, 1, CLINICS),
        "waiting": Measure("Average waiting time", "days", 11, 93, 2, CLINICS),
        "prescriptions": Measure("Prescriptions filled", "number", 13000, 97000, 0, CLINICS),
        "energy": Measure("Electricity used", "MWh", 1100, 9700, 1, CLINICS),
        "operations": Measure("Operations performed", "number", 1300, 9900, 0, CLINICS),
    }
)

# The figures that their tables keep back.
KEPT_BACK = frozenset(
    {
        ("nurses", "Elmstead", 2022),
        ("prescriptions", "Foxley", 2023),
        ("waiting", "Cedarlea", 2021),
        ("energy", "Ashgrove", 2024),
        ("berths", "Gorsebay", 2022),
        ("beds", "Downham", 2023),
        ("visits", "Birchfield", 2022),
        ("cost", "Hazelwell", 2023),
        ("waiting", "Foxley", 2024),
        ("prescriptions", "Downham", 2021),
        ("operations", "Elmstead", 2023),
        ("repairs", "Eastwick", 2022),
        ("ferry", "Aldermouth", 2022),
    }
)
# What the earlier annual report said of ship calls, before the later one restated it.
FIRST_SAID = MappingProxyType({("Calderhaven", 2022): Decimal(-148), ("Dunsmere", 2023): Decimal(211)})


def figures(key: str) -> Figures:
    """Return every figure of a measure by place and year."""
    measure, chance = MEASURES[key], random.Random(f"traps {key}")
    found: dict[tuple[str, int], Decimal] = {}
    for place in measure.places:
        start = chance.uniform(measure.low, measure.high)
        for year in YEARS:
            start *= chance.uniform(0.88, 1.17)
            found[place, year] = Decimal(str(round(start, measure.decimals))).quantize(Decimal(10) ** -measure.decimals)
    return found


def written(value: Decimal) -> str:
    """Return a number as tables show it, its thousands set apart."""
    return f"{value:,}"
