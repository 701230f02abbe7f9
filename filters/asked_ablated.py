"""Ablation with models: what is answered without what it cites does not need it (AGORA, section 3; Office
Comprehension Bench, section 14.2).

A model first answers over the unaltered view. Where it is wrong there it proves nothing, and the next one is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from assay.config.gates import Harness
from assay.evaluation.players import Player, mode_of
from assay.model.gate import Ask, Context, Reads, Verdict
from assay.model.probe import FULL, Attempt, Place, Probe, View
from assay.model.task import Task
from filters.ablation import Ablation, ablations
from filters.elements import removals
from filters.votes import poll, told


@dataclass(frozen=True, slots=True)
class Cut:
    """A view without something, the same view with it, the thing that it is about, and in words what is missing."""

    control: View
    ablated: View
    place: Place | None
    words: str


@dataclass(frozen=True, slots=True)
class AskedAblated:
    """Scans and asks the baseline as without models, then asks the models of the panel."""

    models: tuple[Player, ...]
    harness: Harness = "chat"
    name: str = "ablation"
    version: str = "1"
    reads: Reads = "domain"
    free: Ablation = field(default_factory=Ablation)
    prompts: tuple[str, ...] = ()

    def step(self, task: Task, attempts: Sequence[Attempt], context: Context) -> Ask | Verdict:
        """Return what the free gate asks or drops, then controls and ablated probes of one model after the other."""
        free = self.free.step(task, attempts, context)
        if isinstance(free, Ask) or free.decision != "keep" or free.cause == "not_applicable":
            return free
        cuts = list(cuts_of(task, context))
        if not cuts:
            return free
        for model in self.models:
            found = self._asked(task, cuts, model, attempts)
            if found is not None:
                return found
        names = ", ".join(one.subject for one in self.models)
        reason = f"{names}: wrong with all that it cites at hand, which proves nothing of what it needs"
        return Verdict(task.id, task.revision, self.name, "keep", "control_wrong", reason)

    def _asked(
        self, task: Task, cuts: Sequence[Cut], model: Player, attempts: Sequence[Attempt]
    ) -> Ask | Verdict | None:  # fmt: skip
        """Return what one model still has to be asked or what its answers say; None where its control is wrong."""
        controls = dict.fromkeys(self._probe(task, model, cut.control, cut.place) for cut in cuts)
        made = poll(self.name, task, list(controls), attempts)
        if not isinstance(made, list):
            return made
        if not all(attempt.correct for attempt in made):
            return None
        made = poll(self.name, task, [self._probe(task, model, cut.ablated, cut.place) for cut in cuts], attempts)
        return self._judged(task, cuts, made, model) if isinstance(made, list) else made

    def _probe(self, task: Task, model: Player, view: View, place: Place | None) -> Probe:
        return Probe(task.id, task.revision, model.subject, view, mode_of(self.harness), place=place)

    def _judged(self, task: Task, cuts: Sequence[Cut], made: Sequence[Attempt], model: Player) -> Verdict:
        for cut, attempt in zip(cuts, made, strict=True):
            if attempt.correct:
                reason = f"without {cut.words} {told(attempt)} is right{_arm(attempt)}"
                return Verdict(task.id, task.revision, self.name, "drop", "answered_without", reason)
        reason = f"{model.subject} is right with all that it cites, and wrong without any one of {len(made)} things"
        return Verdict(task.id, task.revision, self.name, "keep", "needed", f"{reason}{_arm(made[0])}")


def cuts_of(task: Task, context: Context) -> Iterator[Cut]:
    """Yield what a task is asked without, each with its control."""
    if task.track != "fidelity":
        for view in ablations(task, context):
            yield Cut(FULL, view, None, " and ".join(view.hidden))
        return
    paths = tuple(sorted({evidence.path for evidence in task.evidence}))
    control = View(name="control", only=paths)
    for evidence in {(one.path, one.artifact): one for one in task.evidence}.values():
        document = context.document(evidence.path)
        place = Place(evidence.path, evidence.artifact, evidence.kind, evidence.at)
        for words, keys in removals(document, evidence.artifact) if document is not None else ():
            gone = tuple((evidence.path, key) for key in keys)
            yield Cut(control, View("ablated", only=paths, without=gone), place, f"{words} of {evidence.path}")


def _arm(attempt: Attempt) -> str:
    return f" ({attempt.arm} shown)" if attempt.arm else ""
