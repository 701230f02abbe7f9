"""A deadline over a call that has none of its own: a server that trickles bytes resets every read timeout."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

Result = TypeVar("Result")

# What a client library lets out when something about a call or its reply is not as it expects.
MISHAPS = (ArithmeticError, AttributeError, LookupError, OSError, RuntimeError, TypeError, ValueError)


class Expired(Exception):
    """The time was over before the call was."""


def within(seconds: float, call: Callable[[], Result], expected: tuple[type[Exception], ...]) -> Result:
    """Return what a call returns, or raise what it raises; Expired after so many seconds.

    A call that is given up goes on in a thread of its own that keeps nothing alive, until its connection ends.
    """
    work = _Work(call, (*expected, *MISHAPS))
    threading.Thread(target=work.run, daemon=True, name="model call").start()
    if not work.over.wait(seconds):
        raise Expired
    return work.outcome()


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
        finally:
            self.over.set()

    def outcome(self) -> Result:
        if self._error is not None:
            raise self._error
        if not self._found:
            raise RuntimeError("the call ended without a result")
        return self._found[0]
