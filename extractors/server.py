"""The process that readers run in: it has them loaded, forks one child a file, and kills what exceeds its limits.

It is started by `extractors.extract` with a socket as its standard input and has no network. Each message on the
socket is a header (`Order`) with one end of a stream socket attached. The child gets the file's bytes over that
stream, sends back the pickled media type and reading, and ends; then the server adds a closing `Ending` that says how
it ended. When the socket closes, the server kills its children and ends.
"""

from __future__ import annotations

import ctypes
import gc
import importlib
import math
import os
import pickle
import resource
import selectors
import signal
import socket
import struct
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from assay.model.document import Problem, Reading
from extractors import formats

_NEW_NETWORK, _NEW_USER = 0x40000000, 0x10000000  # sched.h: CLONE_NEWNET, CLONE_NEWUSER
_DIE_WITH_PARENT = 1  # prctl.h: PR_SET_PDEATHSIG
_ORDER = struct.Struct("<dqqH")
_ENDING = struct.Struct("<iq?")
ENDING_SIZE = _ENDING.size
# What Python and numpy load when a file first needs it; each child would load it anew.
_AT_FIRST_USE = ("encodings.cp437", "encodings.utf_16_le", "encodings.utf_8_sig", "numpy.ma")
# The argument that has all readers loaded before the first file.
LOADED = "--loaded"
_FORK_PAUSES = (0.05, 0.2, 0.5, 1.0, 2.0, 4.0)
_LONGEST_ORDER = 65_536
# Wall seconds to processor seconds: a loaded machine must not change what is read, a child that waits must end.
_PATIENCE = 10
# What the readers need; loaded once, before the first fork.
_PRELOADED = ("pdf", "web", "marked", "plain", "converted", "word", "excel", "powerpoint", "delimited")


class Order(NamedTuple):
    """What one child may use, and the name of its file."""

    seconds: float
    memory: int
    inflated: int
    path: str

    def packed(self) -> bytes:
        """Return the message's bytes."""
        name = self.path.encode("utf-8", "surrogatepass")[-_LONGEST_ORDER // 2 :]
        return _ORDER.pack(self.seconds, self.memory, self.inflated, len(name)) + name

    @staticmethod
    def unpacked(message: bytes) -> Order:
        """Return the order that a message holds."""
        seconds, memory, inflated, length = _ORDER.unpack_from(message)
        name = message[_ORDER.size : _ORDER.size + length].decode("utf-8", "replace")
        return Order(seconds, memory, inflated, name)


class Ending(NamedTuple):
    """How a child ended: its wait status, its peak memory in bytes, and whether its time was up."""

    status: int
    peak: int
    late: bool

    def packed(self) -> bytes:
        """Return the bytes that close the stream."""
        return _ENDING.pack(*self)

    @staticmethod
    def unpacked(data: bytes) -> Ending:
        """Return the ending that the last bytes of a stream hold."""
        return Ending(*_ENDING.unpack(data))


@dataclass(slots=True)
class _Child:
    """A running reader: what to wait on, when its time is up, and where its ending goes."""

    pid: int
    handle: int
    deadline: float
    stream: socket.socket
    late: bool = False


class _Server:
    """Children by their process handles; one thread, one loop."""

    def __init__(self, orders: socket.socket) -> None:
        self._orders = orders
        self._children: dict[int, _Child] = {}
        self._selector = selectors.DefaultSelector()
        self._selector.register(orders, selectors.EVENT_READ)

    def serve(self) -> None:
        """Run children until the other side closes the socket."""
        going_on = True
        while going_on:
            for key, _ in self._selector.select(self._patience()):
                if key.fileobj is self._orders:
                    going_on = self._take_order() and going_on
                else:
                    self._bury(self._children[key.fd])
            self._kill_late()
        for child in self._children.values():
            _kill(child.pid)

    def _patience(self) -> float | None:
        deadlines = [child.deadline for child in self._children.values() if not child.late]
        return max(min(deadlines) - time.monotonic(), 0.0) if deadlines else None

    def _take_order(self) -> bool:
        message, handles, _, _ = socket.recv_fds(self._orders, _LONGEST_ORDER, 1)
        if not message or not handles:
            return False
        order, stream = Order.unpacked(message), socket.socket(fileno=handles[0])
        pid = _fork()
        if pid == 0:
            _be_child(order, stream, [self._orders, *(child.stream for child in self._children.values())])
        child = _Child(pid, os.pidfd_open(pid), time.monotonic() + _PATIENCE * order.seconds, stream)
        self._children[child.handle] = child
        self._selector.register(child.handle, selectors.EVENT_READ)
        return True

    def _kill_late(self) -> None:
        now = time.monotonic()
        for child in self._children.values():
            if child.deadline <= now and not child.late:
                child.late = True
                _kill(child.pid)

    def _bury(self, child: _Child) -> None:
        """What the child started goes with it; then its stream gets its ending."""
        _, status, usage = os.wait4(child.pid, 0)
        _kill(child.pid)
        self._selector.unregister(child.handle)
        os.close(child.handle)
        del self._children[child.handle]
        with suppress(OSError), child.stream:
            child.stream.sendall(Ending(status, usage.ru_maxrss * 1024, child.late).packed())


def _fork() -> int:
    """A machine that is out of processes or memory for a moment has them again soon."""
    for pause in _FORK_PAUSES:
        try:
            return os.fork()
        except OSError:
            time.sleep(pause)
    return os.fork()


def serve(*, loaded: bool) -> None:
    """Cut this process off the network, load the readers, and serve the socket that is standard input."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    orders = socket.socket(fileno=os.dup(0))
    _leave_network()
    if loaded:
        _load_readers()
    gc.collect()
    gc.freeze()
    # A child reads one file and ends, and collecting cycles is a fifth of its time; its memory is limited anyway.
    gc.disable()
    _Server(orders).serve()


def _load_readers() -> None:
    for name in (*(f"extractors.{reader}" for reader in _PRELOADED), *_AT_FIRST_USE):
        importlib.import_module(name)


def _leave_network() -> None:
    """As far as the kernel permits; readers follow no outside reference in any case."""
    libc, user, group = ctypes.CDLL(None), os.getuid(), os.getgid()
    if libc.unshare(_NEW_NETWORK) == 0 or libc.unshare(_NEW_NETWORK | _NEW_USER) != 0:
        return
    for name, line in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        with suppress(OSError), open(f"/proc/self/{name}", "w", encoding="ascii") as mapping:
            mapping.write(line)


def _kill(pid: int) -> None:
    """The child leads a process group of its own; it may not have come to lead it yet."""
    for kill in (os.killpg, os.kill):
        with suppress(ProcessLookupError, PermissionError):
            kill(pid, signal.SIGKILL)


def _be_child(order: Order, stream: socket.socket, others: list[socket.socket]) -> None:
    """Read one file and end: nothing of the server runs on in the child."""
    code = 1
    try:
        _settle(order, others)
        reply = _read_file(order, stream)
        stream.sendall(reply)
        code = 0
    finally:
        os._exit(code)


def _settle(order: Order, others: list[socket.socket]) -> None:
    os.setpgid(0, 0)
    ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
    for other in others:
        other.close()
    with open("/proc/self/statm", encoding="ascii") as sizes:
        now = int(sizes.read().split()[0]) * resource.getpagesize()
    most = now + order.memory
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    seconds = math.ceil(order.seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # Libraries print what they dislike of a file; it says nothing that the problem does not say.
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)


def _read_file(order: Order, stream: socket.socket) -> bytes:
    try:
        with stream.makefile("rb") as incoming:
            data = incoming.read()
        return pickle.dumps(formats.read(order.path, data, order.inflated), pickle.HIGHEST_PROTOCOL)
    except TimeoutError:
        return _failed(order, Problem("timeout", f"Reading it takes more than {order.seconds:g} seconds."))
    except MemoryError:
        return _failed(order, Problem("memory", f"Reading it takes more than {order.memory:,} bytes of memory."))
    except Exception as error:  # noqa: BLE001 - one of two: a bad file must not end a run, it becomes a record.
        said = " ".join(str(error).split())[:200]
        return _failed(
            order, Problem("corrupt", f"The reader failed with {type(error).__name__}: {said or 'no word'}.")
        )


def _failed(order: Order, problem: Problem) -> bytes:
    media_type = formats.EXTENSIONS.get(formats.extension(order.path), formats.UNKNOWN)
    reading = Reading(formats.app_of(media_type, order.path), problem=problem)
    return pickle.dumps((media_type, reading), pickle.HIGHEST_PROTOCOL)


if __name__ == "__main__":
    serve(loaded=LOADED in sys.argv)
    sys.exit(0)
