"""What is said about slides beside them: speaker notes, and comments of the old and the threaded kind."""

from __future__ import annotations

from collections.abc import Iterator

from assay.model.artifact import Anchor, Facts
from extractors.drawing import body_text, text_lines
from extractors.markup import Element, local
from extractors.package import Package
from extractors.powerpoint.shapes import text_shapes
from extractors.powerpoint.slide import Slide
from extractors.sheaf import Sheaf

# What a notes page shows beside the notes.
_MARGINS = frozenset({"sldImg", "hdr", "ftr", "dt", "sldNum"})


def add_notes(sheaf: Sheaf, package: Package, slide: Slide) -> None:
    """Add the speaker notes of a slide, one artifact for each notes page."""
    for part in package.targets(slide.part, "notesSlide"):
        root = package.tree(part)
        shown = text_shapes(root) if root is not None else ()
        bodies = (body for placeholder, body in shown if placeholder is None or placeholder.type not in _MARGINS)
        text = "\n".join(filter(None, (body_text(text_lines(body)) for body in bodies)))
        if text:
            note = sheaf.add("note", Anchor(part="notes", slide=slide.number), text, place=slide.id)
            sheaf.link(note, slide.container, "about")


def add_comments(sheaf: Sheaf, package: Package, slide: Slide, authors: dict[str, str]) -> None:
    """Add the comments on a slide, replies after what they reply to."""
    for part in package.targets(slide.part, "comments"):
        root = package.tree(part)
        for index, comment in enumerate(_comments(root) if root is not None else ()):
            _add_comment(sheaf, comment, slide, authors.get(comment.get("authorId", ""), ""), index)


def comment_authors(package: Package, presentation: str) -> dict[str, str]:
    """Return the names of the deck's commentators by the ids that comments state."""
    parts = [part for type in ("commentAuthors", "authors") for part in package.targets(presentation, type)]
    roots = [root for root in map(package.tree, parts) if root is not None]
    return {author.get("id", ""): author.get("name", "") for root in roots for author in root}


def _add_comment(sheaf: Sheaf, comment: Element, slide: Slide, author: str, index: int) -> None:
    text = _comment_text(comment)
    if not text:
        return
    date = comment.get("dt") or comment.get("created", "")
    facts = Facts((("author", author), ("date", date), ("text", text)))
    at = Anchor(part="comments", index=index, slide=slide.number)
    shown = f"{author}: {text}" if author else text
    artifact = sheaf.add("comment", at, shown, facts, plain=text, place=slide.id)
    sheaf.link(artifact, slide.container, "about")


def _comments(root: Element) -> Iterator[Element]:
    return (element for element in root.iter() if local(element) in ("cm", "reply"))


def _comment_text(comment: Element) -> str:
    """Return a comment's own text: the old kind holds characters, the threaded kind a text body."""
    for found in comment:
        if local(found) == "text":
            return (found.text or "").strip()
        if local(found) == "txBody":
            return body_text(text_lines(found))
    return ""
