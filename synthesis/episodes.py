"""An author's episode: a policy with bash, submit and finish over the read-only collection, and what it brought."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from assay.agent.loop import EpisodeLimits, Policy, run_episode
from assay.agent.messages import Message
from assay.agent.tools import Bash, Finish, Submit
from assay.agent.trace import Trace
from assay.model.canonical import Json
from assay.model.gate import Context
from assay.model.task import Proposal
from assay.sandbox import documents_mounts, run_mount
from synthesis.authors import Commission
from synthesis.validator import validate


@dataclass(frozen=True, slots=True)
class Brought:
    """What an episode brought: accepted proposals in order, refusals as sentences, the trace's sha256."""

    proposals: tuple[Proposal, ...]
    refusals: tuple[str, ...]
    trace: str


@dataclass(slots=True)
class _Desk:
    context: Context
    proposals: list[Proposal] = field(default_factory=list[Proposal])
    refusals: list[str] = field(default_factory=list[str])

    def accept(self, body: Mapping[str, Json]) -> Sequence[str]:
        proposal, faults = validate(body, self.context)
        if proposal is not None:
            self.proposals.append(proposal)
        else:
            self.refusals.append("; ".join(faults))
        return faults


def write_episode(
    policy: Policy, opening: Sequence[Message], commission: Commission, *, trusted: bool = False
) -> Brought:  # fmt: skip
    """Return what a policy brought from one episode; `trusted` marks Assay's own fixed commands."""
    desk = _Desk(commission.context)
    with tempfile.TemporaryDirectory(prefix="assay-episode-") as scratch:
        mounts = [*documents_mounts(commission.archive), run_mount(Path(scratch))]
        bash = Bash(commission.sandbox, mounts, commission.limits, trusted)
        tools = {tool.name: tool for tool in (bash, Submit(desk.accept), Finish())}
        episode = run_episode(policy, opening, tools, EpisodeLimits(), Trace(commission.traces))
    return Brought(tuple(desk.proposals), tuple(desk.refusals), episode.trace)
