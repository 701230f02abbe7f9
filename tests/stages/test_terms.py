"""SOURCES.csv: what it says is kept, and what it does not say clearly is told."""

from __future__ import annotations

import pytest

from assay.model.errors import UsageError
from assay.stages.terms import Described, Terms, doubt_sentences, read_terms

HEAD = "path,origin,licence,source_kind,original_format,conversion_tool,restriction\n"


def read(text: str) -> Described:
    return read_terms(text.encode(), "SOURCES.csv")


def codes(described: Described, *paths: str) -> list[tuple[int, str, str]]:
    return [(doubt.line, doubt.path, doubt.code) for doubt in described.doubted(paths)]


def test_every_column_is_read_whatever_their_order_and_spelling():
    found = read(HEAD + "a.docx,https://example.org/a,CC-BY-4.0,yearbook,pdf,pandoc 3.1,link-only\n")
    assert found.about("a.docx") == Terms(
        "https://example.org/a", "CC-BY-4.0", "yearbook", "pdf", "pandoc 3.1", "link-only"
    )
    other = read("License,Source Kind,Path\nMIT,memo,./b.md\n")
    assert other.about("b.md") == Terms(licence="MIT", source_kind="memo")
    assert other.about("c.md") == Terms()


@pytest.mark.parametrize(
    ("cell", "restriction"),
    [
        ("link-only", "link-only"), ("Research only", "research-only"), ("research_only", "research-only"),
        ("", ""), ("none", ""), ("Open", ""),
    ],
)  # fmt: skip
def test_restrictions_are_read_in_their_spellings(cell: str, restriction: str):
    assert read(f"path,restriction,origin\na.md,{cell},x\n").about("a.md").restriction == restriction


def test_a_licence_that_is_no_more_than_a_restriction_is_one():
    assert read("path,licence\na.md,research-only\n").about("a.md").restriction == "research-only"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "path,restrictions\na.md,link-only\n",
            "unknown column `restrictions`; the nearest right one is `restriction`",
        ),
        ("path,weather\na.md,x\n", "the right ones are path, origin"),
        ("path,licence,license\na.md,x,y\n", "the column `licence` twice"),
        ("origin\nx\n", "no column `path`"),
        ("path,restriction\na.md,linkonly\n", "line 2: unknown restriction 'linkonly'; it is one of research-only"),
        ("path,licence\n,MIT\n", "line 2: the column `path` is empty"),
        ("path,licence\na.md,MIT\na.md,CC0\n", "lines 2 and 3 say different things of 'a.md'"),
    ],
)
def test_what_could_give_away_a_restricted_source_is_an_error_that_says_what_to_do(text: str, said: str):
    with pytest.raises(UsageError, match=r"SOURCES\.csv") as caught:
        read(text)
    assert said in str(caught.value)


def test_lines_that_are_doubtful_are_told_with_what_is_near():
    found = read(HEAD + 'a.dox,,MIT,,,,\n"b.md",,,,,,link-only\nc.md,o,MIT,,,,,extra\n\n')
    assert codes(found, "a.docx", "b.md", "c.md") == [
        (2, "a.dox", "no_such_file"), (3, "b.md", "no_origin"), (4, "c.md", "too_many_cells"),
    ]  # fmt: skip
    assert "nearest is a.docx" in found.doubted({"a.docx"})[0].detail


def test_many_doubts_are_counted_and_the_first_are_said():
    found = read("path\n" + "".join(f"{name}.md\n" for name in range(8)))
    said = doubt_sentences(found.doubted(set()))
    assert len(said) == 6
    assert said[0] == "SOURCES.csv, line 2: 0.md: the archive holds no such file"
    assert "3 more doubts" in said[-1]
    assert doubt_sentences(()) == []
