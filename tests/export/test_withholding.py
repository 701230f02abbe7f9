"""At most six words in a row of a source that is not to be redistributed leave with a task."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.export.withholding import MOST_WORDS, Withheld, runs_of, shareable, without_texts
from assay.model.artifact import Anchor
from assay.model.task import Answer, Assertion, Evidence, Task
from tests.made import energy_archive, task

ARCHIVE = energy_archive()
PATH = "energy/notes.md"
WORDS = "The minister told the board that losses in the northern region doubled after the storm of March."
QUOTED = Evidence("source", PATH, "p1", "text", Anchor(line=1), WORDS)


def cut(written: Task, markdown: str = WORDS, title: str = "Notes") -> Task | None:
    withheld = {PATH: Withheld(PATH, title, lambda: f"<!-- p1 text line=1 -->\n{markdown}\n")}
    return shareable([written], withheld).get(written.id)


def citing(**fields: object) -> Task:
    return replace(task(ARCHIVE), **{"evidence": (QUOTED,), "program": "", "plan": None, "reasoning": (), **fields})


def test_a_quote_is_cut_to_six_words_that_still_stand_in_the_source():
    given_away = cut(citing())

    assert given_away is not None
    (evidence,) = given_away.evidence
    assert evidence.quote == "The minister told the board that"
    assert replace(evidence, quote=WORDS) == QUOTED


def test_a_short_quote_and_one_of_an_open_source_stay_as_they_are():
    short, other = replace(QUOTED, quote="417.5"), replace(QUOTED, path="energy/open.md")
    written = citing(evidence=(short, other))

    assert cut(written) == written


def test_a_step_of_reasoning_that_repeats_the_source_says_so_instead():
    given_away = cut(citing(reasoning=("Look up 2024.", f"It says: {WORDS}")))

    assert given_away is not None
    assert given_away.reasoning == ("Look up 2024.", f"(This step repeats {PATH} and is withheld.)")


@pytest.mark.parametrize(
    "fields",
    [
        {"answer": Answer("text", WORDS)},
        {"question": f"Who said “{WORDS}”?"},
        {"program": f"print({WORDS!r})"},
        {"assertions": (Assertion("It is told.", quotes=(WORDS,)),)},
    ],
)
def test_a_task_that_needs_more_words_of_the_source_is_kept_back(fields: dict[str, object]):
    assert cut(citing(**fields)) is None
    assert cut(citing(**fields), markdown="Nothing of this.") is not None


def test_the_title_of_a_source_may_be_said_whole():
    title = "Losses in the northern region after the storm of March"
    written = citing(question=f"What does the note {title} tell?", evidence=())

    assert cut(replace(written, evidence=(replace(QUOTED, quote="x"),)), f"{title}\n\nText.", title) is not None


def test_tasks_that_cite_no_restricted_source_are_untouched():
    written = task(ARCHIVE)

    assert cut(written, written.question) == written


def test_keys_in_anchor_comments_are_no_text_of_the_source():
    key = "<!-- t1 table a b c d e f g h -->"
    assert cut(citing(program="t1 table a b c d e f g h"), markdown=key) is not None


def test_two_characters_of_a_script_without_spaces_count_as_a_word():
    assert list(runs_of("加尔奥国际能源合作中心的")) == []
    assert len(list(runs_of("加尔奥国际能源合作中心的报告"))) == 2


def test_a_page_tells_of_tasks_without_the_texts_of_withheld_sources():
    page = f"# Changes\n\n- `q1` Who? : notes do not say “{WORDS}” any more\n- `q2` Where?\n{WORDS}\n"
    lines = without_texts(page, [Withheld(PATH, "Notes", lambda: WORDS)]).split("\n")

    assert lines[:2] + lines[3:4] == ["# Changes", "", "- `q2` Where?"]
    assert lines[2].startswith("- `q1` (What is told here")
    assert lines[4].startswith("(What is told here")
    assert without_texts(page, []) == page


@given(st.lists(st.sampled_from(["a", "bb", "1,234.5", "北"]), max_size=20), st.data())
def test_a_text_has_a_run_of_every_stretch_that_is_too_long(words: list[str], data: st.DataObject):
    start = data.draw(st.integers(0, len(words)))
    part = words[start : data.draw(st.integers(start, len(words)))]
    weight = sum(0.5 if word == "北" else 1.0 for word in part)

    assert set(runs_of(" ".join(part))) <= set(runs_of(" ".join(words)))
    assert bool(list(runs_of(" ".join(part)))) == (weight > MOST_WORDS)
