"""Isolation for code that a model wrote and for the bash tool."""

from assay.model.errors import IsolationMissing
from assay.sandbox.layout import documents_mounts, run_mount
from assay.sandbox.opening import OpenSandbox, open_sandbox
from assay.sandbox.records import (
    DOCUMENTS,
    EPISODE_SECONDS,
    RUN,
    Completed,
    Ending,
    Level,
    Limits,
    Mount,
    Sandbox,
    SandboxFailed,
)

__all__ = [
    "DOCUMENTS",
    "EPISODE_SECONDS",
    "RUN",
    "Completed",
    "Ending",
    "IsolationMissing",
    "Level",
    "Limits",
    "Mount",
    "OpenSandbox",
    "Sandbox",
    "SandboxFailed",
    "documents_mounts",
    "open_sandbox",
    "run_mount",
]
