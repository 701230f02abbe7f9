"""Comparison of spreadsheet formulas: spelling does not count, references and their absolute marks do."""

from __future__ import annotations

import re

from assay.evaluation.answers.cleaning import ZERO_WIDTH, Refusal, bounded, unfenced
from assay.evaluation.answers.spec import Spec

LONGEST_FORMULA = 9000

# Strings, quoted sheet names, array constants, and the text between them; each starts with another character.
FORMULA_PART = re.compile(r""""[^"]*"|'[^']*'|\{[^{}]*\}|[^"'{}]+""")
FUTURE_PREFIX = re.compile(r"_XLFN\.(?:_XLWS\.)?|_XLWS\.")
WHITE_SPACE = re.compile(r"\s+")
# Sheet names that need no quotes; Excel writes some with and some without.
PLAIN_SHEET = re.compile(r"[A-Z_][A-Z0-9_.]*")
# Stands for a space that counts while those that do not are taken out.
KEPT_SPACE = "\x00"
LOOSE_SPACE = re.compile(r"(?<![A-Z0-9_)'\]]) | (?![A-Z0-9_($'\[])")


def compare_formulas(expected: str, response: str, asked: Spec) -> str:
    """Return why the response is not the expected formula, or "match"."""
    gold = read_formula(expected)
    return "match" if read_formula(response) == gold else "value"


def read_formula(text: str) -> str:
    """Return the formula in one spelling; an open quote or brace is refused."""
    written = unfenced(bounded(text, LONGEST_FORMULA))
    if any(character in ZERO_WIDTH for character in written):
        raise Refusal("malformed")
    written = written[1:].strip() if written.startswith("=") else written
    parts = FORMULA_PART.findall(written)
    if not written or sum(map(len, parts)) != len(written):
        raise Refusal("malformed")
    separators = {mark for part in parts if part[0] not in "\"'{" for mark in part if mark in ",;"}
    semicolons = separators == {";"}
    return LOOSE_SPACE.sub("", "".join(normal_part(part, semicolons) for part in parts).strip())


def normal_part(part: str, semicolons: bool) -> str:
    """Return one part of a formula in capitals and with single spaces; strings stay as they are."""
    if part.startswith('"') or (part.startswith("{") and '"' in part):
        return part.replace(" ", KEPT_SPACE)
    part = part.upper()
    if part.startswith("'"):
        name = part[1:-1]
        return name if PLAIN_SHEET.fullmatch(name) else part.replace(" ", KEPT_SPACE)
    if part.startswith("{"):
        return "".join(part.split())
    part = FUTURE_PREFIX.sub("", WHITE_SPACE.sub(" ", part))
    return part.replace(";", ",") if semicolons else part
