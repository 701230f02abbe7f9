"""Released tasks proven again over a release's own collection, as an outsider would, on plain Markdown files.

A program is run; what has no program is proven by its quotes, which must stand in the artifacts that are cited.
This shares nothing with the views that the verification gate uses: cells are changed and files are taken away in a
copy of the collection.
"""

from __future__ import annotations

import shutil
import tempfile
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Literal

from assay.collection import collection_path
from assay.evaluation.golds import spec_of
from assay.evaluation.match import match
from assay.markdown import change_cell, escape_cell, escape_text, read_cell, shown
from assay.model.task import Evidence, Task
from assay.model.variants import other_numbers
from assay.sandbox import DOCUMENTS, RUN, Limits, Mount, Sandbox


@dataclass(frozen=True, slots=True)
class Reproof:
    """Whether a task's program or quotes still prove its answer; each failure is a sentence."""

    task: str
    answer: str
    printed: str | None
    failures: tuple[str, ...]
    runs: int
    by: Literal["program", "quotes"] = "program"

    @property
    def holds(self) -> bool:
        """Whether nothing failed."""
        return not self.failures


@dataclass(frozen=True, slots=True)
class Reprover:
    """Runs programs in a sandbox over a collection that is laid out in a folder."""

    collection: Path
    sandbox: Sandbox
    limits: Limits

    def prove(self, task: Task, *, mutate: bool) -> Reproof:
        """Return whether the program prints the gold; with `mutate` also whether it needs every cited cell and file.

        A task without a program is proven where the collection holds its quotes.
        """
        if not task.program:
            return Reproof(task.id, task.answer.value, None, tuple(self._unquoted(task)), 0, "quotes")
        with tempfile.TemporaryDirectory(prefix="assay-verify-") as folder:
            bench = _Bench(self, Path(folder), task)
            printed = bench.run()
            if printed is None or not match(task.answer.value, printed, spec_of(task.answer)).ok:
                failure = f"the program prints {printed!r}, the answer is {task.answer.value!r}"
                return Reproof(task.id, task.answer.value, printed, (failure,), bench.runs)
            failures = tuple(bench.failures(printed)) if mutate else ()
            return Reproof(task.id, task.answer.value, printed, failures, bench.runs)

    def printed(self, task: Task) -> list[str]:
        """Return the lines that a task's program prints over the collection, none where it fails."""
        with tempfile.TemporaryDirectory(prefix="assay-again-") as folder:
            return _Bench(self, Path(folder), task).lines()

    def _unquoted(self, task: Task) -> Iterator[str]:
        if not task.evidence and not task.scope:
            yield "it has no program, no evidence and no scope, so nothing proves it"
        for evidence in task.evidence:
            file = self.collection / collection_path(task.domain, evidence.path)
            if not file.is_file():
                yield f"the collection holds no {evidence.path}"
            elif not _quoted(evidence, file.read_text(encoding="utf-8")):
                yield f"{evidence.quote!r} does not stand in {evidence.artifact} of {evidence.path}"


class _Bench:
    """A folder with copies of the cited files, where one program is run."""

    def __init__(self, prover: Reprover, folder: Path, task: Task) -> None:
        self.runs = 0
        self._prover, self._task = prover, task
        self._documents, self._scratch = folder / "documents", folder / "run"
        self._scratch.mkdir()
        (self._scratch / "program.py").write_text(task.program, encoding="utf-8")
        self._files = {path: collection_path(task.domain, path) for path in _paths(task)}
        for place in self._files.values():
            self._restore(place)

    def run(self) -> str | None:
        """Return the last line that the program prints, None where it fails."""
        lines = self.lines()
        return lines[-1] if lines else None

    def lines(self) -> list[str]:
        """Return the lines that the program prints, none where it fails."""
        self.runs += 1
        sandbox = self._prover.sandbox
        done = sandbox.run(
            [*sandbox.python, f"{RUN}/program.py", DOCUMENTS],
            mounts=[Mount(self._documents, DOCUMENTS), Mount(self._scratch, RUN, writable=True)],
            limits=self._prover.limits,
            trusted=self._task.lineage.author == "rules",
        )
        if done.ending != "exit" or done.returncode != 0:
            return []
        return [line.strip() for line in done.output.decode("utf-8", "replace").strip().split("\n")]

    def failures(self, printed: str) -> Iterator[str]:
        """Yield a sentence for each file that the program does not need and each cell that it does not see."""
        for path, place in self._files.items():
            (self._documents / place).unlink()
            if self.run() is not None:
                yield f"without {path} the program still prints an answer"
            self._restore(place)
        for evidence in self._task.evidence:
            yield from self._unseen(evidence, printed)

    def _unseen(self, evidence: Evidence, printed: str) -> Iterator[str]:
        row, column = evidence.at.row, evidence.at.column
        if row is None or column is None:
            return
        file = self._documents / self._files[evidence.path]
        original = file.read_text(encoding="utf-8")
        others = other_numbers(read_cell(original, evidence.artifact, row, column))
        for text in others:
            file.write_text(change_cell(original, evidence.artifact, row, column, text), encoding="utf-8")
            if self.run() not in (None, printed):
                break
        else:
            if others:
                yield f"no change of {evidence.quote!r} in {evidence.path} changes what the program prints"
        file.write_text(original, encoding="utf-8")

    def _restore(self, place: str) -> None:
        target = self._documents / place
        target.parent.mkdir(parents=True, exist_ok=True)
        source = self._prover.collection / place
        if source.is_file():
            shutil.copyfile(source, target)


def _quoted(evidence: Evidence, markdown: str) -> bool:
    block, at = _block(markdown, evidence.artifact), evidence.at
    if block.startswith("|") and at.row is not None and at.column is not None:
        block = read_cell(markdown, evidence.artifact, at.row, at.column)
    # in the collection a text stands escaped
    forms = (_fold(form(evidence.quote)) for form in (shown, escape_text, escape_cell))
    return any(form in _fold(block) for form in forms if form)


def _block(markdown: str, key: str) -> str:
    """Return the lines below an artifact's anchor comment, down to the next comment."""
    lines = iter(markdown.split("\n"))
    for line in lines:
        if line.startswith(f"<!-- {key} "):
            return "\n".join(takewhile(lambda line: not line.startswith("<!-- "), lines))
    return ""


def _fold(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).split()).casefold()


def _paths(task: Task) -> Sequence[str]:
    return sorted({evidence.path for evidence in task.evidence})
