"""Near-duplicates: of tasks that ask the same of the same evidence one stays.

A set gate: it looks at all tasks that the gates before it keep, in the order of their ids.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from assay.evaluation.programs import UNPARSABLE
from assay.model.gate import Context, Verdict
from assay.model.source_text import parsed
from assay.model.task import Answer, Task
from filters.faults import Fault

_WORD = re.compile(r"\w+(?:[.,]\d+)*")
# Three words in a row.
_WIDTH = 3
_FEWEST_DIGITS, _FEWEST_CHARS = 3, 4


@dataclass(frozen=True, slots=True)
class Duplicates:
    """Drops a task whose question, program or answer is that of an earlier one over common evidence.

    An answer that tells something, of the very same cells, is that of one question in whatever words.
    `alike` is the part of the runs of three words of two questions that both have.
    """

    name: str = "duplicates"
    version: str = "2"
    alike: float = 0.8

    def verdicts(self, tasks: Sequence[Task], context: Context) -> list[Verdict]:
        """Return one verdict for each task, in the order of the tasks."""
        kept: defaultdict[tuple[str, str], list[_Known]] = defaultdict(list)
        decided: dict[str, Verdict] = {}
        for task in sorted(tasks, key=lambda task: task.id):
            mine = _known(task)
            near = {one.task: one for place in mine.places for one in kept[place]}
            fault = next((found for one in near.values() if (found := self._fault(mine, one))), None)
            if fault is None:
                for place in mine.places:
                    kept[place].append(mine)
            decided[task.id] = self._verdict(task, fault)
        return [decided[task.id] for task in tasks]

    def _fault(self, mine: _Known, other: _Known) -> Fault | None:
        if mine.program and mine.program == other.program:
            return Fault("same_program", f"its program is that of {other.task}")
        if mine.answer and (mine.answer, mine.cells) == (other.answer, other.cells):
            return Fault("same_answer", f"it cites the cells of {other.task} and has its answer {mine.answer}")
        common = len(mine.runs & other.runs) / max(1, len(mine.runs | other.runs))
        if common < self.alike or mine.numbers != other.numbers:
            return None
        return Fault("same_question", f"{common:.0%} of its question is that of {other.task}, over common evidence")

    def _verdict(self, task: Task, fault: Fault | None) -> Verdict:
        if fault is None:
            return Verdict(task.id, task.revision, self.name, "keep", "single", "no earlier task asks the same")
        return Verdict(task.id, task.revision, self.name, "drop", fault.cause, fault.reason)


@dataclass(frozen=True, slots=True)
class _Known:
    task: str
    places: Collection[tuple[str, str]]
    runs: frozenset[tuple[str, ...]]
    numbers: frozenset[str]
    program: str
    cells: frozenset[tuple[str, str, int | None, int | None]]
    answer: str


def _known(task: Task) -> _Known:
    words = [word.casefold() for word in _WORD.findall(task.question)]
    runs = frozenset(tuple(words[at : at + _WIDTH]) for at in range(max(1, len(words) - _WIDTH + 1)))
    numbers = frozenset(word for word in words if any(char.isdigit() for char in word))
    places = sorted({(evidence.path, evidence.artifact) for evidence in task.evidence})
    cells = frozenset((one.path, one.artifact, one.at.row, one.at.column) for one in task.evidence)
    return _Known(task.id, places, runs, numbers, _program(task.program), cells, _answer(task.answer))


def _answer(answer: Answer) -> str:
    """Return an answer in its unit, empty where it may be that of another question by chance: counts, short words."""
    digits = sum(char.isdigit() for char in answer.value)
    telling = digits >= _FEWEST_DIGITS if answer.type == "number" else len(answer.value) >= _FEWEST_CHARS
    return f"{answer.value.casefold()} {answer.unit or ''}".strip() if telling and answer.type != "null" else ""


def _program(text: str) -> str:
    """Return a program without its comments and layout, empty where there is none."""
    try:
        return ast.dump(parsed(text)) if text else ""
    except UNPARSABLE:
        return text
