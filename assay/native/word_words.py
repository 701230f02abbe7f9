"""Words of a Word document taken out: paragraphs with what marks them, notes, comments, headers and footers."""

from __future__ import annotations

from functools import partial

from assay.model.artifact import Artifact
from assay.native.cuts import Cut, Gone, drop_other_branches, paired, spoken
from assay.native.field_marks import CHARACTERS, MARKS, open_marks
from assay.native.names import Element, above, children, chosen, letters, name, remove, stated, unwrap, within
from assay.native.word_places import Scope, WordPlaces

_OBJECTS = ("w:drawing", "w:pict", "w:object", "m:oMath", "m:oMathPara", "w:sectPr", "w:tbl")
# Marks of ranges that may begin in one paragraph and end in another.
_RANGES = frozenset({
    "w:bookmarkStart", "w:bookmarkEnd", "w:permStart", "w:permEnd", "w:commentRangeStart", "w:commentRangeEnd",
    "w:moveFromRangeStart", "w:moveFromRangeEnd", "w:moveToRangeStart", "w:moveToRangeEnd",
})  # fmt: skip
_HOLDERS = ("w:tc", "w:txbxContent", "w:hdr", "w:ftr", "w:footnote", "w:endnote", "w:comment")


def cut_text(places: WordPlaces, artifact: Artifact) -> list[Cut]:
    """Return the cuts that take a paragraph's words out, and the paragraph where nothing else stands in it."""
    scope = places.scope(artifact.at)
    if scope is None or not _says(scope.element, artifact.text):
        return []
    return [partial(empty_paragraph, scope.element)]


def _says(paragraph: Element, text: str) -> bool:
    """Whether a paragraph holds a text: what a document takes in from another part has no paragraph of its own."""
    said, asked = letters("".join(one.text or "" for one in _owned(paragraph, "w:t"))), letters(text)
    return bool(within(paragraph, "w:sym", "w:ruby", "w:fldChar")) or asked in said or said in asked


def empty_paragraph(paragraph: Element) -> None:
    """Take the words of a paragraph out, and itself where nothing else stands in it."""
    kept = open_marks(_owned(paragraph, *MARKS))
    for element in _owned(paragraph, *CHARACTERS, *MARKS):
        if element not in kept:
            remove(element)
    for link in [*_owned(paragraph, "w:hyperlink"), *_owned(paragraph, "w:fldSimple")]:
        unwrap(link)
    for run in _owned(paragraph, "w:r"):
        if all(name(child) == "w:rPr" for child in run):
            remove(run)
    if not kept and not within(paragraph, *_OBJECTS) and not _needed(paragraph):
        _leave_ranges(paragraph)


def cut_note(places: WordPlaces, artifact: Artifact) -> list[Cut]:
    """Return the cuts that take a footnote or endnote out with its references."""
    scope = places.scope(artifact.at)
    if scope is None:
        return []
    kind = "w:footnoteReference" if name(scope.element) == "w:footnote" else "w:endnoteReference"
    id = stated(scope.element, "w:id")
    marks = [one for story in places.stories() for one in within(story.element, kind) if stated(one, "w:id") == id]
    return [*(partial(_remove_mark, mark) for mark in marks), partial(remove, scope.element)]


def cut_comment(places: WordPlaces, artifact: Artifact) -> list[Cut]:
    """Return the cuts that take a comment out with its range, its reference and what says that it is resolved."""
    scope = places.scope(artifact.at)
    if scope is None:
        return []
    id, names = stated(scope.element, "w:id"), ("w:commentRangeStart", "w:commentRangeEnd", "w:commentReference")
    marks = [one for story in places.stories() for one in within(story.element, *names) if stated(one, "w:id") == id]
    paragraphs = {stated(one, "w14:paraId") for one in within(scope.element, "w:p")} - {""}
    return [
        *(partial(_remove_mark, mark) for mark in marks),
        *(partial(remove, entry) for entry in _companions(places, paragraphs)),
        partial(remove, scope.element),
    ]


def cut_margin(places: WordPlaces, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that empty a header or footer; pictures and text boxes in it that are to stay do."""
    scope = places.scope(artifact.at)
    if scope is None:
        return []
    if not gone.stays(artifact.at):
        return [partial(_empty, scope.element)]
    own = [one for one in within(scope.element, "w:p") if above(one, "w:txbxContent") is None]
    return [partial(empty_paragraph, one) for one in own]


def cut_textbox(places: WordPlaces, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that take a text box out in all branches; what else stands in it stays if it is to."""
    scope = places.scope(artifact.at)
    boxes = [one for one in chosen(scope.element) if _is_box(one)] if scope is not None else []
    found = paired(gone, artifact, boxes, lambda box: box_letters(places, scope, box))
    return [partial(_empty_box, box) for box in found]


def _is_box(element: Element) -> bool:
    """Whether an element holds words of a drawing: a text box, a diagram, a shape's text, WordArt."""
    return name(element) in ("w:txbxContent", "dgm:relIds", "v:textpath") or name(element).endswith(":txBody")


def box_letters(places: WordPlaces, scope: Scope | None, box: Element) -> str:
    """Return the letters in a text box, without those of text boxes in it, or in a diagram."""
    if name(box) == "dgm:relIds" and scope is not None:
        data = places.file.tree(places.file.related(scope.part, stated(box, "r:dm")))
        return spoken(data) if data is not None else ""
    if name(box) == "v:textpath":
        return letters(stated(box, "string"))
    if name(box).endswith(":txBody"):
        return spoken(box)
    return "".join(spoken(one) for one in within(box, "w:p") if above(one, "w:txbxContent") is box)


def holder(element: Element) -> Element | None:
    """Return the drawing, picture or object of a run that an element stands in."""
    found = above(element, "w:drawing", "w:pict", "w:object")
    outer = found
    while outer is not None:
        found, outer = outer, above(outer, "w:drawing", "w:pict", "w:object")
    return found


def remove_object(element: Element) -> None:
    """Take a drawing out with the other branches of its alternate content and the run that held nothing else."""
    at = element
    while (parent := at.getparent()) is not None and name(parent) in (
        "mc:Choice",
        "mc:Fallback",
        "mc:AlternateContent",
    ):
        at = parent
    run = at.getparent()
    remove(at)
    if run is not None and name(run) == "w:r" and all(name(child) == "w:rPr" for child in run):
        remove(run)


def _empty_box(box: Element) -> None:
    drop_other_branches(box)
    if name(box).endswith((":txBody", ":textpath")):
        box.attrib.pop("string", None)
        for text in within(box, "a:p"):
            remove(text)
    inner = [one for one in within(box, "w:p") if above(one, "w:txbxContent") is box]
    for paragraph in inner:
        empty_paragraph(paragraph)
    drawing = above(box, "w:drawing", "w:pict", "w:object")
    if drawing is not None and not _keeps(drawing):
        remove_object(drawing)


def _keeps(drawing: Element) -> bool:
    """Whether a drawing shows anything but the frame of an empty box."""
    if spoken(drawing) or within(drawing, "a:blip", "v:imagedata", "w:tbl", "m:oMath"):
        return True
    return any(name(one) == "c:chart" for one in drawing.iter())


def _owned(paragraph: Element, *names: str) -> list[Element]:
    """Return the descendants of some names that belong to a paragraph and to no text box in it."""
    return [one for one in within(paragraph, *names) if above(one, "w:p") is paragraph]


def _needed(paragraph: Element) -> bool:
    """Whether a paragraph is the one that its cell, note or part must hold."""
    parent = paragraph.getparent()
    if parent is None or name(parent) not in _HOLDERS:
        return False
    others = [one for one in children(parent, "w:p", "w:tbl", "w:sdt") if one is not paragraph]
    return not others or (name(parent) == "w:tc" and name(others[-1]) == "w:tbl" and parent[-1] is paragraph)


def _leave_ranges(paragraph: Element) -> None:
    """Replace a paragraph by the ends of the ranges that go on outside it."""
    marks = [one for one in paragraph.iter() if name(one) in _RANGES]
    ids = [(name(one).removesuffix("Start").removesuffix("End"), stated(one, "w:id")) for one in marks]
    parent = paragraph.getparent()
    if parent is None:
        return
    at = parent.index(paragraph)
    parent[at : at + 1] = [one for one, id in zip(marks, ids, strict=True) if ids.count(id) == 1]


def _remove_mark(mark: Element) -> None:
    run = mark.getparent()
    remove(mark)
    if run is not None and name(run) == "w:r" and all(name(child) == "w:rPr" for child in run):
        remove(run)


def _companions(places: WordPlaces, paragraphs: set[str]) -> list[Element]:
    """Return the entries about a comment in the parts that newer versions of Word add."""
    types = ("commentsExtended", "commentsIds", "commentsExtensible")
    roots = [places.file.tree(part) for type in types for part in places.file.targets(places.main, type)]
    entries = [entry for root in roots if root is not None for entry in root if name(entry)]
    mine = [one for one in entries if paragraphs & set(map(str, one.attrib.values()))]
    # `commentsIds` gives each paragraph a durable id, by which `commentsExtensible` goes.
    durable = {str(value) for one in mine for key, value in one.attrib.items() if str(key).endswith("durableId")}
    return [*mine, *(one for one in entries if one not in mine and durable & set(map(str, one.attrib.values())))]


def _empty(root: Element) -> None:
    """Leave one empty paragraph in a header or footer."""
    first = next(iter(within(root, "w:p")), None)
    tag = str(first.tag) if first is not None else ""
    for child in list(root):
        remove(child)
    if tag:
        root.append(root.makeelement(tag))
