"""The tools of an episode: a bash command in the sandbox, and submissions that a validator accepts or sends back."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from assay.gateway import Tool as ToolForm
from assay.model.canonical import Json
from assay.sandbox import Completed, Limits, Mount, Sandbox

# Output that a policy sees: whole below the limit, else its first and last half with what is left out named.
SHOWN_CHARS = 10_000
# What is called just before the end of an episode still gets a chance to say that it ends.
_LEAST_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a tool call gave: text for the policy, whether it failed, whether the episode ends with it."""

    text: str
    failed: bool = False
    ends: bool = False


class Tool(Protocol):
    """Something that a policy can call by name."""

    @property
    def name(self) -> str:
        """The name in calls."""
        ...

    def run(self, arguments: Mapping[str, Json]) -> Outcome:
        """Return the outcome; wrong arguments are an outcome, not an error."""
        ...


BASH = ToolForm(
    "bash",
    "Runs a command with bash, each in a new shell, and shows what it prints.",
    {"type": "object", "properties": {"command": {"type": "string"}}, "required": ["command"]},
)


@dataclass(frozen=True, slots=True)
class Bash:
    """Runs `command` in the sandbox over the read-only documents and the episode's scratch folder.

    `trusted` marks commands that Assay's own author wrote; only these run where nothing isolates. No command runs
    longer than until `deadline` (of the monotonic clock).
    """

    sandbox: Sandbox
    mounts: Sequence[Mount]
    limits: Limits
    trusted: bool = False
    name: str = "bash"
    deadline: float | None = None

    def run(self, arguments: Mapping[str, Json]) -> Outcome:
        """Return the command's merged output and how it ended."""
        command = command_in(arguments)
        return command if isinstance(command, Outcome) else told(self.execute(command))

    def execute(self, command: str) -> Completed:
        """Return what came of a command."""
        words = ["/bin/bash", "-c", command]
        return self.sandbox.run(words, mounts=self.mounts, limits=self._left(), trusted=self.trusted)

    def _left(self) -> Limits:
        if self.deadline is None:
            return self.limits
        left = max(_LEAST_SECONDS, self.deadline - time.monotonic())
        return replace(self.limits, seconds=min(self.limits.seconds, left))


def command_in(arguments: Mapping[str, Json]) -> str | Outcome:
    """Return the command that a call of bash holds, or what is wrong with the call."""
    command = arguments.get("command")
    if isinstance(command, str) and command.strip():
        return command
    return Outcome("bash needs the argument `command`, a non-empty text", failed=True)


def told(done: Completed) -> Outcome:
    """Return what a policy is told of a command."""
    text = shorten(printed(done))
    if done.ending == "exit" and done.returncode == 0:
        return Outcome(text)
    return Outcome(f"{text}\n[ended by {done.ending}, status {done.returncode}]".lstrip(), failed=True)


def printed(done: Completed) -> str:
    """Return what a command printed; bytes that are no text are shown as such."""
    return done.output.decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class Submit:
    """Passes a proposal to a validator; its sentences go back to the policy where it is not accepted.

    `accept` returns the faults, none where the proposal was taken.
    """

    accept: Callable[[Mapping[str, Json]], Sequence[str]]
    name: str = "submit"

    def run(self, arguments: Mapping[str, Json]) -> Outcome:
        """Return `accepted`, or each fault on its line."""
        faults = self.accept(arguments)
        if faults:
            return Outcome("not accepted:\n" + "\n".join(f"- {fault}" for fault in faults), failed=True)
        return Outcome("accepted")


@dataclass(frozen=True, slots=True)
class Finish:
    """Ends the episode."""

    name: str = "finish"

    def run(self, arguments: Mapping[str, Json]) -> Outcome:
        """Return the reason that the policy gives for ending."""
        return Outcome(str(arguments.get("reason", "")), ends=True)


def shorten(text: str, limit: int = SHOWN_CHARS) -> str:
    """Return the text, its middle replaced by a count where it is longer than the limit."""
    if len(text) <= limit:
        return text
    half = limit // 2
    return f"{text[:half]}\n[{len(text) - 2 * half} characters left out]\n{text[-half:]}"
