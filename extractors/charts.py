"""Charts from their own parts: type, titles, axes and the cached data of each series, as the file stores them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from assay.model.artifact import Chart, Series
from assay.model.canonical import Scalar
from extractors.drawing import paragraph_lines
from extractors.markup import A, C, Element, child, local, value, whole

# More points than a worksheet has rows are not a cache but a mistake.
MOST_POINTS = 2**20

# Of a cache that is nearly empty (a whole column as the source) no more is listed than this, or than this many times
# the points that it holds.
SPARSE, SPARSENESS = 4096, 64

_AXES = frozenset({"catAx", "valAx", "dateAx", "serAx"})


def plots_of(root: Element) -> list[Element]:
    """Return the plots of a chart part: one, or several in a combined chart."""
    plot = child(root, f"{C}chart", f"{C}plotArea")
    return [element for element in plot if local(element).endswith("Chart")] if plot is not None else []


def series_of(root: Element) -> list[Element]:
    """Return the series of a chart part in the order of `chart_of`."""
    return [element for plot in plots_of(root) for element in plot.iter(f"{C}ser")]


def chart_of(root: Element) -> Chart:
    """Return the chart of a chart part."""
    plot = child(root, f"{C}chart", f"{C}plotArea")
    axes = [element for element in plot if local(element) in _AXES] if plot is not None else []
    series = tuple(map(_series, series_of(root)))
    return Chart(
        type=" and ".join(dict.fromkeys(map(_type, plots_of(root)))),
        title=_title(root, series),
        axes=tuple(title for title in (rich_text(axis.find(f"{C}title")) for axis in axes) if title),
        series=series,
    )


def chart_text(chart: Chart) -> str:
    """Return a chart as lines: its type and title, its axes, and one line with all points for each series."""
    lines = [f"{chart.type} chart: {chart.title}".strip().removesuffix(":")]
    if chart.axes:
        lines.append("axes: " + "; ".join(chart.axes))
    return "\n".join([*lines, *(_series_line(series) for series in chart.series)])


def _series_line(series: Series) -> str:
    points = [
        f"{category} = {_shown(point)}" if category else _shown(point)
        for category, point in zip(_padded(series), series.values, strict=False)
    ]
    return f"{series.name or 'series'}: " + "; ".join(points)


def _padded(series: Series) -> list[str]:
    return [*series.categories, *[""] * max(0, len(series.values) - len(series.categories))]


def _shown(point: Scalar) -> str:
    return "" if point is None else str(point)


def _type(kind: Element) -> str:
    name = local(kind).removesuffix("Chart")
    direction = value(kind.find(f"{C}barDir"), "val")
    return name.replace("bar", "column") if direction == "col" else name


def _title(root: Element, series: tuple[Series, ...]) -> str:
    chart = root.find(f"{C}chart")
    title = rich_text(child(chart, f"{C}title"))
    automatic = child(chart, f"{C}title") is not None or value(child(chart, f"{C}autoTitleDeleted"), "val") == "0"
    # A chart of one series without a title of its own shows the series' name.
    return title or (series[0].name if automatic and len(series) == 1 else "")


def rich_text(title: Element | None) -> str:
    """Return the words of a title or label on one line, typed or taken from a cell."""
    text = child(title, f"{C}tx")
    if text is None:
        return ""
    lines = [line for paragraph in text.iter(f"{A}p") for line in paragraph_lines(paragraph)]
    return " ".join(lines).strip() or " ".join(str(point) for point in points_of(text) if point is not None)


def _series(element: Element) -> Series:
    values, categories = values_of(element), categories_of(element)
    name = element.find(f"{C}tx")
    named = [_shown(point) for point in points_of(name)] if name is not None else []
    return Series(
        name=" ".join(named) or _literal(name),
        categories=tuple(_shown(point) for point in _categories(categories)),
        values=tuple(map(number_of, points_of(values))) if values is not None else (),
        source=next((formula.text or "" for formula in values.iter(f"{C}f")), "") if values is not None else "",
        x=tuple(map(number_of, points_of(element.find(f"{C}xVal")))),
        sizes=tuple(map(number_of, points_of(element.find(f"{C}bubbleSize")))),
    )


def values_of(series: Element) -> Element | None:
    """Return what holds the values of a series."""
    return _first(series, "val", "yVal")


def categories_of(series: Element) -> Element | None:
    """Return what holds the categories of a series."""
    return _first(series, "cat", "xVal")


def _first(element: Element, *names: str) -> Element | None:
    return next((found for name in names if (found := element.find(f"{C}{name}")) is not None), None)


def _literal(name: Element | None) -> str:
    found = child(name, f"{C}v")
    return (found.text or "") if found is not None else ""


def _categories(element: Element | None) -> list[str | None]:
    """Return the categories; of several levels the inner one, each outer label before those that it spans."""
    if element is None:
        return []
    levels = [_cached(level) for level in element.iter(f"{C}lvl")]
    if not levels:
        return points_of(element)
    count = max(map(len, levels))
    return [" / ".join(_labels(levels, index)) for index in range(count)]


def _labels(levels: list[list[str | None]], index: int) -> Iterator[str]:
    for level in reversed(levels):
        spanning = [label for label in level[: index + 1] if label is not None]
        if spanning:
            yield spanning[-1]


def points_of(element: Element | None) -> list[str | None]:
    """Return the cached points under an element as they are stored, None for those that are missing."""
    cache = next((found for found in _caches(element)), None) if element is not None else None
    return _cached(cache) if cache is not None else []


def _caches(element: Element) -> Iterator[Element]:
    for name in ("strCache", "numCache", "strLit", "numLit"):
        yield from element.iter(f"{C}{name}")


def _cached(cache: Element) -> list[str | None]:
    points = {whole(point.get("idx")): _text(point) for point in cache.findall(f"{C}pt")}
    return filled_up(points, whole(value(cache.find(f"{C}ptCount"), "val")))


def filled_up(points: Mapping[int, str], stated: int) -> list[str | None]:
    """Return points in order with None for those that are missing up to the stated count.

    A count without points is a cache that was never filled.
    """
    most = min(max(SPARSE, SPARSENESS * len(points)), MOST_POINTS)
    count = min(max([stated, *(index + 1 for index in points)], default=0), most)
    return [points.get(index) for index in range(count)] if points else []


def _text(point: Element) -> str:
    found = point.find(f"{C}v")
    return (found.text or "") if found is not None else ""


def number_of(point: str | None) -> Scalar:
    """Return a point's number, or its text where it is none (`#N/A`)."""
    try:
        number = float(point) if point is not None else math.nan
    except ValueError:
        return point
    if not math.isfinite(number):
        return point
    return int(number) if number.is_integer() and abs(number) < 1e15 else number
