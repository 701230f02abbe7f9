"""What becomes of standing tasks when the archive changed: untouched, kept, answered again, or retired with a reason.

A task is due when something that it cites is gone or changed, or when a query of its scope finds something else. What
its author asks again in the same words is the task's next revision; else its program runs over the files of now.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from assay.model.task import Task
from assay.refresh.places import Lost, Places
from assay.refresh.restating import restated
from assay.refresh.scopes import Asked, asked_again

Outcome: TypeAlias = Literal["untouched", "kept", "reanswered", "retired"]
SOURCE_GONE, EVIDENCE, SCOPE = "source_gone", "evidence", "scope"

# What is chosen out of many may lose to what a table holds that nobody looked at.
_CHOICES = frozenset({"argmax", "argmin", "filter"})
# So is what is summed, counted or averaged over all entities: rows that came belong to it.
_LIST = "list"


@dataclass(frozen=True, slots=True)
class Turn:
    """What became of a standing task: its newest record, and why it was due; no causes where it was not."""

    task: Task
    outcome: Outcome
    causes: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Refreshing:
    """What standing tasks of one author are held against.

    `paths` are the documents whose tables scopes ask, `changed` those of them that are new or hold other things than
    when the tasks were released, `written` what the author wrote this time, `asked` the questions that each task had.
    """

    places: Places
    paths: Collection[str]
    changed: Collection[str]
    written: Sequence[Task]
    asked: Mapping[str, Collection[str]]
    run: Callable[[Task], Sequence[str]]

    def turn(self, task: Task) -> Turn:
        """Return what becomes of a task."""
        scopes = asked_again(task, self.places.context, self.paths)
        found = list(self._due(task, scopes))
        if task.answer.type == "null":
            # what the archive holds now outweighs what became of a cell that is empty
            found.sort(key=lambda one: one[0] != SCOPE)
        if not found:
            return Turn(replace(task, evidence=tuple(map(self.places.moved, task.evidence))), "untouched")
        causes, reasons = tuple(dict.fromkeys(cause for cause, _ in found)), [reason for _, reason in found]
        if SOURCE_GONE in causes or (task.answer.type == "null" and SCOPE in causes):
            return Turn(task, "retired", causes, reasons[0])
        try:
            again = self._again(task, scopes)
        except Lost as lost:
            return Turn(task, "retired", causes, f"{reasons[0]}; {lost}")
        outcome = "kept" if again.answer.value == task.answer.value else "reanswered"
        return Turn(replace(again, revision=task.revision + 1), outcome, causes, reasons[0])

    def fresh(self, standing: Collection[str]) -> list[Task]:
        """Return what the author wrote beside the standing tasks, what is about changed documents first."""
        taken = {question for name in standing for question in self.asked.get(name, ())}
        new = [one for one in self.written if one.id not in standing and one.question not in taken]
        return sorted(new, key=lambda one: not any(cited.path in self.changed for cited in one.evidence))

    def _due(self, task: Task, scopes: Sequence[Asked]) -> Iterator[tuple[str, str]]:
        cited = dict.fromkeys(one.path for one in (*task.evidence, *(task.plan.lookups if task.plan else ())))
        gone = [path for path in cited if self.places.context.document(path) is None]
        yield from ((SOURCE_GONE, f"{path} is no readable document of the archive any more") for path in gone)
        for one in task.evidence:
            if one.path not in gone and self.places.changed(one):
                yield EVIDENCE, f"the {one.kind} that is cited of {one.path} changed"
                break
        for asked in scopes:
            if asked.changed:
                yield SCOPE, self._told(asked)

    def _told(self, asked: Asked) -> str:
        query = asked.before.query
        what = ", ".join(str(query[name]) for name in ("measure", "entity", "period") if name in query)
        others = [(path, key) for path, key in _places(asked) if path in self.changed]
        came = [path for path, key in others if self.places.came(path, key)]
        found = next(iter((*came, *(path for path, _ in others))), "other places than it did")
        return f"the archive is asked for {what} and finds {found}"

    def _again(self, task: Task, scopes: Sequence[Asked]) -> Task:
        now = tuple(asked.now for asked in scopes)
        questions = self.asked.get(task.id, ())
        same = [one for one in self.written if one.id == task.id] or [
            one for one in self.written if one.question in questions and one.track == task.track
        ]
        if same and same[0].domain == task.domain:
            return replace(same[0], id=task.id, lineage=replace(task.lineage, trace=same[0].lineage.trace))
        gained = self._gained(task, scopes)
        if gained is not None:
            raise Lost(f"{gained} may beat or add to what it chooses or sums up, and its program does not read that")
        return replace(restated(task, self.places, self.run), scope=now)

    def _gained(self, task: Task, scopes: Sequence[Asked]) -> str | None:
        """Return a document with a table or rows that came, of a measure by which the task chooses, and not cited."""
        own, chosen = {one.path for one in task.evidence}, _chosen_by(task)
        for asked in scopes:
            if asked.changed and (chosen is None or asked.before.query.get("measure") in chosen):
                for path, key in _places(asked):
                    if path in self.changed and path not in own and self.places.came(path, key):
                        return path
        return None


def _places(asked: Asked) -> Iterator[tuple[str, str]]:
    for place in asked.found:
        if isinstance(place, list | tuple) and len(place) > 1:
            yield str(place[0]), str(place[1])


def _chosen_by(task: Task) -> frozenset[str] | None:
    """Return the measures by which a task chooses or that it takes of all entities, None where nothing tells."""
    if task.plan is None:
        return None if task.program else frozenset()
    inputs = {step.id: step.inputs for step in task.plan.operations}
    lookups = {one.id: one for one in task.plan.lookups}
    found: set[str] = set()
    for step in task.plan.operations:
        read = [lookups[name] for name in _reached(step.inputs, inputs) if name in lookups]
        if step.operator in _CHOICES or (step.operator == _LIST and len({one.entity for one in read}) > 1):
            found |= {one.measure for one in read}
    return frozenset(found)


def _reached(names: Sequence[str], inputs: Mapping[str, Sequence[str]]) -> set[str]:
    """Return the steps and look-ups that some of them rest on, themselves included."""
    waiting, seen = list(names), set[str]()
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting.extend(inputs.get(name, ()))
    return seen
