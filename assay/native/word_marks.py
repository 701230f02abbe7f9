"""What is about the words of a Word document taken out while the words stay: links, layout."""

from __future__ import annotations

from functools import partial

from assay.model.artifact import Artifact
from assay.native.cuts import Cut, Gone, paired, spoken
from assay.native.names import Element, children, chosen, name, remove, stated, unwrap, within
from assay.native.word_fields import Field, fields_from
from assay.native.word_places import Scope, WordPlaces

PARAGRAPH_LAYOUT = ("w:jc", "w:ind", "w:spacing", "w:tabs", "w:keepNext", "w:keepLines", "w:pageBreakBefore", "w:bidi")


def cut_link(places: WordPlaces, scope: Scope, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that leave the words of a link without its target, those of a picture without theirs."""
    links: list[Element | Field] = [one for one in chosen(scope.element) if _is_link(one)]
    links += [one for one in fields_from(places, scope) if one.instruction.upper().startswith("HYPERLINK")]
    found = paired(gone, artifact, links, lambda one: one.letters if isinstance(one, Field) else spoken(one))
    return [cut for one in found for cut in (one.unmade() if isinstance(one, Field) else [partial(_unlink, one)])]


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
