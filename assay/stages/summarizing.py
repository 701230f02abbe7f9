"""Summarize: the model of the role `summariser` writes a summary and tags of each seed chunk (AGORA, appendix C).

What came of a chunk is noted under the chunk's own text: a document that is scored again, or a chunk that becomes a
seed again, has its summary back without a call. The author `agent` asks for the same and finds its replies kept.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial

from assay.agent.model import REPLIED
from assay.config import Settings
from assay.evaluation.players import players
from assay.gateway import CallFailure
from assay.model.canonical import canonical_json, digest
from assay.model.chunk import Chunk
from assay.model.errors import BudgetExhausted
from assay.stages.archive import spare_copies
from assay.stages.run import Batch, Commit, Run, Stage
from assay.stages.undecided import counted
from assay.store.chunks import Summarised, chunks, commit_summaries, summaries
from assay.store.database import Database
from assay.store.progress import commit_progress, finished
from synthesis.agent.summaries import STAGE, Summary, summarise, summary_prompt
from synthesis.agent.version import SUMMARISER

# Raise it when other summaries would come of the same replies.
_RULES = 1
_CHUNKS = 16
# The name in notes of why a reply is no summary.
_FAULT = "fault"


def summarizing(settings: Settings) -> list[Stage]:
    """Return the stage of summaries, nothing where the config names no model for them."""
    return [Summarize()] if players(settings.models, SUMMARISER) else []


def summarizing_version(settings: Settings) -> str:
    """Return what changes whenever a chunk's summary may be another one, empty where nobody writes any."""
    found = players(settings.models, SUMMARISER)
    return digest([_RULES, summary_prompt().sha, found[0].rests]) if found else ""


def is_summarised(run: Run) -> bool:
    """Return whether no seed is left without an outcome: none whose call failed."""
    return not players(run.settings.models, SUMMARISER) or not _due(run)


class Summarize:
    """Asks for a summary of each seed that has none of this model; a call that fails leaves its seed due."""

    name = STAGE
    unit = "chunks"

    def batches(self, run: Run) -> Sequence[Batch]:
        """Return the seeds that are due, some in each batch; one ledger counts all calls, so they stay here."""
        due = _due(run)
        groups = [due[start : start + _CHUNKS] for start in range(0, len(due), _CHUNKS)]
        return [
            Batch(f"chunks-{at}", len(group), partial(_summarised, run, group), here=True)
            for at, group in enumerate(groups)
        ]

    def finish(self, run: Run) -> None:
        """Put what is known of each seed beside it, and tell what stays due."""
        seeds, known = _seeds(run.store), finished(run.store, STAGE, summarizing_version(run.settings))
        told = {chunk.name: _told(known[item]) for chunk in seeds if (item := _item(chunk)) in known}
        commit_summaries(run.store, told)
        if unfit := _unfit(seeds, known):
            run.sentences.append(unfit_sentence(len(summaries(run.store)), len(seeds), unfit))
        if left := len(seeds) - len(told):
            run.sentences.append(f"summarize: {left} seeds have no summary yet, run the command again")


def unfit_replies(database: Database, settings: Settings) -> dict[str, int]:
    """Return how many seeds have a reply that is no summary, by what is wrong with it."""
    known = finished(database, STAGE, summarizing_version(settings))
    return _unfit(_seeds(database), known) if known else {}


def unfit_sentence(summarised: int, seeds: int, unfit: Mapping[str, int]) -> str:
    """Return how many of the seeds have a summary, and how many replies are none."""
    count = sum(unfit.values())
    return (
        f"summaries: {summarised} of {seeds} seeds; {count} {'reply' if count == 1 else 'replies'} did not fit "
        f"({counted(unfit)})"
    )


def _seeds(database: Database) -> list[Chunk]:
    """Return the seeds that somebody starts from: none of a document that is another one's copy."""
    spare = spare_copies(database)
    return [one.chunk for one in chunks(database, seeds=True) if one.chunk.path not in spare]


def _due(run: Run) -> list[Chunk]:
    known = finished(run.store, STAGE, summarizing_version(run.settings))
    return [chunk for chunk in _seeds(run.store) if _item(chunk) not in known]


def _unfit(seeds: Sequence[Chunk], known: Mapping[str, str]) -> dict[str, int]:
    notes = (json.loads(known[item]) for seed in seeds if (item := _item(seed)) in known)
    return dict(Counter(note.get(_FAULT, "schema") for note in notes if "summary" not in note))


def _item(chunk: Chunk) -> str:
    return digest([chunk.path, chunk.shown])


def _summarised(run: Run, group: Sequence[Chunk]) -> Commit:
    if run.gateway is None:
        raise TypeError("summaries need the gateway of the run")
    found, stopped = dict[str, str](), None
    with ThreadPoolExecutor(len(group), STAGE) as pool:
        futures = [(chunk, pool.submit(summarise, run.gateway, SUMMARISER, chunk)) for chunk in group]
    for chunk, future in futures:
        try:
            found |= _noted(chunk, future)
        except BudgetExhausted as error:
            stopped = error
    return partial(_commit, run, found, stopped)


def _noted(chunk: Chunk, future: Future[Summary | CallFailure]) -> Mapping[str, str]:
    """Return what is noted of a chunk, by its item; nothing where no reply came."""
    summary = future.result()
    if isinstance(summary, Summary):
        return {_item(chunk): canonical_json({"summary": summary.body, "tags": list(summary.tags)})}
    return {_item(chunk): canonical_json({_FAULT: summary.fault})} if summary.fault in REPLIED else {}


def _told(note: str) -> Summarised:
    body = json.loads(note)
    return Summarised(body.get("summary"), body.get("tags"))


def _commit(run: Run, found: Mapping[str, str], stopped: BudgetExhausted | None) -> None:
    """Keep what came before the budget was used up."""
    commit_progress(run.store, STAGE, summarizing_version(run.settings), found)
    if stopped is not None:
        raise stopped
