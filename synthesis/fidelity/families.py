"""Question families by kind of facet, by priority: each gives an offer, or None where the facet says little."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from assay.model.artifact import Artifact
from synthesis.fidelity import charts, excel, pages, powerpoint, word
from synthesis.fidelity.offers import Offer, Subject


class Family(NamedTuple):
    """How one kind of facet is asked for, in one form.

    `claims` are what a facet's words fit, first what its question would say: facets that are no question themselves
    claim too, so that no question fits two. A facet that nobody sees claims nothing. `offer` is the question.
    """

    label: str
    form: str
    claims: Callable[[Subject, Artifact], tuple[str, ...]]
    offer: Callable[[Subject, Artifact], Offer | None]

    @property
    def template(self) -> str:
        """The family's name in lineages."""
        return f"fidelity/{self.label}{'/' if self.form else ''}{self.form}"


FAMILIES: tuple[Family, ...] = (
    Family("word.highlight", "", word.part_of_sentence, word.highlighted_words),
    Family("word.strikeout", "", word.part_of_sentence, word.struck_words),
    Family("word.footnote", "", word.marked_sentence, word.footnote),
    Family("word.comment", "", word.marked_sentence, word.comment_text),
    Family("word.image", "", word.picture, word.picture_text),
    Family("word.font", "", word.marked_words, word.font_colour),
    Family("word.font", "words", word.coloured_part, word.font_words),
    Family("word.header", "", word.pages_of, word.margin),
    Family("word.footer", "", word.pages_of, word.margin),
    Family("word.hyperlink", "", pages.link_words, pages.link),
    Family("excel.formula", "", excel.cell_of, excel.formula),
    Family("excel.validation", "", excel.cell_of, excel.choices),
    Family("excel.name", "", excel.named, excel.named_range),
    Family("excel.comment", "", excel.cell_of, excel.cell_comment),
    Family("excel.chart", "", charts.titled, charts.value_of_highest),
    Family("excel.chart", "category", charts.titled, charts.highest_category),
    Family("excel.format", "", excel.filled_cell, excel.fill_colour),
    Family("excel.format", "words", excel.fill, excel.filled_text),
    Family("excel.sheet", "", excel.hidden, excel.hidden_sheet),
    Family("excel.hyperlink", "", excel.cell_of, excel.cell_link),
    Family("powerpoint.chart", "", charts.titled, charts.value_of_highest),
    Family("powerpoint.chart", "category", charts.titled, charts.highest_category),
    Family("powerpoint.cell_color", "", powerpoint.cell, powerpoint.cell_colour),
    Family("powerpoint.cell_color", "words", powerpoint.fill, powerpoint.coloured_cell),
    Family("powerpoint.shape", "", powerpoint.shape, powerpoint.shape_colour),
    Family("powerpoint.shape", "words", powerpoint.fill, powerpoint.shape_words),
    Family("powerpoint.note", "", powerpoint.slide_of, powerpoint.note),
    Family("powerpoint.hidden", "", powerpoint.hidden, powerpoint.hidden_number),
    Family("powerpoint.hidden", "title", powerpoint.hidden, powerpoint.hidden_title),
    Family("powerpoint.hyperlink", "", pages.link_words, pages.link),
    Family("pdf.hyperlink", "", pages.link_words, pages.link),
    Family("pdf.outline", "", pages.entry, pages.entry_page),
    Family("pdf.outline", "below", pages.entry, pages.entries_below),
    Family("text.hyperlink", "", pages.link_words, pages.link),
    Family("word.metadata", "", pages.property_name, pages.title),
    Family("excel.metadata", "", pages.property_name, pages.title),
    Family("powerpoint.metadata", "", pages.property_name, pages.title),
    Family("pdf.metadata", "", pages.property_name, pages.title),
)
"""Every family, the most telling kinds of an application first; forms of one kind follow each other."""
