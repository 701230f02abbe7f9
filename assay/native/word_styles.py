"""What the styles of a Word document say of a run, so that a format of theirs can be taken off some words alone."""

from __future__ import annotations

from types import MappingProxyType

from assay.native.names import Element, above, children, name, stated, within
from assay.native.word_places import WordPlaces

# A chain of styles longer than this is a circle.
_MOST_PARENTS = 32
_OFF = frozenset({"0", "false", "off", "none", "nil"})

# The order in which run properties stand (ECMA-376 part 1, CT_RPr).
_ORDER = (
    "w:rStyle", "w:rFonts", "w:b", "w:bCs", "w:i", "w:iCs", "w:caps", "w:smallCaps", "w:strike", "w:dstrike",
    "w:outline", "w:shadow", "w:emboss", "w:imprint", "w:noProof", "w:snapToGrid", "w:vanish", "w:webHidden",
    "w:color", "w:spacing", "w:w", "w:kern", "w:position", "w:sz", "w:szCs", "w:highlight", "w:u", "w:effect",
    "w:bdr", "w:shd", "w:fitText", "w:vertAlign", "w:rtl", "w:cs", "w:em", "w:lang", "w:eastAsianLayout",
    "w:specVanish", "w:oMath",
)  # fmt: skip
_BEFORE_FILL = ("w:cnfStyle", "w:tcW", "w:gridSpan", "w:hMerge", "w:vMerge", "w:tcBorders")
# What a property says where it is to say nothing; those that are not here are switches, which `0` turns off.
_PLAIN: MappingProxyType[str, dict[str, str]] = MappingProxyType({
    "w:highlight": {"val": "none"}, "w:shd": {"val": "clear", "color": "auto", "fill": "auto"},
    "w:color": {"val": "auto"}, "w:u": {"val": "none"}, "w:vertAlign": {"val": "baseline"}, "w:em": {"val": "none"},
    "w:effect": {"val": "none"}, "w:bdr": {"val": "nil"}, "w:w": {"val": "100"},
})  # fmt: skip
# Without a norm of their own these have no plain value.
_UNPLAIN = frozenset({"w:rFonts", "w:sz", "w:szCs", "w:lang"})


class StyleSheet:
    """The styles of a document by their ids."""

    def __init__(self, places: WordPlaces) -> None:
        parts = places.file.targets(places.main, "styles")
        root = places.file.tree(parts[0]) if parts else None
        self._styles = {stated(one, "w:styleId"): one for one in within(root, "w:style")} if root is not None else {}
        self._default = next((id for id, one in self._styles.items() if _is_default(one)), "")
        self._defaults = within(root, "w:rPrDefault")[:1] if root is not None else []
        # Looking for it among thousands of rows, for each run of them, would take long.
        self._worn: dict[Element, str] = {}
        self._merged: dict[tuple[str, str], dict[str, Element]] = {}

    def character(self, run: Element) -> dict[str, Element]:
        """Return what the character style of a run says, by the names of the properties."""
        return self._said("character", _named(run, "w:rPr", "w:rStyle"))

    def paragraph(self, run: Element) -> dict[str, Element]:
        """Return what the style of a run's paragraph says, with what all text has by default."""
        holder = above(run, "w:p")
        id = _named(holder, "w:pPr", "w:pStyle") if holder is not None else ""
        return self._said("paragraph", id if id in self._styles else self._default)

    def table(self, run: Element) -> dict[str, Element]:
        """Return what the style of the table around a run says in any of its parts."""
        table = above(run, "w:tbl")
        if table is None:
            return {}
        if table not in self._worn:
            self._worn[table] = _named(table, "w:tblPr", "w:tblStyle")
        return self._said("table", self._worn[table])

    def fills(self, table: Element) -> bool:
        """Whether the style of a table fills any of its cells."""
        chain = self._chain(_named(table, "w:tblPr", "w:tblStyle"))
        return any(children(each, "w:shd") for style in chain for each in within(style, "w:tcPr"))

    def _said(self, kind: str, id: str) -> dict[str, Element]:
        key = (kind, id)
        if key not in self._merged:
            first = self._defaults if kind == "paragraph" else []
            self._merged[key] = _merged([*first, *self._chain(id)], deep=kind == "table")
        return self._merged[key]

    def _chain(self, id: str) -> list[Element]:
        """Return a style and those that it is based on, the furthest first."""
        chain = list[Element]()
        while id in self._styles and len(chain) < _MOST_PARENTS:
            chain.insert(0, self._styles[id])
            id = next((stated(one, "w:val") for one in children(chain[0], "w:basedOn")), "")
        return chain


def is_on(element: Element | None) -> bool:
    """Whether a property says anything but that it is off."""
    return element is not None and stated(element, "w:val", "1").lower() not in _OFF


def put(run: Element, property: Element) -> None:
    """Give a run a property of its own, in the place that the schema has for it, instead of one that it has."""
    holder = next(iter(children(run, "w:rPr")), None)
    if holder is None:
        holder = run.makeelement(_tag(run, "rPr"))
        run.insert(0, holder)
    for old in children(holder, name(property)):
        holder.remove(old)
    rank = _ORDER.index(name(property)) if name(property) in _ORDER else len(_ORDER)
    later = (at for at, one in enumerate(holder) if name(one) not in _ORDER[: rank + 1])
    holder.insert(next(later, len(holder)), property)


def plain(run: Element, kind: str) -> Element | None:
    """Return the property of a kind that says nothing, None where only a norm could be said."""
    if kind in _UNPLAIN or not kind.startswith("w:"):
        return None
    property = run.makeelement(_tag(run, kind.removeprefix("w:")))
    for key, value in _PLAIN.get(kind, {"val": "0"}).items():
        property.set(_tag(run, key), value)
    return property


def _merged(styles: list[Element], *, deep: bool = False) -> dict[str, Element]:
    find = within if deep else children
    return {name(one): one for style in styles for each in find(style, "w:rPr") for one in each if name(one)}


def _named(element: Element, holder: str, kind: str) -> str:
    found = (stated(one, "w:val") for each in children(element, holder) for one in children(each, kind))
    return next(found, "")


def _is_default(style: Element) -> bool:
    return stated(style, "w:type") == "paragraph" and stated(style, "w:default", "0").lower() not in _OFF


def clear_fill(cell: Element) -> None:
    """Say of a cell that nothing fills it."""
    holder = next(iter(children(cell, "w:tcPr")), None)
    if holder is None:
        holder = cell.makeelement(_tag(cell, "tcPr"))
        cell.insert(0, holder)
    for old in children(holder, "w:shd"):
        holder.remove(old)
    before = sum(1 for one in holder if name(one) in _BEFORE_FILL)
    shading = plain(cell, "w:shd")
    if shading is not None:
        holder.insert(before, shading)


def _tag(run: Element, local: str) -> str:
    return f"{str(run.tag).rpartition('}')[0]}}}{local}"
