"""What the report tells of a run beside its figures, from the store alone, so that every command tells the same."""

from __future__ import annotations

import json
from collections.abc import Sequence

from assay.model.canonical import canonical_json
from assay.stages.figures import judged
from assay.stages.settings import stored_doubts
from assay.stages.sharing import kept_back_sentence, shared, withheld_now
from assay.stages.terms import doubt_sentences
from assay.stages.undecided import undecided_sentences
from assay.store.database import Database
from assay.store.progress import commit_progress, finished
from assay.store.store import Store

_STAGE, _ITEM = "notes", "synthesize"


def keep_synthesis_notes(store: Store, sentences: Sequence[str]) -> None:
    """Keep what kept the authors from more, in place of what did."""
    commit_progress(store, _STAGE, "", {_ITEM: canonical_json(list(sentences))})


def notes(database: Database, gates: tuple[str, ...]) -> tuple[str, ...]:
    """Return the sentences: open tasks, doubts about SOURCES.csv, what kept the authors from more, tasks kept back."""
    now = judged(database, gates)
    found = [*undecided_sentences(database, now), *doubt_sentences(stored_doubts(database))]
    found += json.loads(finished(database, _STAGE, "").get(_ITEM, "[]"))
    kept_back = shared(now.survivors(), withheld_now(database)).kept_back
    return (*found, kept_back_sentence(kept_back)) if kept_back else tuple(found)
