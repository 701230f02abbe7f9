"""From a walk and its program's output to a proposal: answer, evidence, plan, reasoning, labels, scope."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from assay.model.gate import Context
from assay.model.task import Answer, Evidence, LookUp, Operation, Plan, Proposal
from assay.tables import Fact, Measure, TypedTable
from synthesis.citing import cite
from synthesis.rules.grammar import decimals_of, noun
from synthesis.rules.ledger import Ledger, Series
from synthesis.rules.walks import GAP_DECIMALS, Bridge, GrowthWalk, LookUpWalk, Walk, gap_of, operands

# The bridge's look-ups, then one whose key is the bridge's result.
_HOPS = 2
_BRIDGE, _GAP = "bridge", "gap"


@dataclasses.dataclass(frozen=True, slots=True)
class Output:
    """The last two lines of a program: the value before rounding, and the answer."""

    unrounded: str
    value: str


def proposal_of(
    walk: Walk, question: str, program: str, output: Output, known: Ledger, context: Context
) -> Proposal:  # fmt: skip
    """Return the proposal of a walk whose program gave this output."""
    return Proposal(
        track="numeric",
        domain=known.domain,
        question=question,
        answer=_answer(walk, output),
        evidence=tuple(_evidence(walk, context)),
        reasoning=tuple(_reasoning(walk, output)),
        program=program,
        plan=_plan(walk, output),
        labels=_labels(walk),
        hops=_HOPS,
        scope=tuple(known.scope(measure) for measure in _measures(walk)),
    )


def _answer(walk: Walk, output: Output) -> Answer:
    if isinstance(walk, GrowthWalk):
        return Answer("number", output.value, output.unrounded, "pp", decimals=GAP_DECIMALS, sign="required")
    unit, decimals = walk.target.unit, decimals_of(walk.target.text)
    counted = unit is not None and unit.dimension == "number" and not unit.scale and decimals == 0
    return Answer(
        type="number",
        value=output.value,
        unrounded=output.unrounded,
        unit=(unit.base or None) if unit else None,
        scale=(unit.scale or None) if unit else None,
        decimals=None if counted else decimals,
        kind="integer" if counted else None,
    )


def _series(walk: Walk) -> tuple[Series, ...]:
    used = (walk.series,) if isinstance(walk, LookUpWalk) else (walk.first, walk.second)
    return (walk.bridge.series, *used)


def _measures(walk: Walk) -> list[Measure]:
    return list({series.measure.name: series.measure for series in _series(walk)}.values())


def _evidence(walk: Walk, context: Context) -> Iterator[Evidence]:
    tables = {(series.table.path, series.table.artifact): series.table for series in _series(walk)}
    for fact in (walk.bridge.winner, walk.bridge.runner_up, *operands(walk)):
        yield from _cited(tables[fact.path, fact.artifact], fact, context)
    stated = {(series.table.path, series.measure.stated): series for series in _series(walk)}
    for path, statement in stated:
        document = context.document(path)
        artifact = document.artifact(statement.artifact) if document else None
        if document is not None and artifact is not None:
            yield cite(document, artifact, statement.at, statement.quote)


def _cited(table: TypedTable, fact: Fact, context: Context) -> Iterator[Evidence]:
    document = context.document(fact.path)
    artifact = document.artifact(fact.artifact) if document else None
    if document is not None and artifact is not None:
        yield cite(document, artifact, dataclasses.replace(table.at, row=fact.row, column=fact.column), fact.text)


def _labels(walk: Walk) -> tuple[str, ...]:
    documents = {series.table.path for series in _series(walk)}
    artifacts = {f"{series.table.app}.{series.table.kind}" for series in _series(walk)}
    across = ["cross_document"] if len(documents) > 1 else []
    return (*across, "bridge.extremum", f"operator.{walk.template}", *sorted(artifacts))


def _plan(walk: Walk, output: Output) -> Plan:
    bridge = walk.bridge
    compared = [_look_up(f"a{number}", fact) for number, fact in enumerate(bridge.compared, 1)]
    found = [_look_up(f"b{number}", fact, _BRIDGE) for number, fact in enumerate(operands(walk), 1)]
    first = Operation(_BRIDGE, "argmax" if bridge.largest else "argmin", _ids(compared), bridge.winner.label)
    if isinstance(walk, LookUpWalk):
        return Plan((*compared, *found), (first,), found[0].id)
    return Plan((*compared, *found), (first, *_gap_operations(walk, output)), "rounded")


def _gap_operations(walk: GrowthWalk, output: Output) -> Iterator[Operation]:
    for name, span, inputs in (("g1", walk.first_span, ("b1", "b2")), ("g2", walk.second_span, ("b3", "b4"))):
        start, end = (fact.value for fact in span)
        yield Operation(name, "growth", inputs, str(end / start - 1))
    yield Operation(_GAP, "difference_pp", ("g1", "g2"), output.unrounded)
    yield Operation("rounded", "round_half_up", (_GAP,), output.value)


def _look_up(name: str, fact: Fact, after: str | None = None) -> LookUp:
    unit = fact.unit.text if fact.unit else ""
    return LookUp(
        name, fact.label, fact.measure.name, fact.period.label, unit,
        fact.path, fact.artifact, fact.row, fact.column, fact.text, after,
    )  # fmt: skip


def _ids(lookups: Sequence[LookUp]) -> tuple[str, ...]:
    return tuple(lookup.id for lookup in lookups)


def _reasoning(walk: Walk, output: Output) -> Iterator[str]:
    yield _bridge_sentence(walk.bridge)
    for fact in operands(walk):
        yield f"{fact.path} gives its {noun(fact.measure)} in {fact.period.label}: {_shown(fact)}."
    if isinstance(walk, GrowthWalk):
        gap = gap_of(walk)
        yield f"The growth of the first less that of the second is {float(gap):.6f} percentage points."
        yield f"Rounded half up to {GAP_DECIMALS} decimals this is {output.value}."


def _bridge_sentence(bridge: Bridge) -> str:
    top = "largest" if bridge.largest else "smallest"
    return (
        f"In {bridge.winner.path}, {bridge.winner.label} has the {top} {noun(bridge.series.measure)} in "
        f"{bridge.period}: {_shown(bridge.winner)}, before {bridge.runner_up.label} with {bridge.runner_up.text}."
    )


def _shown(fact: Fact) -> str:
    return f"{fact.text} {fact.unit.text}" if fact.unit and fact.unit.text != "number" else fact.text
