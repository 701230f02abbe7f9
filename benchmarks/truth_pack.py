"""The golds of an analyst pack, its closing object and each assertion, held against the figures of its brief."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from benchmarks.truth_brief import Brief, Figures, brief_of, figures
from benchmarks.truth_faults import Unanswerable, Unreadable
from benchmarks.truth_key import Key
from benchmarks.truth_roles import YEAR
from benchmarks.truth_verdict import Verdict

_P, _Q, _VALUE = rf"(?P<p>{YEAR})", rf"(?P<q>{YEAR})", r"(?P<value>-?\d+(?:\.\d+)?)"
_IS = rf"is {_VALUE}(?: (?P<unit>.+?))?\."
_ALL = r"all (?P<count>\d+) (?P<roles>.+?)"
# Which of the words after `of` are an entity's, its names alone tell: a measure may have an `of` of its own.
_OF = r"The (?P<m>.+) of (?P<who><entity>)"
_LEVEL = rf"{_OF} in {_P} {_IS}"


def _part(name: str) -> Callable[[Figures, str, str], str]:
    return lambda own, who, period: str(_map(own[name])[who])


def _whole(name: str) -> Callable[[Figures, str, str], str]:
    return lambda own, who, period: str(own[name])


# The words of an assertion, the periods that have to stand in it, and the figure of the brief that it states.
_STATEMENTS = (
    (rf"The (?P<m>.+) of {_ALL} together in {_P} {_IS}", "q", _whole("sum")),
    (rf"The (?P<m>.+) of {_ALL} together in {_P} {_IS}", "p", _whole("sum_earlier")),
    (rf"The (?P<m>.+) of {_ALL} together changed by {_VALUE} percent from {_P} to {_Q}\.", "pq", _whole("sum_change")),
    (_LEVEL, "q", _part("level")),
    (rf"{_OF} changed by {_VALUE} percent from {_P} to {_Q}\.", "pq", _part("change")),
    (rf"(?P<who>.+) has a share of {_VALUE} percent in the (?P<m>.+) of {_ALL} in {_P}\.", "q", _part("share")),
    (rf"(?P<name>.+) has the highest (?P<m>.+) in {_P}\.", "q", _whole("highest")),
    (rf"(?P<name>.+) has the lowest (?P<m>.+) in {_P}\.", "q", _whole("lowest")),
    (rf"(?P<name>.+) has the largest percentage change of the (?P<m>.+) from {_P} to {_Q}\.", "pq", _whole("fastest")),
    (rf"(?P<name>.+) has the smallest percentage change of the (?P<m>.+) from {_P} to {_Q}\.", "pq", _whole("slowest")),
    (rf"The workbook’s figures for {_P} add up to {_VALUE}(?: (?P<own>.+?))?\.", "q", _whole("workbook_sum")),
    (rf"Converted, the workbook’s sum for {_P} {_IS}", "q", _whole("workbook_sum_converted")),
    (rf"For {_P} the report’s sum less the workbook’s {_IS}", "q", _whole("difference")),
)


def judged_pack(question: str, gold: str, assertions: Sequence[Mapping[str, object]], key: Key) -> Iterator[Verdict]:
    """Yield the verdict on the closing object of a pack, and on each of its assertions."""
    try:
        brief = brief_of(key, question)
        own = figures(key, brief)
    except (Unreadable, Unanswerable) as fault:
        unread = isinstance(fault, Unreadable)
        yield Verdict(question, gold, str(fault), "unparsed" if unread else "wrong", "brief")
        return
    same = _same_object(json.loads(gold), own, brief, key)
    yield Verdict(question, gold, json.dumps(own, ensure_ascii=False), "right" if same else "wrong", "brief")
    for assertion in assertions:
        yield _on_assertion(assertion, brief, own, key)


def _on_assertion(assertion: Mapping[str, object], brief: Brief, own: Figures, key: Key) -> Verdict:
    text, stated = str(assertion["text"]), str(assertion["value"])
    values = list(_stated(text, brief, own, key))
    if len(values) != 1:
        return Verdict(text, stated, f"the words give {len(values)} figures", "unparsed", "brief: assertion")
    value, said = values[0]
    right = _agrees(value, said, key, brief) and _agrees(value, stated, key, brief) and _in_range(assertion, value)
    return Verdict(text, stated, value, "right" if right else "wrong", "brief: assertion")


def _stated(text: str, brief: Brief, own: Figures, key: Key) -> Iterator[tuple[str, str]]:
    """The figure that an assertion is on by each reading of its words, and the one that stands in them."""
    for pattern, periods, figure in _STATEMENTS:
        parts = _parts(pattern, text, brief, key)
        if parts and _fits(parts, periods, brief, key):
            who = _canonical(parts.get("who", ""), key, brief)
            yield figure(own, who, parts["p"]), parts.get("value") or parts["name"]
    for name, series in brief.beside.items():
        parts = _parts(_LEVEL, text, brief, key)
        stated = parts.get("p"), parts.get("unit", "number")
        if parts and stated == (series.period, series.unit) and _is_measure(parts["m"], series.measure, key, brief):
            yield str(_map(own[name])[_canonical(parts["who"], key, brief)]), parts["value"]


def _parts(pattern: str, text: str, brief: Brief, key: Key) -> dict[str, str]:
    """The parts of an assertion that is in the words of a pattern."""
    spelt = (spelling for name in key.called(brief.domain, "entity") for spelling in (name.canonical, *name.aliases))
    names = "|".join(re.escape(spelling) for spelling in spelt)
    found = re.fullmatch(pattern.replace(r"<entity>", f"(?i:{names})"), text)
    return {name: part for name, part in found.groupdict().items() if part} if found else {}


def _fits(parts: Mapping[str, str], periods: str, brief: Brief, key: Key) -> bool:
    """Whether measure, entity, count, unit and periods are those of the brief."""
    wanted = (brief.first, brief.last) if periods == "pq" else (brief.last if periods == "q" else brief.first,)
    stated = tuple(parts[name] for name in "pq" if name in parts)
    counted = int(parts.get("count", len(key.entities(brief.domain)))) == len(key.entities(brief.domain))
    units = (
        parts.get("unit", brief.report[1]) == brief.report[1]
        and parts.get("own", brief.workbook[1]) == brief.workbook[1]
    )
    who = "who" not in parts or _canonical(parts["who"], key, brief) in key.entities(brief.domain)
    return stated == wanted and counted and units and who and _is_measure(parts.get("m"), brief.measure, key, brief)


def _is_measure(words: str | None, measure: str, key: Key, brief: Brief) -> bool:
    try:
        return words is None or key.measure(brief.domain, words).canonical == measure
    except Unreadable:
        return False


def _canonical(name: str, key: Key, brief: Brief) -> str:
    found = [one.canonical for one in key.spelt(name) if one.domain == brief.domain and one.kind == "entity"]
    return found[0] if len(found) == 1 else name


def _agrees(own: str, stated: str, key: Key, brief: Brief) -> bool:
    """Whether two figures are one number, or two names one entity's."""
    try:
        return Fraction(own) == Fraction(stated)
    except ValueError:
        return own == _canonical(stated, key, brief)


def _in_range(assertion: Mapping[str, object], value: str) -> bool:
    ends = [assertion.get(name) for name in ("low", "high")]
    if None in ends:
        return ends == [None, None]
    low, high = (Fraction(str(end)) for end in ends)
    return low <= Fraction(value) <= high


def _same_object(gold: object, own: Figures, brief: Brief, key: Key) -> bool:
    stated = {name: _plain(value, brief, key) for name, value in _map(gold).items()}
    return set(own) == set(brief.keys) and stated == {name: _plain(value, brief, key) for name, value in own.items()}


def _plain(value: object, brief: Brief, key: Key) -> object:
    """A figure as an exact number, a name as the entity's own, a group of figures by such names."""
    if isinstance(value, dict):
        return {_canonical(name, key, brief): _plain(part, brief, key) for name, part in _map(value).items()}
    try:
        return Fraction(str(value))
    except ValueError:
        return _canonical(str(value), key, brief)


def _map(value: object) -> dict[str, object]:
    return {str(name): part for name, part in value.items()} if isinstance(value, dict) else {}
