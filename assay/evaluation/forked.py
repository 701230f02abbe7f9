"""Programs over folders, each run in a child of one interpreter: `forked.py SECONDS PROGRAM FOLDER [...]`.

Standard library only: its text is laid beside the programs in the sandbox. Starting an interpreter and loading what
every program loads costs far more than a program does, so that is paid once. One JSON line a run comes out: how it
ended, what it printed (the end of it, errors too) and its seconds. A run that takes more than SECONDS ends all of it.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import time
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from types import CodeType, TracebackType
from typing import NoReturn

# What comes before the last lines is never looked at; a run that prints more than the most is left to one by itself.
_KEPT = 1 << 16
_MOST = 1 << 20
# What programs of the rules author import.
_LOADED = ("decimal", "fractions", "math", "re", "statistics")


def main() -> None:
    """Run each program over its folder in turn and print what became of it."""
    for name in _LOADED:
        import_module(name)
    # what a child looks through for garbage it has to copy first, and none lives long enough to have much
    gc.disable()
    seconds, *words = sys.argv[1:]
    while words:
        program, folder, *words = words
        sys.stdout.write(json.dumps(_outcome(_compiled(program), program, folder, int(seconds))) + "\n")
        sys.stdout.flush()


@lru_cache(maxsize=1)
def _compiled(program: str) -> CodeType:
    return compile(Path(program).read_bytes(), program, "exec")


def _outcome(code: CodeType, program: str, folder: str, seconds: int) -> dict[str, object]:
    started = time.monotonic()
    inner, outer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(inner)
        signal.alarm(seconds)
        _become(code, program, folder, outer)
    os.close(outer)
    printed = _end_of(inner)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status == -signal.SIGALRM:
        sys.exit("a run took longer than it may here")
    shown = printed.decode("utf-8", "replace")
    return {"status": status, "printed": shown, "seconds": time.monotonic() - started}


def _become(code: CodeType, program: str, folder: str, outer: int) -> NoReturn:
    """Run the program as if the interpreter had been started for it; this ends the process, as the program ends."""
    for stream in (1, 2):
        os.dup2(outer, stream)
    os.close(outer)
    sys.argv = [program, folder]
    sys.excepthook = _fail
    exec(code, {"__name__": "__main__", "__file__": program})
    _end(0)


def _fail(kind: type[BaseException], error: BaseException, at: TracebackType | None) -> NoReturn:
    sys.__excepthook__(kind, error, at)
    _end(1)


def _end(status: int) -> NoReturn:
    """End at once: to take an interpreter down costs as much again as a program, and what it printed is all of it."""
    sys.stdout.flush()
    os._exit(status)


def _end_of(inner: int) -> bytes:
    kept, size = b"", 0
    with os.fdopen(inner, "rb") as told:
        while piece := told.read1(65536):
            kept = (kept + piece)[-_KEPT:]
            size += len(piece)
            if size > _MOST:
                sys.exit("more output than a run may have here")
    return kept


if __name__ == "__main__":
    main()
