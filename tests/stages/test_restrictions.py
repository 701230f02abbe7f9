"""A restriction that was known stays until SOURCES.csv says `none`, whatever became of the line that told it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from assay.cli import run
from assay.refresh.again import refresh
from assay.stages.audit import audit_body
from assay.stages.building import Summary
from assay.stages.run import Silent
from assay.store.snapshot import Snapshot
from tests.stages.archives import READ_ONLY, aged, built, write

HEAD = "path,origin,licence,source_kind,restriction\n"
SECRET = "energy/audit.md"
LINE = f"{SECRET},https://example.org/audit,no copies,memo,link-only\n"
MEMO = "# Audit\n\nNineteen cable drums were rusting behind the northern depot.\n"


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("restrictions")
    files: dict[str, str | bytes] = {
        SECRET: MEMO,
        "energy/open.md": "# Open\n\nEverybody may read this.\n",
        "SOURCES.csv": HEAD + LINE,
    }
    built(aged(write(folder / "archive", files)), folder / "out", READ_ONLY)
    return folder


@pytest.fixture
def again(first: Path, tmp_path: Path) -> tuple[Path, Path]:
    shutil.copytree(first, tmp_path / "copy", symlinks=True)
    return tmp_path / "copy" / "archive", tmp_path / "copy" / "out"


def refreshed(places: tuple[Path, Path]) -> Summary:
    return refresh(places[1], Silent(), archive=places[0])


def terms(out: Path) -> dict[str, tuple[str, str, str]]:
    with Snapshot.open(out) as snapshot:
        rows = snapshot.rows("select path, restriction, origin, source_kind from source")
    return {path: tuple(rest) for path, *rest in rows}  # pyright: ignore[reportReturnType]


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        HEAD,
        HEAD + LINE.replace("audit.md", "audti.md"),
        HEAD + LINE.replace("link-only", ""),
        HEAD.replace(",restriction", "") + LINE.replace(",link-only", ""),
    ],
    ids=["deleted", "emptied", "without lines", "another path", "an empty cell", "without the column"],
)
def test_a_slip_in_sources_csv_lifts_no_restriction_and_is_told(again: tuple[Path, Path], text: str | None):
    file = again[0] / "SOURCES.csv"
    file.unlink() if text is None else file.write_text(text)
    for _ in range(2):
        summary = refreshed(again)
        assert terms(again[1])[SECRET] == ("link-only", "https://example.org/audit", "memo")
        (said,) = [one for one in summary.sentences if "stays so until SOURCES.csv says `none`" in one]
        assert f"{SECRET}: it was link-only" in said
    doubts = audit_body(again[1])["archive"]["doubts"]  # pyright: ignore
    assert (doubts[0]["path"], doubts[0]["code"]) == (SECRET, "restriction_kept")  # pyright: ignore
    file.write_text(HEAD + LINE.replace("link-only", "none"))
    assert refreshed(again).sentences == ()
    assert terms(again[1])[SECRET][0] == ""
    file.unlink()
    assert refreshed(again).sentences == ()


def test_a_restricted_file_that_was_away_for_a_run_comes_back_restricted(again: tuple[Path, Path]):
    archive, _ = again
    (archive / "SOURCES.csv").unlink()
    (archive / SECRET).rename(archive.parent / "audit.md")
    refreshed(again)
    (archive.parent / "audit.md").rename(archive / SECRET)
    refreshed(again)
    assert terms(again[1])[SECRET][0] == "link-only"


def test_a_copy_of_a_restricted_file_is_restricted_wherever_it_lies(again: tuple[Path, Path]):
    archive, out = again
    for name in ("energy/copy.md", "health/audit.md"):
        write(archive, {name: MEMO})
    said = refreshed(again).sentences
    assert {path for path, (restriction, *_) in terms(out).items() if restriction} == {
        SECRET, "energy/copy.md", "health/audit.md",
    }  # fmt: skip
    assert f"SOURCES.csv: energy/copy.md: it has the bytes of {SECRET}, which is link-only, and stays so" in said[0]
    (archive / SECRET).unlink()
    (archive / "health/audit.md").unlink()
    (archive / "SOURCES.csv").write_text(HEAD + "energy/copy.md,,,,none\n")
    refreshed(again)
    assert not any(restriction for restriction, *_ in terms(out).values())


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        (
            "SOURCES.csv",
            HEAD.replace("restriction", "restrictoin") + LINE,
            "line 1 has an unknown column `restrictoin`",
        ),
        ("SOURCES.csv", HEAD + LINE.replace("link-only", "linkonly"), "line 2: unknown restriction 'linkonly'"),
        ("SOURCES.csv", HEAD + LINE.replace(",memo,", ","), "line 2: 'link-only' stands in the column `source_kind`"),
        ("SOURCES.csv", HEAD + LINE.replace("no copies", "no, copies"), "'link-only' stands behind the last column"),
        ("Sources.csv", HEAD + LINE, "Sources.csv is not read as SOURCES.csv"),
    ],
)
def test_what_could_lose_a_restriction_ends_build_and_refresh_with_2_before_anything_is_changed(
    again: tuple[Path, Path], name: str, text: str, said: str, capsys: pytest.CaptureFixture[str]
):
    archive, out = again
    (archive / "SOURCES.csv").unlink()
    (archive / name).write_text(text)
    for command in (["refresh", out, "--archive", archive], ["build", archive, "--out", out.parent / "other"]):
        assert run([*map(str, command), "--direct"]) == 2
        assert said in capsys.readouterr().err
    assert terms(out)[SECRET][0] == "link-only"
