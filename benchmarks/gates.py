"""How long the gates take for a thousand tasks: `python -m benchmarks.gates ARCHIVE_OUT TASKS_OUT [--tasks N]`.

The documents are those of the first OUT, the tasks those of the second, repeated under other ids; both are of archives
of which the first holds all files that the tasks cite, such as two of one seed.
"""

from __future__ import annotations

import time
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
from filters.registry import AnyGate, chosen

_WORKERS = 2


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
        click.echo(f"{len(runner.context.paths())} documents, {count} tasks")
        for gate in chosen(Settings(filters=Filters(gates=tuple(names) or None))):
            ready = seconds(runner, gate, domains_once(found))
            spans = [seconds(runner, gate, repeated(found, part)) for part in (count // 4, count // 2, count)]
            told = ", ".join(f"{span:.1f}" for span in spans)
            click.echo(f"{gate.name}: {told} s for {count // 4}, {count // 2}, {count} tasks; ready in {ready:.1f} s")


def domains_once(found: Iterable[Task]) -> list[Task]:
    """Return one task of each domain: what they make ready is made once."""
    return list({task.domain: task for task in found}.values())


def repeated(found: Sequence[Task], count: int) -> list[Task]:
    """Return so many tasks, each under an id of its own."""
    return [replace(task, id=f"{task.id}-{at}") for at, task in enumerate(islice(cycle(found), count))]


def seconds(runner: Runner, gate: AnyGate, asked: Sequence[Task]) -> float:
    """Return how long a gate takes for these tasks, as many at once as there are cores."""
    started = time.monotonic()
    if isinstance(gate, SetGate):
        gate.verdicts(asked, runner.context)
    else:
        with ThreadPoolExecutor(_WORKERS) as pool:
            list(pool.map(lambda task: runner.decide(gate, task, {}), asked))
    return time.monotonic() - started


if __name__ == "__main__":
    main()
