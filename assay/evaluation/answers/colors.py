"""Comparison of colours by their red, green and blue."""

from __future__ import annotations

import re

from assay.evaluation.answers.cleaning import Refusal, bounded, plain, unwrapped
from assay.evaluation.answers.spec import Spec

LONGEST_COLOR = 60

# The basic colour keywords of CSS Color Level 3, section 4.1, with orange and the other spelling of gray.
COLOR_NAMES = {
    "black": "000000", "silver": "C0C0C0", "gray": "808080", "grey": "808080", "white": "FFFFFF",
    "maroon": "800000", "red": "FF0000", "purple": "800080", "fuchsia": "FF00FF", "magenta": "FF00FF",
    "green": "008000", "lime": "00FF00", "olive": "808000", "yellow": "FFFF00", "navy": "000080",
    "blue": "0000FF", "teal": "008080", "aqua": "00FFFF", "cyan": "00FFFF", "orange": "FFA500",
}  # fmt: skip

HEX_COLOR = re.compile(r"#?([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})|0x([0-9A-Fa-f]{6})")
RGB_COLOR = re.compile(
    r"(?:rgb ?)?\( ?([0-9]{1,3}) ?[, ] ?([0-9]{1,3}) ?[, ] ?([0-9]{1,3}) ?\)"
    r"|(?:rgb )?([0-9]{1,3}), ?([0-9]{1,3}), ?([0-9]{1,3})",
    re.IGNORECASE,
)


def compare_colors(expected: str, response: str, asked: Spec) -> str:
    """Return why the response is not the expected colour, or "match"."""
    gold = read_color(expected)
    return "match" if read_color(response) == gold else "value"


def read_color(text: str) -> str:
    """Return six hexadecimal digits for the colour, or eight where its opacity is stated."""
    written = unwrapped(" ".join(plain(bounded(text, LONGEST_COLOR)).split()))
    named = COLOR_NAMES.get(written.casefold())
    return named or read_hex(written) or read_rgb(written)


def read_hex(written: str) -> str | None:
    """Return the digits of a hexadecimal colour, or None for another form."""
    found = HEX_COLOR.fullmatch(written)
    if found is None:
        return None
    digits = (found.group(1) or found.group(2)).upper()
    if len(digits) != 3:
        return digits
    # Three digits without the mark can be a number.
    if not written.startswith("#"):
        raise Refusal("malformed")
    return "".join(digit * 2 for digit in digits)


def read_rgb(written: str) -> str:
    """Return the hexadecimal digits of a colour written as three parts from 0 to 255."""
    found = RGB_COLOR.fullmatch(written)
    parts = [int(group) for group in found.groups() if group is not None] if found else []
    if not parts or max(parts) > 255:
        raise Refusal("malformed")
    return "".join(f"{part:02X}" for part in parts)
