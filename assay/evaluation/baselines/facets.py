"""What documents say beside their tables and sentences: notes, comments, headers, links, formulas, looks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from types import MappingProxyType

from assay.evaluation.baselines.asking import Asked
from assay.evaluation.baselines.blocks import Block
from assay.evaluation.baselines.library import Library, Shelf
from assay.evaluation.baselines.words import content
from assay.evaluation.subjects import Reply

# What a question calls a thing, and the kinds of artifacts that are this thing.
_THINGS = MappingProxyType(
    {
        r"\bcomment": ("comment",),
        r"\bfootnote": ("footnote",),
        r"\bendnote": ("endnote",),
        r"\bpage header\b|\brunning head": ("header",),
        r"\bpage footer\b": ("footer",),
        r"\bspeaker notes?\b|\bnotes of slide": ("note",),
        r"\bformula\b": ("formula",),
        r"\blink\b|\bhyperlink": ("hyperlink",),
        r"\bfont\b|\bcolou?r\b": ("font", "cell_color", "format", "shape"),
        r"\bhidden\b": ("sheet", "slide"),
        r"\bhighlight": ("highlight",),
        r"\bstruck|\bstrike": ("strikeout",),
        r"\bproperty\b|\bmetadata\b": ("metadata",),
    }
)
_QUOTED = re.compile(r"[“\"]([^”\"]+)[”\"]")
_ADDRESS = re.compile(r"\b(?!FY\d|Q\d)[A-Z]{1,3}\d{1,7}\b")
_FILE = re.compile(r"\b[\w./-]+\.[a-z]{2,5}\b")
_SLIDE = re.compile(r"\bslide (\d+)\b", re.IGNORECASE)
_HEX = re.compile(r"\b[0-9A-F]{6}\b")


def facet_reply(asked: Asked, library: Library) -> Reply | None:
    """Return what the named thing says, None where a question names no such thing or no document."""
    kinds = [kind for pattern, names in _THINGS.items() if re.search(pattern, asked.text, re.I) for kind in names]
    shelf = _shelf(asked, library) if kinds else None
    if shelf is None:
        return None
    found = max(_scored(asked, shelf, kinds), key=lambda one: one[0], default=None)
    if found is None:
        return None
    _, block = found
    return Reply(_said(asked, block), (f"read {block.kind} {block.key} of {shelf.path}: {block.text}",), (shelf.path,))


def _shelf(asked: Asked, library: Library) -> Shelf | None:
    """Return the document that a question names by file or title."""
    files = _FILE.findall(asked.text)
    quoted = [text.casefold() for text in _QUOTED.findall(asked.text)]
    for shelf in library.shelves:
        if any(shelf.path == name or shelf.path.endswith(f"/{name}") for name in files):
            return shelf
    named = [shelf for shelf in library.shelves if any(_titled(shelf, text) for text in quoted)]
    return named[0] if named else None


def _titled(shelf: Shelf, text: str) -> bool:
    heads = [block.text.split("\n")[0].lstrip("# ").casefold() for block in shelf.blocks[:4]]
    return text in (shelf.title.casefold(), *heads)


def _scored(asked: Asked, shelf: Shelf, kinds: Sequence[str]) -> Iterator[tuple[float, Block]]:
    quoted = [frozenset(content(text)) for text in _QUOTED.findall(asked.text)]
    address, slide = _ADDRESS.search(asked.text), _SLIDE.search(asked.text)
    for block in shelf.blocks:
        if block.kind not in kinds:
            continue
        words = frozenset(content(f"{block.text} {block.near} {block.place}"))
        score = sum(len(words & one) / len(one) for one in quoted if one)
        score += 2.0 * (address is not None and bool(re.search(rf"\b{address.group()}\b", block.place)))
        score += 2.0 * (slide is not None and f"slide {slide.group(1)} " in f"{block.place} ")
        if "hidden" in asked.text:
            score += 3.0 * (block.fact("hidden") not in ("", "False", "None", "visible"))
        yield score, block


def _said(asked: Asked, block: Block) -> str:
    """Return the part of a block's facts that a question asks for."""
    if asked.spec.type == "color":
        found = _HEX.search(block.text)
        return found.group() if found else block.text
    if re.search(r"\bwho\b", asked.text, re.IGNORECASE):
        return block.fact("author") or block.text
    return block.fact("target", "formula", "text", "value", "name") or block.text
