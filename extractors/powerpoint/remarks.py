"""What is said about slides beside them: speaker notes, and comments of the old and the threaded kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from assay.model.artifact import Anchor, Artifact, Facts
from extractors.drawing import TextLine, body_text, text_lines
from extractors.markup import A, Element, P, child, local, switched
from extractors.package import Package
from extractors.powerpoint.designs import Design
from extractors.powerpoint.facets import Deck, Facets, Slide, show_number
from extractors.powerpoint.frames import FrameReader
from extractors.powerpoint.shapes import Placeholder, text_shapes
from extractors.sheaf import Sheaf

# What a notes page shows beside the notes.
MARGINS = frozenset({"hdr", "ftr", "dt", "sldNum"})

_DONE = frozenset({"resolved", "closed"})


@dataclass(frozen=True, slots=True)
class Margin:
    """A header, footer, date or number of a notes page: its type and its text."""

    type: str
    text: str


def add_notes(deck: Deck, slide: Slide, design: Design) -> list[Margin]:
    """Add the speaker notes of a slide, one artifact for each notes page; return what stands in their margins."""
    margins = list[Margin]()
    for part in deck.package.targets(slide.part, "notesSlide"):
        root = deck.package.tree(part)
        if root is not None:
            show_number(root, slide.shown)
            shown = list(text_shapes(root))
            margins.extend(_margins(shown))
            _add_page(deck, slide, design, part, root, [body for place, body in shown if _is_note(place)])
    return margins


def _add_page(deck: Deck, slide: Slide, design: Design, part: str, root: Element, bodies: list[Element]) -> None:
    lines = [text_lines(body) for body in bodies]
    text = "\n".join(filter(None, map(body_text, lines)))
    at, note = Anchor(part="notes", slide=slide.number), None
    if text:
        note = deck.sheaf.add("note", at, text, place=slide.id)
        deck.sheaf.link(note, slide.container, "about")
    facets = Facets(deck, slide, design.theme, part)
    styles = _notes_styles(deck, design, part)
    facets.add([line for body in lines for line in body], at, note, styles)
    for table in root.iter(f"{A}tbl"):
        added = FrameReader(deck, slide, design.theme, facets, styles).add_table(table, at)
        if note is not None:
            deck.sheaf.link(added, note, "part_of")


def _notes_styles(deck: Deck, design: Design, part: str) -> list[Element]:
    """Return the styles of notes: those of the notes' master, then the presentation's."""
    masters = [deck.package.tree(master) for master in deck.package.targets(part, "notesMaster")]
    stated = (child(master, f"{P}notesStyle") for master in masters)
    return [*(style for style in stated if style is not None), *design.marks.default]


def add_comments(deck: Deck, slide: Slide, authors: Mapping[str, str], owners: Mapping[str, Artifact]) -> None:
    """Add the comments on a slide, replies after what they reply to; `owners` are what they may be about."""
    for part in deck.package.targets(slide.part, "comments"):
        root = deck.package.tree(part)
        thread = _Thread(deck.sheaf, slide, authors, owners)
        for index, comment in enumerate(_comments(root) if root is not None else ()):
            thread.add(comment, index)


def comment_authors(package: Package, presentation: str) -> dict[str, str]:
    """Return the names of the deck's commentators by the ids that comments state."""
    parts = [part for type in ("commentAuthors", "authors") for part in package.targets(presentation, type)]
    roots = [root for root in map(package.tree, parts) if root is not None]
    return {author.get("id", ""): author.get("name", "") for root in roots for author in root}


class _Thread:
    """Adds the comments of one part; each reply is about the comment that it answers."""

    def __init__(self, sheaf: Sheaf, slide: Slide, authors: Mapping[str, str], owners: Mapping[str, Artifact]) -> None:
        self._sheaf = sheaf
        self._slide = slide
        self._authors = authors
        self._owners = owners
        self._added: dict[str, Artifact] = {}

    def add(self, comment: Element, index: int) -> None:
        """Add one comment with its author, its date, and whether it is settled."""
        text = _comment_text(comment)
        if not text:
            return
        author, date = (
            self._authors.get(comment.get("authorId", ""), ""),
            comment.get("dt") or comment.get("created", ""),
        )
        settled = comment.get("status", "") in _DONE or bool(switched(comment, "done") and comment.get("done"))
        above, shape = self._added.get(_answered(comment)), _shape_id(comment)
        facts = Facts(
            (("author", author), ("date", date), ("text", text), ("reply", above is not None), ("resolved", settled))
        )
        at = Anchor(part="comments", index=index, slide=self._slide.number)
        at = replace(at, shape=shape) if shape in self._owners else at
        said = ", ".join(filter(None, [author, date, "reply" * (above is not None), "resolved" * settled]))
        shown, plain = f"{said}: {text}" if said else text, text
        artifact = self._sheaf.add("comment", at, shown, facts, plain=plain, place=self._slide.id)
        self._added[_id(comment)] = artifact
        self._sheaf.link(artifact, above or self._owners.get(shape) or self._slide.container, "about")
        if above is not None or shape in self._owners:
            self._sheaf.link(artifact, self._slide.container, "part_of")


def _margins(shown: list[tuple[Placeholder | None, Element]]) -> Iterator[Margin]:
    for placeholder, body in shown:
        text = body_text(text_lines(body))
        if placeholder is not None and placeholder.type in MARGINS and text:
            yield Margin(placeholder.type, text)


def _is_note(placeholder: Placeholder | None) -> bool:
    return placeholder is None or placeholder.type not in MARGINS | {"sldImg"}


def _comments(root: Element) -> Iterator[Element]:
    return (element for element in root.iter() if local(element) in ("cm", "reply"))


def _id(comment: Element) -> str:
    """Return what replies call a comment: its id, or its author with its number among that author's."""
    return comment.get("id") or f"{comment.get('authorId', '')} {comment.get('idx', '')}"


def _answered(comment: Element) -> str:
    """Return what the comment that one answers is called, empty for one that starts a thread."""
    if local(comment) == "reply":
        above = next(comment.iterancestors("{*}cm"), None)
        return _id(above) if above is not None else ""
    parent = next(comment.iter("{*}parentCm"), None)
    return f"{parent.get('authorId', '')} {parent.get('idx', '')}" if parent is not None else ""


def _shape_id(comment: Element) -> str:
    """Return the id of the shape that a threaded comment is pinned to, empty where it is pinned to the slide."""
    marked = (element for element in comment.iter() if local(element).endswith("Mk") and local(element) != "sldMk")
    return next((element.get("id", "") for element in marked if element.get("id")), "")


def _comment_text(comment: Element) -> str:
    """Return a comment's own text: the old kind holds characters, the threaded kind a text body."""
    for found in comment:
        if local(found) == "text":
            return (found.text or "").strip()
        if local(found) == "txBody":
            lines: list[TextLine] = text_lines(found)
            return body_text(lines)
    return ""
