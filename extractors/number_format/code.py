"""Excel's number format codes taken apart: sections, their conditions and their tokens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from extractors.number_format.languages import language_of

TokenKind: TypeAlias = Literal[
    "literal", "place", "point", "comma", "percent", "exponent", "slash", "digit", "date", "elapsed", "half_day",
    "general", "text",
]  # fmt: skip
SectionKind: TypeAlias = Literal["empty", "literal", "number", "scientific", "fraction", "date", "general", "text"]

# What the machine's own long date and long time look like is not in the file; these are those of an English Excel.
LONG_DATE = "dddd, mmmm d, yyyy"
LONG_TIME = "h:mm:ss AM/PM"

# ECMA-376, part 1, 18.8.31: numbers above, below and at zero, and text.
MOST_SECTIONS = 4

_SPLIT = re.compile(r'"[^"]*"?|\\.|\[[^\]]*\]?|_.|\*.|;|[^;"\\\[_*]+|.', re.DOTALL)
_TOKEN = re.compile(
    r"""(?P<quoted>"[^"]*"?)|\\(?P<escaped>.)|_(?P<padded>.?)|\*(?P<filled>.?)|\[(?P<bracket>[^\]]*)\]?"""
    r"""|(?P<general>General)|(?P<half_day>AM/PM|A/P)|(?P<exponent>E[+-])"""
    r"""|(?P<date>y+|m+|d+|h+|s+|e+|b+|a{3,4}|g+)|(?P<place>[0#?])|(?P<digit>[1-9])|(?P<point>\.)|(?P<comma>,)"""
    r"""|(?P<percent>%)|(?P<slash>/)|(?P<text>@)|(?P<wrong>n)|(?P<literal>.)""",
    re.IGNORECASE | re.DOTALL,
)
_CONDITION = re.compile(r"(<=|>=|<>|<|>|=)\s*(-?[0-9.]+(?:E[+-]?[0-9]+)?)\s*", re.IGNORECASE)
_COLOR = re.compile(r"black|blue|cyan|green|magenta|red|white|yellow|colou?r\s*[0-9]+", re.IGNORECASE)
_ELAPSED = re.compile(r"h+|m+|s+", re.IGNORECASE)


class BadCode(ValueError):
    """A code that Excel cannot parse; it shows such cells as General."""


@dataclass(frozen=True, slots=True)
class Token:
    """One piece of a section; the text of date tokens is in small letters."""

    kind: TokenKind
    text: str


@dataclass(frozen=True, slots=True)
class Condition:
    """A comparison that chooses a section."""

    operator: str
    operand: float

    def admits(self, value: float) -> bool:
        """Whether the value takes the section."""
        match self.operator:
            case "<":
                return value < self.operand
            case "<=":
                return value <= self.operand
            case ">":
                return value > self.operand
            case ">=":
                return value >= self.operand
            case "=":
                return value == self.operand
            case _:
                return value != self.operand

    @property
    def negative_only(self) -> bool:
        """Whether it admits negative numbers alone, so that the section says the sign itself."""
        if self.operator == "<":
            return self.operand <= 0
        return self.operator in ("<=", "=") and self.operand < 0

    @property
    def leaves_signs(self) -> bool:
        """Whether a section for all that it does not admit says the sign itself."""
        if self.operator in (">", ">="):
            return self.operand <= 0
        return self.operator in ("<", "<=") or (self.operator == "<>" and self.operand < 0)


@dataclass(frozen=True, slots=True)
class Section:
    """One section of a code."""

    kind: SectionKind
    tokens: tuple[Token, ...]
    condition: Condition | None = None
    language: str = ""


def sections_of(code: str) -> list[Section]:
    """Return the sections of a code; a code that Excel cannot parse raises BadCode."""
    parts = _split(code)
    if len(parts) > MOST_SECTIONS:
        raise BadCode(code)
    return [_section(text) for text in parts]


def _split(code: str) -> list[str]:
    parts = [""]
    for piece in _SPLIT.findall(code):
        if piece == ";":
            parts.append("")
        else:
            parts[-1] += piece
    return parts


def _section(text: str) -> Section:
    tokens, conditions, language = list[Token](), list[Condition](), ""
    for found in _TOKEN.finditer(text):
        if found["bracket"] is None:
            tokens += _plain(found)
            continue
        condition = _CONDITION.fullmatch(found["bracket"])
        if condition:
            conditions.append(Condition(condition[1], float(condition[2])))
        elif found["bracket"].upper() in ("$-F800", "$-F400"):
            tokens = list(_section(LONG_DATE if found["bracket"].upper() == "$-F800" else LONG_TIME).tokens)
            break
        else:
            tokens += _bracket(found["bracket"])
            language = language or language_of(found["bracket"])
    kind = _kind(tokens)
    laid = tuple(_dated(tokens)) if kind == "date" else tuple(tokens)
    if kind == "date" and any(token.kind in ("place", "percent", "text", "exponent") for token in laid):
        raise BadCode("a date and a number in one section")
    return Section(kind, laid, (*conditions, None)[0], language)


def _plain(found: re.Match[str]) -> Iterator[Token]:
    name, text = str(found.lastgroup), found.group()
    if name == "wrong":
        raise BadCode(text)
    if name == "quoted":
        yield Token("literal", text.strip('"'))
    elif name == "escaped":
        yield Token("literal", found["escaped"])
    elif name == "padded":
        yield Token("literal", " ")
    elif name != "filled":
        yield _named(name, text)


def _named(name: str, text: str) -> Token:
    for kind in ("general", "half_day", "exponent", "place", "digit", "point", "comma", "percent", "slash", "text"):
        if name == kind:
            return Token(kind, text)
    return Token("date", text.lower()) if name == "date" else Token("literal", text)


def _bracket(inside: str) -> list[Token]:
    if inside.startswith("$"):
        symbol = inside[1:].partition("-")[0]
        return [Token("literal", symbol)] if symbol else []
    if _ELAPSED.fullmatch(inside):
        return [Token("elapsed", inside.lower())]
    if _COLOR.fullmatch(inside.strip()) or inside.upper().startswith(("DBNUM", "NATNUM")):
        return []
    raise BadCode(inside)


def _kind(tokens: list[Token]) -> SectionKind:
    kinds = {token.kind for token in tokens}
    if kinds & {"date", "elapsed", "half_day"}:
        return "date"
    for kind in ("text", "general"):
        if kind in kinds:
            return kind
    if "place" in kinds:
        return _number_kind(tokens)
    return "literal" if tokens else "empty"


def _number_kind(tokens: list[Token]) -> SectionKind:
    if any(token.kind == "exponent" for token in tokens):
        return "scientific"
    at = next((index for index, token in enumerate(tokens) if token.kind == "slash"), len(tokens))
    before = any(token.kind == "place" for token in tokens[:at])
    after = any(token.kind in ("place", "digit") for token in tokens[at:])
    return "fraction" if before and after else "number"


def _dated(tokens: list[Token]) -> Iterator[Token]:
    """Yield a date section's tokens with minutes told from months, and fractions of a second as `.00`."""
    clock = [(index, token) for index, token in enumerate(tokens) if token.kind in ("date", "elapsed")]
    if any(token.kind == "elapsed" for _, token in clock[1:]):
        raise BadCode("elapsed time after another part")
    minutes = set(_minutes([token for _, token in clock]))
    places = [index for index, _ in clock]
    fraction = ""
    for index, token in enumerate(tokens):
        if fraction and token.kind == "place" and token.text == "0":
            fraction += "0"
            continue
        if fraction:
            yield _split_second(fraction)
            fraction = ""
        if token.kind == "point":
            fraction = "."
            continue
        is_minute = index in places and places.index(index) in minutes
        yield Token(token.kind, "n" * len(token.text)) if is_minute else token
    if fraction:
        yield _split_second(fraction)


def _split_second(text: str) -> Token:
    """Return a point with the zeros after it: a fraction of a second where there are any."""
    return Token("date" if len(text) > 1 else "literal", text)


def _minutes(clock: list[Token]) -> Iterator[int]:
    for index, token in enumerate(clock):
        if token.kind != "date" or token.text not in ("m", "mm"):
            continue
        before = clock[index - 1].text[0] if index else ""
        after = clock[index + 1].text[0] if index + 1 < len(clock) else ""
        if before == "h" or after == "s":
            yield index
