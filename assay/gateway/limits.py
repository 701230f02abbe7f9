"""Limits of a provider: calls at once, tokens in any minute, and a pause for all where it asks one of us to wait."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass

from assay.config.models import Provider

_MINUTE = 60.0


@dataclass(slots=True)
class Taken:
    """Tokens that a call took from the minute in which it began."""

    at: float
    tokens: int


class Turnstile:
    """Lets calls of all threads through to one provider."""

    def __init__(self, limits: Provider, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits, self._clock = limits, clock
        self._changed = threading.Condition()
        self._inside = 0
        self._minute: deque[Taken] = deque()
        self._closed_until = 0.0

    @contextmanager
    def turn(self, tokens: int) -> Generator[Taken]:
        """Wait for a turn and yield what it took of the minute; set its tokens to what they were once that is known."""
        taken = self._enter(tokens)
        try:
            yield taken
        finally:
            with self._changed:
                self._inside -= 1
                self._changed.notify_all()

    def close_for(self, seconds: float) -> None:
        """Let nobody in for so long: a provider that asks one call to wait means all of them."""
        with self._changed:
            self._closed_until = max(self._closed_until, self._clock() + seconds)

    def _enter(self, tokens: int) -> Taken:
        with self._changed:
            while (wait := self._wait(tokens)) is not None:
                self._changed.wait(wait or None)
            self._inside += 1
            self._minute.append(Taken(self._clock(), tokens))
            return self._minute[-1]

    def _wait(self, tokens: int) -> float | None:
        """Return the seconds until it is worth to look again, 0 for as long as no call ends, None to go in now."""
        now = self._clock()
        while self._minute and self._minute[0].at <= now - _MINUTE:
            self._minute.popleft()
        if self._closed_until > now:
            return self._closed_until - now
        if self._inside >= self._limits.parallel:
            return 0.0
        most = self._limits.tokens_per_minute
        # a call larger than the limit goes alone
        if most is None or not self._minute or sum(one.tokens for one in self._minute) + tokens <= most:
            return None
        return max(0.001, self._minute[0].at + _MINUTE - now)
