"""A task's answer as the one format string that grading reads, and whether its gold passes that format."""

from __future__ import annotations

from assay.evaluation.answers.spec import SpecError, render_spec
from assay.evaluation.match import check_gold
from assay.model.task import Answer


def spec_of(answer: Answer) -> str:
    """Return the answer's format string, as `assay grade` reads it."""
    return render_spec(
        answer.type,
        unit=answer.unit,
        scale=answer.scale,
        decimals=answer.decimals,
        sign=answer.sign,
        kind=answer.kind,
    )


def gold_fault(answer: Answer) -> str | None:
    """Return why the gold does not pass its own format, None where it does."""
    try:
        return check_gold(answer.value, spec_of(answer))
    except SpecError as error:
        return str(error)
