"""Keeps the watcher awake while a fork bomb of root's floods the run queue; does nothing where the system forbids it.

The kernel bounds the processes of an ordinary user (RLIMIT_NPROC) but never those of root, whatever name it bears in a
user namespace. Measured: a watcher of normal priority overslept by 1.3 s and found 6000 processes, not 200.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager

_FIRST = os.sched_param(1)


@contextmanager
def urgent() -> Generator[None]:
    """Let this thread run before all others until the end of the block; what it starts runs as usual."""
    policy, parameter = os.sched_getscheduler(0), os.sched_getparam(0)
    raised = os.geteuid() == 0 and _schedule(0, os.SCHED_FIFO | os.SCHED_RESET_ON_FORK, _FIRST)
    try:
        yield
    finally:
        if raised:
            _schedule(0, policy, parameter)


def hasten(pid: int) -> None:
    """Let this process run before all others, so that the signal which ends it is seen at once."""
    if os.geteuid() == 0:
        _schedule(pid, os.SCHED_FIFO, _FIRST)


def _schedule(pid: int, policy: int, parameter: os.sched_param) -> bool:
    try:
        os.sched_setscheduler(pid, policy, parameter)
    except OSError:  # no right to it here, or the process has just ended
        return False
    return True
