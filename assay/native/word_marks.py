"""What is about the words of a Word document taken out while the words stay: links, changes, layout."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby

from assay.model.artifact import Artifact
from assay.native.cuts import Cut, Gone, fact, paired, removals, spoken
from assay.native.names import Element, above, children, chosen, name, remove, stated, unwrap, within
from assay.native.word_fields import Field, fields_from
from assay.native.word_places import Scope, WordPlaces

_CHANGES = ("w:ins", "w:del", "w:moveTo", "w:moveFrom")
_GONE = ("w:del", "w:moveFrom")
_TAGS = {"insertion": "w:ins", "deletion": "w:del", "move from": "w:moveFrom", "move to": "w:moveTo"}
_FORMAT_CHANGES = (
    "w:rPrChange", "w:pPrChange", "w:tblPrChange", "w:trPrChange", "w:tcPrChange", "w:sectPrChange",
    "w:numberingChange",
)  # fmt: skip
PARAGRAPH_LAYOUT = ("w:jc", "w:ind", "w:spacing", "w:tabs", "w:keepNext", "w:keepLines", "w:pageBreakBefore", "w:bidi")


def cut_link(places: WordPlaces, scope: Scope, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that leave the words of a link without its target, those of a picture without theirs."""
    links: list[Element | Field] = [one for one in chosen(scope.element) if _is_link(one)]
    links += [one for one in fields_from(places, scope) if one.instruction.upper().startswith("HYPERLINK")]
    found = paired(gone, artifact, links, lambda one: one.letters if isinstance(one, Field) else spoken(one))
    return [cut for one in found for cut in (one.unmade() if isinstance(one, Field) else [partial(_unlink, one)])]


def cut_revision(scope: Scope, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that settle a change: what was inserted or moved to stays, what was deleted or moved goes."""
    tag = _TAGS.get(fact(artifact, "type"))
    if tag is None:
        changes = [one for one in within(scope.element, *_FORMAT_CHANGES)]
        found = paired(gone, artifact, changes, _spoken_around)
        return [partial(remove, one) for one in found or changes]
    settle = remove if tag in _GONE else unwrap
    peers = [one for one in _changes(scope.element) if name(one) == tag]
    groups = [list(group) for _, group in groupby(peers, _author)]
    found = paired(gone, artifact, groups, _spoken_together)
    found = found or paired(gone, artifact, [[one] for one in peers], _spoken_together)
    elements = [one for group in found for one in group] or [one for one in _around(scope.element) if name(one) == tag]
    return [partial(settle, one) for one in elements] or _rows(scope.element, tag)


def cut_paragraph_layout(scope: Scope) -> list[Cut]:
    """Return the cuts that give a paragraph, or a table's cells, the layout of the style."""
    properties = [one for one in within(scope.element, "w:pPr")]
    return [partial(remove, one) for each in properties for one in children(each, *PARAGRAPH_LAYOUT)]


def cut_section(section: Element) -> list[Cut]:
    """Return the cuts that leave a section without a page layout of its own."""
    names = ("w:pgSz", "w:pgMar", "w:cols", "w:type", "w:vAlign", "w:pgBorders", "w:lnNumType", "w:docGrid",
             "w:titlePg", "w:pgNumType", "w:textDirection", "w:bidi")  # fmt: skip
    return [partial(remove, one) for one in children(section, *names)]


def _is_link(element: Element) -> bool:
    return name(element) in ("w:hyperlink", "a:hlinkClick", "a:hlinkHover") or bool(
        name(element).startswith("v:") and stated(element, "href")
    )


def _unlink(link: Element) -> None:
    if name(link) == "w:hyperlink":
        unwrap(link)
    elif name(link).startswith("v:"):
        del link.attrib["href"]
    else:
        remove(link)


def _changes(root: Element) -> list[Element]:
    """Return the changes that wrap something; those in properties mark a paragraph's end or a row."""
    changes = (one for one in chosen(root) if name(one) in _CHANGES)
    return [one for one in changes if (around := one.getparent()) is None or name(around) not in ("w:rPr", "w:trPr")]


def _around(element: Element) -> Iterator[Element]:
    return (one for one in element.iterancestors() if name(one) in _CHANGES)


def _author(change: Element) -> tuple[str, str, str]:
    return name(change), stated(change, "w:author"), stated(change, "w:date")


def _rows(root: Element, tag: str) -> list[Cut]:
    """Return how rows that were inserted as a whole are settled; the words of deleted ones are deletions themselves."""
    marks = [one for one in within(root, tag) if (holder := one.getparent()) is not None and name(holder) == "w:trPr"]
    return removals(marks) if tag == "w:ins" else []


def _spoken_around(change: Element) -> str:
    """Return the letters of the run or paragraph whose format a change is of."""
    holder = above(change, "w:r", "w:p", "w:tbl", "w:sectPr")
    return spoken(holder) if holder is not None else ""


def _spoken_together(group: list[Element]) -> str:
    return spoken(*group)
