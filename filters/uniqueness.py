"""Uniqueness: every other binding of what a task looks up that its question's words fit leads to the same answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Context as Precision
from decimal import Decimal
from itertools import islice

from assay.evaluation.absence import sought_of
from assay.evaluation.asking import asked_of
from assay.evaluation.challenges import challenges
from assay.evaluation.figures import Figure, figures_of, operands_of
from assay.model.canonical import Json
from assay.model.gate import Ask, Context, Reads, Verdict
from assay.model.probe import Attempt, CellChange, Probe, View
from assay.model.task import Task
from assay.search.duplicates import copies_in
from assay.tables.drafts import draft_doubt
from assay.tables.numbers import numeral_of
from filters.bindings import Rival, Series, bindings_of, earlier, fits_in_place, words_of
from filters.faults import Fault
from filters.votes import poll

# Which of several editions is asked for; then their other values are no rivals.
_VINTAGE = re.compile(r"\b(?:restated|revised|latest|original(?:ly)?|first published|provisional)\b", re.IGNORECASE)
_TOTAL = re.compile(r"\b(?:sub)?totals?\b|\boverall\b|\bcombined\b|\baltogether\b|\bas a whole\b", re.IGNORECASE)
_LATEST = "Use the latest, restated figures."
# More rivals than these say no more.
_MOST_RIVALS = 6


@dataclass(frozen=True, slots=True)
class Uniqueness:
    """Drops a task that another reading of its question answers otherwise, or revises it by a qualifier."""

    name: str = "uniqueness"
    version: str = "6"
    reads: Reads = "domain"

    def step(self, task: Task, attempts: Sequence[Attempt], context: Context) -> Ask | Verdict:
        """Return the program's runs over each rival's values, then a drop, a revision or a keep."""
        if task.track == "domain":
            return self._verdict(task, "keep", Fault("not_applicable", "an analyst's request has no single answer"))
        found = (rule(task, context) for rule in (_rival_document, _absent_rival, _total, _outdone))
        fault = next((one for one in found if one is not None), None)
        if fault is not None:
            return self._verdict(task, "drop", fault)
        rivals = list(islice(_rivals(task, context), _MOST_RIVALS))
        found = self._run(task, rivals, attempts) if task.program else [_read(task, rival) for rival in rivals]
        if not isinstance(found, list):
            return found
        for rival, answer in zip(rivals, found, strict=True):
            if answer is not None:
                return self._against(task, rival, answer, context)
        told = f"{len(rivals)} other bindings fit the words and give the same answer"
        return self._verdict(task, "keep", Fault("unique", told))

    def _run(
        self, task: Task, rivals: Sequence[Rival], attempts: Sequence[Attempt]
    ) -> Ask | Verdict | list[str | None]:  # fmt: skip
        """Return what the program prints over each rival's values where that is another answer, else None."""
        made = poll(self.name, task, [_probe(task, rival) for rival in rivals], attempts)
        if not isinstance(made, list):
            return made
        return [str(one.answer) if one.ending == "done" and not one.correct else None for one in made]

    def _against(self, task: Task, rival: Rival, answer: str, context: Context) -> Verdict:
        """Return the revision that tells a rival apart, a drop where no qualifier does."""
        shown = (
            f"{rival.other.name!r} in {rival.other.path} fits the question as {rival.own.name!r} in {rival.own.path} "
            f"does and gives {answer} instead of {task.answer.value}"
        )
        qualifier = _qualifier(task, rival, context)
        if qualifier is None:
            return self._verdict(task, "drop", Fault("rival_binding", shown))
        patch: dict[str, Json] = {"question": f"{task.question} {qualifier}"}
        return Verdict(task.id, task.revision, self.name, "revise", "qualified", f"{shown}: {qualifier}", patch=patch)

    def _verdict(self, task: Task, decision: str, fault: Fault) -> Verdict:
        kept = "keep" if decision == "keep" else "drop"
        return Verdict(task.id, task.revision, self.name, kept, fault.cause, fault.reason)


def _rivals(task: Task, context: Context) -> Iterator[Rival]:
    known, bindings = figures_of(task.domain, context), bindings_of(task.domain, context)
    copies = copies_in(task.domain, context)
    same = _VINTAGE.search(task.question) is None
    for rival in bindings.rivals(task.question, operands_of(task, known), same=same):
        if rival.other.path not in copies.get(rival.own.path, ()) or rival.own.measure != rival.other.measure:
            yield rival


def _probe(task: Task, rival: Rival) -> Probe:
    cells = tuple(_change(figure, rival) for figure in rival.figures)
    return Probe(task.id, task.revision, "program", View(name="rival", cells=cells), "program")


def _change(figure: Figure, rival: Rival) -> CellChange:
    amount = rival.other.amounts[figure.entity, figure.period] / rival.own.factor
    number = Precision(prec=12).divide(Decimal(amount.numerator), Decimal(amount.denominator))
    return CellChange(figure.path, figure.artifact, figure.row, figure.column, _written(number, figure.text))


def _read(task: Task, rival: Rival) -> str | None:
    """Return what a rival says in place of the figure that is the answer of a task without a program, None if nothing.

    A rival of a figure that only picks what is asked for cannot be told without a program.
    """
    asked = asked_of(task)
    for figure in rival.figures:
        other = _change(figure, rival).text
        if asked.right(figure.text) and not asked.right(other):
            return other
    return None


def _written(number: Decimal, beside: str) -> str:
    """Return a number with the decimal mark of the text in whose place it stands."""
    text = f"{number.normalize():f}"
    plain = numeral_of(beside)
    english = plain is None or "," not in beside or plain.value == plain.value.to_integral_value() or "." in beside
    return text if english else text.replace(".", ",")


def _qualifier(task: Task, rival: Rival, context: Context) -> str | None:
    """Return the sentence that tells a rival apart, None where there is none."""
    if rival.own.measure == rival.other.measure:
        mine, theirs = context.document(rival.own.path), context.document(rival.other.path)
        restates = mine is not None and theirs is not None and earlier(theirs, mine)
        return _LATEST if restates and not _VINTAGE.search(task.question) else None
    named = rival.own.name
    if _means(task.question, rival):
        # that is not mended by another measure's name
        return None
    asked = words_of(f"{task.question} {named}")
    told_apart = not fits_in_place(asked, {named}, rival.other.name)
    return f"The measure meant is {named}." if told_apart and named not in task.question.casefold() else None


def _means(question: str, rival: Rival) -> bool:
    """Return whether a question means the rival: it has no word of what is read, or all that tells the rival apart."""
    asked, mine, theirs = words_of(question), words_of(rival.own.name), words_of(rival.other.name)
    apart, own = theirs - mine, mine - theirs
    return mine.isdisjoint(asked) or (bool(apart) and apart <= asked and own.isdisjoint(asked))


def _rival_document(task: Task, context: Context) -> Fault | None:
    """Return another document that has the title by which a question on fidelity names its own."""
    if task.track != "fidelity":
        return None
    cited, copies = {evidence.path for evidence in task.evidence}, copies_in(task.domain, context)
    alike = {other for path in cited for other in copies.get(path, {path})}
    titles = {document.title for path in cited if (document := context.document(path)) and document.title}
    for path in context.paths():
        other = context.document(path)
        named = other is not None and other.title in titles and other.title in task.question
        if other is not None and named and path not in alike and not _names_file(task, cited):
            return Fault("rival_document", f"{path} has the title {other.title!r} as well")
    return None


def _names_file(task: Task, cited: set[str]) -> bool:
    return any(path.rsplit("/", 1)[-1] in task.question for path in cited)


def _absent_rival(task: Task, context: Context) -> Fault | None:
    """Return a measure that fits a question after an absent figure as well, and that the archive gives."""
    if task.answer.type != "null":
        return None
    bindings = bindings_of(task.domain, context)
    asked = words_of(task.question)
    for sought in filter(None, (sought_of(scope.query, task.domain) for scope in task.scope)):
        names = bindings.holdings.names(sought.measure)
        for other in bindings.by_key.get((sought.entity, sought.period), ()):
            if fits_in_place(asked, names, other.name):
                return Fault("rival_binding", _told(other, sought.entity, sought.period))
    return None


def _told(series: Series, entity: str, period: str) -> str:
    return f"{series.name!r} in {series.path} fits the question as well and has a value for {entity} in {period}"


def _outdone(task: Task, context: Context) -> Fault | None:
    """Return what beats a task's extremum, or tells a figure otherwise, in a place that no table of it is."""
    for one in challenges(task, context):
        document = context.document(one.saying.path)
        if one.sure and document is not None and draft_doubt(document) is None:
            told = f"{one.saying.path} says {one.number.text} of {one.measure}"
            return Fault("rival_mention", f"{told}, outside of the tables that the task goes through")
    return None


def _total(task: Task, context: Context) -> Fault | None:
    """Return a row of totals that a task takes for an entity."""
    if _TOTAL.search(task.question):
        return None
    known = figures_of(task.domain, context)
    for one in operands_of(task, known):
        cell = known.at.get((one.path, one.artifact, one.row, one.column))
        if cell is not None and cell.total and cell.entity not in task.question.casefold():
            return Fault("total_as_entity", f"{one.text} in {one.path} is the total {cell.entity!r}, no entity")
    return None
