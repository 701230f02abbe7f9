"""`baseline/prior`: attacks a question without any document: its numbers, constants, and other tasks' answers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import islice

from assay.evaluation.answers.spec import Spec, parse_spec
from assay.evaluation.baselines.amounts import amounts_in, asked_unit, converted, shown, unit_in
from assay.evaluation.baselines.operators import cues_of, growth
from assay.evaluation.baselines.periods import periods, year_of
from assay.evaluation.baselines.version import VERSION
from assay.evaluation.baselines.words import content, tokens
from assay.evaluation.subjects import ArchiveReader, Example, Reply

NAME = "baseline/prior"
_TAIL = 24
_ITSELF = re.compile(
    r"\bitself\b|\bits own (?!\w+ (?:in|of))|\bthe same (?:figure|value|amount|number)\b|\bthat very\b", re.I
)
_WHICH_YEAR = re.compile(r"\b(?:which|what) (?:fiscal |calendar )?year\b", re.IGNORECASE)
_COUNTED = re.compile(r"\bnumber of (?:the |all )?\w+ (?:whose|that|which|with)\b|\bhow many of\b", re.IGNORECASE)
# Two questions are one where so many of their words are the same and names and numbers do not differ; an answer is
# common where so many tasks of the shape have it; a word is part of a shape where so many questions have it.
_ALIKE, _FEWEST, _USUAL = 0.6, 2, 0.15
_PLACE = re.compile(r"\b(?:which|what) (?:page|slide)\b", re.IGNORECASE)
_NAMED_BY_TITLE = re.compile(r"\b(?:header|footer|title|heading)\b[^“”]*“([^“”]+)”", re.IGNORECASE)
# Who knows nothing of a handful of things and two conditions does best to say that a quarter of eight meet both.
_HANDFUL = (2, 1, 3)
_FIRST_PLACES = (1, 2, 3)
# The standard colours of Office's palette, in its order: dark red, red, orange.
_PALETTE = ("C00000", "FF0000", "FFC000")
# A page's margin repeats its document's title, whose parts such a sign sets apart.
_SEPARATORS = (" · ", " | ", " – ")
_CONSTANTS = ("0", "1", "100")
_PERCENT = ("%", "percent")


@dataclass(frozen=True, slots=True)
class Attack:
    """A guess and what led to it."""

    answer: str
    told: str


@dataclass(frozen=True, slots=True)
class _Peer:
    """Another task, with its words and the names and numbers among them."""

    example: Example
    words: frozenset[str]
    all_words: frozenset[str]
    names: frozenset[str]


@dataclass(frozen=True)
class Prior:
    """Answers with the likeliest of its guesses, in another sample with the next; it never reads a document.

    Examples over the evidence `own` teach it nothing.
    """

    examples: tuple[Example, ...]
    name: str = NAME
    version: int = VERSION
    own: str = ""

    def apart(self, evidence: str) -> Prior:
        """Return the subject without what tasks over this evidence taught it."""
        other = replace(self, own=evidence)
        # what all examples have in common is worked out once
        vars(other).update(_peers=self._peers, _usual=self._usual, _shapes=self._shapes)
        return other

    def answer(self, question: str, form: str, view: ArchiveReader, sample: int = 0) -> Reply:
        """Return the n-th likely guess, no answer where only constants are left."""
        found = next(islice(_distinct(self.likely(question, form)), sample, None), None)
        return Reply(found.answer, (found.told,)) if found else Reply(None, ("nothing in the question gives it away",))

    def guesses(self, question: str, form: str) -> tuple[Attack, ...]:
        """Return all guesses, the likeliest first, none twice: those that are only a constant come last."""
        spec = parse_spec(form)
        found = [*self.likely(question, form), *_derived(question, spec)]
        if spec.type == "number":
            found += [Attack(shown(Fraction(text), spec), f"the constant {text}") for text in _CONSTANTS]
            found += [Attack(when.period[-4:], "a year in the question") for when in periods(question)]
        return tuple(_distinct(found))

    def likely(self, question: str, form: str) -> Iterator[Attack]:
        """Yield the guesses that something in the question or in another task stands for."""
        spec = parse_spec(form)
        others = [one for one in self._peers if self._is_other(one.example, question) and one.example.form == form]
        yield from _twin(question, others)
        if spec.type == "number":
            if _ITSELF.search(question):
                yield _constant(question, spec)
            yield from _derived(question, spec)
        if _WHICH_YEAR.search(question):
            named = dict.fromkeys(str(year_of(when.period)) for when in periods(question) if year_of(when.period))
            if len(named) == 1:
                yield Attack(next(iter(named)), "the one year in the question")
        yield from self._commonest(question, others)
        yield from _usual(question, spec)

    def _is_other(self, example: Example, question: str) -> bool:
        return example.question != question and not (self.own and example.evidence == self.own)

    def _commonest(self, question: str, others: Sequence[_Peer]) -> Iterator[Attack]:
        shape, words = self._shape(question), frozenset(tokens(question))
        answers = Counter(one.example.answer for one in others if self._shape(one.example.question) == shape
                          or _overlap(one.all_words, words) >= _ALIKE)  # fmt: skip
        best, size = max(answers.items(), key=lambda one: (one[1], one[0]), default=("", 0))
        if size >= _FEWEST:
            yield Attack(best, f"{size} of {sum(answers.values())} tasks of this shape have this answer")

    def _shape(self, question: str) -> tuple[str, ...]:
        if question not in self._shapes:
            self._shapes[question] = tuple(word for word in tokens(question) if word in self._usual)
        return self._shapes[question]

    @cached_property
    def _shapes(self) -> dict[str, tuple[str, ...]]:
        return {}

    @cached_property
    def _peers(self) -> tuple[_Peer, ...]:
        return tuple(map(_peer, self.examples))

    @cached_property
    def _usual(self) -> frozenset[str]:
        counts = Counter(word for one in self.examples for word in set(tokens(one.question)))
        return frozenset(word for word, count in counts.items() if count >= max(2, _USUAL * len(self.examples)))


def _usual(question: str, spec: Spec) -> Iterator[Attack]:
    """Yield what an answer of a kind mostly is, whatever it is about."""
    if spec.type == "number":
        counts = _HANDFUL if _COUNTED.search(question) else _FIRST_PLACES if _PLACE.search(question) else ()
        for count in counts:
            yield Attack(shown(Fraction(count), spec), "a usual count of a handful, or one of the first pages")
    elif spec.type == "color":
        for color in _PALETTE:
            yield Attack(color, "one of the standard colours")
    elif spec.type == "text" and (named := _NAMED_BY_TITLE.search(question)):
        for separator in _SEPARATORS:
            yield Attack(named[1].replace(": ", separator), "the title in the question")


def make_prior(archive: ArchiveReader, examples: Sequence[Example]) -> Prior:
    """Return the subject for the other tasks of a run; the archive is not looked at."""
    return Prior(tuple(examples))


def _peer(example: Example) -> _Peer:
    question = example.question
    return _Peer(example, frozenset(content(question)), frozenset(tokens(question)), _names(question))


def _distinct(attacks: Iterable[Attack]) -> Iterator[Attack]:
    """Yield the first attack with each answer."""
    seen: set[str] = set()
    for attack in attacks:
        if attack.answer not in seen:
            seen.add(attack.answer)
            yield attack


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / max(1, len(one | other))


def _twin(question: str, others: Sequence[_Peer]) -> Iterator[Attack]:
    """Yield the answer of another task that asks for the same in other words."""
    words, names = frozenset(content(question)), _names(question)
    same = [one for one in others if one.names == names]
    best = max(same, key=lambda one: _overlap(one.words, words), default=None)
    if best is not None and _overlap(best.words, words) >= _ALIKE:
        yield Attack(best.example.answer, f"another task asks nearly the same: {best.example.question}")


def _names(question: str) -> frozenset[str]:
    """Return the names and numbers of a question: words with a capital inside a sentence, and digits."""
    return frozenset(re.findall(r"(?<=[a-z,;] )[A-Z][\w’'-]+|\d(?:[\d.,-]*\d)?", question))


def _constant(question: str, spec: Spec) -> Attack:
    cues = cues_of(question)
    if spec.unit.casefold() in _PERCENT:
        text = "0" if "growth" in cues else "100"
    else:
        text = "0" if "difference" in cues else "1"
    return Attack(shown(Fraction(text), spec), f"compared with itself: {text}")


def _derived(question: str, spec: Spec) -> Iterator[Attack]:
    """Yield what follows from the numbers in a question: by the operation its words ask for, then one of them."""
    if spec.type != "number":
        return
    held = _amounts(question, spec)
    results = dict(_operations([value for value, _ in held]))
    percent = spec.unit.casefold() in _PERCENT
    order = _percent_order(question) if percent else _order(question)
    for name in order:
        if name in results:
            yield Attack(shown(results[name], spec), f"{name} of the numbers in the question")
        if name == "difference" and name in results:
            yield Attack(shown(-results[name], spec), "the first number of the question less the last")
    unit = asked_unit(spec)
    fitting = [value for value, fits in held if fits or unit is None]
    for value in fitting or ([] if percent else [value for value, _ in held]):
        yield Attack(shown(value, spec), "a number in the question")


def _percent_order(question: str) -> list[str]:
    cues = cues_of(question)
    if "growth" in cues:
        return ["growth"]
    return ["share"] if {"share", "ratio"} & cues.keys() else []


def _order(question: str) -> list[str]:
    """Return the operations that a question's words ask for, those with the longest words first."""
    cues = cues_of(question)
    return [
        name
        for name in sorted(cues, key=lambda name: (-cues[name], name))
        if name in ("difference", "ratio", "sum", "mean")
    ]


def _operations(values: Sequence[Fraction]) -> Iterator[tuple[str, Fraction]]:
    if len(values) < 2:
        return
    first, last = values[0], values[1]
    yield "difference", last - first
    yield "sum", Fraction(sum(values))
    yield "mean", Fraction(sum(values)) / len(values)
    if last:
        yield "ratio", first / last
        yield "share", first / last * 100
    change = growth(first, last)
    if change is not None:
        yield "growth", change


def _amounts(question: str, spec: Spec) -> list[tuple[Fraction, bool]]:
    """Return the numbers of a question that are no periods, in the unit asked for, and whether they have this unit."""
    spans = [(one.start, one.end) for one in periods(question)]
    found: list[tuple[Fraction, bool]] = []
    for value, start, end in amounts_in(question):
        if any(first < end and start < last for first, last in spans):
            continue
        unit = unit_in(question[end : end + _TAIL].split(",")[0])
        same = converted(value, unit, asked_unit(spec)) if unit is not None else None
        found.append((value if same is None else same, same is not None))
    return found
