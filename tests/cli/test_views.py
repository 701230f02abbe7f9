"""`assay extract --view` with files beside, and with pandoc."""

from pathlib import Path

import pytest

from assay.cli import run
from extractors.word import read_word
from tests.native import rich


@pytest.fixture
def report(tmp_path: Path) -> Path:
    file = tmp_path / "report.docx"
    file.write_bytes(rich.word())
    return file


@pytest.fixture
def no_office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No LibreOffice, which would draw the pages, too."""
    monkeypatch.setenv("PATH", str(tmp_path))


def keys(report: Path, kind: str) -> list[str]:
    return [each.key for each in read_word(report.read_bytes()).artifacts if each.kind == kind]


@pytest.mark.usefixtures("no_office")
def test_combined_writes_tables_and_pictures_beside_and_links_them(
    report: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    media = tmp_path / "media"
    assert run(["extract", str(report), "--view", "combined", "--media", str(media)]) == 0
    shown = capsys.readouterr().out
    tables, [image] = keys(report, "table"), keys(report, "image")
    assert {each.name for each in media.iterdir()} == {f"{image}.png", *(f"{key}.html" for key in tables)}
    for key in tables:
        assert f"[{key}]({media}/{key}.html)" in shown
    assert f"]({media}/{image}.png)" in shown
    assert "Northern" not in shown
    assert any("<td>Northern</td>" in (media / f"{key}.html").read_text() for key in tables)


def test_combined_without_a_folder_says_what_is_missing(report: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["extract", str(report), "--view", "combined"]) == 2
    assert "add --media DIR" in capsys.readouterr().err


@pytest.mark.usefixtures("no_office")
def test_pictures_are_linked_where_they_are_written(report: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["extract", str(report), "--media", str(tmp_path / "m")]) == 0
    [image] = keys(report, "image")
    shown = capsys.readouterr().out
    assert f"]({tmp_path}/m/{image}.png)" in shown
    assert "| Region | Output |" in shown


def test_pandoc_shows_the_original_and_with_keys_a_copy_without_them(report: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["extract", str(report), "--view", "pandoc"]) == 0
    assert "# Depot opening" in capsys.readouterr().out
    [heading, *_] = keys(report, "text")
    assert run(["extract", str(report), "--view", "pandoc", "--without", heading]) == 0
    shown = capsys.readouterr().out
    assert "Depot opening" not in shown
    assert "Last words" in shown


def test_pandoc_is_for_its_own_types(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    page, plain = tmp_path / "page.html", tmp_path / "plain.txt"
    page.write_text("<p>Body text</p>")
    plain.write_text("Body text")
    assert run(["extract", str(page), "--view", "pandoc"]) == 0
    assert capsys.readouterr().out == "Body text\n"
    assert run(["extract", str(plain), "--view", "pandoc"]) == 2
    assert "docx, odt, rtf and html" in capsys.readouterr().err
    key = read_key(page, capsys)
    assert run(["extract", str(page), "--view", "pandoc", "--without", key]) == 2
    assert "for docx only" in capsys.readouterr().err


def read_key(page: Path, capsys: pytest.CaptureFixture[str]) -> str:
    run(["extract", str(page)])
    return capsys.readouterr().out.split()[1]
