"""What a grader says of a question and its answer, and how far its grades agree with people's."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from assay.model.canonical import Json
from assay.model.errors import ConfigError
from assay.model.grades import BEST, GRADES, WORST, Grades

_TASK = "task"


@dataclass(frozen=True, slots=True)
class Graded:
    """What a grader says: its grades and the sentence that gives its reason."""

    grades: Grades
    why: str


@dataclass(frozen=True, slots=True)
class Agreement:
    """How a grader's grades of one name stand to people's: shares of equal ones and of those at most one apart.

    `difference` is the mean of the absolute differences, `bias` that of the grader's minus people's.
    """

    grade: str
    pairs: int
    exact: float
    within_one: float
    difference: float
    bias: float

    @property
    def told(self) -> str:
        """The agreement in words."""
        shares = f"{self.exact:.0%} equal, {self.within_one:.0%} at most one apart"
        apart = f"{self.difference:.2f} apart on average, the grader's {self.bias:+.2f}"
        return f"{GRADES[self.grade]} beside {self.pairs} grades of people: {shares}, {apart}"


@dataclass(frozen=True, slots=True)
class Spread:
    """How a grade spreads over tasks: its mean, and how many tasks have each value from 1 to 5."""

    grade: str
    mean: float
    counts: Mapping[str, int]

    @property
    def told(self) -> str:
        """The spread in words."""
        counts = ", ".join(f"{count} with {value}" for value, count in self.counts.items() if count)
        return f"{GRADES[self.grade]}: {self.mean:.2f} on average ({counts})"


def score_schema() -> dict[str, Json]:
    """Return the JSON schema of one grade."""
    return {"type": "integer", "minimum": WORST, "maximum": BEST}


def grades_schema() -> dict[str, Json]:
    """Return the JSON schema of a grader's reply: every field has to be there, and no other."""
    named: dict[str, Json] = {"why": {"type": "string"}, **{name: score_schema() for name in GRADES}}
    return {"type": "object", "properties": named, "required": list[Json](named), "additionalProperties": False}


def read_graded(text: str) -> Graded:
    """Return what a JSON text that fits the schema says."""
    body = cast(Mapping[str, Json], json.loads(text))
    return Graded(Grades(*(int(cast(int, body[name])) for name in GRADES)), str(body["why"]))


def read_people(path: Path) -> list[tuple[str, Grades]]:
    """Return the task and the grades of each line of a CSV file with the columns `task` and the names of the grades.

    A task that several people graded stands in several lines. ConfigError where the file cannot be used.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            return list(_people(path, csv.DictReader(file)))
    except (OSError, ValueError, csv.Error) as error:
        raise ConfigError(f"filters.quality.people: {path}: cannot be read ({error}).") from None


def spread(grades: Iterable[Grades]) -> list[Spread]:
    """Return how each grade spreads over tasks; nothing where there are none."""
    given = list(grades)
    return [_spread(name, [one.of(name) for one in given]) for name in GRADES if given]


def agreement(ours: Mapping[str, Grades], people: Sequence[tuple[str, Grades]]) -> list[Agreement]:
    """Return for each grade how a grader's, by task, agree with people's; nothing where no task has both."""
    pairs = [(ours[task], theirs) for task, theirs in people if task in ours]
    return [_agreement(name, [one.of(name) - other.of(name) for one, other in pairs]) for name in GRADES if pairs]


def _spread(name: str, values: Sequence[int]) -> Spread:
    return Spread(name, sum(values) / len(values), {str(at): values.count(at) for at in range(WORST, BEST + 1)})


def _agreement(name: str, apart: Sequence[int]) -> Agreement:
    count = len(apart)
    exact, near = sum(one == 0 for one in apart), sum(abs(one) <= 1 for one in apart)
    return Agreement(name, count, exact / count, near / count, sum(map(abs, apart)) / count, sum(apart) / count)


def _people(path: Path, rows: csv.DictReader[str]) -> Iterator[tuple[str, Grades]]:
    missing = [name for name in (_TASK, *GRADES) if name not in (rows.fieldnames or ())]
    if missing:
        raise ConfigError(f"filters.quality.people: {path}: has no column `{missing[0]}`.")
    for row in rows:
        found = [(row[name] or "").strip() for name in GRADES]
        if not all(one.isdecimal() and WORST <= int(one) <= BEST for one in found):
            told = f"grades are whole numbers from {WORST} to {BEST}"
            raise ConfigError(f"filters.quality.people: {path}: line {rows.line_num}: {told}.")
        yield (row[_TASK] or "").strip(), Grades(*map(int, found))
