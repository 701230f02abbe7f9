"""`assay verify` looks at what was published: an edit of a release is seen, whatever it is."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from assay.cli import run
from assay.config import Filters, Settings, Synthesis
from assay.model.errors import StoreError
from assay.stages.proving import verify
from tests.stages.archives import REGISTER, built, write

Line = dict[str, object]
PROGRAM = """import sys
from pathlib import Path

for line in Path(sys.argv[1], "main/register.csv.md").read_text().splitlines():
    if line.startswith("| Northmark"):
        print(line.split("|")[2].strip())
"""


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An OUT with a release of two tasks from a file, one with a program and one without."""
    folder = tmp_path_factory.mktemp("proving")
    archive, out = write(folder / "archive", {"register.csv": REGISTER}), folder / "out"
    built(archive, out, Settings(synthesis=Synthesis(authors=())))
    key = (out / "archive" / "main" / "register.csv.md").read_text().split()[1]
    cited = {"path": "register.csv", "artifact": key, "at": {"line": 1, "row": 1, "column": 1}, "quote": "417.5"}
    number = {"type": "number", "value": "417.5", "unit": "GWh", "decimals": 1}
    proven: Line = {
        "track": "fidelity", "domain": "main", "question": "What did Northmark consume in 2022, in GWh?",
        "answer": number, "evidence": [cited], "program": PROGRAM, "labels": ["text.table"],
    }  # fmt: skip
    other: Line = {**proven, "question": "What stands first in the register?", "program": ""}
    lines = "".join(json.dumps(line) + "\n" for line in (proven, other))
    candidates = write(folder, {"candidates.jsonl": lines}) / "candidates.jsonl"
    synthesis = Synthesis(authors=("file",), candidates=candidates)
    summary = built(archive, out, Settings(synthesis=synthesis, filters=Filters(gates=())))
    assert summary.released == 2, summary.sentences
    return out


@pytest.fixture
def out(first: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(first, tmp_path / "out", symlinks=True))


def edit(out: Path, change: Callable[[Line], Line]) -> str:
    """Change the first published line that has a program, and return its task."""
    file = out / "release" / "tasks.jsonl"
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    at = next(at for at, line in enumerate(lines) if line["program"])
    name = str(lines[at]["id"])
    lines[at] = change(lines[at])
    file.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))
    return name


def gold(line: Line) -> Line:
    answer = line["answer"]
    assert isinstance(answer, dict)
    return {**line, "answer": {**answer, "value": "987654.5", "decimals": None, "unrounded": None}}


def said(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str]:
    return run(["verify", *map(str, words)]), capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "reason", "fields"),
    [
        (gold, "the program prints", "answer"),
        (lambda line: {**line, "program": "print('boo')\n"}, "the program prints 'boo'", "program"),
        (lambda line: {**line, "question": "Another?"}, "edited", "question"),
    ],
)
def test_an_edited_task_fails_by_name(
    out: Path, capsys: pytest.CaptureFixture[str], change: Callable[[Line], Line], reason: str, fields: str
):
    name = edit(out, change)
    status, text = said(capsys, out)

    assert status == 1
    assert f"{name}: {reason}" in text
    assert f"{name}: edited after it was frozen: {fields}\n" in text
    assert "release 1 is not as it was frozen" in text


def test_a_line_that_is_gone_and_one_that_is_no_task_fail(out: Path):
    file = out / "release" / "tasks.jsonl"
    first, *rest = file.read_text().splitlines()
    file.write_text("\n".join([*rest, '{"id": "q1"}', "{"]))
    failures = {proof.task: proof.failures for proof in verify(out, None, mutate=False).failed}

    assert failures[json.loads(first)["id"]] == ("tasks.jsonl does not hold it any more",)
    assert failures["q1"][0].startswith("this is no task")
    assert f"line {len(rest) + 2}" in failures


def test_a_release_without_its_tasks_fails(out: Path):
    (out / "release" / "tasks.jsonl").unlink()
    found = verify(out, 1, mutate=False)

    assert (len(found.failed), found.frozen) == (len(found.proofs), False)
    assert found.failed


def test_another_file_of_the_release_that_was_edited_is_said(out: Path, capsys: pytest.CaptureFixture[str]):
    with (out / "release" / "README.md").open("a") as file:
        file.write("!")
    status, text = said(capsys, out)

    assert (status, "is not as it was frozen" in text) == (1, True)


def test_an_edited_collection_is_said_and_proves_nothing_less(out: Path, capsys: pytest.CaptureFixture[str]):
    (out / "archive" / "main" / "register.csv.md").write_text("boo")
    (out / "archive" / "stray.md").write_text("boo")
    status, text = said(capsys, out, "--json")

    assert status == 0
    assert "archive/ differs from release 1: main/register.csv.md and 1 more" in text
    assert verify(out, None, mutate=False).differs == ("main/register.csv.md", "stray.md")


def test_a_collection_whose_blobs_are_gone_is_one_sentence_with_the_way_out(out: Path):
    shutil.rmtree(out / "blobs")
    with pytest.raises(StoreError, match="is missing; `assay build ARCHIVE --out"):
        verify(out, None, mutate=False)


def test_the_json_keeps_its_fields_and_counts_quotes(out: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["verify", str(out), "--json"]) == 0
    body = json.loads(capsys.readouterr().out)

    assert set(body) >= {"programs", "quotes", "failed", "tasks", "release", "frozen", "differs"}
    assert body["programs"] + body["quotes"] == len(body["tasks"]) > 0
    assert (body["failed"], body["release"], body["frozen"], body["differs"]) == (0, 1, True, [])
    assert set(body["tasks"][0]) == {"task", "answer", "printed", "holds", "failures", "runs", "by"}


def test_a_release_that_the_store_does_not_know_is_proven_all_the_same(out: Path, capsys: pytest.CaptureFixture[str]):
    shutil.copytree(out / "releases" / "1", out / "releases" / "7")
    status, text = said(capsys, out)

    assert (status, "the store does not know release 7" in text) == (0, True)
