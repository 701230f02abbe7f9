"""The newer charts of Office (waterfall, treemap, funnel, histogram, map ...), which have parts of their own form."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from types import MappingProxyType

from assay.model.artifact import Chart, Series
from extractors.chartdata import Plotted, read_chart, rounded
from extractors.charts import chart_text, filled_up, number_of
from extractors.markup import A, C, Element, local, value, whole

_PLACES = MappingProxyType({"r": "right", "l": "left", "t": "top", "b": "bottom"})

CX = "{http://schemas.microsoft.com/office/drawing/2014/chartex}"


def plotted(root: Element, texts: Sequence[str] = ()) -> Plotted | None:
    """Return the chart of a part of either form, None where it holds none; `texts` stand in boxes drawn over it."""
    if root.tag == f"{C}chartSpace":
        return read_chart(root, texts)
    return read_newer_chart(root) if root.tag == f"{CX}chartSpace" else None


def read_newer_chart(root: Element) -> Plotted:
    """Return the chart of such a part with its cached data."""
    data = {found.get("id", ""): found for found in root.iter(f"{CX}data")}
    shown = [found for found in root.iter(f"{CX}series") if found.get("hidden", "0") not in ("1", "true")]
    series = tuple(_series(found, data) for found in shown)
    kinds = dict.fromkeys(found.get("layoutId", "") for found in shown)
    title = _title(root.find(f"{CX}chart/{CX}title"))
    axes = tuple(filter(None, (_title(axis.find(f"{CX}title")) for axis in root.iter(f"{CX}axis"))))
    chart = Chart(" and ".join(filter(None, kinds)), title, axes, series)
    text = chart_text(chart)
    legend = root.find(f"{CX}chart/{CX}legend")
    if legend is not None:
        text += f"\nlegend: {_PLACES.get(legend.get('pos', 'r'), 'right')}"
    empty = [f"The chart “{title}” holds no data for {each.name or 'series'}." for each in series if not each.values]
    return Plotted(chart, text, text, tuple(empty))


def _series(element: Element, data: dict[str, Element]) -> Series:
    source = data.get(value(element.find(f"{CX}dataId"), "val"))
    strings = next(source.iter(f"{CX}strDim"), None) if source is not None else None
    numbers = next(source.iter(f"{CX}numDim"), None) if source is not None else None
    formula = numbers.find(f"{CX}f") if numbers is not None else None
    name = next((found.text or "" for found in element.iter(f"{CX}v")), "")
    return Series(
        name,
        tuple(_categories(strings)),
        tuple(rounded(number_of(point)) for point in _points(_level(numbers))),
        (formula.text or "") if formula is not None else "",
    )


def _level(dimension: Element | None) -> Element | None:
    return next(dimension.iter(f"{CX}lvl"), None) if dimension is not None else None


def _categories(strings: Element | None) -> Iterator[str]:
    """Yield the categories; the first level is the innermost, those around it go before it."""
    levels = [_points(level) for level in strings.iter(f"{CX}lvl")] if strings is not None else []
    for labels in itertools.zip_longest(*reversed(levels)):
        yield " / ".join(label for label in labels if label)


def _points(level: Element | None) -> list[str | None]:
    if level is None:
        return []
    points = {whole(point.get("idx")): point.text or "" for point in level if local(point) == "pt"}
    return filled_up(points, whole(level.get("ptCount")))


def _title(title: Element | None) -> str:
    if title is None:
        return ""
    typed = ("".join(run.text or "" for run in line.iter(f"{A}t")) for line in title.iter(f"{A}p"))
    return " ".join(filter(None, typed)).strip() or next((found.text or "" for found in title.iter(f"{CX}v")), "")
