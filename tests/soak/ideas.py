"""What the scripted author asks of the bundled archive: questions on its facts, some with a flaw of an author's kind.

An idea holds no answer and no key of an artifact: these come out of what the author's own commands print.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from assay.model.canonical import Json

# What nobody can say the meaning of: the scripted reviewer stumbles over both, and has better words for the first.
VAGUE, HOPELESS = "all things considered", "more or less"
# What the scripted grader finds not worth knowing.
TRIVIAL = "for the record only"
# What the scripted model of the gate `closed_book` has read about elsewhere.
KNOWN = "at which patients were the least satisfied"

_CHAIN = """
a = table({pick})
name = leader(a, {of!r}, {when!r}, {choose})
b = table({ask})
"""


@dataclass(frozen=True)
class Table:
    """A table by its document and by how its first line begins."""

    path: str
    head: str


@dataclass(frozen=True)
class Idea:
    """A question on the place that one table picks, asked of another; `body` prints the answer from `b` and `name`.

    `truth` works out of the cited texts what is really asked for, where that is not what the program prints; `gold` is
    submitted in place of what it prints. `enough` is how many of the last cited texts a solver needs, all of them where
    it is None. `clearer` are the reviewer's words for a vague one. `fate` is every decision on it that is no keep, and
    whether it is released; none of questions of which some go and the others stay.
    """

    pick: Table
    when: str
    ask: Table
    body: str
    question: str
    answer: Mapping[str, Json]
    of: str = "Hospital"
    choose: str = "max"
    clearer: str = ""
    truth: Callable[[Sequence[Decimal]], str] | None = None
    enough: int | None = None
    gold: str = ""
    fate: tuple[str, ...] = ()

    @property
    def submitted(self) -> str:
        """The question as its author submits it, before it is rewritten."""
        return f"Going by the records: {self.question}"

    def program(self, keys: Mapping[Table, str]) -> str:
        """Return the end of the program, over tables whose artifact keys are known."""
        places = {name: f"{one.path!r}, {keys[one]!r}" for name, one in (("pick", self.pick), ("ask", self.ask))}
        return _CHAIN.format(of=self.of, when=self.when, choose=self.choose, **places) + self.body


def looks_up(heading: str, keys: str = "{b[0][0]: name}") -> str:
    """Return the end of a program that prints one cell of the place that was picked."""
    return f"print(number(cell(b, {heading!r}, {keys})))\n"


def _share(of: str, base: str, over: str) -> str:
    first, last = (f"number(cell(b, {year!r}, {{b[0][0]: name}}))" for year in (of, base))
    return f"first, last = {first}, {last}\nprint(rounded((last - first) / {over} * 100, 2))\n"


def _grown(cited: Sequence[Decimal]) -> str:
    """Return the growth between the last two cited figures in percent of the earlier one."""
    before, after = cited[-2:]
    return str(((after - before) / before * 100).quantize(Decimal("0.01"), ROUND_HALF_UP))


_STATISTICS, _BRIEFING = "health/hospital-statistics-2025.xlsx.md", "health/quality-briefing-2025.pptx.md"
_YEARBOOK, _MEMO = "energy/statistical-yearbook-2025.xlsx.md", "energy/losses-memo.md.md"
_BEDS = Table(_STATISTICS, "| Hospital | 2016 | 2017 |")
_NURSES = Table(_STATISTICS, "| Hospital | 2017 | 2018 |")
_RATING = Table(_STATISTICS, "| Hospital | 2018 | 2019 |")
_INFECTIONS = Table(_BRIEFING, "| Hospital | 2019 | 2020 |")
_EQUIPMENT = Table("health/staff-newsletter-spring.pdf.md", "| Hospital | 2019 | 2020 |")
_COSTS = Table("health/trust-report-2024.docx.md", "| Hospital | 2019 | 2020 |")
_INDUSTRY = Table("energy/supply-release-2024.pdf.md", "| Region | 2017 | 2018 |")
_RENEWABLE = Table(_YEARBOOK, "| Region | 2018 | 2019 |")
_REQUESTS = Table(_MEMO, "| Region | 2018 | 2019 |")
_REGISTER = Table("energy/consumption-register.csv.md", "| Region | Year |")
_PRICES = Table("energy/annual-energy-report-2024.docx.md", "| Region | 2017 | 2018 |")
_COUNT: Mapping[str, Json] = {"type": "number"}
_PERCENT: Mapping[str, Json] = {"type": "number", "unit": "%", "decimals": 2}
_POINT: Mapping[str, Json] = {"type": "number", "unit": "%", "decimals": 1}
_INDEX: Mapping[str, Json] = {"type": "number", "unit": "index points", "decimals": 1}
_MONEY: Mapping[str, Json] = {"type": "number", "unit": "euros", "scale": "million", "decimals": 3}
_ENERGY: Mapping[str, Json] = {"type": "number", "unit": "GWh", "decimals": 0}

HEALTH = (
    Idea(
        _INFECTIONS, "2023", _BEDS, looks_up("2017"),
        "How many beds were there in 2017 at the hospital with the highest infection rate in 2023?", _COUNT,
    ),
    # the same in other words
    Idea(
        _INFECTIONS, "2023", _BEDS, looks_up("2017"),
        "The hospital where most patients caught an infection in 2023, by rate: what was its number of beds in 2017?",
        _COUNT,
    ),
    # nothing of unit, scale and decimals
    Idea(
        _RATING, "2022", _COSTS, looks_up("2024"),
        "How high were the running costs in 2024 of the hospital whose patient satisfaction was best in 2022?", _MONEY,
        fate=("spec revise unit_unstated", "released"),
    ),
    # it asks for one decimal and answers with three
    Idea(
        _INFECTIONS, "2021", _COSTS, looks_up("2024"),
        "What were the running costs in 2024, in million euros to one decimal, of the hospital with the lowest "
        "infection rate in 2021?",
        _MONEY, choose="min",
        fate=("spec drop decimals_differ",),
    ),
    Idea(
        _COSTS, "2024", _NURSES, looks_up("2017"),
        f"How large was the nursing staff in 2017, {VAGUE}, of the hospital with the lowest running costs in 2024?",
        _COUNT, choose="min",
        clearer="How large was the nursing staff in 2017 of the hospital with the lowest running costs in 2024?",
        fate=("review revise unclear", "released"),
    ),
    Idea(
        _COSTS, "2024", _RATING, looks_up("2020"),
        f"What was, {HOPELESS}, the patient satisfaction in 2020 of the hospital with the highest running costs in "
        "2024, in index points to one decimal?",
        _INDEX,
        fate=("review drop unclear",),
    ),
    Idea(
        _RATING, "2023", _EQUIPMENT, looks_up("2022"),
        f"In thousand euros, what was spent on equipment in 2022 by the hospital {KNOWN} in 2023?",
        {"type": "number", "unit": "euros", "scale": "thousand"}, choose="min",
        fate=("closed_book drop known",),
    ),
    # the program divides by the later year
    Idea(
        _COSTS, "2024", _BEDS, _share("2016", "2020", over="last"),
        "By what percentage, to two decimals, did the number of beds change from 2016 to 2020, measured against that "
        "of 2016, at the hospital with the highest running costs in 2024?",
        _PERCENT, truth=_grown,
        fate=("review drop gold_disputed",),
    ),
    # it names its file, and whoever rewrites it leaves that in
    Idea(
        _EQUIPMENT, "2021", _BEDS, looks_up("2019"),
        "How many beds were there in 2019, by hospital-statistics-2025.xlsx, at the hospital that spent most on "
        "equipment in 2021?",
        _COUNT,
        fate=("leakage drop file_name",),
    ),
)  # fmt: skip

ENERGY = (
    # electricity for industry is meant, and all electricity is asked for
    Idea(
        _REQUESTS, "2019", _INDUSTRY, looks_up("2018"),
        "How large was the consumption of electricity in 2018, in whole GWh, of the region with the fewest "
        "connection requests in 2019?",
        _ENERGY, of="Region", choose="min",
        fate=("uniqueness revise qualified", "released"),
    ),
    # the price for households stands under the name of that for industry
    Idea(
        _RENEWABLE, "2018", _PRICES, looks_up("2019"),
        "What was the industrial price of electricity in 2019, in cents per kWh to two decimals, of the region with "
        "the highest renewable share of generation in 2018?",
        {"type": "number", "unit": "cents per kWh", "decimals": 2}, of="Region",
        fate=("uniqueness drop rival_binding",),
    ),
    Idea(
        _REQUESTS, "2019", _REGISTER,
        looks_up("Metering points (number)", "{b[0][0]: name, 'Year': '2016'}"),
        "How many metering points were there in 2016 in the region with the most connection requests in 2019?",
        _COUNT, of="Region",
        fate=("panel drop all_right",),
    ),
    Idea(
        _RENEWABLE, "2019", _PRICES, looks_up("2019"),
        f"What was, {TRIVIAL}, the household electricity price in 2019, in cents per kWh to two decimals, of the "
        "region with the highest renewable share of generation in that year?",
        {"type": "number", "unit": "cents per kWh", "decimals": 2}, of="Region",
        fate=("quality drop low_information_value",),
    ),
    # another answer than its program gives
    Idea(
        _RENEWABLE, "2020", _PRICES, looks_up("2018"),
        "What was the household electricity price in 2018, in cents per kWh to two decimals, of the region with the "
        "highest renewable share of generation in 2020?",
        {"type": "number", "unit": "cents per kWh", "decimals": 2}, of="Region", gold="10.01",
        fate=("verification drop answer_differs",),
    ),
    # who guesses the region needs no prices
    Idea(
        _PRICES, "2018", _RENEWABLE, looks_up("2018"),
        "What was the renewable share of generation in 2018, in percent to one decimal, of the region with the "
        "highest household electricity price in that year?",
        _POINT, of="Region", enough=1,
        fate=("ablation drop answered_without",),
    ),
)  # fmt: skip

# Sound ones, more than a release takes from two documents.
CROWD = (
    Idea(
        _INFECTIONS, "2023", _RATING, looks_up("2018"),
        "What was the patient satisfaction in 2018, in index points to one decimal, of the hospital with the lowest "
        "infection rate in 2023?",
        _INDEX, choose="min",
    ),
    Idea(
        _INFECTIONS, "2019", _RATING, looks_up("2019"),
        "What was the patient satisfaction in 2019, in index points to one decimal, of the hospital with the highest "
        "infection rate in 2019?",
        _INDEX,
    ),
    Idea(
        _INFECTIONS, "2022", _RATING, looks_up("2021"),
        "What was the patient satisfaction in 2021, in index points to one decimal, of the hospital with the highest "
        "infection rate in 2022?",
        _INDEX,
    ),
)  # fmt: skip

IDEAS = {"health": (*HEALTH, *CROWD), "energy": ENERGY}
