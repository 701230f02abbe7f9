"""A key of three regions and six stations, small enough that each answer can be worked out by hand."""

from collections.abc import Iterator, Mapping

from benchmarks.truth_key import Key, key_of

YEARS = ("2020", "2021", "2022")
YEARLY: Mapping[tuple[str, str], Mapping[str, tuple[str, str, str]]] = {
    ("electricity consumption", "GWh"): {
        "Ash": ("100", "110", "121"),
        "Birk": ("200", "210", "189"),
        "Cold": ("300", "300", "330"),
    },
    ("metering points", "number"): {
        "Ash": ("1000", "1100", "1210"),
        "Birk": ("2000", "1900", "1805"),
        "Cold": ("4000", "4000", "4400"),
    },
    ("household electricity price", "cents per kWh"): {
        "Ash": ("20.00", "21.00", "22.00"),
        "Birk": ("22.00", "21.50", "22.50"),
        "Cold": ("21.00", "23.10", "25.41"),
    },
    ("district heat supply", "TJ"): {
        "Ash": ("36", "72", "108"),
        "Birk": ("360", "360", "360"),
        "Cold": ("720", "684", "648"),
    },
    ("average interruption", "minutes"): {
        "Ash": ("10", "10", "10"),
        "Birk": ("12", "12", "12"),
        "Cold": ("30", "30", "12"),
    },
}
STATIONS: Mapping[str, tuple[str, str]] = {
    "Elm Power Station": ("Ash", "50"),
    "Fir Power Station": ("Ash", "70"),
    "Gale Power Station": ("Birk", "200"),
    "Hill Power Station": ("Birk", "40"),
    "Iris Power Station": ("Cold", "90"),
    "Jay Power Station": ("Cold", "95"),
}
ALIASES = {"household electricity price": ["domestic tariff"], "metering points": ["connections"]}


def small_key() -> Key:
    """Return the key."""
    return key_of(lines())


def lines() -> list[dict[str, object]]:
    """Return the lines of the key."""
    return [*_names(), *_facts(), *_looks()]


def fact(entity: str, measure: str, period: str, unit: str, value: str, **more: object) -> dict[str, object]:
    """Return the line of a fact that one table shows."""
    line = {"entity": entity, "measure": measure, "period": period, "unit": unit, "value": value}
    places = [{"path": "energy/book.xlsx", "at": {"sheet": "Data", "range": "B2"}, "shown": value}]
    return {"type": "fact", **line, "vintage": "2023", "current": True, "places": places, **more}


def _names() -> Iterator[dict[str, object]]:
    for entity in ("Ash", "Birk", "Cold"):
        yield _name(entity, "entity")
    yield _name("Norland", "place")
    for station in STATIONS:
        yield {**_name(station, "item"), "aliases": [station.split()[0]]}
    yield {**_name("region", "attribute"), "of": "item"}
    for measure, unit in (*YEARLY, ("network tariff", "cents per kWh"), ("visits", "number")):
        yield {**_name(measure, "measure"), "aliases": ALIASES.get(measure, []), "unit": unit, "of": "entity"}
    yield {**_name("rated power", "measure"), "unit": "MW", "of": "item"}


def _name(canonical: str, kind: str) -> dict[str, object]:
    return {"type": "name", "canonical": canonical, "aliases": [], "kind": kind, "domain": "energy"}


def _facts() -> Iterator[dict[str, object]]:
    for (measure, unit), rows in YEARLY.items():
        for entity, values in rows.items():
            yield from (fact(entity, measure, year, unit, value) for year, value in zip(YEARS, values, strict=True))
    for station, (region, power) in STATIONS.items():
        yield fact(station, "region", "", "text", region)
        yield fact(station, "rated power", "2022", "MW", power)
    yield fact("Ash", "electricity consumption", "2021", "GWh", "100", vintage="2022", current=False)
    yield fact("Ash", "electricity consumption", "2022", "GWh", "999", vintage="draft", current=False)
    yield fact("Norland", "electricity consumption", "2023", "GWh", "700")
    yield from (fact(entity, "electricity consumption", "2023", "GWh", "220") for entity in ("Ash", "Birk"))
    for day, value in (("2021-01-01", "5.00"), ("2021-06-01", "9.00"), ("2022-01-01", "5.50")):
        yield fact("Ash", "network tariff", day, "cents per kWh", value)
    for place in range(1, 26):
        yield fact("Ash", "visits", f"{2021 + (place - 1) // 12}-{(place - 1) % 12 + 1:02}", "number", str(place))


def _looks() -> Iterator[dict[str, object]]:
    where = {"type": "format", "path": "energy/report.docx"}
    yield {**where, "at": {"part": "body", "index": 1}, "kind": "highlight", "value": "never"}
    yield {**where, "at": {"part": "header"}, "kind": "header", "value": "Grid Office · Yearly"}
