"""The report: one page that refers to nothing outside itself, in which no document can write markup."""

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from assay.evaluation.funnel import FunnelRow
from assay.export.facts import NO_MODEL, DomainFacts
from assay.model.artifact import Anchor
from assay.model.task import Answer, Evidence
from assay.report import ChunkFacts, Corpus, Drop, ProblemRow, Report, report_page
from assay.report.pictures import WIDTH, funnel_bars, histogram
from assay.report.places import place_words
from tests.made import energy_archive, task

HOSTILE = """"'><script src=//evil.example/x.js>alert(1)</script><img src=x onerror=alert(2)>{{ 7*7 }}{% raw %}&lt;"""
OUTSIDE = ("src", "href", "xlink:href", "action", "data", "poster", "srcset", "style", "background", "formaction")
VOID = {"meta", "link", "br", "img", "input", "hr", "base"}
FUNNEL = [
    FunnelRow("verification", 10, 6, 3, 1, 1, {"quote_missing": 2, "program_fails": 1}),
    FunnelRow("spec", 6, 4, 2, 0, 0, {"unit_unstated": 2}),
]


class Page(HTMLParser):
    """The tags, attributes and texts of a page, and whether every tag is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.words = ""
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def report(word: str = "North", **changed: object) -> Report:
    archive = energy_archive()
    asked = task(archive, reasoning=(word,), labels=(word,), domain=word, answer=Answer("text", word, unit=word))
    evidence = tuple(replace(one, path=word, quote=word, kind=word, artifact=word) for one in asked.evidence)
    whole = Report(
        archive=word,
        release=1,
        corpus=Corpus(3, 2, 1234567, [DomainFacts(word, 2, 5, (word,))], [ProblemRow(word, word, word)], [(word, 4)]),
        chunks=ChunkFacts([10.0, 12.5, 88.5], [(word, 2)], 10.0, 3),
        funnel=[replace(row, causes={word: 1}) for row in FUNNEL],
        drops=[Drop(word, word, word, word)],
        tasks=[replace(asked, question=word, evidence=evidence, program=word)],
        notes=[word],
        paid=[word],
    )
    return replace(whole, **changed)


def test_nothing_from_a_document_becomes_markup():
    calm, hostile = Page(report_page(report())), Page(report_page(report(HOSTILE)))
    assert hostile.tags == calm.tags
    assert [name for name, _ in hostile.attributes] == [name for name, _ in calm.attributes]
    assert hostile.open == []
    assert HOSTILE in hostile.words
    assert {"script", "img", "iframe", "link", "base", "object", "form"} & set(hostile.tags) == set()


@pytest.mark.parametrize("word", ["North", HOSTILE])
def test_the_page_refers_to_nothing_outside_itself(word: str):
    text = report_page(report(word))
    page = Page(text)
    outside = [(name, value) for name, value in page.attributes if name in OUTSIDE and name != "style"]
    assert outside == []
    assert not [value for name, value in page.attributes if name == "style" and "url" in (value or "")]
    assert not [name for name, _ in page.attributes if name.startswith("on")]
    (style,) = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    assert "url(" not in style
    assert "@import" not in style


def test_names_that_no_encoding_has_do_not_stop_the_page():
    report_page(report("\udcff\0\x1b[31m\u2028")).encode()
    assert "\x1b" not in report_page(report("\x1b[31m"))


def test_the_page_says_what_the_run_was():
    words = Page(report_page(report())).words
    for said in ("Release 1.", NO_MODEL, "1,234,567", "6 of 10 kept", "4 of 6 kept", "3 chunks scored"):
        assert said in words


def test_the_page_says_what_models_took_where_they_were_called():
    assert "Calls of models models: 3 calls" in " ".join(
        Page(report_page(report(paid=["models: 3 calls"]))).words.split()
    )
    assert "Calls of models" not in Page(report_page(report(paid=[]))).words


def test_an_empty_run_has_a_page():
    empty = Report("nothing", None, Corpus(0, 0, 0, [], [], []), ChunkFacts([], [], 10.0, 0), [], [], [], [])
    page = Page(report_page(empty))
    assert "Nothing is released yet." in page.words
    assert "No chunk was scored." in page.words
    assert page.open == []


def test_the_bars_have_the_scale_of_what_entered_first():
    (first, second), height = funnel_bars(FUNNEL)
    assert first.kept + first.undecided + first.dropped == pytest.approx(WIDTH - 320)
    assert second.kept / first.kept == pytest.approx(4 / 6)
    assert second.top > first.top
    assert height > second.top
    assert funnel_bars([FunnelRow("spec", 0, 0, 0, 0, 0)])[0][0].kept == 0


@pytest.mark.parametrize("scores", [[0.0], [0.0, 0.0], [88.5], [1e-9, 103.0], [10.0 + at / 7 for at in range(500)]])
def test_every_score_is_in_one_column_of_the_histogram(scores: list[float]):
    columns = histogram(scores)
    assert sum(column.count for column in columns) == len(scores)
    assert max(column.height for column in columns) == 160
    assert all(column.top + column.height == pytest.approx(160) for column in columns)


def test_no_scores_make_no_histogram():
    assert histogram([]) == []


def test_a_table_that_is_not_the_first_of_its_line_is_told_apart():
    places = [Anchor(line=3), Anchor(line=3, index=2, row=0, column=1)]
    found = [place_words(Evidence("s", "d/a.html", "k", "table", at, "1")) for at in places]
    assert found == ["table, line 3", "table, line 3, table 3 on it, row 1, column 2"]
