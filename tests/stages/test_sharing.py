"""What leaves with a release and its export: nothing of sources that are not to be redistributed but their terms."""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from assay.cli import run
from assay.config import Filters, Settings, Synthesis
from assay.export.withholding import Run, runs_of
from assay.model.errors import NotAvailable, UsageError
from assay.stages.audit import audit_body
from assay.stages.building import Summary
from assay.stages.exporting import export
from assay.stages.looking import read_file
from assay.stages.proving import verify
from tests.stages.archives import REGISTER, built, write

SECRET = "energy/audit.md"
OPEN = "energy/register.csv"
RUSTING = "The auditor found nineteen cable drums rusting behind the northern depot on Tuesday."
MEMO = f"# Audit\n\n{RUSTING}\n\nNobody had counted them since the merger of the two grids, which explains the gap.\n"
HEAD = "path,origin,licence,source_kind,original_format,conversion_tool,restriction\n"
TERMS = f"{SECRET},https://example.org/audit,no copies,memo,docx,pandoc 3.1,link-only\n"


def settings(folder: Path, archive: Path) -> Settings:
    """Three candidates: for a word of the memo, for a whole sentence of it, and for a cell of the open table."""
    key = next(one.key for one in read_file(archive / SECRET).document.artifacts if one.text == RUSTING)
    row = next(read_file(archive / OPEN).document.of_kind("table")).key
    about = {"track": "fidelity", "domain": "energy", "labels": ["text.text"]}
    quote = {"path": SECRET, "artifact": key, "quote": RUSTING}
    lines = [
        {"question": "On which day were the drums found?", "answer": {"type": "text", "value": "Tuesday"}},
        {"question": "What did the auditor find?", "answer": {"type": "text", "value": RUSTING}},
        {"question": "Which region stands first?", "answer": {"type": "text", "value": "Northmark"}},
    ]
    evidence = (
        [quote],
        [quote],
        [{"path": OPEN, "artifact": row, "quote": "Northmark", "at": {"row": 1, "column": 0}}],
    )
    text = "".join(
        json.dumps({**about, **line, "evidence": cited}) + "\n" for line, cited in zip(lines, evidence, strict=True)
    )
    file = write(folder, {"candidates.jsonl": text}) / "candidates.jsonl"
    return Settings(synthesis=Synthesis(authors=("file",), candidates=file), filters=Filters(gates=()))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Summary, Path, Settings]:
    """An OUT with two releases: the second was frozen after the memo had become link-only."""
    folder = tmp_path_factory.mktemp("sharing")
    archive = write(folder / "archive", {SECRET: MEMO, OPEN: REGISTER})
    told = settings(folder, archive)
    first = built(archive, folder / "out", told)
    assert (first.released, first.release) == (3, 1), first.sentences
    write(archive, {"SOURCES.csv": HEAD + TERMS})
    return folder / "out", built(archive, folder / "out", told), archive, told


def texts(folder: Path) -> Iterator[str]:
    for path in folder.rglob("*"):
        if path.suffix == ".parquet":
            yield str(duckdb.sql(f"select * from '{path}'").fetchall())
        elif path.is_file():
            yield path.read_text()


def repeated(folder: Path) -> set[Run]:
    secret = set(runs_of(MEMO))
    return {run for text in texts(folder) for run in runs_of(text)} & secret


def test_restricted_source_not_redistributed(made: tuple[Path, Summary, Path, Settings], tmp_path: Path):
    out, *_ = made
    done = export(out, "archive", 2, tmp_path / "export")
    given = [path.relative_to(done.to).as_posix() for path in done.to.rglob("*") if path.is_file()]

    assert (done.files, done.withheld) == (1, (f"{SECRET}.md",))
    assert sorted(given) == ["SOURCES.csv", f"{OPEN}.md"]
    for folder in (done.to, out / "releases" / "2"):
        assert repeated(folder) == set()
        assert not any(RUSTING in text or MEMO in text for text in texts(folder))
    # it is in the store all the same, and release 1 shows that the search finds what is there
    assert RUSTING in (out / "archive" / f"{SECRET}.md").read_text()
    assert repeated(out / "releases" / "1")


def test_terms_that_came_later_hold_for_the_export_of_an_older_release(
    made: tuple[Path, Summary, Path, Settings], tmp_path: Path
):
    done = export(made[0], "archive", 1, tmp_path / "export")

    assert done.withheld == (f"{SECRET}.md",)
    assert repeated(done.to) == set()


@pytest.mark.slow
def test_a_source_that_was_restricted_stays_so_in_the_releases_of_then(
    made: tuple[Path, Summary, Path, Settings], tmp_path: Path
):
    out, _, archive, told = made
    shutil.copytree(out, tmp_path / "out", symlinks=True)
    free = shutil.copytree(archive, tmp_path / "archive")
    (free / "SOURCES.csv").write_text(HEAD + TERMS.replace("link-only", "none"))
    again = built(free, tmp_path / "out", told)

    assert (again.released, again.release) == (3, 3)
    assert export(tmp_path / "out", "archive", 2, tmp_path / "second").withheld == (f"{SECRET}.md",)
    assert export(tmp_path / "out", "archive", None, tmp_path / "third").withheld == ()
    assert not (tmp_path / "third" / "SOURCES.csv").exists()


@pytest.mark.slow
def test_a_restricted_file_that_was_renamed_before_its_line_was_stays_restricted(
    made: tuple[Path, Summary, Path, Settings], tmp_path: Path
):
    out, _, archive, told = made
    shutil.copytree(out, tmp_path / "out", symlinks=True)
    moved = shutil.copytree(archive, tmp_path / "archive")
    (moved / SECRET).rename(moved / "energy" / "findings.md")
    again = built(moved, tmp_path / "out", told)

    assert (again.released, again.release) == (2, 2)
    assert [one["path"] for one in audit_body(tmp_path / "out")["archive"]["restricted"]] == [SECRET]  # pyright: ignore
    assert any(f"{SECRET}: the archive holds no such file" in sentence for sentence in again.sentences)


def test_tasks_that_need_no_more_than_six_words_stay_and_the_others_are_kept_back(
    made: tuple[Path, Summary, Path, Settings],
):
    out, summary, *_ = made
    lines = [json.loads(line) for line in (out / "release" / "tasks.jsonl").read_text().splitlines()]

    assert (summary.released, len(lines)) == (2, 2)
    (held,) = audit_body(out)["kept_back"]  # pyright: ignore
    assert any(sentence.startswith("kept back") and f"1 ({held})" in sentence for sentence in summary.sentences)
    assert {one["quote"] for line in lines for one in line["evidence"]} == {
        "The auditor found nineteen cable drums", "Northmark",
    }  # fmt: skip
    found = verify(out, 2, mutate=False)
    assert (len(found.proofs), found.failed, found.frozen) == (2, [], True)


def test_changes_say_why_a_restriction_takes_a_task_out_and_why_another_is_quoted_otherwise(
    made: tuple[Path, Summary, Path, Settings],
):
    out, *_ = made
    (held,) = audit_body(out)["kept_back"]  # pyright: ignore
    told = (out / "releases" / "2" / "CHANGES.md").read_text()
    gone, quoted = told.split("## Gone")[1].split("## Quoted otherwise")
    assert f"- `{held}` " in gone
    assert f"[restricted]: {SECRET} is link-only, and the task cannot be asked without more of its words" in gone
    assert f": {SECRET} is link-only\n" in quoted.replace("[restricted]", "")
    assert quoted.count("- `q") == 1
    assert told.count(f"`{held}`") == 1
    assert "Unchanged: 1 tasks." in told


def test_edits_of_a_release_are_found_where_its_quotes_are_cut(
    made: tuple[Path, Summary, Path, Settings], tmp_path: Path
):
    out = shutil.copytree(made[0], tmp_path / "out", symlinks=True)
    file = out / "releases" / "2" / "tasks.jsonl"
    file.write_text(file.read_text().replace("On which day", "When"))
    (proof,) = verify(out, 2, mutate=False).failed

    assert proof.failures == ("edited after it was frozen: question",)


def test_restricted_sources_are_named_with_origin_and_terms(made: tuple[Path, Summary, Path, Settings]):
    out, *_ = made
    release = out / "release"
    card, body = (release / "README.md").read_text(), json.loads((release / "croissant.json").read_text())
    rows = {row["path"]: row for row in csv.DictReader((release / "SOURCES.csv").read_text().splitlines())}

    assert f"| {SECRET} | link-only | no copies | https://example.org/audit |" in card
    assert "Tasks that cite a `link-only` source: 1." in card
    assert "cannot be asked without more of such a source: 1." in card
    assert "docx with pandoc 3.1: 1" in card
    (based,) = body["isBasedOn"]
    assert (based["name"], based["url"], based["license"]) == (SECRET, "https://example.org/audit", "no copies")
    assert based["conditionsOfAccess"].startswith("link-only")
    assert "SOURCES.csv" in {file["@id"] for file in body["distribution"]}
    assert rows[SECRET]["restriction"] == "link-only"
    assert rows[OPEN]["restriction"] == ""
    assert len(rows[SECRET]["sha256"]) == 64


def test_audit_and_report_tell_sizes_and_restrictions(made: tuple[Path, Summary, Path, Settings]):
    out, *_ = made
    archive = audit_body(out)["archive"]
    page = (out / "report.html").read_text()

    assert [one["path"] for one in archive["restricted"]] == [SECRET]  # pyright: ignore
    assert archive["domains"]["energy"]["restricted"] == 1  # pyright: ignore
    assert (archive["context_window"], archive["exceeds_context"]) == (1_000_000, False)  # pyright: ignore
    assert "https://example.org/audit" in page
    assert "1,000,000 tokens" in page


@pytest.mark.slow
def test_terms_that_did_not_change_make_no_release(made: tuple[Path, Summary, Path, Settings], tmp_path: Path):
    out, _, archive, told = made
    shutil.copytree(out, tmp_path / "out", symlinks=True)

    assert built(archive, tmp_path / "out", told).release == 2


def test_the_command_names_what_it_withholds(
    made: tuple[Path, Summary, Path, Settings], tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    words = ["export", str(made[0]), "--format", "archive", "--to", str(tmp_path / "export"), "--json"]
    assert run(words) == 0
    said = capsys.readouterr()
    assert json.loads(said.out)["withheld"] == [f"{SECRET}.md"]
    assert f"withheld, see SOURCES.csv: {SECRET}.md" in said.err


def test_formats_and_releases_that_are_not_there_are_wrong_usage(
    made: tuple[Path, Summary, Path, Settings], tmp_path: Path
):
    with pytest.raises(NotAvailable, match="parquet"):
        export(made[0], "parquet", None, tmp_path / "x")
    with pytest.raises(UsageError, match="'odd'"):
        export(made[0], "odd", None, tmp_path / "x")
    with pytest.raises(UsageError, match="no release 9"):
        export(made[0], "archive", 9, tmp_path / "x")
