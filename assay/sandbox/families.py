"""A seccomp filter that lets a command make only ordinary sockets.

A network space of its own does not confine every family: a virtual machine's AF_VSOCK leads to its host from any of
them. So only the families that a program needs are let through, and no way around them: neither calls of another
architecture (i386, x32) nor io_uring, whose requests no filter sees.
"""

from __future__ import annotations

import platform
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

ALLOWED = (1, 2, 10, 16)
"""AF_UNIX, AF_INET, AF_INET6 and AF_NETLINK, by which the C library asks for the addresses of this machine."""

# linux/seccomp.h and linux/bpf_common.h
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_ALLOW, _ERROR = 0x7FFF0000, 0x00050000
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16
_NOT_PERMITTED, _NO_FAMILY = 1, 97
_X32 = 0x40000000
_IO_URING_SETUP = 425


@dataclass(frozen=True, slots=True)
class _Calls:
    """How the kernel names an architecture, and the numbers of the calls that make sockets there."""

    architecture: int
    sockets: tuple[int, int]


_MACHINES: Mapping[str, _Calls] = {
    "x86_64": _Calls(0xC000003E, (41, 53)),
    "aarch64": _Calls(0xC00000B7, (198, 199)),
}


def socket_filter(machine: str | None = None) -> bytes | None:
    """Return the filter's classic BPF for a machine (this one), None where its call numbers are not known."""
    calls = _MACHINES.get(machine or platform.machine())
    return None if calls is None else b"".join(_program(calls))


def _program(calls: _Calls) -> Iterator[bytes]:
    """Yield the instructions; a jump counts those it leaves out, and the three outcomes stand last."""
    first, second = calls.sockets
    argument = 7
    allow, refuse = argument + len(ALLOWED) + 2, argument + len(ALLOWED) + 3
    yield _step(_LOAD, _ARCHITECTURE)
    yield _jump(1, _EQUAL, calls.architecture, no=refuse)
    yield _step(_LOAD, _NUMBER)
    yield _jump(3, _AT_LEAST, _X32, yes=refuse)
    yield _jump(4, _EQUAL, _IO_URING_SETUP, yes=refuse)
    yield _jump(5, _EQUAL, first, yes=argument)
    yield _jump(6, _EQUAL, second, no=allow)
    yield _step(_LOAD, _FIRST_ARGUMENT)
    for at, family in enumerate(ALLOWED, argument + 1):
        yield _jump(at, _EQUAL, family, yes=allow)
    yield _step(_RETURN, _ERROR | _NO_FAMILY)
    yield _step(_RETURN, _ALLOW)
    yield _step(_RETURN, _ERROR | _NOT_PERMITTED)


def _step(code: int, value: int) -> bytes:
    return struct.pack("=HBBI", code, 0, 0, value)


def _jump(at: int, code: int, value: int, yes: int = 0, no: int = 0) -> bytes:
    """The instruction at a place that goes to another one, or on to the next where none is named."""
    return struct.pack("=HBBI", code, yes - at - 1 if yes else 0, no - at - 1 if no else 0, value)
