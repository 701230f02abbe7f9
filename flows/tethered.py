"""A command that ends with the process that started it, however that one ends: `python -m flows.tethered COMMAND`."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Sequence

_DIE_WITH_PARENT = 1  # prctl.h: PR_SET_PDEATHSIG
_PARENT = "ASSAY_TETHERED_TO"


def tethered(command: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Return the command line and the environment that start `command` tied to this process."""
    return [sys.executable, "-m", "flows.tethered", *command], {**os.environ, _PARENT: str(os.getpid())}


def main() -> None:
    """Become the command; the kernel sends it SIGTERM when its parent ends, also by SIGKILL."""
    ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGTERM)
    # a parent that ended before the line above is never reported
    if os.environ.pop(_PARENT, "") == str(os.getppid()):
        os.execvp(sys.argv[1], sys.argv[1:])


if __name__ == "__main__":
    main()
