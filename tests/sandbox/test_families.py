"""Only ordinary sockets can be made: the filter itself, instruction by instruction, and the kernel under it."""

from __future__ import annotations

import platform
import socket
import struct

import pytest

from assay.sandbox.families import ALLOWED, socket_filter
from tests.sandbox.conftest import Place

X86, ARM, I386 = 0xC000003E, 0xC00000B7, 0x40000003
ALLOW, NO_FAMILY, REFUSED = 0x7FFF0000, 0x00050000 | 97, 0x00050000 | 1
MACHINES = [("x86_64", X86, 41, 53), ("aarch64", ARM, 198, 199)]


def outcome(program: bytes, architecture: int, call: int, argument: int = 0) -> int:
    """Return what the kernel would, which runs a filter over the record of one call."""
    data = struct.pack("=IIQ6Q", call, architecture, 0, argument, 0, 0, 0, 0, 0)
    steps, at, value = list(struct.iter_unpack("=HBBI", program)), 0, 0
    while True:
        code, yes, no, operand = steps[at]
        at += 1
        if code == 0x20:
            (value,) = struct.unpack_from("=I", data, operand)
        elif code == 0x06:
            return operand
        else:
            at += yes if (value == operand if code == 0x15 else value >= operand) else no


def filter_of(machine: str) -> bytes:
    program = socket_filter(machine)
    assert program is not None
    return program


@pytest.mark.parametrize(("machine", "architecture", "first", "second"), MACHINES)
def test_the_filter_lets_four_families_through_and_every_other_call(
    machine: str, architecture: int, first: int, second: int
):
    program = filter_of(machine)
    for call in (first, second):
        passing = [family for family in range(64) if outcome(program, architecture, call, family) == ALLOW]
        assert passing == list(ALLOWED)
        assert outcome(program, architecture, call, 40) == NO_FAMILY
        # the kernel looks at the lower half of the argument only, and so does the filter
        assert outcome(program, architecture, call, 40 | 1 << 32) == NO_FAMILY
        assert outcome(program, architecture, call, 2 | 1 << 32) == ALLOW
    others = {call for call in range(600) if outcome(program, architecture, call, 40) != ALLOW}
    assert others == {first, second, 425}


@pytest.mark.parametrize(("machine", "architecture", "first", "second"), MACHINES)
def test_no_other_architecture_and_no_io_uring_leads_around_the_filter(
    machine: str, architecture: int, first: int, second: int
):
    program = filter_of(machine)
    for other in {X86, ARM, I386} - {architecture}:
        assert outcome(program, other, first, 2) == REFUSED
    assert outcome(program, architecture, 425) == REFUSED
    assert outcome(program, architecture, 0x40000000 | second, 2) == REFUSED


def test_a_machine_whose_calls_are_not_known_has_no_filter():
    assert socket_filter("riscv64") is None


def test_sockets_that_leave_every_network_space_cannot_be_made(place: Place):
    completed = place.python(TRY)
    assert completed.output == b"unix made\ninet made\ninet6 made\nvsock refused\nalg refused\nxdp refused\n"


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the numbers of the calls are those of x86_64")
def test_the_kernel_refuses_io_uring_and_calls_of_x32(jail: Place):
    completed = jail.python(CALLS)
    assert completed.output == b"1 1\n"


TRY = f"""
import socket
def attempt(name, family, kind):
    try:
        socket.socket(family, kind).close()
        print(name, "made")
    except OSError:
        print(name, "refused")
attempt("unix", {socket.AF_UNIX.value}, socket.SOCK_STREAM)
attempt("inet", {socket.AF_INET.value}, socket.SOCK_STREAM)
attempt("inet6", {socket.AF_INET6.value}, socket.SOCK_STREAM)
attempt("vsock", 40, socket.SOCK_STREAM)
attempt("alg", 38, socket.SOCK_SEQPACKET)
attempt("xdp", 44, socket.SOCK_RAW)
"""
CALLS = """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
assert libc.syscall(425, 1, 0) == -1
first = ctypes.get_errno()
assert libc.syscall(0x40000000 + 41, 2, 1, 0) == -1
print(first, ctypes.get_errno())
"""
