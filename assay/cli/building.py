"""`assay build` runs the whole flow, `assay up` keeps a Prefect server with its page and a worker."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from assay.cli.printing import print_json, say

if TYPE_CHECKING:
    from assay.config import Settings
    from assay.stages.holdings import Address


@click.command()
@click.argument("archive", type=click.Path(path_type=str, readable=False))
@click.option(
    "--out", type=click.Path(path_type=Path, readable=False), help="Where it goes; data/workspace/NAME without it."
)
@click.option("--config", type=click.Path(path_type=Path, readable=False), help="A YAML file with settings.")
@click.option("--seed", type=int, help="Chooses among equally good tasks; one seed gives one release.")
@click.option("--direct", is_flag=True, help="Run the stages without Prefect and without any socket.")
@click.option("--replay", is_flag=True, help="Call no model: a reply that is not kept ends the run.")
@click.option(
    "--dry-run", is_flag=True, help="Tell what models would be asked and cost at most; ask and write nothing."
)
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
def build(
    archive: str,
    out: Path | None,
    config: Path | None,
    seed: int | None,
    direct: bool,
    replay: bool,
    dry_run: bool,
    as_json: bool,
) -> int:
    """Take an archive (a folder, a .zip file, s3://...) through the whole flow: ingest to release."""
    from assay.cli.progress import TerminalProgress
    from assay.cli.summary import summary_text
    from assay.config import load
    from assay.stages.addresses import address_of, name_of
    from assay.stages.asking import check_models
    from assay.stages.places import check_places

    settings = load(config, seed=seed)
    source = address_of(archive)
    target = out if out is not None else Path("data/workspace") / name_of(source)
    if dry_run:
        return _rehearse(source, target, settings, as_json)
    if not replay:
        # nobody waits for Prefect to hear that a key is not set
        check_models(settings)
    check_places(source, target)
    with TerminalProgress() as progress:
        if direct:
            from assay.stages.building import build as build_directly

            summary = build_directly(source, target, settings, progress, replay=replay)
        else:
            from flows.starting import build_with_prefect

            progress.note("starting Prefect (--direct does without)")
            summary = build_with_prefect(source, target, config, seed, replay, progress)
    if as_json:
        print_json(summary.body)
    say(summary_text(summary))
    return 1 if summary.short else 0


def _rehearse(source: Address, target: Path, settings: Settings, as_json: bool) -> int:
    from assay.cli.estimates import estimate_lines
    from assay.cli.progress import TerminalProgress
    from assay.stages.rehearsing import rehearse

    with TerminalProgress() as progress:
        found = rehearse(source, target, settings, progress)
    if as_json:
        print_json(found.body)
    for line in estimate_lines(found):
        say(line)
    return 0


@click.command()
@click.option("--port", type=click.IntRange(1, 65535), default=4200, show_default=True, help="Port of the page.")
def up(port: int) -> None:
    """Keep one local Prefect server with its page, and a worker for the deployments of prefect.yaml."""
    from flows.serving import serve

    serve(port, say)
