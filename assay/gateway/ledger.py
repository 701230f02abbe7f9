"""The ledger: every call reserves its worst case before it is made and settles at what it was afterwards.

Its journal is a file of JSON lines that is only ever appended to, one write for each line, so a killed process leaves
every call that it had begun: one that never settled stays `unsettled` at its reserved cost.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from assay.gateway.amounts import NOTHING, Amount, short_of
from assay.model.errors import BudgetExhausted, ConfigError


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a call is for: the run that pays, its stage, the seat of the model, and the key of the call."""

    run: str
    stage: str
    seat: str
    key: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A call in the ledger: what it reserved and what it settled at, None while that is not known."""

    id: int
    purpose: Purpose
    model: str
    reserved: Amount
    settled: Amount | None = None
    ending: str = "unsettled"

    @property
    def counted(self) -> Amount:
        """What the call counts for: its settlement, else its reservation."""
        return self.settled or self.reserved


class Journal(Protocol):
    """Where entries are kept for longer than a process lives."""

    def read(self) -> Iterator[Entry]:
        """Yield every call once, with its settlement if it has one."""
        ...

    def reserve(self, entry: Entry) -> None:
        """Keep a call before it is made."""
        ...

    def settle(self, entry: Entry) -> None:
        """Keep what a call came to."""
        ...


@dataclass(slots=True)
class _Sums:
    """What a run, or a stage of it, counts for: calls that are over, and calls that are being made."""

    over: Amount = NOTHING
    flying: Amount = NOTHING


@dataclass(frozen=True, slots=True)
class Caps:
    """The caps of a run and of its stages by name."""

    run: Amount
    stages: Mapping[str, Amount] = field(default_factory=dict[str, Amount])


def no_price(model: str) -> str:
    """Return the sentence about a model of unknown price under a cap in dollars."""
    return f"{model}: its price is unknown, so no cap in dollars holds; state its price, or cap tokens or calls"


class Ledger:
    """Counts calls of all threads against the caps."""

    def __init__(self, journal: Journal, caps: Caps) -> None:
        """Take over what the journal holds."""
        self._journal, self._caps = journal, caps
        self._changed = threading.Condition()
        self._sums: dict[tuple[str, str | None], _Sums] = {}
        self._flying: dict[int, Entry] = {}
        self._open: dict[int, Entry] = {}
        self._last = 0
        for entry in journal.read():
            self._last = max(self._last, entry.id)
            self._count(entry, over=entry.counted)
            if entry.settled is None:
                self._open[entry.id] = entry

    def reserve(self, purpose: Purpose, model: str, worst: Amount) -> Entry:
        """Return the entry of a call that may be made now; BudgetExhausted where its worst case does not fit a cap.

        It waits where the room hangs on calls that are being made, so that a run ends at most one worst case below.
        """
        self._priced(purpose, model, worst)
        with self._changed:
            while self._short(purpose, worst, flying=True):
                if firm := self._short(purpose, worst, flying=False):
                    raise BudgetExhausted(firm)
                self._changed.wait()
            self._last += 1
            entry = Entry(self._last, purpose, model, worst)
            self._journal.reserve(entry)
            self._flying[entry.id] = entry
            self._count(entry, flying=worst)
            return entry

    def settle(self, entry: Entry, came_to: Amount, ending: str) -> Entry:
        """Return the entry at what the call came to; each call settles once."""
        done = replace(entry, settled=came_to, ending=ending)
        with self._changed:
            flying, before = entry.id in self._flying, entry.id in self._open
            if not flying and not before:
                raise ValueError(f"call {entry.id} is settled already")
            self._journal.settle(done)
            self._flying.pop(entry.id, None)
            self._open.pop(entry.id, None)
            self._count(entry, flying=-entry.reserved if flying else NOTHING)
            self._count(entry, over=came_to + -entry.reserved if before else came_to)
            self._changed.notify_all()
        return done

    def abandon(self, entry: Entry) -> None:
        """Leave a call that nobody waits for any more `unsettled`; one that settled stays as it is."""
        with self._changed:
            if self._flying.pop(entry.id, None):
                self._open[entry.id] = entry
                self._count(entry, flying=-entry.reserved, over=entry.reserved)
                self._changed.notify_all()

    def unsettled(self) -> list[Entry]:
        """Return the calls that were begun and of which nobody knows what they came to."""
        with self._changed:
            return list(self._open.values())

    def spent(self, run: str, stage: str | None = None) -> Amount:
        """Return what a run, or one stage of it, counts for; calls that are being made count at their worst case."""
        with self._changed:
            sums = self._sums.get((run, stage), _Sums())
            return sums.over + sums.flying

    def _count(self, entry: Entry, over: Amount = NOTHING, flying: Amount = NOTHING) -> None:
        for stage in (None, entry.purpose.stage):
            sums = self._sums.setdefault((entry.purpose.run, stage), _Sums())
            sums.over, sums.flying = sums.over + over, sums.flying + flying

    def _priced(self, purpose: Purpose, model: str, worst: Amount) -> None:
        caps = [self._caps.run, self._caps.stages.get(purpose.stage)]
        if worst.nanodollars is None and any(cap and cap.nanodollars is not None for cap in caps):
            raise ConfigError(no_price(model))

    def _short(self, purpose: Purpose, worst: Amount, *, flying: bool) -> str | None:
        """Return the sentence about the first cap that the call does not fit under, None where it fits all."""
        for stage, cap in ((None, self._caps.run), (purpose.stage, self._caps.stages.get(purpose.stage))):
            sums = self._sums.get((purpose.run, stage), _Sums())
            held = sums.over + sums.flying if flying else sums.over
            found = short_of(cap, held, worst, stage) if cap is not None else None
            if found:
                return found
        return None
