"""One Word document with every kind holds each word to its place and each removal to its closure."""

from __future__ import annotations

from functools import cache

import pytest

from assay.markdown import artifact_markdown, document_markdown
from assay.model.artifact import Artifact, Facts, Text
from assay.model.document import Counts, Document, Reading
from assay.model.grid import Grid, Span
from assay.model.kinds import KINDS
from assay.views import closure, without
from extractors.word import read_word
from tests.extractors.torture_word import WORDS, torture


@cache
def reading() -> Reading:
    return read_word(torture())


@cache
def document() -> Document:
    found = reading()
    return Document(
        "s", "c", "e", "main", "a.docx", "word", "", found.title, found.properties, Counts(), found.reader, None,
        found.artifacts, found.edges, found.warnings,
    )  # fmt: skip


def said(artifact: Artifact) -> str:
    """What the Markdown shows of an artifact, and what it states beside that."""
    facts = artifact.payload.values if isinstance(artifact.payload, Facts) else ()
    alt = getattr(artifact.payload, "alt", "")
    return f"{artifact_markdown(artifact)} {alt} {' '.join(str(what) for _, what in facts)}"


def of_kind(kind: str) -> list[Artifact]:
    return [each for each in reading().artifacts if each.kind == kind and each.at.part != "styles"]


def with_word(word: str, kind: str) -> Artifact:
    return next(each for each in of_kind(kind) if word in said(each))


def facts_of(artifact: Artifact) -> dict[str, object]:
    return dict(artifact.payload.values) if isinstance(artifact.payload, Facts) else {}


def owners(artifact: Artifact) -> list[Artifact]:
    keys = [edge.target for edge in reading().edges if edge.source == artifact.key]
    return [each for each in reading().artifacts if each.key in keys]


def test_every_kind_of_word_artifact_appears():
    assert {each.kind for each in reading().artifacts} == {kind for app, kind in KINDS if app == "word"}
    assert reading().problem is None


@pytest.mark.parametrize(("word", "kind"), WORDS.items())
def test_each_word_stands_once_in_the_artifact_of_its_kind_and_else_only_in_what_is_about_that(word: str, kind: str):
    holding = [each for each in reading().artifacts if word in said(each).replace("_", "")]
    homes = [each for each in holding if each.kind == kind]
    assert homes, [(each.kind, each.text) for each in holding]
    reached = closure(document(), [homes[0].key])
    assert [each.kind for each in holding if each.key not in reached] == []


@pytest.mark.parametrize("word", WORDS)
def test_taking_out_what_a_word_stands_in_takes_out_the_word(word: str):
    home = (
        with_word(word, WORDS[word])
        if WORDS[word] != "font"
        else next(each for each in reading().artifacts if each.kind == "font" and word in each.text)
    )
    assert word not in document_markdown(without(document(), [home.key]))


def test_taking_out_any_artifact_leaves_every_other_as_it_was():
    whole = {each.key: artifact_markdown(each) for each in reading().artifacts}
    for artifact in reading().artifacts:
        gone = closure(document(), [artifact.key])
        left = without(document(), [artifact.key])
        assert {each.key for each in left.artifacts} == whole.keys() - gone
        for each in left.artifacts:
            expected = whole[each.key]
            for key in gone:
                expected = expected.replace(f"[[{key}]]", "")
            assert "".join(artifact_markdown(each).split()) == "".join(expected.replace("\\n", "").split()) or (
                artifact_markdown(each) == whole[each.key]
            )


def test_numbers_are_those_that_word_displays():
    shown = {each.text: each.payload for each in of_kind("text")}
    assert shown["zqheading"] == Text("heading", 1, "2")
    assert shown["zqsub"] == Text("heading", 2, "2.1(a)")
    assert shown["zqbullet"] == Text("list_item", 0, "•")
    assert shown["zqnumber"] == Text("list_item", 0, "IV.")
    assert with_word("zqboxitem", "textbox").text == "zqbox\nV. zqboxitem"


def test_the_table_has_its_spans_header_row_late_row_and_children():
    grid = with_word("zqwide", "table").payload
    assert isinstance(grid, Grid)
    assert (grid.rows, grid.columns, grid.header_rows) == (4, 3, 1)
    assert grid.spans == (Span(0, 1, 1, 2), Span(1, 0, 2, 1))
    assert (grid.text(3, 0), grid.text(3, 1)) == ("", "zqlate")
    assert [index for index, _ in grid.children] == [5, 11]


def test_fonts_of_a_table_style_are_told_once_for_the_row():
    table = with_word("zqwide", "table")
    fonts = [each.text for each in of_kind("font") if owners(each) == [table]]
    assert fonts == ["bold, colour FFFFFF: row 1", "bold: row 2, column 2"]
    layouts = [each.text for each in of_kind("layout") if owners(each) == [table]]
    assert layouts == ["fill 1F4E79: row 1", "table style Grand: all cells"]


def test_fonts_are_effective_and_depart_from_the_norm_of_the_style():
    by_text = {str(facts_of(each).get("text")): each.text for each in of_kind("font")}
    assert by_text["zqbold"] == "bold: zqbold"
    assert by_text["words"] == "bold, face Zqface: words"
    assert by_text["zqlinked"] == "bold, 16 pt: zqlinked"
    assert by_text["שלום"] == "face Zqhebrew: שלום"
    assert by_text["日本語"] == "face Zqmincho: 日本語"
    assert by_text["zqhidden"] == "hidden: zqhidden"
    norms = [each.text for each in reading().artifacts if each.kind == "font" and each.at.part == "styles"]
    assert "style heading 1 (paragraphs 1-2): bold, face Zqstyleface, 16 pt" in norms


def test_layouts_are_those_of_sections_and_of_paragraphs_that_depart():
    sections = [facts_of(each) for each in of_kind("layout") if each.at.part == "sections"]
    assert [(each["orientation"], each["width"], each["columns"]) for each in sections] == [
        ("portrait", 612.0, 1),
        ("landscape", 792.0, 2),
    ]
    assert sections[1]["column gap"] == 36.0
    centred = with_word("zqcentred", "layout")
    assert centred.text == "alignment center, indent left 36 pt, space before 12 pt: zqcentred"
    assert with_word("שלום", "layout").text == "right to left: שלום"


def test_links_lead_to_addresses_and_places():
    assert [facts_of(each)["target"] for each in of_kind("hyperlink")] == [
        "https://zqsite.example/",
        "#zqplace",
        "https://zqfieldsite.example",
    ]


def test_notes_with_equal_ids_stay_apart_and_are_on_their_words():
    assert [each.text for each in of_kind("footnote")] == [
        "footnote 1 on “noted”: zqundernote",
        "footnote 2 on “7”: zqcellnote",
        "endnote 1 on “noted”: zqend",
    ]
    assert [owner.kind for owner in owners(with_word("zqcellnote", "footnote"))] == ["table"]


def test_comments_have_range_author_date_state_and_replies():
    remark, reply = with_word("zqremark", "comment"), with_word("zqreply", "comment")
    assert remark.text == "zqreviewer, 2024-01-02T00:00:00Z on “zqrange” (resolved): zqremark"
    assert facts_of(remark)["resolved"] is True
    assert [owner.text for owner in owners(remark)] == ["Before zqrange on"]
    assert facts_of(reply)["reply to"] == remark.key
    assert remark in owners(reply)


def test_headers_say_which_pages_and_sections_show_them_also_inherited_ones():
    found = [(each.text, facts_of(each)["pages"], facts_of(each)["sections"]) for each in of_kind("header")]
    assert found == [
        ("first pages, section 1: zqfirsthead", "first", "1"),
        ("section 1: zqmainhead", "default", "1"),
        ("even pages: zqevenhead", "even", "1 2"),
        ("section 2: zqsecondhead", "default", "2"),
        ("not shown: zqunused", "", ""),
    ]
    footer = of_kind("footer")[0]
    assert (footer.text, facts_of(footer)["sections"]) == ("zqfooter 1", "1 2")
    assert [each.text for each in of_kind("field") if owners(each) == [footer]] == ["PAGE = 1"]


def test_equations_are_latex_in_their_place():
    inline, display = of_kind("equation")
    assert inline.text == r"\frac{zqabove}{zqbelow}"
    assert (facts_of(inline)["display"], facts_of(inline)["position"]) == (False, len("zqaround"))
    assert display.text == r"zqshown \\ zqsum"
    assert facts_of(display)["display"] is True


def test_revisions_have_type_author_and_date():
    assert [each.text for each in of_kind("revision")] == [
        "insertion by Ann: zqinserted",
        "deletion by Bob: zqdeleted",
        "move from by zqmover, 2024-05-01T00:00:00Z: zqmovedaway",
        "move to: zqmovedhere",
        "formatting by zqformatter: zqreformatted",
        "deletion: zqgone",
    ]


def test_fields_have_instruction_and_result():
    assert [each.text for each in of_kind("field") if each.at.part == "body"] == [
        "SEQ zqseq = 3",
        "XE zqindex",
        "bookmark zqbookmark",
        "REF other = zqresult",
        "MERGEFIELD zqmerged",
        r"TOC \o",
    ]
    assert facts_of(with_word("zqbookmark", "field"))["result"] == "zqheld"
    assert facts_of(with_word("zqresult", "field"))["target"] == "other"


def test_controls_have_names_types_values_and_choices():
    assert [each.text for each in of_kind("control")] == [
        "(text): zqblock",
        "(rich text): zqnested",
        "(rich text): zqnested",
        "(text): zqinline",
        "zqalias (drop-down list): zqchosen; choices: zqother = 2",
        "(checkbox): checked",
        "when (date): 3 Feb",
        "zqformname (form list): zqoption; choices: zqoption",
    ]
    assert facts_of(with_word("when", "control"))["date"] == "2024-02-03T00:00:00Z"


def test_videos_have_their_address_and_their_poster_is_part_of_them():
    web, file = of_kind("video")
    assert (facts_of(web)["address"], facts_of(web)["type"]) == ("https://zqvideo.example/zqclip", "web")
    assert facts_of(file)["address"] == "word/media/zqfilm.mp4"
    posters = [edge.source for edge in reading().edges if edge.target == web.key and edge.type == "part_of"]
    assert [each.kind for each in reading().artifacts if each.key in posters] == ["image"]


def test_highlights_and_strikeouts_say_how():
    assert [each.text for each in of_kind("highlight")] == ["yellow: zqmarked", "shading FFC000: zqshaded"]
    assert [each.text for each in of_kind("strikeout")] == ["single: zqstruck", "double: zqdouble"]
