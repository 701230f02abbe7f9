"""Questions for one figure that an archive may lack: what the key knows of it, null where that is nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction

from benchmarks.truth_faults import Unanswerable, Unreadable
from benchmarks.truth_form import rounded
from benchmarks.truth_key import Fact, Key
from benchmarks.truth_units import Quantity, converted

_PERIOD = r"(?P<period>(?:FY)?(?:19|20)\d\d)(?:, (?:in )?(?P<unit>[^?.]+?))?"
_FORMS = tuple(
    re.compile(form)
    for form in (
        rf"What (?:was|were) the (?P<both>.+) in {_PERIOD}\? If no document gives this figure, answer null\.",
        rf"Find the (?P<both>.+) for {_PERIOD}\. Answer null if the documents do not hold it\.",
        rf"According to these documents, what (?:was|were) (?P<entity>.+?)’s (?P<measure>.+) in {_PERIOD}\? "
        r"If they do not say, answer null\.",
    )
)
_SPAN = r"from (?P<start>(?:FY)?(?:19|20)\d\d) to (?P<end>(?:FY)?(?:19|20)\d\d)"
_CHANGES = tuple(
    re.compile(form)
    for form in (
        rf"What was the percentage change of the (?P<both>.+) {_SPAN}\? Answer as a percentage with a plus or minus "
        r"sign and two decimals, or null if the documents do not give both figures\.",
        rf"Find the percentage by which the (?P<both>.+) changed {_SPAN}, with a plus or minus sign and two decimals\. "
        r"If the documents do not give both figures, answer null\.",
    )
)


def may_be_null(question: str) -> bool:
    """Return whether a question says what to answer where there is no figure."""
    return any(form.fullmatch(question) for form in (*_FORMS, *_CHANGES))


def figure(key: Key, question: str) -> str:
    """Return `null`, or the figure as a plain decimal number in the unit that the question names."""
    for form in _CHANGES:
        found = form.fullmatch(question)
        if found is not None:
            return _change(key, found)
    for form in _FORMS:
        found = form.fullmatch(question)
        if found is not None:
            return _figure(key, found)
    raise Unreadable("no figure is asked for in these words")


def _figure(key: Key, asked: re.Match[str]) -> str:
    told = _told(key, (*_meant(key, asked.groupdict()), asked["period"]))
    return _plain(told, asked["unit"] or "") if told else "null"


def _change(key: Key, asked: re.Match[str]) -> str:
    """Return the change in percent between two figures, null where one of them is told nowhere."""
    domain, entity, measure = _meant(key, asked.groupdict())
    start, end = (_told(key, (domain, entity, measure, asked[name])) for name in ("start", "end"))
    if start is None or end is None:
        return "null"
    return rounded(100 * (end.number / start.number - 1), 2)


def _told(key: Key, figure: tuple[str, str, str, str]) -> Fact | None:
    known = key.facts.get(figure, [])
    told = [fact for fact in known if fact.current and fact.places]
    if told:
        return told[0]
    if known:
        raise Unanswerable("only an earlier edition or a draft gives this figure")
    if _follows(key, *figure):
        raise Unanswerable("a figure is told nowhere, but it follows from the total and all others")
    return None


def _meant(key: Key, parts: Mapping[str, str | None]) -> tuple[str, str, str]:
    """The one domain, entity and measure that the words mean; each `of` may part measure and entity."""
    both = parts.get("both") or ""
    cuts = [(both[: cut.start()], both[cut.end() :]) for cut in re.finditer(" of ", both)]
    found: set[tuple[str, str, str]] = set()
    for measure, entity in cuts or [(parts["measure"] or "", parts["entity"] or "")]:
        found |= set(_figures(key, entity, measure))
    if len(found) != 1:
        raise Unreadable(f"the words name {len(found)} figures")
    return next(iter(found))


def _figures(key: Key, entity: str, measure: str) -> Iterator[tuple[str, str, str]]:
    for name in key.spelt(entity):
        try:
            yield name.domain, name.canonical, key.measure(name.domain, measure).canonical
        except Unreadable:
            continue


def _plain(fact: Fact, unit: str) -> str:
    number = converted(Quantity(fact.number, fact.unit), unit or fact.unit)
    return f"{float(number):g}" if number.denominator > 1 else str(number)


def _follows(key: Key, domain: str, entity: str, measure: str, period: str) -> bool:
    """Whether the figure is the rest of a total, of which everything else is told, or the sum of its own parts."""
    others = [other for other in key.entities(domain) if other != entity]
    places = [name.canonical for name in key.called(domain, "place")]
    rest = entity in key.entities(domain) and all(_is_told(key, domain, other, measure, period) for other in others)
    months = [f"{period}-{month:02}" for month in range(1, 13)]
    total = any(_is_told(key, domain, place, measure, period) for place in places)
    return (rest and total) or all(_is_told(key, domain, entity, measure, month) for month in months)


def _is_told(key: Key, domain: str, entity: str, measure: str, period: str) -> bool:
    return any(fact.places for fact in key.facts.get((domain, entity, measure, period), []))


def same_figure(gold: str, own: str) -> bool:
    """Return whether two figures are the same number, or both null."""
    if "null" in (gold, own):
        return gold == own
    try:
        return Fraction(gold.replace("+", "")) == Fraction(own)
    except ValueError:
        return False
