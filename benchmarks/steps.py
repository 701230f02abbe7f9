"""What the bash harness adds to each step of an agent, in one run beside its peers: `python benchmarks/steps.py`.

A step is one reply of a model and one command in the sandbox. The peer does no more than that: bare litellm asks the
same local server, the same sandbox runs the same command, the conversation grows alike. What an episode of the harness
takes beyond it, in wall time and in processor time of this process and of its sandboxes, is what it adds: the gateway
with its ledger and kept calls, the trace, the marker, the grade. Where mini-swe-agent is installed, its loop drives the
same episodes. Figures are medians of rounds that alternate, so that what else the machine does meets all of them.
Ends with 1 where a step costs more than the project promises: 50 ms of wall or of processor time. Wall time says little
on a machine that is busy with other things, so its load is printed beside.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from assay.agent.loop import EpisodeLimits, Loop, run_episode
from assay.agent.mini import run_mini
from assay.collection import collection_path
from assay.config import Settings
from assay.evaluation.context import ArchiveContext
from assay.evaluation.harness import BashHarness
from assay.gateway import Gateway
from assay.gateway.litellm_library import library
from assay.markdown import document_markdown
from assay.model.document import Document, Source
from assay.model.probe import FULL, Probe
from assay.model.task import Answer, Lineage, Proposal, Task, task_of
from assay.sandbox import OpenSandbox, documents_mounts, open_sandbox, run_mount
from assay.sandbox.layout import arranged
from assay.store.folder import OutFolder
from benchmarks.gateway import served
from benchmarks.spent import Spent, median, spent
from extractors.extract import extract_batch

MOST = 50.0
DOMAIN, FILE = "energy", "energy/demand.csv"
TABLE = b"Region,2023,2024\nNorth,417.5,431.2\nSouth,298.1,305.9\n"
LOOK = f"grep -n North /workspace/documents/{FILE}.md"
SUBMIT = "echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT; echo '<answer>431.2</answer>'"
BASH = {
    "type": "function",
    "function": {
        "name": "bash",
        "parameters": {"type": "object", "properties": {"command": {"type": "string"}}, "required": ["command"]},
    },
}


@dataclass(frozen=True, slots=True)
class Place:
    """Where episodes run: the server that plays the model, the frozen collection, and the sandbox."""

    address: str
    archive: Path
    context: ArchiveContext
    sandbox: OpenSandbox


Episode = Callable[[Place, int, Path], int]
"""Runs an episode of so many turns in a folder and returns how many it had."""


def main() -> None:
    """Measure, print a line for each figure, and end with 1 where a step costs too much."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, nargs="+", default=[20, 200], help="Steps of an episode.")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    sandbox = open_sandbox()
    busy_with = " ".join(f"{load:.1f}" for load in os.getloadavg())
    print(f"sandbox: {sandbox.level}, load of the machine: {busy_with} on {os.cpu_count()} processors", flush=True)
    worst = max(added for turns in options.turns for added in measured(sandbox, turns, options.rounds))
    sys.exit(0 if worst <= MOST else 1)


def measured(sandbox: OpenSandbox, turns: int, rounds: int) -> list[float]:
    """Return the milliseconds that the harness adds to a step of so many turns, wall and processor, and print them."""
    peers = {"peer": bare, "harness": harness(run_episode)}
    if find_spec("minisweagent") is not None:
        peers["mini-swe-agent's loop"] = harness(run_mini)
    taken: dict[str, list[Spent]] = {name: [] for name in peers}
    with served(rules(turns)) as address, tempfile.TemporaryDirectory() as folder:
        place = placed(address, Path(folder), sandbox)
        for number in range(rounds + 1):
            for name, episode in peers.items():
                found = timed(episode, place, turns, Path(folder, f"{name}-{number}"))
                # the first round imports litellm and opens connections
                taken[name] += [found] if number else []
    return told(turns, {name: median(found) for name, found in taken.items()})


def told(turns: int, taken: Mapping[str, Spent]) -> list[float]:
    """Print what each took beside the peer, and return what the harness adds."""
    peer, ours = taken["peer"], taken["harness"]
    print(f"{turns} turns, a step of the peer: {peer.wall:.1f} ms wall, {peer.processor:.1f} ms processor", flush=True)
    for name, one in taken.items():
        if one is not peer:
            more = f"{one.wall - peer.wall:+.1f} ms wall ({one.wall / peer.wall:.2f} times)"
            busy = f"{one.processor - peer.processor:+.1f} ms processor ({one.processor / peer.processor:.2f} times)"
            print(f"{turns} turns, {name}: {more}, {busy} a step (at most {MOST:.0f} ms)", flush=True)
    return [ours.wall - peer.wall, ours.processor - peer.processor]


def timed(episode: Episode, place: Place, turns: int, folder: Path) -> Spent:
    """Return what one episode took a step, in milliseconds."""
    folder.mkdir()
    had, took = spent(lambda: episode(place, turns, folder))
    if had != turns:
        raise SystemExit(f"an episode of {turns} turns ended after {had}")
    return took / (turns / 1000)


def bare(place: Place, turns: int, folder: Path) -> int:
    """Have litellm asked and the sandbox run what it calls, and nothing else."""
    completion = library().completion
    messages: list[dict[str, Any]] = [{"role": "system", "content": "Use bash."}, {"role": "user", "content": "Look."}]
    with arranged([*documents_mounts(place.archive, DOMAIN), run_mount(folder)], {}) as mounts:
        for turn in range(1, turns + 1):
            found = completion(
                model="openai/scripted", api_base=place.address, api_key="none", messages=messages, tools=[BASH],
                max_tokens=4096,
            )  # fmt: skip
            message = found.choices[0].message.model_dump(exclude_none=True)
            call = message["tool_calls"][0]
            words = ["/bin/bash", "-c", json.loads(call["function"]["arguments"])["command"]]
            done = place.sandbox.run(words, mounts=mounts)
            messages += [message, {"role": "tool", "tool_call_id": call["id"], "content": done.output.decode()}]
            if b"COMPLETE_TASK" in done.output:
                return turn
    return turns


def harness(loop: Loop) -> Episode:
    """Return what runs an episode of the harness by a loop."""

    def episode(place: Place, turns: int, folder: Path) -> int:
        task, out = asked(), OutFolder(folder / "out")
        with Gateway(settings(place.address), out) as gateway:
            limits = EpisodeLimits(turns + 1)
            one = BashHarness(gateway, place.sandbox, place.archive, folder / "traces", episode=limits, loop=loop)
            probe = Probe(task.id, task.revision, "panel/1", FULL, "agent")
            attempt = one.attempt("panel/1", place.context, task, probe, stage="benchmark")
        if not attempt.correct:
            raise SystemExit(f"an episode failed: {attempt.detail}")
        return attempt.turns

    return episode


def placed(address: str, folder: Path, sandbox: OpenSandbox) -> Place:
    """Return a place over an archive of one table."""
    source = folder / "demand.csv"
    source.write_bytes(TABLE)
    document = read(source)
    file = folder / "archive" / collection_path(DOMAIN, FILE)
    file.parent.mkdir(parents=True)
    file.write_text(document_markdown(document), encoding="utf-8")
    held = {FILE: document}
    return Place(address, folder / "archive", ArchiveContext(held, held.get, lambda _: TABLE), sandbox)


def read(path: Path) -> Document:
    """Return the document of the table."""
    (extraction,) = extract_batch([(path, Source(DOMAIN, FILE, len(TABLE)))])
    return extraction.document


def asked() -> Task:
    """Return the question of every episode."""
    answer = Answer("number", "431.2", "431.2", unit="GWh", decimals=1)
    question = "What was the demand of North in 2024, in GWh, to one decimal place?"
    proposal = Proposal(
        track="numeric", domain=DOMAIN, question=question, answer=answer, evidence=(), reasoning=(), program="",
        plan=None, labels=(), hops=1,
    )  # fmt: skip
    return task_of(proposal, Lineage("file"))


def rules(turns: int) -> dict[str, Any]:
    """Return a model that looks in every turn and submits in the last one."""
    return {"rules": [calling(SUBMIT, {"turn": turns - 1})], "otherwise": calling(LOOK, {})}


def calling(command: str, when: Mapping[str, Any]) -> dict[str, Any]:
    """Return a rule that calls bash."""
    return {"when": dict(when), "calls": [{"name": "bash", "arguments": {"command": command}}]}


def settings(address: str) -> Settings:
    """Return settings for the server."""
    model = {"model": "openai/scripted", "api_base": address, "price": {"input": 1, "output": 1}}
    return Settings.model_validate({"models": {"panel": [model]}})


if __name__ == "__main__":
    main()
