"""Footnotes, endnotes and comments, each about what refers to it; comments with their replies and state."""

from __future__ import annotations

from dataclasses import dataclass

from assay.model.artifact import Anchor, Artifact
from assay.model.canonical import Scalar
from extractors.markup import Element, W, local
from extractors.word.document import Word
from extractors.word.note_numbers import NoteNumber
from extractors.word.quotes import MOST_OWNERS, Reference
from extractors.word.story import Story

_SEPARATORS = frozenset({"separator", "continuationSeparator", "continuationNotice"})


@dataclass(frozen=True, slots=True)
class _Thread:
    """What a document says of a comment beside it: the comment's id that it replies to, and whether it is resolved."""

    parent: str
    resolved: bool


def read_notes(word: Word, part: str) -> None:
    """Add the footnotes or endnotes of a document."""
    for target in word.package.targets(word.main, part)[:1]:
        story, numbers = Story(word, target, part), word.note_numbers.of(part, word.sections, lambda: word.settings)
        for order, note in enumerate(_notes(word.package.tree(target)), 1):
            reference = Reference(part, note.get(f"{W}id", ""))
            facts, name = _called(part.removesuffix("s"), numbers.get(reference.id))
            said = _on(name, word.quotes.words(reference))
            _tie(word, story.add_text("footnote", note, _at(part, note, order), facts, said), reference)


def read_comments(word: Word) -> None:
    """Add the comments of a document, replies about the comments that they reply to."""
    word.quotes.end()
    if word.quotes.exhausted:
        word.sheaf.warn(
            f"The comments are on more than {MOST_OWNERS:,} paragraphs; what the others are on is left out."
        )
    for target in word.package.targets(word.main, "comments")[:1]:
        notes = _notes(word.package.tree(target))
        threads, known = _threads(word, notes), dict[str, Artifact]()
        story = Story(word, target, "comments")
        for order, note in enumerate(notes, 1):
            artifact = _add_comment(word, story, note, order, threads, known)
            if artifact is not None:
                known[note.get(f"{W}id", "")] = artifact


def _add_comment(
    word: Word, story: Story, note: Element, order: int, threads: dict[str, _Thread], known: dict[str, Artifact]
) -> Artifact | None:
    id, author, date = (note.get(f"{W}{name}", "") for name in ("id", "author", "date"))
    reference, thread = Reference("comments", id), threads.get(id)
    words = word.quotes.words(reference)
    parent = known.get(thread.parent) if thread is not None else None
    facts: list[tuple[str, Scalar]] = [("author", author), ("date", date)]
    facts += [("on", words)] if words else []
    facts += [("resolved", thread.resolved)] if thread is not None else []
    facts += [("reply to", parent.key)] if parent is not None else []
    who = ", ".join(filter(None, [author, date]))
    if parent is not None and thread is not None:
        said = f"{who} (reply)".strip()
    else:
        said = _on(who, words) + (" (resolved)" if thread is not None and thread.resolved else "")
    artifact = story.add_text("comment", note, _at("comments", note, order), tuple(facts), said)
    _tie(word, artifact, reference)
    if artifact is not None and parent is not None:
        word.sheaf.link(artifact, parent, "about")
    return artifact


def _called(type: str, found: NoteNumber | None) -> tuple[tuple[tuple[str, Scalar], ...], str]:
    """Return the facts of a note and what it is called; one that the text does not refer to has no number."""
    if found is None:
        return (("type", type), ("referenced", False)), f"{type} without a reference"
    number, shown = found.number, found.mark != str(found.number)
    facts = [("type", type), ("number", number), ("mark", found.mark if shown else ""), ("restarts", found.restarts)]
    name = f"{type} {found.mark if number is None else number}".strip()
    return tuple((name, what) for name, what in facts if what not in (None, "")), name


def _tie(word: Word, artifact: Artifact | None, reference: Reference) -> None:
    for owner in word.quotes.owners(reference) if artifact is not None else ():
        word.sheaf.link(artifact or owner, owner, "about")


def _on(name: str, words: str) -> str:
    return f"{name} on “{words}”".strip() if words else name


def _at(part: str, note: Element, order: int) -> Anchor:
    id = note.get(f"{W}id", "")
    return Anchor(part=part, index=int(id) if id.isdecimal() and id.isascii() and len(id) < 19 else order)


def _notes(root: Element | None) -> list[Element]:
    return [note for note in root if note.get(f"{W}type") not in _SEPARATORS] if root is not None else []


def _threads(word: Word, notes: list[Element]) -> dict[str, _Thread]:
    """Return what the part of comment threads says, by the id of the comment; it names comments by paragraphs."""
    root = word.first("commentsExtended") if notes else None
    ids = {_stated(each, "paraId"): note.get(f"{W}id", "") for note in notes for each in note.iter(f"{W}p")}
    found = dict[str, _Thread]()
    for entry in root if root is not None else ():
        id = ids.get(_stated(entry, "paraId"))
        if id is not None and local(entry) == "commentEx":
            done = _stated(entry, "done").lower() in ("1", "true", "on")
            found[id] = _Thread(ids.get(_stated(entry, "paraIdParent"), ""), done)
    return found


def _stated(element: Element, name: str) -> str:
    return next((str(what) for key, what in element.attrib.items() if str(key).rpartition("}")[2] == name), "")
