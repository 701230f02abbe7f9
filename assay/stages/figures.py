"""The figures of an OUT that audit, report, card and summary share, each asked once from the store or a snapshot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from assay.evaluation.funnel import FunnelRow, funnel, survivors
from assay.export.facts import DomainFacts
from assay.model.gate import Verdict
from assay.model.probe import NO_ANSWER
from assay.model.task import Task
from assay.report import ChunkFacts, Corpus, ProblemRow
from assay.stages.sharing import restricted
from assay.store.database import Database
from assay.store.gates import Paid, attempts, paid_attempts, verdicts
from assay.store.tasks import tasks


@dataclass(frozen=True, slots=True)
class Judged:
    """All tasks with their latest verdicts, seen through the configured gates."""

    gates: tuple[str, ...]
    tasks: tuple[Task, ...]
    verdicts: tuple[Verdict, ...]
    paid: Callable[[], Mapping[str, Paid]] = dict[str, Paid]

    def funnel(self) -> list[FunnelRow]:
        """Return the funnel's rows; a call that several gates rest on counts for the first of them."""
        rows, counted, paid = funnel(self.gates, self.tasks, self.verdicts), set[tuple[str, ...]](), self.paid()
        return [self._priced(row, paid, counted) for row in rows]

    def _priced(self, row: FunnelRow, paid: Mapping[str, Paid], counted: set[tuple[str, ...]]) -> FunnelRow:
        keys = {key for verdict in self.verdicts if verdict.gate == row.gate for key in verdict.attempts}
        mine = {paid[key].kept or (key,): paid[key] for key in sorted(keys) if key in paid}
        fresh = [one for calls, one in mine.items() if calls not in counted]
        counted.update(mine)
        return replace(row, calls=sum(one.calls for one in fresh), cost=round(sum((one.cost for one in fresh), 0.0), 9))

    def survivors(self) -> list[Task]:
        """Return the tasks that every gate keeps, sorted by id."""
        return survivors(self.gates, self.tasks, self.verdicts)


def judged(database: Database, gates: tuple[str, ...]) -> Judged:
    """Return the newest revision of every task that is not retired and every gate's latest verdict on it."""
    current = tuple(tasks(database))
    names = {task.id for task in current}
    latest = tuple(ruling.verdict for ruling in verdicts(database) if ruling.verdict.task in names)
    return Judged(gates, current, latest, partial(paid_attempts, database))


def corpus(database: Database, window: int) -> Corpus:
    """Return the archive's sources, domains beside a context window, problems, kinds of artifact and restrictions."""
    ((sources,),) = database.rows("select count(*) from source")
    ((documents, tokens),) = database.rows("select count(*), coalesce(sum(tokens), 0) from document where readable")
    sizes = (sources, documents, int(tokens))
    return Corpus(*sizes, domains(database, window), problems(database), labels(database), window, restricted(database))


def domains(database: Database, window: int) -> list[DomainFacts]:
    """Return documents, tokens and kinds of source of each domain beside a context window, by name."""
    rows = database.rows(
        "select domain, count(*), sum(tokens), list_sort(list_distinct(list(source_kind))), "
        "count(*) filter (restriction <> '') from document where readable group by domain order by domain"
    )
    return [
        DomainFacts(domain, count, int(tokens), tuple(kind for kind in kinds if kind), window, held)
        for domain, count, tokens, kinds, held in rows
    ]


def conversions(database: Database) -> list[tuple[str, int]]:
    """Return how many documents were converted from each original format with each tool, most frequent first."""
    rows = database.rows(
        "select original_format, conversion_tool, count(*) as found from document where readable "
        "and (original_format <> '' or conversion_tool <> '') group by all order by found desc, 1, 2"
    )
    return [
        (f"{original or 'another format'} with {tool or 'a tool not stated'}", count) for original, tool, count in rows
    ]


def problems(database: Database) -> list[ProblemRow]:
    """Return every source with a problem, by path."""
    query = "select path, problem, detail from document where problem is not null order by path"
    return [ProblemRow(*row) for row in database.rows(query)]


def problem_counts(database: Database) -> dict[str, int]:
    """Return how many sources have each problem."""
    query = "select problem, count(*) from document where problem is not null group by problem order by problem"
    return dict(database.rows(query))


def labels(database: Database) -> list[tuple[str, int]]:
    """Return how many artifacts there are of each label, most frequent first."""
    query = "select label, count(*) as found from artifact group by label order by found desc, label"
    return [(label, count) for label, count in database.rows(query)]


def chunk_facts(database: Database, floor: float) -> ChunkFacts:
    """Return the scores of all chunks, the exclusions by name, and the number of seeds."""
    scores = [score for (score,) in database.rows("select score from chunk where score is not null order by score")]
    excluded = database.rows("select excluded, count(*) from chunk where excluded is not null group by 1 order by 1")
    ((seeds,),) = database.rows("select count(*) from seed")
    return ChunkFacts(scores, [(name, count) for name, count in excluded], floor, seeds)


def licences(database: Database) -> tuple[str, ...]:
    """Return the licences that sources state, sorted."""
    return tuple(
        name for (name,) in database.rows("select distinct licence from source where licence <> '' order by 1")
    )


def subjects(database: Database, verdicts_: tuple[Verdict, ...]) -> list[str]:
    """Return the subjects, other than programs and second readings, whose attempts verdicts rest on, sorted.

    Whoever grades a task has not tried it, nor has a model that was not reached or declined.
    """
    keys = sorted({key for verdict in verdicts_ for key in verdict.attempts})
    made = (one for one in attempts(database, keys).values() if one.ending not in NO_ANSWER)
    names = {one.probe.subject for one in made if one.probe.mode != "grade"}
    return sorted(names - {"program", "second"})
