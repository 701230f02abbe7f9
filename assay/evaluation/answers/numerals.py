"""One written numeral: its digits, grouping, decimal sign and power of ten, read by one fixed locale rule."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Context, Decimal

from assay.evaluation.answers.cleaning import Refusal

# Every repeat here starts with a character that the part before it cannot take, so the time is linear.
NUMERAL = re.compile(r"[0-9]+(?:[.,' ][0-9]+)*|\.[0-9]+")
EXPONENT = re.compile(r"[eE]([+-]?[0-9]{1,4})(?![0-9.,])")
POWER = re.compile(
    r" ?[xX×*·⋅] ?10(?:\^([+-]?[0-9]{1,4})|\^\{([+-]?[0-9]{1,4})\}|([⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4}))(?![0-9.,⁰¹²³⁴⁵⁶⁷⁸⁹])"
)
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")

# Wide enough that no shift or difference of two readable numbers is ever rounded.
EXACT = Context(prec=25_000, Emax=100_000, Emin=-100_000)


@dataclass(frozen=True, slots=True)
class Numeral:
    """A numeral found in a text: its value without sign, and where it starts and ends."""

    value: Decimal
    start: int
    end: int


def find_numeral(text: str) -> Numeral:
    """Return the first numeral of the text with its power of ten."""
    found = NUMERAL.search(text)
    if found is None:
        raise Refusal("malformed")
    if found.group().startswith(".") and found.start() and text[found.start() - 1].isalpha():
        # The stop of an abbreviation, as in "Rs.500".
        found = NUMERAL.match(text, found.start() + 1) or found
    shift, end = read_power(text, found.end())
    return Numeral(EXACT.scaleb(read_digits(found.group()), shift), found.start(), end)


def read_power(text: str, start: int) -> tuple[int, int]:
    """Return the power of ten written at this place, 0 if none, and where it ends."""
    found = EXPONENT.match(text, start) or POWER.match(text, start)
    if found is None:
        return 0, start
    power = next(group for group in found.groups() if group is not None)
    return int(power.translate(SUPERSCRIPTS)), found.end()


def read_digits(written: str) -> Decimal:
    """Return the value of digits with separators; a form that two locales read differently has one fixed reading."""
    separators = [character for character in written if not character.isdigit()]
    kinds = list(dict.fromkeys(separators))
    if len(kinds) < 2:
        return read_one_kind(written, kinds[0] if kinds else "", len(separators))
    whole, mark, fraction = written[: written.rindex(kinds[1])], kinds[1], written.rsplit(kinds[1], 1)[1]
    if len(kinds) > 2 or mark not in ".," or separators.count(mark) > 1 or separators[-1] != mark:
        raise Refusal("malformed")
    return Decimal(joined_groups(whole, kinds[0]) + "." + fraction)


def read_one_kind(written: str, mark: str, count: int) -> Decimal:
    """Return the value of digits with at most one kind of separator."""
    if not mark:
        return Decimal(written)
    if mark == "." and count == 1:
        return Decimal(written)
    if mark == "," and count == 1:
        return read_single_comma(written)
    return Decimal(joined_groups(written, mark))


def read_single_comma(written: str) -> Decimal:
    """Return the value of digits with one comma: a group where three digits follow, else a decimal comma."""
    whole, fraction = written.split(",")
    decimal = whole == "0" or len(fraction) != 3
    if decimal and (whole == "0" or not whole.startswith("0")):
        return Decimal(whole + "." + fraction)
    return Decimal(joined_groups(written, ","))


def joined_groups(written: str, mark: str) -> str:
    """Return the digits without their group separators; groups that do not fit are refused."""
    first, *rest = written.split(mark)
    thousands = len(first) <= 3 and all(len(group) == 3 for group in rest)
    indian = mark == "," and len(first) <= 2 and len(rest[-1]) == 3 and all(len(group) == 2 for group in rest[:-1])
    if first.startswith("0") or not (thousands or indian):
        raise Refusal("malformed")
    return first + "".join(rest)
