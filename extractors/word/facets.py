"""What is about a paragraph's characters: links, formatting that departs from its style, changes, fields, controls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from assay.model.artifact import Anchor, Artifact, Facts
from assay.model.canonical import Scalar
from extractors.markup import Element
from extractors.sheaf import Sheaf
from extractors.word.content import Change, Control, Inline
from extractors.word.controls import control_of
from extractors.word.copies import Copies
from extractors.word.fields import FieldUse
from extractors.word.formats import Departure, Format, described

# A document of nothing but formatting says no more after so many artifacts of one kind.
MOST_FONTS = 2_000
# Results and quotations beyond this are cut: the whole stands in the body.
LONGEST = 200


class Facets:
    """Adds the facets of paragraphs, each about the artifact that holds its characters."""

    def __init__(self, sheaf: Sheaf, copies: Copies) -> None:
        self._sheaf = sheaf
        self._copies = copies
        self._listed: Counter[str] = Counter()
        self._unlisted: dict[str, Counter[str]] = {"font": Counter(), "layout": Counter()}

    def add(
        self, inline: Inline, formats: Sequence[Format], at: Anchor, owner: Artifact | None, *, fonts: bool = True
    ) -> None:
        """Add every facet of one paragraph; without `fonts`, its departures are told elsewhere."""
        if inline.linked:
            self._links(inline, at, owner)
        if inline.changed:
            self._changes(inline, [run.scope.change for run in inline.runs], at, owner)
        if formats:
            self._marks("highlight", inline, [found.highlight for found in formats], at, owner)
            self._marks("strikeout", inline, [found.strike for found in formats], at, owner)
            self._changes(inline, [found.revised for found in formats], at, owner)
            if fonts:
                self._departures(inline, [found.departure or None for found in formats], at, owner)
        if inline.marked:
            self._hidden(inline, formats, at, owner)
        for found in inline.fields:
            self._field(found, inline, at, owner)
        for control in inline.controls:
            self.control(control.element, _held(inline, control), at, owner)
        self._bookmarks(inline, at, owner)

    def depart(
        self, kind: str, departure: Departure, at: Anchor, owner: Artifact | None, *,
        text: str = "", where: str = "", facts: tuple[tuple[str, Scalar], ...] = (),
    ) -> None:  # fmt: skip
        """Add how some characters (`text`) or cells (`where`) depart from the norm; beyond the limit, count them."""
        shown = described(departure)
        if self._listed[kind] >= MOST_FONTS:
            self._unlisted[kind][shown] += 1
            return
        self._listed[kind] += 1
        said = (("text", text),) if text else ()
        facet = self._sheaf.add(
            kind, at, f"{shown}: {where or text}", Facts((*said, *facts, *departure)), plain=where or text
        )
        self._about(facet, owner)

    def control(self, element: Element, held: str, at: Anchor, owner: Artifact | None) -> None:
        """Add a content control, form field or other control that holds some characters."""
        facts = control_of(element, held)
        if len(facts) == 2 and not dict(facts)["value"]:
            # A frame around nothing.
            return
        stated = dict(facts)
        name = stated.get("title") or stated.get("tag") or ""
        choices = f"; choices: {stated['choices']}" if stated.get("choices") else ""
        shown = f"{name} ({stated['type']}): {stated.get('value', '')}{choices}".strip()
        self._about(self._sheaf.add("control", at, shown, Facts(facts)), owner)

    def revise(self, change: Change, text: str, at: Anchor, owner: Artifact | None, *, of: str = "") -> None:
        """Add a tracked change of some characters, or of what is said in words: `row 2`, `paragraph mark`."""
        facts = [("type", change.type), ("text", text), ("author", change.author), ("date", change.date)]
        facts += [("of", of)] if of else []
        by = f" by {change.author}" if change.author else ""
        shown = f"{change.type}{by}{f', {change.date}' if change.date else ''}: {text or of}"
        plain = f"{change.type} of {of} {text}" if of else f"{change.type} {text}"
        self._about(self._sheaf.add("revision", at, shown, Facts(tuple(facts)), plain=plain), owner)

    def end(self) -> None:
        """Warn of what was counted only."""
        for kind, unlisted in self._unlisted.items():
            if unlisted:
                counts = "; ".join(f"{shown} × {count}" for shown, count in unlisted.most_common(10))
                self._sheaf.warn(
                    f"Only the first {MOST_FONTS} of {MOST_FONTS + unlisted.total()} departing {kind}s are listed: "
                    f"left out are {counts}{' ...' if len(unlisted) > 10 else ''}."
                )

    def _links(self, inline: Inline, at: Anchor, owner: Artifact | None) -> None:
        links = [run.scope.link for run in inline.runs]
        for number, text in inline.stretches(links):
            link = links[number]
            target = link.target if link else ""
            unseen = all(run.mark == "hidden" for run in inline.runs if run.scope.link is link)
            facts = Facts((("text", text), ("target", target), *([("hidden", True)] if unseen else [])))
            self._about(self._sheaf.add("hyperlink", at, f"{text}: {target}", facts), owner)

    def _changes(self, inline: Inline, changes: Sequence[Change | None], at: Anchor, owner: Artifact | None) -> None:
        if not any(changes):
            return
        for number, text in inline.stretches(changes):
            change = changes[number]
            if change is not None:
                self.revise(change, text, at, owner)

    def _marks(
        self, kind: str, inline: Inline, marks: Sequence[str | None], at: Anchor, owner: Artifact | None
    ) -> None:
        if not any(marks):
            return
        for number, text in inline.stretches(marks):
            how = marks[number] or ""
            facts = Facts((("text", text), ("value", how)))
            self._about(self._sheaf.add(kind, at, f"{how}: {text}", facts, plain=text), owner)

    def _departures(
        self, inline: Inline, departures: Sequence[Departure | None], at: Anchor, owner: Artifact | None
    ) -> None:
        for number, text in inline.stretches(departures):
            self.depart("font", departures[number] or (), at, owner, text=text)

    def _hidden(self, inline: Inline, formats: Sequence[Format], at: Anchor, owner: Artifact | None) -> None:
        """Add the characters that nobody sees, where no departure of their own tells them."""
        told = ["hidden" in dict(found.departure) for found in formats] or [False] * len(inline.runs)
        hidden = [run.mark == "hidden" and not known for run, known in zip(inline.runs, told, strict=True)]
        for _, text in inline.stretches([each or None for each in hidden]) if any(hidden) else ():
            self.depart("font", (("hidden", True),), at, owner, text=text)

    def _field(self, found: FieldUse, inline: Inline, at: Anchor, owner: Artifact | None) -> None:
        result = found.hidden or (inline.between(found.first, found.end) if found.end is not None else "")
        facts = [("type", found.type), ("instruction", found.instruction), ("result", cut(result))]
        facts += [("target", found.target)] if found.target else []
        facts += [("whole instruction", found.whole)] if found.whole else []
        asked = found.whole or found.instruction
        shown = f"{asked} = {cut(result)}" if result else asked
        facet = self._sheaf.add("field", at, shown, Facts(tuple(facts)), plain=found.instruction)
        # A table of contents is of all its lines: none of them takes it along.
        self._about(facet, None if found.type == "TOC" and found.end is None else owner)
        if found.target:
            self._copies.refer(found.target, facet)

    def _bookmarks(self, inline: Inline, at: Anchor, owner: Artifact | None) -> None:
        for mark in inline.marks if owner is not None else ():
            # Word's own marks (`_GoBack`, the entries of contents) are named by what refers to them.
            if mark.type != "bookmark start" or not mark.name or mark.name == "_GoBack":
                continue
            end = next((each.at for each in inline.marks if each.type == "bookmark end" and each.id == mark.id), None)
            held = inline.between(mark.at, end) if end is not None else ""
            facts = (("type", "BOOKMARK"), ("name", mark.name), ("result", cut(held)))
            self._about(self._sheaf.add("field", at, f"bookmark {mark.name}", Facts(facts), plain=mark.name), owner)

    def _about(self, facet: Artifact, owner: Artifact | None) -> None:
        if owner is not None:
            self._sheaf.link(facet, owner, "about")


def cut(text: str, longest: int = LONGEST) -> str:
    """Return a text on one line, cut after a word where it is long."""
    text = " ".join(text.split())
    return text if len(text) <= longest else f"{text[:longest].rsplit(' ', 1)[0]}…"


def _held(inline: Inline, control: Control) -> str:
    return inline.between(control.first, control.end)
