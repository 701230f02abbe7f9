"""The clean candidates: sound questions of every track, each over documents of its own; all of them must stay."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import mean

from tests.traps.controls_apart import absences, facets, requests, searches
from tests.traps.desk import Desk, Line, all_years, at, every, leader, number, rounded, task
from tests.traps.figures import PORTS


def controls(desk: Desk) -> Iterator[Line]:
    """Yield every control."""
    yield from _ports(desk)
    yield from _more_ports(desk)
    yield from _clinics(desk)
    yield from facets(desk)
    yield from searches(desk)
    yield from absences(desk)
    yield from requests(desk)


def _ports(desk: Desk) -> Iterator[Line]:
    cell, program = desk.cell, desk.program
    one = leader("cargo", 2024)
    yield task(
        "control-pilots",
        "numeric",
        "How many people were employed as pilots in 2023 at the port that handled the largest cargo in 2024?",
        number(str(at("pilots", one, 2023)), "people"),
        [cell("cargo", one, 2024), cell("pilots", one, 2023)],
        program=program({"a": "cargo", "b": "pilots"}, 'name = highest(a, "2024")\nprint(value(b, name, "2023"))'),
    )
    one = leader("pilots", 2024, min)
    yield task(
        "control-dredging",
        "numeric",
        "In thousand euros and to one decimal place, what was the dredging spend in 2022 of the port with the fewest "
        "pilots employed in 2024?",
        number(str(at("dredging", one, 2022)), "euros", 1, scale="thousand"),
        [cell("pilots", one, 2024), cell("dredging", one, 2022)],
        program=program(
            {"a": "pilots", "b": "dredging"}, 'name = lowest(a, "2024")\nprint(shown(value(b, name, "2022"), 1))'
        ),
    )
    one = leader("dredging", 2023)
    yield task(
        "control-dues",
        "numeric",
        "Take the port on whose channels most was spent for dredging in 2023. What were its harbour dues in 2024, in "
        "euros per tonne, to three decimals?",
        number(str(at("dues", one, 2024)), "euros per tonne", 3),
        [cell("dredging", one, 2023), cell("dues", one, 2024)],
        program=program(
            {"a": "dredging", "b": "dues"}, 'name = highest(a, "2023")\nprint(shown(value(b, name, "2024"), 3))'
        ),
    )
    one = leader("shore", 2024, min)
    yield task(
        "control-incidents",
        "numeric",
        "By how many did the incidents reported change from 2021 to 2024 at the port to which the least shore power "
        "was delivered in 2024? Give a whole number with its sign, + or -.",
        number(f"{at('incidents', one, 2024) - at('incidents', one, 2021):+}", sign="required"),
        [cell("shore", one, 2024), cell("incidents", one, 2021), cell("incidents", one, 2024)],
        program=program(
            {"a": "shore", "b": "incidents"},
            'name = lowest(a, "2024")\n'
            'change = value(b, name, "2024") - value(b, name, "2021")\n'
            'print(("+" if change > 0 else "") + shown(change, 0))',
        ),
    )
    one = leader("berths", 2024, min)
    then, now = at("shore", one, 2021), at("shore", one, 2024)
    yield task(
        "control-growth",
        "numeric",
        "By what percentage did the shore power delivered grow from 2021 to 2024 at the port with the fewest berths in "
        "use in 2024? Answer in percent, to one decimal place.",
        number(rounded((now / then - 1) * 100, 1), "%", 1),
        [cell("berths", one, 2024), cell("shore", one, 2021), cell("shore", one, 2024)],
        program=program(
            {"a": "berths", "b": "shore"},
            'name = lowest(a, "2024")\nprint(shown((value(b, name, "2024") / value(b, name, "2021") - 1) * 100, 1))',
        ),
    )


def _more_ports(desk: Desk) -> Iterator[Line]:
    cell, program = desk.cell, desk.program
    one = leader("incidents", 2022)
    yield task(
        "control-tonnes",
        "numeric",
        "How many tonnes of cargo were handled in 2023 by the port with the most incidents reported in 2022? Give a "
        "whole number of tonnes.",
        number(str(at("cargo", one, 2023) * 1000), "tonnes"),
        [cell("incidents", one, 2022), cell("cargo", one, 2023)],
        program=program(
            {"a": "incidents", "b": "cargo"}, 'name = highest(a, "2022")\nprint(value(b, name, "2023") * 1000)'
        ),
    )
    one = leader("dues", 2023)
    yield task(
        "control-per-berth",
        "numeric",
        "For the port with the highest harbour dues in 2023, how many cruise passengers (people) came in that year for "
        "each of its berths in use? Give one decimal place.",
        number(rounded(at("cruise", one, 2023) * 1000 / at("berths", one, 2023), 1), "people", 1),
        [cell("dues", one, 2023), cell("cruise", one, 2023), cell("berths", one, 2023)],
        program=program(
            {"a": "dues", "b": "cruise", "c": "berths"},
            'name = highest(a, "2023")\nprint(shown(value(b, name, "2023") * 1000 / value(c, name, "2023"), 1))',
        ),
    )
    one = leader("repairs", 2024)
    yield task(
        "control-share",
        "numeric",
        "What share of the cargo that all ports handled in 2023 fell to the port with the largest quay repairs in "
        "2024? Answer in percent, to one decimal place.",
        number(rounded(at("cargo", one, 2023) / every("cargo", 2023) * 100, 1), "%", 1),
        [cell("repairs", one, 2024), *(cell("cargo", place, 2023) for place in PORTS)],
        program=program(
            {"a": "repairs", "b": "cargo"},
            'name = highest(a, "2024")\n'
            'whole = sum(value(b, one, "2023") for one in names(b))\n'
            'print(shown(value(b, name, "2023") / whole * 100, 1))',
        ),
    )
    one = leader("ferry", 2024)
    yield task(
        "control-containers",
        "numeric",
        "At the port with the most ferry passengers in 2024, how many containers were lifted in 2022?",
        number(str(at("containers", one, 2022))),
        [cell("ferry", one, 2024), cell("containers", one, 2022)],
        program=program({"a": "ferry", "b": "containers"}, 'name = highest(a, "2024")\nprint(value(b, name, "2022"))'),
    )
    one = leader("dues", 2024, min)
    yield task(
        "control-copied",
        "numeric",
        "How many ship calls did the port with the lowest harbour dues in 2024 have in that year?",
        number(str(at("calls", one, 2024))),
        [cell("dues", one, 2024), cell("calls", one, 2024)],
        program=program({"a": "dues", "b": "calls"}, 'name = lowest(a, "2024")\nprint(value(b, name, "2024"))'),
    )


def _clinics(desk: Desk) -> Iterator[Line]:
    cell, program = desk.cell, desk.program
    one = leader("visits", 2023)
    yield task(
        "control-nurses",
        "numeric",
        "How many nurses (people) did the clinic employ in 2023 that had the most outpatient visits in 2023?",
        number(str(at("nurses", one, 2023)), "people"),
        [cell("visits", one, 2023), cell("nurses", one, 2023)],
        program=program({"a": "visits", "b": "nurses"}, 'name = highest(a, "2023")\nprint(value(b, name, "2023"))'),
    )
    one = leader("nurses", 2024, min)
    yield task(
        "control-cost",
        "numeric",
        "Which operating cost, in thousand euros and to one decimal, did the clinic have in 2021 that employed the "
        "fewest nurses in 2024?",
        number(str(at("cost", one, 2021)), "euros", 1, scale="thousand"),
        [cell("nurses", one, 2024), cell("cost", one, 2021)],
        program=program(
            {"a": "nurses", "b": "cost"}, 'name = lowest(a, "2024")\nprint(shown(value(b, name, "2021"), 1))'
        ),
    )
    one = leader("cost", 2024, min)
    yield task(
        "control-waiting",
        "numeric",
        "What was the average waiting time in 2023, in days to two decimals, at the clinic whose operating cost in "
        "2024 was the lowest?",
        number(str(at("waiting", one, 2023)), "days", 2),
        [cell("cost", one, 2024), cell("waiting", one, 2023)],
        program=program(
            {"a": "cost", "b": "waiting"}, 'name = lowest(a, "2024")\nprint(shown(value(b, name, "2023"), 2))'
        ),
    )
    one = leader("prescriptions", 2024)
    yield task(
        "control-beds",
        "numeric",
        "How many more beds were available in 2024 than in 2021 at the clinic where most prescriptions were filled in "
        "2024?",
        number(str(at("beds", one, 2024) - at("beds", one, 2021))),
        [cell("prescriptions", one, 2024), cell("beds", one, 2021), cell("beds", one, 2024)],
        program=program(
            {"a": "prescriptions", "b": "beds"},
            'name = highest(a, "2024")\nprint(value(b, name, "2024") - value(b, name, "2021"))',
        ),
    )
    one = leader("energy", 2022, min)
    yield task(
        "control-per-visit",
        "numeric",
        "Think of the clinic that used the least electricity in 2022. How many euros of operating cost fell to each of "
        "its outpatient visits in 2024, to two decimals?",
        number(rounded(at("cost", one, 2024) * 1000 / at("visits", one, 2024), 2), "euros", 2),
        [cell("energy", one, 2022), cell("cost", one, 2024), cell("visits", one, 2024)],
        program=program(
            {"a": "energy", "b": "cost", "c": "visits"},
            'name = lowest(a, "2022")\nprint(shown(value(b, name, "2024") * 1000 / value(c, name, "2024"), 2))',
        ),
    )
    one = leader("beds", 2024, min)
    grown = [at(key, one, 2023) / at(key, one, 2021) * 100 for key in ("energy", "cost")]
    yield task(
        "control-gap",
        "numeric",
        "For the clinic with the fewest beds available in 2024, by how many percentage points does the growth of the "
        "electricity used exceed that of the operating cost, both from 2021 to 2023? One decimal place.",
        number(rounded(grown[0] - grown[1], 1), "pp", 1),
        [cell("beds", one, 2024), *(cell(key, one, year) for key in ("energy", "cost") for year in (2021, 2023))],
        program=program(
            {"a": "beds", "b": "energy", "c": "cost"},
            'name = lowest(a, "2024")\n'
            'grown = [value(rows, name, "2023") / value(rows, name, "2021") * 100 for rows in (b, c)]\n'
            "print(shown(grown[0] - grown[1], 1))",
        ),
    )
    one = leader("waiting", 2022)
    yield task(
        "control-mean",
        "numeric",
        "What is the mean of the prescriptions filled in the four years from 2021 to 2024 at the clinic with the "
        "longest average waiting time in 2022? Give one decimal place.",
        number(rounded(mean(all_years("prescriptions", one)), 1), decimals=1),
        [cell("waiting", one, 2022), *(cell("prescriptions", one, year) for year in range(2021, 2025))],
        program=program(
            {"a": "waiting", "b": "prescriptions"},
            'name = highest(a, "2022")\n'
            "print(shown(sum(value(b, name, str(year)) for year in range(2021, 2025)) / 4, 1))",
        ),
    )
