"""From a walk that is worked out and its program's output to a proposal: answer, evidence, plan, reasoning, labels."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from assay.model.gate import Context
from assay.model.task import Answer, Evidence, Operation, Plan, Proposal
from assay.tables import Fact, Measure, TypedTable
from synthesis.citing import cite
from synthesis.rules.ledger import Ledger
from synthesis.rules.phrases import Form, noun
from synthesis.rules.sensing import Worked
from synthesis.rules.trees import Choose, Every, everything

# Operands and steps from which a task counts as one of many.
_BULK, _CALCULATION = 20, 12
_MOST_SENTENCES = 30
_SILENT = frozenset({"constant", "list", "product", "same"})


@dataclasses.dataclass(frozen=True, slots=True)
class Output:
    """The last two lines of a program: the value before rounding, and the answer."""

    unrounded: str
    value: str


def proposal_of(
    found: Worked, question: str, output: Output, known: Ledger, context: Context
) -> Proposal:  # fmt: skip
    """Return the proposal of a walk whose program gave this output."""
    return Proposal(
        track="numeric",
        domain=known.domain,
        question=question,
        answer=answer_of(found.walk.form, output),
        evidence=tuple(_evidence(found, context)),
        reasoning=tuple(_reasoning(found, output)),
        program=found.program,
        plan=found.plan,
        labels=labels_of(found),
        hops=found.hops,
        scope=tuple(known.scope(measure) for measure in _measures(found)),
    )


def answer_of(form: Form, output: Output) -> Answer:
    """Return the answer of an output in a form."""
    return Answer(
        type="number",
        value=output.value,
        unrounded=output.unrounded,
        unit=form.unit,
        scale=form.scale,
        decimals=None if form.counted else form.decimals,
        sign="required" if form.plus else None,
        kind="integer" if form.counted else None,
    )


def labels_of(found: Worked) -> tuple[str, ...]:
    """Return what kinds of reasoning and sources a task needs."""
    walk = found.walk
    artifacts = sorted({f"{series.table.app}.{series.table.kind}" for series in walk.series})
    wide = ["cross_document"] if len(walk.paths) > 1 else []
    bridged = ["bridge.extremum"] if any(isinstance(node, Choose) for node in everything(walk.tree)) else []
    filtered = any(isinstance(node, Every) and node.members.test for node in everything(walk.tree))
    sized = ["bridge.filter"] if filtered else []
    sized += ["bulk"] if len(found.facts) >= _BULK else []
    steps = [step for step in found.plan.operations if step.operator not in ("constant", "list")]
    sized += ["long_calculation"] if len(steps) >= _CALCULATION else []
    chain = ["chain"] if found.hops >= 3 else []
    return (*wide, *bridged, *sized, *chain, f"operator.{walk.family}", *walk.labels, *artifacts)


def _measures(found: Worked) -> list[Measure]:
    return list({series.measure.name: series.measure for series in found.walk.series}.values())


def _evidence(found: Worked, context: Context) -> Iterator[Evidence]:
    tables = {(series.table.path, series.table.artifact): series.table for series in found.walk.series}
    for fact in found.facts:
        yield from _cited(tables[fact.path, fact.artifact], fact, context)
    used = {(fact.path, fact.artifact, fact.measure.name) for fact in found.facts}
    statements = [
        (series.table.path, statement)
        for series in found.walk.series
        if series.place in used
        for statement in (series.measure.stated, series.measure.unit_stated)
        if statement is not None
    ]
    for path, statement in dict.fromkeys(statements):
        document = context.document(path)
        artifact = document.artifact(statement.artifact) if document else None
        if document is not None and artifact is not None:
            yield cite(document, artifact, statement.at, statement.quote)


def _cited(table: TypedTable, fact: Fact, context: Context) -> Iterator[Evidence]:
    document = context.document(fact.path)
    artifact = document.artifact(fact.artifact) if document else None
    if document is not None and artifact is not None:
        yield cite(document, artifact, dataclasses.replace(table.at, row=fact.row, column=fact.column), fact.text)


def _reasoning(found: Worked, output: Output) -> Iterator[str]:
    sentences = [
        f"{fact.path} gives the {noun(fact.measure)}{_whose(fact)} in {fact.period.label}: {_shown(fact)}."
        for fact in found.facts
    ]
    sentences += [_step(step, found.plan) for step in found.plan.operations if step.operator not in _SILENT]
    more = len(sentences) - _MOST_SENTENCES
    yield from sentences if more <= 0 else [*sentences[: _MOST_SENTENCES // 2], *sentences[-_MOST_SENTENCES // 2 :]]
    yield f"Rounded half up this is {output.value}."


def _whose(fact: Fact) -> str:
    return f" of {fact.label}" if fact.label else ""


def _step(step: Operation, plan: Plan) -> str:
    names = {lookup.id: lookup.value for lookup in plan.lookups}
    given = ", ".join(names.get(name, name) for name in step.inputs[:8])
    more = f" and {len(step.inputs) - 8} more" if len(step.inputs) > 8 else ""
    return f"{step.id}: {step.operator.replace('_', ' ')} of {given}{more} is {step.value}."


def _shown(fact: Fact) -> str:
    return f"{fact.text} {fact.unit.text}" if fact.unit and fact.unit.text != "number" else fact.text
