"""The author `agent`: from each seed an episode of a model, then its questions rewritten by roles."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields, replace
from functools import partial

from assay.agent.fence import material
from assay.agent.loop import EpisodeLimits
from assay.agent.messages import Instruction, Message, Request
from assay.agent.model import REPLIED, ModelPolicy
from assay.agent.prompts import Prompt, load_prompt
from assay.agent.steps import Steps, state_of
from assay.agent.tools import BASH
from assay.collection import collection_folder
from assay.evaluation.room import at_once
from assay.gateway import CallFailure, Gateway
from assay.model.canonical import Json, digest
from assay.model.chunk import Chunk
from assay.model.codec import to_json
from assay.model.errors import AssayError, BudgetExhausted, ConfigError
from assay.model.task import Lineage, Proposal, Task, task_of
from assay.sandbox import DOCUMENTS, documents_mounts
from synthesis.agent.kept import Seeded, keep_seeded, read_seeded
from synthesis.agent.rewriting import STAGE, Rewriter, Rewritten, rewriting_prompt
from synthesis.agent.submitting import FINISH, SUBMIT, completed
from synthesis.agent.summaries import Summary, summarise, summary_prompt
from synthesis.agent.version import AUTHOR, OBFUSCATOR, SUMMARISER, prompts_digest
from synthesis.authors import Commission, Written
from synthesis.episodes import Brought, write_episode
from synthesis.rules.reader import READER
from synthesis.validator import validate

# Two documents at least: AGORA's questions are about an archive.
_FEWEST = 2


@dataclass(frozen=True, slots=True)
class ModelAuthor:
    """Writes with the models of the roles `author`, `obfuscator` (else the author's) and `summariser` (else none)."""

    name: str = "agent"

    def write(self, commission: Commission) -> Written:
        """Return the domain's tasks, seed by seed until there are as many as wanted.

        What a seed brought is kept at once and never asked again. A seed whose call gave no reply stays due.
        """
        gateway = commission.gateway
        if gateway is None or AUTHOR not in gateway.seats:
            raise ConfigError("synthesis.authors names `agent`; set its model under models.author in the config.")
        # where nothing isolates, this says so before anything is paid for
        mounts = documents_mounts(commission.archive)
        commission.sandbox.run(["/bin/true"], mounts=mounts, limits=commission.limits, cwd=DOCUMENTS)
        desk = _Desk(gateway, commission)
        results = _Results()
        try:
            for seed, found in desk.worked():
                results.take(seed, found, commission)
                if len(results.tasks) >= commission.most:
                    break
        except BudgetExhausted as error:
            results.stopped = error
        return results.written(self.name, commission)


class _Results:
    """What the seeds brought so far, in their order."""

    def __init__(self) -> None:
        self.tasks: dict[str, Task] = {}
        self.yields: dict[str, int] = {}
        self.faults: list[str] = []
        self.undone: list[str] = []
        self.traces: list[str] = []
        self.barren: Counter[str] = Counter()
        self.stopped: AssayError | None = None

    def take(self, seed: Chunk, found: Seeded | str, commission: Commission) -> None:
        """Take what a seed brought; a task that the archive of now does not hold any more is a fault."""
        if isinstance(found, str):
            self.undone.append(f"{seed.path}: {found}")
            return
        self.traces.append(found.trace)
        if not found.tasks:
            self.barren[_why_none(found)] += 1
        self.faults += (f"{seed.path}: {fault}" for fault in found.faults)
        for task in found.tasks:
            _, wrong = validate(_as_proposal(task), commission.context)
            self.faults += (f"{seed.path}: {fault}" for fault in wrong)
            if not wrong and len(self.tasks) < commission.most and task.id not in self.tasks:
                self.tasks[task.id] = task
                self.yields[seed.name] = self.yields.get(seed.name, 0) + 1

    def written(self, author: str, commission: Commission) -> Written:
        """Return all of it."""
        return Written(
            author, commission.domain, tuple(self.tasks.values()), self.yields, tuple(dict.fromkeys(self.traces)), (),
            tuple(self.faults), tuple(self.undone), self.stopped, dict(self.barren),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Desk:
    gateway: Gateway
    commission: Commission

    def worked(self) -> Iterator[tuple[Chunk, Seeded | str]]:
        """Yield what each seed brought, in rank order, as many at once as their memory allows."""
        seeds = self.commission.seeds[: self.commission.agent.seeds]
        wide = min(len(seeds) or 1, at_once(self.commission.limits.memory_bytes), _wanted(self.commission))
        with ThreadPoolExecutor(wide, "seeds") as pool:
            for start in range(0, len(seeds), wide):
                wave = seeds[start : start + wide]
                futures = [pool.submit(partial(self._seeded, seed)) for seed in wave]
                yield from ((seed, future.result()) for seed, future in zip(wave, futures, strict=True))

    def _seeded(self, seed: Chunk) -> Seeded | str:
        folder, key = self.commission.traces / "seeds", self._key(seed)
        kept = read_seeded(folder, key)
        if kept is not None:
            return kept
        found = self._work(seed)
        if isinstance(found, Seeded):
            keep_seeded(folder, key, found)
        return found

    def _key(self, seed: Chunk) -> str:
        """Return the digest of all that another outcome may come of; what else the archive holds is no part of it."""
        seats = [self.gateway.identity(seat) for seat in (AUTHOR, self._obfuscator, *self._summariser)]
        shown = [seed.domain, seed.path, list(seed.keys), seed.shown]
        settings = self.commission.agent.model_dump(mode="json", exclude={"seeds"})
        return digest([prompts_digest(), seats, settings, self.commission.seed, *shown])

    def _work(self, seed: Chunk) -> Seeded | str:
        summary = self._summary(seed)
        if isinstance(summary, str):
            return summary
        brought = self._episode(seed, summary)
        if brought.failure is not None:
            return f"{brought.failure.fault}: {brought.failure.detail}"
        tasks, faults = list[Task](), list(brought.refusals)
        for proposal in brought.proposals:
            found = self._rewritten(proposal)
            if isinstance(found, CallFailure):
                return f"{found.fault}: {found.detail}"
            if isinstance(found, str):
                faults.append(found)
            else:
                tasks.append(self._task(proposal, found, seed, brought))
        return Seeded(tuple(tasks), tuple(faults), brought.trace, brought.ending)

    def _summary(self, seed: Chunk) -> Summary | str | None:
        """Return the seed's summary, None where nobody writes one, or why no reply came."""
        if not self._summariser:
            return None
        found = summarise(self.gateway, SUMMARISER, seed)
        if isinstance(found, CallFailure):
            return None if found.fault in REPLIED else f"{found.fault}: {found.detail}"
        return found

    def _episode(self, seed: Chunk, summary: Summary | None) -> Brought:
        commission, settings = self.commission, self.commission.agent
        paths = [document.path for document in commission.documents()] if commission.paths is None else commission.paths

        def complete(body: Mapping[str, Json]) -> tuple[Mapping[str, Json], tuple[str, ...]]:
            return completed(body, commission.domain, paths, commission.context)

        policy = ModelPolicy(self.gateway, AUTHOR, STAGE, (BASH, SUBMIT, FINISH), commission.seed, fencing=True)
        opening, limits = _opening(seed, summary, commission), EpisodeLimits(turns=settings.turns)
        state = state_of(commission.archive / collection_folder(commission.domain))
        steps = Steps(commission.traces / "steps" / f"{digest([self._key(seed), state])}.jsonl")
        brought = write_episode(
            policy, opening, commission, complete=complete, most=settings.questions, limits=limits, steps=steps
        )
        if brought.failure is None:
            steps.over()
        return brought

    def _rewritten(self, proposal: Proposal) -> Rewritten | CallFailure | str:
        """Return the question in roles, why no reply came, or why the question is none."""
        context, rounds = self.commission.context, self.commission.agent.rounds
        rewriter = Rewriter(self.gateway, self._obfuscator, context, rounds)
        found = rewriter.rewrite(proposal)
        if isinstance(found, CallFailure):
            return f"it was not rewritten: {found.detail}" if found.fault in REPLIED else found
        if not found.unique:
            return f"{found.question!r} has no single answer after {found.rounds} refinements: {found.why}"
        return found

    def _task(self, proposal: Proposal, found: Rewritten, seed: Chunk, brought: Brought) -> Task:
        lineage = Lineage(
            "agent", seed.name, self.gateway.seats[AUTHOR].shown, dict(self._prompts()), brought.trace,
            overlap=found.overlap.tokens, names_left=found.overlap.names,
        )  # fmt: skip
        return task_of(replace(proposal, question=found.question), lineage)

    def _prompts(self) -> Iterator[tuple[str, str]]:
        used = [author_prompt(), rewriting_prompt("obfuscate"), rewriting_prompt("refine")]
        yield from ((one.name, one.sha) for one in used + [summary_prompt()] * len(self._summariser))

    @property
    def _obfuscator(self) -> str:
        return OBFUSCATOR if OBFUSCATOR in self.gateway.seats else AUTHOR

    @property
    def _summariser(self) -> Sequence[str]:
        return [SUMMARISER] if SUMMARISER in self.gateway.seats else []


def author_prompt() -> Prompt:
    """Return the prompt of an author's episode."""
    return load_prompt("synthesis", "author")


def _opening(seed: Chunk, summary: Summary | None, commission: Commission) -> Sequence[Message]:
    prompt, settings = author_prompt(), commission.agent
    system = prompt.instruct(
        documents=DOCUMENTS, turns=str(settings.turns), fewest=str(_FEWEST), most=str(settings.questions), reader=READER
    )
    parts = {"domain": seed.domain, "document": seed.path, "artifacts": ", ".join(seed.keys), "text": seed.shown}
    if summary is not None:
        parts["summary"] = summary.text
    return Instruction(system), Request(prompt.fill(material=material(**parts)))


def _why_none(found: Seeded) -> str:
    """Return in a word why a seed brought no question."""
    return "turned_down" if found.faults else found.ending or "none_proposed"


def _wanted(commission: Commission) -> int:
    """Return after how many seeds there may be as many tasks as wanted: no more are worked on at once."""
    return max(1, math.ceil(commission.most / commission.agent.questions))


def _as_proposal(task: Task) -> dict[str, Json]:
    return {part.name: to_json(getattr(task, part.name)) for part in fields(Proposal)}
