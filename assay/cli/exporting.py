"""`assay export` lays out what of a release may be passed on."""

from __future__ import annotations

from pathlib import Path

import click

from assay.cli.printing import line_of, print_json, say

_SAID = 10


@click.command()
@click.argument("out", type=click.Path(path_type=Path, readable=False))
@click.option("--format", "form", required=True, metavar="NAME", help="archive: the collection of a release.")
@click.option("--release", type=click.IntRange(min=1), help="Which release; the newest without it.")
@click.option("--to", "target", type=click.Path(path_type=Path, readable=False), required=True, help="A new folder.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
def export(out: Path, form: str, release: int | None, target: Path, as_json: bool) -> None:
    """Lay out a release for other programs; what is not to be redistributed is left out and named."""
    from assay.stages.exporting import export as lay_out

    done = lay_out(out, form, release, target)
    if as_json:
        held = list(done.withheld)
        print_json({"release": done.release, "to": str(done.to), "files": done.files, "withheld": [*held]})
    for place in done.withheld[:_SAID]:
        say(line_of(f"withheld, see SOURCES.csv: {place}"))
    if len(done.withheld) > _SAID:
        say(f"{len(done.withheld) - _SAID} more are withheld; SOURCES.csv names all")
    say(f"{done.files} files of release {done.release}: {done.to}")
