"""A whole funnel with models over the bundled archive: the scripted server that plays all of them, and its config."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from threading import Lock
from typing import Any

import yaml

from assay.gateway.scripted import Rules, ScriptedServer
from assay.gateway.scripted.asked import read_request
from assay.gateway.scripted.replies import Served, served
from assay.gateway.scripted.rules import Rule
from assay.model.canonical import Json, digest
from tests.soak.authors import next_call, rewritten
from tests.soak.solvers import Book, Known, graded, replied

PER_DOMAIN = 12
"""Questions of each author in each domain: enough for every gate to have what it keeps and what it drops."""

_SUMMARY = """topic: figures of places by year
entities: the places in the first column
time range: 2015 to 2024
data type: a table
features: one unit in the caption
<tags>figures, places, years</tags>"""


class Funnel(ScriptedServer):
    """Plays every model of a run; `asked` counts the requests by digest."""

    def __init__(self, book: Book) -> None:
        super().__init__(Rules())
        self.asked = Counter[str]()
        self._book, self._counting = book, Lock()

    def serve(self, body: Mapping[str, Json], key: str = "") -> Served:
        """Return what is served for a request, of which only the digest is kept: there are thousands."""
        with self._counting:
            self.asked[digest(dict(body))] += 1
            self.bodies.append({})
        return served(Rule.model_validate(self._rule(body)), read_request(body), str(body["model"]))

    def _rule(self, body: Mapping[str, Any]) -> dict[str, Any]:
        told = str(body["messages"][0]["content"])
        if "submit" in read_request(body).tools:
            return self._authored(body)
        if told.startswith("You summarise parts"):
            return {"say": _SUMMARY}
        if told.startswith("You rewrite questions"):
            return {"json": {"question": rewritten(body)}}
        if told.startswith("You check a rewritten question"):
            return {"json": {"question": rewritten(body), "unique": True, "why": "One place fits each role."}}
        if told.startswith("You grade a question"):
            return {"json": graded(str(body["messages"][-1]["content"]))}
        return replied(body, self._book)

    def _authored(self, body: Mapping[str, Any]) -> dict[str, Any]:
        rule, submitted = next_call(body)
        if submitted is not None:
            idea, learnt = submitted
            quotes = learnt.quotes[-idea.enough :] if idea.enough else learnt.quotes
            self._book.learn(Known(idea.question, learnt.right(idea), quotes, idea.clearer))
        return rule


def config(folder: Path, server: ScriptedServer | None = None) -> Path:
    """Write the config of a build with all models behind a server, without any and with one gate where it is None."""
    body: dict[str, Any] = {"synthesis": {"per_domain": PER_DOMAIN}, "filters": {"gates": ["spec"]}}
    if server is not None:
        one = {
            "api_base": server.api_base, "endpoint": "funnel", "price": {"input": 1, "output": 2}, "pictures": False,
        }  # fmt: skip
        author, solver, texts = ({"model": f"openai/{name}", **one} for name in ("author", "solver", "texts"))
        body = {
            "models": {
                "author": author, "obfuscator": author, "summariser": author, "closed_book": [solver],
                "panel": [solver, {**solver, "model": "openai/second"}, texts], "reviewer": solver,
                "grader": solver,
            },
            "providers": {"openai": {"retries": 0}},
            "synthesis": {
                "authors": ["rules", "agent"], "per_domain": PER_DOMAIN,
                "agent": {"seeds": 1, "questions": 12, "rounds": 2, "turns": 40},
            },
        }  # fmt: skip
    path = folder / ("funnel.yaml" if server else "questions.yaml")
    path.write_text(yaml.safe_dump(json.loads(json.dumps(body))), encoding="utf-8")
    return path
