"""The scripted solvers, reviewer and grader: a solver is right if and only if it is shown the evidence."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from assay.model.task import Task
from tests.evaluation.scripted import MARKER
from tests.filters.desk import GOOD, GUIDES, REVIEWS
from tests.soak.ideas import HOPELESS, KNOWN, TRIVIAL, VAGUE

_NO_DOCUMENT = "No document is shown to you"
_FORM, _QUESTION = "\n\nForm of the answer:", "Question: "
# A document that is no text but for its conversion; the last model of the panel opens none of these.
_TEXTS = ("*.csv.md", "*.md.md", "*.html.md", "*.txt.md")
_OTHER = "another than the reference"
_UNKNOWN = "unknown"


@dataclass(frozen=True)
class Known:
    """What a question is answered with by who has these texts before them."""

    question: str
    right: str
    quotes: tuple[str, ...]
    clearer: str = ""


@dataclass
class Book:
    """The questions that are known so far; a revision that says more behind one is the same question."""

    held: dict[str, Known] = field(default_factory=dict[str, Known])
    lock: Lock = field(default_factory=Lock)

    def learn(self, *known: Known) -> None:
        """Take questions; the reviewer's clearer words ask the same."""
        with self.lock:
            for one in known:
                self.held |= {_fold(words): one for words in (one.question, one.clearer) if words}

    def find(self, asked: str) -> Known | None:
        """Return what is known of a question."""
        with self.lock:
            return next((one for words, one in self.held.items() if _fold(asked).startswith(words)), None)


def known_of(tasks: Iterable[Task]) -> list[Known]:
    """Return what tasks with one answer are answered with."""
    found = [task for task in tasks if task.answer.type != "null" and task.track != "domain"]
    return [Known(task.question, task.answer.value, tuple(one.quote for one in task.evidence)) for task in found]


def replied(body: Mapping[str, Any], book: Book) -> dict[str, Any]:
    """Return the rule of the reply to a solver's or the reviewer's prompt."""
    texts = [_text(message) for message in body["messages"]]
    if REVIEWS in texts[-1]:
        return {"json": _reviewed(texts[-1], book)}
    if body.get("tools"):
        return _with_bash(texts, str(body["model"]), book)
    known = book.find(_asked(texts[1]))
    if _NO_DOCUMENT in texts[0]:
        right = known is not None and KNOWN in known.question
    else:
        right = known is not None and _stands(known.quotes, texts[1]) and not _lost(known, texts[1])
    return {"say": f"So it is.\n<answer>{known.right if known and right else _UNKNOWN}</answer>"}


def graded(prompt: str) -> dict[str, Any]:
    """Return the grades of a question, as the scripted grader sees it."""
    value = 1 if TRIVIAL in prompt else 4
    return {"why": "Who would ask it?" if value == 1 else "-", "clarity": 4, "precision": 5, "information_value": value}


def _lost(known: Known, prompt: str) -> bool:
    """Whether a question, as it is worded, can be followed with the reasoning at hand alone."""
    return (HOPELESS in known.question or VAGUE in prompt) and GUIDES not in prompt


def _with_bash(texts: Sequence[str], model: str, book: Book) -> dict[str, Any]:
    known = book.find(texts[1])
    if len(texts) == 2:
        among = " ".join(f"--include={shlex.quote(one)}" for one in _TEXTS) if model == "texts" else ""
        sought = " ".join(f"-e {shlex.quote(quote)}" for quote in known.quotes if quote) if known else "-e ''"
        return _bash(f"grep -rhoF {among} {sought} /workspace/documents | sort | uniq")
    right = known is not None and all(_fold(quote) in _fold(texts[-1]) for quote in known.quotes)
    answer = known.right if known and right else _UNKNOWN
    return _bash(f"echo {MARKER}; echo {shlex.quote(f'<answer>{answer}</answer>')}")


def _bash(command: str) -> dict[str, Any]:
    return {"calls": [{"name": "bash", "arguments": {"command": command}}]}


def _reviewed(prompt: str, book: Book) -> dict[str, Any]:
    asked = _asked(prompt)
    known = book.find(asked)
    if VAGUE in asked and known is not None:
        return {**GOOD, "ambiguity": "major", "is_usable": False, "revised_question": known.clearer}
    if HOPELESS in asked:
        return {**GOOD, "ambiguity": "major", "is_usable": False, "issues": ["More, or less?"]}
    if prompt.count(_OTHER) == 2:
        return {**GOOD, "answer_status": "incorrect", "is_usable": False, "issues": ["Nobody reaches the reference."]}
    return GOOD


def _asked(prompt: str) -> str:
    """Return the question of a prompt."""
    return prompt.rpartition(_FORM)[0].rpartition(_QUESTION)[2] if _QUESTION in prompt else prompt


def _stands(quotes: Sequence[str], shown: str) -> bool:
    """Whether each text stands in what is shown, whole."""
    text = _fold(shown)
    return all(re.search(rf"(?<![\w.,]){re.escape(_fold(quote))}(?![\w]|[.,]\d)", text) for quote in quotes)


def _fold(text: str) -> str:
    return " ".join(text.split())


def _text(message: Mapping[str, Any]) -> str:
    content = message.get("content") or ""
    return content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)
