"""A written quantity: one number with its sign, scale word and unit, read against the asked unit and scale."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from assay.evaluation.answers.cleaning import BIDI_MARKS, Refusal, bounded, plain, unwrapped
from assay.evaluation.answers.currencies import CURRENCY_CODES, DOLLAR_CODES, currency_readings
from assay.evaluation.answers.numerals import EXACT, find_numeral
from assay.evaluation.answers.scales import scale_shift, word_shift
from assay.evaluation.answers.spec import Spec
from assay.evaluation.answers.units import is_known_unit, is_physical, known_readings, same_unit

# Longer texts are not one number; the cap comes before any pattern is tried.
LONGEST_NUMBER = 60
LATIN = re.compile("[A-Za-z\u00c0-\u024f]")
# German business writing: thousands of a currency.
GERMAN_THOUSANDS = ("TEUR", "TCHF", "TUSD", "T€", "T$")
CONNECTORS = ("of ", "de ", "d'", "di ")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What stands around the digits: text before, text after, and whether the number is negative."""

    before: str
    after: str
    negative: bool


@lru_cache(maxsize=4096)
def read_quantity(text: str, asked: Spec) -> Decimal:
    """Return the value in the asked unit and scale; any other content of the text is refused."""
    written = plain(bounded(text, LONGEST_NUMBER))
    if BIDI_MARKS.search(written):
        raise Refusal("malformed")
    written = unwrapped(written.strip())
    numeral = find_numeral(written)
    around = read_sign(written[: numeral.start], written[numeral.end :])
    shift = read_shift(around.before, around.after, asked.unit)
    base = scale_shift(asked.scale) or 0
    value = numeral.value if shift is None else EXACT.scaleb(numeral.value, shift - base)
    return value.copy_negate() if around.negative else value


def read_sign(before: str, after: str) -> Surroundings:
    """Return the text around the digits without sign and accounting parentheses."""
    signs = before.count("-") + before.count("+")
    opens, closes = before.count("("), after.count(")")
    if signs + opens > 1 or opens != closes or ")" in before or "(" in after:
        raise Refusal("malformed")
    negative = "-" in before or bool(opens)
    if opens:
        before, after = before.replace("(", " "), after.replace(")", " ", 1)
    before = before.replace("-", " ").replace("+", " ") if signs else before
    return Surroundings(before.strip(), after.strip(), negative)


@lru_cache(maxsize=4096)
def read_shift(before: str, after: str, unit: str) -> int | None:
    """Return the power of ten of the scale word, or None without one; the wrong unit is refused."""
    if not before and not after:
        return None
    if not before:
        return read_after(after, unit)
    sign, shift = leading_currency(before)
    if not after:
        return checked(sign, unit, shift)
    if after.startswith("/") or after.startswith("per "):
        return checked(f"{sign} {after}", unit, shift)
    if shift is not None:
        raise Refusal("malformed")
    return read_after_currency(sign, after, unit)


def leading_currency(before: str) -> tuple[str, int | None]:
    """Return the currency before the digits and the power of ten of a scale word between them."""
    for left, right in splits(before):
        currency = currency_token(left)
        if currency and (not right or word_shift(right) is not None):
            return currency, word_shift(right) if right else None
    raise Refusal("malformed")


def currency_token(text: str) -> str:
    """Return the sign, code or name of a currency, or the code of a sign with its code; "" for any other text."""
    joined = text.replace(" ", "")
    if currency_readings(joined):
        return joined
    one, _, other = text.partition(" ")
    if currency_agrees(one, other):
        return one if one.isalpha() else other
    return text if any(reading in CURRENCY_CODES for reading in known_readings(text)) else ""


def currency_agrees(sign: str, code: str) -> bool:
    """Return whether a sign and a code name one currency; $ goes with the code of every dollar."""
    if sign.isalpha() == code.isalpha():
        return False
    shared = currency_readings(sign) & currency_readings(code)
    return bool(shared) or ("$" in (sign, code) and (sign in DOLLAR_CODES or code in DOLLAR_CODES))


def read_after_currency(sign: str, after: str, unit: str) -> int | None:
    """Return the power of ten of the text after a number that a currency stands before."""
    for left, right in splits(after):
        if not right and word_shift(left) is not None:
            return checked(sign, unit, word_shift(left))
        shift = word_shift(left)
        if shift is not None and right.startswith(("/", "per ")):
            return checked(f"{sign} {right}", unit, shift)
        if shift is not None and currency_agrees(sign, without_connector(right)):
            return checked(without_connector(right), unit, shift)
    if currency_agrees(sign, after):
        return checked(after, unit, None)
    raise Refusal("malformed")


def read_after(after: str, unit: str) -> int | None:
    """Return the power of ten of the text after a number, which is a scale word, a unit or both."""
    if unit != "none" and same_unit(unit, after):
        return None
    if after.startswith(GERMAN_THOUSANDS):
        return checked(after[1:], unit, 3)
    shift = word_shift(after)
    if shift is not None and not (is_known_unit(after) and is_physical(unit)):
        return shift
    known = is_known_unit(after)
    for left, right in splits(after):
        if not right or known:
            continue
        for word, rest in ((left, without_connector(right)), (right, left)):
            shift = word_shift(word)
            if shift is not None:
                return checked(rest, unit, shift)
    raise Refusal("unit" if known or is_single_word(after) else "malformed")


def checked(written: str, unit: str, shift: int | None) -> int | None:
    """Return the shift if the written unit is the asked one."""
    if unit != "none" and same_unit(unit, written):
        return shift
    if word_shift(written) is not None:
        raise Refusal("malformed")
    raise Refusal("unit" if is_known_unit(written) or is_single_word(written) else "malformed")


def is_single_word(text: str) -> bool:
    """Return whether the text is one word of letters, which can only have been meant as a unit."""
    return text.replace("-", "").isalpha()


def without_connector(text: str) -> str:
    """Return the text without the small word that joins a scale word and a unit."""
    for word in CONNECTORS:
        if text.startswith(word):
            return text[len(word) :].strip()
    return text


def splits(text: str) -> list[tuple[str, str]]:
    """Return the ways to cut the text in two between words or kinds of letters, the longest left part first."""
    cuts = [place for place in range(1, len(text)) if is_boundary(text, place)]
    cuts += [place for place in (3, len(text) - 3) if place not in cuts and beside_code(text, place)]
    return [(text, "")] + [(text[:cut].strip(), text[cut:].strip()) for cut in sorted(cuts, reverse=True)]


def is_boundary(text: str, place: int) -> bool:
    """Return whether two words, or a Latin word and another kind of character, meet at this place."""
    left, right = text[place - 1], text[place]
    if right == " " or left == " ":
        return True
    latin = bool(LATIN.match(left)), bool(LATIN.match(right))
    return latin[0] != latin[1] or not (latin[0] or left in ".-'" or right in ".-'")


def beside_code(text: str, place: int) -> bool:
    """Return whether a currency code in capitals ends or starts at this place."""
    return 0 < place < len(text) and (text[:place] in CURRENCY_CODES or text[place:] in CURRENCY_CODES)
