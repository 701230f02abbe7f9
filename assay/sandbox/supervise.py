"""Runs one isolated command from outside: reads its output, watches what its tree uses, ends it above a limit."""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, cast

from assay.sandbox.records import Completed, Ending, Limits, Request, SandboxFailed
from assay.sandbox.urgency import hasten, urgent
from assay.sandbox.usage import children, descendants, folder_bytes, memory, memory_files, threads, unlinked

TICK = 0.1
"""How often usage is looked at, in seconds (architecture, the sandbox)."""
_GRACE = 30.0
_KILLED = 128 + signal.SIGKILL
_CHUNK = 1 << 16
_LONGEST_ARGUMENT = (1 << 17) - 1
_SIGNALS = {128 + number for number in signal.valid_signals()}
_ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"}


@dataclass(frozen=True, slots=True)
class Launch:
    """How a back end starts a command: the words, the descriptor to which they report, and how to end the tree."""

    words: Sequence[str]
    status: int
    passed: tuple[int, ...]
    end: Callable[[int], None]
    memory_folders: Callable[[int], list[str]]


def refusal(command: Sequence[str]) -> str | None:
    """Why the system could not even start these words, in a sentence; None where it can."""
    if not command:
        return "there is no command"
    if any("\0" in word for word in command):
        return "the command holds a NUL character"
    try:
        longest = max(len(os.fsencode(word)) for word in command)
    except UnicodeEncodeError:
        return "the command holds a character that has no encoding"
    return f"the command is longer than {_LONGEST_ARGUMENT} bytes" if longest > _LONGEST_ARGUMENT else None


def refused(reason: str) -> Completed:
    """The outcome of a command that was not started."""
    return Completed("refused", 126, reason.encode(), False, 0.0, 0)


@contextmanager
def held(content: str | bytes) -> Generator[int]:
    """A descriptor from which the content can be read: longer than a command line may be, and not shown in /proc."""
    with tempfile.TemporaryFile() as stream:
        stream.write(content if isinstance(content, bytes) else content.encode("utf-8", "surrogateescape"))
        stream.seek(0)
        yield stream.fileno()


def supervise(request: Request, launch: Callable[[int], Launch]) -> Completed:
    """What came of the request; `launch` gets the descriptor on which the outcome is to be reported."""
    started = time.monotonic()
    read_end, write_end = os.pipe()
    try:
        plan = launch(write_end)
        with tempfile.TemporaryFile() as stdin:
            stdin.write(request.stdin)
            stdin.seek(0)
            child = _start(plan, stdin)
        os.close(write_end)
        write_end = -1
        with urgent():
            return _Watch(child, plan, request, started, read_end).outcome()
    finally:
        os.close(read_end)
        if write_end != -1:
            os.close(write_end)


def end_tree_below(pid: int) -> None:
    """Kill all below this process until it ends by itself, as one that adopts orphans does when all are gone."""
    deadline = time.monotonic() + _GRACE
    while time.monotonic() < deadline and (below := descendants(pid)):
        for victim in below:
            _kill(victim, signal.SIGKILL)
        time.sleep(0.001)


def end_first_child(pid: int) -> None:
    """Kill the first process of the namespace, and the kernel kills the rest before its parent sees it end."""
    for victim in children(pid) or [pid]:
        _kill(victim, signal.SIGKILL)
        hasten(victim)


def _kill(pid: int, number: signal.Signals) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return  # it was faster


def _start(plan: Launch, stdin: IO[bytes]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        list(plan.words),
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=_ENVIRONMENT,
        pass_fds=(plan.status, *plan.passed),
        start_new_session=True,
        bufsize=0,
    )


def _reports(descriptor: int) -> dict[str, int]:
    """The numbers that the launcher reported; whoever could report more is gone by now."""
    os.set_blocking(descriptor, False)
    try:
        lines = os.read(descriptor, _CHUNK).decode().splitlines()
    except BlockingIOError:
        return {}
    reports = [cast("dict[str, int]", json.loads(line)) for line in lines if line.strip()]
    return {name: number for report in reports for name, number in report.items()}


def _await_process(pid: int) -> None:
    """Return once this process is dead; the first of a namespace is so only after all others in it."""
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    try:
        _await(descriptor)
    finally:
        os.close(descriptor)


def _await(descriptor: int) -> bool:
    with selectors.DefaultSelector() as selector:
        selector.register(descriptor, selectors.EVENT_READ)
        return bool(selector.select(_GRACE))


@dataclass(slots=True)
class _Watch:
    child: subprocess.Popen[bytes]
    plan: Launch
    request: Request
    started: float
    status: int
    output: bytearray = field(default_factory=bytearray)
    ending: Ending | None = None
    peak: int = 0
    next_scratch: float = 0.0

    def outcome(self) -> Completed:
        with self._pipe:
            try:
                self._follow()
            finally:
                self._reap()
            reports = _reports(self.status)
            if (first := reports.get("child-pid")) is not None:
                _await_process(first)  # bwrap itself leaves a moment before its namespace is gone
            self._drain()
        if self._scratch_bytes() > self._limits.scratch_bytes:
            self.ending = self.ending or "scratch"
        return self._completed(reports.get("exit-code"))

    def _completed(self, code: int | None) -> Completed:
        if self.ending is None and code is None:
            said = bytes(self.output[:500]).decode(errors="replace").strip()
            raise SandboxFailed(f"the sandbox could not start the command: {said or 'it gave no reason'}")
        code = _KILLED if code is None or code < 0 else code
        cap = self._limits.output_bytes
        ending = self.ending or ("signal" if code in _SIGNALS else "exit")
        seconds = time.monotonic() - self.started
        return Completed(ending, code, bytes(self.output[:cap]), len(self.output) > cap, seconds, self.peak)

    @property
    def _limits(self) -> Limits:
        return self.request.limits

    @property
    def _pipe(self) -> IO[bytes]:
        return cast("IO[bytes]", self.child.stdout)

    def _follow(self) -> None:
        os.set_blocking(self._pipe.fileno(), False)
        exit_signal = os.pidfd_open(self.child.pid)
        try:
            with selectors.DefaultSelector() as selector:
                selector.register(self._pipe, selectors.EVENT_READ)
                selector.register(exit_signal, selectors.EVENT_READ)
                self._wait(selector, exit_signal)
            if self.ending is not None and not _await(exit_signal):
                self.child.kill()
        finally:
            os.close(exit_signal)

    def _wait(self, selector: selectors.BaseSelector, exit_signal: int) -> None:
        deadline = self.started + self._limits.seconds
        next_tick = time.monotonic() + TICK
        while True:
            ready = [key.fd for key, _ in selector.select(max(0.0, min(next_tick, deadline) - time.monotonic()))]
            if exit_signal in ready:
                return
            if ready and not self._read():
                selector.unregister(self._pipe)
            now = time.monotonic()
            if now >= next_tick:
                self._look(now)
                next_tick = time.monotonic() + TICK
            if now >= deadline:
                self._end("timeout")
            if self.ending is not None:
                return

    def _read(self) -> bool:
        """Whether more may come; output above the cap ends the command."""
        try:
            piece = os.read(self._pipe.fileno(), _CHUNK)
        except BlockingIOError:
            return True
        self.output += piece
        if len(self.output) > self._limits.output_bytes:
            self._end("output")
        return bool(piece)

    def _drain(self) -> None:
        """Take what is still in the pipe, without waiting for anyone who may hold it open."""
        while len(self.output) <= self._limits.output_bytes:
            try:
                piece = os.read(self._pipe.fileno(), _CHUNK)
            except BlockingIOError:
                return
            if not piece:
                return
            self.output += piece
        self.ending = self.ending or "output"

    def _look(self, now: float) -> None:
        limits = self._limits
        pids = descendants(self.child.pid, limits.processes)
        if threads(pids) > limits.processes:
            return self._end("processes")
        in_memory, on_disk = unlinked(pids)
        held = in_memory + memory_files(self.plan.memory_folders(self.child.pid), limits.temporary_bytes)
        used = held + memory(pids, max(0, limits.memory_bytes - held))
        self.peak = max(self.peak, used)
        if used > limits.memory_bytes:
            self._end("memory")
        elif now >= self.next_scratch:
            self._look_at_scratch(now, on_disk)

    def _look_at_scratch(self, now: float, unnamed: int) -> None:
        """A large folder is counted less often, so that looking never takes more than a tenth of the time."""
        if self._scratch_bytes() + unnamed > self._limits.scratch_bytes:
            self._end("scratch")
        self.next_scratch = now + 10 * (time.monotonic() - now)

    def _scratch_bytes(self) -> int:
        folders: list[Path] = [mount.source for mount in self.request.mounts if mount.writable]
        return folder_bytes(folders, self._limits.scratch_bytes)

    def _end(self, ending: Ending) -> None:
        if self.ending is None:
            self.ending = ending
            self.plan.end(self.child.pid)

    def _reap(self) -> None:
        if not _ended(self.child.pid):
            self.plan.end(self.child.pid)  # an error or an interrupt of ours: nothing may stay behind
            self.child.kill()
        self.child.wait()


def _ended(pid: int) -> bool:
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
