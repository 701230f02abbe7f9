"""The view pandoc is what pandoc makes of the original bytes."""

import pytest

from assay.model.errors import UnreadableInput
from extractors.pandoc_view import pandoc_form, pandoc_markdown


def test_a_page_becomes_pandoc_markdown():
    page = b"<h1>Head</h1><p>One <b>loud</b> word</p><table><tr><th>a</th></tr><tr><td>1</td></tr></table>"
    shown = pandoc_markdown(page, "html")
    assert "# Head" in shown
    assert "One **loud** word" in shown


def test_a_long_paragraph_stays_one_line():
    assert pandoc_markdown(b"<p>" + b"word " * 100 + b"</p>", "html").count("\n") == 1


def test_what_pandoc_cannot_read_says_so():
    with pytest.raises(UnreadableInput, match="pandoc cannot read it"):
        pandoc_markdown(b"PK no package", "docx")


def test_the_types_that_pandoc_shows_are_named():
    word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    assert [pandoc_form(type) for type in (word, "text/html", "application/pdf")] == ["docx", "html", None]
