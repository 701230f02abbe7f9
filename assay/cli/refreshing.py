"""`assay refresh` looks at an archive again and brings an OUT up to date."""

from __future__ import annotations

from pathlib import Path

import click

from assay.cli.printing import print_json, say


@click.command()
@click.argument("out", type=click.Path(path_type=Path, readable=False))
@click.option("--archive", type=click.Path(path_type=str, readable=False), help="Another place of the same files.")
@click.option("--verify", is_flag=True, help="Hash every file, whatever its size and time say.")
@click.option("--direct", is_flag=True, help="Run the stages without Prefect and without any socket.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
def refresh(out: Path, archive: str | None, verify: bool, direct: bool, as_json: bool) -> int:
    """Look at the archive again: what did not change is not opened, tasks whose truth changed are answered again."""
    from assay.cli.progress import TerminalProgress
    from assay.cli.summary import refresh_text, summary_text
    from assay.stages.addresses import address_of

    source = address_of(archive) if archive is not None else None
    with TerminalProgress() as progress:
        if direct:
            from assay.refresh.again import refresh as refresh_directly

            summary = refresh_directly(out, progress, archive=source, every_file=verify)
        else:
            from flows.starting import refresh_with_prefect

            progress.note("starting Prefect (--direct does without)")
            summary = refresh_with_prefect(out, source, verify, progress)
    if as_json:
        print_json(summary.body)
    say(refresh_text(summary))
    say(summary_text(summary))
    return 1 if summary.short else 0
