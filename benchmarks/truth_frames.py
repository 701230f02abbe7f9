"""The frames of questions: who is meant, what is asked of them and in which form, told apart by their words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.truth_form import FORM

_DOMAIN = re.compile(
    r"Consider the documents (?:of the domain (?P<domain>.+?)|directly in the folder (?P<folder>.+?))\. "
)
# Sentences that settle how one reckons, and what they settle; each is what this reader does anyway.
NOTES = (
    r"Take the arithmetic mean of the yearly percentage changes\.",
    r"The largest value is the base\.",
    r"Fit an ordinary least-squares line to the natural logarithm of the yearly values against the year and take "
    r"exp\(slope\) - 1\.",
    r"Annualise over the exact number of days between the two, with a year of 365 days\.",
    r"The average is the unweighted arithmetic mean\.",
    r"Convert at the average exchange rate that the documents give for \S+\.",
    r"If the documents do not give it, answer null\.",
    r"The measure meant is [^.]+\.",
    r"Use the latest, restated figures\.",
)
_NOTE = re.compile(rf" ?(?:{'|'.join(NOTES)})")
_ASKED = r"(?P<ask>.+?)"
_WHO = r"(?P<who>the .+)"
_FORM = rf"(?P<form>{FORM})"
_BEST = r"find the one with the (?P<best>\S+ .+?)"
_FRAMES = tuple(
    re.compile(frame)
    for frame in (
        rf"Take {_WHO}\. What (?:was|were) {_ASKED}\? Answer {_FORM}\.",
        rf"For {_WHO}, what (?:was|were) {_ASKED}\? Give the result {_FORM}\.",
        rf"For {_WHO}, work out {_ASKED}\. State it {_FORM}\.",
        rf"Of all (?P<all>[^,]+), {_BEST}\. For that (?P<role>[^,]+), determine {_ASKED}\. Answer {_FORM}\.",
        rf"Of all (?P<all>[^,]+), {_BEST}, and look up the (?P<role>.+?) that is recorded for it\. "
        rf"For that (?P=role), determine {_ASKED}\. Answer {_FORM}\.",
        rf"Answer {_FORM}: for {_WHO}, what (?:was|were) {_ASKED}\?",
        rf"We need one figure for {_WHO}: {_ASKED}\. Report it {_FORM}\.",
        rf"Report, {_FORM}, (?P<both>.+)\.",
        rf"What (?:was|were) (?P<both>.+)\? Give it {_FORM}\.",
        rf"What (?:was|were) {_ASKED}\? Answer {_FORM}\.",
        rf"Work out {_ASKED}\. Give the result {_FORM}\.",
        rf"Answer {_FORM}: what (?:was|were) {_ASKED}\?",
        rf"Determine {_ASKED}\. State it {_FORM}\.",
    )
)


@dataclass(frozen=True, slots=True)
class Clauses:
    """The parts of a question; `who` is empty where it asks over all."""

    who: str
    ask: str
    form: str


def place_of(question: str) -> tuple[str, str, str]:
    """Return the domain and the folder that a question names, or nothing, and the question without that."""
    found = _DOMAIN.match(question)
    if found is None:
        return "", "", question
    folder = found["folder"] or ""
    return found["domain"] or folder.partition("/")[0], folder, question[found.end() :]


def clauses(question: str) -> Iterator[Clauses]:
    """Yield each way in which a question without its notes falls into clauses."""
    plain = _NOTE.sub("", question)
    for frame in _FRAMES:
        found = frame.fullmatch(plain)
        if found is not None:
            yield from _clauses({name: text for name, text in found.groupdict().items() if text is not None})


def _clauses(parts: dict[str, str]) -> Iterator[Clauses]:
    form = parts["form"]
    if "both" in parts:
        yield from _cut(parts["both"], form)
    elif "best" in parts:
        yield Clauses(_picked(parts), parts["ask"], form)
    else:
        yield Clauses(parts.get("who", ""), parts["ask"], form)


def _cut(both: str, form: str) -> Iterator[Clauses]:
    """Every cut between what is asked and whom for; without any, it is asked over all."""
    yield Clauses("", both, form)
    for cut in re.finditer(r" (?:recorded )?for (?=the )", both):
        ask = both[: cut.start()]
        yield Clauses(both[cut.end() :], f"{ask} recorded for it" if "recorded" in cut[0] else ask, form)


def _picked(parts: dict[str, str]) -> str:
    role = parts["role"]
    if parts["all"] == plural(role):
        return f"the {role} with the {parts['best']}"
    return f"the {role} recorded for the {singular(parts['all'])} with the {parts['best']}"


def plural(word: str) -> str:
    """Return the plural of a plain English noun."""
    return f"{word[:-1]}ies" if re.search(r"[^aeiou]y$", word) else f"{word}s"


def singular(words: str) -> str:
    """Return the singular of a plain English plural."""
    return f"{words[:-3]}y" if words.endswith("ies") else words.removesuffix("s")
