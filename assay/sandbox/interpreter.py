"""Which Python runs inside: the system's, else the one that runs Assay, bound read-only."""

from __future__ import annotations

import subprocess
import sys
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

SYSTEM_PYTHON = Path("/usr/bin/python3")
OLDEST = (3, 9)


class Interpreter(NamedTuple):
    """The path of a Python, and the folder outside /usr that it needs."""

    path: str
    prefix: Path | None

    @property
    def command(self) -> tuple[str, ...]:
        """The words that start it, isolated from variables and from the folder it starts in."""
        return (self.path, "-I")


@lru_cache(maxsize=1)
def choose_interpreter() -> Interpreter:
    """The system's Python where it is new enough, else the base of the running environment."""
    if _version(SYSTEM_PYTHON) >= OLDEST:
        return Interpreter(str(SYSTEM_PYTHON), None)
    return running_interpreter()


def running_interpreter() -> Interpreter:
    """The Python below the virtual environment that runs Assay; a private home is no obstacle to its owner."""
    base = Path(sys.base_prefix)
    path = base / "bin" / f"python{sys.version_info.major}.{sys.version_info.minor}"
    return Interpreter(str(path), None if base.is_relative_to("/usr") else base)


def _version(python: Path) -> tuple[int, ...]:
    if not python.exists():
        return ()
    asked = [str(python), "-I", "-c", "import sys; print(*sys.version_info[:2])"]
    answer = subprocess.run(asked, capture_output=True, text=True, check=False)
    return tuple(int(part) for part in answer.stdout.split())
