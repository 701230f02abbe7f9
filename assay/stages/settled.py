"""Whether anything can be due at all: a run that came to its end notes what all of it rested on.

As long as that is the same, no document is scored and no gate is asked; a build over an unchanged archive takes
seconds, whatever its size.
"""

from __future__ import annotations

from assay.config import describe
from assay.model.canonical import digest
from assay.stages.run import Run
from assay.stages.scoring import scoring_version
from assay.stages.summarizing import is_summarised, summarizing_version
from assay.stages.synthesizing import is_written, synthesis_versions
from assay.store.gates import verdicts
from assay.store.meta import note, noted
from filters.registry import chosen, gate_hash, last

_SETTLED = "settled"
# Everything of the archive that a task, a verdict or a release can rest on; when a file was looked at is no part of it.
_ARCHIVE = """
    select source.* exclude (size, mtime_ns, inode, marker, changed), extraction, markdown, problem, scored
    from source left join reading on reading.source = source.key order by key
"""
_COUNTS = """
    select (select count(*) from task), (select count(*) from retired), (select coalesce(max(ordinal), 0) from verdict),
    (select coalesce(max(number), 0) from release), (select count(*) from inbox)
"""


def is_settled(run: Run) -> bool:
    """Return whether all is as at the end of the last run, its files included."""
    out = run.store.out
    state = noted(run.store, _SETTLED)
    whole = out.report.is_file() and (out.release.is_dir() or not run.store.rows("select number from release limit 1"))
    return bool(state) and whole and state == _state(run)


def note_settled(run: Run) -> None:
    """Note what this run rested on, unless a gate, an author or a summariser has to be asked again."""
    gates = {gate.name for gate in chosen(run.settings)}
    decided = all(one.verdict.decision != "undecided" for one in verdicts(run.store) if one.verdict.gate in gates)
    whole = decided and is_written(run) and is_summarised(run)
    note(run.store, {_SETTLED: _state(run) if whole else ""})


def _state(run: Run) -> str:
    settings = run.settings
    gates = [gate_hash(gate) for gate in (*chosen(settings), *last(settings))]
    archive = [[*row] for row in run.store.rows(_ARCHIVE)]
    rules = [
        dict(describe(settings)),
        scoring_version(settings),
        summarizing_version(settings),
        list(synthesis_versions(run)),
    ]
    return digest([gates, rules, archive, list(run.store.rows(_COUNTS)[0])])
