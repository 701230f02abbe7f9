"""Questions whose answer an archive may lack: what the key knows of it, null where a figure is told nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from benchmarks.truth_faults import Unanswerable, Unreadable
from benchmarks.truth_form import rounded
from benchmarks.truth_key import Fact, Key

_OR_NULL = "If the documents do not give it, answer null."
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


def is_change(question: str) -> bool:
    """Return whether a question asks for a change between two figures, and says what to answer where one is absent."""
    return any(form.fullmatch(question) for form in _CHANGES)


def change(key: Key, question: str) -> str:
    """Return the change in percent between two figures, `null` where one of them is told nowhere."""
    asked = next(found for form in _CHANGES if (found := form.fullmatch(question)))
    domain, entity, measure = meant(key, asked["both"])
    start, end = (told(key, (domain, entity, measure, asked[name])) for name in ("start", "end"))
    if start is None or end is None:
        return "null"
    return rounded(100 * (end.number / start.number - 1), 2)


def may_be_null(question: str) -> bool:
    """Return whether a question that finds its entity by a role says what to answer where there is nothing."""
    return _OR_NULL in question


def is_absent(key: Key, figure: tuple[str, str, str, str]) -> bool:
    """Return whether a figure is told nowhere and follows from nothing that is told; where that is open it raises."""
    return told(key, figure) is None


def told(key: Key, figure: tuple[str, str, str, str]) -> Fact | None:
    """Return the fact that tells a figure now, None where nothing tells it; where that is open it raises."""
    known = key.facts.get(figure, [])
    current = [fact for fact in known if fact.current and fact.places]
    if current:
        return current[0]
    if known:
        raise Unanswerable("only an earlier edition or a draft gives this figure")
    if _follows(key, *figure):
        raise Unanswerable("a figure is told nowhere, but it follows from the total and all others")
    return None


def meant(key: Key, both: str) -> tuple[str, str, str]:
    """The one domain, entity and measure that the words mean; each `of` may part measure and entity."""
    cuts = [(both[: cut.start()], both[cut.end() :]) for cut in re.finditer(" of ", both)]
    found = {figure for measure, entity in cuts for figure in _figures(key, entity, measure)}
    if len(found) != 1:
        raise Unreadable(f"the words name {len(found)} figures")
    return next(iter(found))


def _figures(key: Key, entity: str, measure: str) -> Iterator[tuple[str, str, str]]:
    for name in key.spelt(entity):
        try:
            yield name.domain, name.canonical, key.measure(name.domain, measure).canonical
        except Unreadable:
            continue


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
