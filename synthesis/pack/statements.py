"""The assertions of a brief: one figure or name each, with its range, unit, other forms and evidence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import cast

from assay.model.task import Assertion
from assay.tables.records import Fact
from synthesis.pack.pairs import Pair
from synthesis.rules.operators import round_half_up
from synthesis.rules.phrases import noun, plural, role_of

# A figure that is rounded more is as good, one in the wrong unit or period is not (Office Comprehension Bench, 16).
_SPREAD = Fraction(1, 200)
_SUMS, _RANKS, _RECONCILED = 2.0, 2.0, 3.0


@dataclass(frozen=True, slots=True)
class Claims:
    """What a brief states, from its figures; evidence counts the last, the first and the workbook's cells in turn."""

    pair: Pair
    figures: dict[str, object]

    def all(self) -> Iterator[Assertion]:
        """Yield every assertion, in the order of the request."""
        now, then, book = self.pair.cells()
        size = len(now)
        for at, (one, other) in enumerate(zip(now, then, strict=True)):
            yield from self._of_entity(at, one, other)
        ranges = range(size), range(size, 2 * size), range(2 * size, 3 * size)
        yield from self._sums(ranges, now, then)
        yield from self._ranks(ranges, now, then)
        yield from self._reconciled(ranges, now, book)
        yield from self._beside(3 * size)

    def _beside(self, start: int) -> Iterator[Assertion]:
        pair, size = self.pair, len(self.pair.names)
        for number, (key, series, period) in enumerate(pair.others):
            unit, shown = _unit_of(series.measure.unit), cast(dict[str, float], self.figures[key])
            facts = pair.beside()[number * size : (number + 1) * size]
            decimals = max(_decimals(fact.text) for fact in facts)
            for at, (name, fact) in enumerate(zip(shown, facts, strict=True)):
                value = f"{shown[name]:.{decimals}f}"
                text = f"The {noun(series.measure)} of {name} in {period} is {value}{unit}."
                yield self._figure(text, value, (start + number * size + at,), (fact,), 1.0, unit, plain=True)

    def _of_entity(self, at: int, one: Fact, other: Fact) -> Iterator[Assertion]:
        pair, name, size = self.pair, one.label, len(self.pair.names)
        words, later = noun(pair.report.measure), self._part("level", name)
        yield self._figure(
            f"The {words} of {name} in {pair.last} is {later}{self._unit}.", later, (at,), (one,), 1.0, self._unit
        )
        change = self._part("change", name)
        yield self._percent(
            f"The {words} of {name} changed by {change} percent from {pair.first} to {pair.last}.",
            change, (at, size + at), (one, other), 1.0,
        )  # fmt: skip
        share = self._part("share", name)
        everything = tuple(range(size))
        yield self._percent(
            f"{name} has a share of {share} percent in the {words} of {self._all} in {pair.last}.",
            share, everything, pair.cells()[0], 1.0,
        )  # fmt: skip

    def _sums(self, places: Sequence[range], now: list[Fact], then: list[Fact]) -> Iterator[Assertion]:
        pair, words = self.pair, noun(self.pair.report.measure)
        for key, period, at, facts in (("sum", pair.last, 0, now), ("sum_earlier", pair.first, 1, then)):
            figure = self._whole(key)
            text = f"The {words} of {self._all} together in {period} is {figure}{self._unit}."
            yield self._figure(text, figure, tuple(places[at]), facts, _SUMS, self._unit)
        change = self._whole("sum_change")
        text = f"The {words} of {self._all} together changed by {change} percent from {pair.first} to {pair.last}."
        yield self._percent(text, change, (*places[0], *places[1]), [*now, *then], _SUMS)

    def _ranks(self, places: Sequence[range], now: list[Fact], then: list[Fact]) -> Iterator[Assertion]:
        pair, words = self.pair, noun(self.pair.report.measure)
        both, cells = (*places[0], *places[1]), [*now, *then]
        for key, text, at, facts in (
            ("highest", f"highest {words} in {pair.last}", tuple(places[0]), now),
            ("lowest", f"lowest {words} in {pair.last}", tuple(places[0]), now),
            ("fastest", f"largest percentage change of the {words} from {pair.first} to {pair.last}", both, cells),
            ("slowest", f"smallest percentage change of the {words} from {pair.first} to {pair.last}", both, cells),
        ):
            if key in self.figures:
                name = str(self.figures[key])
                yield Assertion(f"{name} has the {text}.", name, quotes=_quotes(facts), weight=_RANKS, evidence=at)

    def _reconciled(self, places: Sequence[range], now: list[Fact], book: list[Fact]) -> Iterator[Assertion]:
        pair, own = self.pair, _unit_of(self.pair.book.measure.unit)
        listed, own_cells = self._whole("workbook_sum"), tuple(places[2])
        text = f"The workbook’s figures for {pair.last} add up to {listed}{own}."
        yield self._figure(text, listed, own_cells, book, _RECONCILED, own)
        if pair.factor != 1:
            figure = self._whole("workbook_sum_converted")
            text = f"Converted, the workbook’s sum for {pair.last} is {figure}{self._unit}."
            converted = self._figure(text, figure, own_cells, book, _RECONCILED, self._unit)
            # the sum before its conversion is no other form of the sum after it
            yield replace(converted, equivalents=converted.equivalents[:-1])
        figure = self._whole("difference")
        text = f"For {pair.last} the report’s sum less the workbook’s is {figure}{self._unit}."
        yield self._figure(text, figure, (*places[0], *own_cells), [*now, *book], _RECONCILED, self._unit)

    def _figure(
        self, text: str, value: str, at: tuple[int, ...], facts: Sequence[Fact], weight: float, unit: str,
        *, plain: bool = False,
    ) -> Assertion:  # fmt: skip
        step = Fraction(1, 10 ** _decimals(value))
        low, high = _range(value, max(step, abs(Fraction(value)) * _SPREAD))
        others = tuple(self._others(value, unit, plain=plain))
        return Assertion(
            text, value, low, high, unit.strip() or None, others, _quotes(facts), weight=weight, evidence=at,
        )  # fmt: skip

    def _percent(
        self, text: str, value: str, at: tuple[int, ...], facts: Sequence[Fact], weight: float
    ) -> Assertion:  # fmt: skip
        low, high = _range(value, Fraction(1, 10))
        return Assertion(
            text, value, low, high, "%", (f"{value}%",), _quotes(facts), weight=weight, evidence=at
        )  # fmt: skip

    def _others(self, value: str, unit: str, *, plain: bool) -> Iterator[str]:
        """Yield other forms of a figure: with its thousands set apart and, unless `plain`, in the workbook's unit."""
        grouped = f"{Decimal(value):,}"
        if grouped != value:
            yield f"{grouped}{unit}"
        if not plain and self.pair.factor != 1 and unit == self._unit:
            decimals = self.pair.decimals()[1]
            other = round_half_up(Fraction(value) / self.pair.factor, decimals, plus=False)
            yield f"{other}{_unit_of(self.pair.book.measure.unit)}"

    def _part(self, key: str, name: str) -> str:
        decimals = self.pair.decimals()[0] if key == "level" else 1
        return f"{cast(dict[str, float], self.figures[key])[name]:.{decimals}f}"

    def _whole(self, key: str) -> str:
        report, book = self.pair.decimals()
        decimals = 1 if key == "sum_change" else book if key == "workbook_sum" else report
        return f"{cast(float, self.figures[key]):.{decimals}f}"

    @property
    def _all(self) -> str:
        return f"all {len(self.pair.names)} {plural(role_of(self.pair.report))}"

    @property
    def _unit(self) -> str:
        return _unit_of(self.pair.report.measure.unit)


def _unit_of(unit: object) -> str:
    text = str(getattr(unit, "text", ""))
    return "" if text in ("", "number") else f" {text}"


def _quotes(facts: Sequence[Fact]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(fact.text for fact in facts))


def _range(value: str, spread: Fraction) -> tuple[str, str]:
    places = _decimals(value) + 1
    low, high = (round_half_up(Fraction(value) + sign * spread, places, plus=False) for sign in (-1, 1))
    return low, high


def _decimals(value: str) -> int:
    return len(value.partition(".")[2])
