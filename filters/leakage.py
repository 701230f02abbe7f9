"""Leakage: the question gives away where to look, what to find on the way, or what comes out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from assay.evaluation.figures import digits_of, renderings
from assay.evaluation.viewed import domain_paths
from assay.markdown import artifact_markdown
from assay.model.artifact import Artifact
from assay.model.document import Document
from assay.model.gate import Ask, Context, Reads, Verdict
from assay.model.grid import Grid
from assay.model.probe import Attempt
from assay.model.task import Task
from assay.tables.numbers import numeral_of
from assay.tables.records import normal
from filters.faults import Fault
from filters.quotes import cited_artifact, fold

# A run of more tokens than these in common with the evidence points at it (architecture, Words).
_MOST_TOKENS = 6
# One word is a thing's name in many places, and fewer digits stand in questions as limits and decimals.
_FEWEST_WORDS, _FEWEST_DIGITS = 2, 3
_WORD = re.compile(r"[^\W_]+(?:[.,]\d+)*")
_NUMBER = re.compile(r"(?<![\w.,])\d[\d.,]*(?<![.,])")
_YEAR = re.compile(r"(?:19|20)\d{2}")
_SHEET = r"\b(?:sheet|tab|worksheet)\s+[“\"'‘]?{0}\b|[“\"'‘]{0}[”\"'’]?\s+(?:sheet|tab|worksheet)\b"
_CHOICES = frozenset({"argmax", "argmin", "filter"})


@dataclass(frozen=True, slots=True)
class Leakage:
    """Drops a question that names a file, a title, its gold, a found entity, or repeats words of the evidence."""

    name: str = "leakage"
    version: str = "1"
    reads: Reads = "domain"

    def step(self, task: Task, attempts: Sequence[Attempt], context: Context) -> Ask | Verdict:
        """Return the first leak as a drop, else a keep; fidelity asks about named documents, so it does not apply."""
        if task.track == "fidelity":
            reason = "questions on fidelity name their document"
            return Verdict(task.id, task.revision, self.name, "keep", "not_applicable", reason)
        for rule in _RULES:
            for fault in rule(task, context):
                return Verdict(task.id, task.revision, self.name, "drop", fault.cause, fault.reason)
        return Verdict(task.id, task.revision, self.name, "keep", "sealed", "the question gives nothing away")


def _file_names(task: Task, context: Context) -> Iterator[Fault]:
    asked = task.question.casefold()
    for path in domain_paths(context, task.domain):
        place = PurePosixPath(path)
        if place.name.casefold() in asked or (len(place.parts) > 2 and path.casefold() in asked):
            yield Fault("file_name", f"the question names the file {place.name}")
        words = _WORD.findall(place.stem.casefold())
        if len(words) > _FEWEST_WORDS and _runs(words, asked):
            yield Fault("file_name", f"the question has the words of the file name {place.name}")


def _titles(task: Task, context: Context) -> Iterator[Fault]:
    asked = task.question.casefold()
    for path in domain_paths(context, task.domain):
        document = context.document(path)
        words = _WORD.findall(document.title.casefold()) if document else []
        if len(words) > _FEWEST_WORDS and _runs(words, asked):
            yield Fault("title", f"the question holds the title of {path}")


def _sheets(task: Task, context: Context) -> Iterator[Fault]:
    for path in dict.fromkeys(evidence.path for evidence in task.evidence):
        document = context.document(path)
        for sheet in _sheet_names(document) if document else ():
            if re.search(_SHEET.format(re.escape(sheet)), task.question, re.IGNORECASE):
                yield Fault("sheet_name", f"the question names the sheet {sheet!r} of {path}")


def _sheet_names(document: Document) -> list[str]:
    return list(dict.fromkeys(artifact.at.sheet for artifact in document.artifacts if artifact.at.sheet))


def _gold(task: Task, _: Context) -> Iterator[Fault]:
    answer = task.answer
    if answer.type == "number":
        golds = renderings(answer.value) | renderings(answer.unrounded or "")
        for text in _NUMBER.findall(task.question):
            digits = digits_of(text)
            if len(digits) >= _FEWEST_DIGITS and digits in golds and not _YEAR.fullmatch(text):
                yield Fault("gold_in_question", f"the question holds {text}, a rendering of its gold {answer.value}")
    elif answer.type in ("text", "date", "url", "color", "formula") and _holds(task.question, answer.value):
        yield Fault("gold_in_question", f"the question holds its gold {answer.value!r}")


def _assertions(task: Task, _: Context) -> Iterator[Fault]:
    shown = {digits_of(text) for text in _NUMBER.findall(task.question)}
    for assertion in task.assertions:
        value = assertion.value or ""
        if numeral_of(value) and shown & {one for one in renderings(value) if len(one) >= _FEWEST_DIGITS}:
            yield Fault("gold_in_question", f"the question holds the value {value} that a response is to give")


def _found_entities(task: Task, _: Context) -> Iterator[Fault]:
    """Yield the entities that the plan finds by a role and the question calls by name."""
    if task.plan is None:
        return
    chosen = {normal(step.value) for step in task.plan.operations if step.operator in _CHOICES}
    found = chosen | {normal(lookup.entity) for lookup in task.plan.lookups if lookup.after is not None}
    entities = {normal(lookup.entity) for lookup in task.plan.lookups}
    for names in sorted(found):
        for name in (part.strip() for part in names.split(";")):
            if name in entities and _holds(task.question, name):
                yield Fault("entity_named", f"the question names {name!r}, which is to be found by its role")


def _shared_words(task: Task, context: Context) -> Iterator[Fault]:
    asked = [word.casefold() for word in _WORD.findall(task.question)]
    width = _MOST_TOKENS + 1
    runs = {tuple(asked[at : at + width]) for at in range(len(asked) - width + 1)}
    for evidence in task.evidence:
        artifact = cited_artifact(evidence, context)
        for text in (evidence.quote, *(_texts(artifact) if artifact else ())):
            words = [word.casefold() for word in _WORD.findall(text)]
            for at in range(len(words) - width + 1):
                if tuple(words[at : at + width]) in runs:
                    shared = " ".join(words[at : at + width])
                    yield Fault("shared_words", f"“{shared}” stands in the question and in {evidence.artifact}")


def _texts(artifact: Artifact) -> Iterator[str]:
    grid = artifact.payload
    if isinstance(grid, Grid):
        yield from dict.fromkeys(text for text in grid.displayed if text.count(" ") >= _MOST_TOKENS)
    else:
        yield artifact_markdown(artifact)


def _runs(words: Sequence[str], text: str) -> bool:
    return re.search(r"(?<!\w)" + r"[\W_]+".join(map(re.escape, words)) + r"(?!\w)", text) is not None


def _holds(question: str, value: str) -> bool:
    wanted = fold(value)
    return len(wanted) > 1 and re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", fold(question)) is not None


_Rule = Callable[[Task, Context], Iterator[Fault]]
_RULES: tuple[_Rule, ...] = (_gold, _assertions, _file_names, _sheets, _titles, _found_entities, _shared_words)
