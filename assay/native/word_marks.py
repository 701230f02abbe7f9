"""What is about the words of a Word document taken out while the words stay: links, layout."""

from __future__ import annotations

from functools import partial

from assay.model.artifact import Artifact
from assay.native.cuts import Cut, Gone, paired, spoken
from assay.native.names import Element, above, children, chosen, letters, name, remove, stated, unwrap, within
from assay.native.word_fields import Field, fields_from
from assay.native.word_places import Scope, WordPlaces

PARAGRAPH_LAYOUT = (
    "w:jc", "w:ind", "w:spacing", "w:tabs", "w:keepNext", "w:keepLines", "w:pageBreakBefore", "w:bidi", "w:shd",
    "w:pBdr", "w:framePr", "w:textDirection",
)  # fmt: skip


def cut_link(places: WordPlaces, scope: Scope, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that leave the words of a link without its target, those of a picture without theirs."""
    links: list[Element | Field] = [one for one in chosen(scope.element) if _is_link(one)]
    links += [one for one in fields_from(places, scope) if one.instruction.upper().startswith("HYPERLINK")]
    found = paired(gone, artifact, links, lambda one: one.letters if isinstance(one, Field) else spoken(one))
    return [cut for one in found for cut in (one.unmade() if isinstance(one, Field) else [partial(_unlink, one)])]


def cut_paragraph_layout(scope: Scope, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that give a paragraph the layout of its style; others of its header, note or box keep theirs."""
    laid = [one for one in scope.element.iter() if name(one) == "w:p" and _layout(one)]
    found = paired(gone, artifact, laid, _words) or [one for one in laid if above(one, "w:txbxContent") is None]
    return [partial(remove, one) for paragraph in found for one in _layout(paragraph)]


def _layout(paragraph: Element) -> list[Element]:
    return [one for each in children(paragraph, "w:pPr") for one in children(each, *PARAGRAPH_LAYOUT)]


def _words(paragraph: Element) -> str:
    """Return the letters of a paragraph without those of text boxes in it."""
    texts = within(paragraph, "w:t", "w:delText", "m:t")
    return letters("".join(one.text or "" for one in texts if above(one, "w:p") is paragraph))


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
