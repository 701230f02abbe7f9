"""How long the gates take for a thousand tasks: `python -m benchmarks.gates ARCHIVE_OUT TASKS_OUT [--tasks N]`.

Wall seconds on two threads, with the seconds of computing in brackets: on a machine that does other work only these
say much. The documents are those of the first OUT, the tasks those of the second, repeated under other ids; both are
of archives of which the first holds all files that the tasks cite, such as two of one seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path

import click

from assay.config import Filters, Settings
from assay.evaluation.asking import Seats
from assay.evaluation.runner import Runner
from assay.model.gate import SetGate
from assay.model.task import Task
from assay.sandbox import Limits, open_sandbox
from assay.stages.archive import context_of
from assay.store.snapshot import Snapshot
from assay.store.tasks import tasks
from benchmarks.spent import Spent, spent
from filters.registry import AnyGate, chosen

_WORKERS = 2
# as many as the stage of a gate decides side by side
_BATCH = 16


@click.command()
@click.argument("archive", type=click.Path(path_type=Path))
@click.argument("source", type=click.Path(path_type=Path))
@click.option("--tasks", "count", default=1000, show_default=True)
@click.option("--gate", "names", multiple=True, help="Only these gates.")
def main(archive: Path, source: Path, count: int, names: Sequence[str]) -> None:
    """Print the seconds of each gate for a quarter, a half and all of the tasks; making ready is told apart."""
    with Snapshot.open(source) as snapshot:
        found = tasks(snapshot)
    with Snapshot.open(archive) as snapshot:
        runner = Runner(context_of(snapshot), open_sandbox(), Limits(seconds=30.0), Seats(found))
        for path in runner.context.paths():
            runner.context.document(path)
        parts = (count // 4, count // 2, count)
        click.echo(f"{len(runner.context.paths())} documents; tasks: {', '.join(map(str, parts))}")
        whole = dict[str, Spent]()
        for gate in chosen(Settings(filters=Filters(gates=tuple(names) or None))):
            ready = judging(runner, gate, domains_once(found))
            spans = [judging(runner, gate, repeated(found, part)) for part in parts]
            whole[gate.name] = ready + spans[-1]
            click.echo(f"{gate.name}: {', '.join(map(shown, spans))}; ready in {shown(ready)}")
    apart = whole.pop("verification", Spent())
    click.echo(f"{count} tasks: verification {shown(apart)}, all other gates {shown(sum(whole.values(), Spent()))}")


def shown(found: Spent) -> str:
    """Return wall seconds, and seconds of computing in brackets."""
    return f"{found.wall:.1f} s ({found.processor:.1f})"


def domains_once(found: Iterable[Task]) -> list[Task]:
    """Return one task of each domain: what they make ready is made once."""
    return list({task.domain: task for task in found}.values())


def repeated(found: Sequence[Task], count: int) -> list[Task]:
    """Return so many tasks, each under an id of its own."""
    return [replace(task, id=f"{task.id}-{at}") for at, task in enumerate(islice(cycle(found), count))]


def judging(runner: Runner, gate: AnyGate, asked: Sequence[Task]) -> Spent:
    """Return what a gate takes for these tasks, as many at once as there are cores."""

    def judge() -> None:
        if isinstance(gate, SetGate):
            gate.verdicts(asked, runner.context)
            return
        batches = [asked[start : start + _BATCH] for start in range(0, len(asked), _BATCH)]
        with ThreadPoolExecutor(_WORKERS) as pool:
            list(pool.map(lambda batch: list(runner.decide_each(gate, batch, {})), batches))

    return spent(judge)[1]


if __name__ == "__main__":
    main()
