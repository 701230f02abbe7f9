"""One measure per unit of another, of an entity less that of the one at the other end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from assay.tables import Unit
from synthesis.rules.bridged import slot
from synthesis.rules.conversions import converted, finer
from synthesis.rules.evaluating import NO_VALUE, Evaluation
from synthesis.rules.fields import Field, per_unit, who_by
from synthesis.rules.phrases import TELLING, Form, form_of, noun, one_of
from synthesis.rules.series import Series
from synthesis.rules.trees import Apply, Look, applied
from synthesis.rules.walks import Walk, Who


def premiums(field: Field) -> Iterator[Walk]:
    """Yield one measure per unit of another, of the first entity less that of the last."""
    for one, other in field.pairs(field.growing()):
        single = _per(other)
        shared = [period for period in one.full_periods if period in other.full_periods]
        if (
            single is None
            or not shared
            or not per_unit(one, other)
            or not other.measure.unit
            or other.measure.unit.scale
        ):
            continue
        for who in field.whos(one, other):
            last = _opposite(who, field)
            if last is None or who.via or one.measure.unit is None:
                continue
            period = field.rng.choice(field.seldom_told(shared, one, other))
            first, second = (
                applied("quotient", Look(one, key.node, period), Look(other, key.node, period)) for key in (who, last)
            )
            ask = (
                f"{{0}} per {single} in {period} less the same figure of the {who.role} with the {last.top} "
                f"{last.thing} {last.when}"
            )
            tree = applied("difference", first, second)
            unit = _unit_of(first, one.measure.unit)
            if unit is not None:
                form = replace(_per_form(one, unit, single), telling=TELLING)
                yield Walk("per_unit_premium", converted(tree, one.measure.unit, unit), form, ask, (slot(one),), who)


def _unit_of(quotient: Apply, unit: Unit) -> Unit | None:
    """Return the coarsest unit in which a quotient is one or more; in a finer one nearly nothing has many digits."""
    try:
        value = Evaluation().of(quotient).value
    except NO_VALUE:
        return None
    size = abs(Fraction(value)) if isinstance(value, Fraction | float) else Fraction(0)
    return next((one for one in finer(unit) if size * unit.factor >= one.factor), None)


def _per(series: Series) -> str | None:
    counted = series.measure.unit is not None and series.measure.unit.dimension == "number"
    return one_of(series.measure.wording) if counted else None


def _per_form(series: Series, unit: Unit, single: str) -> Form:
    plain = form_of(unit, 3, plus=True)
    named = f"{unit.scale} {unit.base}".strip() or series.measure.wording
    words = f"in {named} per {single}, with a plus or minus sign and three decimals"
    return replace(plain, unit=None, scale=None, words=words)


def _opposite(who: Who, field: Field) -> Who | None:
    period = who.when.removeprefix("in ")
    if who.series.kin and period in who.series.full_periods and who.thing == noun(who.series.measure):
        largest = who.top in ("largest", "highest")
        return who_by(who.series, period, largest=not largest)
    return None
