"""The rules author: one episode for each seed chunk and each document's facets, through the agent loop."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from assay.agent.messages import Instruction, Message, Request
from assay.collection import collection_path
from assay.evaluation.absence import holdings
from assay.model.chunk import Chunk
from assay.model.task import Lineage, Task, task_of
from synthesis.absence.gaps import gaps
from synthesis.absence.twinned import in_turn, twinned_drafts
from synthesis.authors import Commission, Written
from synthesis.drafts import Draft
from synthesis.episodes import write_episode
from synthesis.fidelity.drafts import fidelity_drafts
from synthesis.fidelity.offers import names_of
from synthesis.pack.drafts import pack_drafts
from synthesis.policy import RulesPolicy
from synthesis.rules.choosing import MOST_A_DOMAIN, MOST_AN_EPISODE, Chooser
from synthesis.rules.drafting import draft_of
from synthesis.rules.grammar import render
from synthesis.rules.ledger import Ledger, ledger
from synthesis.rules.necessity import necessity
from synthesis.rules.plain import plain_drafts
from synthesis.rules.sensing import Worked

_INSTRUCTION = (
    "Write questions whose answers follow from the documents under /workspace/documents. Look with bash, compute with "
    "a program that reads its values from the files, submit each question with its evidence, then finish."
)
# Questions on facets may fill at most this part of what is wanted, null answers at most that.
_FIDELITY_PART, _NULL_PART = 13, 25
# One in so many is a plain look-up: easy walks are offered too (architecture, Authors).
_PLAIN_PART = 16
_FEWEST_DOCUMENTS = 2
# What the seeds of a round have no walks for is left to those of the next.
_ROUNDS = 2
# So many kinds in a row, in a document's order, count as equally telling.
_ALIKE = 4


@dataclass(frozen=True, slots=True)
class _Start:
    path: str
    seed: Chunk | None
    drafts: tuple[Draft, ...]


@dataclass(slots=True)
class _Work:
    """What one commission has brought so far."""

    commission: Commission
    tasks: dict[str, Task] = field(default_factory=dict[str, Task])
    yields: Counter[str] = field(default_factory=Counter[str])
    traces: list[str] = field(default_factory=list[str])
    faults: list[str] = field(default_factory=list[str])


@dataclass(frozen=True, slots=True)
class RulesAuthor:
    """Writes numeric, fidelity, search and domain tasks without a model or a key."""

    name: str = "rules"

    def write(self, commission: Commission) -> Written:
        """Return the domain's candidate tasks; equal commissions give equal tasks."""
        known = ledger(commission.domain, commission.documents())
        work = _Work(commission, yields=Counter({seed.name: 0 for seed in commission.seeds}))
        rng = random.Random(f"{commission.seed} {commission.domain} walks")
        chooser = Chooser(known, rng, necessity(commission.domain, commission.context))
        rare = [*_packs(commission, known), *_absences(commission, chooser), *_plain(commission, known)]
        looks = list(_looks(commission))
        faceted = min(sum(len(look.drafts) for look in looks), commission.most // _FIDELITY_PART)
        numeric = commission.most - faceted - len(rare)
        for start in (
            *_walks(commission, chooser, min(numeric, MOST_A_DOMAIN)),
            *_capped(looks, faceted, random.Random(f"{commission.seed} {commission.domain} looks")),
            *rare,
        ):
            _run(start, work, self.name)
        return Written(
            self.name, commission.domain, tuple(work.tasks.values()), dict(work.yields), tuple(work.traces),
            tuple(known.missing_joins()), tuple(work.faults),
        )  # fmt: skip


def _walks(commission: Commission, chooser: Chooser, most: int) -> Iterator[_Start]:
    """Yield each seed's walks; what one seed's tables do not give is left to the others, in a second round to all."""
    named = _named(commission)
    chosen: defaultdict[str, list[Draft]] = defaultdict(list)
    left = most
    for place, seed in enumerate(_ROUNDS * commission.seeds):
        waiting = len(commission.seeds) - place % len(commission.seeds)
        share = min(-(-left // waiting), MOST_AN_EPISODE - len(chosen[seed.name]))
        drafts = [_draft(found, chooser, commission, named) for found in chooser.walks(seed, share)]
        chosen[seed.name] += drafts
        left -= len(drafts)
    for seed in commission.seeds:
        yield _Start(seed.path, seed, tuple(chosen[seed.name]))


def _looks(commission: Commission) -> Iterator[_Start]:
    first: dict[str, Chunk] = {}
    for seed in commission.seeds:
        first.setdefault(seed.path, seed)
    documents = list(commission.documents())
    names = names_of(documents)
    for document in documents:
        drafts = fidelity_drafts(
            document, names[document.path], random.Random(f"{commission.seed} {document.path} facets")
        )
        if drafts:
            yield _Start(document.path, first.get(document.path), tuple(drafts))


def _absences(commission: Commission, chooser: Chooser) -> Iterator[_Start]:
    """Yield the null answers and, in the same words, questions that the archive answers: several beside each null.

    That one document does not give a figure says nothing of an archive.
    """
    if len(commission.context.paths()) < _FEWEST_DOCUMENTS:
        return
    archive = holdings(commission.domain, commission.context)
    rng = random.Random(f"{commission.seed} {commission.domain} gaps")
    found = in_turn(gaps(archive, rng), chooser.known)[: commission.most // _NULL_PART]
    for path, draft in twinned_drafts(found, archive, chooser, commission.context, _named(commission)):
        yield _Start(path, None, (draft,))


def _packs(commission: Commission, known: Ledger) -> Iterator[_Start]:
    for path, draft in pack_drafts(known, commission.context):
        yield _Start(path, None, (draft,))


def _plain(commission: Commission, known: Ledger) -> Iterator[_Start]:
    """Yield look-ups of one figure; an archive of one document is asked for its facets alone."""
    if len(commission.context.paths()) < _FEWEST_DOCUMENTS:
        return
    rng = random.Random(f"{commission.seed} {commission.domain} plain")
    for path, draft in plain_drafts(known, commission.context, rng, commission.most // _PLAIN_PART):
        yield _Start(path, None, (draft,))


def _capped(looks: Sequence[_Start], most: int, rng: random.Random) -> Iterator[_Start]:
    """The looks with as many drafts as are wanted: each kind once, then each twice, so that none drowns the rest.

    Among kinds that stand equally, those that a document has first come first, over all documents by chance.
    """
    earlier, ranked = Counter[str](), list[tuple[int, int, float, int, int]]()
    order = rng.sample(range(len(looks)), len(looks))
    for number in order:
        for place, draft in enumerate(looks[number].drafts):
            ranked.append((earlier[draft.template], place // _ALIKE, rng.random(), number, place))
            earlier[draft.template] += 1
    kept = {(number, place) for *_, number, place in sorted(ranked)[:most]}
    for number, look in enumerate(looks):
        drafts = tuple(draft for place, draft in enumerate(look.drafts) if (number, place) in kept)
        if drafts:
            yield _Start(look.path, look.seed, drafts)


def _named(commission: Commission) -> str:
    """Return the domain where the archive has others too: they may hold the same measure of the same role."""
    own = {document.path for document in commission.documents()}
    return commission.domain if set(commission.context.paths()) - own else ""


def _draft(found: Worked, chooser: Chooser, commission: Commission, named: str) -> Draft:
    rendering = render(found.walk, chooser.rng, named, chooser.known.folder(found.walk.paths))
    return draft_of(found, rendering, chooser.known, commission.context)


def _run(start: _Start, work: _Work, author: str) -> None:
    commission = work.commission
    folder = collection_path(commission.domain, start.path).partition("/")[0]
    policy = RulesPolicy(start.drafts, folder, commission.sandbox.python, "its tables join no other document")
    brought = write_episode(policy, _opening(start), commission, trusted=True)
    work.traces.append(brought.trace)
    work.faults += [f"{start.path}: {fault}" for fault in (*policy.faults, *brought.refusals)]
    seed = start.seed.name if start.seed else None
    templates = {draft.question: draft.template for draft in start.drafts}
    for proposal in brought.proposals:
        lineage = Lineage(author, seed, trace=brought.trace, template=templates[proposal.question])
        task = task_of(proposal, lineage)
        if task.id not in work.tasks:
            work.tasks[task.id] = task
            if seed is not None:
                work.yields[seed] += 1


def _opening(start: _Start) -> list[Message]:
    where = f"chunk {start.seed.index} of {start.path}" if start.seed else start.path
    return [Instruction(_INSTRUCTION), Request(f"Start from {where}.")]
