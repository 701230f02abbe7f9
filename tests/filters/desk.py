"""Gates that ask models: the config's models behind real HTTP on loopback, over an archive in memory."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from assay.config import Settings
from assay.evaluation.asking import Seats
from assay.evaluation.harness import BashHarness
from assay.evaluation.runner import Decided, Runner
from assay.evaluation.seated import ModelSeats
from assay.gateway import Gateway
from assay.gateway.scripted import Rules, ScriptedServer
from assay.model.gate import Gate, SetGate
from assay.model.task import Task
from assay.sandbox import Limits, open_sandbox
from assay.store.folder import OutFolder
from filters.registry import built
from tests.evaluation.scripted import frozen
from tests.filters.archives import always
from tests.made import Archive
from tests.served import served_model

UNKNOWN = {"say": "<answer>unknown</answer>"}
GOOD: dict[str, Any] = {
    "is_usable": True, "quality_score": 4, "ambiguity": "none", "answer_status": "correct",
    "reasoning_status": "valid", "evidence_status": "sufficient", "needed_files": [], "redundant_files": [],
    "missing_files": [], "issues": [], "review_summary": "It holds.", "clarity": 4, "precision": 5,
    "information_value": 3, "revised_question": None, "corrected_answer": None,
}  # fmt: skip
REVIEWS = "The solver that saw the question alone"
GUIDES = "Reasoning to follow"


def says(answer: str, **when: Any) -> dict[str, Any]:
    """Return the rule that answers so."""
    return {"when": when, "say": f"So it is.\n<answer>{answer}</answer>"}


def reviews(**changes: Any) -> dict[str, Any]:
    """Return the rule of a reviewer."""
    return {"when": {"contains": [REVIEWS]}, "json": {**GOOD, **changes}}


@dataclass(frozen=True)
class Desk:
    """A runner whose seats are played by a server."""

    server: ScriptedServer
    settings: Settings
    runner: Runner

    def gate(self, name: str) -> Gate:
        """Return a gate with the models in their seats."""
        found = next(gate for gate in built(self.settings) if gate.name == name)
        assert not isinstance(found, SetGate)
        return found

    def decide(self, name: str, task: Task) -> Decided:
        """Return what a gate decides on a task."""
        return self.runner.decide(self.gate(name), task, {})

    def asked(self, at: int = -1) -> str:
        """Return the last message of a request."""
        content: Any = self.server.bodies[at]["messages"][-1]["content"]  # pyright: ignore
        return content if isinstance(content, str) else content[0]["text"]


@contextmanager
def desk(
    folder: Path,
    archive: Archive,
    rules: Sequence[Mapping[str, Any]],
    *,
    panel: int = 1,
    model: Mapping[str, Any] | None = None,
    filters: Mapping[str, Any] | None = None,
) -> Generator[Desk]:
    """Yield a desk whose models all follow these rules; those of the panel have names of their own: `seat-1` ..."""
    with ScriptedServer(Rules.model_validate({"rules": list(rules), "otherwise": UNKNOWN})) as server:
        one = served_model(server, **{"price": {"input": 1, "output": 2}, **(model or {})})
        seats = [{**one, "model": f"openai/seat-{number}"} for number in range(1, panel + 1)]
        body = {
            "models": {"panel": seats, "closed_book": [one], "reviewer": one, "grader": one},
            "providers": {"openai": {"retries": 1, "first_wait": 0.001}}, "filters": filters or {},
        }  # fmt: skip
        settings, out = Settings.model_validate(body), OutFolder(folder / "out")
        with Gateway(settings, out) as gateway:
            harness = BashHarness(gateway, open_sandbox(), frozen(archive, out.archive), folder / "traces")
            # what costs nothing stands aside, so that the models decide
            names = ("baseline/prior", "baseline/lookup")
            seated = Seats((), {name: always(None) for name in names}, ModelSeats(gateway, out, harness))
            runner = Runner(archive.context(), open_sandbox(), Limits(seconds=5.0), seated)
            yield Desk(server, settings, runner)


def over(one: Desk, archive: Archive) -> Desk:
    """Return the desk over an archive that changed."""
    return replace(one, runner=replace(one.runner, context=archive.context()))
