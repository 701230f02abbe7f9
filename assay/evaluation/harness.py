"""Mode `agent`: a model answers with bash alone, in the sandbox over the frozen archive (AGORA, section 4)."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import BoundedSemaphore

from assay.agent.answering import MARKER, AnsweringBash
from assay.agent.loop import Episode, EpisodeEnding, EpisodeLimits, Loop, run_episode
from assay.agent.messages import Failure, Instruction, Message, Request
from assay.agent.model import ModelPolicy
from assay.agent.prompts import Prompt, load_prompt
from assay.agent.steps import Remembered, Steps, state_of
from assay.agent.tools import BASH, Bash
from assay.agent.trace import Trace
from assay.collection import collection_folder, collection_path
from assay.evaluation.answers.cleaning import Refusal, tagged_answer
from assay.evaluation.asking import Asked, asked_of
from assay.evaluation.named_files import named_files
from assay.evaluation.room import turns_for
from assay.evaluation.viewed import Viewed
from assay.gateway import Gateway
from assay.model.canonical import digest
from assay.model.codec import to_json
from assay.model.errors import IsolationMissing
from assay.model.gate import Context
from assay.model.probe import Attempt, Ending, Probe
from assay.model.task import Task
from assay.sandbox import DOCUMENTS, Limits, Mount, Sandbox, SandboxFailed, documents_mounts, run_mount
from assay.sandbox.layout import arranged

_ENDINGS: Mapping[EpisodeEnding, Ending] = {
    "finished": "done", "turns": "turns", "seconds": "timeout", "no_call": "no_call", "failed": "failed",
}  # fmt: skip
# An answer that never came is a wrong one; a call that failed says nothing.
_WRONG = frozenset({"turns", "timeout", "no_call", "context"})
_LONGEST = 2000


@dataclass(frozen=True, slots=True)
class BashHarness:
    """Runs episodes of a run's models over the collection in a folder; `limits` are those of one command.

    Several threads may ask at once; an episode begins, and its clock starts, when its memory is free.
    """

    gateway: Gateway
    sandbox: Sandbox
    archive: Path
    traces: Path
    limits: Limits = field(default_factory=Limits)
    episode: EpisodeLimits = field(default_factory=EpisodeLimits)
    room: BoundedSemaphore = field(default_factory=lambda: turns_for(Limits().memory_bytes))
    loop: Loop = run_episode

    def attempt(self, seat: str, context: Context, task: Task, probe: Probe, *, stage: str, guide: str = "") -> Attempt:
        """Return the graded outcome of an episode; `guide` is what a guided solver is told beside the question.

        Where nothing isolates it ends `refused` before any call, and where a call gave no reply `failed`: no votes.
        """
        asked = asked_of(task, probe.sample)
        # the samples of an analyst's request are its assertions
        sample = 0 if task.track == "domain" else probe.sample
        policy, view = ModelPolicy(self.gateway, seat, stage, (BASH,), sample), Viewed(context, task.domain, probe.view)
        with self.room, self._mounted(view) as mounts:
            try:
                self.sandbox.run(["/bin/true"], mounts=mounts, limits=self.limits)
            except IsolationMissing as error:
                return Attempt(probe, None, None, "refused", str(error), level=self.sandbox.level)
            return self._episode(policy, asked, guide, mounts, probe, view)

    def _episode(
        self, policy: ModelPolicy, asked: Asked, guide: str, mounts: Sequence[Mount], probe: Probe, view: Viewed
    ) -> Attempt:
        opening, began = _opening(view.domain, asked, guide, self.episode), time.monotonic()
        bash = AnsweringBash(Bash(self.sandbox, mounts, self.limits, deadline=began + self.episode.seconds))
        steps = Steps(self.traces / "steps" / self._key(policy, opening, probe, view))
        ended = self.loop(policy, opening, {bash.name: Remembered(bash, steps)}, self.episode, Trace(self.traces))
        if ended.ending != "failed":
            steps.over()
        ending, answer = _ending(ended), _answer(bash.submission)
        places = {collection_path(view.domain, path): path for path in view.paths()}
        return Attempt(
            probe, answer, _correct(ending, asked, answer), ending, _told(ended, ending, bash.submission),
            named_files(ended.messages, places), self.sandbox.level, policy.calls, policy.cost,
            time.monotonic() - began, ended.trace, turns=ended.turns, kept=tuple(policy.kept),
        )  # fmt: skip

    def _key(self, policy: ModelPolicy, opening: Sequence[Message], probe: Probe, view: Viewed) -> str:
        """Return the digest of all that makes an episode the same one."""
        identity, said = self.gateway.identity(policy.seat), [to_json(message) for message in opening]
        state = state_of(self.archive / collection_folder(view.domain))
        return digest([policy.seat, identity, policy.sample, said, to_json(probe), state]) + ".jsonl"

    @contextmanager
    def _mounted(self, view: Viewed) -> Generator[tuple[Mount, ...]]:
        """Yield what the episode sees: its domain as the view shows it, and a folder of its own."""
        with tempfile.TemporaryDirectory(prefix="assay-episode-", ignore_cleanup_errors=True) as folder:
            scratch, changed = Path(folder, "run"), Path(folder, "changed")
            scratch.mkdir()
            changed.mkdir()
            covers = self._covers(view, changed)
            documents = documents_mounts(self.archive, collection_folder(view.domain))
            with arranged([*documents, run_mount(scratch)], covers) as mounts:
                yield mounts

    def _covers(self, view: Viewed, folder: Path) -> dict[str, Path | None]:
        covers: dict[str, Path | None] = {}
        for number, path in enumerate(sorted(view.changed & set(view.context.within(view.domain)))):
            place, text = collection_path(view.domain, path), view.markdown(path)
            if not (self.archive / place).is_file():
                raise SandboxFailed(f"{path} has no place of its own in the collection, so no view can change it")
            file = folder / str(number)
            if text is not None:
                file.write_text(text, encoding="utf-8")
            covers[f"{DOCUMENTS}/{place}"] = None if text is None else file
        return covers


def bash_prompt() -> Prompt:
    """Return the prompt of an episode."""
    return load_prompt("assay.evaluation", "bash")


def _opening(domain: str, asked: Asked, guide: str, limits: EpisodeLimits) -> Sequence[Message]:
    prompt = bash_prompt()
    system = prompt.instruct(
        documents=f"{DOCUMENTS}/{collection_folder(domain)}/",
        turns=str(limits.turns),
        seconds=f"{limits.seconds:g}",
        marker=MARKER,
    )
    user = prompt.fill(question=asked.question, form=asked.form)
    return Instruction(system), Request(f"{user}\n\n{guide}" if guide else user)


def _ending(ended: Episode) -> Ending:
    last = ended.messages[-1]
    if isinstance(last, Failure) and last.fault == "context" and ended.turns > 1:
        return "context"  # it is the subject that read more than its model can hold
    return _ENDINGS[ended.ending]


def _answer(submission: str | None) -> str | None:
    try:
        return None if submission is None else tagged_answer(submission)
    except Refusal:
        return None


def _correct(ending: Ending, asked: Asked, answer: str | None) -> bool | None:
    if ending == "done":
        return asked.right(answer)
    return False if ending in _WRONG else None


def _told(ended: Episode, ending: Ending, submission: str | None) -> str:
    last = ended.messages[-1]
    if isinstance(last, Failure):
        return f"turn {ended.turns}: {last.fault}: {last.detail}"[:_LONGEST]
    said = "" if submission is None else f", submitted: {submission.strip()}"
    return f"{ending} after {ended.turns} turns{said}"[:_LONGEST]
