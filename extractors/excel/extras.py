"""What else a sheet or workbook holds: what it hides, filters, small charts in cells, objects, links to other books."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from assay.model.canonical import Scalar
from extractors.excel.references import column_letters
from extractors.excel.styles import S, Styles
from extractors.markup import Element, by_local, child, local, value, whole
from extractors.package import Package, target_of


@dataclass(frozen=True, slots=True)
class Extra:
    """Something about a range of the sheet (empty: about the sheet): its text, facts and the formulas that it reads."""

    range: str
    text: str
    facts: tuple[tuple[str, Scalar], ...]
    formulas: tuple[str, ...] = ()


def extras_of(package: Package, part: str, rest: Element, hidden_rows: Sequence[int], styles: Styles) -> list[Extra]:
    """Return what a sheet's part says beside its cells."""
    found = [_concealed(rest, hidden_rows), _coloured(rest, styles), _frozen(rest), _protected(rest)]
    return [
        *(extra for extra in found if extra is not None),
        *_filters(rest), *_filters_of_tables(package, part), *_sparklines(rest), *_objects(rest),
        *_slicers(package, part),
    ]  # fmt: skip


def links_of(package: Package, workbook: str) -> Iterator[Extra]:
    """Yield the other workbooks that a workbook's formulas name as `[1]`, `[2]` ..."""
    for number, part in enumerate(package.targets(workbook, "externalLink"), 1):
        root = package.tree(part)
        book = next(by_local(root, "externalBook"), None) if root is not None else None
        target = target_of(package.relationships(part), book) if book is not None else None
        if target is not None:
            facts = (("type", "external workbook"), ("number", number), ("target", target.target))
            yield Extra("", f"external workbook [{number}]: {target.target}", facts)


def hidden_columns(rest: Element) -> str:
    """Return the ranges of the columns that a sheet hides, empty for none."""
    ranges = [
        f"{column_letters(whole(column.get('min'), 1) - 1)}:{column_letters(whole(column.get('max'), 1) - 1)}"
        for column in rest.iterfind(f"{S}cols/{S}col")
        if column.get("hidden") in ("1", "true") or (column.get("width") == "0" and column.get("customWidth") == "1")
    ]
    return ", ".join(ranges)


def row_ranges(rows: Sequence[int]) -> str:
    """Return 0-based rows as ranges of row numbers."""
    return ", ".join(_runs([row + 1 for row in sorted(rows)])) if rows else ""


def tab_colour(rest: Element, styles: Styles) -> str:
    """Return the colour of a sheet's tab, empty for none."""
    return styles.palette.colour(child(rest, f"{S}sheetPr", f"{S}tabColor"))


def _concealed(rest: Element, hidden_rows: Sequence[int]) -> Extra | None:
    rows, columns = row_ranges(hidden_rows), hidden_columns(rest)
    if not rows and not columns:
        return None
    said = [f"hidden {what} {_short(ranges)}" for what, ranges in (("rows", rows), ("columns", columns)) if ranges]
    return Extra("", "; ".join(said), (("type", "hidden"), ("rows", rows or None), ("columns", columns or None)))


def _short(ranges: str) -> str:
    """Return ranges with those of one row or column as it alone."""
    ends = [range.split(":") for range in ranges.split(", ")]
    return ", ".join(first if first == last else f"{first}:{last}" for first, last in ends)


def _coloured(rest: Element, styles: Styles) -> Extra | None:
    colour = tab_colour(rest, styles)
    return Extra("", f"tab colour {colour}", (("type", "tab colour"), ("colour", colour))) if colour else None


def _frozen(rest: Element) -> Extra | None:
    pane = next(by_local(rest, "pane"), None)
    if pane is None or "frozen" not in pane.get("state", ""):
        return None
    rows, columns = whole(pane.get("ySplit")), whole(pane.get("xSplit"))
    facts = (("type", "frozen panes"), ("rows", rows), ("columns", columns))
    said = [f"the first {count} {what}" for count, what in ((rows, "rows"), (columns, "columns")) if count]
    return Extra("", f"frozen panes: {' and '.join(said)}", facts) if said else None


def _protected(rest: Element) -> Extra | None:
    if child(rest, f"{S}sheetProtection") is None:
        return None
    return Extra("", "the sheet is protected", (("type", "protection"),))


def _filters_of_tables(package: Package, part: str) -> Iterator[Extra]:
    for target in package.targets(part, "table"):
        root = package.tree(target)
        if root is not None:
            yield from _filters(root)


def _filters(holder: Element) -> Iterator[Extra]:
    """Yield the automatic filters that leave rows out; arrows without a condition say nothing."""
    for filter in holder.iterfind(f"{S}autoFilter"):
        range = filter.get("ref", "")
        conditions = [_condition(column) for column in by_local(filter, "filterColumn")]
        said = "; ".join(condition for condition in conditions if condition)
        if said:
            facts = (("type", "filter"), ("cells", range), ("conditions", said))
            yield Extra(range, f"filter of {range}: {said}", facts)


def _condition(column: Element) -> str:
    found = [_words(entry) for entry in column.iter() if entry is not column]
    said = ", ".join(words for words in found if words)
    return f"column {whole(column.get('colId')) + 1}: {said}" if said else ""


def _words(entry: Element) -> str:
    kind = local(entry)
    if kind == "filter":
        return entry.get("val", "")
    if kind == "customFilter":
        return f"{entry.get('operator', 'equal')} {entry.get('val', '')}"
    if kind == "top10":
        return f"{'top' if entry.get('top', '1') != '0' else 'bottom'} {entry.get('val', '')}"
    if kind == "dateGroupItem":
        return "-".join(filter(None, (entry.get(name) for name in ("year", "month", "day"))))
    return entry.get("type", "") if kind == "dynamicFilter" else ""


def _sparklines(rest: Element) -> Iterator[Extra]:
    for group in by_local(rest, "sparklineGroup"):
        type = group.get("type", "line")
        for sparkline in by_local(group, "sparkline"):
            parts = {local(part): part.text or "" for part in sparkline}
            source, place = parts.get("f", ""), parts.get("sqref", "")
            facts = (("type", "sparkline"), ("kind", type), ("source", source))
            yield Extra(place, f"{type} sparkline of {source}", facts, (source,))


def _objects(rest: Element) -> Iterator[Extra]:
    for element in by_local(rest, "oleObject"):
        program = element.get("progId", "")
        yield Extra("", f"embedded object {program}".strip(), (("type", "object"), ("program", program)))
    for element in by_local(rest, "control"):
        name = element.get("name", "")
        linked = value(next(by_local(element, "controlPr"), None), "linkedCell")
        facts = (("type", "control"), ("name", name), ("linked cell", linked or None))
        yield Extra("", f"control {name}" + (f" of cell {linked}" if linked else ""), facts)


def _slicers(package: Package, part: str) -> Iterator[Extra]:
    for target in (*package.targets(part, "slicer"), *package.targets(part, "timeline")):
        root = package.tree(target)
        for element in root if root is not None else ():
            name, caption = element.get("name", ""), element.get("caption", "")
            facts = (("type", local(element)), ("name", name), ("caption", caption or None))
            yield Extra("", f"{local(element)} {caption or name}", facts)


def _runs(numbers: Sequence[int]) -> Iterator[str]:
    start = last = numbers[0]
    for number in [*numbers[1:], -1]:
        if number != last + 1:
            yield f"{start}:{last}"
            start = number
        last = number
