"""Report: the static page of a run, written anew at its end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial

from assay.evaluation.baselines.skill import measured, sentences
from assay.export.facts import tried_by
from assay.model.gate import Verdict
from assay.report import Drop, GradeFacts, Report, report_page
from assay.stages.addresses import address_of, name_of
from assay.stages.figures import Judged, chunk_facts, corpus, judged, subjects
from assay.stages.grading import quality_of
from assay.stages.newest import newest_release
from assay.stages.notes import notes
from assay.stages.run import Batch, Run
from assay.stages.settings import stored_archive
from assay.stages.spending import spending, spending_lines
from assay.store.database import Database
from assay.store.disk import write_file
from assay.store.gates import attempts
from filters.registry import chosen_names

_DROPS = 3


class Reporting:
    """Writes OUT/report.html."""

    name = "report"
    unit = "pages"

    def batches(self, run: Run) -> Sequence[Batch]:
        """Return the one batch that renders and writes the page."""
        return [Batch("page", 1, lambda: partial(_write, run), here=True)]

    def finish(self, run: Run) -> None:
        """Nothing is left to do."""


def _write(run: Run) -> None:
    write_file(run.store.out, run.store.out.report, report_page(_report(run)).encode())


def _report(run: Run) -> Report:
    gates = chosen_names(run.settings)
    found, newest, archive = judged(run.store, gates), newest_release(run.store), stored_archive(run.store)
    tried = subjects(run.store, found.verdicts)
    return Report(
        archive=name_of(address_of(archive)) if archive else run.store.out.root.name,
        release=newest.number if newest else None,
        corpus=corpus(run.store, run.settings.collection.context_window),
        chunks=chunk_facts(run.store, run.settings.chunks.floor),
        funnel=found.funnel(),
        drops=list(_drops(run.store, found)),
        tasks=newest.records(run.store) if newest else [],
        notes=notes(run.store, gates),
        skill=sentences(measured()) if tried else (),
        tried=tried_by(tried),
        quality=_quality(run, found),
        paid=spending_lines(spending(run.store.out)),
    )


def _quality(run: Run, found: Judged) -> GradeFacts | None:
    quality = quality_of(run.store, found.tasks, run.settings)
    if quality is None:
        return None
    by_task = {task: grades.told for task, grades in quality.grades.items()}
    return GradeFacts(quality.graders, quality.sentences, by_task)


def _drops(database: Database, found: Judged) -> Iterator[Drop]:
    questions = {(one.id, one.revision): one.question for one in found.tasks}
    shown: defaultdict[str, int] = defaultdict(int)
    for verdict in found.verdicts:
        question = questions.get((verdict.task, verdict.revision))
        if verdict.decision == "drop" and question is not None and shown[verdict.gate] < _DROPS:
            shown[verdict.gate] += 1
            yield Drop(verdict.gate, verdict.cause, question, verdict.reason, tuple(_steps(database, verdict)))


def _steps(database: Database, verdict: Verdict) -> Iterator[str]:
    """Yield what each subject did and said, attempt by attempt."""
    made = attempts(database, verdict.attempts)
    for attempt in (made[key] for key in verdict.attempts if key in made):
        if attempt.probe.mode == "answer":
            said = "no answer" if attempt.answer is None else attempt.answer
            steps = "; ".join(attempt.detail.split("\n"))
            yield f"{attempt.probe.subject}: {steps}: {said} ({'right' if attempt.correct else 'wrong'})"
