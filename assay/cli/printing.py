"""What commands print: sentences for people to stderr, JSON to stdout."""

from __future__ import annotations

import json
import unicodedata

import click

from assay.model.canonical import Json

# control and formatting characters, and halves of characters: names of files may hold them
_UNSEEN = frozenset({"Cc", "Cf", "Cs"})


def print_json(value: Json) -> None:
    """Print one JSON value to stdout."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False))


def print_line(value: Json) -> None:
    """Print one JSON value as a line to stdout."""
    click.echo(json.dumps(value, ensure_ascii=False, allow_nan=False))


def say(text: str) -> None:
    """Print a sentence for people."""
    click.echo(shown(text), err=True)


def shown(text: str) -> str:
    """Return the text with characters that would steer a terminal spelled out; lines stay."""
    return "".join(char if char == "\n" or not _steers(char) else _spelled(char) for char in text)


def line_of(text: str) -> str:
    """Return the text as one line that a terminal shows as it is."""
    return "".join(_spelled(char) if _steers(char) else char for char in text)


def _steers(char: str) -> bool:
    return unicodedata.category(char) in _UNSEEN


def _spelled(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")
