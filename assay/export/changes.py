"""CHANGES.md: what is new, revised and gone in a release against the one before, each task once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assay.markdown import escape_text
from assay.model.task import Task


def changes(number: int, before: Sequence[Task], after: Sequence[Task]) -> str:
    """Return the page's text; the first release lists nothing but its size."""
    lines = [f"# Changes in release {number}", ""]
    if not before:
        return "\n".join([*lines, f"The first release: {len(after)} tasks.", ""])
    return "\n".join([*lines, *_sections(before, after)]) + "\n"


def _sections(before: Sequence[Task], after: Sequence[Task]) -> Iterator[str]:
    old, new = {task.id: task for task in before}, {task.id: task for task in after}
    revised = [task for task in after if task.id in old and old[task.id].revision != task.revision]
    yield from _section("New", [_line(task) for task in after if task.id not in old])
    yield from _section("Revised", [_revised(old[task.id], task) for task in revised])
    yield from _section("Gone", [_line(task) for task in before if task.id not in new])
    yield f"Unchanged: {sum(1 for task in after if old.get(task.id) == task)} tasks."


def _section(title: str, lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield f"## {title}\n"
        yield from lines
        yield ""


def _line(task: Task) -> str:
    return f"- `{task.id}` {' '.join(escape_text(task.question).split())}"


def _revised(old: Task, new: Task) -> str:
    answer = f": {old.answer.value} became {new.answer.value}" if old.answer.value != new.answer.value else ""
    return f"- `{new.id}` revision {new.revision}{answer}"
