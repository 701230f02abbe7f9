"""Typed operator trees: look-ups, choices, lists and operators, from which answer, plan and program come.

Nodes are compared by identity: a part that is used twice is one step.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal, TypeAlias

from synthesis.rules.series import Series

Axis: TypeAlias = Literal["entity", "period"]


@dataclass(frozen=True, slots=True)
class Each:
    """The member of an axis that a list or choice around it runs over."""

    axis: Axis


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One cell of a series; its keys are names, members of a list, or what a choice found."""

    series: Series
    entity: Key
    period: Key


@dataclass(frozen=True, slots=True, eq=False)
class Word:
    """What a column of words says of an entity, such as the region of a station."""

    series: Series
    column: int
    heading: str
    entity: Key


@dataclass(frozen=True, slots=True, eq=False)
class Recorded:
    """The first or last day on which a series has a value of an entity."""

    series: Series
    entity: Key
    last: bool


@dataclass(frozen=True, slots=True, eq=False)
class Constant:
    """A number or text that the question or a definition gives."""

    value: Fraction | str
    why: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Members:
    """The entities of a series' table, or some of its periods; `test` keeps those for which it holds."""

    series: Series
    axis: Axis
    names: tuple[str, ...]
    test: Node | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Choose:
    """The member with the largest or smallest key."""

    members: Members
    key: Node
    largest: bool


@dataclass(frozen=True, slots=True, eq=False)
class Every:
    """The list of a node's values over all members."""

    members: Members
    body: Node


@dataclass(frozen=True, slots=True, eq=False)
class Apply:
    """An operator over other nodes."""

    operator: str
    inputs: tuple[Node, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Branch:
    """One node where a test holds, another where it does not."""

    test: Node
    then: Node
    other: Node


Node: TypeAlias = Look | Word | Recorded | Constant | Choose | Every | Apply | Branch
Key: TypeAlias = str | Each | Choose | Word | Recorded

ENTITY, PERIOD = Each("entity"), Each("period")


def parts(node: Node) -> tuple[Node, ...]:
    """Return the nodes that a node is made of, choices that are keys included."""
    if isinstance(node, Look | Word | Recorded):
        return tuple(key for key in keys_of(node) if not isinstance(key, str | Each))
    if isinstance(node, Choose | Every):
        tested = (node.members.test,) if node.members.test is not None else ()
        return (*tested, node.key if isinstance(node, Choose) else node.body)
    if isinstance(node, Apply):
        return node.inputs
    return (node.test, node.then, node.other) if isinstance(node, Branch) else ()


def keys_of(node: Look | Word | Recorded) -> tuple[Key, ...]:
    """Return the keys that a look-up finds its cell by."""
    return (node.entity, node.period) if isinstance(node, Look) else (node.entity,)


def everything(node: Node) -> Iterator[Node]:
    """Yield a node and all that it is made of."""
    yield node
    for part in parts(node):
        yield from everything(part)


def series_of(node: Node) -> tuple[Series, ...]:
    """Return the series that a tree reads, each once, in order."""
    found = [one.series for one in everything(node) if isinstance(one, Look | Word)]
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=1 << 14)
def tables_read(node: Node) -> frozenset[tuple[str, str]]:
    """Return path and artifact of the tables whose figures a node hangs on."""
    inner = frozenset[tuple[str, str]]().union(*map(tables_read, parts(node)))
    return inner | _tables_of(node.series) if isinstance(node, Look) else inner


@lru_cache(maxsize=1 << 12)
def _tables_of(series: Series) -> frozenset[tuple[str, str]]:
    return frozenset((fact.path, fact.artifact) for fact in series.facts.values())


@lru_cache(maxsize=1 << 14)
def unbound(node: Node) -> frozenset[Axis]:
    """Return the axes of the members that a node takes from lists around it."""
    inner: set[Axis] = set()
    for part in parts(node):
        inner |= unbound(part)
    if isinstance(node, Look | Word | Recorded):
        inner |= {key.axis for key in keys_of(node) if isinstance(key, Each)}
    if isinstance(node, Choose | Every):
        inner.discard(node.members.axis)
    return frozenset(inner)


def applied(operator: str, *inputs: Node) -> Apply:
    """Return an operator over nodes."""
    return Apply(operator, inputs)


def entities(series: Series, test: Node | None = None) -> Members:
    """Return the entities of a series' table."""
    return Members(series, "entity", tuple(sorted(series.entities)), test)


def years(series: Series, periods: tuple[str, ...]) -> Members:
    """Return some periods of a series."""
    return Members(series, "period", periods)
