"""Counts as Word writes them: letters, Roman numbers, words, and those of other scripts (ECMA-376-1, 17.18.59)."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType

_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"),
    (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_UNITS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ORDINALS = MappingProxyType({
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth",
    "twelve": "twelfth",
})  # fmt: skip
_RUSSIAN = "абвгдежзиклмнопрстуфхцчшщыэюя"
_CHICAGO = "*†‡§"
_IDEOGRAPHS = "〇一二三四五六七八九"
_CHINESE = frozenset({
    "chineseCounting", "chineseCountingThousand", "ideographDigital", "japaneseCounting", "japaneseDigitalTenThousand",
    "taiwaneseCounting", "taiwaneseCountingThousand", "koreanDigital2",
})  # fmt: skip


def formatted(count: int, format: str) -> str:
    """Return a count in one of Word's number formats; formats that are not known show decimals."""
    if format in _CHINESE:
        return _chinese(count)
    write = _FORMATS.get(format)
    return write(count) if write is not None else str(count)


def _letters(count: int) -> str:
    return _repeated(count, "abcdefghijklmnopqrstuvwxyz")


def _repeated(count: int, alphabet: str) -> str:
    """Return a, b, ... z, aa, bb, ...: Word repeats the letter; a count too large to repeat stays a number."""
    if not 0 < count <= 30 * len(alphabet):
        return str(count)
    return alphabet[(count - 1) % len(alphabet)] * ((count - 1) // len(alphabet) + 1)


def _roman(count: int) -> str:
    if not 0 < count < 10_000:
        return str(count)
    text = ""
    for unit, numeral in _ROMAN:
        text += numeral * (count // unit)
        count %= unit
    return text


def _ordinal(count: int) -> str:
    ending = "th" if 10 <= count % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(count % 10, "th")
    return f"{count}{ending}"


def _words(count: int) -> str:
    if not 0 <= count < 1_000_000:
        return str(count)
    if count < 20:
        return _UNITS[count]
    if count < 100:
        return _TENS[count // 10 - 2] + (f"-{_UNITS[count % 10]}" if count % 10 else "")
    size, name = (100, "hundred") if count < 1_000 else (1_000, "thousand")
    return f"{_words(count // size)} {name}" + (f" {_words(count % size)}" if count % size else "")


def _cardinal_words(count: int) -> str:
    words = _words(count)
    return words[:1].upper() + words[1:]


def _ordinal_words(count: int) -> str:
    words = _cardinal_words(count)
    at = max(words.rfind(" "), words.rfind("-")) + 1
    last = words[at:].lower()
    ended = _ORDINALS.get(last) or (last[:-1] + "ieth" if last.endswith("y") else f"{last}th")
    return words[:at] + ended if at else ended.capitalize()


def _enclosed(count: int) -> str:
    return chr(0x245F + count) if 0 < count <= 20 else str(count)


def _chinese(count: int) -> str:
    if not 0 < count < 100:
        return "".join(_IDEOGRAPHS[int(digit)] for digit in str(count)) if count >= 0 else str(count)
    tens, units = divmod(count, 10)
    return (_IDEOGRAPHS[tens] if tens > 1 else "") + "十" * (tens > 0) + (_IDEOGRAPHS[units] if units else "")


_FORMATS: MappingProxyType[str, Callable[[int], str]] = MappingProxyType({
    "none": lambda _: "",
    "decimalZero": lambda count: f"{count:02d}",
    "lowerLetter": _letters,
    "upperLetter": lambda count: _letters(count).upper(),
    "lowerRoman": _roman,
    "upperRoman": lambda count: _roman(count).upper(),
    "ordinal": _ordinal,
    "cardinalText": _cardinal_words,
    "ordinalText": _ordinal_words,
    "numberInDash": lambda count: f"- {count} -",
    "hex": lambda count: f"{count:X}",
    "chicago": lambda count: _repeated(count, _CHICAGO),
    "russianLower": lambda count: _repeated(count, _RUSSIAN),
    "russianUpper": lambda count: _repeated(count, _RUSSIAN).upper(),
    "decimalEnclosedCircle": _enclosed,
    "decimalEnclosedCircleChinese": _enclosed,
})  # fmt: skip
