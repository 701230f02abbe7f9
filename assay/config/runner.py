"""Where the batches of a flow are computed."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import model_validator

from assay.config.section import Positive, Section


class TaskRunner(Section):
    """Where batches are computed (docs/scale.md); with `--direct` as for `threads`. One process writes all the same."""

    kind: Literal["threads", "dask", "ray"] = "threads"
    """`threads` of the flow and processes beside it, or workers of `dask` or `ray`, each an extra of that name."""
    workers: Positive | None = None
    """Worker processes of dask or ray, one for each core without it; with `address`, how many are kept busy there."""
    address: str | None = None
    """A Dask scheduler (`tcp://HOST:8786`) or Ray cluster (`HOST:6379`); without it the run has its own."""

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.kind == "threads" and (self.workers or self.address):
            raise ValueError("workers and address are for the kinds dask and ray; extraction.workers bounds threads")
        return self
