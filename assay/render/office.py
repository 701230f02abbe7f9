"""LibreOffice in batches: a limited child with a profile of its own, ended with all its children when it takes long."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TypeVar

# Starting takes three seconds, a file about one: more than this in a batch gains little and risks more.
BATCH = 15
_PROGRAMS = ("soffice", "libreoffice")
_MIB = 1 << 20
# Of a workbook each sheet, hidden ones too, is one page, however large.
_SHEETS = frozenset({"xlsx", "xltx", "xlsm", "xlsb", "xls", "ods"})
_SHEET_FORM = 'pdf:calc_pdf_Export:{"SinglePageSheets":{"type":"boolean","value":"true"}}'

# No macros, no updates of links, nothing fetched for a document, no question asked.
_SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="MacroSecurityLevel" oor:op="fuse">
<value>3</value></prop><prop oor:name="DisableMacrosExecution" oor:op="fuse"><value>true</value></prop>
<prop oor:name="BlockUntrustedRefererLinks" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Writer/Content/Update"><prop oor:name="Link" oor:op="fuse"><value>0</value>
</prop></item>
<item oor:path="/org.openoffice.Office.Calc/Content/Update"><prop oor:name="Link" oor:op="fuse"><value>2</value>
</prop></item><item oor:path="/org.openoffice.Setup/Office"><prop oor:name="ooSetupInstCompleted" oor:op="fuse">
<value>true</value></prop></item></oor:items>
"""

Name = TypeVar("Name", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Limits:
    """What one file may cost (a batch costs as many times as much) and what the whole child may hold."""

    seconds: float = 60.0
    start: float = 30.0
    memory: int = 4096 * _MIB


def office_program() -> str | None:
    """Return LibreOffice's program, None where it is not installed."""
    return next((found for name in _PROGRAMS if (found := shutil.which(name))), None)


def convert(
    files: Mapping[Name, tuple[str, bytes]], program: str, limits: Limits
) -> Iterator[tuple[Name, bytes | str]]:
    """Yield for each file (its ending and bytes) the bytes of its PDF, or why there is none."""
    kinds = [dict[Name, tuple[str, bytes]](), dict[Name, tuple[str, bytes]]()]
    for name, file in files.items():
        kinds[file[0] in _SHEETS][name] = file
    for each in kinds:
        yield from _converted(each, program, limits)


def _converted(
    files: Mapping[Name, tuple[str, bytes]], program: str, limits: Limits
) -> Iterator[tuple[Name, bytes | str]]:
    """Yield the same for files of which either all or none are workbooks."""
    waiting = iter(files.items())
    while batch := list(islice(waiting, BATCH)):
        made = _batch([file for _, file in batch], program, limits)
        for (name, file), pages in zip(batch, made, strict=True):
            # one file may have ended the process that was to read the others, so each is tried by itself
            alone = _batch([file], program, limits)[0] if pages is None and len(batch) > 1 else pages
            yield name, alone if alone is not None else "LibreOffice cannot draw it"


def recalculated(data: bytes, program: str, limits: Limits) -> bytes | None:
    """Return a workbook as LibreOffice writes it anew with all results, None where it cannot."""
    with tempfile.TemporaryDirectory(prefix="assay-render-", ignore_cleanup_errors=True) as folder:
        place = Path(folder)
        (place / "in").mkdir()
        (place / "in" / "0.xlsx").write_bytes(data)
        _write_profile(place / "profile")
        _run(_command(program, place, ["0.xlsx"], "xlsx"), limits, 1, place)
        made = place / "out" / "0.xlsx"
        return made.read_bytes() if made.is_file() and made.stat().st_size else None


def _batch(files: Sequence[tuple[str, bytes]], program: str, limits: Limits) -> list[bytes | None]:
    with tempfile.TemporaryDirectory(prefix="assay-render-", ignore_cleanup_errors=True) as folder:
        place = Path(folder)
        (place / "in").mkdir()
        names = [f"{number}.{ending}" for number, (ending, _) in enumerate(files)]
        for name, (_, data) in zip(names, files, strict=True):
            (place / "in" / name).write_bytes(data)
        _write_profile(place / "profile")
        form = _SHEET_FORM if files[0][0] in _SHEETS else "pdf"
        _run(_command(program, place, names, form), limits, len(files), place)
        made = [place / "out" / f"{number}.pdf" for number in range(len(files))]
        return [pages.read_bytes() if pages.is_file() and pages.stat().st_size else None for pages in made]


def _command(program: str, place: Path, names: Sequence[str], form: str) -> list[str]:
    options = ["--headless", "--norestore", "--nologo", "--nodefault", "--nolockcheck", "--convert-to", form]
    profile = f"-env:UserInstallation={(place / 'profile').as_uri()}"
    inputs = [str(place / "in" / name) for name in names]
    return [program, profile, *options, "--outdir", str(place / "out"), *inputs]


def _write_profile(profile: Path) -> None:
    (profile / "user").mkdir(parents=True)
    (profile / "user" / "registrymodifications.xcu").write_text(_SETTINGS, encoding="utf-8")


def _run(command: Sequence[str], limits: Limits, count: int, place: Path) -> None:
    """Run to the end or to the limit; what is left of the process group then is killed."""
    seconds = limits.start + limits.seconds * count
    limited = [sys.executable, "-P", "-m", "assay.render.child", str(int(seconds)), str(limits.memory), *command]
    environment = {
        "HOME": str(place),
        "TMPDIR": str(place),
        "PATH": os.environ.get("PATH", os.defpath),
        "LANG": "C.UTF-8",
    }
    source = str(Path(__file__).resolve().parents[2])
    child = subprocess.Popen(
        limited, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env={**environment, "PYTHONPATH": source}, start_new_session=True,
    )  # fmt: skip
    try:
        child.wait(seconds)
    except subprocess.TimeoutExpired:
        pass
    finally:
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()
