"""The leak scan: whether what is left of an ablated archive still holds the gold, or all operands that went."""

from __future__ import annotations

from collections.abc import Sequence

from assay.evaluation.figures import Figure, Figures, digits_of, figures_of, operands_of, renderings
from assay.markdown import artifact_markdown
from assay.model.artifact import Artifact
from assay.model.document import Document
from assay.model.gate import Context
from assay.model.probe import View
from assay.model.task import Task
from assay.tables.numbers import numeral_of
from assay.views import without
from filters.faults import Fault
from filters.quotes import fold

# What marks words of another artifact leaves the words where they stand: which of them are marked is what it tells.
_MARKS = frozenset({"font", "highlight", "strikeout"})
# A short text and a number of few digits stand in many places without being the answer.
_FEWEST_DIGITS, _FEWEST_WORDS = 4, 5


def leak(task: Task, view: View, context: Context) -> Fault | None:
    """Return what gives the answer away in a view, None where nothing does."""
    return _in_document(task, view, context) if view.without else _in_archive(task, view, context)


def _in_archive(task: Task, view: View, context: Context) -> Fault | None:
    known = figures_of(task.domain, context)
    operands = operands_of(task, known)
    gone = [one for one in operands if one.path in view.hidden]
    places = [(one, known.elsewhere(one, view.hidden)) for one in gone]
    if gone and all(place for _, place in places):
        told = "; ".join(f"{one.said} also stands in {place}" for one, place in places[:3])
        return Fault("redundant_evidence", f"{' and '.join(view.hidden)} may go: {told}")
    return _gold_said(task, view, operands, known)


def _gold_said(task: Task, view: View, operands: Sequence[Figure], known: Figures) -> Fault | None:
    """Return where a computed gold stands beside the name of one of its entities."""
    if task.answer.type != "number":
        return None
    entities = {one.entity for one in operands if one.entity}
    but = {(one.path, one.artifact) for one in operands}
    place = known.computed(task.answer.value, (one.text for one in operands), entities, but)
    if place is None or place[0] in view.hidden:
        return None
    return Fault("gold_elsewhere", f"the gold {task.answer.value} stands in {place[1]} of {place[0]}")


def _in_document(task: Task, view: View, context: Context) -> Fault | None:
    ((path, key),) = view.without
    document = context.document(path)
    if document is None:
        return None
    marked = _marked(document, key)
    for artifact in without(document, [key]).artifacts:
        if artifact.key not in marked and _tells(task, artifact):
            return Fault("redundant_evidence", f"without {key} of {path} its {artifact.label} {artifact.key} tells it")
    return None


def _marked(document: Document, key: str) -> frozenset[str]:
    """Return what the element of this key marks words of, nothing where it is no mark."""
    mark = document.artifact(key)
    if mark is None or mark.kind not in _MARKS:
        return frozenset()
    return frozenset(edge.target for edge in document.edges if edge.source == key and edge.type == "about")


def _tells(task: Task, artifact: Artifact) -> bool:
    """Whether an artifact holds a gold that is long enough to be no chance."""
    answer = task.answer
    if answer.type == "number":
        golds = {digits for digits in renderings(answer.value) if len(digits) >= _FEWEST_DIGITS}
        return bool(golds) and any(
            numeral_of(word) is not None and digits_of(word) in golds for word in _text(artifact).split()
        )
    telling = answer.type == "url" or len(answer.value.split()) >= _FEWEST_WORDS
    if answer.type in ("text", "url", "formula") and telling:
        return fold(answer.value) in fold(_text(artifact))
    return False


def _text(artifact: Artifact) -> str:
    return artifact_markdown(artifact)
