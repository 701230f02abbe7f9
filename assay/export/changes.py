"""CHANGES.md: what is new, restated, checked again and gone in a release against the one before, each task once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from assay.markdown import escape_text
from assay.model.task import Evidence, Task

# A restatement of more places than these is told by the first of them.
_PLACES = 3


@dataclass(frozen=True, slots=True)
class Because:
    """Why a task is not what it was: what made it due, and a sentence."""

    causes: tuple[str, ...]
    reason: str


_NOTHING: Mapping[str, Because] = MappingProxyType({})


def changes(
    number: int,
    before: Sequence[Task],
    after: Sequence[Task],
    why: Mapping[str, Because] = _NOTHING,
    gates: Sequence[str] = (),
) -> str:
    """Return the page's text; the first release lists nothing but its size.

    `why` tells of tasks by id, `gates` is a sentence for each gate that has other rules than at the last release.
    """
    lines = [f"# Changes in release {number}", ""]
    if not before:
        return "\n".join([*lines, f"The first release: {len(after)} tasks.", ""])
    return "\n".join([*lines, *_sections(before, after, why, gates)]) + "\n"


def _sections(
    before: Sequence[Task], after: Sequence[Task], why: Mapping[str, Because], gates: Sequence[str]
) -> Iterator[str]:
    old, new = {task.id: task for task in before}, {task.id: task for task in after}
    revised = [(old[task.id], task) for task in after if task.id in old and old[task.id].revision != task.revision]
    restated = [(then, now) for then, now in revised if then.answer.value != now.answer.value]
    checked = [(then, now) for then, now in revised if then.answer.value == now.answer.value]
    quoted = requoted(before, after)
    yield from _section("New", [_line(task) for task in after if task.id not in old])
    yield from _section("Answered again", [_restated(then, now, why.get(now.id)) for then, now in restated])
    yield from _section("Checked again, with the same answer", [_checked(now, why.get(now.id)) for _, now in checked])
    yield from _section("Gone", [_line(task, why.get(task.id)) for task in before if task.id not in new])
    yield from _section("Quoted otherwise", [f"- `{now.id}`{_why(why.get(now.id))}" for now in quoted])
    yield from _section("Gates", [f"- {sentence}" for sentence in gates])
    same = sum(1 for task in after if task.id in old and old[task.id].revision == task.revision)
    yield f"Unchanged: {same - len(quoted)} tasks."


def requoted(before: Sequence[Task], after: Sequence[Task]) -> list[Task]:
    """Return the tasks that are the same and say more or less of their sources: what may be repeated is other."""
    then = {(task.id, task.revision): _said(task) for task in before}
    return [task for task in after if then.get((task.id, task.revision), _said(task)) != _said(task)]


def _said(task: Task) -> tuple[str, ...]:
    return (*(one.quote for one in task.evidence), *task.reasoning)


def _section(title: str, lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield f"## {title}\n"
        yield from lines
        yield ""


def _line(task: Task, why: Because | None = None) -> str:
    return f"- `{task.id}` {_words(task.question)}{_why(why)}"


def _checked(task: Task, why: Because | None) -> str:
    return f"- `{task.id}` revision {task.revision}{_why(why)}"


def _restated(old: Task, new: Task, why: Because | None) -> str:
    answer = f"{_words(old.answer.value)} became {_words(new.answer.value)}"
    places = "; ".join(_places(old, new))
    return f"- `{new.id}` revision {new.revision}: {answer}{f' ({places})' if places else ''}{_why(why)}"


def _places(old: Task, new: Task) -> Iterator[str]:
    """Yield the first places whose words are others now, with the words of then."""
    said = {_place(one): one.quote for one in old.evidence}
    now = [one for one in new.evidence if said.get(_place(one)) != one.quote]
    for one in now[:_PLACES]:
        then = said.get(_place(one))
        was = f"“{_words(then)}” became " if then is not None else "it rests now on "
        yield f"{_words(one.path)}: {was}“{_words(one.quote)}”"
    if len(now) > _PLACES:
        yield f"and {len(now) - _PLACES} more places"


def _place(evidence: Evidence) -> tuple[str, str, int | None, int | None]:
    return evidence.path, evidence.kind, evidence.at.row, evidence.at.column


def _why(why: Because | None) -> str:
    if why is None:
        return ""
    causes = f" [{', '.join(why.causes)}]" if why.causes else ""
    return f"{causes}: {_words(why.reason)}"


def _words(text: str) -> str:
    return " ".join(escape_text(text).split())
