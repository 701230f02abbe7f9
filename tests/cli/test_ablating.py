"""`assay ablate` writes a copy without artifacts and says what went."""

import json
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


def key_of(report: Path, kind: str) -> str:
    return next(each.key for each in read_word(report.read_bytes()).artifacts if each.kind == kind)


def test_the_copy_lacks_the_artifact_and_the_command_says_so(
    report: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    key, copy = key_of(report, "comment"), tmp_path / "copy.docx"
    assert run(["ablate", str(report), "--without", key, "--to", str(copy)]) == 0
    assert f"without {key} (comment)" in capsys.readouterr().err
    assert run(["extract", str(copy), "--json"]) == 0
    read = json.loads(capsys.readouterr().out)
    assert key not in {each["key"] for each in read["artifacts"]}
    assert "Depot opening" in {each["text"].lstrip("# ") for each in read["artifacts"]}


def test_wrong_calls_write_nothing(report: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    copy = tmp_path / "copy.docx"
    assert run(["ablate", str(report), "--without", "zz", "--to", str(copy)]) == 2
    assert "holds no artifact zz" in capsys.readouterr().err
    assert run(["ablate", str(report), "--without", key_of(report, "comment"), "--to", str(report)]) == 2
    assert (
        run(["ablate", str(report), "--without", key_of(report, "comment"), "--to", str(tmp_path / "no" / "x.docx")])
        == 2
    )
    assert run(["ablate", str(tmp_path / "none.docx"), "--without", "zz", "--to", str(copy)]) == 3
    assert [each.name for each in tmp_path.iterdir()] == ["report.docx"]


def test_plain_tables_are_not_available_yet(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    table = tmp_path / "table.csv"
    table.write_text("a,b\n1,2\n")
    assert run(["ablate", str(table), "--without", "zz", "--to", str(tmp_path / "copy.csv")]) == 2
    assert "not available yet" in capsys.readouterr().err
