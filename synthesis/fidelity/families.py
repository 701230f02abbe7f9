"""Question families by kind of facet, by priority: each gives an offer, or None where the facet says little."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from assay.model.artifact import Artifact, Chart, Facts, Series
from assay.model.task import Answer
from synthesis.fidelity.offers import Offer, Subject, worth_asking

_MARGIN_PAGES = MappingProxyType({"default": "", "first": " on the first page", "even": " on even pages"})


class Family(NamedTuple):
    """How one kind of facet is asked for.

    `claims` are what a facet's words fit, first what its question would say: facets that are no question themselves
    claim too, so that no question fits two. A facet that nobody sees claims nothing. `offer` is the question.
    """

    claims: Callable[[Subject, Artifact], tuple[str, ...]]
    offer: Callable[[Subject, Artifact], Offer | None]


def pages_of(subject: Subject, facet: Artifact) -> tuple[str, ...]:
    """Return the pages that show a header or footer; what shows on some pages claims the name of all, too."""
    if not _seen_margin(facet):
        return ()
    pages = (_value(facet, "pages") or "default").split()
    return (*sorted(pages, key="default".__eq__), "default")


def margin(subject: Subject, facet: Artifact) -> Offer | None:
    """Return what a page header or footer says."""
    text, pages = _value(facet, "text") or facet.text, _value(facet, "pages") or "default"
    # the first page of a later section is not the first page
    elsewhere = pages == "first" and "1" not in (_value(facet, "sections") or "1").split()
    if not worth_asking(text) or pages not in _MARGIN_PAGES or elsewhere:
        return None
    question = f"What does the page {facet.kind} of {subject.name} say{_MARGIN_PAGES[pages]}? Give its full text."
    return Offer(facet, question, Answer("text", text), text, f"The {facet.kind} says “{text}”.")


def footnote(subject: Subject, facet: Artifact) -> Offer | None:
    """Return what the footnote or endnote to a sentence says."""
    text, sentence = _value(facet, "text"), subject.sentence(facet)
    if text is None or sentence is None or not worth_asking(text):
        return None
    type = _value(facet, "type") or "footnote"
    question = f"In {subject.name}, what does the {type} to the sentence {sentence} say? Give its full text."
    return Offer(facet, question, Answer("text", text), text, f"The {type} says “{text}”.")


def comment_author(subject: Subject, facet: Artifact) -> Offer | None:
    """Return who commented on a sentence."""
    author, text, sentence = _value(facet, "author"), _value(facet, "text"), subject.sentence(facet)
    if not author or not text or sentence is None or author in sentence:
        return None
    question = f"In {subject.name}, who wrote the comment on the sentence {sentence}? Give the name as shown."
    return Offer(facet, question, Answer("text", author), text, f"The comment is by {author}.")


def cell_comment(subject: Subject, facet: Artifact) -> Offer | None:
    """Return what the comment on a cell says."""
    at, text = facet.at, _value(facet, "text") or facet.text
    if not at.sheet or not at.range or not worth_asking(text) or subject.hides(at):
        return None
    question = f"In {subject.name}, what does the comment on cell {at.range} of the sheet “{at.sheet}” say?"
    return Offer(facet, question, Answer("text", text), text, f"The comment says “{text}”.")


def link_words(subject: Subject, facet: Artifact) -> tuple[str, ...]:
    """Return the words of a link that is seen, wherever it leads."""
    text = _value(facet, "text")
    return (text,) if text and not _flag(facet, "hidden") else ()


def link(subject: Subject, facet: Artifact) -> Offer | None:
    """Return where a link leads; a link that shows its address is no question."""
    text, target = _value(facet, "text"), _value(facet, "target")
    if not text or not target or "://" not in target or target in text or text.count(" ") > 12:
        return None
    question = f"In {subject.name}, which address does the link “{text}” lead to? Give the full URL."
    return Offer(facet, question, Answer("url", target), target, f"The link leads to {target}.")


def coloured_words(subject: Subject, facet: Artifact) -> tuple[str, ...]:
    """Return words that look otherwise than their sentence, with the sentence; words that nobody sees are none."""
    text = "" if _flag(facet, "hidden") else _value(facet, "text") or ""
    return tuple(f"{text} in {sentence}" for sentence in subject.sentences_of(facet) if text)


def font_colour(subject: Subject, facet: Artifact) -> Offer | None:
    """Return the colour of words that stand out in a sentence; heads of tables and default colours are no question."""
    text, colour, target = _value(facet, "text"), _value(facet, "colour"), subject.target(facet)
    sentence = subject.sentence(facet)
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
    if not text or elsewhere or len(text) > 120 or _value(facet, "type") != "normal":
        return None
    if not at.sheet or not at.range or subject.hides(at):
        return None
    cell = at.range.partition(":")[0]
    question = f"In {subject.name}, which formula stands in cell {cell} of the sheet “{at.sheet}”?"
    return Offer(facet, question, Answer("formula", text), text, f"The cell holds {text}.")


def hidden_sheet(subject: Subject, facet: Artifact) -> Offer | None:
    """Return the name of the one hidden sheet of a workbook."""
    name = facet.at.sheet
    if not _flag(facet, "hidden") or not name:
        return None
    question = f"Which sheet of {subject.name} is hidden? Give its name."
    return Offer(facet, question, Answer("text", name), name, f"The hidden sheet is “{name}”.")


def note(subject: Subject, facet: Artifact) -> Offer | None:
    """Return what the speaker notes of a slide say."""
    if not worth_asking(facet.text) or facet.at.slide is None or subject.hides(facet.at):
        return None
    question = f"What do the speaker notes of slide {facet.at.slide} of {subject.name} say? Give their full text."
    return Offer(facet, question, Answer("text", facet.text), facet.text, f"The notes say “{facet.text}”.")


def chart_words(subject: Subject, facet: Artifact) -> tuple[str, ...]:
    """Return what names a chart: its title and slide, or the slide alone, which every chart on it claims."""
    title = facet.payload.title if isinstance(facet.payload, Chart) else ""
    titled = (f"{title} on slide {facet.at.slide}",) if title else ()
    return (*titled, f"slide {facet.at.slide}")


def charted(subject: Subject, facet: Artifact) -> Offer | None:
    """Return the value of a chart's highest point in its last series, by its category."""
    chart = facet.payload
    if not isinstance(chart, Chart) or not chart.series or facet.at.slide is None or subject.hides(facet.at):
        return None
    series = chart.series[-1]
    points = [(value, name) for name, value in zip(series.categories, series.values, strict=False) if _number(value)]
    twins = [other for other in chart.series if other.name == series.name]
    if len(points) < 3 or len({name for _, name in points}) < len(points) or len(twins) > 1:
        return None
    value, name = max(points, key=lambda point: float(str(point[0])))
    if not _shown_as_stored(facet, series, f"{name} = {value}"):
        return None
    titled = f" titled “{chart.title}”" if chart.title else ""
    question = (
        f"In the chart{titled} on slide {facet.at.slide} of {subject.name}, which value does the series "
        f"“{series.name}” show for {name}? Give the number."
    )
    statement = f"The series “{series.name}” shows {value} for {name}."
    return Offer(facet, question, Answer("number", _plain(value)), str(value), statement, "visual")


def _shown_as_stored(facet: Artifact, series: Series, point: str) -> bool:
    """Whether a chart writes a point with no other form beside the stored one: a rounded number, a typed label."""
    lines = [line for line in facet.text.split("\n") if line.startswith(f"{series.name or 'series'}: ")]
    return len(lines) == 1 and point in lines[0].partition(": ")[2].split("; ")


def _seen_margin(facet: Artifact) -> bool:
    return not isinstance(facet.payload, Facts) or facet.payload.get("shown") is not False


def _about(subject: Subject, facet: Artifact) -> tuple[str, ...]:
    return tuple(f"{_value(facet, 'type')} {sentence}" for sentence in subject.sentences_of(facet))


def _place(subject: Subject, facet: Artifact) -> tuple[str, ...]:
    at = facet.at
    return (f"{at.sheet}!{(at.range or '').partition(':')[0]}" if at.sheet else f"slide {at.slide}",)


def _hidden(subject: Subject, facet: Artifact) -> tuple[str, ...]:
    return ("hidden",) if _flag(facet, "hidden") else ()


FAMILIES: Mapping[str, Family] = MappingProxyType({
    "word.font": Family(coloured_words, font_colour),
    "word.footnote": Family(_about, footnote),
    "word.comment": Family(_about, comment_author),
    "word.header": Family(pages_of, margin),
    "word.footer": Family(pages_of, margin),
    "excel.formula": Family(_place, formula),
    "excel.comment": Family(_place, cell_comment),
    "excel.sheet": Family(_hidden, hidden_sheet),
    "powerpoint.chart": Family(chart_words, charted),
    "powerpoint.note": Family(_place, note),
    "word.hyperlink": Family(link_words, link),
    "text.hyperlink": Family(link_words, link),
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
