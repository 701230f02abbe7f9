"""What a task runner needs beside the plain installation."""

from __future__ import annotations

from importlib.util import find_spec

from assay.config.runner import TaskRunner
from assay.model.errors import UsageError


def check_extra(told: TaskRunner) -> None:
    """Raise UsageError where the extra of a task runner is not installed."""
    if told.kind != "threads" and find_spec(f"prefect_{told.kind}") is None:
        raise UsageError(
            f"runner.kind: {told.kind} needs more than is installed: `uv pip install -e '.[{told.kind}]'`; "
            "--direct does without."
        )
