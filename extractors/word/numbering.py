"""Numbers as Word displays them: definitions, overrides and the running counters of a document."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from extractors.markup import Element, W, by_local, value, whole
from extractors.word.counting import formatted

BULLET = "•"
LEVELS = 9

_PLACE = re.compile(r"%([1-9])")


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a list: where it starts, how its number is written, and after which level it starts again."""

    start: int = 1
    format: str = "decimal"
    text: str = ""
    style: str = ""
    restart: int | None = None
    legal: bool = False


class Override(NamedTuple):
    """What a list says otherwise than its definition: where a level starts anew, the level as a whole."""

    start: int | None
    level: Level | None


class Numbering:
    """Gives each numbered paragraph, asked in document order, the number that Word shows."""

    def __init__(self, root: Element | None, styles: Mapping[str, tuple[str, int | None]]) -> None:
        self._definitions: dict[str, Element] = {}
        self._abstract: dict[str, dict[int, Level]] = {}
        self._links: dict[str, str] = {}
        self._instances: dict[str, str] = {}
        self._overrides: dict[str, dict[int, Override]] = {}
        self._counters: dict[str, list[int | None]] = {}
        self._restarted: set[tuple[str, int]] = set()
        self._styles = styles
        if root is not None:
            self._define(root)

    def level(self, number: str, stated: int | None, style: str) -> int:
        """Return the level of a paragraph: the stated one, else the one that names its style, else the first."""
        if stated is not None:
            return min(max(stated, 0), LEVELS - 1)
        levels = self._levels(number)
        return next((index for index, level in levels.items() if level.style and level.style == style), 0)

    def next(self, number: str, level: int) -> str | None:
        """Count one paragraph and return its number as displayed; None where the list is not defined."""
        levels = self._levels(number)
        if not levels:
            return None
        counters = self._counters.setdefault(self._root(number), [None] * LEVELS)
        self._count(number, level, levels, counters)
        own = levels.get(level, Level())
        if own.format == "bullet":
            return BULLET
        return _PLACE.sub(lambda found: _written(int(found.group(1)) - 1, own, levels, counters), own.text).strip()

    def _count(self, number: str, level: int, levels: dict[int, Level], counters: list[int | None]) -> None:
        start = self._override(number, level)
        now = counters[level]
        if start is not None and (number, level) not in self._restarted:
            self._restarted.add((number, level))
            counters[level] = start
        else:
            counters[level] = levels.get(level, Level()).start if now is None else now + 1
        for deeper in range(level + 1, LEVELS):
            after = levels.get(deeper, Level()).restart
            # 0 never starts again; n starts again only after level n (from 1) or one above it.
            if after is None or (after and level < after):
                counters[deeper] = None

    def _override(self, number: str, level: int) -> int | None:
        override = self._overrides.get(number, {}).get(level)
        return override.start if override is not None else None

    def _levels(self, number: str) -> dict[int, Level]:
        levels = self._defined(self._root(number))
        own = {index: found.level for index, found in self._overrides.get(number, {}).items() if found.level}
        return {**levels, **own} if own else levels

    def _defined(self, id: str) -> dict[int, Level]:
        """Return the levels of an abstract definition; most definitions of a document are never used."""
        if id not in self._abstract:
            found = self._definitions.get(id)
            self._abstract[id] = dict(map(_level, found.findall(f"{W}lvl"))) if found is not None else {}
        return self._abstract[id]

    def _root(self, number: str) -> str:
        """Return the id of the abstract definition, through at most one numbering style."""
        abstract = self._instances.get(number, "")
        linked = self._styles.get(self._links.get(abstract, ""))
        return self._instances.get(linked[0], abstract) if linked else abstract

    def _define(self, root: Element) -> None:
        for abstract in root.findall(f"{W}abstractNum"):
            id = abstract.get(f"{W}abstractNumId", "")
            self._definitions[id] = abstract
            if (link := abstract.find(f"{W}numStyleLink")) is not None:
                self._links[id] = value(link, f"{W}val")
        for number in root.findall(f"{W}num"):
            id = number.get(f"{W}numId", "")
            self._instances[id] = value(number.find(f"{W}abstractNumId"), f"{W}val")
            self._overrides[id] = dict(map(_override, number.findall(f"{W}lvlOverride")))


def _written(place: int, own: Level, levels: dict[int, Level], counters: list[int | None]) -> str:
    level = levels.get(place, Level())
    counted = counters[place]
    return formatted(level.start if counted is None else counted, "decimal" if own.legal else level.format)


def _level(element: Element) -> tuple[int, Level]:
    restart = element.find(f"{W}lvlRestart")
    format = next((value(found, f"{W}val") for found in by_local(element, "numFmt")), "decimal")
    legal = element.find(f"{W}isLgl")
    return whole(element.get(f"{W}ilvl")), Level(
        start=whole(value(element.find(f"{W}start"), f"{W}val"), 0),
        format=format,
        text=value(element.find(f"{W}lvlText"), f"{W}val"),
        style=value(element.find(f"{W}pStyle"), f"{W}val"),
        restart=whole(value(restart, f"{W}val")) if restart is not None else None,
        legal=legal is not None and value(legal, f"{W}val", "1") not in ("0", "false"),
    )


def _override(element: Element) -> tuple[int, Override]:
    """Return a level's override; a whole level alone goes on counting, only a stated start counts anew.

    The two are flags of their own in Word's first format ([MS-DOC], LFOLVL), and LibreOffice reads them so.
    """
    level, start = element.find(f"{W}lvl"), element.find(f"{W}startOverride")
    return whole(element.get(f"{W}ilvl")), Override(
        start=whole(value(start, f"{W}val"), 1) if start is not None else None,
        level=_level(level)[1] if level is not None else None,
    )
