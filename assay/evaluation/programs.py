"""Mode `program`: a task's program runs in the sandbox over a view that holds only the cited files."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path
from typing import NamedTuple

from assay.collection import collection_path
from assay.evaluation import forked
from assay.evaluation.context import ArchiveContext
from assay.evaluation.golds import spec_of
from assay.evaluation.match import match
from assay.model.probe import Attempt, Ending, Probe
from assay.model.task import Task
from assay.sandbox import DOCUMENTS, RUN, Completed, Limits, Mount, Sandbox, SandboxFailed
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
# A sandbox and an interpreter cost as much as ten runs; what they end for is run again, one by one.
_TOGETHER, _LARGEST = 64, 16 << 20


class Ran(NamedTuple):
    """A task and a probe of it that runs its program."""

    task: Task
    probe: Probe


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

    def attempts(self, runs: Sequence[Ran]) -> list[Attempt]:
        """Return what each program printed on its last line over its view, and whether that matches the gold.

        Runs of what Assay's own author wrote share a sandbox and an interpreter; else each has its own.
        """
        own = [run for run in runs if _is_own(run.task)]
        found = {one.probe: one for group in self._groups(own) if len(group) > 1 for one in self._together(group)}
        return [found.get(run.probe) or self._alone(run) for run in runs]

    def _groups(self, runs: Sequence[Ran]) -> Iterator[list[Ran]]:
        """Yield the runs in groups whose files, were all of them written anew, are not too large together."""
        group, held = list[Ran](), 0
        for run in runs:
            size = sum(len(self.context.markdown(path) or "") for path in {one.path for one in run.task.evidence})
            if group and (len(group) == _TOGETHER or held + size > _LARGEST):
                yield group
                group, held = [], 0
            group.append(run)
            held += size
        yield group

    def _alone(self, run: Ran) -> Attempt:
        files, words = _files(self.context, run), [*_places([run]).values(), DOCUMENTS]
        try:
            with _laid_out([run], [files]) as (documents, scratch):
                done = self._run(run.task, words, documents / "0", scratch, self.limits)
        except SandboxFailed as error:
            return Attempt(run.probe, None, None, "failed", str(error))
        return _attempt(run, done, self.sandbox.level, files)

    def _together(self, runs: Sequence[Ran]) -> list[Attempt]:
        """Return the attempts of runs in one sandbox, or none where it ended before all of them had."""
        laid = [_files(self.context, run) for run in runs]
        places = _places(runs)
        words = [word for at, run in enumerate(runs) for word in (places[run.task.program], _folder(at))]
        seconds, limits = ceil(self.limits.seconds), replace(self.limits, seconds=self.limits.seconds * len(runs))
        with suppress(SandboxFailed, OSError), _laid_out(runs, laid) as (documents, scratch):
            (scratch / "forked.py").write_bytes(Path(forked.__file__).read_bytes())
            done = self._run(runs[0].task, [f"{RUN}/forked.py", str(seconds), *words], documents, scratch, limits)
            return _attempts(runs, laid, done, self.sandbox.level)
        return []

    def _run(self, task: Task, words: Sequence[str], documents: Path, scratch: Path, limits: Limits) -> Completed:
        return self.sandbox.run(
            [*self.sandbox.python, *words],
            mounts=[Mount(documents, DOCUMENTS), Mount(scratch, RUN, writable=True)],
            limits=limits,
            trusted=_is_own(task),
        )


def _is_own(task: Task) -> bool:
    return task.lineage.author in _OWN_AUTHORS


def _folder(at: int) -> str:
    return f"{DOCUMENTS}/{at}"


def _places(runs: Sequence[Ran]) -> dict[str, str]:
    """Return where each different program stands in the sandbox."""
    return {program: f"{RUN}/{at}.py" for at, program in enumerate(dict.fromkeys(run.task.program for run in runs))}


def _files(context: ArchiveContext, run: Ran) -> dict[str, str]:
    paths = sorted({evidence.path for evidence in run.task.evidence})
    documents = {path: document for path in paths if (document := context.document(path)) is not None}
    overlay = apply(run.probe.view, documents)
    files: dict[str, str] = {}
    for path, document in documents.items():
        text = overlay.get(path, context.markdown(path))
        if text is not None:
            files[collection_path(document.domain, path)] = text
    return files


@contextmanager
def _laid_out(runs: Sequence[Ran], laid: Sequence[Mapping[str, str]]) -> Generator[tuple[Path, Path]]:
    """Yield a folder with one numbered folder of documents for each run, and the one that holds the programs."""
    with tempfile.TemporaryDirectory(prefix="assay-program-") as folder:
        documents, scratch = Path(folder, "documents"), Path(folder, "run")
        scratch.mkdir()
        for program, place in _places(runs).items():
            (scratch / Path(place).name).write_text(program, encoding="utf-8")
        written: dict[str, Path] = {}
        for at, files in enumerate(laid):
            _write(documents / str(at), files, written)
        yield documents, scratch


def _write(folder: Path, files: Mapping[str, str], written: dict[str, Path]) -> None:
    """Write the files; a text that stands in a file already is a link to it, for most views change one of several."""
    folder.mkdir(parents=True)
    for name, text in files.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if text in written:
            with suppress(OSError):
                os.link(written[text], target)
                continue
        target.write_text(text, encoding="utf-8")
        written[text] = target


def _attempts(
    runs: Sequence[Ran], laid: Sequence[Mapping[str, str]], done: Completed, level: str
) -> list[Attempt]:  # fmt: skip
    """Return the attempts of runs that shared a sandbox, none where it does not tell of each."""
    lines = done.output.splitlines()
    if done.ending != "exit" or done.returncode or done.truncated or len(lines) != len(runs):
        return []
    ends = [_completed(done, _Line(**json.loads(line)), _folder(at)) for at, line in enumerate(lines)]
    return [_attempt(run, end, level, files) for run, end, files in zip(runs, ends, laid, strict=True)]


def _completed(done: Completed, line: _Line, folder: str) -> Completed:
    """Return how one of the runs that shared a sandbox ended, in the words of a run by itself."""
    ending = "exit" if line.status >= 0 else "signal"
    printed = line.printed.replace(f"{folder}/", f"{DOCUMENTS}/")
    return replace(done, ending=ending, returncode=line.status, output=printed.encode(), seconds=line.seconds)


def _attempt(run: Ran, done: Completed, level: str, files: Mapping[str, str]) -> Attempt:
    named = tuple(sorted(files))
    output = done.output.decode("utf-8", "replace").strip()
    last = output.rsplit("\n", 1)[-1].strip()
    ending: Ending = _ENDINGS.get(done.ending, "done" if done.returncode == 0 else "wrong_exit")
    if ending != "done":
        return Attempt(run.probe, None, None, ending, last[:300], named, level, seconds=done.seconds)
    answer = run.task.answer
    right = match(answer.value, last, spec_of(answer)).ok
    return Attempt(run.probe, last, right, "done", "", named, level, seconds=done.seconds)
