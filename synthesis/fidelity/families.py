"""Question families by kind of facet, by priority: each gives an offer, or None where the facet says little."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from assay.model.artifact import Artifact, Chart, Facts
from assay.model.task import Answer
from synthesis.fidelity.offers import Offer, Subject, sentence_of, worth_asking

_MARGIN_PAGES = MappingProxyType({"default": "", "first": " on the first page", "even": " on even pages"})


def margin(subject: Subject, facet: Artifact) -> Offer | None:
    """Return what a page header or footer says."""
    text, pages = _value(facet, "text") or facet.text, _value(facet, "pages") or "default"
    alone = sum(other.kind == facet.kind for other in subject.document.artifacts) == 1
    if not worth_asking(text) or pages not in _MARGIN_PAGES or not (alone or pages != "default"):
        return None
    question = f"What does the page {facet.kind} of {subject.name} say{_MARGIN_PAGES[pages]}? Give its full text."
    return Offer(facet, question, Answer("text", text), text, f"The {facet.kind} says “{text}”.")


def footnote(subject: Subject, facet: Artifact) -> Offer | None:
    """Return what the footnote to a sentence says."""
    text, sentence = _value(facet, "text"), sentence_of(subject.target(facet))
    if text is None or sentence is None or not worth_asking(text):
        return None
    question = f"In {subject.name}, what does the footnote to the sentence {sentence} say? Give its full text."
    return Offer(facet, question, Answer("text", text), text, f"The footnote says “{text}”.")


def comment_author(subject: Subject, facet: Artifact) -> Offer | None:
    """Return who commented on a sentence."""
    author, text, sentence = _value(facet, "author"), _value(facet, "text"), sentence_of(subject.target(facet))
    if not author or not text or sentence is None or author in sentence:
        return None
    question = f"In {subject.name}, who wrote the comment on the sentence {sentence}? Give the name as shown."
    return Offer(facet, question, Answer("text", author), text, f"The comment is by {author}.")


def cell_comment(subject: Subject, facet: Artifact) -> Offer | None:
    """Return what the comment on a cell says."""
    at = facet.at
    if not at.sheet or not at.range or not worth_asking(facet.text):
        return None
    question = f"In {subject.name}, what does the comment on cell {at.range} of the sheet “{at.sheet}” say?"
    return Offer(facet, question, Answer("text", facet.text), facet.text, f"The comment says “{facet.text}”.")


def link(subject: Subject, facet: Artifact) -> Offer | None:
    """Return where a link leads; a link that shows its address is no question."""
    text, target = _value(facet, "text"), _value(facet, "target")
    if not text or not target or "://" not in target or target in text or text.count(" ") > 12:
        return None
    question = f"In {subject.name}, which address does the link “{text}” lead to? Give the full URL."
    return Offer(facet, question, Answer("url", target), target, f"The link leads to {target}.")


def font_colour(subject: Subject, facet: Artifact) -> Offer | None:
    """Return the colour of words that stand out in a sentence; heads of tables and default colours are no question."""
    text, colour, target = _value(facet, "text"), _value(facet, "colour"), subject.target(facet)
    sentence = sentence_of(target)
    inside = target is not None and text is not None and text != target.text and target.text.count(text) == 1
    if not text or not colour or colour in ("auto", "000000") or sentence is None or not inside:
        return None
    question = (
        f"In {subject.name}, which font colour do the words “{text}” have in the sentence {sentence}? "
        "Give the six-digit RGB hex code."
    )
    return Offer(facet, question, Answer("color", colour), text, f"The words have the colour {colour}.")


def formula(subject: Subject, facet: Artifact) -> Offer | None:
    """Return the formula in the first cell of its block."""
    text, at = _value(facet, "formula"), facet.at
    # the number of another workbook is what the file holds and nobody sees
    elsewhere = text is not None and "[" in text
    if not text or elsewhere or not at.sheet or not at.range or len(text) > 120 or _value(facet, "type") != "normal":
        return None
    cell = at.range.partition(":")[0]
    question = f"In {subject.name}, which formula stands in cell {cell} of the sheet “{at.sheet}”?"
    return Offer(facet, question, Answer("formula", text), text, f"The cell holds {text}.")


def hidden_sheet(subject: Subject, facet: Artifact) -> Offer | None:
    """Return the name of the one hidden sheet of a workbook."""
    hidden = [sheet for sheet in subject.document.of_kind("sheet") if _flag(sheet, "hidden")]
    name = facet.at.sheet
    if hidden != [facet] or not name:
        return None
    question = f"Which sheet of {subject.name} is hidden? Give its name."
    return Offer(facet, question, Answer("text", name), name, f"The hidden sheet is “{name}”.")


def note(subject: Subject, facet: Artifact) -> Offer | None:
    """Return what the speaker notes of a slide say."""
    if not worth_asking(facet.text) or facet.at.slide is None:
        return None
    question = f"What do the speaker notes of slide {facet.at.slide} of {subject.name} say? Give their full text."
    return Offer(facet, question, Answer("text", facet.text), facet.text, f"The notes say “{facet.text}”.")


def charted(subject: Subject, facet: Artifact) -> Offer | None:
    """Return the value of a chart's highest point in its last series, by its category."""
    chart = facet.payload
    if not isinstance(chart, Chart) or not chart.series or facet.at.slide is None:
        return None
    series = chart.series[-1]
    points = [(value, name) for name, value in zip(series.categories, series.values, strict=False) if _number(value)]
    if len(points) < 3 or len({name for _, name in points}) < len(points):
        return None
    value, name = max(points, key=lambda point: float(str(point[0])))
    titled = f" titled “{chart.title}”" if chart.title else ""
    question = (
        f"In the chart{titled} on slide {facet.at.slide} of {subject.name}, which value does the series "
        f"“{series.name}” show for {name}? Give the number."
    )
    statement = f"The series “{series.name}” shows {value} for {name}."
    return Offer(facet, question, Answer("number", _plain(value)), str(value), statement, "visual")


FAMILIES: Mapping[str, Callable[[Subject, Artifact], Offer | None]] = MappingProxyType({
    "word.font": font_colour,
    "word.footnote": footnote,
    "word.comment": comment_author,
    "word.header": margin,
    "word.footer": margin,
    "excel.formula": formula,
    "excel.comment": cell_comment,
    "excel.sheet": hidden_sheet,
    "powerpoint.chart": charted,
    "powerpoint.note": note,
    "word.hyperlink": link,
    "text.hyperlink": link,
})  # fmt: skip
"""The family of each label, the most telling kinds first."""


def _value(facet: Artifact, name: str) -> str | None:
    value = facet.payload.get(name) if isinstance(facet.payload, Facts) else None
    return " ".join(str(value).split()) if value not in (None, "") else None


def _flag(facet: Artifact, name: str) -> bool:
    return isinstance(facet.payload, Facts) and bool(facet.payload.get(name))


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _plain(value: object) -> str:
    text = str(value)
    return text.removesuffix(".0")
