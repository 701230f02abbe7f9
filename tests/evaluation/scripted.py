"""A frozen collection of the small archive, and a harness whose subject is a scripted model behind real HTTP."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.agent.loop import EpisodeLimits, Loop, run_episode
from assay.collection import collection_path
from assay.config import Settings
from assay.evaluation.harness import BashHarness
from assay.gateway import Gateway
from assay.gateway.scripted import Rules, ScriptedServer
from assay.markdown import document_markdown
from assay.model.probe import FULL, Attempt, Probe, View
from assay.model.task import Task
from assay.sandbox import Limits, Sandbox, open_sandbox
from assay.store.folder import OutFolder
from tests.made import Archive, energy_archive, task
from tests.served import served_model

LIMITS = Limits(seconds=8.0)
MARKER = "COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT"


def bash(command: str, **when: Any) -> dict[str, Any]:
    """Return the rule that calls bash."""
    return {"when": when, "calls": [{"name": "bash", "arguments": {"command": command}}]}


def submits(answer: str) -> str:
    """Return the command that submits an answer."""
    return f"echo {MARKER}; echo '<answer>{answer}</answer>'"


def turns(*commands: str) -> list[dict[str, Any]]:
    """Return the rules that call bash with one command a turn."""
    return [bash(command, turn=number) for number, command in enumerate(commands)]


def frozen(archive: Archive, folder: Path) -> Path:
    """Write the collection of an archive and return its folder."""
    for path, document in archive.documents.items():
        file = folder / collection_path(document.domain, path)
        file.parent.mkdir(parents=True, exist_ok=True)
        text = document_markdown(document)
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
    return folder


@dataclass(frozen=True)
class Bench:
    """A harness over an archive, with the server that plays its subject."""

    harness: BashHarness
    archive: Archive
    server: ScriptedServer

    def solve(self, view: View = FULL, asked: Task | None = None, guide: str = "") -> Attempt:
        """Return the attempt at a task over a view."""
        asked = asked or task(self.archive)
        probe = Probe(asked.id, asked.revision, "panel/1", view, "agent")
        return self.harness.attempt("panel/1", self.archive.context(), asked, probe, stage="panel", guide=guide)


@contextmanager
def bench(
    folder: Path,
    rules: Sequence[Mapping[str, Any]],
    *,
    archive: Archive | None = None,
    sandbox: Sandbox | None = None,
    episode: EpisodeLimits | None = None,
    budget: Mapping[str, Any] | None = None,
    retries: int = 1,
    loop: Loop = run_episode,
) -> Generator[Bench]:
    """Yield a bench below a folder."""
    archive = archive or energy_archive()
    with ScriptedServer(Rules.model_validate({"rules": list(rules)})) as server:
        model = served_model(server, price={"input": 1, "output": 2})
        quick = {"retries": retries, "first_wait": 0.001}
        body = {"models": {"panel": [model]}, "providers": {"openai": quick}, "budget": budget or {}}
        with Gateway(Settings.model_validate(body), OutFolder(folder / "out")) as gateway:
            harness = BashHarness(
                gateway, sandbox or open_sandbox(), frozen(archive, folder / "out" / "archive"), folder / "traces",
                LIMITS, episode or EpisodeLimits(20, 60.0), loop=loop,
            )  # fmt: skip
            yield Bench(harness, archive, server)
