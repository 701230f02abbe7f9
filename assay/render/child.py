"""Becomes the program it is given, with limits on time and memory and without network."""

from __future__ import annotations

import ctypes
import os
import resource
import sys

_NEW_USER, _NEW_NETWORK = 0x10000000, 0x40000000


def main(arguments: list[str]) -> None:
    """Limit this process and go on as the program: processor seconds, bytes of memory, then the command."""
    seconds, memory, *command = arguments
    _limit(resource.RLIMIT_CPU, int(seconds))
    _limit(resource.RLIMIT_AS, int(memory))
    _limit(resource.RLIMIT_CORE, 0)
    _leave_network()
    os.execvp(command[0], command)


def _limit(what: int, most: int) -> None:
    _, hard = resource.getrlimit(what)
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(what, (most, hard if what == resource.RLIMIT_CPU else most))


def _leave_network() -> None:
    """Go where there is no network; where the kernel allows none of it, the profile still fetches nothing."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(_NEW_NETWORK) != 0:
        libc.unshare(_NEW_NETWORK | _NEW_USER)


if __name__ == "__main__":
    main(sys.argv[1:])
