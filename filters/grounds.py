"""Whether the evidence alone holds what no program proves: the answer's value, its assertions, an absence."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from assay.evaluation.absence import FACTS, TEXT, holdings, sought_of
from assay.evaluation.golds import spec_of
from assay.evaluation.match import match
from assay.markdown import artifact_markdown
from assay.model.artifact import Artifact, Chart, Facts
from assay.model.canonical import Json, digest
from assay.model.gate import Context
from assay.model.task import Answer, Task
from filters.faults import Fault
from filters.quotes import cited_artifact, fold
from filters.remainders import left_over

_NUMBER = re.compile(r"[+\-−(]?\d[\d.,  ]*\)?\s?%?")
# "Tuesday, 4 March 2025" has four words.
_DATE_WORDS = 4


def answer_fault(task: Task, context: Context) -> Fault | None:
    """Return a fault where a value of the answer stands in no quote and in no fact of a cited artifact.

    The facts count because some answers are shown by no words: a comment's author, a font's colour, a chart's data.
    """
    texts = list(_stated(task, context))
    for value in _values(task.answer):
        if not any(_holds(task.answer, value, text) for text in texts):
            return Fault("answer_not_in_evidence", f"{value!r} stands in no quote of the evidence")
    return None


def absence_fault(task: Task, context: Context) -> Fault | None:
    """Return why an absence is not proven, None where the task's queries find nothing in tables, charts and texts.

    What a total leaves over when the other parts are taken away is found as well. Every query that can be asked again
    is, of its tables and of its texts, and its digest has to be that of nothing.
    """
    if task.track != "search":
        return Fault("absence_unproven", f"a {task.track} task cannot have the answer that there is none")
    if not context.within(task.domain):
        return Fault("absence_unproven", f"the archive has no domain {task.domain!r}")
    asked = [(scope, sought) for scope in task.scope if (sought := sought_of(scope.query, task.domain)) is not None]
    if not asked:
        return Fault("absence_unproven", "no query in the scope names a measure, an entity and a period to look for")
    archive = holdings(task.domain, context)
    for scope, sought in asked:
        found = [place for kind in (FACTS, TEXT) for place in archive.asked(kind, sought)]
        if found:
            reason = f"{found[0]} may hold the {sought.measure} of {sought.entity} in {sought.period}"
            return Fault("absence_disproved", reason)
        if (place := left_over(sought, archive)) is not None:
            reason = f"{place} has a total that leaves the {sought.measure} of {sought.entity} in {sought.period} over"
            return Fault("absence_disproved", reason)
        if scope.digest != digest([]):
            return Fault("absence_unproven", f"the query for {sought.measure} has the digest of another result")
    return None


def assertion_fault(task: Task, context: Context) -> Fault | None:
    """Return the first assertion that names no evidence of the task, or quotes what its evidence does not say."""
    for assertion in task.assertions:
        if any(not 0 <= index < len(task.evidence) for index in assertion.evidence):
            return Fault("assertion_unproven", f"{assertion.text!r} rests on evidence that the task has not")
        cited = [task.evidence[index] for index in assertion.evidence] or list(task.evidence)
        artifacts = [artifact for evidence in cited if (artifact := cited_artifact(evidence, context))]
        shown = [fold(f"{artifact.text}\n{artifact_markdown(artifact)}") for artifact in artifacts]
        for quote in assertion.quotes:
            if not fold(quote) or not any(fold(quote) in text for text in shown):
                return Fault("assertion_unproven", f"{quote!r} does not stand in the evidence of {assertion.text!r}")
    return None


def _stated(task: Task, context: Context) -> Iterator[str]:
    for evidence in task.evidence:
        yield evidence.quote
        artifact = cited_artifact(evidence, context)
        if artifact is not None:
            yield from _facts(artifact)


def _facts(artifact: Artifact) -> Iterator[str]:
    payload = artifact.payload
    if isinstance(payload, Facts):
        yield from (str(value) for _, value in payload.values if value is not None)
    if isinstance(payload, Chart):
        yield payload.title
        for series in payload.series:
            yield from (str(text) for text in (series.name, *series.categories, *series.values) if text is not None)


def _values(answer: Answer) -> list[str]:
    """Return the parts of an answer that must each be found: the leaves of a list, set or object."""
    if answer.type in ("set", "list", "object"):
        return list(_leaves(json.loads(answer.value)))
    return [answer.value]


def _leaves(value: Json) -> Iterator[str]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from _leaves(part)
    elif value is not None and not isinstance(value, bool):
        yield str(value)


def _holds(answer: Answer, value: str, text: str) -> bool:
    if answer.type in ("set", "list", "object"):
        return _occurs(value, text)
    spec = spec_of(answer)
    if match(value, text, spec).ok:
        return True
    if answer.type == "number":
        return any(match(value, found.strip(), spec).ok for found in _NUMBER.findall(text))
    if answer.type == "date":
        return _occurs(value, text) or any(match(value, words, spec).ok for words in _windows(text))
    return _occurs(value, text)


def _windows(text: str) -> Iterator[str]:
    words = text.split()
    for width in range(1, _DATE_WORDS + 1):
        yield from (" ".join(words[start : start + width]) for start in range(len(words) - width + 1))


def _occurs(value: str, text: str) -> bool:
    wanted = fold(value)
    return bool(wanted) and re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", fold(text)) is not None
