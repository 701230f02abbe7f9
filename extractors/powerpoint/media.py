"""What is on a slide and no text, picture, table or chart: ink, sound, video, and objects of other programs."""

from __future__ import annotations

import posixpath

from assay.model.artifact import Facts
from extractors.markup import P14, A, Element, P, value
from extractors.package import Package, Relationship, target_of

_PLAYED = {
    f"{A}videoFile": "video", f"{A}quickTimeFile": "video", f"{A}audioFile": "audio", f"{A}wavAudioFile": "audio",
    f"{A}audioCd": "audio",
}  # fmt: skip


def ink_of(element: Element, package: Package, related: dict[str, Relationship]) -> Facts:
    """Return how many strokes an ink part holds, their colours, and the words that it was recognised as."""
    found = target_of(related, element)
    root = package.tree(found.target) if found is not None and not found.external else None
    if root is None:
        return Facts((("strokes", 0), ("colours", ""), ("words", "")))
    strokes = sum(1 for _ in root.iter("{*}trace"))
    brushes = (brush for brush in root.iter("{*}brushProperty") if brush.get("name") == "color")
    colours = dict.fromkeys(brush.get("value", "").lstrip("#").upper() for brush in brushes)
    words = (" ".join((note.text or "").split()) for note in root.iter("{*}annotation"))
    return Facts((("strokes", strokes), ("colours", ", ".join(colours)), ("words", " ".join(filter(None, words)))))


def ink_text(facts: Facts) -> str:
    """Return such facts on one line."""
    said = dict(facts.values)
    shown = f"ink: {said['strokes']} strokes"
    shown += f" in {said['colours']}" if said["colours"] else ""
    return f"{shown}: {said['words']}" if said["words"] else shown


def media_of(element: Element, package: Package, related: dict[str, Relationship]) -> Facts | None:
    """Return the sound, video or object of another program that a shape holds, None where it holds none."""
    played = next(element.iter(*_PLAYED), None)
    if played is not None:
        inside = next(element.iter(f"{P14}media"), None)
        return _media(_PLAYED[str(played.tag)], [inside, played], package, related)
    held = next(element.iter(f"{P}oleObj"), None)
    if held is not None:
        program = held.get("progId", "") or "object"
        return _media(f"object {program}", [held], package, related)
    return None


def media_text(facts: Facts) -> str:
    """Return such facts on one line."""
    said = dict(facts.values)
    details = [f"{said['bytes']} bytes"] if said.get("bytes") else []
    details = [str(said["media_type"])] * bool(said["media_type"]) + details
    return f"{said['type']}, {said['place']}: {said['target']}" + (f" ({', '.join(details)})" if details else "")


def _media(type: str, holders: list[Element | None], package: Package, related: dict[str, Relationship]) -> Facts:
    for holder in holders:
        for name in ("embed", "link", "id"):
            found = target_of(related, holder, name) if holder is not None else None
            if found is not None:
                return _found(type, found, package)
    named = next((value(holder, "name") for holder in holders if holder is not None and value(holder, "name")), "")
    return Facts((("type", type), ("place", "missing"), ("target", named), ("media_type", ""), ("bytes", None)))


def _found(type: str, found: Relationship, package: Package) -> Facts:
    if found.external:
        return Facts(
            (("type", type), ("place", "linked"), ("target", found.target), ("media_type", ""), ("bytes", None))
        )
    return Facts((
        ("type", type), ("place", "embedded"), ("target", posixpath.basename(found.target)),
        ("media_type", package.media_type(found.target)), ("bytes", package.size(found.target)),
    ))  # fmt: skip
