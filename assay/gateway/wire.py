"""How a body reaches a provider and what comes back: the protocol, and the faults that an attempt can end in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from assay.config.models import Model
from assay.gateway.records import Fault, Request
from assay.model.canonical import Json


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: the body that went out, and the provider's reply in OpenAI's form.

    `raw` is the reply in the provider's own form, None where that is OpenAI's.
    """

    sent: Json
    got: Json
    raw: Json = None


class WireFault(Exception):
    """An attempt that brought no reply; `wait` are the seconds that the provider asks for before the next one.

    `free` says that the provider declined before it did any work, so nothing is paid for it.
    """

    def __init__(self, fault: Fault, detail: str, *, wait: float | None = None, free: bool = False) -> None:
        super().__init__(detail)
        self.fault: Fault = fault
        self.detail, self.wait, self.free = detail, wait, free


class Wire(Protocol):
    """A way to a provider."""

    @property
    def client(self) -> str:
        """What carries the call, with its version, for the record."""
        ...

    def prepare(self) -> None:
        """Do what has to be done once, before the first call's time begins."""
        ...

    def send(self, model: Model, key: str | None, request: Request) -> Answer:
        """Return the answer to one attempt, made once; WireFault where none came."""
        ...
