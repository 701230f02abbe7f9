"""Twenty kills at random moments of a build and of a refresh: the next run goes on, and all is as if nobody had."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from assay.store.snapshot import Snapshot
from tests.source import ROOT
from tests.stages.archives import aged, tiny

pytestmark = pytest.mark.soak

_KILLS, _SEED = 20, 7
# The commands themselves, with a progress that tells each batch once it is committed.
RUN = """
import json, os, sys
from pathlib import Path
from assay.config import Settings, Synthesis
from assay.refresh.again import refresh
from assay.stages.building import build
from assay.stages.run import Silent

class Telling(Silent):
    def advance(self, stage, count):
        os.write(1, f"{stage} {count}\\n".encode())

archive, out = (Path(word) for word in sys.argv[2:4])
os.write(1, b"begun 0\\n")
if sys.argv[1] == "build":
    summary = build(archive, out, Settings(synthesis=Synthesis(per_domain=4)), Telling())
else:
    summary = refresh(out, Telling())
print(json.dumps(summary.computed))
"""


@dataclass(frozen=True)
class Whole:
    """A command over an archive that nobody interrupts: what it starts from, what it came to, how long it took."""

    command: str
    archive: Path
    before: Path | None
    out: Path
    computed: Counter[str]
    seconds: float


def start(command: str, archive: Path, out: Path, temporary: Path) -> subprocess.Popen[str]:
    temporary.mkdir(exist_ok=True)
    return subprocess.Popen(
        [sys.executable, "-c", RUN, command, str(archive), str(out)],
        cwd=ROOT, env={**os.environ, "TMPDIR": str(temporary)},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def finish(running: subprocess.Popen[str]) -> Counter[str]:
    printed, said = running.communicate(timeout=900)
    assert running.returncode == 0, said
    return Counter(json.loads(printed.splitlines()[-1]))


def whole(command: str, archive: Path, before: Path | None, folder: Path) -> Whole:
    out = folder / f"{command}-out"
    if before is not None:
        shutil.copytree(before, out, symlinks=True)
    running = start(command, archive, out, folder / "tmp")
    assert running.stdout is not None
    assert running.stdout.readline() == "begun 0\n"
    began = time.monotonic()
    computed = finish(running)
    return Whole(command, archive, before, out, computed, time.monotonic() - began)


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[Whole, Whole]:
    """A build, and a refresh after a document was changed and a copy of it added."""
    folder = tmp_path_factory.mktemp("whole")
    first = whole("build", tiny(folder / "archive"), None, folder)
    archive, before = tiny(folder / "changing"), folder / "before"
    finish(start("build", archive, before, folder / "tmp"))
    memo = archive / "energy" / "losses-memo.md"
    changed = memo.read_bytes().replace(b"losses-2023", b"losses-2024")
    assert changed != memo.read_bytes()
    (archive / "energy" / "copied-memo.md").write_bytes(memo.read_bytes())
    memo.write_bytes(changed)
    return first, whole("refresh", aged(archive), before, folder)


def moments(both: tuple[Whole, Whole]) -> Iterator[tuple[Whole, float]]:
    """Yield what is killed and after how many seconds: any moment of both commands is as likely as any other."""
    dice, (first, second) = random.Random(_SEED), both
    for _ in range(2 * _KILLS):
        at = dice.uniform(0, first.seconds + second.seconds)
        yield (first, at) if at < first.seconds else (second, at - first.seconds)


def killed(one: Whole, out: Path, temporary: Path, seconds: float) -> Counter[str] | None:
    """Return what was committed before a kill, None where the run was quicker than that."""
    running = start(one.command, one.archive, out, temporary)
    assert running.stdout is not None
    assert running.stdout.readline() == "begun 0\n"
    time.sleep(seconds)
    below = psutil.Process(running.pid).children(recursive=True)
    running.send_signal(signal.SIGKILL)
    printed, _ = running.communicate()
    assert psutil.wait_procs(below, timeout=30)[1] == []
    if running.returncode == 0:
        return None
    told = Counter[str]()
    for line in printed.splitlines():
        stage, _, count = line.partition(" ")
        if count.isdecimal():
            told[stage] += int(count)
    return told


def releases(out: Path) -> dict[str, bytes]:
    folder = out / "releases"
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def collection(out: Path) -> dict[str, bytes]:
    folder = out / "archive"
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def counts(out: Path) -> list[tuple[str, int]]:
    """Return how many rows each table holds: nothing is lost and nothing doubled."""
    with Snapshot.open(out) as snapshot:
        tables = [name for (name,) in snapshot.rows("select table_name from duckdb_tables() order by 1")]
        return [(name, snapshot.rows(f'select count(*) from "{name}"')[0][0]) for name in dict.fromkeys(tables)]


def check_same(one: Whole, out: Path, temporary: Path) -> None:
    assert releases(out) == releases(one.out)
    assert os.readlink(out / "release") == os.readlink(one.out / "release")
    assert collection(out) == collection(one.out)
    assert counts(out) == counts(one.out)
    assert {path.name for path in out.iterdir()} == {path.name for path in one.out.iterdir()}
    assert not list((out / "traces").glob(".*"))
    assert list(temporary.iterdir()) == []


def test_twenty_kills_lose_nothing_double_nothing_and_leave_nothing_behind(
    both: tuple[Whole, Whole], tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    kills = 0
    for one, seconds in moments(both):
        out, temporary = tmp_path / "out", tmp_path / "temporary"
        if one.before is not None:
            shutil.copytree(one.before, out, symlinks=True)
        committed = killed(one, out, temporary, seconds)
        if committed is not None:
            kills += 1
            again = finish(start(one.command, one.archive, out, temporary))
            missing = {stage: one.computed[stage] - committed[stage] - again[stage] for stage in one.computed}
            # the archive is listed by every run, and a batch committed at the very moment of a kill is not told
            untold = {stage: count for stage, count in missing.items() if count and stage != "ingest"}
            with capsys.disabled():
                print(f"{one.command} {seconds:.1f} s: {committed.total()} + {again.total()}, untold {untold}")
            check_same(one, out, temporary)
            assert all(count > 0 for count in untold.values())
            assert len(untold) <= 1
        shutil.rmtree(out)
        if kills == _KILLS:
            break
    assert kills == _KILLS
