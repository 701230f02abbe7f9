"""Charts as they are shown: dates and numbers in their formats, legend, labels and trend lines beside the data."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from assay.model.artifact import Chart, Series
from assay.model.canonical import Scalar
from extractors.charts import (
    categories_of,
    chart_of,
    chart_text,
    number_of,
    plots_of,
    rich_text,
    series_of,
    values_of,
)  # fmt: skip
from extractors.markup import C, Element, child, local, switched, value, whole
from extractors.number_format import number_format

# Excel keeps 15 significant digits; what a cache holds beyond them is no digit of the number.
_DIGITS = 15

_PLACES = MappingProxyType({"r": "right", "l": "left", "t": "top", "b": "bottom", "tr": "top right"})
_LABELS = MappingProxyType({
    "showVal": "values", "showPercent": "percentages", "showCatName": "category names", "showSerName": "series names",
    "showBubbleSize": "sizes",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Plotted:
    """A chart, its text, the characters that identify it, and what a user should know of it."""

    chart: Chart
    text: str
    identity: str
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Point:
    """One point: its category and value as they are shown, and what is written at it."""

    category: str
    shown: str
    label: str


def read_chart(root: Element, texts: Sequence[str] = ()) -> Plotted:
    """Return the chart of a chart part with all that it says; `texts` stand in boxes that are drawn over it."""
    stored, elements = chart_of(root), series_of(root)
    era = switched(root.find(f"{C}date1904"), "val") or False
    pairs = list(zip(elements, stored.series, strict=True))
    chart = replace(stored, series=tuple(_displayed(element, series, era) for element, series in pairs))
    title = f"{chart.type} chart: {chart.title}".strip().removesuffix(":")
    lines = [title, *_about(root, chart)]
    for element, series in zip(elements, chart.series, strict=True):
        lines.extend(_lines(element, series, era))
    empty = [series.name or "series" for series in chart.series if series.source and not series.values]
    warnings = [f"The chart “{chart.title}” holds no data for {name}; it was never saved with it." for name in empty]
    return Plotted(chart, "\n".join([*lines, *texts]), chart_text(stored), tuple(warnings))


def rounded(number: Scalar) -> Scalar:
    """Return a number with the digits that Excel keeps; anything else as it is."""
    return number_of(f"{number:.{_DIGITS}g}") if isinstance(number, float) else number


def _displayed(element: Element, series: Series, era: bool) -> Series:
    code, series = _code(categories_of(element)), _rounded(series)
    if series.x:
        return replace(series, categories=tuple(_told(number, code, era) for number in series.x))
    numeric = code and not number_format(code).general
    categories = tuple(_formatted(number_of(each), code, era) or each for each in series.categories) if numeric else ()
    return replace(series, categories=categories or series.categories)


def _rounded(series: Series) -> Series:
    values, x, sizes = (tuple(map(rounded, numbers)) for numbers in (series.values, series.x, series.sizes))
    return replace(series, values=values, x=x, sizes=sizes)


def _told(number: Scalar, code: str, era: bool) -> str:
    """Return a number as the file stores it, beside it as it is shown where that says something else or more."""
    shown = "" if number is None else str(number)
    formatted = _formatted(number, code, era)
    tells = formatted and (_number_shown(formatted) != number or _tells_more(formatted))
    return f"{shown} ({formatted})" if tells else shown


def _about(root: Element, chart: Chart) -> Iterator[str]:
    if chart.axes:
        yield "axes: " + "; ".join(chart.axes)
    groupings = dict.fromkeys(value(found, "val") for plot in plots_of(root) for found in plot.iter(f"{C}grouping"))
    told = [grouping for grouping in groupings if grouping not in ("standard", "clustered", "")]
    if told:
        yield "grouping: " + ", ".join(told)
    legend = child(root, f"{C}chart", f"{C}legend")
    if legend is not None:
        yield "legend: " + _PLACES.get(value(legend.find(f"{C}legendPos"), "val", "r"), "right")
    labels = dict.fromkeys(itertools.chain.from_iterable(map(_label_kinds, root.iter(f"{C}dLbls"))))
    if labels:
        yield "data labels: " + ", ".join(labels)


def _label_kinds(labels: Element) -> Iterator[str]:
    for name, said in _LABELS.items():
        if switched(labels.find(f"{C}{name}"), "val"):
            yield said


def _lines(element: Element, series: Series, era: bool) -> Iterator[str]:
    points = _points(element, series, era)
    yield f"{series.name or 'series'}: " + "; ".join(map(_point_text, points))
    for trend in element.findall(f"{C}trendline"):
        name = trend.find(f"{C}name")
        kind = value(trend.find(f"{C}trendlineType"), "val", "linear")
        yield f"trend line: {kind} {(name.text or '') if name is not None else ''}".rstrip()


def _points(element: Element, series: Series, era: bool) -> list[_Point]:
    code = _code(values_of(element))
    labels, labelled = _labels(element), _label_code(element)
    found = list[_Point]()
    for index, (category, number) in enumerate(itertools.zip_longest(series.categories, series.values)):
        size = series.sizes[index] if index < len(series.sizes) else None
        shown = _told(number, code if labelled is None else labelled or code, era)
        shown += f", size {size}" if size is not None else ""
        found.append(_Point(category or "", shown, labels.get(index, "")))
    return found


def _label_code(element: Element) -> str | None:
    """Return the format of the labels that show a series' values, empty for that of the values, None for no labels."""
    for holder in (element, element.getparent()):
        labels = child(holder, f"{C}dLbls")
        if labels is not None:
            stated = labels.find(f"{C}numFmt")
            own = stated is not None and not switched(stated, "sourceLinked")
            return (value(stated, "formatCode") if own else "") if switched(labels.find(f"{C}showVal"), "val") else None
    return None


def _point_text(point: _Point) -> str:
    text = f"{point.category} = {point.shown}" if point.category else point.shown
    return f"{text} [{point.label}]" if point.label else text


def _labels(element: Element) -> dict[int, str]:
    """Return the labels that were typed at points, or taken from other cells, by the points' indices."""
    ranges = (cache for cache in element.iter("{*}dlblRangeCache"))
    found = {whole(point.get("idx")): _text(point) for cache in ranges for point in cache.iter(f"{C}pt")}
    for label in element.iter(f"{C}dLbl"):
        text = rich_text(label)
        if text:
            found[whole(value(label.find(f"{C}idx"), "val"))] = text
    return found


def _text(point: Element) -> str:
    found = point.find(f"{C}v")
    return (found.text or "") if found is not None else ""


def _code(holder: Element | None) -> str:
    """Return the number format of a cache, empty where it holds text or says nothing."""
    for element in holder.iter() if holder is not None else ():
        if local(element) in ("strCache", "strLit", "multiLvlStrCache"):
            return ""
        if element.tag == f"{C}formatCode":
            return element.text or ""
    return ""


def _formatted(number: Scalar, code: str, era: bool) -> str:
    if not code or isinstance(number, str) or number is None:
        return ""
    return number_format(code).show(number, epoch_1904=era).strip()


def _tells_more(shown: str) -> bool:
    """Whether a displayed number says more than its digits: a unit, a date, a percentage."""
    return isinstance(_number_shown(shown), str)


def _number_shown(shown: str) -> Scalar:
    return number_of(shown.replace(",", "").replace(" ", ""))
