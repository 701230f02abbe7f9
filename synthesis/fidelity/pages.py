"""Questions on what all kinds of documents have: links, titles in their properties, outlines."""

from __future__ import annotations

import re

from assay.model.artifact import Artifact
from assay.model.canonical import canonical_json
from assay.model.task import Answer
from synthesis.fidelity.offers import Offer, Proof, Subject, flag, folded, value, worth_asking

_TITLE = "title"
# A deck or an outline of fewer entries hides nothing.
_FEWEST_ENTRIES, _MOST_ENTRIES = 2, 10


def link_words(subject: Subject, facet: Artifact) -> tuple[str, ...]:
    """Return the words of a link that is seen, wherever it leads."""
    text = value(facet, "text")
    return (text,) if text and not flag(facet, "hidden") else ()


def link(subject: Subject, facet: Artifact) -> Offer | None:
    """Return where a link leads; a link that shows its address is no question."""
    text, target = value(facet, "text"), value(facet, "target")
    if not text or not target or "://" not in target or text.count(" ") > 12 or subject.hides(facet.at):
        return None
    if target in text or re.sub(r"^\w+://", "", target) in text:
        return None
    question = f"In {subject.name}, which address does the link “{text}” lead to? Give the full URL."
    return Offer(facet, question, Answer("url", target), target, f"The link leads to {target}.")


def property_name(subject: Subject, facet: Artifact) -> tuple[str, ...]:
    """Return the name of a property."""
    return ((value(facet, "name") or "").casefold(),)


def title(subject: Subject, facet: Artifact) -> Offer | None:
    """Return the title in a document's properties, where the question does not name the document by it."""
    stated = value(facet, "value") or ""
    if (value(facet, "name") or "").casefold() != _TITLE or not worth_asking(stated):
        return None
    if stated.casefold() in subject.name.casefold():
        return None
    question = f"Which title do the document properties of {subject.name} state?"
    return Offer(facet, question, Answer("text", stated), stated, f"The properties state the title “{stated}”.")


def entry(subject: Subject, facet: Artifact) -> tuple[str, ...]:
    """Return the words of an outline's entry."""
    return (folded(facet.text),)


def entry_page(subject: Subject, facet: Artifact) -> Offer | None:
    """Return the page to which an entry of the outline leads; a document of one page has nothing to find."""
    page, text = value(facet, "page"), folded(facet.text)
    if not page or subject.document.counts.pages < 2 or not text:
        return None
    question = f"To which page does the entry “{text}” in the outline (bookmarks) of {subject.name} lead?"
    answer = Answer("number", page, kind="integer")
    return Offer(facet, question, answer, facet.text, f"The entry “{text}” leads to page {page}.")


def entries_below(subject: Subject, facet: Artifact) -> Offer | None:
    """Return the entries of the outline right below one of them, in their order."""
    level, text = int(value(facet, "level") or 0), folded(facet.text)
    below = _below(subject, facet, level)
    names = [folded(one.text) for one in below]
    if not text or not _FEWEST_ENTRIES <= len(below) <= _MOST_ENTRIES or len(set(names)) < len(names):
        return None
    question = (
        f"Which entries stand directly below “{text}” in the outline (bookmarks) of {subject.name}? "
        "Give them as a JSON array of strings, in their order."
    )
    said = f"Below “{text}” stand {', '.join(names)}."
    proofs = tuple(Proof(one, one.text) for one in below)
    return Offer(facet, question, Answer("list", canonical_json(names)), facet.text, said, others=proofs)


def _below(subject: Subject, facet: Artifact, level: int) -> list[Artifact]:
    outline = list(subject.document.of_kind("outline"))
    found: list[Artifact] = []
    for one in outline[outline.index(facet) + 1 :]:
        at = int(value(one, "level") or 0)
        if at <= level:
            break
        found += [one] if at == level + 1 else []
    return found
