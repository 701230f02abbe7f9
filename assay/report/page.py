"""Renders the report; everything that comes from documents is escaped by the template engine."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from jinja2 import Environment, StrictUndefined, Template

from assay.export.facts import COUNTED, NO_MODEL
from assay.markdown import shown
from assay.report.pictures import WIDTH, funnel_bars, histogram
from assay.report.places import place_words
from assay.report.records import Report


def report_page(report: Report) -> str:
    """Return the page's HTML, always valid UTF-8; it refers to nothing outside itself."""
    bars, height = funnel_bars(report.funnel)
    page = _template().render(
        report=report,
        bars=bars,
        funnel_height=height,
        columns=histogram(report.chunks.scores),
        width=WIDTH,
        no_model=NO_MODEL,
        counted=COUNTED,
        place_words=place_words,
    )
    return shown(page)


@cache
def _template() -> Template:
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    source = files("assay.report").joinpath("page.html.j2").read_text(encoding="utf-8")
    return environment.from_string(source)
