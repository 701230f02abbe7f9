"""Questions on workbooks: formulas, comments, names, choices, fills, links, hidden sheets."""

from __future__ import annotations

from assay.model.artifact import Anchor, Artifact
from assay.model.canonical import canonical_json
from assay.model.grid import Grid
from assay.model.sheet_range import Box, box_of
from assay.model.task import Answer
from synthesis.fidelity.offers import Offer, Proof, Subject, flag, folded, value, worth_asking

_LONGEST_FORMULA, _MOST_CHOICES = 120, 12


def cell_of(subject: Subject, facet: Artifact) -> tuple[str, ...]:
    """Return the first cell of a facet's range, with its sheet."""
    return (f"{facet.at.sheet}!{(facet.at.range or '').partition(':')[0]}",)


def formula(subject: Subject, facet: Artifact) -> Offer | None:
    """Return the formula in the first cell of its block."""
    text, at = value(facet, "formula"), facet.at
    # the number of another workbook is what the file holds and nobody sees
    elsewhere = text is not None and "[" in text
    if not text or elsewhere or len(text) > _LONGEST_FORMULA or value(facet, "type") != "normal":
        return None
    if not at.sheet or not at.range or subject.hides(at):
        return None
    cell = at.range.partition(":")[0]
    question = f"In {subject.name}, which formula stands in cell {cell} of the sheet “{at.sheet}”?"
    return Offer(facet, question, Answer("formula", text), text, f"The cell holds {text}.")


def cell_comment(subject: Subject, facet: Artifact) -> Offer | None:
    """Return what the comment on a cell says."""
    at, text = facet.at, value(facet, "text") or facet.text
    if not at.sheet or not at.range or not worth_asking(text) or subject.hides(at):
        return None
    question = f"In {subject.name}, what does the comment on cell {at.range} of the sheet “{at.sheet}” say?"
    return Offer(facet, question, Answer("text", text), text, f"The comment says “{text}”.")


def hidden(subject: Subject, facet: Artifact) -> tuple[str, ...]:
    """Return that a sheet is hidden."""
    return ("hidden",) if flag(facet, "hidden") else ()


def hidden_sheet(subject: Subject, facet: Artifact) -> Offer | None:
    """Return the name of the one hidden sheet of a workbook."""
    name = facet.at.sheet
    if not flag(facet, "hidden") or not name:
        return None
    question = f"Which sheet of {subject.name} is hidden? Give its name."
    return Offer(facet, question, Answer("text", name), name, f"The hidden sheet is “{name}”.")


def named(subject: Subject, facet: Artifact) -> tuple[str, ...]:
    """Return the name that a range or a table bears."""
    name = value(facet, "name")
    return (name,) if name and not flag(facet, "hidden") else ()


def named_range(subject: Subject, facet: Artifact) -> Offer | None:
    """Return the cells that a defined name, or a formal table, stands for."""
    name, refers, at = value(facet, "name"), value(facet, "refers_to"), facet.at
    # names that Excel makes itself start with an underscore
    if not name or not refers or name.startswith("_") or not at.sheet or not at.range or subject.hides(at):
        return None
    if value(facet, "type") == "table":
        asked = f"which range of the sheet “{at.sheet}” does the table named “{name}” cover? Give it like B2:D9."
        answer = Answer("text", at.range)
    else:
        asked = f"which cells does the defined name “{name}” stand for? Give sheet and range like Data!$B$2:$D$9."
        answer = Answer("text", refers)
    return Offer(facet, f"In {subject.name}, {asked}", answer, refers, f"“{name}” stands for {refers}.")


def choices(subject: Subject, facet: Artifact) -> Offer | None:
    """Return the entries that a cell's list allows, where the rule itself states them."""
    stated, at = value(facet, "formula1") or "", facet.at
    plain = stated.startswith('"') and stated.endswith('"') and '""' not in stated
    entries = [entry.strip() for entry in stated[1:-1].split(",")] if plain else []
    if value(facet, "type") != "list" or not 2 <= len(set(entries)) <= _MOST_CHOICES or not all(entries):
        return None
    if len(set(entries)) < len(entries) or not at.sheet or not at.range or " " in at.range or subject.hides(at):
        return None
    cells = f"cells {at.range}" if ":" in at.range else f"cell {at.range}"
    question = (
        f"In {subject.name}, which entries may be chosen in the {cells} of the sheet “{at.sheet}”? "
        "Give them as a JSON array of strings, in any order."
    )
    said = f"The entries that may be chosen are {', '.join(entries)}."
    return Offer(facet, question, Answer("set", canonical_json(entries)), stated, said)


def cell_link(subject: Subject, facet: Artifact) -> Offer | None:
    """Return where the link in a cell leads."""
    target, at = value(facet, "target"), facet.at
    if not target or "://" not in target or not at.sheet or not at.range or ":" in at.range or subject.hides(at):
        return None
    if target in (value(facet, "display") or "", shown_at(subject, at) or ""):
        return None
    question = (
        f"In {subject.name}, which address does the link in cell {at.range} of the sheet “{at.sheet}” lead to? "
        "Give the full URL."
    )
    return Offer(facet, question, Answer("url", target), target, f"The link leads to {target}.")


def filled_cell(subject: Subject, facet: Artifact) -> tuple[str, ...]:
    """Return the cell whose fill a facet tells, with its sheet."""
    return cell_of(subject, facet) if value(facet, "aspect") == "fill" else ()


def fill_colour(subject: Subject, facet: Artifact) -> Offer | None:
    """Return the fill of one cell of a table that stands out; fills of whole rows are no question."""
    colour, text = _fill(facet), _in_table(subject, facet)
    if colour is None or text is None:
        return None
    at = facet.at
    question = (
        f"In {subject.name}, which fill colour does the cell {at.range} (“{text}”) of the sheet “{at.sheet}” have? "
        "Give the six-digit RGB hex code."
    )
    return Offer(facet, question, Answer("color", colour), colour, f"The cell “{text}” is filled with {colour}.")


def fill(subject: Subject, facet: Artifact) -> tuple[str, ...]:
    """Return the colour of a fill inside a table, with its sheet."""
    inside = value(facet, "aspect") == "fill" and (":" in (facet.at.range or "") or _in_table(subject, facet))
    return (f"{facet.at.sheet} {value(facet, 'value')}",) if inside else ()


def filled_text(subject: Subject, facet: Artifact) -> Offer | None:
    """Return what the one cell of a table with a fill of its own says."""
    colour, text, at = _fill(facet), _in_table(subject, facet), facet.at
    found = _cell(subject, at)
    if colour is None or text is None or found is None:
        return None
    question = (
        f"On the sheet “{at.sheet}” of {subject.name}, one cell of the table is filled with the colour {colour}. "
        "What does this cell say?"
    )
    proof = Proof(found[0], text, found[1])
    said = f"The cell filled with {colour} says “{text}”."
    return Offer(facet, question, Answer("text", text), colour, said, "visual", None, (proof,))


def shown_at(subject: Subject, at: Anchor) -> str | None:
    """Return what the one cell of a range shows, None where no grid holds it."""
    found = _cell(subject, at)
    if found is None or not isinstance(found[0].payload, Grid):
        return None
    return folded(found[0].payload.text(found[1].row or 0, found[1].column or 0)) or None


def _fill(facet: Artifact) -> str | None:
    """The colour of a fill of one cell."""
    colour = value(facet, "value") if value(facet, "aspect") == "fill" else None
    return colour if colour and len(colour) == 6 and ":" not in (facet.at.range or ":") else None


def _in_table(subject: Subject, facet: Artifact) -> str | None:
    """What a cell says, where it is one of a table on a sheet that is seen."""
    found = _cell(subject, facet.at)
    if found is None or found[0].kind == "unstructured" or subject.hides(facet.at):
        return None
    return shown_at(subject, facet.at)


def _cell(subject: Subject, at: Anchor) -> tuple[Artifact, Anchor] | None:
    """The grid that holds the one cell of a range, and the cell's place in it."""
    box = box_of(at.range or "")
    for artifact in subject.document.artifacts:
        around = box_of(artifact.at.range or "")
        if not isinstance(artifact.payload, Grid) or artifact.at.sheet != at.sheet or around is None or box is None:
            continue
        if box.height == box.width == 1 and around.holds(box.top, box.left):
            return artifact, _placed(artifact.at, around, box)
    return None


def _placed(at: Anchor, around: Box, box: Box) -> Anchor:
    return Anchor(sheet=at.sheet, range=at.range, row=box.top - around.top, column=box.left - around.left)
