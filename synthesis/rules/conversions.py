"""Values of one unit in another: of the same dimension, finer ones, and those that other documents use."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from types import MappingProxyType

from assay.tables import Unit
from assay.tables.units import unit_of
from synthesis.rules.fields import Field
from synthesis.rules.phrases import form_of
from synthesis.rules.series import Series
from synthesis.rules.trees import Constant, Node, applied
from synthesis.rules.walks import Walk

_POWERS = frozenset(10**power for power in (3, 6, 9))
_SMALLER = MappingProxyType({"billion": "million", "million": "thousand", "thousand": ""})
_FINER = MappingProxyType({"TWh": "GWh", "GWh": "MWh", "MWh": "kWh", "GW": "MW", "MW": "kW"})


def converted(node: Node, unit: Unit, other: Unit) -> Node:
    """Return a value of one unit in another of the same dimension."""
    factor = unit.factor / other.factor
    if factor == 1:
        return node
    if factor < 1 and factor.numerator == 1:
        return applied("quotient", node, Constant(1 / factor, f"{other.text} in {unit.text}"))
    return applied("product", node, Constant(factor, f"{unit.text} in {other.text}"))


def finer(unit: Unit) -> Iterator[Unit]:
    """Yield a unit and the ones below it, a thousand times finer each."""
    found: Unit | None = unit
    while found is not None:
        yield found
        scale, base = _SMALLER.get(found.scale), _FINER.get(found.base)
        finer = f"{scale} {found.base}".strip() if scale is not None else base
        found = unit_of(finer) if finer else None
        found = found if found is not None and found.dimension == unit.dimension else None


def in_other_units(family: Callable[[Field], Iterator[Walk]]) -> Callable[[Field], Iterator[Walk]]:
    """Return the family of a level's walks that ask for it in the unit in which other documents give the measure."""

    def asked(field: Field) -> Iterator[Walk]:
        for walk in family(field):
            series = walk.slots[0].series
            unit, others = series.measure.unit, sorted(_other_units(field, series), key=lambda unit: unit.text)
            if unit is not None and unit.base and others:
                yield _in_unit(walk, unit, field.rng.choice(others))

    return asked


def _other_units(field: Field, series: Series) -> set[Unit]:
    unit = series.measure.unit
    told = {one.measure.unit for one in field.group if one.kin == series.kin and not one.converted}
    return {one for one in told if one and unit and one.dimension == unit.dimension and _shifts(one, unit)}


def _shifts(one: Unit, other: Unit) -> bool:
    """Whether units differ by a power of ten, so that the answer says just what the cell does."""
    factor = max(one.factor / other.factor, other.factor / one.factor)
    return factor in _POWERS


def _in_unit(walk: Walk, unit: Unit, other: Unit) -> Walk:
    shift = len(str(int(max(other.factor / unit.factor, unit.factor / other.factor)))) - 1
    smaller = shift if other.factor > unit.factor else -shift
    form = form_of(other, max(0, walk.form.decimals + smaller))
    labels = (*walk.labels, "reconcile.unit")
    return replace(walk, tree=converted(walk.tree, unit, other), form=form, labels=labels)
