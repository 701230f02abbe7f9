"""Pivot tables: their rows, columns, filters and aggregations, and the range, table or connection behind them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from assay.model.canonical import Scalar
from extractors.excel.references import Box, box_of
from extractors.markup import Element, child, local, value, whole
from extractors.package import Package

# Hidden items of one field beyond this are counted.
MOST_ITEMS = 50
# Where the values' own names stand among the fields of an axis.
_VALUES = -2
_FUNCTIONS = MappingProxyType({
    "countNums": "count of numbers", "stdDev": "standard deviation", "stdDevp": "standard deviation of all",
    "var": "variance", "varp": "variance of all",
})  # fmt: skip
_SHOWN = MappingProxyType({
    "percentOfTotal": "% of total", "percentOfRow": "% of row", "percentOfCol": "% of column",
    "difference": "difference", "percentDiff": "% difference", "runTotal": "running total",
    "percent": "% of", "index": "index",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Pivot:
    """A pivot table of a sheet: its cells, name, text, facts, and the formula of its source."""

    box: Box | None
    name: str
    text: str
    facts: tuple[tuple[str, Scalar], ...]
    source: str


@dataclass(frozen=True, slots=True)
class _Field:
    """A field of the source: its name and the items that it holds."""

    name: str
    items: tuple[str, ...]


def pivots_of(package: Package, part: str) -> Iterator[Pivot]:
    """Yield the pivot tables of a sheet's part."""
    for target in package.targets(part, "pivotTable"):
        root = package.tree(target)
        if root is not None:
            caches = [package.tree(cache) for cache in package.targets(target, "pivotCacheDefinition")]
            yield _pivot(root, next((cache for cache in caches if cache is not None), None))


def _pivot(root: Element, cache: Element | None) -> Pivot:
    fields = list(_fields(cache)) if cache is not None else []
    source = _source(cache)
    stated = _elements(root, "pivotFields")
    rows, columns = (list(_axis(root, name, fields, stated)) for name in ("rowFields", "colFields"))
    filters = list(_filters(root, fields, stated))
    values = [_aggregation(entry, fields) for entry in _elements(root, "dataFields")]
    location = next((found for found in root if local(found) == "location"), None)
    name, place = root.get("name", ""), value(location, "ref")
    parts = (
        ("rows", "; ".join(rows)), ("columns", "; ".join(columns)), ("filters", "; ".join(filters)),
        ("values", "; ".join(values)), ("source", source),
        ("calculated fields", "; ".join(_calculated(cache))), ("hidden items", "; ".join(_hidden(fields, stated))),
    )  # fmt: skip
    lines = [f"pivot table {name}".strip(), *(f"{what}: {said}" for what, said in parts if said)]
    facts = (("name", name), ("cells", place), *((what, said or None) for what, said in parts))
    return Pivot(box_of(place), name, "\n".join(lines), facts, source)


def _elements(root: Element | None, name: str) -> list[Element]:
    holder = child(root, f"{{*}}{name}")
    return list(holder) if holder is not None else []


def _fields(cache: Element) -> Iterator[_Field]:
    for field in _elements(cache, "cacheFields"):
        shared = child(field, "{*}sharedItems")
        items = [item.get("v", "") for item in shared] if shared is not None else []
        yield _Field(field.get("name", ""), tuple(items))


def _source(cache: Element | None) -> str:
    holder = child(cache, "{*}cacheSource")
    source = child(holder, "{*}worksheetSource")
    if source is not None:
        sheet, range = source.get("sheet", ""), source.get("ref") or source.get("name", "")
        return f"'{sheet.replace(chr(39), chr(39) * 2)}'!{range}" if sheet and source.get("ref") else range
    ranges = [f"'{found.get('sheet', '')}'!{found.get('ref', '')}" for found in _consolidated(holder)]
    return ",".join(ranges) or value(holder, "type")


def _consolidated(holder: Element | None) -> Iterator[Element]:
    return holder.iter("{*}rangeSet") if holder is not None else iter(())


def _name(fields: Sequence[_Field], index: int) -> str:
    return fields[index].name if 0 <= index < len(fields) else f"field {index + 1}"


def _called(fields: Sequence[_Field], stated: Sequence[Element], index: int) -> str:
    own = stated[index].get("name", "") if 0 <= index < len(stated) else ""
    return own or _name(fields, index)


def _axis(root: Element, axis: str, fields: Sequence[_Field], stated: Sequence[Element]) -> Iterator[str]:
    for entry in _elements(root, axis):
        index = whole(entry.get("x"), _VALUES)
        if index != _VALUES:
            yield _called(fields, stated, index)


def _filters(root: Element, fields: Sequence[_Field], stated: Sequence[Element]) -> Iterator[str]:
    for entry in _elements(root, "pageFields"):
        index = whole(entry.get("fld"), -1)
        chosen = _item(fields, stated, index, whole(entry.get("item"), -1))
        yield _called(fields, stated, index) + (f" = {chosen}" if chosen else "")
    for entry in _elements(root, "filters"):
        limits = [entry.get(name, "") for name in ("stringValue1", "stringValue2")]
        said = " ".join(filter(None, (entry.get("type", ""), *limits)))
        yield f"{_called(fields, stated, whole(entry.get('fld'), -1))} {said}".strip()


def _item(fields: Sequence[_Field], stated: Sequence[Element], field: int, item: int) -> str:
    """Return the item of a field that the place among the pivot's own items stands for."""
    items = _elements(stated[field], "items") if 0 <= field < len(stated) else []
    if not 0 <= item < len(items) or not 0 <= field < len(fields):
        return ""
    place = whole(items[item].get("x"), -1)
    return fields[field].items[place] if 0 <= place < len(fields[field].items) else items[item].get("n", "")


def _aggregation(entry: Element, fields: Sequence[_Field]) -> str:
    function = entry.get("subtotal", "sum")
    field = _name(fields, whole(entry.get("fld"), -1))
    said = f"{_FUNCTIONS.get(function, function)} of {field}"
    shown = _SHOWN.get(entry.get("showDataAs", ""), "")
    called = entry.get("name", "").strip()
    named = f" as “{called}”" if called and called.casefold() != said.casefold() else ""
    return said + (f", shown as {shown}" if shown else "") + named


def _calculated(cache: Element | None) -> Iterator[str]:
    for field in _elements(cache, "cacheFields"):
        if field.get("formula"):
            yield f"{field.get('name', '')} = {field.get('formula')}"


def _hidden(fields: Sequence[_Field], stated: Sequence[Element]) -> Iterator[str]:
    for index, field in enumerate(stated):
        gone = [
            _item(fields, stated, index, place)
            for place, item in enumerate(_elements(field, "items"))
            if item.get("h") == "1"
        ]
        if any(gone):
            names = list(filter(None, gone))
            more = f" and {len(names) - MOST_ITEMS:,} more" if len(names) > MOST_ITEMS else ""
            yield f"{_called(fields, stated, index)}: {', '.join(names[:MOST_ITEMS])}{more}"
