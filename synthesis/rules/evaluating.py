"""What a tree comes to: its value over the facts, or over changed ones, and every step on the way as a plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from assay.model.task import LookUp, Operation, Plan
from assay.tables import Fact, TypedTable
from assay.tables.records import normal
from synthesis.rules.operators import Number, Value, compute
from synthesis.rules.trees import (
    Apply,
    Axis,
    Branch,
    Choose,
    Constant,
    Each,
    Every,
    Key,
    Look,
    Members,
    Node,
    Recorded,
    Word,
    tables_read,
    unbound,
)

Place: TypeAlias = tuple[str, str, int, int]
_Environment: TypeAlias = tuple[tuple[Axis, str], ...]
_Found: TypeAlias = "tuple[str, Fact | WordFact, str | None]"

# A root of a negative number is complex, which nothing here compares or rounds: a TypeError.
NO_VALUE = (ArithmeticError, ValueError, KeyError, IndexError, OverflowError, TypeError)
"""What an evaluation raises where the tree has no value over these facts."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A node's value, the step that gave it, and the facts that it hangs on."""

    value: Value
    step: str
    uses: frozenset[Place]


@dataclass(frozen=True, slots=True)
class WordFact:
    """A cell with words: whose it is, the heading over it, and what it says."""

    label: str
    heading: str
    text: str
    table: TypedTable
    row: int
    column: int


@dataclass(slots=True)
class Evaluation:
    """Evaluates one tree over the facts, with some cells changed, and remembers look-ups and steps.

    Where the tree was evaluated `before` over the facts as they are, only nodes that read a table with a changed cell
    are evaluated again; the values are right then, facts and steps are those of that evaluation.
    """

    changed: Mapping[Place, Fraction] = field(default_factory=dict[Place, Fraction])
    before: Evaluation | None = None
    facts: dict[Place, Fact] = field(default_factory=dict[Place, Fact])
    lookups: list[_Found] = field(default_factory=list[_Found])
    steps: list[tuple[str, str, tuple[str, ...], Value]] = field(
        default_factory=list[tuple[str, str, tuple[str, ...], Value]]
    )
    _memo: dict[tuple[Node, _Environment, str | None], Outcome] = field(
        default_factory=dict[tuple[Node, _Environment, str | None], Outcome]
    )

    def of(self, node: Node, bound: _Environment = (), after: str | None = None) -> Outcome:
        """Return the outcome of a node; `after` is the step that found the members it is evaluated for."""
        free = unbound(node)
        bound, after = tuple(pair for pair in bound if pair[0] in free), after if free else None
        known = self._memo.get((node, bound, after))
        if known is None:
            known = self._unchanged(node, bound, after) or self._evaluated(node, bound, after)
            self._memo[node, bound, after] = known
        return known

    def _unchanged(self, node: Node, bound: _Environment, after: str | None) -> Outcome | None:
        known = self.before._memo.get((node, bound, after)) if self.before is not None else None
        return known if known and tables_read(node).isdisjoint(place[:2] for place in self.changed) else None

    def _evaluated(self, node: Node, bound: _Environment, after: str | None) -> Outcome:
        match node:
            case Look():
                return self._looked(node, bound, after)
            case Word() | Recorded():
                return self._keyed(node, bound, after)
            case Constant():
                return Outcome(node.value, self._step("constant", (), node.value), frozenset())
            case Choose() | Every():
                return self._over_members(node, bound, after)
            case Apply():
                found = [self.of(part, bound, after) for part in node.inputs]
                value = compute(node.operator, [one.value for one in found])
                return Outcome(value, self._step(node.operator, _steps(found), value), _uses(found))
            case Branch():
                return self._branched(node, bound, after)

    def _over_members(self, node: Choose | Every, bound: _Environment, after: str | None) -> Outcome:
        return self._chosen(node, bound, after) if isinstance(node, Choose) else self._listed(node, bound, after)

    def _keyed(self, node: Word | Recorded, bound: _Environment, after: str | None) -> Outcome:
        if isinstance(node, Word):
            return self._read(node, bound, after)
        entity, step, uses = self._key(node.entity, bound, after)
        found = sorted(period for name, period in node.series.facts if name == entity)
        day = found[-1 if node.last else 0]
        made = self._step("last_date" if node.last else "first_date", (step,) if step else (), day)
        return Outcome(day, made, uses)

    def _looked(self, node: Look, bound: _Environment, after: str | None) -> Outcome:
        entity, entity_step, first = self._key(node.entity, bound, after)
        period, period_step, second = self._key(node.period, bound, after)
        fact = node.series.facts[entity, period]
        place = place_of(fact)
        self.facts[place] = fact
        value = self.changed[place] if place in self.changed else _exact(fact.value)
        step = f"a{len(self.lookups) + 1}"
        self.lookups.append((step, fact, period_step or entity_step))
        return Outcome(value, step, first | second | {place})

    def _read(self, node: Word, bound: _Environment, after: str | None) -> Outcome:
        entity, step, uses = self._key(node.entity, bound, after)
        table = node.series.table
        label = node.series.rows[entity]
        name = f"a{len(self.lookups) + 1}"
        text = table.grid.text(label.row, node.column).strip()
        self.lookups.append((name, WordFact(label.text, node.heading, text, table, label.row, node.column), step))
        return Outcome(normal(text), name, uses)

    def _key(self, key: Key, bound: _Environment, after: str | None) -> tuple[str, str | None, frozenset[Place]]:
        if isinstance(key, str):
            return key, None, frozenset()
        if isinstance(key, Each):
            return dict(bound)[key.axis], after, frozenset()
        found = self.of(key, bound, after)
        return str(found.value), found.step, found.uses

    def _members(
        self, members: Members, bound: _Environment, after: str | None
    ) -> tuple[list[str], str | None, frozenset[Place]]:
        if members.test is None:
            return list(members.names), after, frozenset()
        tested = [self.of(members.test, _bind(bound, members.axis, name), after) for name in members.names]
        kept = [name for name, one in zip(members.names, tested, strict=True) if one.value]
        return kept, self._step("filter", _steps(tested), "; ".join(kept)), _uses(tested)

    def _chosen(self, node: Choose, bound: _Environment, after: str | None) -> Outcome:
        names, step, uses = self._members(node.members, bound, after)
        found = [self.of(node.key, _bind(bound, node.members.axis, name), step) for name in names]
        pairs = sorted(zip(names, found, strict=True), key=lambda pair: _number(pair[1].value), reverse=node.largest)
        if _number(pairs[0][1].value) == _number(pairs[1][1].value):
            raise ValueError("two members are first")
        winner = pairs[0][0]
        made = self._step("argmax" if node.largest else "argmin", _steps(found), winner)
        return Outcome(winner, made, uses | pairs[0][1].uses | pairs[1][1].uses)

    def _listed(self, node: Every, bound: _Environment, after: str | None) -> Outcome:
        names, step, uses = self._members(node.members, bound, after)
        found = [self.of(node.body, _bind(bound, node.members.axis, name), step) for name in names]
        value = tuple(_number(one.value) for one in found)
        return Outcome(value, self._step("list", _steps(found), value), uses | _uses(found))

    def _branched(self, node: Branch, bound: _Environment, after: str | None) -> Outcome:
        test, then, other = (self.of(part, bound, after) for part in (node.test, node.then, node.other))
        taken = then if test.value else other
        step = self._step("branch", (test.step, then.step, other.step), taken.value)
        return Outcome(taken.value, step, test.uses | taken.uses)

    def _step(self, operator: str, inputs: tuple[str, ...], value: Value) -> str:
        name = f"s{len(self.steps) + 1}"
        self.steps.append((name, operator, inputs, value))
        return name


@lru_cache(maxsize=1 << 14)
def _exact(value: Decimal) -> Fraction:
    return Fraction(value)


def place_of(fact: Fact) -> Place:
    """Return where a fact stands."""
    return fact.path, fact.artifact, fact.row, fact.column


def plan_of(evaluation: Evaluation, outcome: Outcome, rounded: str | None) -> Plan:
    """Return the plan of an evaluation; where the value is rounded, the last step does it."""
    operations = [
        Operation(name, operator, inputs, shown_value(value)) for name, operator, inputs, value in evaluation.steps
    ]
    lookups = tuple(_look_up(name, fact, after) for name, fact, after in evaluation.lookups)
    if rounded is None:
        return Plan(lookups, tuple(operations), outcome.step)
    last = Operation("rounded", "round_half_up", (outcome.step,), rounded)
    return Plan(lookups, (*operations, last), last.id)


def hops_of(plan: Plan) -> int:
    """Return the longest chain of look-ups of which each needs the result of the one before."""
    levels: dict[str, int] = {}
    inputs = {step.id: step.inputs for step in plan.operations}
    after = {lookup.id: lookup.after for lookup in plan.lookups}

    def level(name: str) -> int:
        if name not in levels:
            before = after.get(name)
            own = 1 + (level(before) if before else 0) if name in after else 0
            levels[name] = max([own, *map(level, inputs.get(name, ()))])
        return levels[name]

    return max(level(name) for name in (*after, *inputs))


def shown_value(value: Value) -> str:
    """Return a value as text: a fraction with an end as a decimal, others as quotients."""
    if isinstance(value, tuple):
        return "; ".join(map(shown_value, value))
    if isinstance(value, Fraction):
        exact = Decimal(value.numerator) / Decimal(value.denominator)
        return f"{exact:f}" if Fraction(exact) == value else str(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _look_up(name: str, fact: Fact | WordFact, after: str | None) -> LookUp:
    if isinstance(fact, WordFact):
        table = fact.table
        return LookUp(
            name, fact.label, fact.heading, "", "", table.path, table.artifact, fact.row, fact.column, fact.text, after
        )  # fmt: skip
    unit = fact.unit.text if fact.unit else ""
    return LookUp(
        name, fact.label, fact.measure.name, fact.period.label, unit,
        fact.path, fact.artifact, fact.row, fact.column, fact.text, after,
    )  # fmt: skip


def _number(value: Value) -> Number:
    if isinstance(value, str | tuple):
        raise ValueError(f"{value!r} is no number")
    return value


def _bind(bound: _Environment, axis: Axis, name: str) -> _Environment:
    return (*(pair for pair in bound if pair[0] != axis), (axis, name))


def _steps(found: list[Outcome]) -> tuple[str, ...]:
    return tuple(one.step for one in found)


def _uses(found: list[Outcome]) -> frozenset[Place]:
    return frozenset[Place]().union(*(one.uses for one in found))
