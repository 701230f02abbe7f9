"""What may undo an answer and stands in no table that a scope asks for: a larger value, another one, one more."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from assay.evaluation.figures import Figure, figures_of, operands_of
from assay.evaluation.mentions import years
from assay.evaluation.sayings import Saying, Sayings, Told, sayings_of
from assay.model.gate import Context
from assay.model.task import Task
from assay.tables.records import Unit, normal

# What is chosen out of many may lose to what a table holds that nobody looked at.
_EXTREMA: Mapping[str, int] = {"argmax": 1, "argmin": -1}
_CHOICES = frozenset({*_EXTREMA, "filter"})
# So is what is summed, counted or averaged over all entities: rows that came belong to it.
_LIST = "list"
# What is told of all differs from the sum of what is known by no more than this part of it.
_SUMMED = Fraction(1, 20)


@dataclass(frozen=True, slots=True)
class Challenge:
    """A saying that may undo an answer; `sure` where it beats an extremum, or a cell tells another value or entity."""

    saying: Saying
    measure: str
    number: Told
    sure: bool


@dataclass(frozen=True, slots=True)
class _Use:
    """How a task uses one measure: its figures, whether it may choose by it or take all, and the extremum it takes.

    `planned` where a plan says so: of a bare program nobody knows by which of its measures it chooses.
    """

    measure: str
    unit: Unit | None
    figures: Sequence[Figure]
    chosen: bool
    planned: bool
    extreme: tuple[int, Fraction] | None

    @property
    def years(self) -> frozenset[str]:
        """The years that it is asked for."""
        return frozenset[str]().union(*(years(one.period) for one in self.figures))


def challenges(task: Task, context: Context, tables_of: Collection[str] = ()) -> Iterator[Challenge]:
    """Yield what may undo a task's answer, in the order of the archive for each measure.

    Of some documents the tables are asked as well, whatever they call the measure.
    """
    sayings = sayings_of(task.domain, context)
    for use in _uses(task, context, sayings):
        tables = sayings.of_tables(use.measure, use.unit, tables_of) if tables_of else ()
        for saying in (*sayings.of(use.measure, use.unit), *tables):
            if not saying.periods or not use.years or not saying.periods.isdisjoint(use.years):
                found = _against(use, saying, sayings)
                if found is not None:
                    yield Challenge(saying, use.measure, *found)


def chosen_by(task: Task) -> frozenset[str] | None:
    """Return the measures by which a task chooses or that it takes of all entities, None where nothing tells."""
    if task.plan is None:
        return None if task.program else frozenset()
    inputs = {step.id: step.inputs for step in task.plan.operations}
    lookups = {one.id: one for one in task.plan.lookups}
    found: set[str] = set()
    for step in task.plan.operations:
        read = [lookups[name] for name in _reached(step.inputs, inputs) if name in lookups]
        if step.operator in _CHOICES or (step.operator == _LIST and len({one.entity for one in read}) > 1):
            found |= {one.measure for one in read}
    return frozenset(found)


def _uses(task: Task, context: Context, sayings: Sayings) -> Iterator[_Use]:
    known = figures_of(task.domain, context)
    chosen = chosen_by(task)
    names = {known.holdings.named(normal(name)) for name in chosen or ()}
    groups: defaultdict[str, list[Figure]] = defaultdict(list)
    for figure in operands_of(task, known) if task.program else ():
        if figure.measure:
            groups[figure.measure].append(figure)
    for measure, figures in groups.items():
        taken = chosen is None or measure in names
        planned = chosen is not None
        yield _Use(measure, _unit(figures[0], sayings), figures, taken, planned, _extreme(task, figures))


def _unit(figure: Figure, sayings: Sayings) -> Unit | None:
    for table in sayings.held.tables:
        if (table.path, table.artifact) == (figure.path, figure.artifact):
            units = [one.measure.unit for one in table.columns if one.measure and figure.column == one.column]
            others = [one.measure.unit for one in table.columns if one.measure]
            return next(iter([*units, *others]), None)
    return None


def _extreme(task: Task, figures: Sequence[Figure]) -> tuple[int, Fraction] | None:
    """Return the extremum over figures as its direction and amount, None where the task takes none of them as such."""
    places = {(one.path, one.artifact, one.row, one.column): one.amount for one in figures}
    lookups = {
        one.id: (one.path, one.artifact, one.row, one.column) for one in (task.plan.lookups if task.plan else ())
    }
    for step in task.plan.operations if task.plan else ():
        sign = _EXTREMA.get(step.operator)
        amounts = [places.get(lookups[name]) if name in lookups else None for name in step.inputs]
        told = [amount for amount in amounts if amount is not None]
        if sign is not None and told and len(told) == len(amounts):
            return sign, max(told, key=lambda amount: sign * amount)
    return None


def _against(use: _Use, saying: Saying, sayings: Sayings) -> tuple[Told, bool] | None:
    """Return the number of a saying that may undo what a task does with a measure, and whether it surely does."""
    own = {one.entity for one in use.figures}
    periods = {one.period for one in use.figures}
    said = {
        amount
        for name in saying.names
        for period in periods
        for amount in sayings.known(use.measure, name, period)
    }  # fmt: skip
    if any(number.is_of(amount) for number in saying.amounts for amount in said):
        return None
    first = saying.amounts[0]
    if said:
        theirs = bool(saying.names & own)
        over = (_beats(use, first) or saying.exact) and (use.planned or theirs)
        return (first, over) if use.chosen or theirs else None
    if not use.chosen or (saying.exact and saying.whole):
        return None
    if use.extreme is not None:
        beating = (number for number in saying.amounts if _beats(use, number))
        found = next((number for number in beating if not _sums_up(use, saying, number, sayings)), None)
        return (found, True) if found is not None else None
    return (first, saying.exact and use.planned) if saying.exact or not saying.whole else None


def _beats(use: _Use, number: Told) -> bool:
    if use.extreme is None:
        return False
    sign, amount = use.extreme
    return sign * number.value > sign * amount and not number.is_of(amount)


def _sums_up(use: _Use, saying: Saying, number: Told, sayings: Sayings) -> bool:
    """Whether a number that is told of all may be the sum of what the tables know."""
    known = sayings.held.by_measure.get(use.measure, {})
    sums: defaultdict[str, Fraction] = defaultdict(Fraction)
    for (_, period), amount in known.items():
        sums[period] += amount
    return saying.whole and any(abs(number.value - total) <= _SUMMED * abs(total) for total in sums.values())


def _reached(names: Sequence[str], inputs: Mapping[str, Sequence[str]]) -> set[str]:
    """Return the steps and look-ups that some of them rest on, themselves included."""
    waiting, seen = list(names), set[str]()
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting.extend(inputs.get(name, ()))
    return seen
