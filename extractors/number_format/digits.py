"""Numbers as Excel writes them: fifteen significant digits, rounded half up, laid into the places of a code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from extractors.number_format.code import Section, Token


class Digits(NamedTuple):
    """The magnitude of a number as Excel keeps it: fifteen digits times a power of ten."""

    mantissa: int
    exponent: int

    @property
    def order(self) -> int:
        """The power of ten of the leading digit; 0 for zero."""
        return self.exponent + 14 if self.mantissa else 0

    def shifted(self, places: int) -> int:
        """Return the number times ten to the power of `places`, rounded half up to a whole number."""
        power = self.exponent + places
        if power >= 0:
            return self.mantissa * 10**power
        divisor = 10**-power
        return (self.mantissa + divisor // 2) // divisor


def digits_of(value: float) -> Digits:
    """Return the fifteen significant digits of a number's magnitude."""
    text = f"{abs(value):.14e}"
    return Digits(int(text[0] + text[2:16]), int(text[17:]) - 14)


def show_general(value: float) -> str:
    """Return the number under `General`: at most eleven characters, the sign not counted."""
    size = abs(value)
    if 1 <= size < 1e10:
        decimals = 10 - len(str(int(size)))
        if _far_from_tie(size * 10.0**decimals):
            text = f"{size:.{decimals}f}"
            text = text.rstrip("0").rstrip(".") if decimals else text
            return "-" + text if value < 0 else text
    number = digits_of(value)
    if not number.mantissa:
        return "0"
    return ("-" if value < 0 else "") + _general(number)


def _far_from_tie(scaled: float) -> bool:
    """Whether Python's rounding of a number, given in units of its last place, is that of its fifteen digits."""
    return scaled < 1e13 and abs(scaled % 1.0 - 0.5) > scaled * 1e-14


def _general(number: Digits) -> str:
    order = number.order
    if order > 10:
        return _short_scientific(number)
    if order >= 0:
        text = _trimmed(number, max(0, 9 - order))
        return text if len(text.partition(".")[0]) <= 11 else _short_scientific(number)
    exact = number.exponent + _trailing_zeros(number.mantissa) >= -9
    return _trimmed(number, 9) if order >= -4 or exact else _short_scientific(number)


def _trailing_zeros(mantissa: int) -> int:
    text = str(mantissa)
    return len(text) - len(text.rstrip("0"))


def _trimmed(number: Digits, decimals: int) -> str:
    text = str(number.shifted(decimals)).zfill(decimals + 1)
    if not decimals:
        return text
    return f"{text[:-decimals]}.{text[-decimals:]}".rstrip("0").rstrip(".")


def _short_scientific(number: Digits) -> str:
    order = number.order
    six = number.shifted(5 - order)
    if six >= 10**6:
        six, order = six // 10, order + 1
    text = f"{str(six)[0]}.{str(six)[1:]}".rstrip("0").rstrip(".")
    return f"{text}E{'-' if order < 0 else '+'}{abs(order):02d}"


@dataclass(frozen=True, slots=True)
class Plain:
    """The usual layout, `prefix 0,000.00 suffix`: how many digits the whole part and the decimals have at least."""

    prefix: str
    suffix: str
    whole: int
    decimals: int
    quick: str = ""

    def laid_out(self, rounded: int, decimals: int, grouped: bool) -> str:
        """Return a number times ten to the power of `decimals` in this layout."""
        whole, rest = divmod(rounded, 10**decimals)
        text = "" if not whole and not self.whole else f"{whole:,}" if grouped else f"{whole:0{self.whole}d}"
        if not decimals:
            return self.prefix + text + self.suffix
        shown = f"{rest:0{decimals}d}"
        if self.decimals < decimals:
            shown = shown[: self.decimals] + shown[self.decimals :].rstrip("0")
        return f"{self.prefix}{text}.{shown}{self.suffix}"


@dataclass(frozen=True, slots=True)
class Layout:
    """A number section made ready: pieces in order, how many decimals, how far scaled, whether grouped."""

    whole: tuple[Token, ...]
    point: bool
    fraction: tuple[Token, ...]
    exponent: tuple[Token, ...]
    mark: str
    decimals: int
    shift: int
    grouped: bool
    plain: Plain | None = None

    @property
    def whole_places(self) -> int:
        """How many digit places stand before the point."""
        return sum(token.kind == "place" for token in self.whole)


def layout_of(section: Section) -> Layout:
    """Return the layout of a number section or of a scientific one."""
    tokens, grouped, scaled = _commas(section.tokens)
    at = next((index for index, token in enumerate(tokens) if token.kind == "exponent"), len(tokens))
    number, exponent = tokens[:at], tokens[at + 1 :]
    dot = next((index for index, token in enumerate(number) if token.kind == "point"), len(number))
    fraction = tuple(number[dot + 1 :])
    percents = sum(token.kind == "percent" for token in tokens)
    whole = tuple(number[:dot])
    return Layout(
        whole=whole,
        point=dot < len(number),
        fraction=fraction,
        exponent=tuple(exponent),
        mark=tokens[at].text if at < len(tokens) else "",
        decimals=sum(token.kind == "place" for token in fraction),
        # Scientific numbers have their scale in the exponent: percent signs and commas change nothing.
        shift=0 if exponent else 2 * percents - 3 * scaled,
        grouped=grouped,
        plain=_plain(whole, fraction, grouped) if not exponent else None,
    )


def _plain(whole: Sequence[Token], fraction: Sequence[Token], grouped: bool) -> Plain | None:
    """Return the usual layout where the tokens have it: literals outside, zeros inside, nothing padded."""
    first = next((index for index, token in enumerate(whole) if token.kind == "place"), -1)
    last = next((index for index, token in enumerate(fraction) if token.kind != "place"), len(fraction))
    marks, decimals = _marks(whole[first:]), _marks(fraction[:last])
    regular = re.fullmatch("#*0*", marks) and re.fullmatch("0*#*", decimals)
    if first < 0 or not regular or (grouped and marks.count("0") > 1) or "place" in (t.kind for t in fraction[last:]):
        return None
    tail = fraction[last:]
    if len(marks) != len(whole) - first:
        return None
    prefix, suffix = "".join(token.text for token in whole[:first]), "".join(token.text for token in tail)
    usual = marks.count("0") == 1 and "#" not in decimals
    quick = f"{',' if grouped else ''}.{len(decimals)}f" if usual else ""
    return Plain(prefix, suffix, marks.count("0"), decimals.count("0"), quick)


def _marks(tokens: Sequence[Token]) -> str:
    return "".join(token.text for token in tokens if token.kind == "place")


def _commas(tokens: Sequence[Token]) -> tuple[list[Token], bool, int]:
    """Return the tokens without the commas that mean something: whether they group, how many scale."""
    places = [index for index, token in enumerate(tokens) if token.kind == "place"]
    end = next((index for index, token in enumerate(tokens) if token.kind in ("point", "exponent")), len(tokens))
    whole = [index for index in places if index < end]
    scaling = {index for last in {(whole or places)[-1], places[-1]} for index in _run_of_commas(tokens, last + 1)}
    grouping = {
        index for index, token in enumerate(tokens) if token.kind == "comma" and whole and whole[0] < index < whole[-1]
    }
    idle = {index for index, token in enumerate(tokens) if token.kind == "comma" and end < index < places[-1]}
    kept = [token for index, token in enumerate(tokens) if index not in scaling | grouping | idle]
    return kept, bool(grouping), len(scaling)


def _run_of_commas(tokens: Sequence[Token], start: int) -> Iterator[int]:
    for index in range(start, len(tokens)):
        if tokens[index].kind != "comma":
            return
        yield index


def show_number(value: float, layout: Layout) -> tuple[str, bool]:
    """Return the magnitude laid out, and whether a printed digit is not zero."""
    if layout.plain is not None and layout.plain.quick:
        scaled = abs(value) * 10.0 ** (layout.shift + layout.decimals)
        if _far_from_tie(scaled):
            text = format(abs(value) * 10.0**layout.shift if layout.shift else abs(value), layout.plain.quick)
            return layout.plain.prefix + text + layout.plain.suffix, scaled >= 0.5
    rounded = digits_of(value).shifted(layout.shift + layout.decimals)
    return _laid_out(rounded, layout), rounded != 0


def show_scientific(value: float, layout: Layout) -> tuple[str, bool]:
    """Return the magnitude in scientific form, and whether it is not zero."""
    number = digits_of(value)
    step = max(1, layout.whole_places)
    power = (number.order + layout.shift) // step * step if number.mantissa else 0
    rounded = number.shifted(layout.decimals + layout.shift - power)
    if rounded >= 10 ** (layout.decimals + step):
        power += step
        rounded = number.shifted(layout.decimals + layout.shift - power)
    sign = "-" if power < 0 else "+" if layout.mark.endswith("+") else ""
    first = next((index for index, token in enumerate(layout.exponent) if token.kind == "place"), 0)
    before = "".join(token.text for token in layout.exponent[:first])
    tail = "".join(fill_whole(layout.exponent[first:], str(abs(power)), False))
    text = _laid_out(rounded, layout) if number.mantissa else _zeros(layout)
    return f"{text}{layout.mark[0]}{before}{sign}{tail}", number.mantissa != 0


def _zeros(layout: Layout) -> str:
    """Return the zero of a scientific layout: a digit stands at every place before the point."""
    whole = fill_whole(layout.whole, "0" * layout.whole_places, layout.grouped)
    return "".join(whole) + ("." if layout.point else "") + _fill_fraction(layout.fraction, "")


def _laid_out(rounded: int, layout: Layout) -> str:
    decimals = layout.decimals
    if layout.plain is not None:
        return layout.plain.laid_out(rounded, decimals, layout.grouped)
    text = str(rounded).zfill(decimals + 1)
    whole, fraction = (text[:-decimals], text[-decimals:]) if decimals else (text, "")
    pieces = fill_whole(layout.whole, whole.lstrip("0"), layout.grouped)
    if layout.point:
        pieces.append(".")
    return "".join(pieces) + _fill_fraction(layout.fraction, fraction)


def fill_whole(tokens: Sequence[Token], digits: str, grouped: bool = False) -> list[str]:
    """Return the pieces of the whole part: digits are laid from the right, the first place takes the rest."""
    places = sum(token.kind == "place" for token in tokens)
    pieces, position = list[str](), 0
    for token in reversed(tokens):
        if token.kind != "place":
            pieces.append(token.text)
            continue
        last = position == places - 1
        pieces.append(_place(token.text, digits, position, last, grouped))
        position += 1
    if not places:
        pieces.append(digits)
        return pieces[::-1] if len(pieces) == 1 else [*pieces[-2::-1], pieces[-1]]
    return pieces[::-1]


def _place(mark: str, digits: str, position: int, last: bool, grouped: bool) -> str:
    """Return what stands at a place, counted from the right, with the comma that follows it."""
    taken = digits[: len(digits) - position] if position < len(digits) else ""
    text = taken if last and taken else taken[-1:] or {"0": "0", "?": " "}.get(mark, "")
    if not grouped or not text:
        return text
    separator = "," if taken or mark == "0" else " "
    shown, count = "", position
    for character in reversed(text):
        shown = character + (separator if count and count % 3 == 0 else "") + shown
        count += 1
    return shown


def _fill_fraction(tokens: Sequence[Token], digits: str) -> str:
    significant, position, text = len(digits.rstrip("0")), 0, ""
    for token in tokens:
        if token.kind != "place":
            text += token.text
            continue
        text += digits[position] if position < significant else {"0": "0", "?": " "}.get(token.text, "")
        position += 1
    return text
