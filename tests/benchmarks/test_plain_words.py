"""The plainest reading counts what a file says, once, and agrees with the readers on whole files."""

import pytest

from assay.markdown import artifact_markdown
from benchmarks.plain_words import plain_words, words_of
from extractors.powerpoint import read_powerpoint
from extractors.word import read_word
from tests.extractors.parts import docx, paragraph, pptx, shape
from tests.native import rich


def test_words_are_counted_and_numbers_have_one_form():
    assert words_of("Net profit, net 12.50 and 12.5; v2 3.") == {
        "net": 2, "profit": 1, "12.5": 2, "and": 1, "v2": 1, "3": 1,
    }  # fmt: skip


def test_a_word_cut_into_runs_is_one_word():
    assert plain_words(docx("<w:p><w:r><w:t>Hel</w:t></w:r><w:r><w:t>lo</w:t><w:br/><w:t>you</w:t></w:r></w:p>")) == {
        "hello": 1, "you": 1,
    }  # fmt: skip


def test_a_choice_and_its_fallback_count_once():
    choice = f"<mc:Choice Requires='wps'>{paragraph('box')}</mc:Choice><mc:Fallback>{paragraph('box')}</mc:Fallback>"
    assert plain_words(docx(f"<mc:AlternateContent>{choice}</mc:AlternateContent>"))["box"] == 1


def test_parts_that_nothing_reaches_and_masters_do_not_count():
    lost = {
        "ppt/slides/slide9.xml": "<p:sld xmlns:p='x'/>",
        "ppt/slideMasters/slideMaster1.xml": "<a><t>Master</t></a>",
    }
    assert plain_words(pptx(shape("Only"), parts=lost)) == {"only": 1}


@pytest.mark.parametrize(("make", "read"), [(rich.word, read_word), (rich.powerpoint, read_powerpoint)])
def test_the_readers_give_every_word_of_the_rich_files(make, read):
    asked = plain_words(make(), properties=False)
    given = words_of("\n".join(map(artifact_markdown, read(make()).artifacts)).replace("\\", ""))
    # an equation stands as LaTeX, and a footer is said once a deck
    assert set(asked - given) <= {"e", "mc", "internal", "use"}
