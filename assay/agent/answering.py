"""The bash tool of a subject: a command that prints the completion marker and an answer ends the episode.

The marker counts only where the command itself holds it. Each episode has a marker of its own, with a nonce; it takes
the place of the public one in every command before it runs, and is taken back out of what the command prints. So what
ends an episode came out of a command's own text, and never out of a document, which cannot know the nonce: whether it
is printed by `cat`, found by a search for the marker, or copied to the scratch folder first.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from assay.agent.tools import Bash, Outcome, command_in, printed, told
from assay.model.canonical import Json
from assay.sandbox import Completed

MARKER = "COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT"
"""What a submission's first line is (AGORA, appendix C)."""

_NOT_ASKED = "\n[this did not submit anything: only a marker that your own command prints does]"


@dataclass(slots=True)
class AnsweringBash:
    """Runs commands, and takes the submission of the first that prints the marker on its first line and ends well.

    `submission` is what stood below the marker, None while nothing is submitted.
    """

    bash: Bash
    name: str = "bash"
    submission: str | None = None
    _own: str = field(default_factory=lambda: f"{MARKER}_{secrets.token_hex(12)}")

    def run(self, arguments: Mapping[str, Json]) -> Outcome:
        """Return the command's output; a submission ends the episode."""
        command = command_in(arguments)
        if isinstance(command, Outcome):
            return command
        done = self.bash.execute(command.replace(MARKER, self._own))
        self.submission = _submitted(done, self._own)
        seen = told(replace(done, output=printed(done).replace(self._own, MARKER).encode()))
        if self.submission is not None:
            return replace(seen, ends=True)
        return replace(seen, text=seen.text + _NOT_ASKED) if _submitted(done, MARKER) is not None else seen


def _submitted(done: Completed, marker: str) -> str | None:
    """Return what a command printed below the marker; None where its first line is another or it ended badly."""
    if done.ending != "exit" or done.returncode != 0 or done.truncated:
        return None
    first, _, rest = printed(done).lstrip().partition("\n")
    return rest if first.rstrip() == marker else None
