"""What a planted candidate is: its line, the verdicts that it has to meet, and chains of two documents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from assay.model.canonical import Json
from tests.traps.desk import Desk, Line, at, leader, number, task
from tests.traps.figures import MEASURES

# How a question calls the figure that picks a place, and the figure that is asked for.
NOUNS = {
    "cargo": "cargo handled",
    "containers": "number of containers lifted",
    "calls": "number of ship calls",
    "pilots": "number of pilots employed",
    "dredging": "dredging spend",
    "incidents": "number of incidents reported",
    "dues": "harbour dues",
    "shore": "shore power delivered",
    "cruise": "number of cruise passengers",
    "ferry": "number of ferry passengers",
    "berths": "number of berths in use",
    "repairs": "quay repairs",
    "visits": "number of outpatient visits",
    "beds": "number of beds available",
    "nurses": "number of nurses employed",
    "cost": "operating cost",
    "waiting": "average waiting time",
    "prescriptions": "number of prescriptions filled",
    "energy": "electricity used",
    "operations": "number of operations performed",
}
FORMS = {
    "thousand tonnes": "in thousand tonnes",
    "number": "",
    "people": "(people)",
    "thousand euros": "in thousand euros, to one decimal place",
    "euros per tonne": "in euros per tonne, to three decimals",
    "MWh": "in MWh, to one decimal place",
    "thousand people": "in thousand people, to one decimal place",
    "days": "in days, to two decimals",
}


@dataclass(frozen=True)
class Planted:
    """A candidate and its fate: the decisions that are no keeps, in order; `group` counts it with its like."""

    line: Line
    fate: tuple[str, ...]
    group: str = ""


def plant(line: Line, *fate: str, group: str = "") -> Planted:
    """Return a planted candidate; a fate is `gate decision cause`, or `released`."""
    return Planted(line, fate, group)


def answer(key: str, place: str, year: int, **more: Json) -> Line:
    """Return the answer that a figure is, in the unit and with the decimals of its table."""
    measure = MEASURES[key]
    unit = measure.unit.removeprefix("thousand ")
    form: Line = {"scale": "thousand"} if measure.unit.startswith("thousand ") else {}
    return number(str(at(key, place, year)), "" if unit == "number" else unit, measure.decimals or None, **form, **more)


@dataclass(frozen=True)
class Chain:
    """One question in two documents: a figure picks the place, another figure of that place is asked for."""

    picks: str
    when: int
    asks: str
    year: int
    least: bool = False

    @property
    def place(self) -> str:
        """The place that is picked."""
        return leader(self.picks, self.when, min if self.least else max)

    @property
    def question(self) -> str:
        """The question with the form of its answer."""
        how = "lowest" if self.least else "highest"
        form = FORMS[MEASURES[self.asks].unit]
        return (
            f"What was the {NOUNS[self.asks]} in {self.year} of the {MEASURES[self.asks].role} with the {how} "
            f"{NOUNS[self.picks]} in {self.when}{', ' + form if form else ''}?"
        )

    def cells(self, desk: Desk) -> list[Line]:
        """Return the evidence of both figures."""
        return [desk.cell(self.picks, self.place, self.when), desk.cell(self.asks, self.place, self.year)]

    def program(self, desk: Desk, last: str = "", first: str = "") -> str:
        """Return the program, with another way to find the name or to print."""
        choose = "lowest" if self.least else "highest"
        first = first or f'name = {choose}(a, "{self.when}")'
        places = MEASURES[self.asks].decimals
        return desk.program(
            {"a": self.picks, "b": self.asks},
            f"{first}\n{last or f'print(shown(value(b, name, {str(self.year)!r}), {places}))'}",
        )

    def numeric(self, desk: Desk, name: str, **changes: Json) -> Line:
        """Return the candidate with a program, with some fields changed."""
        line = task(
            name,
            "numeric",
            self.question,
            answer(self.asks, self.place, self.year),
            self.cells(desk),
            program=self.program(desk),
        )
        return line | changes

    def search(self, desk: Desk, name: str, **changes: Json) -> Line:
        """Return the candidate without a program: its answer stands in a quote."""
        return task(name, "search", self.question, answer(self.asks, self.place, self.year), self.cells(desk)) | changes


def plan_of(desk: Desk, chain: Chain, asked: str = "") -> Line:
    """Return the plan of a chain: the pick, and the figure of the place that it picks, or what it says of it."""
    steps = ((chain.picks, chain.when), (chain.asks, chain.year))
    looked: list[Json] = []
    for name, cell, (key, year) in zip(("pick", "ask"), chain.cells(desk), steps, strict=True):
        place = cast(Line, cell["at"])
        looked.append(
            {
                "id": name,
                "entity": chain.place,
                "measure": MEASURES[key].name.casefold(),
                "period": str(year),
                "unit": MEASURES[key].unit,
                "path": cell["path"],
                "artifact": cell["artifact"],
                "row": place["row"],
                "column": place["column"],
                "value": asked or cell["quote"] if name == "ask" else cell["quote"],
                "after": "found" if name == "ask" else None,
            }
        )
    choose = "argmin" if chain.least else "argmax"
    steps = [{"id": "found", "operator": choose, "inputs": ["pick"], "value": chain.place}]
    return {"lookups": looked, "operations": list[Json](steps), "result": "ask"}
