"""A deadline over a call that has none of its own: a server that trickles bytes resets every read timeout."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from typing import Generic, Protocol, TypeVar

Result = TypeVar("Result")

# What a client library lets out when something about a call or its reply is not as it expects.
MISHAPS = (ArithmeticError, AttributeError, LookupError, OSError, RuntimeError, TypeError, ValueError)


class Expired(Exception):
    """The time was over before the call was."""


class Workers:
    """Threads that make calls while whoever asks watches the clock; they are used again, as starting one is slow."""

    def __init__(self) -> None:
        self._idle = deque[SimpleQueue[_Task | None]]()

    def within(self, seconds: float, call: Callable[[], Result], expected: type[Exception]) -> Result:
        """Return what a call returns, or raise the expected error or mishap that it raises; Expired after so long.

        A call that is given up goes on until its connection ends, in a thread that keeps nothing alive.
        """
        work = _Work(call, (expected, *MISHAPS))
        self._inbox().put(work)
        if not work.over.wait(seconds):
            raise Expired
        return work.outcome()

    def close(self) -> None:
        """End the threads that have nothing to do."""
        while self._idle:
            self._idle.pop().put(None)

    def _inbox(self) -> SimpleQueue[_Task | None]:
        try:
            return self._idle.pop()
        except IndexError:
            inbox = SimpleQueue[_Task | None]()
            threading.Thread(target=self._serve, args=(inbox,), daemon=True, name="model calls").start()
            return inbox

    def _serve(self, inbox: SimpleQueue[_Task | None]) -> None:
        while (task := inbox.get()) is not None:
            try:
                task.run()
                # idle before the call is over, so that the next call of the same thread finds it
                self._idle.append(inbox)
            finally:
                task.over.set()


class _Task(Protocol):
    over: threading.Event

    def run(self) -> None: ...


class _Work(Generic[Result]):
    def __init__(self, call: Callable[[], Result], expected: tuple[type[Exception], ...]) -> None:
        self._call, self._expected = call, expected
        self._found: list[Result] = []
        self._error: Exception | None = None
        self.over = threading.Event()

    def run(self) -> None:
        try:
            self._found.append(self._call())
        except self._expected as error:
            self._error = error

    def outcome(self) -> Result:
        if self._error is not None:
            raise self._error
        if not self._found:
            raise RuntimeError("the call ended without a result")
        return self._found[0]
