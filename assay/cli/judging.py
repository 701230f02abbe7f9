"""`assay grade`, `verify`, `audit` and `filter`: answers, programs and decisions looked at again."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import click

from assay.cli.printing import print_json, print_line, say
from assay.model.canonical import Json
from assay.model.errors import UnreadableInput, UsageError

_OUT = click.argument("out", type=click.Path(path_type=Path, readable=False))
_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")


@click.command()
@click.argument("file", type=click.Path(path_type=Path, readable=False))
def grade(file: Path) -> None:
    """Match answers in bulk: each line's expected, format and response comes back with match and reason."""
    from assay.evaluation.grade import grade_lines

    try:
        with file.open(encoding="utf-8", errors="replace") as lines:
            for record in grade_lines(lines):
                print_line(cast(Json, record))
    except OSError as error:
        raise UnreadableInput(f"{file}: {error.strerror or error}") from None


@click.command()
@_OUT
@click.option("--release", type=click.IntRange(min=1), help="Which release; the newest without it.")
@click.option("--mutate", is_flag=True, help="Also change each cited cell and hide each cited file, in a copy.")
@_JSON
def verify(out: Path, release: int | None, mutate: bool, as_json: bool) -> int:
    """Prove every task of a release again over its own collection, by its program or by its quotes."""
    from assay.cli.proofs import verification_body, verification_sentences
    from assay.stages.proving import verify as prove

    found = prove(out, release, mutate=mutate)
    if as_json:
        print_json(verification_body(found))
    for proof in found.failed:
        for failure in proof.failures:
            say(f"{proof.task}: {failure}")
    for sentence in verification_sentences(found):
        say(sentence)
    return 1 if found.failed or found.frozen is False else 0


@click.command()
@_OUT
@click.option("--task", help="The trail of one task.")
@click.option("--gate", help="The decisions of one gate.")
@click.option("--against", metavar="OUT-or-N", help="What differs from another OUT, or in its newest release from N.")
@click.option(
    "--drift", is_flag=True, help="How far figures moved since an earlier run; exit 1 past the config's bounds."
)
@click.option(
    "--days", type=click.FloatRange(min=0), help="With --drift: how long ago that run was; else the config's."
)
@_JSON
def audit(
    out: Path, task: str | None, gate: str | None, against: str | None, drift: bool, days: float | None, as_json: bool
) -> int:
    """Show the funnel, the trail of one task, the decisions of one gate, or what differs from another run."""
    if drift or days is not None:
        return _drift(out, days, as_json)
    from assay.cli import tables
    from assay.stages.audit import audit_body, gate_body, trail_body
    from assay.stages.comparing import comparison

    if against is not None:
        body: Json = comparison(out, against)
        text = tables.differences
    elif task is not None:
        body = trail_body(out, task)
        text = tables.trail
    elif gate is not None:
        body = cast(Json, gate_body(out, gate))
        text = tables.decisions
    else:
        body = audit_body(out)
        text = tables.funnel
    if as_json:
        print_json(body)
    else:
        tables.show(text(body))
    return 0


def _drift(out: Path, days: float | None, as_json: bool) -> int:
    from assay.cli import tables
    from assay.stages.drift import drift

    found = drift(out, days)
    if as_json:
        print_json(found.body)
    else:
        tables.show(tables.drift(found))
    return 1 if found.beyond else 0


@click.command(name="filter")
@_OUT
@click.option("--gate", help="Only this gate.")
@click.option("--task", help="Only this task; needs --again.")
@click.option("--again", is_flag=True, help="Ask a gate anew and show the old decision beside the new one.")
@_JSON
def filter_tasks(out: Path, gate: str | None, task: str | None, again: bool, as_json: bool) -> None:
    """Run the gates that are due, or ask one again."""
    from assay.cli import tables
    from assay.stages.verifying import ask_again, run_gates

    if not again:
        if task is not None:
            raise UsageError("--task goes with --again; without it every task that is due is decided.")
        counts = run_gates(out, gate)
        if as_json:
            print_json(dict(counts))
        for name, count in counts.items():
            say(f"{name}: {count} decided")
        return
    if gate is None:
        raise UsageError("--again needs --gate NAME.")
    answers = ask_again(out, gate, task)
    if as_json:
        print_json([tables.comparison_body(one) for one in answers])
    else:
        tables.show(tables.comparisons(answers))
