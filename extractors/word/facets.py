"""What is about a paragraph's characters: links, formatting that departs from its style, highlights, changes."""

from __future__ import annotations

from collections.abc import Callable

from assay.model.artifact import Anchor, Artifact, Facts
from assay.model.canonical import Scalar
from extractors.markup import Element, W, child, switched, value
from extractors.sheaf import Sheaf
from extractors.word.inline import Inline, Run
from extractors.word.styles import Look, Styles

# A document of nothing but formatting says no more after so many runs.
MOST_FONTS = 2_000


class Facets:
    """Adds the facets of paragraphs, each about the artifact that holds its characters."""

    def __init__(self, sheaf: Sheaf, styles: Styles) -> None:
        self._sheaf = sheaf
        self._styles = styles
        self._fonts = 0

    def add(self, inline: Inline, style: str, at: Anchor, owner: Artifact | None) -> None:
        """Add every facet of one paragraph in the given style."""
        self._links(inline, at, owner)
        self._changes(inline, at, owner)
        if any(run.properties is not None for run in inline.runs):
            self._marks(inline, "highlight", _highlight, at, owner)
            self._marks(inline, "strikeout", _strike, at, owner)
            self._departures(inline, style, at, owner)

    def _links(self, inline: Inline, at: Anchor, owner: Artifact | None) -> None:
        for run, text in inline.stretches(lambda run: run.scope.link):
            target = run.scope.link.target if run.scope.link else ""
            facts = Facts((("text", text), ("target", target)))
            self._about(self._sheaf.add("hyperlink", at, f"{text}: {target}", facts), owner)

    def _changes(self, inline: Inline, at: Anchor, owner: Artifact | None) -> None:
        for run, text in inline.stretches(lambda run: run.scope.change):
            change = run.scope.change
            if change is not None:
                facts = Facts((("type", change.type), ("text", text), ("author", change.author), ("date", change.date)))
                shown = f"{change.type} by {change.author}: {text}" if change.author else f"{change.type}: {text}"
                self._about(self._sheaf.add("revision", at, shown, facts, plain=f"{change.type} {text}"), owner)

    def _marks(
        self,
        inline: Inline,
        kind: str,
        mark: Callable[[Element | None], str | None],
        at: Anchor,
        owner: Artifact | None,
    ) -> None:
        for run, text in inline.stretches(lambda run: mark(run.properties)):
            how = mark(run.properties) or ""
            facts = Facts((("text", text), ("value", how)))
            self._about(self._sheaf.add(kind, at, f"{how}: {text}", facts, plain=text), owner)

    def _departures(self, inline: Inline, style: str, at: Anchor, owner: Artifact | None) -> None:
        norm = self._styles.norm(style)
        for run, text in inline.stretches(lambda run: self._departure(run, style, norm) or None):
            if self._fonts == MOST_FONTS:
                self._sheaf.warn(f"Only the first {MOST_FONTS} runs of departing format are listed.")
                return
            self._fonts += 1
            departure = self._departure(run, style, norm)
            shown = ", ".join(_named(name, what) for name, what in departure)
            facts = Facts((("text", text), *departure))
            self._about(self._sheaf.add("font", at, f"{shown}: {text}", facts, plain=text), owner)

    def _departure(self, run: Run, style: str, norm: Look) -> tuple[tuple[str, Scalar], ...]:
        if run.properties is None or run.scope.deleted or not run.text.strip():
            return ()
        character = value(run.properties.find(f"{W}rStyle"), f"{W}val")
        look = self._styles.norm(style, character) | self._styles.look(run.properties)
        return tuple(
            (name, look[name])
            for name in sorted(look)
            if look[name] != norm.get(name) and _says(look[name], norm.get(name))
        )

    def _about(self, facet: Artifact, owner: Artifact | None) -> None:
        if owner is not None:
            self._sheaf.link(facet, owner, "about")


def _says(what: Scalar, norm: Scalar) -> bool:
    """Whether a departure is one: off where nothing was on is none."""
    return bool(what) or bool(norm)


def _named(name: str, what: Scalar) -> str:
    if what is None:
        return f"automatic {name}"
    if isinstance(what, bool):
        return name if what else f"not {name}"
    return f"{what:g} pt" if isinstance(what, float) else f"{name} {what}"


def _highlight(properties: Element | None) -> str | None:
    colour = value(child(properties, f"{W}highlight"), f"{W}val")
    return colour if colour not in ("", "none") else None


def _strike(properties: Element | None) -> str | None:
    if switched(child(properties, f"{W}dstrike"), f"{W}val"):
        return "double"
    return "single" if switched(child(properties, f"{W}strike"), f"{W}val") else None
