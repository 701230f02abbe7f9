"""An author's episode: a policy with bash, submit and finish over the read-only collection, and what it brought."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from assay.agent.loop import EpisodeEnding, EpisodeLimits, Policy, run_episode
from assay.agent.messages import Failure, Message
from assay.agent.steps import Remembered, Steps
from assay.agent.tools import Bash, Finish, Submit, Tool
from assay.agent.trace import Trace
from assay.collection import collection_folder
from assay.model.canonical import Json
from assay.model.gate import Context
from assay.model.task import Proposal
from assay.sandbox import Mount, documents_mounts, run_mount
from synthesis.authors import Commission
from synthesis.validator import validate


@dataclass(frozen=True, slots=True)
class Brought:
    """What an episode brought: accepted proposals in order, refusals as sentences, the trace's sha256.

    `failure` is why its policy gave no further reply, None where it ended of itself or at a limit; `ending` is how.
    """

    proposals: tuple[Proposal, ...]
    refusals: tuple[str, ...]
    trace: str
    failure: Failure | None = None
    ending: EpisodeEnding = "finished"


Completed: TypeAlias = tuple[Mapping[str, Json], tuple[str, ...]]
Complete: TypeAlias = Callable[[Mapping[str, Json]], Completed]
"""Makes the JSON of a proposal of what is submitted, and says what is wrong with it."""


def as_it_is(body: Mapping[str, Json]) -> Completed:
    """Return a submission that is the JSON of a proposal already."""
    return body, ()


@dataclass(slots=True)
class _Desk:
    context: Context
    complete: Complete
    most: int | None
    proposals: list[Proposal] = field(default_factory=list[Proposal])
    refusals: list[str] = field(default_factory=list[str])

    def accept(self, body: Mapping[str, Json]) -> Sequence[str]:
        if self.most is not None and len(self.proposals) >= self.most:
            return (f"{self.most} questions are accepted, which is all that is wanted here; call finish",)
        whole, missing = self.complete(body)
        proposal, faults = (None, missing) if missing else validate(whole, self.context)
        if proposal is not None:
            self.proposals.append(proposal)
        else:
            self.refusals.append("; ".join(faults))
        return faults


def write_episode(
    policy: Policy,
    opening: Sequence[Message],
    commission: Commission,
    *,
    trusted: bool = False,
    complete: Complete = as_it_is,
    most: int | None = None,
    limits: EpisodeLimits | None = None,
    steps: Steps | None = None,
) -> Brought:
    """Return what a policy brought from one episode; `trusted` marks Assay's own fixed commands.

    At most `most` proposals are accepted, any number where it is None. With `steps`, an episode that ended before its
    end is gone on with.
    """
    desk, limits = _Desk(commission.context, complete, most), limits or EpisodeLimits()
    with tempfile.TemporaryDirectory(prefix="assay-episode-", ignore_cleanup_errors=True) as scratch:
        bash = Bash(
            commission.sandbox, _mounts(commission, Path(scratch)), commission.limits, trusted,
            deadline=time.monotonic() + limits.seconds,
        )  # fmt: skip
        looking: Tool = bash if steps is None else Remembered(bash, steps)
        tools = {tool.name: tool for tool in (looking, Submit(desk.accept), Finish())}
        episode = run_episode(policy, opening, tools, limits, Trace(commission.traces))
    last = episode.messages[-1]
    failure = last if isinstance(last, Failure) else None
    return Brought(tuple(desk.proposals), tuple(desk.refusals), episode.trace, failure, episode.ending)


def _mounts(commission: Commission, scratch: Path) -> list[Mount]:
    return [*documents_mounts(commission.archive, collection_folder(commission.domain)), run_mount(scratch)]
