"""What the tests of the gateway share: settings for a scripted model, behind HTTP or within the process."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from assay.config import Settings
from assay.gateway import CallFailure, Gateway, Reply, ask_text
from assay.gateway.scripted import Rules, ScriptedServer
from assay.store.folder import OutFolder

QUICK = {"retries": 3, "first_wait": 0.001, "longest_wait": 30.0}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["answer"],
    "properties": {"answer": {"type": "string"}},
    "additionalProperties": False,
}


def rules_of(*rules: Mapping[str, Any], **rest: Any) -> Rules:
    """Return the rules; what no rule holds for is answered `hello`."""
    return Rules.model_validate({"rules": list(rules), "otherwise": {"say": "hello"}, **rest})


def wired(server: ScriptedServer, budget: Mapping[str, Any] | None = None, **model: Any) -> Settings:
    """Return settings whose grader is behind a server."""
    grader = {"model": "openai/scripted", "api_base": server.api_base, "price": {"input": 1, "output": 2}, **model}
    return _settings(grader, budget)


def within(folder: Path, rules: Rules, budget: Mapping[str, Any] | None = None, **model: Any) -> Settings:
    """Return settings whose grader is scripted within the process."""
    path = folder / "rules.json"
    path.write_text(json.dumps(rules.model_dump(mode="json", by_alias=True)), encoding="utf-8")
    return _settings({"model": f"scripted/{path}", "price": {"input": 1, "output": 2}, **model}, budget)


def _settings(grader: Mapping[str, Any], budget: Mapping[str, Any] | None) -> Settings:
    providers = {"openai": QUICK, "scripted": QUICK}
    return Settings.model_validate({"models": {"grader": grader}, "providers": providers, "budget": budget or {}})


def ask(gateway: Gateway, text: str, **more: Any) -> Reply | CallFailure:
    """Return what the grader makes of a text."""
    return gateway.ask("grader", ask_text(text, schema=more.pop("schema", None)), stage="test", **more)


def out_in(folder: Path) -> OutFolder:
    """Return an OUT below a folder."""
    return OutFolder(folder / "out")


def waits() -> tuple[list[float], Callable[[float], None]]:
    """Return a list and a sleep that only writes down what it was asked for."""
    asked: list[float] = []
    return asked, asked.append
