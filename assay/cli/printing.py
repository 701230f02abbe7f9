"""What commands print: sentences for people to stderr, JSON to stdout."""

from __future__ import annotations

import json

import click

from assay.model.canonical import Json


def print_json(value: Json) -> None:
    """Print one JSON value to stdout."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False))


def print_line(value: Json) -> None:
    """Print one JSON value as a line to stdout."""
    click.echo(json.dumps(value, ensure_ascii=False, allow_nan=False))


def say(text: str) -> None:
    """Print a sentence for people."""
    click.echo(text, err=True)
