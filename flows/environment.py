"""The environment that Prefect reads when it is imported; it must be set before that."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

# Telemetry off on all sides.
_ALWAYS: Mapping[str, str] = {
    "DO_NOT_TRACK": "1",
    "RAY_USAGE_STATS_ENABLED": "0",
    "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
    "PREFECT_CLI_PROMPT": "false",
}
# Its server cancels its own services when it ends and logs that as errors; what ends a flow is raised to its caller,
# who says it in a sentence.
_QUIET: Mapping[str, str] = {
    "PREFECT_LOGGING_LEVEL": "CRITICAL",
    "PREFECT_LOGGING_SERVER_LEVEL": "CRITICAL",
    "PREFECT_LOGGING_TO_API_ENABLED": "false",
    "DASK_LOGGING__DISTRIBUTED": "critical",
    # each event that a lost server does not take would be a line
    "PREFECT_INTERNAL_LOGGING_LEVEL": "CRITICAL",
    # waits 2, 4 and 8 seconds: what does not answer then is lost
    "PREFECT_CLIENT_MAX_RETRIES": "3",
}


def prepare(home: Path, *, quiet: bool) -> dict[str, str]:
    """Set what Prefect needs where the user has not set it, and return all of it; `home` holds its database."""
    wanted = {**_ALWAYS, "PREFECT_HOME": str(home.absolute()), **(_QUIET if quiet else {})}
    for name, value in wanted.items():
        os.environ.setdefault(name, value)
    home.mkdir(parents=True, exist_ok=True)
    return {name: os.environ[name] for name in wanted}
