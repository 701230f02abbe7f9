"""How the runs of a paragraph look, and where that departs from the norm of its style."""

from __future__ import annotations

import re
from collections.abc import Sequence
from types import MappingProxyType
from typing import NamedTuple

from assay.model.canonical import Scalar
from extractors.markup import Element, W
from extractors.raised import Mark
from extractors.word.content import Change, Inline, Run
from extractors.word.inline import change_of
from extractors.word.looks import REVISED, STYLE, Look
from extractors.word.styles import Styles

Departure = tuple[tuple[str, Scalar], ...]


class Format(NamedTuple):
    """What is to be said of one run: how it departs from its paragraph's style, its marks and who last formatted it."""

    departure: Departure = ()
    highlight: str | None = None
    strike: str | None = None
    revised: Change | None = None


class Context(NamedTuple):
    """What a run stands in: the style of its paragraph, and the table style with the parts of it that its cell has."""

    style: str
    table: str = ""
    parts: tuple[str, ...] = ()


class _Norm(NamedTuple):
    """The look of a paragraph's style alone, that of a run without direct formatting, and how this departs."""

    own: Look
    full: Look
    departure: dict[str, Scalar]


PLAIN = Format()
_COMPLEX = re.compile("[\u0590-\u08ff]")
_ASIAN = re.compile("[\u2e80-\ud7ff\uf900-\ufaff]")
# What is told as a mark of its own, or says nothing of how characters look.
_ASIDE = frozenset({"highlight", "shading", "strike", "double strike", "rtl"})


class Formats:
    """Gives the format of each run; what styles say is worked out once."""

    def __init__(self, styles: Styles) -> None:
        self._styles = styles
        self._norms: dict[tuple[Context, str, str], _Norm] = {}
        self._known: dict[Context, dict[object, Format]] = {}
        self._marks: dict[object, Mark] = {}

    def of(self, inline: Inline, context: Context) -> Sequence[Format]:
        """Return the formats of a paragraph's runs, an empty sequence where all are plain."""
        known = self._known.setdefault(context, {})
        formats = [self._format(run, context, known) for run in inline.runs]
        return formats if any(found is not PLAIN for found in formats) else ()

    def mark(self, inline: Inline, style: str) -> None:
        """Note which runs of a paragraph of a style are raised, lowered, struck or hidden."""
        for number, run in enumerate(inline.runs):
            mark = self._mark(run.properties, style)
            if mark:
                inline.runs[number], inline.marked = run._replace(mark=mark), True

    def _mark(self, properties: Element | None, style: str) -> Mark:
        stated = (
            [(each.tag, *each.values()) for each in properties if each.tag in _MARKING]
            if properties is not None
            else []
        )
        key = (style, *stated)
        if key not in self._marks:
            look = self._styles.look(properties)
            self._marks[key] = _mark_of(self._styles.norm(style, str(look.pop(STYLE, None) or "")) | look)
        return self._marks[key]

    def _format(self, run: Run, context: Context, known: dict[object, Format]) -> Format:
        """Return the format of a run; most runs of a document have properties that another run had before."""
        properties, script = run.properties, _script(run.text)
        stated = tuple([(each.tag, *each.items()) for each in properties]) if properties is not None else None
        key = (script, stated)
        found = known.get(key)
        if found is None:
            found = known[key] = self._worked_out(properties, context, script)
        if found.departure and (run.scope.deleted or not run.text.strip()):
            found = found._replace(departure=())
        return found

    def _worked_out(self, properties: Element | None, context: Context, script: str) -> Format:
        look = self._styles.look(properties) if properties is not None else {}
        character = str(look.pop(STYLE, None) or "")
        changed = properties.find(f"{W}rPrChange") if properties is not None and look.pop(REVISED, None) else None
        script = "cs" if look.get("rtl") else script
        norm = self._norm(context, character, script)
        found = Format(
            departure=_departure(look, norm, script),
            highlight=_highlight(look, norm.full),
            strike=_strike(look, norm.full),
            revised=change_of(changed) if changed is not None else None,
        )
        return found if found != PLAIN else PLAIN

    def _norm(self, context: Context, character: str, script: str) -> _Norm:
        key = (context, character, script)
        if key not in self._norms:
            own = self._styles.norm(context.style)
            full = self._styles.norm(context.style, character, context.table, context.parts)
            departure = dict(_departure(full, _Norm(own, full, {}), script))
            self._norms[key] = _Norm(own, full, departure)
        return self._norms[key]


def departure_of(look: Look, norm: Look) -> Departure:
    """Return what differs from a norm, by name; off where nothing was on is no difference."""
    return tuple(
        (name, what) for name, what in sorted(look.items()) if what != norm.get(name) and (what or norm.get(name))
    )


def described(departure: Departure) -> str:
    """Return a departure in words: `bold, face Arial, 12 pt, not italic`."""
    return ", ".join(_named(name, what) for name, what in departure)


def _departure(look: Look, norm: _Norm, script: str) -> Departure:
    if not look:
        return tuple(norm.departure.items())
    found = dict(norm.departure)
    for name, what in look.items():
        if name in _ASIDE:
            continue
        base, its = (name[:-3], name[-2:]) if name in _BY_SCRIPT else (name, "")
        if its != script and (its or f"{name} {script}" in _BY_SCRIPT):
            continue
        before = norm.own.get(name)
        if what != before and (what or before):
            found[base] = what
        else:
            found.pop(base, None)
    return tuple(sorted(found.items()))


def _script(text: str) -> str:
    """Return which of the three sets of properties a run's characters take: none, `ea` or `cs`."""
    if text.isascii():
        return ""
    return "cs" if _COMPLEX.search(text) else "ea" if _ASIAN.search(text) else ""


def _highlight(look: Look, full: Look) -> str | None:
    colour = look.get("highlight", full.get("highlight"))
    if colour:
        return str(colour)
    fill = look.get("shading", full.get("shading"))
    return f"shading {fill}" if fill else None


def _mark_of(look: Look) -> Mark:
    if look.get("hidden"):
        return "hidden"
    if look.get("strike") or look.get("double strike"):
        return "struck"
    return _POSITIONS.get(look.get("position"), "")


def _strike(look: Look, full: Look) -> str | None:
    if look.get("double strike", full.get("double strike")):
        return "double"
    return "single" if look.get("strike", full.get("strike")) else None


def _named(name: str, what: Scalar) -> str:
    if what is None:
        return f"automatic {name}"
    if isinstance(what, bool):
        return name if what else f"not {name}"
    if isinstance(what, float):
        return f"{what:g} pt" if name == "size" else f"{name} {what:g} pt"
    return f"{name} {what}"


_MARKING: frozenset[object] = frozenset(f"{W}{name}" for name in ("vertAlign", "strike", "dstrike", "vanish", "rStyle"))
_POSITIONS: MappingProxyType[Scalar, Mark] = MappingProxyType({"superscript": "raised", "subscript": "lowered"})
_BY_SCRIPT = frozenset({"face ea", "face cs", "size cs", "bold cs", "italic cs"})
