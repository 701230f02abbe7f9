"""Formats that pandoc reads."""

from pathlib import Path

import pypandoc

from assay.model.artifact import Text
from extractors.converted import read_epub, read_odt, read_rtf


def test_rich_text_gives_its_paragraphs_and_nothing_of_the_template():
    reading = read_rtf(rb"{\rtf1\ansi First \b bold\b0 .\par Second 1,234.\par}")
    assert [(artifact.text, artifact.payload) for artifact in reading.artifacts] == [
        ("First bold.", Text()),
        ("Second 1,234.", Text()),
    ]
    assert reading.reader == "pandoc.rtf"


def test_an_open_document_gives_its_headings(tmp_path: Path):
    pypandoc.convert_text("# Yearbook\n\nBody", "odt", format="markdown", outputfile=str(tmp_path / "a.odt"))
    found = [(artifact.text, artifact.payload) for artifact in read_odt((tmp_path / "a.odt").read_bytes()).artifacts]
    assert found == [("Yearbook", Text("heading", 1)), ("Body", Text())]


def test_what_pandoc_cannot_read_is_corrupt():
    problem = read_epub(b"no package").problem
    assert problem is not None
    assert problem.code == "corrupt"
