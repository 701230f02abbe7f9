"""`baseline/lookup`: retrieves cells and sentences by their words and reads the best one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from assay.evaluation.baselines.amounts import amounts_in, converted, shown, unit_in
from assay.evaluation.baselines.asking import Asked, asked_of
from assay.evaluation.baselines.facets import facet_reply
from assay.evaluation.baselines.library import Library, Sentence, library_of, seen_through
from assay.evaluation.baselines.periods import periods
from assay.evaluation.baselines.ranking import Hit, agreed, files_of, hits, ranked, reading
from assay.evaluation.baselines.version import VERSION
from assay.evaluation.subjects import ArchiveReader, Example, Reply

NAME = "baseline/lookup"
_SURE, _CLEAR = 7.0, 0.55
_TAIL = 24
NULL_ALLOWED = re.compile(r"\bnull\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Lookup:
    """Answers with one cell, one sentence's number, or one fact about a part of a document."""

    library: Library
    name: str = NAME
    version: int = VERSION

    def answer(self, question: str, form: str, view: ArchiveReader, sample: int = 0) -> Reply:
        """Return the best cell or sentence for a question."""
        return look_up(question, form, seen_through(self.library, view))


def make_lookup(archive: ArchiveReader, examples: Sequence[Example]) -> Lookup:
    """Return the subject for an archive; other tasks teach it nothing."""
    return Lookup(library_of(archive))


def look_up(question: str, form: str, library: Library) -> Reply:
    """Return what one cell or one sentence says to a question."""
    asked = asked_of(question, form, library)
    fact = facet_reply(asked, library)
    if fact is not None:
        return fact
    cell = best_cell(asked, library)
    if cell is not None and cell.score >= _SURE:
        return replied(cell, asked)
    said = _best_sentence(asked, library) if asked.numeric else None
    if said is not None:
        return said
    if NULL_ALLOWED.search(question):
        return Reply("null", ("found no cell and no sentence that names all that is asked",))
    return replied(cell, asked) if cell is not None else Reply(None, ("found nothing that shares a word",))


def best_cell(asked: Asked, library: Library) -> Hit | None:
    """Return the cell that fits a question best; words are asked of columns of words."""
    ranking = ranked(asked, library, asked.numeric) or ranked(asked, library, True)
    return agreed(hits(asked, ranking), asked)


def replied(hit: Hit, asked: Asked) -> Reply:
    """Return the reply that a cell gives."""
    return Reply(reading(hit, asked), (hit.told,), files_of([hit]))


def _best_sentence(asked: Asked, library: Library) -> Reply | None:
    """Return the number of the sentence that holds most of a question's rare words, None where none holds enough."""
    best: tuple[float, Sentence, Fraction] | None = None
    whole = sum(library.rarity.get(word, 0.0) for word in asked.words) or 1.0
    for sentence in library.sentences:
        shared = sum(library.rarity.get(word, 0.0) for word in sentence.words & asked.words) / whole
        if shared >= _CLEAR and (best is None or shared > best[0]):
            value = _number(sentence.text, asked)
            best = (shared, sentence, value) if value is not None else best
    if best is None:
        return None
    _, sentence, value = best
    told = f"read {sentence.artifact} of {sentence.path}: {sentence.text}"
    return Reply(shown(value, asked.spec), (told,), (sentence.path,))


def _number(text: str, asked: Asked) -> Fraction | None:
    """Return the first number of a sentence that is no period and has the unit that is asked for."""
    spans = [(one.start, one.end) for one in periods(text)]
    for value, start, end in amounts_in(text):
        if not any(first <= start < last or start <= first < end for first, last in spans):
            unit = unit_in(text[end : end + _TAIL].split(",")[0])
            found = converted(value, unit, asked.unit)
            if found is not None:
                return found
    return None
