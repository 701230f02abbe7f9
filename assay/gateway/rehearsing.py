"""A gateway for a dry run: what is kept comes back, and what would be asked is noted instead."""

from __future__ import annotations

from dataclasses import dataclass

from assay.config import Settings
from assay.gateway.amounts import Amount, Took, milliseconds
from assay.gateway.calls import read_call
from assay.gateway.estimating import Ask, Estimate, estimate_of
from assay.gateway.gateway import Gateway, Made, cached
from assay.gateway.records import CallFailure
from assay.store.folder import OutFolder

_NOT_ASKED = "not asked: a dry run makes no call"


@dataclass(frozen=True, slots=True)
class Noted:
    """A round of a request, by the key of its call, and whether its reply is kept."""

    ask: Ask
    key: str
    kept: bool


class Rehearsal(Gateway):
    """Makes no call and opens no ledger; `noted` holds every round that somebody asked for, in order.

    A round whose reply is not kept ends as a failure, which is no vote, so nothing is decided by a dry run.
    """

    def __init__(self, settings: Settings, out: OutFolder, *, run: str = "") -> None:
        super().__init__(settings, out, run=run, replay=True)
        self.noted: list[Noted] = []

    def most(self, seat: str, calls: int) -> Estimate:
        """Return what so many calls of a seat that nobody can know yet would take at most: full windows, full replies.

        No provider takes more tokens than its model's window, nor gives more than `max_tokens`.
        """
        model = self._model(seat)
        tariff, into, out = self._routes.tariff(model), model.window, model.settings.max_tokens
        cost = tariff.worst(into, out) if tariff else None
        return estimate_of(0, [Amount(cost, into + out, 1, milliseconds(model.timeout))] * calls)

    def _kept_or_made(self, put: Ask) -> Made:
        key = self._asked(put).key
        kept = read_call(self._out, key)
        self.noted.append(Noted(put, key, kept is not None))
        # as if the provider had declined it: nothing comes of it, and nobody tries again
        return cached(kept) if kept is not None else Made(CallFailure("rejected", _NOT_ASKED), Took())
