"""The drafts of analyst packs: a request, the program of its figures, and an assertion for each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from types import MappingProxyType

from assay.collection import collection_path
from assay.model.canonical import Json
from assay.model.codec import to_json
from assay.model.gate import Context
from assay.model.task import Answer, Evidence, Proposal
from assay.tables.records import Fact
from synthesis.citing import cite
from synthesis.drafts import Draft
from synthesis.pack.figures import brief, rounded, written
from synthesis.pack.pairs import Pair, pairs
from synthesis.pack.program import decimals_in, program_of
from synthesis.pack.statements import Claims
from synthesis.rules.ledger import Ledger
from synthesis.rules.phrases import counted_decimals, noun, plural, role_of
from synthesis.rules.programs import shows_operand
from synthesis.rules.series import Series

# Each is proven by a run for every figure that it rests on.
MOST_A_DOMAIN = 1
_TEMPLATE = "pack/brief"
_BESIDE = MappingProxyType({"workbook_other": "workbook", "report_other": ""})
_RANKS = MappingProxyType({
    "highest": "the {role} with the highest level in {last}",
    "lowest": "the {role} with the lowest level in {last}",
    "fastest": "the {role} with the largest percentage change",
    "slowest": "the {role} with the smallest percentage change (the greatest fall, if any fell)",
})  # fmt: skip


def pack_drafts(known: Ledger, context: Context) -> list[tuple[str, Draft]]:
    """Return a domain's drafts of analyst packs, each with the path of its report."""
    sound = (pair for pair in pairs(known) if not _shows(pair))
    return [(pair.report.table.path, _draft(pair, known, context)) for pair in islice(sound, MOST_A_DOMAIN)]


def _shows(pair: Pair) -> bool:
    """Whether a number of the program is by chance one that it should read."""
    return shows_operand(program_of(pair), [fact.value for facts in (*pair.cells(), pair.beside()) for fact in facts])


def figures_of(pair: Pair) -> dict[str, object]:
    """Return the figures that a brief on a pair gives."""
    now, then, book = pair.cells()
    decimals, own = pair.decimals()
    listed = sum(_by_name(book).values(), Fraction(0))
    figures = brief(_by_name(now), _by_name(then), listed, pair.factor, decimals, own)
    for key, series, period in pair.others:
        decimals = decimals_in(series, period)
        facts = [series.facts[name, period] for name in pair.names]
        figures[key] = {
            one.label: rounded(Fraction(fact.value), decimals) for one, fact in zip(now, facts, strict=True)
        }  # fmt: skip
    return {key: value for key, value in figures.items() if key not in pair.unclear()}


def request_of(pair: Pair) -> str:
    """Return the request in full: the sources by what they list, what to report, how to round, what to close with."""
    role, words = role_of(pair.report), noun(pair.report.measure)
    roles, decimals = plural(role), pair.decimals()[0]
    own, unit = _listed(pair.book), _listed(pair.report)
    places = "as whole numbers" if decimals == 0 else f"with {counted_decimals(decimals)}"
    whole = f"levels and sums in {unit} {places}" if unit else f"levels and sums {places}"
    converted = f", the same sum converted into {unit}" if pair.factor != 1 else ""
    apart = ("level", "change", "share", "difference", *_BESIDE)
    keys = [key for key in figures_of(pair) if key not in apart]
    by_role = ["level", "change", "share", *(key for key, _, _ in pair.others)]
    listed = f"{', '.join(by_role[:-1])} and {by_role[-1]}"
    return (
        f"Write an analyst’s brief on the {words} by {role}. Two documents give it: a workbook"
        f"{f' in {own}' if own else ''} and a {pair.called}{f' in {unit}' if unit else ''}. Leave totals and subtotals "
        f"out of every count. From the {pair.called}, report for each {role} the level in {pair.last}, the percentage "
        f"change from {pair.first} to {pair.last}, and the percentage share in the sum of all {roles} in {pair.last}; "
        f"then the sum of all {roles} in {pair.last} and in {pair.first} and the percentage change of the sum between "
        f"the two; and name {_ranked(pair, role)}. Last, reconcile the documents for {pair.last}: give the sum of "
        f"the workbook’s figures as they stand{converted}, and what the sum of the {pair.called} exceeds it by. "
        f"{_added(pair, role)}Give "
        f"{whole}, percentages with one decimal, and the workbook’s own sum with the decimals that it shows. "
        f"Close with one JSON object with the keys {listed} (each an object by {role}), "
        f"{', '.join(keys)} and difference."
    )


def _added(pair: Pair, role: str) -> str:
    """What the request asks for beside: measures that one of the documents alone gives, as it shows them."""
    named = [
        f"the {noun(series.measure)} in {period}{f', in {unit},' if (unit := _listed(series)) else ''} from the "
        f"{_BESIDE[key] or pair.called} ({key})"
        for key, series, period in pair.others
    ]
    return f"Add for each {role}, as shown there, {' and '.join(named)}. " if named else ""


def _ranked(pair: Pair, role: str) -> str:
    """What the request asks to be named: each superlative that is beyond doubt."""
    named = [words.format(role=role, last=pair.last) for key, words in _RANKS.items() if key not in pair.unclear()]
    return f"{', '.join(named[:-1])} and {named[-1]}"


def _draft(pair: Pair, known: Ledger, context: Context) -> Draft:
    figures, program = figures_of(pair), program_of(pair)

    def submission(value: str, unrounded: str) -> Mapping[str, Json]:
        return _submission(pair, figures, program, value, known, context)

    return Draft(
        question=request_of(pair),
        words=(pair.report.measure.wording, pair.book.measure.wording),
        files=tuple(collection_path(one.table.domain, one.table.path) for one in (pair.report, pair.book)),
        expected=written(figures),
        submission=submission,
        template=_TEMPLATE,
        program=program,
    )


def _submission(
    pair: Pair, figures: dict[str, object], program: str, value: str, known: Ledger, context: Context
) -> Mapping[str, Json]:  # fmt: skip
    statements = tuple(Claims(pair, figures).all())
    apart = "reconcile.unit" if pair.factor != 1 else "reconcile.documents"
    kinds = sorted({f"{one.table.app}.{one.table.kind}" for one in (pair.report, pair.book)})
    proposal = Proposal(
        track="domain",
        domain=known.domain,
        question=request_of(pair),
        answer=Answer("object", value),
        evidence=tuple(_evidence(pair, context)),
        reasoning=tuple(statement.text for statement in statements),
        program=program,
        plan=None,
        labels=("analyst_pack", "cross_document", "bulk", apart, *kinds),
        hops=1,
        scope=tuple(known.scope(one.measure) for one in (pair.report, pair.book)),
        assertions=statements,
    )
    body = to_json(proposal)
    return body if isinstance(body, Mapping) else {}


def _evidence(pair: Pair, context: Context) -> Iterator[Evidence]:
    now, then, book = pair.cells()
    others = [([one.facts[name, period] for name in pair.names], one) for _, one, period in pair.others]
    for facts, series in ((now, pair.report), (then, pair.report), (book, pair.book), *others):
        for fact in facts:
            yield from _cell(fact, series, context)
    for series in (pair.report, pair.book, *(one for _, one, _ in pair.others)):
        yield from _stated(series, context)


def _cell(fact: Fact, series: Series, context: Context) -> Iterator[Evidence]:
    document = context.document(fact.path)
    artifact = document.artifact(fact.artifact) if document else None
    if document is not None and artifact is not None:
        yield cite(document, artifact, replace(series.table.at, row=fact.row, column=fact.column), fact.text)


def _stated(series: Series, context: Context) -> Iterator[Evidence]:
    document = context.document(series.table.path)
    for statement in (series.measure.stated, series.measure.unit_stated):
        artifact = document.artifact(statement.artifact) if document and statement else None
        if document is not None and artifact is not None and statement is not None:
            yield cite(document, artifact, statement.at, statement.quote)


def _by_name(facts: list[Fact]) -> dict[str, Fraction]:
    return {fact.label: Fraction(fact.value) for fact in facts}


def _listed(series: Series) -> str:
    unit = series.measure.unit
    text = unit.text if unit and unit.text != "number" else ""
    return "percent" if text == "%" else text
