"""Released tasks as the JSON lines of `tasks.jsonl` (contracts.md)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from assay.evaluation.golds import spec_of
from assay.markdown import anchor_json
from assay.model.canonical import Json, canonical_json, digest
from assay.model.codec import to_json
from assay.model.task import Answer, Assertion, Evidence, Plan, Task, Tier


def task_line(task: Task, *, release: int, tier: Tier, canary: str) -> dict[str, Json]:
    """Return one task as the contract's JSON object; nothing in it depends on when or where it was made."""
    return {
        "id": task.id,
        "revision": task.revision,
        "track": task.track,
        "domain": task.domain,
        "question": task.question,
        "answer": _answer(task.answer),
        "format": spec_of(task.answer),
        "evidence": [_evidence(evidence) for evidence in task.evidence],
        "scope": [{"query": scope.query, "digest": scope.digest} for scope in task.scope],
        "reasoning": list(task.reasoning),
        "program": task.program,
        "plan": _plan(task.plan),
        "assertions": [_assertion(assertion) for assertion in task.assertions],
        "labels": list(task.labels),
        "hops": task.hops,
        "documents": task.documents,
        "tier": tier,
        "lineage": _lineage(task, release, canary),
    }


def canary_of(tasks: Iterable[Task]) -> str:
    """Return the string by which a leak of this release into training data can be found: the same for equal tasks."""
    return "assay-canary-" + digest([[task.id, task.revision] for task in tasks])[:32]


def task_lines(tasks: Sequence[Task], *, release: int, tier: Tier = "machine") -> list[str]:
    """Return the lines of `tasks.jsonl` in the order of the tasks."""
    canary = canary_of(tasks)
    return [canonical_json(task_line(task, release=release, tier=tier, canary=canary)) for task in tasks]


def _answer(answer: Answer) -> dict[str, Json]:
    return {
        "type": answer.type,
        "value": answer.value,
        "unrounded": answer.unrounded,
        "unit": answer.unit,
        "scale": answer.scale,
        "decimals": answer.decimals,
        "sign": answer.sign,
        "kind": answer.kind,
    }


def _evidence(evidence: Evidence) -> dict[str, Json]:
    return {
        "document": evidence.document,
        "path": evidence.path,
        "artifact": evidence.artifact,
        "kind": evidence.kind,
        "at": anchor_json(evidence.at),
        "page": evidence.page if evidence.page is not None else evidence.at.page,
        "modality": evidence.modality,
        "quote": evidence.quote,
        "digest": evidence.digest,
    }


def _plan(plan: Plan | None) -> Json:
    if plan is None:
        return None
    return {
        "lookups": [to_json(lookup) for lookup in plan.lookups],
        "operations": [to_json(operation) for operation in plan.operations],
        "result": plan.result,
    }


def _assertion(assertion: Assertion) -> Json:
    fields = cast(dict[str, Json], to_json(assertion))
    return {name: value for name, value in fields.items() if name != "is"}


def _lineage(task: Task, release: int, canary: str) -> dict[str, Json]:
    lineage = task.lineage
    rewritten: dict[str, Json] = {}
    if lineage.overlap is not None:
        rewritten = {"overlap": lineage.overlap, "names_left": list(lineage.names_left)}
    return {
        "author": lineage.author,
        "seed": lineage.seed,
        "model": lineage.model,
        "prompts": dict(lineage.prompts),
        "template": lineage.template,
        **rewritten,
        "release": release,
        "canary": canary,
    }
