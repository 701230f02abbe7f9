"""`assay ablate`: a native copy of an Office file with artifacts taken out."""

from __future__ import annotations

from pathlib import Path

import click

from assay.cli.printing import say


@click.command()
@click.argument("file", type=click.Path(path_type=Path, readable=False))
@click.option(
    "--without", "keys", multiple=True, required=True, metavar="KEY", help="Take this out, and what rests on it."
)
@click.option("--to", "target", type=click.Path(path_type=Path, readable=False), required=True, help="File to write.")
def ablate(file: Path, keys: tuple[str, ...], target: Path) -> None:
    """Write a docx, pptx or xlsx copy of FILE without artifacts; `assay extract FILE --json` lists their keys."""
    from assay.stages.ablating import ablate_file

    ablation = ablate_file(file, keys, target)
    say(f"{target}: without {', '.join(f'{one.key} ({one.kind})' for one in ablation.gone)}")
    for one in ablation.lost:
        say(f"warning: {one.key} ({one.kind}) cannot be read in the copy any more")
