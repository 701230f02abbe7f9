"""The gateway: asks a model once for each different question, and knows before each call what it may cost."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import TracebackType

from assay.config import Settings
from assay.config.models import Model
from assay.gateway.amounts import Amount, Took
from assay.gateway.calling import Job
from assay.gateway.calls import Asked, KeptCall, asked, read_call
from assay.gateway.checking import Checked, Owed, check, repair
from assay.gateway.estimating import Ask, Estimate, estimate_of
from assay.gateway.ledger import Entry, Purpose
from assay.gateway.live import Live
from assay.gateway.reading import Said, read_reply, said_model
from assay.gateway.records import CallFailure, Reply, Request, Usage
from assay.gateway.routes import Routes
from assay.gateway.single import OneAtATime
from assay.gateway.worst import worst_case
from assay.model.errors import ConfigError, ReplayMiss
from assay.store.folder import OutFolder


@dataclass(frozen=True, slots=True)
class Made:
    """What came of asking once: a call or why there is none, what all tries took, whether it was kept before."""

    found: KeptCall | CallFailure
    took: Took
    cached: bool = False


def cached(kept: KeptCall) -> Made:
    """Return a call that was kept before; what its tries took that failed is not known any more."""
    return Made(kept, Took(1, kept.nanodollars), cached=True)


@dataclass(frozen=True, slots=True)
class _Round:
    """A call whose message can be read, whether it was kept before it was asked for, and what it took."""

    call: KeptCall
    said: Said
    cached: bool
    took: Took


class Gateway:
    """The way to the models of one run over one OUT, for all its threads; close it at the end.

    `run` names who pays: caps hold for the calls of one run, and a killed run goes on under its name. With `replay`
    nothing is called, and a reply that is not kept is an error. `seats` are models beside those of the config, such as
    the subject of an evaluation.
    """

    def __init__(
        self,
        settings: Settings,
        out: OutFolder,
        *,
        run: str = "",
        replay: bool = False,
        seats: Mapping[str, Model] | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._out, self._run, self._replay = out, run, replay
        self._seats = {**settings.models.seats(), **(seats or {})}
        self._routes, self._doors = Routes(), OneAtATime()
        named = [model.api_key_env for model in self._seats.values() if model.api_key_env]
        self._live = Live(settings, out, self._routes, named, sleep)

    def __enter__(self) -> Gateway:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let the next process make calls; a second call does nothing."""
        self._live.close()
        self._routes.close()

    @property
    def seats(self) -> Mapping[str, Model]:
        """The models by seat: `author`, `panel/1`, `panel/2` ..."""
        return self._seats

    def identity(self, seat: str) -> str:
        """Return what is another wherever replies of a seat's model may be."""
        model = self._model(seat)
        return asked(model, self._routes.identity(model), Request(()), 0).key

    def ask(self, seat: str, request: Request, *, stage: str, sample: int = 0) -> Reply | CallFailure:
        """Return the reply of a seat's model to the sample-th asking of a request, or why there is none.

        BudgetExhausted where a cap is reached, ReplayMiss in a replay, ConfigError where the model cannot be called.
        """
        put = Ask(seat, request, stage, sample)
        first = self._round(put)
        if isinstance(first, CallFailure):
            return first
        checked = check(request, first.said)
        if isinstance(checked, Checked):
            return _reply(checked, [first])
        return self._repaired(replace(put, request=repair(request, first.said, checked)), request, first)

    def estimate(self, asks: Iterable[Ask]) -> Estimate:
        """Return what these asks would take at most; nothing is called. Equal ones count once."""
        different = {self._asked(put).key: put for put in asks}
        due = [put for key, put in different.items() if read_call(self._out, key) is None]
        return estimate_of(len(different) - len(due), [self._worst(put) for put in due])

    def entries(self) -> Sequence[Entry]:
        """Return every call that was ever begun for this OUT: what it reserved, what it settled at, how it ended."""
        return self._live.entries()

    def spent(self, stage: str | None = None) -> Amount:
        """Return what this run, or one stage of it, has spent; calls that never settled count at their worst case."""
        total = Amount()
        for entry in self.entries():
            if entry.purpose.run == self._run and stage in (None, entry.purpose.stage):
                total += entry.counted
        return total

    def _repaired(self, put: Ask, request: Request, first: _Round) -> Reply | CallFailure:
        second = self._round(put)
        if isinstance(second, CallFailure):
            return _after(first.took, second)
        checked = check(request, second.said)
        if isinstance(checked, Owed):
            failure = CallFailure(checked.fault, checked.detail, second.said.text, second.call.key)
            return _after(first.took + second.took, failure)
        return _reply(checked, [first, second])

    def _round(self, put: Ask) -> _Round | CallFailure:
        made = self._kept_or_made(put)
        found, took = made.found, made.took
        if isinstance(found, CallFailure):
            return _after(took, found)
        said = read_reply(found.got)
        if isinstance(said, CallFailure):
            return _after(took, replace(said, key=found.key))
        return _Round(found, said, made.cached, took)

    def _kept_or_made(self, put: Ask) -> Made:
        what = self._asked(put)
        key = what.key
        with self._doors.inside(key):
            kept = read_call(self._out, key)
            if kept is not None:
                return cached(kept)
            if self._replay:
                raise ReplayMiss(
                    f"{put.seat}: no reply is kept for call {key}, which is asked now; run without --replay"
                )
            job = Job(self._model(put.seat), put.request, what, Purpose(self._run, put.stage, put.seat, key))
            return Made(*self._live.caller().make(job))

    def _asked(self, put: Ask) -> Asked:
        model = self._model(put.seat)
        return asked(model, self._routes.identity(model), put.request, put.sample)

    def _worst(self, put: Ask) -> Amount:
        model = self._model(put.seat)
        return worst_case(model, put.request, self._asked(put).size, self._routes.tariff(model)).amount

    def _model(self, seat: str) -> Model:
        found = self._seats.get(seat)
        if found is None:
            known = ", ".join(self._seats) or "none"
            raise ConfigError(f"no model plays {seat!r}: set it under `models:` in the config (set are: {known})")
        return found


def _after(took: Took, failure: CallFailure) -> CallFailure:
    """Return a failure with calls that it took beside those it knows of."""
    dollars = took.dollars
    cost = None if dollars is None or failure.cost is None else dollars + failure.cost
    return replace(failure, made=took.calls + failure.made, cost=cost)


def _reply(checked: Checked, rounds: Sequence[_Round]) -> Reply:
    calls = [one.call for one in rounds]
    usage = Usage(sum(one.input for one in calls), sum(one.output for one in calls), any(one.doubted for one in calls))
    took = sum((one.took for one in rounds), Took())
    kept = all(one.cached for one in rounds)
    last = calls[-1]
    return Reply(
        checked.text, checked.calls, checked.parsed, usage, took.dollars, kept, last.key, said_model(last.got),
        took.calls,
    )  # fmt: skip
