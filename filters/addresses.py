"""Whether a question on one document names the one that it cites, and the slide, page or sheet there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from assay.model.document import Document
from assay.model.gate import Context
from assay.model.task import Evidence, Task
from filters.faults import Fault

_QUOTED = re.compile(r"“([^”]+)”|\"([^\"]+)\"")
_NUMBERED = re.compile(r"\b(slide|page) (\d+)\b", re.IGNORECASE)
_SHEET = re.compile(r"\bsheet (?:“([^”]+)”|\"([^\"]+)\")", re.IGNORECASE)


def address_fault(task: Task, context: Context) -> Fault | None:
    """Return a fault where a question on fidelity names another document, slide, page or sheet than it cites."""
    if task.track != "fidelity":
        return None
    for reason in (*_documents(task, context), *_numbers(task), *_sheets(task)):
        return Fault("place_differs", reason)
    return None


def _documents(task: Task, context: Context) -> Iterator[str]:
    cited = {evidence.path for evidence in task.evidence}
    quoted = {first or second for first, second in _QUOTED.findall(task.question)}
    held = [document for path in context.within(task.domain) if (document := context.document(path)) is not None]
    named = [document for document in held if _is_named(document, quoted, task.question)]
    if named and not cited & {document.path for document in named}:
        yield f"the question names {named[0].path}, and {min(cited)} is cited"


def _is_named(document: Document, quoted: set[str], question: str) -> bool:
    name = document.path.rsplit("/", 1)[-1]
    return document.title in quoted or re.search(rf"(?<![\w-]){re.escape(name)}(?!\w)", question) is not None


def _numbers(task: Task) -> Iterator[str]:
    """Yield what is said of slides and pages that have no evidence; where none has a number, none is wrong."""
    for kind in ("slide", "page"):
        named = {int(number) for word, number in _NUMBERED.findall(task.question) if word.casefold() == kind}
        cited = set(_cited(kind, task.evidence))
        if named and cited and not named & cited:
            yield f"the question names {kind} {min(named)}, and {kind} {min(cited)} is cited"


def _cited(kind: str, evidence: Sequence[Evidence]) -> Iterator[int]:
    for one in evidence:
        number = one.at.slide if kind == "slide" else one.at.page
        if number is not None:
            yield number


def _sheets(task: Task) -> Iterator[str]:
    named = {first or second for first, second in _SHEET.findall(task.question)}
    cited = {evidence.at.sheet for evidence in task.evidence if evidence.at.sheet}
    if named and cited and not named & cited:
        yield f"the question names the sheet {min(named)!r}, and {min(cited)!r} is cited"
