"""What stays undecided: a sentence for each gate whose answers did not come, and what a release waits for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from assay.model.counts import most_first
from assay.model.gate import Verdict
from assay.stages.figures import Judged
from assay.stages.newest import Newest
from assay.store.database import Database
from assay.store.gates import attempts

# A call that gave no reply may give one the next time; of what was declined the cause stays until somebody mends it.
_PASSING, _NO_KEY = "failed", "authentication"
_LONGEST = 300


def undecided(found: Judged) -> Iterator[tuple[str, list[Verdict]]]:
    """Yield each gate with its undecided verdicts on the tasks that all gates before it keep."""
    standing = {(task.id, task.revision) for task in found.tasks}
    for gate in found.gates:
        mine = [one for one in found.verdicts if one.gate == gate and (one.task, one.revision) in standing]
        yield gate, [one for one in mine if one.decision == "undecided"]
        standing = {(one.task, one.revision) for one in mine if one.decision == "keep"}


def undecided_sentences(database: Database, found: Judged) -> Iterator[str]:
    """Yield a sentence for each gate with open tasks: how many, the causes by number, the first subject's words."""
    yield from (_sentence(database, gate, open_) for gate, open_ in undecided(found) if open_)


def awaited(found: Judged, newest: Newest | None) -> list[Verdict]:
    """Return the undecided verdicts on tasks of the newest release, for want of an answer that may yet come.

    What a model declines to answer is not waited for.
    """
    standing = {one.task for one in newest.tasks} if newest else set[str]()
    return [one for _, open_ in undecided(found) for one in open_ if one.task in standing and _may_come(one)]


def stays_sentence(release: int, waiting: int) -> str:
    """Return the sentence that says why no new release is frozen."""
    tasks = "1 of its tasks waits" if waiting == 1 else f"{waiting} of its tasks wait"
    return f"release {release} stays as it is: {tasks} for answers that a gate did not get; run the same command again"


def _may_come(verdict: Verdict) -> bool:
    return verdict.cause == _PASSING or verdict.reason.startswith(_NO_KEY)


def counted(causes: Mapping[str, int]) -> str:
    """Return causes with their numbers in words, the most frequent first."""
    return ", ".join(f"{cause} {count}" for cause, count in most_first(causes))


def _sentence(database: Database, gate: str, open_: Sequence[Verdict]) -> str:
    causes = Counter(one.cause for one in open_)
    tasks = f"{len(open_)} task stays" if len(open_) == 1 else f"{len(open_)} tasks stay"
    again = "run the same command again"
    what = again if set(causes) == {_PASSING} else f"once that is mended, {again}"
    return f"{gate}: {tasks} undecided: {counted(causes)}; first: {_first(database, open_[0])}; {what}"


def _first(database: Database, verdict: Verdict) -> str:
    """Return who gave no answer and why."""
    made = attempts(database, verdict.attempts)
    silent = (made[key] for key in verdict.attempts if key in made and made[key].ending == verdict.cause)
    who = next((attempt.probe.subject for attempt in silent), "")
    why = " ".join(verdict.reason.split())[:_LONGEST]
    return f"{who}: {why}" if who else why
