"""The runner: it answers what gates ask, makes nothing twice, and never takes a failed call for a vote."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from assay.evaluation.context import ArchiveContext
from assay.evaluation.golds import gold_fault, spec_of
from assay.evaluation.runner import Runner
from assay.markdown import document_markdown
from assay.model.artifact import Anchor
from assay.model.gate import Ask, Context, Reads, Verdict
from assay.model.probe import FULL, Attempt, CellChange, Place, Probe, View
from assay.model.task import Answer, Lineage, Task
from assay.sandbox import Completed, Limits, Mount, Sandbox, SandboxFailed, open_sandbox
from tests.made import LARGEST, Archive, energy_archive, program, task

LIMITS = Limits(seconds=5.0)


@dataclass(frozen=True)
class Asker:
    """A gate that asks for one probe after the other and keeps when all are answered."""

    probes: tuple[Probe, ...]
    name: str = "asker"
    version: str = "1"
    reads: Reads = "cited"

    def step(self, task: Task, attempts: Sequence[Attempt], context: Context) -> Ask | Verdict:
        if len(attempts) < len(self.probes):
            return Ask(self.probes[: len(attempts) + 1])
        return Verdict(task.id, task.revision, self.name, "keep", "asked", f"{len(attempts)} answers")


@dataclass(frozen=True)
class Prover:
    """A gate that keeps what its own program proves over all and over a changed cell."""

    name: str = "prover"
    version: str = "1"
    reads: Reads = "cited"

    def step(self, task: Task, attempts: Sequence[Attempt], context: Context) -> Ask | Verdict:
        probes = tuple(Probe(task.id, task.revision, "program", view, "program") for view in (VIEWS[0], VIEWS[2]))
        if len(attempts) < len(probes):
            return Ask(probes)
        told = "; ".join(str(one.answer) for one in attempts)
        return Verdict(task.id, task.revision, self.name, "keep" if attempts[0].correct else "drop", "ran", told)


@dataclass(frozen=True)
class Stubborn:
    """A gate that asks the same for ever."""

    probe: Probe
    name: str = "stubborn"
    version: str = "1"
    reads: Reads = "cited"

    def step(self, task: Task, attempts: Sequence[Attempt], context: Context) -> Ask | Verdict:
        return Ask((self.probe,))


@dataclass
class Broken:
    """A sandbox that cannot start anything."""

    level: str = "bwrap"
    python: tuple[str, ...] = ("python",)

    def run(self, command: Sequence[str], **_: object) -> Completed:
        raise SandboxFailed("no room for another process")

    def describe(self) -> dict[str, object]:
        return {}


def runner(archive: Archive, sandbox: Sandbox | None = None) -> Runner:
    return Runner(archive.context(), sandbox or open_sandbox(), LIMITS)


def run(archive: Archive, body: str, view: View = FULL, **changes: object) -> Attempt:
    asked = task(archive, program=program(archive, body), **changes)
    return runner(archive).attempts(asked, [Probe(asked.id, 1, "program", view, "program")])[0]


def test_a_program_prints_its_answer_on_its_last_line():
    attempt = run(energy_archive(), "print('thinking')\n" + LARGEST + "\nprint()")
    assert (attempt.answer, attempt.correct, attempt.ending) == ("7321.4", True, "done")
    assert attempt.files_read == ("energy/demand.csv.md", "energy/output.csv.md")
    assert attempt.level == open_sandbox().level
    assert attempt.seconds > 0


def test_another_answer_is_not_correct():
    attempt = run(energy_archive(), "print(7321.5)")
    assert (attempt.answer, attempt.correct) == ("7321.5", False)


def test_a_program_that_ends_badly_has_no_answer_and_says_why():
    attempt = run(energy_archive(), "print(7321.4)\nraise ValueError('no such row')")
    assert (attempt.answer, attempt.correct, attempt.ending) == (None, None, "wrong_exit")
    assert attempt.detail == "ValueError: no such row"


def test_a_program_sees_the_cited_files_alone_as_the_collection_has_them():
    archive = energy_archive()
    archive.add("energy/other.csv", b"a,b\n1,2\n")
    listing = "import glob\nprint(sorted(glob.glob('**/*.*', root_dir=sys.argv[1], recursive=True)))"
    assert run(archive, listing).answer == "['energy/demand.csv.md', 'energy/output.csv.md']"
    text = document_markdown(archive.documents["energy/demand.csv"])
    read = "print(repr(open(f'{sys.argv[1]}/energy/demand.csv.md', 'rb').read().decode()))"
    assert run(archive, read).answer == repr(text)


def test_a_view_hides_and_changes_what_a_program_sees():
    archive = energy_archive()
    table = archive.table("energy/demand.csv").key
    assert run(archive, LARGEST, View(hidden=("energy/output.csv",))).ending == "wrong_exit"
    smaller = View(cells=(CellChange("energy/demand.csv", table, 1, 2, "1.0"),))
    assert run(archive, LARGEST, smaller).answer == "5108.7"
    assert run(archive, LARGEST, View(without=(("energy/demand.csv", table),))).ending == "wrong_exit"


def test_a_document_that_holds_any_character_can_be_laid_out():
    archive = energy_archive()
    document = archive.documents["energy/demand.csv"]
    odd = replace(document.artifacts[0], key="p0123456789", kind="text", text="\ud800 \0 \u2028")
    archive.documents["energy/demand.csv"] = replace(document, artifacts=(*document.artifacts, odd))
    assert run(archive, LARGEST).answer == "7321.4"


def test_a_place_is_read_again_from_the_original_bytes():
    archive = energy_archive()
    asked = task(archive)
    place = Place("energy/output.csv", "t", "table", Anchor(line=1, row=1, column=2))
    attempt = runner(archive).attempts(asked, [Probe(asked.id, 1, "second", FULL, "reading", place=place)])[0]
    assert attempt.answer == '{"column":["Output"],"is":"Second","row":["North","12"],"text":"7321.4"}'
    gone = replace(place, at=Anchor(line=1, row=9, column=0))
    missed = runner(archive).attempts(asked, [Probe(asked.id, 1, "second", FULL, "reading", place=gone)])[0]
    assert (missed.answer, missed.ending) == (None, "missing")


@pytest.mark.parametrize("place", [None, Place("energy/none.csv", "t", "table", Anchor(line=1))])
def test_a_place_of_no_document_is_missing(place: Place | None):
    archive = energy_archive()
    asked = task(archive)
    attempt = runner(archive).attempts(asked, [Probe(asked.id, 1, "second", FULL, "reading", place=place)])[0]
    assert attempt.ending == "missing"


@pytest.mark.parametrize("mode", ["answer", "agent"])
def test_what_nobody_here_can_answer_is_refused(mode):
    archive = energy_archive()
    asked = task(archive)
    attempt = runner(archive).attempts(asked, [Probe(asked.id, 1, "a model", FULL, mode)])[0]
    assert (attempt.ending, attempt.correct) == ("refused", None)
    assert "not available yet" in attempt.detail


def test_a_sandbox_that_fails_is_a_failed_attempt_and_no_vote():
    archive = energy_archive()
    asked = task(archive)
    broken: Sandbox = Broken()  # pyright: ignore[reportAssignmentType]
    attempt = runner(archive, broken).attempts(asked, [Probe(asked.id, 1, "program", FULL, "program")])[0]
    assert (attempt.ending, attempt.correct) == ("failed", None)
    assert attempt.detail == "no room for another process"


def probes(asked: Task, count: int) -> tuple[Probe, ...]:
    return tuple(Probe(asked.id, 1, "a model", FULL, "answer", sample) for sample in range(count))


def test_a_gate_is_asked_until_it_decides_and_each_probe_once():
    archive = energy_archive()
    asked = task(archive)
    decided = runner(archive).decide(Asker(probes(asked, 3)), asked, {})
    assert decided.verdict.reason == "3 answers"
    assert [attempt.probe.sample for attempt in decided.made] == [0, 1, 2]
    assert decided.verdict.attempts == tuple(probe.key for probe in probes(asked, 3))


def test_what_is_known_is_not_made_again_unless_it_was_no_answer():
    archive = energy_archive()
    asked = task(archive)
    first, second, third = probes(asked, 3)
    known: Mapping[str, Attempt] = {
        first.key: Attempt(first, "1", True, "done"),
        second.key: Attempt(second, None, None, "failed"),
        third.key: Attempt(third, None, None, "refused"),
    }
    decided = runner(archive).decide(Asker((first, second, third)), asked, known)
    assert [attempt.probe for attempt in decided.made] == [second, third]
    assert len(decided.verdict.attempts) == 3


def test_a_gate_that_asks_again_for_what_it_was_told_is_stopped():
    archive = energy_archive()
    asked = task(archive)
    decided = runner(archive).decide(Stubborn(probes(asked, 1)[0]), asked, {})
    assert (decided.verdict.decision, decided.verdict.cause) == ("undecided", "gate_stuck")
    assert len(decided.made) == 1


def test_the_context_fetches_each_document_once_and_only_what_is_there():
    archive, fetched = energy_archive(), list[str]()

    def fetch(path: str):
        fetched.append(path)
        return archive.documents.get(path)

    tasks = [replace(task(archive), id=name) for name in ("b", "a")]
    context = ArchiveContext({"energy/output.csv", "energy/gone.csv"}, fetch, lambda document: b"", tasks)
    assert [context.document("energy/output.csv") is None for _ in range(3)] == [False] * 3
    assert context.markdown("energy/output.csv") == document_markdown(archive.documents["energy/output.csv"])
    assert [context.document("energy/demand.csv"), context.markdown("energy/gone.csv")] == [None, None]
    assert fetched == ["energy/output.csv", "energy/gone.csv"]
    assert context.paths() == ["energy/gone.csv", "energy/output.csv"]
    assert [one.id for one in context.peers()] == ["a", "b"]


@dataclass
class Recorder:
    """A sandbox that notes whether it was asked to trust, and else is the real one."""

    trusted: list[bool] = field(default_factory=list[bool])
    level: str = "bwrap"

    @property
    def python(self) -> tuple[str, ...]:
        return open_sandbox().python

    def run(self, command: Sequence[str], *, mounts: Sequence[Mount], limits: Limits, trusted: bool) -> Completed:
        self.trusted.append(trusted)
        return open_sandbox().run(command, mounts=mounts, limits=limits, trusted=trusted)


@pytest.mark.parametrize(("author", "trusted"), [("rules", True), ("file", False), ("model", False)])
def test_only_programs_of_the_own_author_are_trusted(author: str, trusted: bool):
    archive, recorder = energy_archive(), Recorder()
    asked = replace(task(archive), lineage=Lineage(author))
    sandbox: Sandbox = recorder  # pyright: ignore[reportAssignmentType]
    runner(archive, sandbox).attempts(asked, [Probe(asked.id, 1, "program", FULL, "program")])[0]
    assert recorder.trusted == [trusted]


def test_a_gold_that_does_not_pass_its_own_format_says_why():
    assert gold_fault(Answer("number", "12.5", unit="GWh", decimals=1)) is None
    assert gold_fault(Answer("number", "twelve", unit="GWh", decimals=1)) is not None
    assert spec_of(Answer("number", "12.5", decimals=1)) == "unit=none decimals=1"


def test_nothing_is_left_in_the_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    run(energy_archive(), LARGEST)
    assert list(tmp_path.iterdir()) == []


VIEWS = (
    FULL,
    View(name="hidden", hidden=("energy/demand.csv",)),
    View(
        name="mutated",
        cells=(CellChange("energy/output.csv", energy_archive().table("energy/output.csv").key, 1, 2, "7400.0"),),
    ),
)
ENDINGS = {
    "a number": LARGEST,
    "an error": "print(7321.4)\nraise ValueError('no such row')",
    "a word to stderr": "print(1)\nsys.exit('not here')",
    "a status": "print(1)\nsys.exit(3)",
    "a signal": "import os, signal\nprint(1, flush=True)\nos.kill(os.getpid(), signal.SIGSEGV)",
    "a lot": "print('x' * 100_000)\nprint(5)",
    "what is left behind": "import os\nprint(os.environ.setdefault('seen', str(len(os.environ))))\nREADER = None",
}


@pytest.mark.parametrize("body", ENDINGS.values(), ids=ENDINGS)
def test_runs_that_share_an_interpreter_end_as_each_does_by_itself(body: str):
    archive = energy_archive()
    own = task(archive, program=program(archive, body))
    asked = replace(own, lineage=replace(own.lineage, author="rules"))
    probes = [Probe(asked.id, 1, "program", view, "program") for view in VIEWS]
    together = runner(archive).attempts(asked, probes)
    alone = [runner(archive).attempts(asked, [probe])[0] for probe in probes]
    assert [replace(one, seconds=0) for one in together] == [replace(one, seconds=0) for one in alone]


def test_runs_that_do_not_end_together_are_made_one_by_one():
    archive = energy_archive()
    hanging = "if number(cell(output, 'Output', {'Region': 'North'})) == 7400:\n    while True: pass\nprint(7)"
    own = task(archive, program=program(archive, hanging))
    asked = replace(own, lineage=replace(own.lineage, author="rules"))
    limited = Runner(archive.context(), open_sandbox(), Limits(seconds=1.0))
    found = limited.attempts(asked, [Probe(asked.id, 1, "program", view, "program") for view in (FULL, VIEWS[2])])
    assert [(one.answer, one.ending) for one in found] == [("7", "done"), (None, "timeout")]


def test_many_runs_may_take_the_time_of_as_many_by_themselves():
    archive, recorder = energy_archive(), Recorder()
    own = task(archive, program=program(archive, "import time\ntime.sleep(0.4)\nprint(7)"))
    asked = replace(own, lineage=replace(own.lineage, author="rules"))
    sandbox: Sandbox = recorder  # pyright: ignore[reportAssignmentType]
    limited = Runner(archive.context(), sandbox, Limits(seconds=1.0))
    found = limited.attempts(asked, [Probe(asked.id, 1, "program", FULL, "program", sample) for sample in range(4)])
    assert [(one.answer, one.ending) for one in found] == [("7", "done")] * 4
    assert len(recorder.trusted) == 1


def test_tasks_that_are_decided_side_by_side_share_a_sandbox_and_end_as_each_does_alone():
    archive, recorder = energy_archive(), Recorder()
    own = task(archive)
    bodies = (LARGEST, "print(7)", "raise ValueError('no such row')")
    asked = [
        replace(own, id=f"q{at}", program=program(archive, body), lineage=replace(own.lineage, author="rules"))
        for at, body in enumerate(bodies)
    ]
    sandbox: Sandbox = recorder  # pyright: ignore[reportAssignmentType]
    found = dict(
        (one.id, decided.verdict) for one, decided in runner(archive, sandbox).decide_each(Prover(), asked, {})
    )
    assert len(recorder.trusted) == 1
    assert found == {one.id: runner(archive).decide(Prover(), one, {}).verdict for one in asked}
    assert [found[one.id].decision for one in asked] == ["keep", "drop", "drop"]


def test_programs_of_others_never_share_a_sandbox():
    archive = energy_archive()
    body = "import os\nprint('forked.py' in os.listdir('/workspace/run'))"
    own = task(archive, program=program(archive, body))
    asked = replace(own, lineage=replace(own.lineage, author="file"))
    found = runner(archive).attempts(
        asked, [Probe(asked.id, 1, "program", FULL, "program", sample) for sample in (0, 1)]
    )
    assert [one.answer for one in found] == ["False", "False"]
