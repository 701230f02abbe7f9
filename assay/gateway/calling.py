"""One call, from its reservation to its kept reply, with the new tries that its faults are worth."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from assay.config.models import Model, Provider
from assay.gateway.amounts import Amount, Took
from assay.gateway.calls import Asked, KeptCall, write_call
from assay.gateway.ledger import Entry, Ledger, Purpose
from assay.gateway.limits import Turnstile
from assay.gateway.reading import read_reply, read_usage
from assay.gateway.records import CallFailure, Fault, Request
from assay.gateway.routes import Routes, key_of_provider
from assay.gateway.secrets import Redactor
from assay.gateway.wire import Answer, WireFault
from assay.gateway.worst import Worst, settlement, usage_of, worst_case
from assay.store.folder import OutFolder

# What may be otherwise at the next try; after the last one the call is due again in the next run.
PASSING: frozenset[Fault] = frozenset(
    {"rate_limited", "server", "timeout", "connection", "cut", "empty", "malformed"}
)  # fmt: skip

# A server that is started again is back before, in seconds.
GIVEN_UP = 300.0


@dataclass(frozen=True, slots=True)
class Job:
    """A call to be made: of which model, of what, for what."""

    model: Model
    request: Request
    asked: Asked
    purpose: Purpose


class Caller:
    """Makes calls for all threads of a run."""

    def __init__(
        self,
        out: OutFolder,
        ledger: Ledger,
        routes: Routes,
        providers: Mapping[str, Provider],
        redactor: Redactor,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._out, self._ledger, self._routes, self._redactor, self._sleep = out, ledger, routes, redactor, sleep
        self._providers = providers
        self._turnstiles: dict[str, Turnstile] = {}
        # since when no call got through to a place
        self._unreached: dict[tuple[str, str, str | None], float] = {}
        self._opening = threading.Lock()

    def make(self, job: Job) -> tuple[KeptCall | CallFailure, Took]:
        """Return the kept call, or the failure that the last try ended in, and what all tries count for.

        BudgetExhausted where a cap is reached.
        """
        limits, took = self._limits(job.model), Took()
        key = key_of_provider(job.model)
        self._routes.wire(job.model).prepare()
        while True:
            found, amount = self._attempt(job, key)
            gone = self._is_gone(job.model, found)
            wait = None if gone or isinstance(found, KeptCall) else _wait(limits, took.calls, found)
            took += Took(1, amount.nanodollars)
            if isinstance(found, KeptCall):
                return found, took
            if wait is None:
                return CallFailure(found.fault, self._redactor.text(found.detail), key=job.purpose.key), took
            if found.wait is not None:
                self._turnstile(job.model).close_for(found.wait)
            self._sleep(wait)

    def _attempt(self, job: Job, key: str | None) -> tuple[KeptCall | WireFault, Amount]:
        worst = worst_case(job.model, job.request, job.asked.size, self._routes.tariff(job.model))
        with self._turnstile(job.model).turn(worst.input + worst.output) as taken:
            entry = self._ledger.reserve(job.purpose, job.model.shown, worst.amount)
            try:
                found, amount = self._sent(job, key, worst, entry)
                ending = found.fault if isinstance(found, WireFault) else "reply"
                self._ledger.settle(entry, amount, ending)
                taken.tokens = amount.tokens or 0
                return found, amount
            finally:
                self._ledger.abandon(entry)

    def _sent(self, job: Job, key: str | None, worst: Worst, entry: Entry) -> tuple[KeptCall | WireFault, Amount]:
        wire, began = self._routes.wire(job.model), time.monotonic()
        try:
            answer = wire.send(job.model, key, job.request)
        except WireFault as fault:
            return fault, _of_fault(worst, fault, time.monotonic() - began)
        return self._kept(job, worst, entry, answer, time.monotonic() - began)

    def _kept(
        self, job: Job, worst: Worst, entry: Entry, answer: Answer, seconds: float
    ) -> tuple[KeptCall | WireFault, Amount]:
        said = read_reply(answer.got)
        usage = usage_of(worst, read_usage(answer.got), said.text)
        amount = settlement(worst, usage, seconds)
        if isinstance(said, CallFailure) and said.fault in PASSING:
            return WireFault(said.fault, said.detail), amount
        call = KeptCall(
            key=job.purpose.key,
            # the body stands in the record as it was sent
            asked={name: value for name, value in job.asked.what.items() if name != "body"},
            sent=self._redactor.json(answer.sent),
            got=self._redactor.json(answer.got),
            raw=self._redactor.json(answer.raw),
            entry=entry.id,
            input=usage.input,
            output=usage.output,
            doubted=usage.doubted,
            nanodollars=amount.nanodollars,
            milliseconds=amount.milliseconds or 0,
            client=self._routes.wire(job.model).client,
        )
        write_call(self._out, call)
        return call, amount

    def _is_gone(self, model: Model, found: KeptCall | WireFault) -> bool:
        """Return whether nothing was reached where a call went for so long that it has one try.

        A thousand tasks do not each wait for what is gone.
        """
        place = model.limits, model.model.split("/")[0], model.api_base
        if isinstance(found, KeptCall) or found.fault != "connection":
            self._unreached.pop(place, None)
            return False
        return time.monotonic() - self._unreached.setdefault(place, time.monotonic()) > GIVEN_UP

    def _limits(self, model: Model) -> Provider:
        return self._providers.get(model.limits, Provider())

    def _turnstile(self, model: Model) -> Turnstile:
        with self._opening:
            if model.limits not in self._turnstiles:
                self._turnstiles[model.limits] = Turnstile(self._limits(model))
            return self._turnstiles[model.limits]


def _of_fault(worst: Worst, fault: WireFault, seconds: float) -> Amount:
    """Return what an attempt without a reply counts for: its worst case, unless the provider did not begin."""
    took = settlement(worst, usage_of(worst, read_usage(None), ""), seconds)
    if not fault.free:
        return took
    return Amount(None if took.nanodollars is None else 0, 0, 1, took.milliseconds)


def _wait(limits: Provider, tries: int, fault: WireFault) -> float | None:
    """Return the seconds before the next try, None where there is none: it may not help, or has to wait too long.

    They double with jitter, so that threads spread, and come on top of what the provider asks for.
    """
    if fault.fault not in PASSING or tries >= limits.retries:
        return None
    backoff = min(limits.longest_wait, limits.first_wait * 2.0**tries)
    if fault.wait is None:
        return random.uniform(backoff / 2, backoff)
    return None if fault.wait > limits.longest_wait else fault.wait + random.uniform(0, backoff)
