"""Synthesize: each author writes candidate tasks for each domain, from the domain's seeds.

Over an archive that changed, under the same rules, what stands is not written anew: each standing task is held against
the change, and the author fills the room that is left.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from assay.collection import collection_path
from assay.evaluation.players import players
from assay.model.canonical import canonical_json, digest, digest_bytes
from assay.model.chunk import Chunk
from assay.model.errors import ConfigError
from assay.refresh.authored import Authored, authored, tasks_of
from assay.stages.archive import context_of, spare_copies
from assay.stages.notes import keep_synthesis_notes
from assay.stages.run import Batch, Commit, Run
from assay.stages.undecided import counted
from assay.store.chunks import chunks
from assay.store.fates import commit_fates
from assay.store.progress import TraceEntry, commit_progress, commit_traces, finished
from assay.store.tasks import commit_tasks, commit_written, keep_tasks, move_tasks
from synthesis.agent.version import NAME, ROLES, prompts_digest
from synthesis.authors import AUTHORS, Commission, Written
from synthesis.candidates import FileAuthor

# Raise it when an author would write other tasks from the same archive, so that domains are written again.
_RULES = 7
_STAGE = "synthesize"
# By which rules each author wrote last.
_LAST = "synthesize by"
# An author that reads candidates from a file takes all domains at once.
_EVERY = "*"
# The names in notes of what the author that asks models could not do, and of the seeds that brought no question.
_UNDONE, _BARREN = "undone", "barren"


@dataclass(frozen=True, slots=True)
class _Work:
    author: str
    domain: str

    @property
    def item(self) -> str:
        return f"{self.author}/{self.domain}"

    @property
    def is_here(self) -> bool:
        """Whether it stays in this process: a file of candidates lies here, and calls to models are counted here."""
        return self.domain == _EVERY or self.author == NAME

    def takes(self, domain: str) -> bool:
        """Return whether a domain is part of the work."""
        return self.domain in (_EVERY, domain)


class Synthesize:
    """Commissions the configured authors; only the tasks of the newest commissions go on to the gates."""

    name = _STAGE
    unit = "domains"

    def batches(self, run: Run) -> Sequence[Batch]:
        """Return one batch for each author and domain that is due."""
        due = [work for work in _works(run) if _is_due(_note(run, work))]
        return [Batch(work.item, 1, partial(_write, run, work), here=work.is_here) for work in due]

    def finish(self, run: Run) -> None:
        """Retire what authors did not write this time; tell what kept them from more, also in an earlier run."""
        notes = {work.item: _note(run, work) or {} for work in _works(run)}
        keep_tasks(run.store, {task for note in notes.values() for task in note["tasks"]})
        told: list[str] = []
        for item, note in sorted(notes.items()):
            told.extend(note["missing_joins"])
            if note["faults"]:
                told.append(f"{item}: {len(note['faults'])} proposals came to nothing; first: {note['faults'][0]}")
            if barren := note.get(_BARREN):
                told.append(f"{item}: {_barren_told(barren)}")
            if undone := note.get(_UNDONE):
                told.append(f"{item}: {len(undone)} seeds stay due, run the command again; first: {undone[0]}")
        keep_synthesis_notes(run.store, told)
        run.sentences.extend(told)


def _barren_told(barren: Mapping[str, int]) -> str:
    count = sum(barren.values())
    return f"{count} {'seed' if count == 1 else 'seeds'} brought no question ({counted(barren)})"


def is_written(run: Run) -> bool:
    """Return whether every author came to the end of its work: no seed is due because a call failed."""
    return not any(_is_due(_note(run, work)) for work in _works(run))


def undone_seeds(run: Run) -> dict[str, int]:
    """Return how many seeds of each domain are still due with the author that asks models."""
    notes = {work.domain: _note(run, work) or {} for work in _works(run) if work.author == NAME}
    return {domain: len(note[_UNDONE]) for domain, note in notes.items() if note.get(_UNDONE)}


def synthesis_versions(run: Run) -> list[str]:
    """Return what changes whenever an author would write other tasks, for each author and domain."""
    return [_version(run, work) for work in _works(run)]


def _rules(run: Run, work: _Work) -> str:
    """Return what changes whenever an author would write other tasks from the same archive."""
    settings = run.settings.synthesis.model_dump(mode="json", exclude={"candidates", "agent"})
    named = [_RULES, run.settings.seed, settings, None if work.author in AUTHORS else _candidates(run)]
    return digest([*named, *_models(run)] if work.author == NAME else named)


def _models(run: Run) -> list[Any]:
    """Return what the model's work rests on: who plays in it and how; prompts are told in its version."""
    playing = [players(run.settings.models, role) for role in ROLES]
    rests = [one.rests for held in playing for one in held]
    return [run.settings.synthesis.agent.model_dump(mode="json"), rests, prompts_digest()]


def _note(run: Run, work: _Work) -> dict[str, Any] | None:
    """Return what was noted of a work, None where it was not done over what there is now."""
    found = finished(run.store, _STAGE, _version(run, work)).get(work.item)
    return json.loads(found) if found is not None else None


def _is_due(note: Mapping[str, Any] | None) -> bool:
    return note is None or bool(note.get(_UNDONE))


def _version(run: Run, work: _Work) -> str:
    """Return what changes whenever an author would write other tasks: its rules, its domain's documents and seeds."""
    everything = run.store.rows("select domain, path, extraction from document where readable order by path")
    seeds = run.store.rows("select domain, name from seed order by name")
    read = [list(row) for row in everything if work.takes(row[0])]
    names = [name for domain, name in seeds if work.takes(domain)]
    # a question names its domain where there are others
    return digest([_rules(run, work), read, names, len(read) < len(everything)])


def _candidates(run: Run) -> str | None:
    file = run.settings.synthesis.candidates
    try:
        return digest_bytes(file.read_bytes()) if file is not None else None
    except OSError as error:
        raise ConfigError(f"synthesis.candidates: {file}: {error.strerror or error}.") from None


def _works(run: Run) -> Iterator[_Work]:
    names = _domains(run)
    for author in run.settings.synthesis.authors:
        yield from (_Work(author, domain) for domain in (names if author in AUTHORS else [_EVERY]))


def _domains(run: Run) -> list[str]:
    return [name for (name,) in run.store.rows("select distinct domain from document where readable order by 1")]


def _seeds(run: Run, domain: str, spare: Collection[str]) -> tuple[Chunk, ...]:
    held = chunks(run.store, seeds=True)
    mine = [one for one in held if one.chunk.domain == domain and one.chunk.path not in spare]
    mine.sort(key=lambda one: (-(one.score.score or 0.0), one.chunk.path, one.chunk.index))
    return tuple(one.chunk for one in mine)


def _paths(run: Run, domain: str, spare: Collection[str]) -> tuple[str, ...]:
    """Return the domain's documents whose place in the collection is the plain one that programs name.

    A name that clashes with another where case does not count has a marked place, and no task is made from it; nor is
    one from a copy.
    """
    query = "select path, collection from document where readable and domain = $1 order by path"
    rows = run.store.rows(query, domain)
    return tuple(path for path, place in rows if place == collection_path(domain, path) and path not in spare)


def _write(run: Run, work: _Work) -> Commit:
    version, every = _version(run, work), work.domain == _EVERY
    spare = spare_copies(run.store)
    written = _from_file(run) if every else _commissioned(run, work, spare)
    begun = _note(run, work)
    if begun is not None or finished(run.store, _LAST, "").get(work.item) != _rules(run, work):
        # where it goes on over the same archive, what was written before stands as it is
        return partial(_commit, run, version, work, written, None, begun["tasks"] if begun else ())
    mine = tasks_of(run, work.author, None if every else work.domain)
    paths = [path for domain in (_domains(run) if every else [work.domain]) for path in _paths(run, domain, spare)]
    found = authored(run, mine, written.tasks, paths, None if every else run.settings.synthesis.per_domain)
    return partial(_commit, run, version, work, written, found)


def _from_file(run: Run) -> Written:
    candidates = run.settings.synthesis.candidates
    if candidates is None:
        raise ConfigError("synthesis.authors names `file`; name the file of candidates in synthesis.candidates.")
    return FileAuthor(candidates).write(context_of(run.store))


def _commissioned(run: Run, work: _Work, spare: Collection[str]) -> Written:
    by_model = work.author == NAME
    commission = Commission(
        domain=work.domain,
        seeds=_seeds(run, work.domain, spare),
        context=context_of(run.store, without=spare),
        paths=_paths(run, work.domain, spare),
        archive=run.store.out.archive,
        sandbox=run.sandbox,
        limits=run.sandbox_limits,
        traces=run.store.out.traces,
        seed=run.settings.seed,
        most=run.settings.synthesis.per_domain,
        gateway=run.gateway if by_model else None,
        agent=run.settings.synthesis.agent,
    )
    return AUTHORS[work.author]().write(commission)


def _commit(
    run: Run, version: str, work: _Work, written: Written, found: Authored | None, before: Sequence[str] = ()
) -> None:  # fmt: skip
    fresh = found.fresh if found else written.tasks
    stand = [*found.kept, *(task.id for task in found.revised)] if found else before
    undone = [*written.undone, *([str(written.stopped)] if written.stopped else [])]
    note = canonical_json(
        {
            "tasks": sorted({*stand, *(task.id for task in fresh)}),
            "yields": dict(written.yields),
            "missing_joins": list(written.missing_joins),
            "faults": list(written.faults),
            **({_UNDONE: undone} if undone else {}),
            **({_BARREN: dict(written.barren)} if written.barren else {}),
        }
    )
    entries = [TraceEntry(sha, _STAGE, work.item, "finished", 0) for sha in written.traces]
    with run.store.transaction():
        commit_written(run.store, fresh)
        if found:
            commit_tasks(run.store, found.revised)
            move_tasks(run.store, found.moved)
            commit_fates(run.store, found.fates)
        commit_traces(run.store, entries)
        commit_progress(run.store, _STAGE, version, {work.item: note})
        commit_progress(run.store, _LAST, "", {work.item: _rules(run, work)})
    if written.stopped:
        raise written.stopped
