"""What a copy of a Word file keeps whole: fields over paragraphs, ranges, branches, cells with formats."""

import io
import re
import zipfile

from assay.native import ablate
from extractors.word import read_word
from tests.extractors.parts import cell, docx, paragraph, table
from tests.made import document_of


def copy_without(data: bytes, kind: str, text: str = "") -> bytes:
    document = document_of(read_word(data))
    key = next(each.key for each in document.artifacts if each.kind == kind and text in each.text)
    return ablate(document, data, [key])


def body(data: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read("word/document.xml").decode()


def kinds(data: bytes, *wanted: str) -> list[str]:
    return [each.text for each in read_word(data).artifacts if each.kind in wanted]


def test_a_field_over_two_paragraphs_stays_whole():
    begin = '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> TOC </w:instrText></w:r>'
    separate, end = (f'<w:r><w:fldChar w:fldCharType="{type}"/></w:r>' for type in ("separate", "end"))
    data = docx(f"<w:p>{begin}{separate}<w:r><w:t>First</w:t></w:r></w:p><w:p><w:r><w:t>Second</w:t></w:r>{end}</w:p>")
    copy = copy_without(data, "text", "First")
    assert kinds(copy, "text") == ["Second"]
    assert len(re.findall("<w:fldChar", body(copy))) in (0, 3)


def test_the_end_of_a_bookmark_outlives_its_paragraph():
    start = '<w:p><w:bookmarkStart w:id="7" w:name="_GoBack"/><w:r><w:t>Gone</w:t></w:r></w:p>'
    copy = copy_without(docx(f'{start}<w:p><w:r><w:t>Here</w:t></w:r><w:bookmarkEnd w:id="7"/></w:p>'), "text", "Gone")
    assert len(re.findall("<w:bookmark(?:Start|End)", body(copy))) == 2
    assert kinds(copy, "text") == ["Here"]


def test_a_picture_in_the_paragraph_stays_when_its_words_go():
    art = "<w:r><w:pict><v:shape><v:textpath string='Art'/></v:shape></w:pict></w:r>"
    copy = copy_without(docx(f"<w:p><w:r><w:t>Words</w:t></w:r>{art}</w:p>"), "text")
    assert kinds(copy, "text", "textbox") == ["Art"]


def test_a_format_of_a_range_of_cells_goes_and_that_of_the_others_stays():
    bold, slanted = "<w:b/>", "<w:i/>"
    rows = [cell(paragraph(f"a{n}", run=bold)) + cell(paragraph(f"b{n}", run=slanted)) for n in range(3)]
    copy = copy_without(docx(table(*rows)), "font", "bold")
    assert ["italic" in each or "bold" in each for each in kinds(copy, "font")] == [True]
    assert "<w:b/>" not in body(copy)
    assert body(copy).count("<w:i/>") == 3


def test_a_row_that_was_inserted_stays_as_if_it_had_always_been_there():
    data = docx(f'<w:tbl><w:tr><w:trPr><w:ins w:author="A"/></w:trPr>{cell("new")}</w:tr></w:tbl>')
    copy = copy_without(data, "revision", "insertion")
    assert kinds(copy, "revision") == []
    assert "<w:ins" not in body(copy)
    assert "new" in body(copy)


def test_what_was_moved_away_goes_and_what_was_moved_here_stays():
    words = "<w:r><w:t>Moved</w:t></w:r>"
    data = docx(
        f'<w:p><w:moveFrom w:author="A">{words}</w:moveFrom></w:p><w:p><w:moveTo w:author="A">{words}</w:moveTo></w:p>'
    )
    assert body(copy_without(data, "revision", "move from")).count("Moved") == 1
    settled = copy_without(data, "revision", "move to")
    assert "<w:moveTo" not in body(settled)
    assert kinds(settled, "text") == ["Moved"]


def test_a_tracked_format_is_settled():
    change = '<w:b/><w:rPrChange w:author="A"><w:rPr/></w:rPrChange>'
    copy = copy_without(docx(paragraph("Text", run=change)), "revision", "formatting")
    assert kinds(copy, "revision") == []
    assert kinds(copy, "text") == ["Text"]


def test_strict_files_are_cut_like_the_others():
    with zipfile.ZipFile(io.BytesIO(docx(paragraph("Gone") + paragraph("Here")))) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    old = b"http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    parts["word/document.xml"] = parts["word/document.xml"].replace(
        old, b"http://purl.oclc.org/ooxml/wordprocessingml/main"
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    assert kinds(copy_without(out.getvalue(), "text", "Gone"), "text") == ["Here"]
