"""What is installed, what is missing, what each missing thing would bring, and the command that installs it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from assay.model.canonical import Json

# the card's packages and those that the readers and the store stand on
_PACKAGES = (
    "prefect", "pypandoc-binary", "openpyxl", "python-pptx", "python-docx", "pdfplumber", "litellm", "duckdb",
    "pypdfium2", "lxml",
)  # fmt: skip

# what extras bring, by package
_EXTRAS = {
    "s3fs": ("s3", "archives in S3"),
    "paramiko": ("sftp", "archives behind sftp"),
    "mini-swe-agent": ("mini", "panels by mini-swe-agent's loop (filters.panel.harness: mini)"),
    "prefect-dask": ("dask", "batches on Dask's workers, here or on a cluster (runner.kind: dask)"),
    "prefect-ray": ("ray", "batches on Ray's workers, here or on a cluster (runner.kind: ray)"),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that Assay uses: whether it is there, what it brings, and how to get it."""

    name: str
    found: bool
    version: str
    brings: str
    install: str

    def body(self) -> dict[str, Json]:
        """Return the finding as JSON."""
        return {
            "name": self.name,
            "found": self.found,
            "version": self.version,
            "brings": self.brings,
            "install": self.install,
        }


@dataclass(frozen=True, slots=True)
class _Program:
    name: str
    command: tuple[str, ...]
    brings: str
    package: str


_PROGRAMS = (
    _Program("bubblewrap", ("bwrap", "--version"), "full isolation of programs and of the bash tool", "bubblewrap"),
    _Program(
        "libreoffice",
        ("soffice", "--version"),
        "pictures of slides, pages and charts",
        "--no-install-recommends libreoffice-writer-nogui libreoffice-calc-nogui libreoffice-impress-nogui "
        "fonts-liberation fonts-dejavu-core",
    ),
    _Program("bash", ("bash", "--version"), "the bash tool of agents", "bash"),
)


def examine() -> list[Finding]:
    """Return all findings: Python, programs, packages, and the sandbox that really works here."""
    return [_python(), *map(_program, _PROGRAMS), *map(_package, _PACKAGES), *map(_extra, _EXTRAS), _sandbox()]


def render(findings: Sequence[Finding]) -> str:
    """Return the findings as lines for people."""
    return "\n".join(line for finding in findings for line in _lines(finding))


def _lines(finding: Finding) -> Iterator[str]:
    mark = "ok     " if finding.found else "missing"
    yield f"{mark} {finding.name} {finding.version}".rstrip()
    if not finding.found:
        yield f"        brings {finding.brings}; install: {finding.install}"


def _python() -> Finding:
    return Finding("python", True, sys.version.split()[0], "everything", "https://www.python.org/downloads/")


def _program(program: _Program) -> Finding:
    found = shutil.which(program.command[0]) is not None
    shown = ""
    if found:
        done = subprocess.run(program.command, capture_output=True, text=True, check=False)
        shown = done.stdout.splitlines()[0] if done.stdout else ""
    return Finding(program.name, found, shown, program.brings, _apt(program.package))


def _package(name: str) -> Finding:
    try:
        return Finding(name, True, version(name), "", "make setup")
    except PackageNotFoundError:
        return Finding(name, False, "", f"all that {name} does", "make setup")


def _extra(name: str) -> Finding:
    extra, brings = _EXTRAS[name]
    found = _package(name)
    return Finding(name, found.found, found.version, brings, f"uv pip install -e '.[{extra}]'")


def _sandbox() -> Finding:
    from assay.sandbox import open_sandbox

    described = open_sandbox().describe()
    level = str(described["level"])
    brings = "isolation for text that a model wrote"
    words = ", ".join(f"{name} {value}" for name, value in described.items() if isinstance(value, str) and value)
    return Finding("sandbox", level != "limited", words, brings, _apt("bubblewrap"))


def _apt(package: str) -> str:
    return f"apt-get install {package}" if os.geteuid() == 0 else f"sudo apt-get install {package}"
