"""Programs by construction: the pasted reader and operators, look-ups by label and heading, one line for each step."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction

from assay.collection import collection_path
from assay.tables import TypedTable
from assay.tables.records import normal
from synthesis.rules.operators import source_of
from synthesis.rules.reader import DATED, JOINED, PLAIN, READER, TURNED
from synthesis.rules.series import Series
from synthesis.rules.trees import (
    Apply,
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
    everything,
    unbound,
)

_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
# A number counts as shown in these renderings too: thousands, millions, percent.
_SCALES = tuple(Decimal(10) ** power for power in (-6, -3, -2, 0, 2, 3, 6))
# Small whole numbers stand in any program as counts and factors.
_SMALL = 100
_VARIABLES = {"entity": "name", "period": "period"}


class NotWritten(Exception):
    """A tree whose keys differ from table to table in a way that no program of this author can follow."""


@dataclass(slots=True)
class _Writer:
    lines: list[str] = field(default_factory=list[str])
    tables: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
    steps: dict[Node, str] = field(default_factory=dict[Node, str])
    helpers: set[str] = field(default_factory=set[str])

    def expression(self, node: Node) -> str:
        """Return the node as an expression; what depends on no list around it becomes a line of its own."""
        if isinstance(node, Look | Constant) or unbound(node):
            return self._plain(node)
        if node not in self.steps:
            text = self._plain(node)
            name = f"step_{len(self.steps) + 1}"
            self.lines.append(f"{name} = {text}")
            self.steps[node] = name
        return self.steps[node]

    def _plain(self, node: Node) -> str:
        match node:
            case Look() | Word() | Recorded():
                return self._cell(node)
            case Constant():
                return _constant(node.value)
            case Choose() | Every():
                return self._over_members(node)
            case Apply():
                return f"{node.operator}({', '.join(self.expression(part) for part in node.inputs)})"
            case Branch():
                then, test, other = (self.expression(part) for part in (node.then, node.test, node.other))
                return f"{then} if {test} else {other}"

    def _cell(self, node: Look | Word | Recorded) -> str:
        if isinstance(node, Look):
            return self._look(node)
        return self._word(node) if isinstance(node, Word) else self._recorded(node)

    def _over_members(self, node: Choose | Every) -> str:
        variable, members = _VARIABLES[node.members.axis], self._members(node.members)
        if isinstance(node, Every):
            return f"[{self.expression(node.body)} for {variable} in {members}]"
        return f"{'max' if node.largest else 'min'}({members}, key=lambda {variable}: {self.expression(node.key)})"

    def _members(self, members: Members) -> str:
        names, variable = self._names(members), _VARIABLES[members.axis]
        if members.test is None:
            return names
        return f"[{variable} for {variable} in {names} if {self.expression(members.test)}]"

    def _names(self, members: Members) -> str:
        if members.axis == "period":
            return repr(list(members.names))
        table = members.series.table
        if frozenset(members.names) != table.entities:
            raise NotWritten("a list of some entities only")
        return f"labels({self._table(table)}, {table.label_heading!r}, {_skipped(table)!r})"

    def _look(self, node: Look) -> str:
        series, table = node.series, node.series.table
        facts = list(series.facts.values())
        if isinstance(node.period, str):
            fact = next(fact for fact in facts if fact.period.label == node.period)
            heading, keys = repr(fact.heading), [f"{name!r}: {text!r}" for name, text in fact.keys]
        else:
            variable, fact = self._key(node.period), facts[0]
            heading = _varied({one.period.label: one.heading for one in facts}, variable)
            keys = [
                f"{name!r}: {_varied({one.period.label: one.keys[at][1] for one in facts}, variable)}"
                for at, (name, _) in enumerate(fact.keys)
            ]
        if table.shape != "single":
            keys = [f"{table.label_heading!r}: {self._entity(node.entity, series)}", *keys]
        return f"value({self._table(table)}, {heading}, {{{', '.join(keys)}}})"

    def _word(self, node: Word) -> str:
        table = node.series.table
        entity = self._entity(node.entity, node.series)
        return f"cell({self._table(table)}, {node.heading!r}, {{{table.label_heading!r}: {entity}}})"

    def _recorded(self, node: Recorded) -> str:
        self.helpers.add(DATED)
        table = node.series.table
        entity = self._entity(node.entity, node.series)
        place = -1 if node.last else 0
        rows = self._table(table)
        return f"recorded({rows}, {table.period_heading!r}, {table.label_heading!r}, {entity})[{place}]"

    def _entity(self, key: Key, series: Series) -> str:
        if isinstance(key, str):
            return repr(next(fact.label for (name, _), fact in series.facts.items() if name == key))
        return self._key(key)

    def _key(self, key: Key) -> str:
        return (
            _VARIABLES[key.axis]
            if isinstance(key, Each)
            else repr(key)
            if isinstance(key, str)
            else self.expression(key)
        )

    def _table(self, table: TypedTable) -> str:
        place = table.path, table.artifact
        if place not in self.tables:
            name = f"table_{len(self.tables) + 1}"
            self.tables[place] = name
            self.lines.append(f"{name} = {self._rows(table)}")
        return self.tables[place]

    def _rows(self, table: TypedTable) -> str:
        rows = f"table({collection_path(table.domain, table.path)!r}, {table.artifact!r})"
        if table.turned:
            self.helpers.add(TURNED)
            rows = f"turned({rows})"
        rows += f"[{table.top}:]" if table.top else ""
        if table.depth > 1:
            self.helpers.add(JOINED)
            rows = f"joined({rows}, {table.depth})"
        return rows


def program_of(tree: Node, decimals: int, *, plus: bool) -> str:
    """Return the program that computes a tree and prints the value, unrounded and as asked."""
    writer = _Writer()
    last = [
        f"answer = Fraction({writer.expression(tree)})",
        "print(Decimal(answer.numerator) / Decimal(answer.denominator))",
        f"print(round_half_up(answer, {decimals}, {plus}))",
    ]
    names = [one.operator for one in everything(tree) if isinstance(one, Apply)]
    pasted = source_of(names)
    head = "".join(f"{line}\n" for word, line in _IMPORTS if re.search(rf"\b{word}\.", pasted))
    parts = [READER, head, PLAIN, *sorted(writer.helpers), pasted, "\n".join([*writer.lines, *last])]
    return "\n\n".join(part.strip("\n") for part in parts if part).replace("\n\n\n\n", "\n\n\n") + "\n"


_IMPORTS = (("math", "import math"), ("date", "from datetime import date"))


def shows_operand(program: str, values: Iterable[Decimal]) -> bool:
    """Return whether any value stands in the program by chance, in a key or a file name, in any rendering."""
    found = {Decimal(text.replace(",", "")) for text in _NUMBER.findall(program)}
    told = [value for value in map(abs, values) if value != value.to_integral_value() or value > _SMALL]
    return any(value * scale in found for value in told for scale in _SCALES)


def _constant(value: Fraction | str) -> str:
    if isinstance(value, str):
        return repr(value)
    return str(value.numerator) if value.denominator == 1 else f"Fraction({value.numerator}, {value.denominator})"


def _skipped(table: TypedTable) -> tuple[str, ...]:
    """The texts in the label column that name no entity."""
    texts = {table.grid.text(row, table.label_column) for row in range(table.header_row + 1, table.grid.rows)}
    return ("", *sorted(text for text in texts if text and normal(text) not in table.entities))


def _varied(texts: Mapping[str, str], variable: str) -> str:
    """Return the expression that makes each period's text of its label."""
    if len(set(texts.values())) == 1:
        return repr(next(iter(texts.values())))
    if all(text == label for label, text in texts.items()):
        return variable
    ends = {tuple(text.split(label)) for label, text in texts.items() if label in text}
    if len(ends) != 1 or any(label not in text for label, text in texts.items()):
        raise NotWritten("periods that are headed in several ways")
    (found,) = ends
    if len(found) != 2:
        raise NotWritten("periods that are headed in several ways")
    return " + ".join(
        part for part in (repr(found[0]) if found[0] else "", variable, repr(found[1]) if found[1] else "") if part
    )
