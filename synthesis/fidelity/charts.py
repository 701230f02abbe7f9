"""Questions on charts: the value of a point, and the category of the highest one."""

from __future__ import annotations

from assay.model.artifact import Artifact, Chart, Series
from assay.model.canonical import Scalar
from assay.model.task import Answer
from synthesis.fidelity.offers import Offer, Subject


def titled(subject: Subject, facet: Artifact) -> tuple[str, ...]:
    """Return what names a chart: its title and place, or the place alone, which every chart on it claims."""
    title = facet.payload.title if isinstance(facet.payload, Chart) else ""
    return (*((f"{title} on {_place(facet)}",) if title else ()), _place(facet))


def value_of_highest(subject: Subject, facet: Artifact) -> Offer | None:
    """Return the value of a chart's highest point in its last series, by its category."""
    found = _highest(subject, facet)
    if found is None:
        return None
    series, name, shown = found
    question = (
        f"In the chart{_called(facet)} on {_place(facet)} of {subject.name}, which value does the series "
        f"“{series.name}” show for {name}? Give the number."
    )
    statement = f"The series “{series.name}” shows {shown} for {name}."
    return Offer(facet, question, Answer("number", shown.removesuffix(".0")), shown, statement, "visual")


def highest_category(subject: Subject, facet: Artifact) -> Offer | None:
    """Return the category that is highest in a chart's last series."""
    found = _highest(subject, facet)
    if found is None:
        return None
    series, name, _ = found
    question = (
        f"In the chart{_called(facet)} on {_place(facet)} of {subject.name}, which category is highest in the series "
        f"“{series.name}”?"
    )
    statement = f"The highest category of the series “{series.name}” is {name}."
    return Offer(facet, question, Answer("text", name), name, statement, "visual")


def _highest(subject: Subject, facet: Artifact) -> tuple[Series, str, str] | None:
    """The last series of a chart that is seen, its highest category and that point's value as the chart shows it."""
    chart = facet.payload
    if not isinstance(chart, Chart) or not chart.series or subject.hides(facet.at):
        return None
    series = chart.series[-1]
    points = [(point, name) for name, point in zip(series.categories, series.values, strict=False) if _number(point)]
    twins = [other for other in chart.series if other.name == series.name]
    if len(points) < 3 or len({name for _, name in points}) < len(points) or len(twins) > 1:
        return None
    ranked = sorted(points, key=lambda point: -float(str(point[0])))
    (point, name), (next_point, _) = ranked[:2]
    if point == next_point or not _shown_as_stored(facet, series, f"{name} = {point}"):
        return None
    return series, name, str(point)


def _shown_as_stored(facet: Artifact, series: Series, point: str) -> bool:
    """Whether a chart writes a point with no other form beside the stored one: a rounded number, a typed label."""
    lines = [line for line in facet.text.split("\n") if line.startswith(f"{series.name or 'series'}: ")]
    return len(lines) == 1 and point in lines[0].partition(": ")[2].split("; ")


def _called(facet: Artifact) -> str:
    title = facet.payload.title if isinstance(facet.payload, Chart) else ""
    return f" titled “{title}”" if title else ""


def _place(facet: Artifact) -> str:
    return f"slide {facet.at.slide}" if facet.at.slide is not None else f"the sheet “{facet.at.sheet}”"


def _number(point: Scalar) -> bool:
    return isinstance(point, int | float) and not isinstance(point, bool)
