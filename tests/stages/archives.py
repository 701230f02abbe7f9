"""Small archives in a folder, and builds of them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from assay.config import Settings, Synthesis
from assay.refresh.again import refresh
from assay.stages.building import Summary, build
from assay.stages.run import Silent
from tests.once import once
from tests.source import ROOT

REGISTER = "Region,Consumption 2022 (GWh),Consumption 2023 (GWh),Consumption 2024 (GWh)\n" + "".join(
    f"{name},{first},{second},{third}\n"
    for name, first, second, third in (
        ("Northmark", "417.5", "431.2", "440.9"),
        ("Southmark", "298.1", "305.9", "311.4"),
        ("Eastvale", "512.6", "509.3", "533.8"),
        ("Westmoor", "187.4", "190.2", "201.7"),
    )
)
# Nobody asks anything: for tests about files.
READ_ONLY = Settings(synthesis=Synthesis(authors=()))
SAMPLE = ROOT / "data" / "sample"


def write(folder: Path, files: dict[str, str | bytes]) -> Path:
    """Return the folder with the files in it."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def aged(folder: Path) -> Path:
    """Return the folder with all its files an hour old, so that the next look need not doubt them."""
    then = time.time() - 3600
    for path in folder.rglob("*"):
        os.utime(path, (then, then))
    return folder


def tiny(folder: Path) -> Path:
    """Return an archive of two documents with tables of one set of regions, from the sample."""
    names = ("energy/losses-memo.md", "energy/consumption-register.csv")
    return aged(write(folder, {name: (SAMPLE / name).read_bytes() for name in names}))


def tiniest(folder: Path) -> Path:
    """Return an archive of one document, about which one question is asked."""
    return aged(write(folder, {"memo.md": (SAMPLE / "energy" / "losses-memo.md").read_bytes()}))


def built(archive: Path, out: Path, settings: Settings | None = None) -> Summary:
    """Return the summary of a build without Prefect in this process."""
    return build(archive, out, settings or Settings(), Silent())


def task_bytes(out: Path, release: int = 1) -> bytes:
    """Return the bytes of a release's tasks."""
    return (out / "releases" / str(release) / "tasks.jsonl").read_bytes()


def assay(*words: str | Path, cwd: Path = ROOT, environment: dict[str, str] | None = None) -> subprocess.Popen[str]:
    """Return a command line that runs in a process of its own."""
    command = [sys.executable, "-c", "from assay.cli import main; main()", *map(str, words)]
    return subprocess.Popen(
        command, cwd=cwd, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


@dataclass
class Watched:
    """A progress that keeps what it was told."""

    said: list[tuple[str, str, int]] = field(default_factory=list[tuple[str, str, int]])

    def start(self, stage: str, unit: str, total: int) -> None:
        self.said.append(("start", f"{stage}/{unit}", total))

    def advance(self, stage: str, count: int) -> None:
        self.said.append(("advance", stage, count))

    def finish(self, stage: str) -> None:
        self.said.append(("finish", stage, 0))

    def stages(self) -> Iterable[str]:
        return [stage for what, stage, _ in self.said if what == "finish"]


@dataclass(frozen=True)
class Built:
    """An archive, the OUT that was built of it, and what the build said."""

    archive: Path
    out: Path
    summary: Summary
    watched: Watched

    def copied(self, folder: Path) -> Built:
        """Return a copy of archive and OUT that a test may change."""
        # links keep what a listing looks at; tests put new files in their place and never write into them
        shutil.copytree(self.archive, folder / "archive", copy_function=os.link)
        shutil.copytree(self.out, folder / "out", symlinks=True)
        return Built(folder / "archive", folder / "out", self.summary, self.watched)

    def refreshed(self) -> Summary:
        """Return the summary of a refresh of OUT from the archive where it lies now."""
        return refresh(self.out, Silent(), archive=self.archive)


def build_of(archive: Path) -> Built:
    """Return a build of an archive into the folder `out` beside it."""
    watched = Watched()
    return Built(archive, archive.parent / "out", build(archive, archive.parent / "out", Settings(), watched), watched)


def tiny_build(factory: pytest.TempPathFactory) -> Built:
    """Return the one build of the tiny archive, for all tests; they copy what they change."""
    return once(factory, "tiny", lambda folder: build_of(tiny(folder / "archive")))


def tiniest_build(factory: pytest.TempPathFactory) -> Built:
    """Return the one build of the archive of one document, for all tests; they copy what they change."""
    return once(factory, "tiniest", lambda folder: build_of(tiniest(folder / "archive")))
