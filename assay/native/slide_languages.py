"""Languages of a presentation taken out: the marks of words, and where the styles give them the language, that too."""

from __future__ import annotations

from functools import partial

from assay.model.artifact import Artifact
from assay.native.cuts import Cut, fact, spoken
from assay.native.names import Element, children, letters, stated, within
from assay.native.slide_places import SlidePlaces

# What words are said to be of that would else have the language of their styles.
NONE = "x-none"
# What the words of the main language are said to be of: as many as they are, no other language becomes the main one.
UNKNOWN = "und"
_BESIDE = ("notesSlide", "diagramData", "diagramDrawing")


def cut_language(places: SlidePlaces, artifact: Artifact) -> list[Cut]:
    """Return the cuts that leave the words of a slide, or of the whole deck, without the mark of their language."""
    language, number = fact(artifact, "language"), artifact.at.slide
    pages = _pages(places, places.slides() if number is None else [places.slide(number)])
    styles = [one for one in _styles(places, pages) if stated(one, "lang")]
    own = [one for root in pages for one in within(root, "a:rPr", "a:endParaRPr")]
    marked = [one for one in own if stated(one, "lang") == language]
    if number is None:
        marked += [one for one in styles if stated(one, "lang") == language]
        return [partial(_silence, one, instead=UNKNOWN) for one in marked]
    cuts: list[Cut] = [partial(_silence, one, instead=NONE if styles else "") for one in marked]
    if any(stated(one, "lang") == language for one in styles):
        cuts += [partial(_deny, run) for root in pages for run in _unmarked(root, artifact)]
    return cuts


def _pages(places: SlidePlaces, slides: list[str]) -> list[Element]:
    beside = [one for part in slides for type in _BESIDE for one in places.file.targets(part, type)]
    return [root for root in map(places.file.tree, [*slides, *beside]) if root is not None]


def _styles(places: SlidePlaces, pages: list[Element]) -> list[Element]:
    """Return what the styles say of runs that words may have their language from."""
    masters = [root for root in map(places.file.tree, places.masters()) if root is not None]
    roots = [*pages, *masters, *([places.root] if places.root is not None else [])]
    return [one for root in roots for one in within(root, "a:defRPr")]


def _unmarked(root: Element, artifact: Artifact) -> list[Element]:
    """Return the runs among the words of an artifact that state no language themselves."""
    said = letters(fact(artifact, "text"))
    runs = [one for one in within(root, "a:r", "a:fld") if spoken(one) and spoken(one) in said]
    return [one for one in runs if not any(stated(each, "lang") for each in children(one, "a:rPr"))]


def _silence(properties: Element, *, instead: str) -> None:
    properties.attrib.pop("altLang", None)
    properties.attrib.pop("lang", None)
    if instead:
        properties.set("lang", instead)


def _deny(run: Element) -> None:
    """Say of a run that it is of no language."""
    held = children(run, "a:rPr")
    if not held:
        held = [run.makeelement(str(run.tag).rpartition("}")[0] + "}rPr")]
        run.insert(0, held[0])
    held[0].set("lang", NONE)
