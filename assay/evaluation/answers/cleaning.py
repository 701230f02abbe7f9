"""What is taken off an answer before it is read: the tag, invisible characters, emphasis, typographic variants."""

from __future__ import annotations

import re
import unicodedata

ANSWER_TAG = re.compile(r"<(/?)answer[ \t\r\n]*>", re.IGNORECASE)
EMPHASIS = ("```", "**", "__", "`")
CODE_FENCE = "```"
FULL_STOPS = (".", "\u3002", "\uff61")
ZERO_WIDTH = frozenset("\u00ad\u180e\u200b\u200c\u200d\u2060\ufeff")
# Overrides and isolates show one text and store another; the plain marks only order runs.
BIDI_CONTROLS = re.compile("[\u202a-\u202e\u2066-\u2069]")
BIDI_MARKS = re.compile("[\u061c\u200e\u200f]")
# By table and not by NFKC, which would read 10 to the power of 3 as 103.
VARIANTS = {
    **dict.fromkeys("\u2212\u2010\u2011\u2012\u2013\ufe63\uff0d", "-"),
    **dict.fromkeys("\u2018\u2019\u201b\u02bc\u2032\u00b4", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033", '"'),
    "\u066b": ".",
    "\u066c": ",",
    **dict.fromkeys("\u066a\ufe6a", "%"),
    "\uffe0": "¢", "\uffe1": "£", "\uffe5": "¥", "\uffe6": "₩", "\ufe69": "$", "\u2103": "°C", "\u2109": "°F",
    "\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl",
}  # fmt: skip


class Refusal(Exception):
    """An answer that cannot be read, with the reason code that says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def tagged_answer(submission: str) -> str:
    """Return the content of the answer tag; several tags count only if all say the same."""
    contents: list[str] = []
    start = -1
    for tag in ANSWER_TAG.finditer(submission):
        closes = bool(tag.group(1))
        if closes != (start >= 0):
            raise Refusal("extraction")
        if closes:
            contents.append(submission[start : tag.start()].strip())
        start = -1 if closes else tag.end()
    if start >= 0 or not contents or not contents[0] or len(set(contents)) > 1:
        raise Refusal("extraction")
    return contents[0]


def bounded(text: str, most: int) -> str:
    """Return the text without outer white space; nothing, too much, and direction controls are refused."""
    # The slice keeps the work small however long the input is.
    text = text.strip() if len(text) <= 2 * most else text[: 2 * most + 1]
    if not text or len(text) > most or BIDI_CONTROLS.search(text):
        raise Refusal("malformed")
    return text


def plain_character(character: str) -> str:
    """Return the plain form of one character: a digit, a space, a hyphen, nothing, or itself."""
    if character in VARIANTS:
        return VARIANTS[character]
    if character in ZERO_WIDTH:
        return ""
    if character.isspace():
        return " "
    if "\uff01" <= character <= "\uff5e":
        return chr(ord(character) - 0xFEE0)
    digit = unicodedata.decimal(character, -1)
    return character if digit < 0 else str(digit)


def plain(text: str) -> str:
    """Return the text with typographic variants of signs, digits, quotes and spaces made plain."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(plain_character, text))


def unstopped(text: str) -> str:
    """Return the text without one full stop at its end."""
    ends = text.endswith(FULL_STOPS) and not text.endswith("..")
    return text[:-1].rstrip() if ends else text


def unmarked(text: str) -> str:
    """Return the text without one layer of emphasis or code marks around the whole of it."""
    for mark in EMPHASIS:
        if len(text) > 2 * len(mark) and text.startswith(mark) and text.endswith(mark):
            return text[len(mark) : -len(mark)].strip()
    return text


def unwrapped(text: str) -> str:
    """Return the text without one layer of marks and without one full stop, outside or inside of them."""
    outer = unstopped(text)
    inner = unmarked(outer)
    if inner != outer and outer == text:
        inner = unstopped(inner)
    if not inner:
        raise Refusal("malformed")
    return inner


def unfenced(text: str) -> str:
    """Return the content of a fenced code block without its language word; other text without its marks."""
    if len(text) > 6 and text.startswith(CODE_FENCE) and text.endswith(CODE_FENCE):
        language, line_break, rest = text[3:-3].partition("\n")
        if line_break and language.strip().isalpha():
            return rest.strip()
    return unmarked(text)
