"""What a gateway needs to make calls: the lock of the calls, the ledger, the caller; opened by the first call."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence

from assay.config import Settings
from assay.gateway.amounts import Amount, cap_of
from assay.gateway.calling import Caller
from assay.gateway.calls import read_call
from assay.gateway.journal import FileJournal, read_journal
from assay.gateway.ledger import Caps, Entry, Ledger
from assay.gateway.routes import Routes
from assay.gateway.secrets import Redactor, secrets_in
from assay.store.folder import OutFolder
from assay.store.lock import WriterLock

LEDGER, LOCK = "ledger.jsonl", "ledger.lock"


class Live:
    """Opens when somebody calls, so that a run that finds every reply kept takes no lock and writes nothing."""

    def __init__(
        self,
        settings: Settings,
        out: OutFolder,
        routes: Routes,
        key_variables: Sequence[str],
        sleep: Callable[[float], None],
    ) -> None:
        self._settings, self._out, self._routes, self._sleep = settings, out, routes, sleep
        self._key_variables = key_variables
        self._opening = threading.Lock()
        self._lock: WriterLock | None = None
        self._journal: FileJournal | None = None
        self._ledger: Ledger | None = None
        self._caller: Caller | None = None

    def caller(self) -> Caller:
        """Return what makes calls; WriterBusy where another process makes calls for this OUT."""
        with self._opening:
            if self._caller is None:
                self._caller = self._opened()
            return self._caller

    def entries(self) -> Sequence[Entry]:
        """Return every call that was ever begun for this OUT, in that order."""
        return read_journal(self._out.calls / LEDGER)

    def close(self) -> None:
        """Give the lock back; a second call does nothing."""
        with self._opening:
            if self._journal is not None:
                self._journal.close()
            if self._lock is not None:
                self._lock.release()
            self._journal = self._lock = self._caller = None

    def _opened(self) -> Caller:
        self._out.calls.mkdir(parents=True, exist_ok=True)
        self._lock = WriterLock(self._out.calls / LOCK, "calls to models")
        self._journal = FileJournal(self._out.calls / LEDGER)
        budget = self._settings.budget
        caps = Caps(cap_of(budget), {name: cap_of(cap) for name, cap in budget.stages.items()})
        ledger = Ledger(self._journal, caps)
        _settle_arrived(self._out, ledger)
        redactor = Redactor(secrets_in(os.environ, self._key_variables))
        return Caller(self._out, ledger, self._routes, self._settings.providers, redactor, self._sleep)


def _settle_arrived(out: OutFolder, ledger: Ledger) -> None:
    """Settle the calls whose reply was kept just before their process was killed."""
    for entry in ledger.unsettled():
        kept = read_call(out, entry.purpose.key)
        if kept is not None and kept.entry == entry.id:
            amount = Amount(kept.nanodollars, kept.input + kept.output, 1, kept.milliseconds)
            ledger.settle(entry, amount, "reply")
