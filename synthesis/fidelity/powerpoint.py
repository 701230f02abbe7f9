"""Questions on presentations: speaker notes, hidden slides, fills of shapes and of cells."""

from __future__ import annotations

import re
from dataclasses import replace

from assay.model.artifact import Artifact, Text
from assay.model.grid import Grid
from assay.model.task import Answer
from synthesis.fidelity.offers import Offer, Proof, Subject, folded, value, worth_asking

_COLOUR = re.compile(r"[0-9A-F]{6}")


def slide_of(subject: Subject, facet: Artifact) -> tuple[str, ...]:
    """Return the slide that a facet belongs to."""
    return (f"slide {facet.at.slide}",)


def note(subject: Subject, facet: Artifact) -> Offer | None:
    """Return what the speaker notes of a slide say."""
    text, at = folded(facet.text), facet.at
    if not worth_asking(facet.text) or at.slide is None or subject.hides(at):
        return None
    question = f"What do the speaker notes of slide {at.slide} of {subject.name} say? Give their full text."
    return Offer(facet, question, Answer("text", text), facet.text, f"The notes say “{text}”.")


def hidden(subject: Subject, facet: Artifact) -> tuple[str, ...]:
    """Return that a slide is hidden; shapes that are hidden are another thing."""
    return ("hidden",) if facet.at.shape is None else ()


def hidden_number(subject: Subject, facet: Artifact) -> Offer | None:
    """Return the number of the one hidden slide of a deck."""
    number = facet.at.slide
    if number is None or facet.at.shape is not None:
        return None
    question = f"Which slide of {subject.name} is hidden? Give its number, counted from 1."
    answer = Answer("number", str(number), kind="integer")
    return Offer(facet, question, answer, facet.text, f"Slide {number} is hidden.")


def hidden_title(subject: Subject, facet: Artifact) -> Offer | None:
    """Return the title of the one hidden slide of a deck."""
    title = _title(subject, facet.at.slide)
    if title is None or facet.at.shape is not None or not worth_asking(title.text):
        return None
    text = folded(title.text)
    question = f"Which title does the hidden slide of {subject.name} have?"
    said = f"The hidden slide has the title “{text}”."
    return Offer(facet, question, Answer("text", text), facet.text, said, others=(Proof(title, title.text),))


def cell(subject: Subject, facet: Artifact) -> tuple[str, ...]:
    """Return the cells that a fill covers, with the words of the first and their slide."""
    return (f"{_words(subject, facet)} on slide {facet.at.slide}",) if _grid(subject, facet) else ()


def cell_colour(subject: Subject, facet: Artifact) -> Offer | None:
    """Return the fill of one cell of a slide's table."""
    colour, words = _single(facet), _words(subject, facet)
    if colour is None or words is None or subject.hides(facet.at):
        return None
    question = (
        f"Which fill colour does the cell “{words}” of the table on slide {facet.at.slide} of {subject.name} have? "
        "Give the six-digit RGB hex code."
    )
    said = f"The cell “{words}” is filled with {colour}."
    return Offer(facet, question, Answer("color", colour), colour, said, "visual")


def fill(subject: Subject, facet: Artifact) -> tuple[str, ...]:
    """Return the colour of a fill and its slide."""
    return (f"{value(facet, 'fill')} on slide {facet.at.slide}",)


def coloured_cell(subject: Subject, facet: Artifact) -> Offer | None:
    """Return the words of the one cell of a slide's table that has a fill of its own."""
    colour, words, grid = _single(facet), _words(subject, facet), _grid(subject, facet)
    if colour is None or words is None or grid is None or subject.hides(facet.at):
        return None
    question = (
        f"In the table on slide {facet.at.slide} of {subject.name}, one cell is filled with the colour {colour}. "
        "What does this cell say?"
    )
    proof = Proof(grid, words, replace(grid.at, row=facet.at.row, column=facet.at.column))
    said = f"The cell filled with {colour} says “{words}”."
    return Offer(facet, question, Answer("text", words), colour, said, "visual", None, (proof,))


def shape(subject: Subject, facet: Artifact) -> tuple[str, ...]:
    """Return the words of a shape and its slide."""
    words = _shape_text(subject, facet)
    return (f"{folded(words.text)} on slide {facet.at.slide}",) if words is not None else ()


def shape_colour(subject: Subject, facet: Artifact) -> Offer | None:
    """Return the fill of a shape that says something."""
    colour, words = value(facet, "fill"), _shape_text(subject, facet)
    if not _COLOUR.fullmatch(colour or "") or words is None or subject.hides(facet.at) or not worth_asking(words.text):
        return None
    question = (
        f"Which fill colour does the shape that says “{folded(words.text)}” on slide {facet.at.slide} of "
        f"{subject.name} have? Give the six-digit RGB hex code."
    )
    said = f"The shape is filled with {colour}."
    return Offer(facet, question, Answer("color", colour or ""), colour or "", said, "visual")


def shape_words(subject: Subject, facet: Artifact) -> Offer | None:
    """Return what the one shape of a slide with a fill says."""
    colour, words = value(facet, "fill"), _shape_text(subject, facet)
    if not _COLOUR.fullmatch(colour or "") or words is None or subject.hides(facet.at) or not worth_asking(words.text):
        return None
    text = folded(words.text)
    question = f"What does the shape filled with the colour {colour} on slide {facet.at.slide} of {subject.name} say?"
    said = f"The shape says “{text}”."
    proofs = (Proof(words, words.text),)
    return Offer(facet, question, Answer("text", text), colour or "", said, "visual", None, proofs)


def _title(subject: Subject, slide: int | None) -> Artifact | None:
    titles = [
        one
        for one in subject.document.artifacts
        if one.at.slide == slide and isinstance(one.payload, Text) and one.payload.role == "heading"
    ]
    return titles[0] if len(titles) == 1 and slide is not None else None


def _single(facet: Artifact) -> str | None:
    """The colour of a fill that covers one cell."""
    colour = value(facet, "fill") or ""
    alone = value(facet, "rows") == value(facet, "columns") == "1"
    return colour if alone and _COLOUR.fullmatch(colour) else None


def _grid(subject: Subject, facet: Artifact) -> Artifact | None:
    at = facet.at
    tables = [one for one in subject.document.artifacts if one.kind == "table" and one.at.slide == at.slide]
    return tables[0] if len(tables) == 1 and tables[0].at.shape == at.shape else None


def _words(subject: Subject, facet: Artifact) -> str | None:
    grid, at = _grid(subject, facet), facet.at
    if grid is None or not isinstance(grid.payload, Grid) or at.row is None or at.column is None:
        return None
    text = folded(grid.payload.text(at.row, at.column))
    # words that stand in the table twice name no cell
    return text if text and [folded(other) for other in grid.payload.displayed].count(text) == 1 else None


def _shape_text(subject: Subject, facet: Artifact) -> Artifact | None:
    at = facet.at
    found = [
        one
        for one in subject.document.of_kind("shape_text")
        if one.at.slide == at.slide and one.at.shape == at.shape and one.text.strip()
    ]
    return found[0] if len(found) == 1 else None
