"""`assay refresh`: a build over an OUT that is there, by the settings and the archive that it was made with."""

from __future__ import annotations

from pathlib import Path

from assay.config import Settings
from assay.model.errors import UsageError
from assay.stages.addresses import address_of
from assay.stages.building import RunStage, Summary, build
from assay.stages.holdings import Address
from assay.stages.run import Progress, run_stage
from assay.stages.settings import stored_archive, stored_settings
from assay.store.store import Store


def refresh(
    out: Path,
    progress: Progress,
    runner: RunStage = run_stage,
    *,
    archive: Address | None = None,
    every_file: bool = False,
) -> Summary:
    """Return the summary of bringing an OUT up to date with its archive, or with another one of the same files."""
    settings, source = made_with(out)
    return build(archive or source, out, settings, progress, runner, every_file=every_file)


def made_with(out: Path) -> tuple[Settings, Address]:
    """Return the settings and the archive of the last run over an OUT."""
    # opened as its writer does: an OUT of an older version is brought up to date, a copy of it kept
    with Store.open(out, create=False) as store:
        settings, archive = stored_settings(store), stored_archive(store)
    if archive is None:
        raise UsageError(f"{out} does not say which archive it was made from; name it with --archive.")
    return settings, address_of(archive)
