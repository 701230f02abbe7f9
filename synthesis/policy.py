"""The rules author's policy: look around with bash, write and run the programs, submit what they print, finish."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from assay.agent.messages import Message, Observation, Reply, ToolCall
from assay.model.canonical import Json
from assay.sandbox import DOCUMENTS, RUN
from synthesis.drafts import Draft

_MOST_LINES = 100
_LONGEST_LINE = 160
_RESULT = re.compile(r"^== (\S+) (\d+)\n(.*?)(?=^== |\Z)", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Output:
    unrounded: str
    value: str


@dataclass(slots=True)
class RulesPolicy:
    """Works off its drafts in four replies; without drafts it ends at once with the reason."""

    drafts: Sequence[Draft]
    folder: str
    python: Sequence[str]
    reason: str = "nothing to ask here"
    faults: list[str] = field(default_factory=list[str])

    def reply(self, messages: Sequence[Message]) -> Reply:
        """Return the next reply; how many were given says where the episode stands."""
        if not self.drafts:
            return _call("No question starts here.", "finish", {"reason": self.reason})
        turn = sum(isinstance(message, Reply) for message in messages)
        if turn == 0:
            return _call("Which documents hold these figures?", "bash", {"command": self._exploring()})
        if turn == 1 and any(draft.program for draft in self.drafts):
            return _call("Compute the answers from the tables.", "bash", {"command": self._running()})
        if turn <= 2 and not _submitted(messages):
            return self._submission(_last_output(messages)) or _call("No program held.", "finish", {"reason": "faults"})
        return _call("Done.", "finish", {"reason": "all drafts are submitted"})

    def _exploring(self) -> str:
        words = sorted({word for draft in self.drafts for word in draft.words})
        files = sorted({file for draft in self.drafts for file in draft.files})
        patterns = " ".join(f"-e {shlex.quote(word)}" for word in words)
        names = " ".join(map(shlex.quote, files))
        return (
            f"cd {DOCUMENTS} && ls {shlex.quote(self.folder)} | head -n {_MOST_LINES} && "
            f"grep -n -i -F -A 1 {patterns} -- {names} | cut -c 1-{_LONGEST_LINE} | head -n {_MOST_LINES}"
        )

    def _running(self) -> str:
        parts = [f"cd {RUN}"]
        for number, draft in enumerate(self.drafts, 1):
            parts.append(f"cat > program_{number}.py <<'END_OF_PROGRAM'\n{draft.program}END_OF_PROGRAM")
        numbers = " ".join(str(number) for number in range(1, len(self.drafts) + 1))
        python = shlex.join(self.python)
        parts.append(
            f"for n in {numbers}; do out=$({python} program_$n.py {DOCUMENTS} 2>&1); "
            'echo "== $n $?"; echo "$out" | tail -n 2; done'
        )
        return "\n".join(parts)

    def _submission(self, text: str) -> Reply | None:
        outputs, calls = _outputs(text), list[ToolCall]()
        for number, draft in enumerate(self.drafts, 1):
            output = outputs.get(number) if draft.program else _seen(draft, text)
            if output is None or output.value != draft.expected:
                self.faults.append(f"{draft.template}: {output.value if output else 'nothing'}, not {draft.expected}")
            else:
                body = dict(draft.submission(output.value, output.unrounded))
                calls.append(ToolCall(f"submit-{number}", "submit", body))
        return Reply("These are the questions with what proves them.", tuple(calls)) if calls else None


def _seen(draft: Draft, text: str) -> _Output | None:
    return _Output("", draft.expected) if draft.shown in text else None


def _call(text: str, tool: str, arguments: dict[str, Json]) -> Reply:
    return Reply(text, (ToolCall(f"{tool}-1", tool, arguments),))


def _submitted(messages: Sequence[Message]) -> bool:
    return any(isinstance(message, Observation) and message.tool == "submit" for message in messages)


def _last_output(messages: Sequence[Message]) -> str:
    texts = [message.text for message in messages if isinstance(message, Observation) and message.tool == "bash"]
    return texts[-1] if texts else ""


def _outputs(text: str) -> Mapping[int, _Output]:
    found: dict[int, _Output] = {}
    for number, status, body in _RESULT.findall(text + "\n"):
        lines = body.strip().splitlines()
        if status == "0" and len(lines) == 2:
            found[int(number)] = _Output(lines[0], lines[1])
    return MappingProxyType(found)
