"""Restrictions that were known stay until SOURCES.csv lifts them by the word `none`: no slip gives a text away.

What was once `research-only` or `link-only` is kept by path and by the digest of its bytes, so it outlives an emptied
SOURCES.csv, a line that names another file, a file that was away for a while, and a copy of the file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import cast

from assay.model.canonical import canonical_json
from assay.model.document import Source
from assay.refresh.looking import Look
from assay.stages.listing import Listing
from assay.stages.terms import Described, Doubt, Terms
from assay.store.database import Database
from assay.store.meta import note, noted
from assay.store.sources import listed, moved_files, read_contents
from assay.store.store import Store

_KNOWN = "restrictions"
_TERMS = tuple(field.name for field in fields(Terms))


@dataclass(frozen=True, slots=True)
class Restrained:
    """The terms that a file had when it was last restricted, and the digest of its bytes, empty before it was read."""

    terms: Terms
    content: str = ""

    def on(self, source: Source) -> Source:
        """Return a source under these terms; what SOURCES.csv says of it besides stays."""
        return replace(source, **{name: getattr(source, name) or getattr(self.terms, name) for name in _TERMS})


def restrained(look: Look, database: Database) -> tuple[Look, list[Doubt]]:
    """Return a look whose sources keep the restrictions that they had, with a doubt for each that only so stays."""
    known, described = _known(database), look.listing.described
    doubts: list[Doubt] = []
    entries = list(look.listing.entries)
    for at, entry in enumerate(entries):
        source, name = entry.source, look.files.get(entry.source.key, entry.source.path)
        was = known.get(source.path)
        if was is not None and not source.restriction and described.lifted.isdisjoint((name, source.path)):
            entries[at] = replace(entry, source=was.on(source))
            doubts.append(_doubt(described, name, "restriction_kept", f"it was {was.terms.restriction}", was))
    return replace(look, listing=replace(look.listing, entries=tuple(entries))), doubts


def restrain_copies(store: Store, listing: Listing) -> list[Doubt]:
    """Restrict what has the bytes of a restricted file and keep what is restricted; return a doubt for each copy."""
    described, names, sources = listing.described, moved_files(store), listed(store)
    open_ = described.lifted | {one.path for one in sources if names.get(one.key) in described.lifted}
    contents = read_contents(store)
    known = {path: one for path, one in _known(store).items() if path not in open_}
    known |= {one.path: _restrained(one, contents.get(one.key, "")) for one in sources if one.restriction}
    by_content = {one.content: path for path, one in sorted(known.items(), reverse=True) if one.content}
    doubts: list[Doubt] = []
    with store.transaction():
        for source in sources:
            path = by_content.get(contents.get(source.key, ""))
            if path is not None and source.size and source.path not in known and source.path not in open_:
                was = known[path]
                known[source.path] = Restrained(_restrict(store, was.on(source)), was.content)
                why = f"it has the bytes of {path}, which is {was.terms.restriction},"
                doubts.append(_doubt(described, source.path, "restricted_copy", why, was))
        _keep(store, known)
    return doubts


def _known(database: Database) -> dict[str, Restrained]:
    """Return by path what was restricted in any run before; an OUT of an older version knows the last run alone."""
    mine = {source.path: _restrained(source) for source in listed(database) if source.restriction}
    held = cast("dict[str, dict[str, str]]", json.loads(noted(database, _KNOWN) or "{}"))
    return mine | {path: Restrained(_terms(one), one["content"]) for path, one in held.items()}


def _keep(store: Store, known: Mapping[str, Restrained]) -> None:
    told = canonical_json({path: {**asdict(one.terms), "content": one.content} for path, one in known.items()})
    note(store, {_KNOWN: told})


def _restrict(store: Store, source: Source) -> Terms:
    terms = _restrained(source).terms
    values = ", ".join(f"{name} = ${at}" for at, name in enumerate(_TERMS, 2))
    store.run(f"update source set {values} where key = $1", source.key, *asdict(terms).values())
    return terms


def _restrained(source: Source, content: str = "") -> Restrained:
    return Restrained(_terms({name: getattr(source, name) for name in _TERMS}), content)


def _terms(held: Mapping[str, str]) -> Terms:
    return Terms(**{name: held[name] for name in _TERMS})  # pyright: ignore[reportArgumentType]


def _doubt(described: Described, path: str, code: str, why: str, was: Restrained) -> Doubt:
    detail = f"{why} and stays so until SOURCES.csv says `none` under restriction"
    return Doubt(described.lines.get(path, 0), path, code, detail)
