"""How gates ask models, where the config names some."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from assay.config.section import Positive, Section
from assay.model.grades import BEST, WORST

_Grade = Annotated[int, Field(ge=WORST, le=BEST)]

Harness: TypeAlias = Literal["chat", "bash"]
"""How a model sees the archive: in its prompt, or with bash in the sandbox."""

PanelHarness: TypeAlias = Literal["bash", "mini", "chat"]
"""The same for a panel; `mini` is bash by the loop of mini-swe-agent."""


class AskedClosed(Section):
    """How `closed_book` asks the models of that role."""

    samples: Positive = 3
    """Answers of each model; one that is right drops the task."""


class AskedAblated(Section):
    """How `ablation` asks the models of the panel."""

    harness: Harness = "chat"
    """`chat` shows documents in the prompt, `bash` lets a model look for itself."""


class AskedPanel(Section):
    """How `panel` asks its models."""

    harness: PanelHarness = "bash"
    """`bash` lets a model look for itself, `mini` by mini-swe-agent's loop; `chat` shows documents in the prompt."""
    early_stop: bool = False
    """Stops at the first model that is wrong; which others solve the task is not known then."""


class AskedReview(Section):
    """How `review` has its two solvers look at the archive."""

    harness: Harness = "chat"
    """`chat` shows documents in the prompt, `bash` lets a solver look for itself."""


class AskedQuality(Section):
    """Which grades of `grader` the gate `quality` drops a task for, from 1 to 5, and whose the grader's are held to."""

    clarity: _Grade = 3
    """Least grade of the question's clarity that keeps a task."""
    precision: _Grade = 3
    """Least grade of the answer's precision that keeps a task."""
    information_value: _Grade = 3
    """Least grade of how much the answer is worth knowing that keeps a task."""
    people: Path | None = None
    """A CSV file of people's grades (`task`, `clarity`, `precision`, `information_value`) to measure the grader by."""
