"""Starts the flow `build` in this process, on the server that PREFECT_API_URL names or on a temporary one."""

from __future__ import annotations

from pathlib import Path

from assay.stages.building import Summary
from assay.stages.run import Progress
from flows.environment import prepare


def build_with_prefect(archive: Path, out: Path, config: Path | None, seed: int | None, shown: Progress) -> Summary:
    """Return the summary of a build that ran as a Prefect flow."""
    prepare(out / ".prefect", quiet=True)
    from flows.dataset import build, progress

    token = progress.set(shown)
    try:
        return build(str(archive), str(out), str(config) if config else None, seed)
    finally:
        progress.reset(token)
