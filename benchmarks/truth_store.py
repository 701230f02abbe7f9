"""What a run's store says of its candidates: how many were released, and why the others were dropped."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import duckdb

_CANDIDATES = """
select template, answer_type = 'null' as absent, task.id in (select id from released_now) as released,
    dropped.gate || ': ' || dropped.cause
from newest_task as task
left join (
    select task, revision, min_by(gate, ordinal) as gate, min_by(cause, ordinal) as cause
    from latest_verdict where decision = 'drop' group by all
) as dropped on dropped.task = task.id and dropped.revision = task.revision
"""


@dataclass(slots=True)
class Survival:
    """Candidates, released ones and causes of drops, by operator."""

    candidates: Counter[str] = field(default_factory=Counter[str])
    released: Counter[str] = field(default_factory=Counter[str])
    causes: dict[str, Counter[str]] = field(default_factory=dict[str, Counter[str]])

    def add(self, operator: str, cause: str | None, *, released: bool) -> None:
        """Count a candidate."""
        self.candidates[operator] += 1
        self.released[operator] += released
        if not released:
            self.causes.setdefault(operator, Counter())[cause or "undecided"] += 1

    def merge(self, other: Survival) -> None:
        """Add the counts of another run."""
        self.candidates.update(other.candidates)
        self.released.update(other.released)
        for operator, causes in other.causes.items():
            self.causes.setdefault(operator, Counter()).update(causes)


def operator_of(template: str, *, absent: bool = False) -> str:
    """Return the operator of a template: its family, for formatting with its kind; questions without answer are apart.

    Such questions bear the templates of those that have one.
    """
    family, _, rest = template.partition("/")
    if absent:
        return f"absence/{family}"
    return f"{family}/{rest.split('/')[0]}" if family == "fidelity" else family


def survival(out: Path) -> Survival:
    """Return what became of the candidates of a run."""
    found = Survival()
    with duckdb.connect(str(out / "snapshot.duckdb"), read_only=True) as store:
        for template, absent, released, cause in store.execute(_CANDIDATES).fetchall():
            found.add(operator_of(template or "", absent=bool(absent)), cause, released=bool(released))
    return found
