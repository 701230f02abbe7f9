"""Fonts, highlights and strikeouts of a Word document taken off words: their own, and what styles give them."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from functools import partial
from itertools import groupby

from assay.model.artifact import Artifact
from assay.native.cuts import Cut, Gone, fact, paired, removals, spoken, text_of
from assay.native.names import Element, above, children, chosen, name, remove, within
from assay.native.word_places import Scope
from assay.native.word_styles import StyleSheet, is_on, plain, put

FONT = (
    "w:rFonts", "w:sz", "w:szCs", "w:color", "w:b", "w:bCs", "w:i", "w:iCs", "w:u", "w:rStyle", "w:caps",
    "w:smallCaps", "w:vertAlign", "w:shadow", "w:outline", "w:emboss", "w:imprint", "w:spacing", "w:position",
    "w:vanish", "w:effect", "w:em", "w:w", "w:bdr", "w:kern", "w14:glow", "w14:shadow", "w14:reflection",
    "w14:textOutline", "w14:textFill", "w14:scene3d", "w14:props3d",
)  # fmt: skip
_DROPPED = {"font": FONT, "highlight": ("w:highlight", "w:shd"), "strikeout": ("w:strike", "w:dstrike")}


def cut_format(sheet: StyleSheet, scope: Scope, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that give words the format of their paragraph; hidden words, which are this artifact's, go."""
    said, key = _joined(text_of(artifact)), partial(_formatted, sheet, kind=artifact.kind)
    held = [run for run in _runs(scope.element) if key(run)]
    exact = _windows(held, said)
    twins = [one for one in gone.peers(artifact) if _joined(text_of(one)) == said]
    stretches = _stretches(scope.element, key)
    found = [exact[twins.index(artifact)]] if len(exact) == len(twins) else paired(gone, artifact, stretches, _letters)
    found = found or paired(gone, artifact, [[run] for run in held], _letters)
    runs = [run for stretch in found for run in stretch]
    if fact(artifact, "hidden") == "True":
        return [partial(remove, run) for run in runs]
    return [cut for run in runs for cut in unformatted(sheet, run, artifact.kind)]


def unformatted(sheet: StyleSheet, run: Element, kind: str) -> list[Cut]:
    """Return the cuts that take a kind of format off a run; where its styles have it, the run says that it has none."""
    own = removals(_properties(run, _DROPPED[kind]))
    if kind != "font":
        layers = (sheet.character(run), sheet.paragraph(run), sheet.table(run))
        names = [one for one in _DROPPED[kind] if any(is_on(layer.get(one)) for layer in layers)]
        return [*own, *(_stating(run, plain(run, one)) for one in names)]
    # without its style the run must say what else that said of it
    stated = {name(one) for each in children(run, "w:rPr") for one in each}
    kept = [one for named, one in sheet.character(run).items() if named not in FONT and named not in stated]
    norm, worn = sheet.paragraph(run), [one for one in sheet.table(run) if one in FONT]
    normal = [deepcopy(norm[one]) if one in norm else plain(run, one) for one in worn]
    return [*own, *(_stating(run, deepcopy(one)) for one in kept), *(_stating(run, one) for one in normal)]


def _stating(run: Element, property: Element | None) -> Cut:
    return partial(put, run, property) if property is not None else _nothing


def _nothing() -> None:
    """Change nothing: a property has no value that says nothing."""


def _formatted(sheet: StyleSheet, run: Element, *, kind: str) -> str | None:
    """Return what a run, or else its styles, say of a kind of format, None where they say nothing."""
    names = _DROPPED[kind]
    own = _format(run, names)
    if own is not None:
        return own
    layers = [sheet.table(run)] if kind == "font" else [sheet.character(run), sheet.paragraph(run), sheet.table(run)]
    said = [one for layer in layers for one in names if is_on(layer.get(one))]
    return f"styled {' '.join(said)}" if said else None


def _runs(root: Element) -> list[Element]:
    return [one for one in chosen(root) if name(one) == "w:r"]


def _properties(run: Element, names: tuple[str, ...]) -> list[Element]:
    return [one for each in children(run, "w:rPr") for one in children(each, *names)]


def _format(run: Element, names: tuple[str, ...]) -> str | None:
    """Return what a run states of some properties, None where it states nothing."""
    found = [f"{name(one)} {sorted(map(str, one.attrib.values()))}" for one in _properties(run, names)]
    return " ".join(found) or None


def _stretches(root: Element, key: Callable[[Element], str | None]) -> list[list[Element]]:
    """Return neighbouring runs with one key, none left out; runs without letters go with those before them."""
    held, before, at = list[tuple[tuple[str | None, Element | None], Element]](), None, None
    for run in _runs(root):
        before = key(run) if spoken(run) or above(run, "w:p") is not at else before
        at = above(run, "w:p")
        held.append(((before, at), run))
    groups = groupby(held, lambda pair: pair[0])
    return [[run for _, run in group] for (found, _), group in groups if found is not None]


def _windows(runs: list[Element], said: str) -> list[list[Element]]:
    """Return the rows of neighbours that together say just this, none overlapping another."""
    found, start = list[list[Element]](), 0
    while start < len(runs):
        end = start + 1
        while end < len(runs) and len(_characters(runs[start:end])) < len(said):
            end += 1
        same = bool(_characters(runs[start : start + 1])) and _characters(runs[start:end]) == said
        found += [runs[start:end]] if same else []
        start = end if same else start + 1
    return found


def _characters(runs: list[Element]) -> str:
    return _joined("".join(text.text or "" for run in runs for text in within(run, "w:t", "w:delText")))


def _joined(text: str) -> str:
    return "".join(text.split())


def _letters(runs: list[Element]) -> str:
    return spoken(*runs)
