"""A Word document without some of its artifacts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from assay.model.artifact import Artifact
from assay.native import word_marks as marks
from assay.native import word_objects as objects
from assay.native import word_words as words
from assay.native.cuts import Cut, Gone, impossible
from assay.native.package import OfficeFile
from assay.native.properties import cut_property
from assay.native.word_cells import cut_cells, is_of_cells
from assay.native.word_copies import cut_copies
from assay.native.word_fields import cut_control, cut_field
from assay.native.word_formats import cut_format
from assay.native.word_places import Scope, WordPlaces
from assay.native.word_revisions import cut_revision, cut_section_revision
from assay.native.word_styles import StyleSheet

_MARKED = frozenset({"font", "highlight", "strikeout"})
_FORMATS = _MARKED | {"layout"}
# What has a part of its own beside the place where it is shown.
_ELSEWHERE = frozenset({"comment", "footnote"})


def word_cuts(file: OfficeFile, gone: Gone) -> list[tuple[Artifact, list[Cut]]]:
    """Return for each artifact that is to go what takes it out of the document."""
    places = WordPlaces(file)
    sheet = StyleSheet(places)
    return [
        (artifact, [] if _goes_along(gone, artifact) else _cuts(places, sheet, gone, artifact))
        for artifact in gone.artifacts()
    ]


def _goes_along(gone: Gone, artifact: Artifact) -> bool:
    """Whether something goes with what holds it, so that none that looks like it must be found.

    Formats go with their words, and with a table all that stands in it and nowhere else.
    """
    if artifact.key in gone.named:
        return False
    owners = [one for one in gone.owners(artifact) if one.key in gone.keys]
    if artifact.kind in _FORMATS:
        return bool(owners)
    return artifact.kind not in _ELSEWHERE and any(one.kind == "table" for one in owners)


def _cuts(places: WordPlaces, sheet: StyleSheet, gone: Gone, artifact: Artifact) -> list[Cut]:
    match artifact.kind:
        case "metadata":
            return cut_property(places.file, artifact)
        case "text":
            return [*words.cut_text(places, artifact), *cut_copies(places, gone, artifact)]
        case "textbox":
            return words.cut_textbox(places, gone, artifact)
        case "footnote":
            return words.cut_note(places, artifact)
        case "comment":
            return words.cut_comment(places, artifact)
        case "header" | "footer":
            return words.cut_margin(places, gone, artifact)
        case _:
            return _scoped(places, sheet, gone, artifact)


def _scoped(places: WordPlaces, sheet: StyleSheet, gone: Gone, artifact: Artifact) -> list[Cut]:
    if artifact.at.part == "sections":
        section = places.section(artifact.at.index or 0)
        cut = cut_section_revision if artifact.kind == "revision" else marks.cut_section
        cuts = cut(section) if section is not None else []
        return _told(gone, artifact, cuts, "the section states nothing of its own.")
    if artifact.at.part == "styles":
        return _told(gone, artifact, [], "every paragraph looks somehow; take out the paragraphs.")
    scope = places.scope(artifact.at)
    if scope is not None and is_of_cells(artifact):
        return _told(gone, artifact, cut_cells(sheet, scope, gone, artifact), "the style of the table says so.")
    if scope is not None and artifact.kind in _MARKED:
        return _told(gone, artifact, cut_format(sheet, scope, gone, artifact), "a style says so.")
    return _in_scope(places, scope, gone, artifact) if scope is not None else []


def _told(gone: Gone, artifact: Artifact, cuts: list[Cut], why: str) -> list[Cut]:
    if not cuts and artifact.key in gone.named:
        raise impossible(artifact, why)
    return cuts


def _in_scope(places: WordPlaces, scope: Scope, gone: Gone, artifact: Artifact) -> list[Cut]:
    finders: dict[str, Callable[[Gone, Artifact], list[Cut]]] = {
        "table": partial(objects.cut_table, scope),
        "image": partial(objects.cut_image, places.file, scope),
        "chart": partial(objects.cut_chart, scope),
        "equation": partial(objects.cut_equation, scope),
        "video": partial(objects.cut_video, scope),
        "hyperlink": partial(marks.cut_link, places, scope),
        "revision": partial(cut_revision, scope),
        "field": partial(cut_field, places, scope),
        "control": partial(cut_control, places, scope),
        "layout": partial(marks.cut_paragraph_layout, scope),
    }
    finder = finders.get(artifact.kind)
    return finder(gone, artifact) if finder is not None else []
