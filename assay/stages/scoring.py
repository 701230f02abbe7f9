"""Score: documents are cut into chunks with density features and scores, then each domain's seeds are chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from assay.config import Settings
from assay.model.canonical import digest
from assay.model.chunk import ScoredChunk
from assay.stages.looking import scored_chunks
from assay.stages.run import Batch, Commit, Run
from assay.store.chunks import chunks, commit_chunks, commit_seeds, due_chunks
from assay.store.documents import documents
from filters.density import select_seeds

# Raise it when chunks, features or the formula change, so that documents are scored again.
_RULES = 2
_DOCUMENTS = 16


def scoring_version(settings: Settings) -> str:
    """Return what names the rules that cut and scored a document."""
    return digest([_RULES, settings.chunks.chars])


class Score:
    """Scores documents that are new or changed; no model is asked before seeds are chosen (AGORA, appendix B)."""

    name = "score"
    unit = "documents"

    def batches(self, run: Run) -> Sequence[Batch]:
        """Return the documents without chunks of these rules, a few in each batch."""
        due = due_chunks(run.store, scoring_version(run.settings))
        groups = [due[start : start + _DOCUMENTS] for start in range(0, len(due), _DOCUMENTS)]
        return [Batch(f"documents-{at}", len(group), partial(_score, run, group)) for at, group in enumerate(groups)]

    def finish(self, run: Run) -> None:
        """Choose the seeds of each domain anew."""
        settings = run.settings.chunks
        marked = select_seeds(
            _without_text(chunks(run.store)), floor=settings.floor, per_domain=settings.seeds_per_domain
        )
        commit_seeds(run.store, [one.chunk.name for one in marked if one.seed])


def _score(run: Run, paths: Sequence[str]) -> Commit:
    scored = {document.source: scored_chunks(document, run.settings.chunks) for document in documents(run.store, paths)}
    return partial(commit_chunks, run.store, scoring_version(run.settings), scored)


def _without_text(scored: Iterator[ScoredChunk]) -> Iterator[ScoredChunk]:
    # choosing seeds needs no texts, and an archive's chunks together are as large as the archive
    for one in scored:
        yield replace(one, chunk=replace(one.chunk, text="", keys=()))
