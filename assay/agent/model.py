"""A model behind the gateway as the policy of an episode."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from assay.agent.fence import fenced
from assay.agent.messages import Failure, Instruction, Message, Observation, Reply, Request, ToolCall, Unusable
from assay.gateway import CallFailure, Fault, Gateway, Tool
from assay.gateway import Message as Said
from assay.gateway import Reply as Got
from assay.gateway import Request as Asked
from assay.gateway import ToolCall as GotCall

REPLIED: frozenset[Fault] = frozenset({"refusal", "length", "schema", "arguments"})
"""The faults of replies that came and are kept: asking again gives the same, so a model is told, and goes on."""


@dataclass(slots=True)
class ModelPolicy:
    """Asks the model of a seat for each reply; `calls`, `cost` (US dollars) and `unpriced` count what it took.

    A call counts what it cost when it was paid for, also where its reply was kept or none came; `kept` names the calls.
    With `fencing`, what tools print is shown as data between marks that no document can hold. BudgetExhausted,
    ReplayMiss and ConfigError pass through.
    """

    gateway: Gateway
    seat: str
    stage: str
    tools: Sequence[Tool]
    sample: int = 0
    fencing: bool = False
    calls: int = 0
    cost: float = 0.0
    unpriced: int = 0
    kept: list[str] = field(default_factory=list[str])

    def reply(self, messages: Sequence[Message]) -> Reply | Unusable | Failure:
        """Return the model's reply; one that cannot be acted on and a call that gave none are told apart."""
        request = Asked(chat(messages, fencing=self.fencing), tuple(self.tools))
        got = self.gateway.ask(self.seat, request, stage=self.stage, sample=self.sample)
        self.calls += got.made
        self.cost += got.cost or 0.0
        self.unpriced += got.cost is None
        self.kept += [got.key] if got.key else []
        if isinstance(got, CallFailure):
            return Unusable(got.text, got.detail) if got.fault in REPLIED else Failure(got.fault, got.detail)
        return Reply(got.text, _calls(got, messages))


def chat(messages: Sequence[Message], *, fencing: bool = False) -> tuple[Said, ...]:
    """Return an episode's messages as those of a chat with tools."""
    return tuple(said for message in messages for said in _said(message, fencing))


def _said(message: Message, fencing: bool) -> Iterator[Said]:
    match message:
        case Instruction(text):
            yield Said("system", text)
        case Request(text):
            yield Said("user", text)
        case Observation(call, _, text):
            shown = fenced(text) if fencing and call else text
            yield Said("tool", shown, answers=call) if call else Said("user", text)
        case Reply() | Unusable():
            yield from _own(message)
        case Failure():
            return


def _own(message: Reply | Unusable) -> Iterator[Said]:
    calls = message.calls if isinstance(message, Reply) else ()
    if message.text.strip() or calls:  # some providers refuse a message that says nothing
        yield Said("assistant", message.text, calls=tuple(GotCall(one.id, one.name, one.arguments) for one in calls))


def _calls(got: Got, before: Sequence[Message]) -> tuple[ToolCall, ...]:
    """Return the calls under ids that are different within the episode: some servers send none, or one for all."""
    taken = {call.id for message in before if isinstance(message, Reply) for call in message.calls}
    turn = sum(isinstance(message, Reply) for message in before) + 1
    calls: list[ToolCall] = []
    for number, call in enumerate(got.calls, 1):
        own = call.id if call.id and call.id not in taken else f"call-{turn}-{number}"
        taken.add(own)
        calls.append(ToolCall(own, call.name, dict(call.arguments)))
    return tuple(calls)
