"""A paragraph goes with its copies: lines of contents, references, bookmarks named by it, and properties; no others."""

import io
import zipfile

import pytest

from assay.native import ablate
from extractors.word import read_word
from tests.extractors.parts import SCHEMAS, docx, paragraph, relations, root
from tests.made import document_of

PROPERTIES = f"{SCHEMAS}/package/2006/metadata/core-properties"


def mark(type: str) -> str:
    return f'<w:r><w:fldChar w:fldCharType="{type}"/></w:r>'


def run(text: str) -> str:
    return f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>'


def field(instruction: str, result: str) -> str:
    told = f'<w:r><w:instrText xml:space="preserve"> {instruction} </w:instrText></w:r>'
    return f"{mark('begin')}{told}{mark('separate')}{run(result)}{mark('end')}"


def heading(text: str, bookmark: str, id: int) -> str:
    return (
        f'<w:p><w:pPr><w:pStyle w:val="Heading1"/><w:outlineLvl w:val="0"/></w:pPr>'
        f'<w:bookmarkStart w:id="{id}" w:name="{bookmark}"/>{run(text)}<w:bookmarkEnd w:id="{id}"/></w:p>'
    )


def entry(text: str, bookmark: str, page: int, before: str = "", after: str = "", *, linked: bool = True) -> str:
    inner = f"{run(text)}<w:r><w:tab/></w:r>{field(f'PAGEREF {bookmark} h', str(page))}"
    inner = f'<w:hyperlink w:anchor="{bookmark}">{inner}</w:hyperlink>' if linked else f"{run(f'{text} {page}')}"
    return f'<w:p><w:pPr><w:pStyle w:val="TOC1"/></w:pPr>{before}{inner}{after}</w:p>'


def report(*, linked: bool = True, title: str = "zqalpha depot") -> bytes:
    """Two headings with contents, references to both, a header that says the first, and a title that does."""
    opened = mark("begin") + '<w:r><w:instrText> TOC \\o "1-3" \\h </w:instrText></w:r>' + mark("separate")
    contents = entry("zqalpha depot", "_Toc1", 2, before=opened, linked=linked) + entry(
        "beta store", "_Toc2", 3, after=mark("end"), linked=linked
    )
    words = (
        f"<w:p>{run('See ')}{field('REF _Toc1 h', 'zqalpha depot')}{run(' on page ')}"
        f"{field('PAGEREF _Toc1', '2')}{run(' and ')}{field('REF _Toc2 h', 'beta store')}{run('.')}</w:p>"
        f'<w:p>{run("Or ")}<w:hyperlink w:anchor="_Toc1">{run("zqalpha depot")}</w:hyperlink>{run(" there.")}</w:p>'
    )
    body = f"{contents}{heading('zqalpha depot', '_Toc1', 1)}{heading('beta store', '_Toc2', 2)}{words}"
    section = '<w:sectPr><w:headerReference w:type="default" r:id="h"/></w:sectPr>'
    names = f'xmlns:cp="{PROPERTIES}" xmlns:dc="http://purl.org/dc/elements/1.1/"'
    core = f"<cp:coreProperties {names}><dc:title>{title}</dc:title><dc:creator>Ann</dc:creator></cp:coreProperties>"
    parts = {
        "word/header1.xml": root("w:hdr", f"<w:p>{field('STYLEREF Heading1', 'zqalpha depot')}</w:p>"),
        "docProps/core.xml": core,
        "_rels/.rels": relations({
            "d": ("officeDocument", "word/document.xml"),
            "c": (f"{SCHEMAS}/package/2006/relationships/metadata/core-properties", "docProps/core.xml"),
        }),
    }  # fmt: skip
    return docx(body + section, parts, {"h": ("header", "header1.xml")})


def without(data: bytes, text: str, role: str = "heading") -> bytes:
    document = document_of(read_word(data), "report.docx")
    key = next(
        each.key for each in document.of_kind("text") if text in each.text and getattr(each.payload, "role", "") == role
    )
    return ablate(document, data, [key])


def everything(data: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return "\n".join(archive.read(name).decode() for name in archive.namelist())


def texts(data: bytes) -> list[str]:
    return [each.text for each in read_word(data).artifacts if each.kind == "text"]


@pytest.mark.parametrize("linked", [True, False])
def test_a_heading_goes_with_every_copy_of_its_words(linked: bool):
    copy = without(report(linked=linked), "zqalpha")
    assert "zqalpha" not in everything(copy)
    assert "_Toc1" not in everything(copy).replace('w:anchor="_Toc1"', "")
    assert texts(copy)[-3:] == ["beta store", "See  on page  and beta store.", "Or  there."]
    assert ["beta store" in line for line in texts(copy)] == [True, True, True, False]


def test_the_other_heading_keeps_its_line_its_references_and_its_marks():
    copy = everything(without(report(), "zqalpha"))
    assert (copy.count("beta store"), copy.count("Ann")) == (3, 1)
    assert [copy.count(f'"{type}"') for type in ("begin", "separate", "end")] == [4, 4, 4]


def test_a_title_that_only_begins_like_the_heading_stays():
    assert "zqalpha depot of 2024" in everything(without(report(title="zqalpha depot of 2024"), "zqalpha"))


def test_a_title_stays_where_the_words_stand_in_another_paragraph():
    data = report()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist()}
    twin = parts["word/document.xml"].replace("<w:sectPr>", f"{paragraph('zqalpha depot')}<w:sectPr>")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in {**parts, "word/document.xml": twin}.items():
            archive.writestr(name, content)
    copy = without(out.getvalue(), "zqalpha")
    assert "<dc:title>zqalpha depot</dc:title>" in everything(copy)
    assert texts(copy)[-1] == "zqalpha depot"


def test_of_two_equal_headings_each_goes_with_its_own_line():
    contents = entry("Results", "_Toc1", 2) + entry("Results", "_Toc2", 9)
    data = docx(contents + heading("Results", "_Toc1", 1) + paragraph("between") + heading("Results", "_Toc2", 2))
    copy = everything(without(data, "Results"))
    assert (copy.count("Results"), "PAGEREF _Toc1" in copy, "PAGEREF _Toc2" in copy) == (2, False, True)


def test_a_paragraph_that_holds_the_words_of_a_heading_is_no_line_of_contents():
    data = docx(heading("Results", "_Toc1", 1) + paragraph("Results 2024 and more"))
    assert texts(without(data, "Results")) == ["Results 2024 and more"]


def test_a_bookmark_that_stands_around_the_whole_paragraph_goes():
    start, end = '<w:bookmarkStart w:id="5" w:name="_Ref9"/>', '<w:bookmarkEnd w:id="5"/>'
    reference = f"<w:p>{run('See ')}{field('REF _Ref9', 'Gone')}{run('.')}</w:p>"
    copy = without(docx(f"{start}{heading('Gone', '_Toc1', 1)}{end}{reference}"), "Gone")
    assert (texts(copy), "Gone" in everything(copy), "_Ref9" in everything(copy)) == (["See ."], False, False)
