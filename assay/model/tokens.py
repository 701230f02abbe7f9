"""Counting tokens and numbers in text without a tokenizer, the same way in every stage and language."""

from __future__ import annotations

import re

# Scripts written without spaces: each character is a token of its own, and a number may touch them.
_CJK = (
    "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3040-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
_TOKEN = re.compile(rf"[{_CJK}]|(?:(?![{_CJK}])\w)+|[^\w\s]")
_LETTER = re.compile(rf"(?![{_CJK}\d])\w")
_RUN = re.compile(r"\d+(?:[.,-]\d+)*")
_ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_PART = re.compile(rf"{_ISO_DATE.pattern}(?!\d)|[^-]+")
_DOTTED_GROUPS = re.compile(r"\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?")
_NUMBER = re.compile(rf"\d{{1,3}}(?:,\d{{2,3}})+(?:\.\d+)?|{_DOTTED_GROUPS.pattern}|\d+(?:[.,]\d+)?")


def count_tokens(text: str) -> int:
    """Return how many tokens a text has: runs of word characters, single CJK characters, single other marks."""
    return sum(1 for _ in _TOKEN.finditer(text))


def numeric_tokens(text: str) -> list[str]:
    """Return the numbers in a text: grouped or decimal, with an attached percent sign; an ISO date is one.

    A range counts as two. Digits glued to letters, dotted versions and network addresses do not count.
    """
    found: list[str] = []
    for run in _RUN.finditer(text):
        start, end = run.span()
        glued = _LETTER.match(text, start - 1) if start else None
        if glued or (end < len(text) and _LETTER.match(text, end)):
            continue
        numbers = _numbers(run.group())
        if numbers and text[end : end + 1] in ("%", "％"):
            numbers[-1] += text[end]
        found.extend(numbers)
    return found


def _numbers(run: str) -> list[str]:
    parts = _PART.findall(run)
    return [number for part in parts for number in ([part] if _ISO_DATE.fullmatch(part) else _whole(part))]


def _whole(part: str) -> list[str]:
    groups = part.split(".")
    address = len(groups) == 4 and "," not in part and all(int(group) < 256 for group in groups if len(group) < 4)
    if _NUMBER.fullmatch(part) and not address:
        return [part]
    if "," not in part:
        return []
    return [number for piece in part.split(",") for number in _whole(piece)]


def words(text: str) -> list[str]:
    """Return the tokens of a text that are no single marks, in lower case."""
    return [token for token in _TOKEN.findall(text.lower()) if any(char.isalnum() for char in token)]
