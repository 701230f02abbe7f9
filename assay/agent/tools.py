"""The tools of an episode: a bash command in the sandbox, and submissions that a validator accepts or sends back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from assay.model.canonical import Json
from assay.sandbox import Limits, Mount, Sandbox

# Output that a policy sees: whole below the limit, else its first and last half with what is left out named.
SHOWN_CHARS = 10_000


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


@dataclass(frozen=True, slots=True)
class Bash:
    """Runs `command` in the sandbox over the read-only documents and the episode's scratch folder.

    `trusted` marks commands that Assay's own author wrote; only these run where nothing isolates.
    """

    sandbox: Sandbox
    mounts: Sequence[Mount]
    limits: Limits
    trusted: bool = False
    name: str = "bash"

    def run(self, arguments: Mapping[str, Json]) -> Outcome:
        """Return the command's merged output and how it ended."""
        command = arguments.get("command")
        if not isinstance(command, str) or not command.strip():
            return Outcome("bash needs the argument `command`, a non-empty text", failed=True)
        words = ["/bin/bash", "-c", command]
        done = self.sandbox.run(words, mounts=self.mounts, limits=self.limits, trusted=self.trusted)
        text = shorten(done.output.decode("utf-8", "replace"))
        if done.ending == "exit" and done.returncode == 0:
            return Outcome(text)
        return Outcome(f"{text}\n[ended by {done.ending}, status {done.returncode}]".lstrip(), failed=True)


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
