"""Whatever a user does, a command ends with its exit status and one sentence, never with a traceback."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import duckdb
import pytest

from assay.cli import LATER, commands, run
from tests.source import ROOT
from tests.stages.archives import assay, built, task_bytes, tiniest, tiniest_build, tiny, write


def ended(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str]:
    """Return exit status and what was said."""
    status = run([str(word) for word in words])
    said = capsys.readouterr().err
    assert "Traceback" not in said
    return status, said


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiniest_build(tmp_path_factory).copied(tmp_path_factory.mktemp("statuses")).out


@pytest.mark.parametrize(
    ("archive", "options", "status", "sentence"),
    [
        ("empty", [], 1, "holds no files"),
        ("file.md", [], 2, "is a file; ARCHIVE is a folder"),
        ("nowhere", [], 2, "does not exist"),
        ("full", ["--out", "file.md"], 2, "a file stands where a folder is needed"),
        ("full", ["--out", "file.md/below"], 2, "a file stands where a folder is needed"),
        ("full", ["--out", "full"], 2, "does not hold the archive"),
        ("full", ["--out", "/proc/out"], 2, "cannot write /proc/out"),
        ("full", ["--config", "unknown.yaml"], 2, "unknown key, the nearest right one is 'seed'"),
        ("full", ["--config", "nowhere.yaml"], 2, "nowhere.yaml"),
        ("full", ["--config", "broken.yaml"], 2, "is not YAML"),
        ("full", ["--seed", "x"], 2, "x"),
        ("full", ["--colour"], 2, "colour"),
    ],
)
@pytest.mark.parametrize("direct", [["--direct"], []])
def test_a_build_that_cannot_begin_says_why(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    archive: str,
    options: list[str],
    status: int,
    sentence: str,
    direct: list[str],
):
    if archive == "empty" and not direct:
        pytest.skip("this is found out by the flow itself")
    (tmp_path / "empty").mkdir()
    write(tmp_path, {"file.md": "x", "full/a.md": "a", "unknown.yaml": "sed: 3", "broken.yaml": "a: [", "x": ""})
    monkeypatch.chdir(tmp_path)

    found, said = ended(capsys, "build", archive, *options, *direct)
    assert (found, sentence in said) == (status, True), said


def test_an_archive_that_gives_no_task_ends_with_1_and_the_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    archive = write(tmp_path / "archive", {"a.txt": "nothing"})
    status, said = ended(capsys, "build", archive, "--out", tmp_path / "out", "--direct")

    assert (status, "short: no task is released" in said) == (1, True)


def test_a_folder_with_one_file_builds_and_is_asked_about_its_facets_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    workbook = ROOT / "data" / "sample" / "retail" / "store-book-fy2024.xlsx"
    archive = write(tmp_path / "archive", {"book.xlsx": workbook.read_bytes()})
    # as quick as a build can be: gates that are left out keep nothing back
    config = write(tmp_path, {"few.yaml": "filters: {gates: []}"}) / "few.yaml"
    status, said = ended(capsys, "build", archive, "--out", tmp_path / "out", "--config", config, "--direct")

    assert (status, "release 1:" in said) == (0, True)
    tasks = [json.loads(line) for line in (tmp_path / "out" / "release" / "tasks.jsonl").read_text().splitlines()]
    assert {task["track"] for task in tasks} == {"fidelity"}


def test_a_build_short_of_its_targets_ends_with_1(out: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    config = write(tmp_path, {"c.yaml": "targets: [{tasks: 999}]"}) / "c.yaml"
    status, said = ended(capsys, "build", out.parent / "archive", "--out", out, "--config", config, "--direct")

    assert (status, "999 asked for" in said) == (1, True)


@pytest.mark.parametrize("command", ["audit", "verify", "filter"])
def test_an_out_without_a_store_is_wrong_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str):
    for place in (tmp_path, tmp_path / "nowhere"):
        assert ended(capsys, command, place)[0] == 2
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize(
    ("words", "status", "sentence"),
    [
        (["audit", "OUT", "--task", "q000"], 2, "no task q000"),
        (["audit", "OUT", "--against", "9"], 2, "has no release 9"),
        (["verify", "OUT", "--release", "9"], 2, "no release 9"),
        (["filter", "OUT", "--task", "q000"], 2, "--again"),
        (["filter", "OUT", "--again"], 2, "--gate"),
        (["filter", "OUT", "--again", "--gate", "taste"], 2, "taste"),
        (["filter", "OUT", "--gate", "taste"], 2, "taste"),
        (["audit", "OUT", "--gate", "taste"], 2, "taste"),
        (["grade", "nowhere.jsonl"], 3, "nowhere.jsonl"),
        (["extract", "nowhere.docx"], 3, "nowhere.docx"),
        (["score", "nowhere.docx"], 3, "nowhere.docx"),
        (["enterprise"], 2, "--seed"),
        (["bulid"], 2, "bulid"),
    ],
)
def test_commands_say_what_they_lack(
    out: Path, capsys: pytest.CaptureFixture[str], words: list[str], status: int, sentence: str
):
    found, said = ended(capsys, *(str(out) if word == "OUT" else word for word in words))

    assert (found, sentence in said) == (status, True), said


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [("a.docx", b"", "empty"), ("a.xlsx", b"PK\x03\x04 no more", "corrupt"), ("a.bin", b"\0\1\2\3", "unsupported")],
)
def test_a_file_that_cannot_be_read_ends_with_3(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, content: bytes, problem: str
):
    status, said = ended(capsys, "extract", write(tmp_path, {name: content}) / name)

    assert (status, problem in said) == (3, True)


@pytest.mark.parametrize("command", LATER)
def test_what_is_not_built_yet_says_so(capsys: pytest.CaptureFixture[str], command: str):
    assert ended(capsys, command) == (2, f"assay: assay {command}: not available yet\n")
    assert command not in commands.commands


def test_names_that_would_steer_the_terminal_are_spelled_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    status, said = ended(capsys, "extract", tmp_path / "\x1b[31mred\nline.docx")

    assert status == 3
    assert "\x1b" not in said
    assert "\\x1b[31mred" in said


def test_a_name_that_is_not_utf_8_can_be_read_and_printed(tmp_path: Path):
    path = tmp_path / os.fsdecode(b"bad\xff.md")
    path.write_text("# Title\n")
    done = assay("extract", path, "--json")
    printed, said = done.communicate(timeout=60)

    assert (done.returncode, said) == (0, "")
    assert "Title" in printed


AMID_AN_IMPORT = """
import sys, time
import assay.cli

class Looking:
    def find_spec(self, name, path=None, target=None):
        if name == "nowhere":
            print("looking", flush=True)
            time.sleep(0.5)

def run(arguments):
    try:
        import nowhere
    except BaseException:
        pass  # as DuckDB does
    try:
        time.sleep(20)
    except KeyboardInterrupt:
        return 1
    return 0

sys.meta_path.insert(0, Looking())
assay.cli.run = run
assay.cli.main()
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_amid_an_import_is_not_lost(number: signal.Signals):
    with subprocess.Popen(
        [sys.executable, "-c", AMID_AN_IMPORT], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "looking\n"
        running.send_signal(number)
        assert running.wait(15) == 1


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_build_ends_with_1_and_keeps_what_was_finished(tmp_path: Path, number: signal.Signals):
    # its numeric tasks keep the gates busy for seconds after the first snapshot
    archive, out = tiny(tmp_path / "archive"), tmp_path / "out"
    running = assay("build", archive, "--out", out, "--direct")
    while not (out / "snapshot.duckdb").exists():
        assert running.poll() is None
        time.sleep(0.02)
    running.send_signal(number)
    _, said = running.communicate(timeout=60)

    assert (running.returncode, said.splitlines()[-1]) == (
        1, "assay: interrupted; what was finished is kept. Run the same command again to go on.",
    )  # fmt: skip
    assert "Traceback" not in said
    assert built(archive, out).release == 1


@pytest.mark.parametrize("direct", [["--direct"], []])
def test_a_second_writer_ends_with_1_and_the_name_of_the_first(
    out: Path, capsys: pytest.CaptureFixture[str], direct: list[str]
):
    holder = (
        "import sys; from pathlib import Path; from assay.store.store import Store\n"
        "with Store.open(Path(sys.argv[1]), create=False, command='assay build x'):\n"
        "    print('held', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", holder, str(out)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "held\n"
        told = f"is being written by process {first.pid} on"
        seconds = [("build", out.parent / "archive", "--out", out), ("refresh", out)]
        ends = [ended(capsys, *words, *direct) for words in seconds]
        first.communicate("")

    for status, said in ends:
        assert (status, told in said, "(assay build x)" in said) == (1, True, True)
        # where the first one runs with Prefect, its server's database lies in OUT
        assert said.splitlines()[-1].startswith("assay: ")
    assert not (out / ".prefect").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="mounts need root")
def test_a_read_only_out_refuses_writers_and_serves_readers(out: Path, capsys: pytest.CaptureFixture[str]):
    if subprocess.run(["mount", "--bind", out, out], check=False).returncode:
        pytest.skip("nothing can be mounted here")
    try:
        subprocess.run(["mount", "-o", "remount,ro,bind", out], check=True)
        writers = [("build", out.parent / "archive", "--out", out), ("refresh", out), ("filter", out)]
        ends = [ended(capsys, *words, *direct) for words in writers[:2] for direct in (["--direct"], [])]
        ends.append(ended(capsys, *writers[2]))
        readers = [ended(capsys, command, out)[0] for command in ("audit", "verify")]
        readers.append(ended(capsys, "export", out, "--format", "archive", "--to", out.parent / "laid")[0])
    finally:
        subprocess.run(["umount", out], check=True)

    for status, said in ends:
        sentence = said.splitlines()[-1]
        assert (status, sentence.endswith("the file system is read-only; choose another --out")) == (2, True), said
    assert readers == [0, 0, 0]


@pytest.mark.parametrize("words", [["build", "ARCHIVE", "--out", "OUT"], ["refresh", "OUT"], ["audit", "OUT"]])
def test_an_out_of_a_newer_version_ends_with_1_and_the_command_that_updates(
    out: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str]
):
    newer = tmp_path / "out"
    newer.mkdir()
    for name in ("assay.duckdb", "snapshot.duckdb"):
        shutil.copy(out / name, newer / name)
        with duckdb.connect(str(newer / name)) as connection:
            connection.execute("update meta set value = '99' where name = 'schema'")
    places = {"ARCHIVE": out.parent / "archive", "OUT": newer}
    direct = [] if words[0] == "audit" else ["--direct"]
    status, said = ended(capsys, *[places.get(word, word) for word in words], *direct)

    assert (status, "update Assay (`git pull && make setup`)" in said) == (1, True), said
    assert len(said.splitlines()) == 1


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="a small disk is mounted by root")
def test_a_full_disk_ends_with_1_and_one_sentence_and_the_next_build_goes_on(out: Path, tmp_path: Path):
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", disk], check=False).returncode:
        pytest.skip("nothing can be mounted here")
    try:
        for options in (["--direct"], []):
            done = assay("build", tiniest(tmp_path / "archive"), "--out", disk / "out", *options)
            _, said = done.communicate(timeout=120)
            assert (done.returncode, "the disk is full" in said) == (1, True), said
            assert "Traceback" not in said
        subprocess.run(["mount", "-o", "remount,size=200m", disk], check=True)
        assert built(tmp_path / "archive", disk / "out").release == 1
        assert task_bytes(disk / "out") == task_bytes(out)
        assert not (disk / "out" / ".partial").exists()
    finally:
        subprocess.run(["umount", disk], check=True)


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="a small disk is mounted by root")
def test_a_refresh_on_a_full_disk_says_so_and_is_finished_when_there_is_room(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
):
    disk, archive = tmp_path / "disk", tiniest(tmp_path / "archive")
    out = tiniest_build(tmp_path_factory).copied(tmp_path / "built").out
    disk.mkdir()
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file() and not path.is_symlink())
    if subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size + (3 << 20)}", "tmpfs", disk], check=False
    ).returncode:
        pytest.skip("nothing can be mounted here")
    try:
        shutil.copytree(out, disk / "out", symlinks=True)
        memo = archive / "memo.md"
        memo.write_bytes(memo.read_bytes().replace(b"losses-2023", b"losses-2024"))
        command = ("refresh", disk / "out", "--archive", archive, "--direct")
        done = assay(*command)
        _, said = done.communicate(timeout=120)
        assert (done.returncode, "the disk is full; free some space" in said) == (1, True), said
        assert "Traceback" not in said
        subprocess.run(["mount", "-o", "remount,size=200m", disk], check=True)
        again = assay(*command)
        _, said = again.communicate(timeout=120)
        assert (again.returncode, "release 2:" in said) == (0, True), said
        assert task_bytes(disk / "out", 1) == task_bytes(out, 1)
        assert "losses-2024" in (disk / "out" / "archive" / "main" / "memo.md.md").read_text()
        assert not (disk / "out" / ".partial").exists()
    finally:
        subprocess.run(["umount", disk], check=True)


def test_what_cannot_be_opened_is_a_problem_and_what_cannot_be_written_wrong_usage(tmp_path: Path):
    archive = write(tiniest(tmp_path / "archive"), {"shut.md": "x", "closed/a.md": "x"})
    config = write(tmp_path, {"few.yaml": "filters: {gates: []}"}) / "few.yaml"
    (archive / "shut.md").chmod(0)
    (archive / "closed").chmod(0)
    (tmp_path / "read-only").mkdir(mode=0o555)
    # root without its powers is an ordinary user
    powerless = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] if os.geteuid() == 0 else []
    command = [
        *powerless,
        sys.executable,
        "-c",
        "from assay.cli import main; main()",
        "build",
        str(archive),
        "--config",
        str(config),
        "--direct",
    ]
    try:
        refused = subprocess.run([*command, "--out", tmp_path / "read-only" / "out"], capture_output=True, text=True)
        done = subprocess.run([*command, "--out", tmp_path / "out", "--json"], capture_output=True, text=True)
    finally:
        (archive / "closed").chmod(0o755)

    assert (refused.returncode, "permission denied" in refused.stderr) == (2, True)
    assert (done.returncode, '"corrupt": 2' in done.stdout) == (0, True), done.stderr
