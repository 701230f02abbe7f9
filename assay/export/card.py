"""The dataset card: README.md of a release, with the metadata block that dataset hubs read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import yaml

from assay.export.facts import NO_MODEL, ReleaseFacts, counts_by, labels_of
from assay.markdown import escape_cell, escape_text
from assay.model.task import Task

_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"))


def card(facts: ReleaseFacts, tasks: Sequence[Task], canary: str) -> str:
    """Return the card's text; it states only what the release holds."""
    return "\n".join([_metadata(facts, tasks), *_body(facts, tasks, canary)]) + "\n"


def _metadata(facts: ReleaseFacts, tasks: Sequence[Task]) -> str:
    size = next((name for limit, name in _SIZES if len(tasks) < limit), "n>100K")
    block = {
        "pretty_name": _one_line(facts.name),
        "license": "other",
        "task_categories": ["question-answering"],
        "size_categories": [size],
        "configs": [{"config_name": "default", "data_files": [{"split": "test", "path": "tasks.parquet"}]}],
    }
    return f"---\n{yaml.safe_dump(block, sort_keys=False, allow_unicode=True)}---"


def _body(facts: ReleaseFacts, tasks: Sequence[Task], canary: str) -> Iterator[str]:
    yield f"\n# {_one_line(facts.name)}, release {facts.release}\n"
    yield f"{len(tasks)} document-reasoning tasks with proven answers over a frozen collection of documents."
    yield f"{NO_MODEL}\n" if not facts.subjects else f"Tried by: {', '.join(facts.subjects)}.\n"
    yield "## Collection\n"
    rows = (
        (
            domain.domain,
            domain.documents,
            domain.tokens,
            "yes" if domain.exceeds_context else "no",
            _kinds(domain.source_kinds),
        )
        for domain in facts.domains
    )
    yield from _table(("domain", "documents", "tokens", "exceeds a context window", "kinds of source"), rows)
    if facts.problems:
        listed = ", ".join(f"{code} {count}" for code, count in facts.problems)
        yield f"\nSources that could not be read, or only in part: {listed}."
    yield "\n## Tasks\n"
    yield from _table(("track", "tasks"), counts_by(task.track for task in tasks))
    yield ""
    yield from _table(("label", "tasks"), labels_of(tasks))
    yield "\n## How answers are proven\n"
    yield f"Each task passed the gates {', '.join(facts.gates)}, in this order. {_PROOF}"
    yield "\n## Use\n"
    yield from _USE
    yield "\n## Licences\n"
    yield f"Documents keep the terms of their sources: {_one_line(', '.join(facts.licences)) or 'none is stated'}."
    yield f"\nCanary, to find this release in training data: `{canary}`"


_PROOF = (
    "Quotes stand where they are cited; each cited value was read a second time from the original file by another "
    "library. A numeric task has a program, which was run twice on the cited files alone, fails when one of them is "
    "hidden, and prints something else when a cited number is changed; the answer of a task without a program is what "
    "its evidence quotes."
)
_USE = (
    '`python grade.py --tasks tasks.jsonl --answers answers.jsonl` grades answers (lines `{"id", "response"}`); it '
    "needs nothing but Python.",
    "`python -I program.py DIR` runs the `program` of a task that has one over the collection's Markdown in DIR.",
)


def _one_line(text: str) -> str:
    return " ".join(escape_text(text).split())


def _kinds(kinds: Sequence[str]) -> str:
    return ", ".join(kinds) or "not stated"


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield "|" + " --- |" * len(head)
    for row in rows:
        yield f"| {' | '.join(escape_cell(str(value)) for value in row)} |"
