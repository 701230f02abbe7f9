"""The flow `audit`: how far the newest run is from an earlier one; it fails past the bounds of the config."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from prefect import flow
from prefect.artifacts import create_table_artifact

from assay.model.canonical import Json
from assay.model.errors import AssayError
from assay.stages.drift import drift


@flow(name="audit", persist_result=False)
def audit(out: str, days: float | None = None) -> dict[str, Json]:
    """Return the drift as JSON; figures that moved past their bounds are an error that names each."""
    found = drift(Path(out), days)
    table = [cast(dict[str, object], one.body) for one in found.moved]
    create_table_artifact(
        key="drift", table=table, description=found.alone or "Figures of two runs and how far each may move"
    )
    if found.beyond:
        raise AssayError("the funnel drifted: " + "; ".join(one.sentence for one in found.beyond))
    return found.body
