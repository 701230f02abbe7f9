"""What graders gave the tasks of an OUT, and how far that agrees with the people whom the config names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass

from assay.config import Settings
from assay.evaluation.grades import Agreement, Spread, agreement, read_people, spread
from assay.evaluation.players import model_of
from assay.model.canonical import Json
from assay.model.errors import ConfigError
from assay.model.grades import Grades
from assay.model.task import Task
from assay.store.database import Database
from assay.store.gates import task_grades


@dataclass(frozen=True, slots=True)
class Quality:
    """The grades of some tasks by id, how each grade spreads over them, who gave them, and how people agree.

    `doubt` says why there is no agreement, where the config names people's grades.
    """

    grades: dict[str, Grades]
    spreads: tuple[Spread, ...]
    graders: tuple[str, ...]
    agreements: tuple[Agreement, ...] = ()
    doubt: str = ""

    @property
    def sentences(self) -> list[str]:
        """The figures in words, one line each."""
        told = [one.told for one in (*self.spreads, *self.agreements)]
        return [*told, self.doubt] if self.doubt else told

    @property
    def body(self) -> dict[str, Json]:
        """The figures as JSON."""
        return {
            "graded": len(self.grades),
            "graders": list[Json](self.graders),
            "grades": {one.grade: {"mean": round(one.mean, 3), "counts": dict(one.counts)} for one in self.spreads},
            "agreement": [asdict(one) for one in self.agreements],
            "doubt": self.doubt,
            "sentences": list[Json](self.sentences),
        }


def quality_of(database: Database, tasks: Iterable[Task], settings: Settings) -> Quality | None:
    """Return what is known of the grades of task revisions, None where nobody graded any and no people's are named."""
    given = task_grades(database)
    rows = {one.id: found for one in tasks if (found := given.get((one.id, one.revision))) is not None}
    if not rows and settings.filters.quality.people is None:
        return None
    grades = {task: found.grades for task, found in rows.items()}
    graders = sorted({model_of(found.subject) or found.subject for found in rows.values()})
    agreements, doubt = _held_to_people(grades, settings)
    return Quality(grades, tuple(spread(grades.values())), tuple(graders), tuple(agreements), doubt)


def grades_of(database: Database, task: str) -> dict[str, Json]:
    """Return the grades of each revision of a task that has some, by the revision's number."""
    found = ((revision, one.grades) for (name, revision), one in task_grades(database).items() if name == task)
    return {str(revision): grades.body for revision, grades in sorted(found, key=lambda one: one[0])}


def _held_to_people(grades: dict[str, Grades], settings: Settings) -> tuple[list[Agreement], str]:
    file = settings.filters.quality.people
    if file is None:
        return [], ""
    try:
        people = read_people(file)
    except ConfigError as error:
        # whoever looks at an OUT need not have the files that it was made with
        return [], str(error)
    found = agreement(grades, people)
    return found, "" if found else f"of {len(people)} grades of people none is of a task that is graded here"
