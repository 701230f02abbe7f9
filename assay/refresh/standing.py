"""What becomes of standing tasks when the archive changed: untouched, kept, answered again, or retired with a reason.

A task is due when something that it cites is gone or changed, or when a query of its scope finds something else. What
its author asks again in the same words is the task's next revision; else its program runs over the files of now.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from assay.evaluation.challenges import Challenge, challenges, chosen_by
from assay.evaluation.sayings import sayings_of
from assay.model.task import Task
from assay.refresh.places import Lost, Places
from assay.refresh.restating import restated
from assay.refresh.scopes import TABLES, Asked, asked_again
from assay.refresh.whereabouts import gone_sentence

Outcome: TypeAlias = Literal["untouched", "kept", "reanswered", "retired"]
SOURCE_GONE, EVIDENCE, SCOPE = "source_gone", "evidence", "scope"


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
    `gone` tells what became of a document, by its domain and path, that is no readable one any more.
    """

    places: Places
    paths: Collection[str]
    changed: Collection[str]
    written: Sequence[Task]
    asked: Mapping[str, Collection[str]]
    run: Callable[[Task], Sequence[str]]
    gone: Callable[[str, str], str] = lambda _, path: gone_sentence(path)

    def turn(self, task: Task) -> Turn:
        """Return what becomes of a task."""
        scopes = asked_again(task, self.places.context, self.paths)
        against = list(self._challenges(task))
        found = list(self._due(task, scopes, against))
        if task.answer.type == "null":
            # what the archive holds now outweighs what became of a cell that is empty
            found.sort(key=lambda one: one[0] != SCOPE)
        if not found:
            return Turn(replace(task, evidence=tuple(map(self.places.moved, task.evidence))), "untouched")
        causes, reasons = tuple(dict.fromkeys(cause for cause, _ in found)), [reason for _, reason in found]
        if SOURCE_GONE in causes or (task.answer.type == "null" and SCOPE in causes):
            return Turn(task, "retired", causes, reasons[0])
        try:
            again = self._again(task, scopes, against)
        except Lost as lost:
            return Turn(task, "retired", causes, f"{reasons[0]}; {lost}")
        outcome = "kept" if again.answer.value == task.answer.value else "reanswered"
        return Turn(replace(again, revision=task.revision + 1), outcome, causes, reasons[0])

    def fresh(self, standing: Collection[str]) -> list[Task]:
        """Return what the author wrote beside the standing tasks, what is about changed documents first."""
        taken = {question for name in standing for question in self.asked.get(name, ())}
        new = [one for one in self.written if one.id not in standing and one.question not in taken]
        return sorted(new, key=lambda one: not any(cited.path in self.changed for cited in one.evidence))

    def _challenges(self, task: Task) -> Iterator[Challenge]:
        """Yield what came into the archive outside of the tables that the task's scopes ask for and may undo it."""
        held = sayings_of(task.domain, self.places.context).held
        queries = [scope.query for scope in task.scope if scope.query.get("kind") == TABLES]
        asked = {held.named(str(query.get("measure"))) for query in queries}
        for one in challenges(task, self.places.context, self.changed) if asked and self.changed else ():
            if one.measure in asked and one.saying.path in self.changed and self._says_more(one):
                yield one

    def _says_more(self, against: Challenge) -> bool:
        said = against.saying
        return self.places.is_new(said.path, said.artifact, against.number.text, said.names)

    def _due(self, task: Task, scopes: Sequence[Asked], against: Sequence[Challenge]) -> Iterator[tuple[str, str]]:
        cited = dict.fromkeys(one.path for one in (*task.evidence, *(task.plan.lookups if task.plan else ())))
        gone = [path for path in cited if self.places.context.document(path) is None]
        yield from ((SOURCE_GONE, self.gone(task.domain, path)) for path in gone)
        for one in task.evidence:
            if one.path not in gone and self.places.changed(one):
                yield EVIDENCE, f"the {one.kind} that is cited of {one.path} changed"
                break
        for asked in scopes:
            if asked.changed:
                yield SCOPE, self._told(asked)
        for one in against:
            told = f"{one.saying.path}, which says {one.number.text}"
            yield SCOPE, f"the archive is asked for {one.measure} and finds {told}"

    def _told(self, asked: Asked) -> str:
        query = asked.before.query
        what = ", ".join(str(query[name]) for name in ("measure", "entity", "period") if name in query)
        others = [(path, key) for path, key in _places(asked) if path in self.changed]
        came = [path for path, key in others if self.places.came(path, key)]
        found = next(iter((*came, *(path for path, _ in others))), "other places than it did")
        finds = found if query.get("kind") == TABLES else f"what may tell it in {found}"
        return f"the archive is asked for {what} and finds {finds}"

    def _again(self, task: Task, scopes: Sequence[Asked], against: Sequence[Challenge]) -> Task:
        now = tuple(asked.now for asked in scopes)
        questions = self.asked.get(task.id, ())
        same = [one for one in self.written if one.id == task.id] or [
            one for one in self.written if one.question in questions and one.track == task.track
        ]
        if same and same[0].domain == task.domain:
            return replace(same[0], id=task.id, lineage=replace(task.lineage, trace=same[0].lineage.trace))
        gained = next((one.saying.path for one in against if one.sure), None) or self._gained(task, scopes)
        if gained is not None:
            raise Lost(f"{gained} may beat or add to what it chooses or sums up, and its program does not read that")
        return replace(restated(task, self.places, self.run), scope=now)

    def _gained(self, task: Task, scopes: Sequence[Asked]) -> str | None:
        """Return a document with a table or rows that came, of a measure by which the task chooses, and not cited."""
        own, chosen = {one.path for one in task.evidence}, chosen_by(task)
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
