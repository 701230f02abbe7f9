"""`assay enterprise` makes a simulated archive, `assay doctor` looks at what is installed."""

from __future__ import annotations

from pathlib import Path

import click

from assay.cli.printing import print_json, say
from assay.model.errors import AssayError


@click.command()
@click.option("--seed", type=int, required=True, help="Which world: one seed gives one archive, byte for byte.")
@click.option("--to", "target", type=click.Path(path_type=Path, readable=False), required=True, help="Folder to write.")
@click.option("--documents", type=click.IntRange(min=1), help="How many documents; without it the whole first set.")
@click.option("--check", is_flag=True, help="Check that each fact agrees wherever it is shown, and write nothing.")
@click.option("--reveal", is_flag=True, help="Write the twin archive, in which the values stand that are kept back.")
def enterprise(seed: int, target: Path, documents: int | None, check: bool, reveal: bool) -> None:
    """Write a simulated organisation's archive; its key goes to TO.key.jsonl, outside the archive."""
    from assay import enterprise as world

    if check:
        faults = world.check(target, world.key_path(target))
        if faults:
            raise AssayError("\n".join(["the archive and its key differ:", *faults]))
        say(f"{target}: every fact agrees wherever it is shown, or is a listed conflict.")
        return
    built = world.build(seed, target, documents, reveal)
    say(f"{built.documents} documents with {built.facts} facts in {built.places} places: {target}; key: {built.key}")


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
def doctor(as_json: bool) -> None:
    """Show what is installed, what is missing, what each missing thing would bring, and how to install it."""
    from assay.doctor import examine, render

    findings = examine()
    if as_json:
        print_json([finding.body() for finding in findings])
    else:
        click.echo(render(findings))
