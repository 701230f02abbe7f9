"""Release: the tasks that every gate keeps are frozen with card, metadata and grader, unless nothing changed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial

from assay.evaluation.single_file import single_file
from assay.export.card import card
from assay.export.changes import changes, requoted
from assay.export.croissant import croissant
from assay.export.facts import ReleaseFacts
from assay.export.tasks import canary_of, task_lines
from assay.export.withholding import without_texts
from assay.model.canonical import digest_bytes
from assay.model.task import Task
from assay.refresh.telling import gate_notes, reasons
from assay.refresh.telling import restricted as restricted_tasks
from assay.stages.addresses import name_of
from assay.stages.figures import conversions, domains, judged, licences, problem_counts, subjects
from assay.stages.grading import quality_of
from assay.stages.newest import Newest, newest_release
from assay.stages.run import Batch, Run
from assay.stages.sharing import (
    Shared,
    kept_back_sentence,
    restricted,
    same_terms,
    shared,
    terms_file,
    withheld_now,
    withheld_since,
    withheld_then,
)
from assay.stages.terms import SOURCES
from assay.stages.undecided import awaited
from assay.store.gates import keep_gate_hashes
from assay.store.parquet import parquet_of
from assay.store.releases import Released, freeze, next_release, point_to
from filters.registry import chosen as chosen_gates
from filters.registry import chosen_names, gate_hash

TASKS = "tasks.jsonl"


class Release:
    """Freezes the surviving tasks as the next release."""

    name = "release"
    unit = "tasks"

    def batches(self, run: Run) -> Sequence[Batch]:
        """Return one batch where tasks survive and differ from the newest release, or stand on another collection.

        While tasks of the newest release wait for a model that is not reached it stays, unless its terms are others.
        """
        found, newest = judged(run.store, chosen_names(run.settings)), newest_release(run.store)
        chosen = shared(found.survivors(), withheld_now(run.store))
        if chosen.kept_back:
            run.sentences.append(kept_back_sentence(chosen.kept_back))
        if newest is not None and awaited(found, newest) and same_terms(run.store, newest.number):
            return []
        if not chosen.written or (newest is not None and newest.same(run.store, _released(chosen.written))):
            return []
        return [Batch("release", len(chosen.written), lambda: partial(_freeze, run, chosen, newest), here=True)]

    def finish(self, run: Run) -> None:
        """Make OUT/release lead to the newest release."""
        newest = newest_release(run.store)
        if newest is not None:
            point_to(run.store.out, newest.number)


def _freeze(run: Run, chosen: Shared, newest: Newest | None) -> None:
    number = next_release(run.store)
    gates = chosen_gates(run.settings)
    keep_gate_hashes(run.store, number, {gate.name: gate_hash(gate) for gate in gates})
    freeze(run.store, _released(chosen.written), _files(run, number, chosen, newest))


def _released(tasks: Sequence[Task]) -> list[Released]:
    return [Released(one.id, one.revision) for one in tasks]


def _changes(run: Run, number: int, chosen: Shared, newest: Newest | None) -> str:
    if newest is None:
        return changes(number, [], chosen.given)
    before = shared(newest.records(run.store), withheld_then(run.store, newest.number)).given
    why = reasons(run.store, newest.number, before, run.settings)
    why |= restricted_tasks(run.store, chosen.held, requoted(before, chosen.given), why)
    page = changes(number, before, chosen.given, why, gate_notes(run.store, newest.number, run.settings))
    cited = {evidence.path for task in (*before, *chosen.given) for evidence in task.evidence}
    held = withheld_since(run.store, newest.number)
    return without_texts(page, [one for one in held if one.path in cited or one.path in page])


def _files(run: Run, number: int, chosen: Shared, newest: Newest | None) -> dict[str, bytes]:
    lines = task_lines(chosen.given, release=number)
    facts = _facts(run, number, chosen)
    files = {
        TASKS: "".join(f"{line}\n" for line in lines).encode(),
        "tasks.parquet": parquet_of(run.store.out, lines),
        "grade.py": single_file().encode(),
        "CHANGES.md": _changes(run, number, chosen, newest).encode(),
        "README.md": card(facts, chosen.given, canary_of(chosen.given)).encode(),
        SOURCES: terms_file(run.store).encode(),
    }
    shas = {name: digest_bytes(data) for name, data in files.items()}
    return {**files, "croissant.json": croissant(facts, shas).encode()}


def _facts(run: Run, number: int, chosen: Shared) -> ReleaseFacts:
    found = judged(run.store, chosen_names(run.settings))
    quality = quality_of(run.store, chosen.given, run.settings)
    return ReleaseFacts(
        name=name_of(run.archive) if run.archive else run.store.out.root.name,
        release=number,
        published=datetime.now(UTC).date().isoformat(),
        domains=tuple(domains(run.store, run.settings.collection.context_window)),
        problems=tuple(problem_counts(run.store).items()),
        gates=found.gates,
        licences=licences(run.store),
        subjects=tuple(subjects(run.store, found.verdicts)),
        restricted=restricted(run.store),
        kept_back=len(chosen.kept_back),
        conversions=tuple(conversions(run.store)),
        quality=quality.spreads if quality else (),
        graders=quality.graders if quality else (),
    )
