"""Obfuscation and refinement: a question in roles instead of names, mended in rounds until it has one answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from assay.agent.fence import material
from assay.agent.prompts import Prompt, load_prompt
from assay.gateway import CallFailure, Gateway, ask_text
from assay.model.canonical import Json
from assay.model.gate import Context
from assay.model.task import Proposal
from synthesis.agent.overlap import MOST_SHARED, Overlap, names_of, overlap

ROUNDS = 3
"""Refinements of one question."""

STAGE = "synthesize"
_OBFUSCATED: dict[str, Json] = {
    "type": "object", "required": ["question"], "additionalProperties": False,
    "properties": {"question": {"type": "string", "minLength": 1}},
}  # fmt: skip
_REFINED: dict[str, Json] = {
    "type": "object", "required": ["question", "unique", "why"], "additionalProperties": False,
    "properties": {
        "question": {"type": "string", "minLength": 1}, "unique": {"type": "boolean"}, "why": {"type": "string"},
    },
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A question as it was rewritten: what it still gives away, and whether it has one answer, in its model's words."""

    question: str
    overlap: Overlap
    unique: bool
    why: str
    rounds: int


@dataclass(frozen=True, slots=True)
class Rewriter:
    """Rewrites questions with the model of a seat."""

    gateway: Gateway
    seat: str
    context: Context
    rounds: int = ROUNDS

    def rewrite(self, proposal: Proposal) -> Rewritten | CallFailure:
        """Return the question in roles; what is still wrong goes back to the model, at most `rounds` times."""
        names = names_of(proposal, self.context)
        told = {"question": proposal.question, "names": "\n".join(names), "evidence": _evidence(proposal)}
        first = self._ask(rewriting_prompt("obfuscate"), told, _OBFUSCATED)
        if isinstance(first, CallFailure):
            return first
        now = self._measured(str(first["question"]), names, proposal)
        return self._refined(now, names, proposal)

    def _refined(self, now: Rewritten, names: tuple[str, ...], proposal: Proposal) -> Rewritten | CallFailure:
        for number in range(1, self.rounds + 1):
            parts = {
                "first_question": proposal.question, "rewritten_question": now.question,
                "evidence": _evidence(proposal), "reasoning": "\n".join(proposal.reasoning),
                "answer": proposal.answer.value, "names": "\n".join(names),
                "still_wrong": "\n".join(faults(now, proposal)) or "nothing that can be measured",
            }  # fmt: skip
            # each round is an asking of its own, also where nothing changed
            found = self._ask(rewriting_prompt("refine"), parts, _REFINED, number - 1)
            if isinstance(found, CallFailure):
                return found
            measured = self._measured(str(found["question"]), names, proposal)
            now = Rewritten(measured.question, measured.overlap, bool(found["unique"]), str(found["why"]), number)
            if now.unique and not list(faults(now, proposal)):
                break
        return now

    def _measured(self, question: str, names: tuple[str, ...], proposal: Proposal) -> Rewritten:
        return Rewritten(question, overlap(question, names, proposal, self.context), False, "", 0)

    def _ask(
        self, prompt: Prompt, parts: Mapping[str, str], schema: Mapping[str, Json], sample: int = 0
    ) -> Mapping[str, Json] | CallFailure:
        request = ask_text(prompt.fill(material=material(**parts)), system=prompt.instruct(), schema=schema)
        found = self.gateway.ask(self.seat, request, stage=STAGE, sample=sample)
        return found if isinstance(found, CallFailure) else cast(Mapping[str, Json], found.parsed)


def faults(now: Rewritten, proposal: Proposal) -> Iterator[str]:
    """Yield what a rewritten question still gives away."""
    if now.overlap.tokens > MOST_SHARED:
        yield f"it shares {now.overlap.tokens} words in a row with the evidence: {now.overlap.words}"
    for name in now.overlap.names:
        yield f"it names {name}"
    if not now.unique and now.why:
        yield f"it may have another answer: {now.why}"


def rewriting_prompt(name: str) -> Prompt:
    """Return the prompt `obfuscate` or `refine`."""
    return load_prompt("synthesis", name)


def _evidence(proposal: Proposal) -> str:
    return "\n".join(f"{one.path}: {one.quote}" for one in proposal.evidence)
