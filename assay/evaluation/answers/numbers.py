"""Comparison of two numbers by the asked precision, in exact decimals."""

from __future__ import annotations

from decimal import Decimal

from assay.evaluation.answers.cleaning import Refusal
from assay.evaluation.answers.numerals import EXACT
from assay.evaluation.answers.quantities import read_quantity
from assay.evaluation.answers.spec import Spec

# Powers of ten that a mistaken unit or scale word makes.
SCALE_SLIPS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 12)


def compare_numbers(expected: str, response: str, asked: Spec) -> str:
    """Return why the response is not the expected number, or "match"."""
    gold, value = read_quantity(expected, asked), read_quantity(response, asked)
    allowed = tolerance(asked)
    if within(value, gold, allowed):
        return "match"
    if gold and within(value.copy_negate(), gold, allowed):
        return "sign"
    if is_short(value, gold, asked):
        return "precision"
    return "scale" if is_scale_slip(value, gold, allowed) else "value"


def tolerance(asked: Spec) -> Decimal:
    """Return half a unit of the last asked place; nothing for integers and where no place is asked."""
    if asked.kind == "integer" or asked.decimals is None:
        return Decimal(0)
    return Decimal(5).scaleb(-asked.decimals - 1)


def within(value: Decimal, gold: Decimal, allowed: Decimal) -> bool:
    """Return whether the two differ by no more than is allowed, both ends included."""
    if value == gold:
        return True
    return bool(allowed) and EXACT.abs(EXACT.subtract(value, gold)) <= allowed


def is_short(value: Decimal, gold: Decimal, asked: Spec) -> bool:
    """Return whether the value is the gold at fewer places, or a fraction where a whole number was asked."""
    if asked.kind == "integer" and value != EXACT.to_integral_value(value):
        return EXACT.abs(EXACT.subtract(value, gold)) <= Decimal("0.5")
    place = last_place(value)
    return place > last_place(gold) and bool(value) and within(value, gold, Decimal(5).scaleb(place - 1))


def last_place(value: Decimal) -> int:
    """Return the power of ten of the last written digit."""
    exponent = value.as_tuple().exponent
    return exponent if isinstance(exponent, int) else 0


def is_scale_slip(value: Decimal, gold: Decimal, allowed: Decimal) -> bool:
    """Return whether the value would be right if it were shifted by a power of ten."""
    if not value or not gold:
        return False
    shifts = [sign * power for power in SCALE_SLIPS for sign in (1, -1)]
    return any(within(EXACT.scaleb(value, shift), gold, allowed) for shift in shifts)


def number_fault(expected: str, asked: Spec) -> str | None:
    """Return why the gold does not have the form that its own spec asks for, or None."""
    try:
        value = read_quantity(expected, asked)
    except Refusal as refusal:
        return f"{refusal.reason}: {expected!r} cannot be read as the answer that is asked"
    if asked.kind == "integer" and value != EXACT.to_integral_value(value):
        return f"precision: {expected!r} is not a whole number"
    if asked.decimals is not None and not is_rounded(value, asked.decimals):
        return f"precision: {expected!r} is not rounded to {asked.decimals} places"
    return None


def is_rounded(value: Decimal, decimals: int) -> bool:
    """Return whether the value has no digit after the last asked place."""
    shifted = EXACT.scaleb(value, decimals)
    return shifted == EXACT.to_integral_value(shifted)
