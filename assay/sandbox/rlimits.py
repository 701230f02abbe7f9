"""What the kernel itself bounds for each process, as words of `prlimit`, and the processors it may use."""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Iterator

from assay.sandbox.records import Limits


def at_most(kind: int, wanted: int) -> int:
    """The wanted limit, or the hard limit that already holds here where that is lower."""
    hard = resource.getrlimit(kind)[1]
    return wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)


def prlimit_words(limits: Limits) -> Iterator[str]:
    """The `prlimit` call with these limits, still without the command; all but the count of processes."""
    yield from ("/usr/bin/prlimit", "--core=0")
    yield f"--as={at_most(resource.RLIMIT_AS, limits.memory_bytes)}"
    yield f"--cpu={at_most(resource.RLIMIT_CPU, limits.cpu_seconds)}"
    yield f"--fsize={at_most(resource.RLIMIT_FSIZE, limits.file_bytes)}"
    yield f"--nofile={at_most(resource.RLIMIT_NOFILE, limits.open_files)}"


def chosen_processors(limits: Limits) -> list[int]:
    """The processors to be used, empty where all may be; each call starts at another one."""
    cpus = sorted(os.sched_getaffinity(0))
    if limits.processors >= len(cpus):
        return []
    first = time.monotonic_ns() % len(cpus)
    return [cpus[(first + step) % len(cpus)] for step in range(limits.processors)]
