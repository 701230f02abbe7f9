"""Whether evidence says what it is quoted for, in the first reading and in the second."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable
from decimal import Decimal

from assay.markdown import artifact_markdown
from assay.model.artifact import Artifact
from assay.model.canonical import Scalar
from assay.model.gate import Context
from assay.model.grid import Grid
from assay.model.probe import FULL, Attempt, Place, Probe
from assay.model.task import Evidence, Task
from assay.model.variants import other_numbers

# The second reader looks for a column's header in the first rows of a grid only.
_HEADER_ROWS = 5
_MARK = re.compile(r"^\s*(?:[-•*–]|\d{1,3}[.)]|[a-z][.)])\s+", re.MULTILINE)
_NOT_NUMBER = re.compile(r"[,\s$€£¥]")
_PLAIN_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?%?")
# A number with all that belongs to it: its sign or brackets, its groups and decimals.
_WHOLE_NUMBER = re.compile(
    r"\(\s*\d[\d.,]*\s*\)|[+\-−]?(?<![\d.,])(?:\d{1,3}(?:[\s\u00a0\u202f]\d{3})+(?!\d)|\d+)(?:[.,]\d+)*"
)
# Both readers give a time as days, one of them rounded to a millisecond.
_MILLISECOND = Decimal("1e-8")


def quote_fault(evidence: Evidence, context: Context) -> str | None:
    """Return why the quote does not stand where the evidence says, None where it does."""
    artifact = cited_artifact(evidence, context)
    if artifact is None:
        return f"{evidence.path} holds no artifact {evidence.artifact}"
    shown = _shown(evidence, artifact)
    if shown is None:
        return f"{evidence.artifact} in {evidence.path} has no row {evidence.at.row} and column {evidence.at.column}"
    if fold(evidence.quote) not in fold(shown) or not fold(evidence.quote):
        return f"{evidence.quote!r} does not stand in {evidence.artifact} of {evidence.path}"
    if cell_text(evidence, context) is not None and not _is_whole(evidence.quote, shown):
        return f"{evidence.quote!r} is a part of the number in {shown!r} in {evidence.artifact} of {evidence.path}"
    return None


def _is_whole(quote: str, shown: str) -> bool:
    """Whether the quote has the numbers that the cell shows, from its first on, and none of them cut."""
    if not other_numbers(shown):
        return True
    numbers, quoted = _WHOLE_NUMBER.findall(shown), _WHOLE_NUMBER.findall(quote)
    return bool(quoted) and quoted == numbers[: len(quoted)]


def second_probe(task: Task, evidence: Evidence) -> Probe:
    """Return the probe that reads the evidence's place again."""
    place = Place(evidence.path, evidence.artifact, evidence.kind, evidence.at)
    return Probe(task.id, task.revision, "second", FULL, "reading", place=place)


def second_fault(evidence: Evidence, attempt: Attempt, context: Context) -> str | None:
    """Return how the second reading differs in value or header path, None where it agrees."""
    artifact = cited_artifact(evidence, context)
    if attempt.answer is None or artifact is None:
        return f"{evidence.path}: {attempt.detail}"
    second = json.loads(attempt.answer)
    grid, at = artifact.payload, evidence.at
    if not isinstance(grid, Grid) or at.row is None or at.column is None:
        agreed = any(fold(form(evidence.quote)) in fold(form(second["text"])) for form in (str, _unmarked))
        return None if agreed else f"{evidence.path}: the second reader has {second['text'][:80]!r} there"
    cell = grid.cell(at.row, at.column)
    if not _same((cell.displayed, cell.stored), second["text"]):
        return f"{evidence.path}: {cell.displayed!r} at {evidence.artifact}, the second reader has {second['text']!r}"
    lefts = [_values(grid, at.row, column) for column in range(at.column)]
    aboves = [_values(grid, row, at.column) for row in range(min(at.row, _HEADER_ROWS))]
    if _agree(lefts, second["row"]) and _agree(aboves, second["column"]):
        return None
    return f"{evidence.path}: row and column labels of {cell.displayed!r} differ in the second reading"


def cell_text(evidence: Evidence, context: Context) -> str | None:
    """Return the displayed text of a cited cell of a grid, None where the evidence is no cell."""
    artifact, at = cited_artifact(evidence, context), evidence.at
    if artifact is None or not isinstance(artifact.payload, Grid) or at.row is None or at.column is None:
        return None
    return _shown(evidence, artifact)


def _raised() -> dict[int, str]:
    """Return the marks that compatibility would melt into the number before them: `318¹` is not `3181`."""
    marks = (chr(code) for code in range(0x80, 0x2E00))
    kinds = ("<super>", "<sub>")
    raised = (mark for mark in marks if unicodedata.decomposition(mark).startswith(kinds))
    return {ord(mark): "^" + unicodedata.normalize("NFKC", mark) for mark in raised}


_RAISED = _raised()


def fold(text: str) -> str:
    """Return the text with compatible characters made one, white space folded and case dropped."""
    return " ".join(unicodedata.normalize("NFKC", text.translate(_RAISED)).split()).casefold()


def _unmarked(text: str) -> str:
    # the application draws bullets and numbers of lists; a file may hold no character of them
    return _MARK.sub("", text)


def cited_artifact(evidence: Evidence, context: Context) -> Artifact | None:
    """Return the artifact that the evidence cites, None where there is none."""
    document = context.document(evidence.path)
    return document.artifact(evidence.artifact) if document else None


def _shown(evidence: Evidence, artifact: Artifact) -> str | None:
    grid, at = artifact.payload, evidence.at
    if not isinstance(grid, Grid) or at.row is None or at.column is None:
        return f"{artifact.text}\n{artifact_markdown(artifact)}"
    if not (0 <= at.row < grid.rows and 0 <= at.column < grid.columns):
        return None
    return grid.text(at.row, at.column)


def _values(grid: Grid, row: int, column: int) -> tuple[str, Scalar]:
    cell = grid.cell(row, column)
    return cell.displayed, cell.stored


def _agree(first: Iterable[tuple[str, Scalar]], second: Iterable[str]) -> bool:
    """Whether every filled label of either reading stands in the other."""
    kept = [values for values in first if values[0].strip()]
    others = [text for text in second if text.strip()]
    forms = [_forms(values) for values in kept]
    found, wanted = set[str | Decimal]().union(*map(_text_forms, others)), set[str | Decimal]().union(*forms)
    missed = [values for values, own in zip(kept, forms, strict=True) if own.isdisjoint(found)]
    extra = [text for text in others if wanted.isdisjoint(_text_forms(text))]
    return all(any(_same(values, text) for text in others) for values in missed) and all(
        any(_same(values, text) for values in kept) for text in extra
    )


def _same(values: tuple[str, Scalar], text: str) -> bool:
    if not _forms(values).isdisjoint(_text_forms(text)):
        return True
    number, stored = _number(text), values[1]
    if number is None or not isinstance(stored, float):
        return False
    return abs(number - Decimal(stored)) <= _MILLISECOND * min(1, abs(number))


def _forms(values: tuple[str, Scalar]) -> set[str | Decimal]:
    return set[str | Decimal]().union(*(_text_forms(str(value)) for value in values if value is not None))


def _text_forms(text: str) -> set[str | Decimal]:
    number = _number(text)
    return {fold(text)} if number is None else {fold(text), number}


def _number(text: str) -> Decimal | None:
    plain = _NOT_NUMBER.sub("", text)
    if not _PLAIN_NUMBER.fullmatch(plain):
        return None
    number = Decimal(plain.rstrip("%"))
    return number.scaleb(-2) if plain.endswith("%") else number
