"""Whether the cited figures are those that a question names: of its places and years, and at the end that it picks."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from assay.evaluation.figures import Figure, Figures, figures_of, operands_of
from assay.model.gate import Context
from assay.model.task import Task
from filters.bindings import words_of
from filters.faults import Fault
from filters.periods import named_years, years

_TRACKS = ("numeric", "search")
# A period that a question finds by its role has no name there, nor has a span with an open end.
_FOUND = re.compile(
    r"\b(?:years?|quarters?|months?|since|onwards?|until|decades?|latest|recent|peak\w*)\b", re.IGNORECASE
)
# Whoever is named so is left out on purpose.
_LEFT_OUT = re.compile(
    r"\b(?:other than|except|apart from|excluding|besides|without|after|behind|next to)\b", re.IGNORECASE
)
_MOST = re.compile(r"\b(?:highest|largest|greatest|biggest|most|maximum|longest)\b", re.IGNORECASE)
_LEAST = re.compile(r"\b(?:lowest|smallest|fewest|least|minimum|shortest)\b", re.IGNORECASE)
# What is the largest of results is no cell of a table.
_COMPUTED = re.compile(
    r"\b(?:gr[eo]w\w*|increase\w*|decrease\w*|change\w*|r[io]se|rises|f[ae]ll\w*|ratio|share\w*|per|quotient|relative"
    r"|difference|gap|average|mean|median|sum|total|combined|together|second|third|rank\w*|among|whose|where|weighted)\b",
    re.IGNORECASE,
)

# A superlative's measure stands in its clause, near it.
_CLAUSE, _NEAR = re.compile(r"[.,;:?!](?:\s|$)"), 60


def named_fault(task: Task, context: Context) -> Fault | None:
    """Return the first cited figure of another place, year or end of its column than the question names."""
    if task.track not in _TRACKS or task.answer.type == "null":
        return None
    known = figures_of(task.domain, context)
    figures = [figure for figure in operands_of(task, known) if figure.entity and figure.period]
    if not figures:
        return None
    return _other_year(task, figures) or _other_place(task, figures, known) or _other_end(task, figures, known)


def _other_year(task: Task, figures: Sequence[Figure]) -> Fault | None:
    named = named_years(task.question)
    if task.plan is not None or not named or _FOUND.search(task.question):
        return None
    for figure in figures:
        missing = years(figure.period) - named
        if missing:
            return Fault("period_differs", f"{figure.said} is cited, and the question does not name {min(missing)}")
    return None


def _other_place(task: Task, figures: Sequence[Figure], known: Figures) -> Fault | None:
    cited = {figure.entity for figure in figures}
    named = {entity for entity in _beside(figures, known) if _says(task.question, entity)}
    if not named or cited & named or _LEFT_OUT.search(task.question):
        return None
    return Fault("entity_differs", f"the question names {min(named)}, and the figures are those of {', '.join(cited)}")


def _beside(figures: Sequence[Figure], known: Figures) -> set[str]:
    """Return the entities of the tables that figures stand in."""
    places = {(figure.path, figure.artifact) for figure in figures}
    return {cell.entity for place in places for cell in known.rows.get(place, ())}


def _says(question: str, entity: str) -> bool:
    return len(entity) > 1 and re.search(rf"(?<!\w){re.escape(entity)}(?!\w)", question.casefold()) is not None


def _other_end(task: Task, figures: Sequence[Figure], known: Figures) -> Fault | None:
    """Return a fault where none of the figures is at the end of a column that the question picks."""
    picks = [(found, end) for word, end in ((_MOST, max), (_LEAST, min)) for found in word.finditer(task.question)]
    if not picks or _COMPUTED.search(task.question):
        return None
    periods = _FOUND.search(task.question) is not None
    for found, end in picks:
        picked = _picked(task.question[found.end() :], figures, known)
        lines = [(figure, amounts) for figure, amounts in _lines(picked, known, rows=periods) if amounts]
        if not lines or any(figure.amount == end(amounts) for figure, amounts in lines):
            return None
    told = "; ".join(figure.said for figure in figures[:3])
    return Fault("pick_differs", f"the question picks an end of a column, and none of the figures is one: {told}")


def _picked(after: str, figures: Sequence[Figure], known: Figures) -> Sequence[Figure]:
    """Return the figures whose measure the words after a superlative name best, all where they name none."""
    said = words_of(_CLAUSE.split(after)[0][:_NEAR])
    fit = [max(len(words_of(name) & said) for name in known.holdings.names(one.measure)) for one in figures]
    return [one for one, shared in zip(figures, fit, strict=True) if shared == max(fit)]


def _lines(figures: Sequence[Figure], known: Figures, *, rows: bool) -> Iterator[tuple[Figure, Sequence[Fraction]]]:
    """Yield each figure with all amounts of its column and, where a period is picked, with all of its row."""
    grouped = _grouped(figures, known)
    for figure in figures:
        place = figure.path, figure.artifact, figure.measure
        yield figure, grouped.get((*place, "column", figure.period), [])
        if rows:
            yield figure, grouped.get((*place, "row", figure.entity), [])


def _grouped(figures: Sequence[Figure], known: Figures) -> Mapping[tuple[str, ...], list[Fraction]]:
    places = {(figure.path, figure.artifact) for figure in figures}
    found: defaultdict[tuple[str, ...], list[Fraction]] = defaultdict(list)
    for cell in (cell for place in places for cell in known.rows.get(place, ())):
        found[cell.path, cell.artifact, cell.measure, "column", cell.period].append(cell.amount)
        found[cell.path, cell.artifact, cell.measure, "row", cell.entity].append(cell.amount)
    return found
