"""Where an archive says a figure besides the place that is cited: in other tables, charts, notes and sentences."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Context as Precision
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import cached_property, lru_cache

from assay.evaluation.absence import Cell, Holdings, holdings
from assay.evaluation.mentions import Mention
from assay.model.gate import Context
from assay.model.identity import Same
from assay.model.task import Evidence, LookUp, Task
from assay.tables.numbers import numeral_of
from assay.tables.records import normal

_NUMBER = re.compile(r"(?<![\w.,])\d[\d.,]*(?<![.,])")
_WORD = re.compile(r"[^\W\d_]{4,}")
# A rounded figure is the figure still while this many digits stand; fewer digits alone stand everywhere by chance.
_TELLING = 4
_NEAR = Fraction(1, 2000)

Place = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that a task rests on: its place, its value as shown, and of whom, what and when it tells."""

    path: str
    artifact: str
    row: int
    column: int
    text: str
    entity: str
    measure: str
    period: str
    amount: Fraction | None = None

    @property
    def said(self) -> str:
        """The figure in words."""
        return f"{self.text} ({', '.join(part for part in (self.measure, self.entity, self.period) if part)})"


@dataclass(frozen=True)
class Figures:
    """The figures of one domain, to be found by what they tell and by their digits."""

    holdings: Holdings

    @cached_property
    def at(self) -> Mapping[tuple[str, str, int, int], Cell]:
        """The typed cells by place."""
        return {(cell.path, cell.artifact, cell.row, cell.column): cell for cell in self.holdings.cells}

    @cached_property
    def rows(self) -> Mapping[Place, Sequence[Cell]]:
        """The typed cells of each table but those of its totals."""
        found: defaultdict[Place, list[Cell]] = defaultdict(list)
        for cell in self.holdings.cells:
            if not cell.total:
                found[cell.path, cell.artifact].append(cell)
        return found

    @cached_property
    def _told(self) -> Mapping[tuple[str, str, str], list[Cell]]:
        found: defaultdict[tuple[str, str, str], list[Cell]] = defaultdict(list)
        for cell in self.holdings.cells:
            found[cell.entity, cell.period, cell.measure].append(cell)
        return found

    @cached_property
    def _mentions(self) -> Mapping[str, list[Mention]]:
        found: defaultdict[str, list[Mention]] = defaultdict(list)
        for mention in self.holdings.mentions:
            for digits in {digits_of(text) for text in _NUMBER.findall(mention.text)}:
                found[digits].append(mention)
        return found

    @cached_property
    def _digits(self) -> Mapping[str, list[Cell]]:
        found: defaultdict[str, list[Cell]] = defaultdict(list)
        for cell in self.holdings.cells:
            found[significant(cell.amount)].append(cell)
        return found

    def elsewhere(self, figure: Figure, gone: Collection[str], without: Collection[Place] = ()) -> str | None:
        """Return a place that still says the figure when some paths and artifacts are gone, None where none does."""
        for place in self._places(figure):
            if place[0] not in gone and place not in without:
                return f"{place[0]} {place[1]}"
        return None

    def computed(
        self, gold: str, read: Iterable[str], entities: Collection[str], but: Collection[Place]
    ) -> Place | None:  # fmt: skip
        """Return an artifact that says a gold beside the name of one of its entities, None where none does.

        What is `read` on the way to it, and a gold of few digits, stands beside names without being the answer.
        """
        looked_up = {digits for text in read for digits in renderings(text)}
        for number in sorted(one for one in renderings(gold) - looked_up if len(one) >= _TELLING):
            for cell in self._digits.get(number, []):
                if cell.entity in entities and (cell.path, cell.artifact) not in but:
                    return cell.path, cell.artifact
            for mention in self._mentions.get(number, []):
                if (mention.path, mention.artifact) not in but and any(name in mention.text for name in entities):
                    return mention.path, mention.artifact
        return None

    def _places(self, figure: Figure) -> Iterator[Place]:
        own = figure.path, figure.artifact, figure.row, figure.column
        for measure in (figure.measure, ""):
            for cell in self._told.get((figure.entity, figure.period, measure), []):
                if (cell.path, cell.artifact, cell.row, cell.column) != own and _same(figure, cell):
                    yield cell.path, cell.artifact
        words = {word for name in self.holdings.names(figure.measure) for word in _WORD.findall(name)}
        for digits in sorted(renderings(figure.text)):
            for mention in self._mentions.get(digits, []):
                if figure.entity and mention.tells(figure.entity, figure.period, words):
                    yield mention.path, mention.artifact


def figures_of(domain: str, context: Context) -> Figures:
    """Return the figures of a domain; equal archives are looked through once."""
    return _figures(Same(holdings(domain, context)))


@lru_cache(maxsize=8)
def _figures(same: Same[Holdings]) -> Figures:
    return Figures(*same.things)


def operands_of(task: Task, known: Figures) -> list[Figure]:
    """Return the numbers that a task's plan looks up; without a plan the cells that it cites."""
    if task.plan is not None:
        found = [_looked_up(lookup, known) for lookup in task.plan.lookups if numeral_of(lookup.value)]
    else:
        found = [_cited(evidence, known) for evidence in task.evidence if _is_number(evidence)]
    return list({(one.path, one.artifact, one.row, one.column): one for one in found}.values())


def _looked_up(lookup: LookUp, known: Figures) -> Figure:
    cell = known.at.get((lookup.path, lookup.artifact, lookup.row, lookup.column))
    measure = cell.measure if cell and cell.measure else known.holdings.named(normal(lookup.measure))
    entity, period = (cell.entity, cell.period) if cell else (normal(lookup.entity), lookup.period)
    amount = cell.amount if cell else None
    return Figure(
        lookup.path, lookup.artifact, lookup.row, lookup.column, lookup.value, entity, measure, period, amount
    )


def _cited(evidence: Evidence, known: Figures) -> Figure:
    row, column = evidence.at.row or 0, evidence.at.column or 0
    cell = known.at.get((evidence.path, evidence.artifact, row, column))
    told = (cell.entity, cell.measure, cell.period, cell.amount) if cell else ("", "", "", None)
    return Figure(evidence.path, evidence.artifact, row, column, evidence.quote, *told)


def _is_number(evidence: Evidence) -> bool:
    return evidence.at.row is not None and evidence.at.column is not None and numeral_of(evidence.quote) is not None


def _same(figure: Figure, cell: Cell) -> bool:
    if not cell.measure or figure.amount is None:
        return significant(cell.amount) in renderings(figure.text)
    return abs(cell.amount - figure.amount) <= _NEAR * abs(figure.amount)


def renderings(text: str) -> set[str]:
    """Return the digits of a number in every rendering: whole, and rounded while enough digits stand.

    Scales and percent move the point only, which digits do not have.
    """
    numeral = numeral_of(text)
    number = numeral.value if numeral else _decimal(text)
    if number is None or not number:
        return set()
    whole = significant(Fraction(number))
    rounded = {
        significant(Fraction(Precision(prec=places).plus(number))) for places in range(_TELLING, max(len(whole), 5))
    }
    return {whole} | rounded


def significant(amount: Fraction) -> str:
    """Return the digits of an amount without sign, point, and zeros at either end."""
    number = Precision(prec=12).divide(Decimal(abs(amount.numerator)), Decimal(amount.denominator))
    return "".join(map(str, number.as_tuple().digits)).strip("0")


def digits_of(text: str) -> str:
    """Return the digits of a number as it is written, without separators and zeros at either end."""
    return re.sub(r"\D", "", text).strip("0")


def _decimal(text: str) -> Decimal | None:
    try:
        return Decimal(text.replace(",", ""))
    except InvalidOperation:
        return None
