"""What an analyst's brief has to say: its request read from the words, its figures from what the key says is shown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from pathlib import PurePosixPath

from benchmarks.truth_faults import Unanswerable, Unreadable
from benchmarks.truth_form import form_of, rounded
from benchmarks.truth_frames import plural
from benchmarks.truth_key import Key
from benchmarks.truth_roles import YEAR, first
from benchmarks.truth_units import Quantity, converted

_REPORTS = {"Word report": ".docx", "PDF report": ".pdf", "presentation": ".pptx"}
_REPORT = rf"(?P<report>{'|'.join(_REPORTS)})"
_REQUEST = re.compile(
    rf"Write an analyst’s brief on the (?P<measure>.+?) by (?P<role>.+?)\. Two documents give it: "
    rf"a workbook(?: in (?P<own>.+?))? and an? {_REPORT}(?: in (?P<unit>.+?))?\. Leave totals and subtotals out of "
    rf"every count\. From the (?P=report), report for each (?P=role) the level in (?P<last>{YEAR}), the percentage "
    rf"change from (?P<first>{YEAR}) to (?P=last), and the percentage share in the sum of all (?P<all>.+?) in "
    r"(?P=last); then the sum of all (?P=all) in (?P=last) and in (?P=first) and the percentage change of the sum "
    r"between the two; and name (?P<named>.+?)\. Last, reconcile the documents for (?P=last): give the sum of the "
    r"workbook’s figures as they stand(?:, the same sum converted into (?P=unit))?, and what the sum of the "
    r"(?P=report) exceeds it by\. (?:Add for each (?P=role), as shown there, (?P<added>.+?)\. )?"
    r"Give levels and sums (?P<form>.+?), percentages with one decimal, and the workbook’s own sum with the decimals "
    r"that it shows\. Close with one JSON object with the keys (?P<keys>.+)\."
)
# A measure that one of the two documents gives beside, and the key that the closing object has for it.
_BESIDE = re.compile(
    rf"the (?P<measure>.+) in (?P<period>{YEAR})(?:, in (?P<unit>.+?),)? from the (?P<side>.+) \((?P<key>.+?_other)\)"
)
# What the closing object gives of each entity, but for what is added.
_EACH = ("level", "change", "share")
# What is to be named, by the key that the closing object has for it.
_RANKS = {
    "highest": "the {role} with the highest level in {last}",
    "lowest": "the {role} with the lowest level in {last}",
    "fastest": "the {role} with the largest percentage change",
    "slowest": "the {role} with the smallest percentage change",
}
_TOPS = {"highest": "largest", "lowest": "smallest", "fastest": "largest", "slowest": "smallest"}
_REMARK = " (the greatest fall, if any fell)"

Figures = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Series:
    """What a document has to show of all entities: a measure in a unit and a period."""

    measure: str
    unit: str
    period: str


@dataclass(frozen=True, slots=True)
class Brief:
    """A request: its measure and entities, the two documents by kind and unit, the periods and the decimals.

    `beside` are the measures that one of the documents gives beside, by the keys `workbook_other` and `report_other`.
    """

    domain: str
    measure: str
    role: str
    report: tuple[str, str]
    workbook: tuple[str, str]
    first: str
    last: str
    decimals: int
    keys: tuple[str, ...]
    beside: Mapping[str, Series]

    def of_report(self) -> dict[str, Series]:
        """Return what the report has to show."""
        periods = {"now": self.last, "then": self.first}
        own = {name: Series(self.measure, self.report[1], period) for name, period in periods.items()}
        return own | {key: series for key, series in self.beside.items() if key == "report_other"}

    def of_workbook(self) -> dict[str, Series]:
        """Return what the workbook has to show."""
        own = {"book": Series(self.measure, self.workbook[1], self.last)}
        return own | {key: series for key, series in self.beside.items() if key == "workbook_other"}


@dataclass(frozen=True, slots=True)
class Shown:
    """The figures of a measure for all entities that one document shows, as numbers and as they are written."""

    numbers: Mapping[str, Fraction]
    decimals: int


def is_brief(question: str) -> bool:
    """Return whether a question is a request for a brief."""
    return question.startswith("Write an analyst’s brief on ")


def brief_of(key: Key, question: str) -> Brief:
    """Return what a request asks for."""
    found = _REQUEST.fullmatch(question)
    if found is None:
        raise Unreadable("no request for a brief is in these words")
    domain, measure = _meant(key, found["measure"], found["role"], found["all"])
    form = form_of(found["form"].replace("as whole numbers", "as a whole number"))
    if form.unit != (found["unit"] or ""):
        raise Unreadable("levels are asked for in another unit than the report's")
    report = _REPORTS[found["report"]], found["unit"] or "number"
    keys = _listed(re.sub(r" \(.*?\)", "", found["keys"]))
    named = _listed(found["named"].replace(_REMARK, ""))
    if named != tuple(words.format(**found.groupdict()) for name, words in _RANKS.items() if name in keys):
        raise Unreadable("what is to be named is not what the closing object has keys for")
    beside = _beside(key, domain, found["added"] or "", found["report"])
    if _listed(found["keys"].partition(f" (each an object by {found['role']})")[0]) != (*_EACH, *beside):
        raise Unreadable("what is asked of each entity is not what the closing object gives of each")
    periods, book = (found["first"], found["last"]), (".xlsx", found["own"] or "number")
    return Brief(domain, measure, found["role"], report, book, *periods, form.decimals, keys, beside)


def _beside(key: Key, domain: str, added: str, report: str) -> dict[str, Series]:
    """What is to be added, by its key, which has to name the document that it is taken from."""
    sides = {"workbook_other": "workbook", "report_other": report}
    series: dict[str, Series] = {}
    for words in re.split(r"(?<=_other\)) and ", added) if added else ():
        found = _BESIDE.fullmatch(words)
        if found is None or sides.get(found["key"]) != found["side"] or found["key"] in series:
            raise Unreadable(f"nothing that a document gives beside is “{words}”")
        unit = "%" if found["unit"] == "percent" else found["unit"] or "number"
        series[found["key"]] = Series(key.measure(domain, found["measure"]).canonical, unit, found["period"])
    return series


def _listed(words: str) -> tuple[str, ...]:
    return tuple(re.split(r", | and ", words))


def _meant(key: Key, words: str, role: str, roles: str) -> tuple[str, str]:
    known = [domain for domain in key.domains if role in key.roles(domain) and plural(role) == roles]
    found: list[tuple[str, str]] = []
    for domain in known:
        try:
            found.append((domain, key.measure(domain, words).canonical))
        except Unreadable:
            continue
    if len(found) != 1:
        raise Unreadable(f"{len(found)} domains have the {words} by {role}")
    return found[0]


def figures(key: Key, brief: Brief) -> Figures:
    """Return the figures of a brief, which all documents that it may mean have to share."""
    reports = list(_documents(key, brief, brief.report[0], brief.of_report()))
    books = list(_documents(key, brief, brief.workbook[0], brief.of_workbook()))
    given = [_figures(brief, {**report, **book}) for report, book in product(reports, books)]
    if not given or any(one != given[0] for one in given):
        raise Unanswerable(f"{len(reports)} reports and {len(books)} workbooks fit, with several sets of figures")
    return given[0]


def _documents(key: Key, brief: Brief, suffix: str, wanted: Mapping[str, Series]) -> Iterator[dict[str, Shown]]:
    """What each document of a kind shows that shows all that is wanted of it."""
    for path in _paths(key, suffix):
        found = {name: _shown(key, brief.domain, path, series) for name, series in wanted.items()}
        shown = {name: one for name, one in found.items() if one is not None}
        if len(shown) == len(wanted):
            yield shown


def _paths(key: Key, suffix: str) -> list[str]:
    places = (place for facts in key.facts.values() for fact in facts for place in fact.places)
    return sorted({str(place["path"]) for place in places if PurePosixPath(str(place["path"])).suffix == suffix})


def _shown(key: Key, domain: str, path: str, series: Series) -> Shown | None:
    """What a document shows of a measure in a period, if it does so for all entities in one unit."""
    numbers: dict[str, Fraction] = {}
    decimals = 0
    for entity in key.entities(domain):
        told = key.facts.get((domain, entity, series.measure, series.period), [])
        shown = [place for fact in told for place in fact.places if place["path"] == path]
        places = [place for place in shown if place.get("unit") == series.unit]
        values = {str(place["value"]) for place in places if not place.get("rounded")}
        if len(values) != 1:
            return None
        numbers[entity] = Fraction(values.pop())
        decimals = max(decimals, *(_decimals(str(place["shown"])) for place in places))
    return Shown(numbers, decimals)


def _decimals(shown: str) -> int:
    return len(re.sub(r"[^0-9.]", "", shown).partition(".")[2])


def _figures(brief: Brief, shown: Mapping[str, Shown]) -> Figures:
    now, then, book = (shown[name] for name in ("now", "then", "book"))
    total, earlier = (sum(one.numbers.values(), Fraction(0)) for one in (now, then))
    own = sum(book.numbers.values(), Fraction(0))
    other = converted(Quantity(own, brief.workbook[1]), brief.report[1])
    change = {who: 100 * (now.numbers[who] / then.numbers[who] - 1) for who in now.numbers}
    values = {"highest": now.numbers, "lowest": now.numbers, "fastest": change, "slowest": change}
    found: dict[str, object] = {
        "level": _each(now, brief.decimals),
        "change": {who: rounded(number, 1) for who, number in change.items()},
        "share": {who: rounded(100 * number / total, 1) for who, number in now.numbers.items()},
        **{name: rounded(number, brief.decimals) for name, number in (("sum", total), ("sum_earlier", earlier))},
        "sum_change": rounded(100 * (total / earlier - 1), 1),
        **{name: first(values[name], top) for name, top in _TOPS.items() if name in brief.keys},
        "workbook_sum": rounded(own, book.decimals),
        "workbook_sum_converted": rounded(other, brief.decimals),
        "difference": rounded(total - other, brief.decimals),
        **{name: _each(shown[name], shown[name].decimals) for name in brief.beside},
    }
    return {name: found[name] for name in brief.keys if name in found}


def _each(shown: Shown, decimals: int) -> dict[str, str]:
    return {who: rounded(number, decimals) for who, number in shown.numbers.items()}
