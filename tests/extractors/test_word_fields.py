"""Fields within fields are told with what they stand in."""

from __future__ import annotations

from assay.model.artifact import Facts
from assay.model.document import Reading
from extractors.word import read_word
from tests.extractors.parts import docx, paragraph
from tests.extractors.torture_word import field, run

MARK = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'
BEGIN, SEPARATE, END = (MARK.format(type) for type in ("begin", "separate", "end"))


def instructed(text: str) -> str:
    return f"<w:r><w:instrText>{text}</w:instrText></w:r>"


def read(body: str) -> Reading:
    return read_word(docx(body))


def fields(reading: Reading) -> list[str]:
    return [each.text for each in reading.artifacts if each.kind == "field"]


def texts(reading: Reading) -> list[str]:
    return [each.text for each in reading.artifacts if each.kind == "text"]


def test_a_field_in_an_instruction_is_told_there_and_by_itself_with_its_result():
    condition = instructed(" IF ") + field(" REF total ", "4") + instructed(' = "4" "yes" "no" ')
    reading = read(f"<w:p>{BEGIN}{condition}{SEPARATE}{run('yes')}{END}</w:p>")
    assert fields(reading) == ["REF total = 4", 'IF { REF total } = "4" "yes" "no" = yes']
    assert texts(reading) == ["yes"]
    inner = next(each.payload for each in reading.artifacts if each.kind == "field")
    assert isinstance(inner, Facts)
    assert (inner.get("target"), inner.get("result")) == ("total", "4")


def test_fields_may_stand_three_deep():
    inner = BEGIN + instructed("= ") + field("REF a", "2") + instructed(" + 1") + SEPARATE + run("3") + END
    reading = read(f"<w:p>{BEGIN}{instructed('IF ')}{inner}{instructed(' = 3 A B')}{SEPARATE}{run('A')}{END}</w:p>")
    assert fields(reading) == ["REF a = 2", "= { REF a } + 1 = 3", "IF { = { REF a } + 1 } = 3 A B = A"]
    assert texts(reading) == ["A"]


def test_a_field_in_a_result_is_shown_with_it():
    reading = read(f"<w:p>{BEGIN}{instructed('IF 1 = 1 x')}{SEPARATE}{run('is ')}{field('PAGE', '7')}{END}</w:p>")
    assert fields(reading) == ["PAGE = 7", "IF 1 = 1 x = is 7"]
    assert texts(reading) == ["is 7"]


def test_characters_in_an_instruction_belong_to_it_and_are_not_shown():
    reading = read(f"<w:p>{run('seen')}{BEGIN}{instructed('IF 1 = 1 ')}{run('unseen')}{END}</w:p>")
    assert (fields(reading), texts(reading)) == (["IF 1 = 1 unseen"], ["seen"])


def test_a_link_with_a_field_in_its_address_is_no_field_of_its_own():
    address = instructed('HYPERLINK "https://a.example/') + field("MERGEFIELD id", "9") + instructed('"')
    reading = read(f"<w:p>{BEGIN}{address}{SEPARATE}{run('here')}{END}</w:p>")
    assert fields(reading) == ["MERGEFIELD id = 9"]
    assert [each.text for each in reading.artifacts if each.kind == "hyperlink"] == ["here: https://a.example/"]


def test_a_field_that_is_never_closed_is_told_as_far_as_it_goes():
    reading = read(f"<w:p>{run('a')}{BEGIN}{instructed('IF 1')}</w:p>{paragraph('after')}")
    assert (fields(reading), texts(reading)) == (["IF 1"], ["a", "after"])
