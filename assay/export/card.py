"""The dataset card: README.md of a release, with the metadata block that dataset hubs read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import yaml

from assay.export.facts import COUNTED, NO_MODEL, RESTRICTIONS, DomainFacts, ReleaseFacts, counts_by, labels_of
from assay.export.withholding import MOST_WORDS
from assay.markdown import escape_cell, escape_text
from assay.model.grades import BEST, GRADES, WORST
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
    yield f"\n{_sizes(facts.domains)}"
    if facts.conversions:
        listed = "; ".join(f"{_one_line(how)}: {count}" for how, count in facts.conversions)
        yield f"\nConverted before they came here, from {listed}."
    if facts.problems:
        listed = ", ".join(f"{code} {count}" for code, count in facts.problems)
        yield f"\nSources that could not be read, or only in part: {listed}."
    yield "\n## Tasks\n"
    yield from _table(("track", "tasks"), counts_by(task.track for task in tasks))
    yield ""
    yield from _table(("label", "tasks"), labels_of(tasks))
    yield from _grades(facts)
    yield "\n## How answers are proven\n"
    yield f"Each task passed the gates {', '.join(facts.gates)}, in this order. {_PROOF}"
    yield "\n## Use\n"
    yield from _USE
    yield "\n## Licences\n"
    yield f"Documents keep the terms of their sources: {_one_line(', '.join(facts.licences)) or 'none is stated'}."
    yield "`SOURCES.csv` states them for each document, with the digest of its file."
    yield from _restrictions(facts, tasks)
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


def _grades(facts: ReleaseFacts) -> Iterator[str]:
    if not facts.quality:
        return
    graded = sum(facts.quality[0].counts.values())
    yield f"\n{graded} of them were graded from {WORST} to {BEST} by {', '.join(facts.graders)}:\n"
    rows = ((GRADES[one.grade], f"{one.mean:.2f}", *one.counts.values()) for one in facts.quality)
    yield from _table(("grade", "mean", *(f"tasks with {value}" for value in facts.quality[0].counts)), rows)


def _sizes(domains: Sequence[DomainFacts]) -> str:
    documents, tokens = sum(one.documents for one in domains), sum(one.tokens for one in domains)
    window = max((one.window for one in domains), default=0)
    holds = "does not hold" if tokens > window else "holds"
    whole = f"The whole collection has {documents:,} documents with {tokens:,} tokens"
    return f"{whole}; a context window of {window:,} tokens {holds} it. {COUNTED}"


def _restrictions(facts: ReleaseFacts, tasks: Sequence[Task]) -> Iterator[str]:
    if not facts.restricted:
        return
    yield "\n### Not to be redistributed\n"
    yield f"{_WITHHELD} A `research-only` source: {RESTRICTIONS['research-only']}. A `link-only` one: {_FETCH}\n"
    shown = facts.restricted[:_RESTRICTED]
    rows = ((one.path, one.restriction, one.licence or "not stated", one.origin or "not stated") for one in shown)
    yield from _table(("source", "restriction", "licence", "origin"), rows)
    if len(facts.restricted) > len(shown):
        yield f"\n{len(facts.restricted) - len(shown):,} more stand in `SOURCES.csv` and `croissant.json`."
    for restriction in RESTRICTIONS:
        paths = {one.path for one in facts.restricted if one.restriction == restriction}
        count = sum(1 for task in tasks if any(one.path in paths for one in task.evidence))
        yield f"\nTasks that cite a `{restriction}` source: {count}."
    if facts.kept_back:
        yield f"\nKept back, because they cannot be asked without more of such a source: {facts.kept_back}."


_RESTRICTED = 100
_FETCH = f"{RESTRICTIONS['link-only']}, and `SOURCES.csv` tells by its digest whether it is the same."
_WITHHELD = (
    "The texts and files of these sources are withheld: an export of the collection leaves them out, and tasks that "
    f"cite them repeat at most {MOST_WORDS} of their words in a row."
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
