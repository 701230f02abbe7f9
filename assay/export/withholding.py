"""What a release may not give away of a source that is not to be redistributed: more than a few words in a row."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import TypeAlias

from assay.model.canonical import Json
from assay.model.codec import to_json
from assay.model.task import Evidence, Task

# As many words may a question have in common with its evidence (the gate `leakage`).
MOST_WORDS = 6
_CJK = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
# In scripts without spaces two characters count as a word.
_WORD = re.compile(rf"[{_CJK}]|(?:(?![{_CJK}])[^\W_])+(?:[.,]\d+)*")
_WIDE = re.compile(f"[{_CJK}]")
_ENTRY = re.compile(r"- `[^`]*` ")
_WHY = re.compile(r" \[[a-z_, ]+\]: (?!.* \[[a-z_, ]+\]: ).*")
_HIDDEN = "(What is told here repeats a source that is not to be redistributed.)"
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)

Run: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Withheld:
    """A source that is not to be redistributed: how to read its Markdown, and its title, which may be said."""

    path: str
    title: str
    markdown: Callable[[], str]


def shareable(tasks: Sequence[Task], withheld: Mapping[str, Withheld]) -> dict[str, Task]:
    """Return by id the tasks that can be given away, with quotes and reasoning steps cut to what may be repeated.

    A task that cannot be asked, answered or solved without more of a withheld source that it cites is left out.
    """
    citing = {task.id: sorted({one.path for one in task.evidence} & withheld.keys()) for task in tasks}
    wanted = {path: [task for task in tasks if path in citing[task.id]] for path in withheld}
    repeated = {path: _repeated(users, withheld[path]) for path, users in wanted.items() if users}
    found = ((task, _cut(task, {path: repeated[path] for path in citing[task.id]})) for task in tasks)
    return {task.id: cut for task, cut in found if cut is not None}


def without_texts(page: str, sources: Iterable[Withheld]) -> str:
    """Return a page of single lines about tasks; of lines that repeat too much of a source, task and reason stay."""
    lines = page.split("\n")
    said = {run for line in lines for run in runs_of(line)}
    forbidden = frozenset(run for source in sources for run in _common(said, source))
    return "\n".join(line if forbidden.isdisjoint(runs_of(line)) else _cut_line(line, forbidden) for line in lines)


def _cut_line(line: str, forbidden: Set[Run]) -> str:
    task, why = _ENTRY.match(line), _WHY.search(line)
    reason = why.group() if why and forbidden.isdisjoint(runs_of(why.group())) else ""
    return f"{task.group() if task else ''}{_HIDDEN}{reason}"


def _cut(task: Task, repeated: Mapping[str, Collection[Run]]) -> Task | None:
    if not repeated:
        return task
    forbidden = frozenset(run for runs in repeated.values() for run in runs)
    if any(not forbidden.isdisjoint(runs_of(text)) for text in _needed(task)):
        return None
    evidence = tuple(_cut_quote(one) if one.path in repeated else one for one in task.evidence)
    named = ", ".join(repeated)
    reasoning = tuple(
        step if forbidden.isdisjoint(runs_of(step)) else f"(This step repeats {named} and is withheld.)"
        for step in task.reasoning
    )
    return replace(task, evidence=evidence, reasoning=reasoning)


def _cut_quote(evidence: Evidence) -> Evidence:
    """The first words of a quote still stand where the whole does."""
    run = next(_spans(evidence.quote), None)
    return evidence if run is None else replace(evidence, quote=evidence.quote[run[0] : run[-1]].rstrip())


def _repeated(tasks: Iterable[Task], source: Withheld) -> frozenset[Run]:
    """Return the runs of words that tasks have in common with a source; the source's own set would be too large."""
    texts = (text for task in tasks for text in (*_needed(task), *task.reasoning))
    return _common({run for text in texts for run in runs_of(text)}, source)


def _common(said: Set[Run], source: Withheld) -> frozenset[Run]:
    wanted = said - {*runs_of(source.title), *runs_of(source.path)}
    if not wanted:
        return frozenset()
    return frozenset(run for run in runs_of(_COMMENT.sub(" ", source.markdown())) if run in wanted)


def _needed(task: Task) -> Iterator[str]:
    """Yield the texts without which a task is no task."""
    yield from (task.question, task.program, task.answer.value, task.answer.unrounded or "")
    for part in (to_json(task.plan), *(scope.query for scope in task.scope), *map(to_json, task.assertions)):
        yield from _texts(part)


def _texts(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, Sequence):
        for part in value:
            yield from _texts(part)


def runs_of(text: str) -> Iterator[Run]:
    """Yield every run of words that is just longer than may be repeated."""
    words = [(found.group().casefold(), _weight(found.group())) for found in _WORD.finditer(text)]
    end, weight = 0, 0.0
    for start, (_, lost) in enumerate(words):
        while end < len(words) and weight <= MOST_WORDS:
            weight += words[end][1]
            end += 1
        if weight <= MOST_WORDS:
            return
        yield tuple(word for word, _ in words[start:end])
        weight -= lost


def _spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield where the first words begin and where the first word too many does, nothing where all may be repeated."""
    weight, first = 0.0, None
    for found in _WORD.finditer(text):
        first = found.start() if first is None else first
        weight += _weight(found.group())
        if weight > MOST_WORDS:
            yield first, found.start()
            return


def _weight(word: str) -> float:
    return 0.5 if _WIDE.match(word) else 1.0
