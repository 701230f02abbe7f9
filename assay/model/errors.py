"""The errors that a user can cause or mend, each with the exit status that the command line gives it."""

from __future__ import annotations

from typing import ClassVar


class AssayError(Exception):
    """Something that a person can act on; the message says what happened and what to do."""

    exit_status: ClassVar[int] = 1


class UsageError(AssayError):
    """A command was called wrongly, or a requirement of it is missing."""

    exit_status = 2


class ConfigError(UsageError):
    """The configuration file cannot be used as it stands."""


class NotAvailable(UsageError):
    """A part of the contract that this version does not hold yet."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what}: not available yet")


class IsolationMissing(UsageError):
    """No sandbox back end works here and the text to run was not written by Assay itself."""


class UnreadableInput(AssayError):
    """The one input that a command was given cannot be read."""

    exit_status = 3


class BudgetExhausted(AssayError):
    """A cap of the budget is reached; what was finished is kept."""

    exit_status = 4


class ReplayMiss(AssayError):
    """A run that may only use kept replies asks for one that is not kept."""


class WriterBusy(AssayError):
    """Another process holds the store of this OUT."""


class StoreError(AssayError):
    """The store cannot be opened, upgraded or written."""
