"""A build whose author is a model behind real HTTP: what it releases, and how it goes on after faults and a cap."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from assay.config import Settings
from assay.gateway.scripted import Rules, ScriptedServer
from assay.model.errors import BudgetExhausted
from assay.model.task import Task
from assay.stages.audit import audit_body
from assay.stages.rehearsing import rehearse
from assay.stages.run import Silent
from assay.store.snapshot import Snapshot
from assay.store.tasks import tasks
from tests.served import served_model
from tests.stages.archives import Built, built, tiny_build


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return tiny_build(tmp_path_factory)


@pytest.fixture(scope="module")
def proven(known: Built) -> Task:
    """A task of the rules that every gate keeps: what the scripted model submits as its own."""
    with Snapshot.open(known.out) as snapshot:
        return next(task for task in tasks(snapshot) if task.track == "numeric")


def submission(task: Task) -> dict[str, Any]:
    cited = [
        {"path": one.path, "artifact": one.artifact, "quote": one.quote}
        | ({"row": one.at.row, "column": one.at.column} if one.at.row is not None else {})
        for one in task.evidence
    ]
    answer = {name: getattr(task.answer, name) for name in ("type", "value", "unrounded", "unit", "scale", "decimals")}
    return {
        "track": task.track, "question": task.question, "evidence": cited, "reasoning": list(task.reasoning),
        "answer": {name: value for name, value in answer.items() if value is not None},
        "program": task.program, "hops": task.hops,
    }  # fmt: skip


def script(task: Task) -> Iterator[dict[str, Any]]:
    said = {"question": task.question, "unique": True, "why": "it names what it asks for"}
    calling = [("bash", {"command": "ls -R /workspace/documents"}), ("submit", submission(task)), ("finish", {})]
    for turn, (name, arguments) in enumerate(calling):
        yield {"when": {"tool": "submit", "turn": turn}, "calls": [{"name": name, "arguments": arguments}]}
    yield {"when": {"contains": ["still wrong:"]}, "json": said}
    yield {"json": {"question": task.question}}


def settings(server: ScriptedServer, calls: int | None = None) -> Settings:
    return Settings.model_validate(
        {
            "models": {"author": served_model(server)}, "providers": {"openai": {"retries": 0}},
            "budget": {"calls": calls}, "synthesis": {"authors": ["agent"], "agent": {"seeds": 1}},
        }
    )  # fmt: skip


def served(task: Task, *first: Mapping[str, Any]) -> ScriptedServer:
    rules: Sequence[Mapping[str, Any]] = [*first, *script(task)]
    return ScriptedServer(Rules.model_validate({"rules": rules}))


def released(out: Path) -> list[Task]:
    with Snapshot.open(out) as snapshot:
        return list(tasks(snapshot))


def test_a_model_writes_what_the_gates_keep_and_is_asked_once(known: Built, proven: Task, tmp_path: Path):
    with served(proven) as server:
        first = built(known.archive, tmp_path / "out", settings(server))
        asked = server.calls
        second = built(known.archive, tmp_path / "out", settings(server))
        assert (asked, server.calls) == (5, 5)
    (task,) = released(tmp_path / "out")
    assert (task.lineage.author, task.lineage.model, task.question) == ("agent", "openai/scripted", proven.question)
    assert {(one.path, one.artifact, one.quote) for one in task.evidence} == {
        (one.path, one.artifact, one.quote) for one in proven.evidence
    }
    funnel = {row["gate"]: row for row in audit_body(tmp_path / "out")["funnel"]}  # pyright: ignore
    assert funnel["verification"]["kept"] == 1
    assert first.released == second.released
    assert second.computed.get("synthesize", 0) == 0


@pytest.mark.parametrize("turn", [0, 2])
def test_a_seed_whose_call_failed_is_told_and_is_due_in_the_next_run(
    known: Built, proven: Task, tmp_path: Path, turn: int
):
    fault = {"when": {"tool": "submit", "turn": turn}, "fault": "cut", "times": 1}
    with served(proven, fault) as server:
        first = built(known.archive, tmp_path / "out", settings(server))
        assert released(tmp_path / "out") == []
        second = built(known.archive, tmp_path / "out", settings(server))
        assert server.calls == 5 + 1
        third = built(known.archive, tmp_path / "out", settings(server))
        assert server.calls == 5 + 1
    told = [sentence for sentence in first.sentences if "stay due" in sentence]
    assert len(told) == 1
    assert "cut: " in told[0]
    assert len(released(tmp_path / "out")) == 1
    assert not any("stay due" in sentence for sentence in (*second.sentences, *third.sentences))
    assert (second.computed["synthesize"], third.computed.get("synthesize", 0)) == (1, 0)


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        ({"say": "I would rather not."}, "no_call"),
        ({"fault": "refusal"}, "no_call"),
        ({"calls": [{"name": "finish", "arguments": {}}]}, "finished"),
        ({"calls": [{"name": "bash", "arguments": {"command": "ls"}}]}, "turns"),
    ],
)
def test_an_author_that_writes_nothing_is_told_each_time(known: Built, tmp_path: Path, reply: Any, why: str):
    with ScriptedServer(Rules.model_validate({"rules": [{"when": {"tool": "submit"}, **reply}]})) as server:
        first = built(known.archive, tmp_path / "out", settings(server))
        asked = server.calls
        second = built(known.archive, tmp_path / "out", settings(server))
        assert server.calls == asked > 0
    assert released(tmp_path / "out") == []
    for summary in (first, second):
        assert f"agent/energy: 1 seed brought no question ({why} 1)" in summary.sentences


def test_a_cap_ends_the_run_and_it_goes_on_once_it_is_raised(known: Built, proven: Task, tmp_path: Path):
    with served(proven) as server:
        with pytest.raises(BudgetExhausted):
            built(known.archive, tmp_path / "out", settings(server, calls=3))
        assert server.calls == 3
        built(known.archive, tmp_path / "out", settings(server, calls=5))
        assert server.calls == 5
    assert len(released(tmp_path / "out")) == 1


def test_a_task_names_the_scripted_author_by_its_file_alone(known: Built, proven: Task, tmp_path: Path):
    rules = tmp_path / "rules" / "author.json"
    rules.parent.mkdir()
    rules.write_text(json.dumps({"rules": list(script(proven))}), encoding="utf-8")
    told = {
        "models": {"author": {"model": f"scripted/{rules}"}},
        "synthesis": {"authors": ["agent"], "agent": {"seeds": 1}},
    }
    rehearsed = rehearse(known.archive, tmp_path / "out", Settings.model_validate(told), Silent())
    built(known.archive, tmp_path / "out", Settings.model_validate(told))
    (task,) = released(tmp_path / "out")
    assert {row.model for row in rehearsed.rows} == {task.lineage.model} == {"scripted/author.json"}
    # the store alone remembers the settings of its last run, and so where their files lay
    texts = [path for path in (tmp_path / "out").rglob("*") if path.is_file() and path.suffix != ".duckdb"]
    assert not [path for path in texts if str(rules).encode() in path.read_bytes()]
