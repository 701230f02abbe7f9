"""Mode `program`: a task's program runs in the sandbox over a view that holds only the cited files."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

from assay.collection import collection_path
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


def run_program(context: ArchiveContext, sandbox: Sandbox, limits: Limits, task: Task, probe: Probe) -> Attempt:
    """Return what the program printed on its last line over the view, and whether that matches the gold."""
    files = _files(context, task, probe)
    with tempfile.TemporaryDirectory(prefix="assay-program-") as folder:
        documents, scratch = Path(folder, "documents"), Path(folder, "run")
        _lay_out(documents, scratch, files, task.program)
        done = sandbox.run(
            [*sandbox.python, f"{RUN}/program.py", DOCUMENTS],
            mounts=[Mount(documents, DOCUMENTS), Mount(scratch, RUN, writable=True)],
            limits=limits,
            trusted=task.lineage.author in _OWN_AUTHORS,
        )
    return _attempt(task, probe, done, sandbox.level, tuple(sorted(files)))


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


def _lay_out(documents: Path, scratch: Path, files: Mapping[str, str], program: str) -> None:
    documents.mkdir()
    scratch.mkdir()
    for name, text in files.items():
        target = documents / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    (scratch / "program.py").write_text(program, encoding="utf-8")


def _attempt(task: Task, probe: Probe, done: Completed, level: str, files: tuple[str, ...]) -> Attempt:
    output = done.output.decode("utf-8", "replace").strip()
    last = output.rsplit("\n", 1)[-1].strip()
    ending: Ending = _ENDINGS.get(done.ending, "done" if done.returncode == 0 else "wrong_exit")
    if ending != "done":
        return Attempt(probe, None, None, ending, last[:300], files, level, seconds=done.seconds)
    right = match(task.answer.value, last, spec_of(task.answer)).ok
    return Attempt(probe, last, right, "done", "", files, level, seconds=done.seconds)
