"""The scripted author of the funnel over the bundled archive: it looks for tables, runs a program, submits, goes on.

It acts from what its own commands printed: keys of artifacts, cited cells and answers come out of the request.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from assay.model.canonical import Json
from synthesis.rules.reader import READER
from tests.soak.ideas import IDEAS, Idea, Table

_DOMAIN = re.compile(r"^domain:\s*<data \w+>\s*(\w+)", re.MULTILINE)
_TABLE = re.compile(r"<!-- (\w+) (?:table|tlr) [^\n]*-->\n\d*-?(\|[^\n]*)")
_CITED = re.compile(r"^CITED (.*)$", re.MULTILINE)
_ANSWER = re.compile(r"^ANSWER (.*)$", re.MULTILINE)

_HELP = '''

def leader(rows, of, heading, choose):
    """Return the name under a heading in the row that has the largest or smallest number under another."""
    held = {row[column(rows, of)]: row[column(rows, heading)] for row in rows[1:]}
    told = {name: number(text) for name, text in held.items() if text[:1].isdigit() and "otal" not in name}
    return choose(told, key=told.get)


def rounded(value, places):
    from decimal import ROUND_HALF_UP
    return Decimal(value).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)

'''
# What the author puts before a program to learn which cells it reads.
_WATCHED = """
import json
_places, _table, _cell, _leader = [], table, cell, leader


def table(path, key):
    rows = _table(path, key)
    _places.append((rows, path, key))
    return rows


def cited(rows, heading, keys):
    (place,) = [(path, key) for held, path, key in _places if held is rows]
    where = {column(rows, name): fold(text) for name, text in keys.items()}
    (at,) = [at for at, row in enumerate(rows) if at and all(fold(row[one]) == text for one, text in where.items())]
    there = column(rows, heading)
    print("CITED", json.dumps([*place, at, there, rows[at][there]], ensure_ascii=False))


def cell(rows, heading, keys):
    cited(rows, heading, keys)
    return _cell(rows, heading, keys)


def leader(rows, of, heading, choose):
    name = _leader(rows, of, heading, choose)
    cited(rows, heading, {of: name})
    return name

"""


@dataclass(frozen=True)
class Learnt:
    """What the author's command printed of an idea: the cited cells and the program's answer."""

    cells: Sequence[tuple[str, str, int, int, str]]
    answer: str

    @property
    def quotes(self) -> tuple[str, ...]:
        """The texts of the cells."""
        return tuple(cell[-1] for cell in self.cells)

    def right(self, idea: Idea) -> str:
        """Return what a solver that reads the question as it stands answers."""
        figures = [Decimal(text.replace(",", "")) for text in self.quotes]
        return idea.truth(figures) if idea.truth else self.answer


def next_call(body: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[Idea, Learnt] | None]:
    """Return the rule of the author's next reply, and what it submits with it."""
    said = [_text(message) for message in body["messages"]]
    domain = _DOMAIN.search(said[1])
    ideas = IDEAS.get(domain[1] if domain else "", ())
    turn = sum(message["role"] == "assistant" for message in body["messages"])
    if not ideas or turn > 2 * len(ideas):
        return _calls("finish", {}), None
    if turn == 0:
        return _calls("bash", {"command": _look(ideas)}), None
    idea, keys = ideas[(turn - 1) // 2], _keys(said[3])
    if turn % 2:
        program = f"{READER}{_HELP}{_WATCHED}{idea.program(keys)}"
        return _calls("bash", {"command": _run(program)}), None
    learnt = Learnt([tuple(json.loads(one)) for one in _CITED.findall(said[-1])], _ANSWER.findall(said[-1])[-1])
    return _calls("submit", _submission(idea, keys, learnt)), (idea, learnt)


def rewritten(body: Mapping[str, Any]) -> str:
    """Return the question in roles that the obfuscator or its refinement is asked for."""
    said = "\n".join(_text(message) for message in body["messages"])
    return next(idea.question for idea in _ideas() if idea.submitted in said)


def _ideas() -> Iterator[Idea]:
    yield from (idea for held in IDEAS.values() for idea in held)


def _text(message: Mapping[str, Any]) -> str:
    content = message.get("content") or ""
    return content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)


def _calls(name: str, arguments: Mapping[str, Json]) -> dict[str, Any]:
    return {"calls": [{"name": name, "arguments": dict(arguments)}]}


def _look(ideas: Sequence[Idea]) -> str:
    paths = sorted({one.path for idea in ideas for one in (idea.pick, idea.ask)})
    each = "; ".join(f"echo '== {path}'; grep -A1 -E '^<!-- \\w+ (table|tlr) ' {path}" for path in paths)
    return f"cd /workspace/documents; {each}"


def _keys(printed: str) -> dict[Table, str]:
    """Return the keys of the tables that were looked for, each the first of its document that begins so."""
    found: dict[Table, str] = {}
    for part in printed.split("== ")[1:]:
        path, _, rest = part.partition("\n")
        for idea in _ideas():
            for one in (idea.pick, idea.ask):
                if one.path == path and one not in found:
                    found[one] = next(key for key, head in _TABLE.findall(rest) if head.startswith(one.head))
    return found


def _run(program: str) -> str:
    return f"cat > program.py <<'PROGRAM'\n{program}PROGRAM\npython3 -I program.py /workspace/documents > out; " + (
        "grep CITED out; echo ANSWER $(tail -n 1 out)"
    )


def _submission(idea: Idea, keys: Mapping[Table, str], learnt: Learnt) -> dict[str, Json]:
    cited: list[Json] = [
        {"path": path, "artifact": key, "quote": quote, "row": row, "column": column}
        for path, key, row, column, quote in learnt.cells
    ]
    steps = [f"{path} has {quote}" for path, *_, quote in learnt.cells]
    return {
        "track": "numeric", "question": idea.submitted, "answer": {**idea.answer, "value": idea.gold or learnt.answer},
        "evidence": cited, "reasoning": [*steps, "The place that the first gives is looked up in the second."],
        "program": f"{READER}{_HELP}{idea.program(keys)}", "hops": 2,
    }  # fmt: skip
