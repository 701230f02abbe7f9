"""Mode `program`: a task's program runs in the sandbox over a view that holds only the cited files."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from assay.collection import collection_path
from assay.evaluation import forked
from assay.evaluation.context import ArchiveContext
from assay.evaluation.golds import spec_of
from assay.evaluation.match import match
from assay.model.probe import Attempt, Ending, Probe
from assay.model.task import Task
from assay.sandbox import DOCUMENTS, RUN, Completed, Limits, Mount, Sandbox
from assay.views import apply

PROGRAM = "program"
"""The subject of a probe that runs the task's own program."""

UNPARSABLE = (SyntaxError, ValueError, RecursionError, MemoryError)
"""What `ast.parse` raises for texts that are no Python, NUL characters and deep nesting included."""

_ENDINGS: Mapping[str, Ending] = {
    "timeout": "timeout", "memory": "memory", "output": "output", "processes": "processes", "scratch": "output",
    "refused": "refused", "signal": "wrong_exit",
}  # fmt: skip
# Programs of Assay's own author are fixed text around look-up keys; others need real isolation.
_OWN_AUTHORS = frozenset({"rules"})


class _Line(NamedTuple):
    """What assay.evaluation.forked says of one run."""

    status: int
    printed: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Programs:
    """Runs tasks' programs over views of one archive in one sandbox."""

    context: ArchiveContext
    sandbox: Sandbox
    limits: Limits

    def attempts(self, task: Task, probes: Sequence[Probe]) -> Iterator[Attempt]:
        """Yield what the program printed on its last line over each view, and whether that matches the gold.

        Several runs of what Assay's own author wrote share a sandbox and an interpreter; else each has its own.
        """
        together = self._together(task, probes) if len(probes) > 1 and _is_own(task) else []
        for at, probe in enumerate(probes):
            yield together[at] if together else self._alone(task, probe)

    def _alone(self, task: Task, probe: Probe) -> Attempt:
        files = _files(self.context, task, probe)
        with _laid_out([files], task.program) as (documents, scratch):
            done = self._run(task, ["program.py", DOCUMENTS], documents / "0", scratch)
        return _attempt(task, probe, done, self.sandbox.level, files)

    def _together(self, task: Task, probes: Sequence[Probe]) -> list[Attempt]:
        """Return the attempts of runs in one sandbox, or none where it ended before all of them had."""
        laid = [_files(self.context, task, probe) for probe in probes]
        folders = [f"{DOCUMENTS}/{number}" for number in range(len(laid))]
        with _laid_out(laid, task.program) as (documents, scratch):
            (scratch / "forked.py").write_bytes(Path(forked.__file__).read_bytes())
            done = self._run(task, ["forked.py", f"{RUN}/program.py", *folders], documents, scratch)
        lines = done.output.splitlines()
        if done.ending != "exit" or done.returncode or done.truncated or len(lines) != len(laid):
            return []
        ends = [_completed(done, _Line(**json.loads(line)), at) for line, at in zip(lines, folders, strict=True)]
        return [
            _attempt(task, probe, end, self.sandbox.level, files)
            for probe, end, files in zip(probes, ends, laid, strict=True)
        ]

    def _run(self, task: Task, words: Sequence[str], documents: Path, scratch: Path) -> Completed:
        return self.sandbox.run(
            [*self.sandbox.python, f"{RUN}/{words[0]}", *words[1:]],
            mounts=[Mount(documents, DOCUMENTS), Mount(scratch, RUN, writable=True)],
            limits=self.limits,
            trusted=_is_own(task),
        )


def _is_own(task: Task) -> bool:
    return task.lineage.author in _OWN_AUTHORS


def _files(context: ArchiveContext, task: Task, probe: Probe) -> dict[str, str]:
    paths = sorted({evidence.path for evidence in task.evidence})
    documents = {path: document for path in paths if (document := context.document(path)) is not None}
    overlay = apply(probe.view, documents)
    files: dict[str, str] = {}
    for path, document in documents.items():
        text = overlay.get(path, context.markdown(path))
        if text is not None:
            files[collection_path(document.domain, path)] = text
    return files


@contextmanager
def _laid_out(laid: Sequence[Mapping[str, str]], program: str) -> Generator[tuple[Path, Path]]:
    """Yield a folder with one numbered folder of documents for each run, and the one that holds the program."""
    with tempfile.TemporaryDirectory(prefix="assay-program-") as folder:
        documents, scratch = Path(folder, "documents"), Path(folder, "run")
        scratch.mkdir()
        (scratch / "program.py").write_text(program, encoding="utf-8")
        for number, files in enumerate(laid):
            _write(documents / str(number), files)
        yield documents, scratch


def _write(folder: Path, files: Mapping[str, str]) -> None:
    folder.mkdir(parents=True)
    for name, text in files.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


def _completed(done: Completed, line: _Line, folder: str) -> Completed:
    """Return how one of the runs that shared a sandbox ended, in the words of a run by itself."""
    ending = "exit" if line.status >= 0 else "signal"
    printed = line.printed.replace(f"{folder}/", f"{DOCUMENTS}/")
    return replace(done, ending=ending, returncode=line.status, output=printed.encode(), seconds=line.seconds)


def _attempt(task: Task, probe: Probe, done: Completed, level: str, files: Mapping[str, str]) -> Attempt:
    named = tuple(sorted(files))
    output = done.output.decode("utf-8", "replace").strip()
    last = output.rsplit("\n", 1)[-1].strip()
    ending: Ending = _ENDINGS.get(done.ending, "done" if done.returncode == 0 else "wrong_exit")
    if ending != "done":
        return Attempt(probe, None, None, ending, last[:300], named, level, seconds=done.seconds)
    right = match(task.answer.value, last, spec_of(task.answer)).ok
    return Attempt(probe, last, right, "done", "", named, level, seconds=done.seconds)
