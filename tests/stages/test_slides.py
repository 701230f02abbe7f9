"""Slides get their pictures where LibreOffice is installed, and one warning where it is not."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from assay.model.canonical import digest_bytes
from assay.stages.looking import read_file
from assay.stages.slides import with_slide_pictures

DECK = Path("data/sample/energy/grid-outlook-2025.pptx")


def test_without_libreoffice_a_deck_comes_with_one_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    extraction = read_file(DECK)
    monkeypatch.setenv("PATH", str(tmp_path))
    document, written = with_slide_pictures(extraction, extraction.document, (), tmp_path)
    assert written == []
    assert document.warnings[:-1] == extraction.document.warnings
    assert "`assay doctor` names the package" in document.warnings[-1]


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
def test_each_slide_has_its_picture_as_blob(tmp_path: Path):
    extraction = read_file(DECK)
    document, written = with_slide_pictures(extraction, extraction.document, (), tmp_path)
    slides = list(document.of_kind("slide"))
    assert [slide.blob for slide in slides] == [digest_bytes(path.read_bytes()) for path in written]
    assert len({slide.blob for slide in slides}) == len(slides) == document.counts.slides


def test_a_document_without_slides_is_left_alone(tmp_path: Path):
    extraction = read_file(Path("data/sample/energy/losses-memo.md"))
    assert with_slide_pictures(extraction, extraction.document, (), tmp_path) == (extraction.document, [])
