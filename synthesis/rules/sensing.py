"""Whether an answer hangs on every fact that is cited for it, worked out over changed facts before anything is run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import TypeAlias

from assay.model.task import Plan
from assay.model.variants import neighbour_numbers, other_numbers
from assay.tables import Fact
from assay.tables.numbers import numeral_of
from synthesis.rules.evaluating import NO_VALUE, Evaluation, Place, hops_of, place_of, plan_of
from synthesis.rules.operators import Value, round_half_up
from synthesis.rules.programs import NotWritten, program_of, shows_operand
from synthesis.rules.trees import Apply, Constant, everything
from synthesis.rules.walks import Walk

# An answer this close to a rounding tie would hang on the rounding rule.
_TIE = Fraction(1, 10**7)
# More cells than these take too long to prove one by one.
_MOST_USED = 40
# Small whole numbers are counts and factors in any program.
_SMALL, _DAYS = 100, 365


Needed: TypeAlias = Callable[[Sequence[Fact]], bool]


def _any(_: Sequence[Fact]) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Worked:
    """A walk worked out: its answer, the facts that it hangs on, the plan and the program."""

    walk: Walk
    answer: str
    facts: tuple[Fact, ...]
    plan: Plan
    program: str
    hops: int


def worked(walk: Walk, needed: Needed = _any) -> Worked | None:
    """Return a walk worked out, None where its answer does not hang on each fact or would be told by chance.

    `needed` says of the facts that an answer may hang on whether these are what is wanted.
    """
    evaluation = Evaluation()
    try:
        outcome = evaluation.of(walk.tree)
        value = _plain(outcome.value)
    except NO_VALUE:
        return None
    used = [evaluation.facts[place] for place in sorted(outcome.uses)]
    answer = _shown(walk, value)
    if not needed(used) or len(used) > _MOST_USED or _says_little(walk, value, answer):
        return None
    told = [fact.value for fact in evaluation.facts.values()]
    program = _program(walk, [*told, Decimal(answer)])
    if program is None or frozenset(fact.path for fact in used) != walk.paths or _holds_constant(walk):
        return None
    felt = _felt(walk, evaluation, used, answer)
    facts = tuple(felt)
    one_answer = len(set(felt.values())) < 2 and not walk.form.counted
    if len(felt) < 2 or one_answer or not needed(facts) or frozenset(fact.path for fact in facts) != walk.paths:
        return None
    if not _is_surrounded(walk, evaluation, facts, value):
        return None
    plan = plan_of(evaluation, outcome, answer)
    return Worked(walk, answer, facts, plan, program, hops_of(plan))


def _says_little(walk: Walk, value: Fraction, answer: str) -> bool:
    """Whether an answer is nothing, hangs on the rounding rule, or has fewer digits than its form wants."""
    return len(answer.lstrip("+-0.").replace(".", "")) < walk.form.telling or _near_tie(walk, value)


def _program(walk: Walk, told: Sequence[Decimal]) -> str | None:
    """Return the walk's program, None where none can be written or it would show a number that is to be read."""
    try:
        program = program_of(walk.tree, walk.form.decimals, plus=walk.form.plus)
    except NotWritten:
        return None
    return None if shows_operand(program, told) else program


def _holds_constant(walk: Walk) -> bool:
    """Whether a table shows a number that the program has to write as a factor or as the days of a year."""
    nodes = list(everything(walk.tree))
    written = {abs(one.value) for one in nodes if isinstance(one, Constant) and isinstance(one.value, Fraction)}
    written |= {Fraction(_DAYS) for one in nodes if isinstance(one, Apply) and one.operator == "annualised"}
    telling = {value for value in written if value > _SMALL or value.denominator != 1}
    if not telling:
        return False
    texts = {text for series in walk.series for text in series.table.grid.displayed if text}
    return any(numeral is not None and Fraction(numeral.value) in telling for numeral in map(numeral_of, texts))


def _felt(walk: Walk, before: Evaluation, facts: Sequence[Fact], answer: str) -> dict[Fact, str]:
    """Return the facts of which a change changes the answer, each with such an answer."""
    found: dict[Fact, str] = {}
    for fact in facts:
        others = (_with(walk, before, {place_of(fact): _value(text)}) for text in other_numbers(fact.text))
        other = next((_shown(walk, one) for one in others if one is not None and _shown(walk, one) != answer), None)
        if other is not None:
            found[fact] = other
    return found


def _is_surrounded(walk: Walk, before: Evaluation, facts: Sequence[Fact], value: Fraction) -> bool:
    """Whether the values over facts that are one place off, up and down, have the value between them."""
    off = [{place_of(fact): _value(neighbour_numbers(fact.text)[at]) for fact in facts} for at in (0, 1)]
    near = [_with(walk, before, changed) for changed in off]
    ends = [one for one in near if one is not None]
    slack = Fraction(1, 2 * 10**walk.form.decimals)
    return len(ends) == 2 and min(ends) - slack <= value <= max(ends) + slack


def _with(walk: Walk, before: Evaluation, changed: Mapping[Place, Fraction]) -> Fraction | None:
    try:
        return _plain(Evaluation(changed, before).of(walk.tree).value)
    except NO_VALUE:
        return None


def _value(text: str) -> Fraction:
    numeral = numeral_of(text)
    return Fraction(numeral.value) if numeral else Fraction(0)


def _plain(value: Value) -> Fraction:
    if isinstance(value, str | tuple | bool | complex):
        raise ValueError(f"{value!r} is no number")
    return Fraction(value)


def _shown(walk: Walk, value: Fraction) -> str:
    return round_half_up(value, walk.form.decimals, walk.form.plus)


def _near_tie(walk: Walk, value: Fraction) -> bool:
    scaled = abs(value) * 10**walk.form.decimals
    exact = scaled.denominator == 1
    return not exact and abs(scaled - int(scaled) - Fraction(1, 2)) <= _TIE
