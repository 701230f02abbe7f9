"""The parts around a command: what is counted, how an interrupt ends it, the parent that adopts orphans."""

from __future__ import annotations

import json
import os
import signal
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from assay.sandbox import IsolationMissing, Limits, open_sandbox, run_mount
from assay.sandbox import interpreter as interpreters
from assay.sandbox.adopt import Confinement, Spec, main
from assay.sandbox.canary_probe import foreign, of_files, of_surroundings
from assay.sandbox.opening import _probe  # pyright: ignore[reportPrivateUsage]
from assay.sandbox.rlimits import at_most, chosen_processors
from assay.sandbox.supervise import refusal
from assay.sandbox.usage import (
    children,
    descendants,
    folder_bytes,
    memory,
    memory_files,
    threads,
    unlinked,
)
from tests.sandbox.people import survivors, wait_until

GONE = 1 << 22  # above the highest process number there can be


@pytest.fixture
def probed_afresh() -> Iterator[None]:
    _probe.cache_clear()
    yield
    _probe.cache_clear()


def test_a_process_that_is_gone_uses_nothing(tmp_path: Path):
    assert (children(GONE), descendants(GONE), threads([GONE]), memory([GONE], 0)) == ([], [], 0, 0)
    assert unlinked([GONE]) == (0, 0)
    assert memory_files([str(tmp_path / "none")], 1 << 20) == 0
    assert folder_bytes([tmp_path / "none"], 1) == 0


def test_this_process_uses_something():
    me = [os.getpid()]
    assert threads(me) >= 1
    exact, bound = memory(me, 0), memory(me, 1 << 40)
    assert 0 < exact <= bound * 1.2


def test_open_files_without_a_name_are_counted_once_and_apart(tmp_path: Path):
    before = unlinked([os.getpid()])
    with tempfile.TemporaryFile(dir=tmp_path) as disk, os.fdopen(os.memfd_create("m"), "wb") as held:
        for stream in (disk, held):
            stream.write(bytes(1 << 20))
            stream.flush()
        os.fsync(disk.fileno())
        after = unlinked([os.getpid(), os.getpid()])
    assert [now - then for now, then in zip(after, before, strict=True)] == [1 << 20, 1 << 20]


def test_a_folder_counts_what_it_holds_and_stops_early(tmp_path: Path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "f").write_bytes(bytes(1 << 20))
    (tmp_path / "out").symlink_to("/usr")
    assert 1 << 20 <= folder_bytes([tmp_path], 1 << 30) < 2 << 20
    assert folder_bytes([tmp_path], 100) > 100


def test_an_interrupt_of_ours_leaves_nothing_behind(tmp_path: Path):
    sandbox, marker = open_sandbox(), f"interrupt-{os.getpid()}"
    sandbox.run(["/bin/true"], mounts=[run_mount(tmp_path)])

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        with pytest.raises(KeyboardInterrupt):
            sandbox.run(["/bin/bash", "-c", f"sleep 60 & sleep 60 # {marker}"], mounts=[run_mount(tmp_path)])
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert wait_until(lambda: survivors(marker) == [])


def test_many_commands_leave_no_descriptor_and_no_child(tmp_path: Path):
    sandbox = open_sandbox()
    sandbox.run(["/bin/true"], mounts=[run_mount(tmp_path)])
    before = (len(os.listdir("/proc/self/fd")), children(os.getpid()))
    for _ in range(5):
        sandbox.run(["/bin/true"], mounts=[run_mount(tmp_path)])
    assert (len(os.listdir("/proc/self/fd")), children(os.getpid())) == before


def test_without_bubblewrap_the_next_back_end_is_opened(monkeypatch: pytest.MonkeyPatch, probed_afresh: None):
    monkeypatch.setenv("PATH", "/nowhere")
    opened = open_sandbox()
    assert opened.level != "bwrap"
    assert opened.refused["bwrap"] == "bwrap is not installed"


def test_without_any_back_end_the_reasons_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, probed_afresh: None
):
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr("assay.sandbox.canary.PROBE", tmp_path / "probe.py")
    (tmp_path / "probe.py").write_text("print('no answer')")
    sandbox = open_sandbox()
    assert sandbox.level == "limited"
    with pytest.raises(IsolationMissing, match="sandlock: start: it answered 'no answer'"):
        sandbox.run(["/bin/true"], mounts=[])


def test_a_system_without_python_lends_the_running_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(interpreters, "SYSTEM_PYTHON", tmp_path / "python3")
    assert interpreters.choose_interpreter.__wrapped__() == interpreters.running_interpreter()


def test_a_lower_limit_of_the_machine_holds(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("resource.getrlimit", lambda kind: (100, 100))
    assert (at_most(0, 50), at_most(0, 500)) == (50, 100)


def test_the_processors_are_chosen_among_those_allowed():
    allowed = os.sched_getaffinity(0)
    assert set(chosen_processors(Limits(processors=1))) <= allowed
    assert chosen_processors(Limits(processors=len(allowed))) == []


def test_a_command_needs_words():
    assert refusal([]) == "there is no command"
    assert refusal(["ls", "é"]) is None


def test_the_probe_finds_what_is_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    documents, secret = tmp_path / "documents", tmp_path / "secret"
    documents.mkdir()
    (documents / "file.md").write_text("x")
    (documents / "link.md").symlink_to(secret)
    secret.write_text("y")
    found = of_files(str(documents), str(secret))
    assert (found["documents"], found["read_only"], found["host_files"]) == (False, True, True)
    assert (tmp_path / "canary.txt").read_text() == "x"
    around = of_surroundings("no such token", 9, os.getppid())
    assert around["processes"]
    assert around["environment"]
    assert foreign("") == []


def test_what_a_parent_is_told_crosses_unchanged():
    confinement = Confinement({"/a": "/b"}, {"/c": "/d"}, None, {"HOME": "/"}, 7)
    for spec in (Spec(("a", "é\n"), "/", {"K": "v"}, None), Spec(("a",), "/", {}, confinement)):
        read = Spec.from_json(spec.to_json())
        assert (tuple(read.words), read.cwd, read.environment, read.confinement) == (
            spec.words,
            spec.cwd,
            spec.environment,
            spec.confinement,
        )


@pytest.mark.parametrize(("text", "code"), [("exit 4", 4), ("kill -9 $$", 137), ("setsid sleep 60 & exit 0", 0)])
def test_the_parent_reports_the_code_and_ends_with_its_last_orphan(text: str, code: int):
    read_end, write_end = os.pipe()
    started = time.monotonic()
    with tempfile.TemporaryFile() as stream:
        stream.write(Spec(("/bin/sh", "-c", text), "/", {"PATH": "/usr/bin:/bin"}, None).to_json().encode())
        stream.seek(0)
        child = os.fork()
        if child == 0:
            main([str(write_end), str(os.dup(stream.fileno()))])
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
    os.close(write_end)
    with os.fdopen(read_end) as reported:
        assert json.loads(reported.read()) == {"exit-code": code}
    assert time.monotonic() - started < 5.0


def test_a_thread_has_its_own_priority_back_afterwards(tmp_path: Path):
    before = (os.sched_getscheduler(0), os.sched_getparam(0).sched_priority, os.getpriority(os.PRIO_PROCESS, 0))
    open_sandbox().run(["/bin/true"], mounts=[run_mount(tmp_path)])
    after = (os.sched_getscheduler(0), os.sched_getparam(0).sched_priority, os.getpriority(os.PRIO_PROCESS, 0))
    assert after == before


def test_threads_run_commands_side_by_side(tmp_path: Path):
    sandbox = open_sandbox()

    def one(number: int) -> bytes:
        folder = tmp_path / str(number)
        folder.mkdir()
        command = ["/bin/sh", "-c", f"echo {number} > f; cat f; sleep 0.1"]
        return sandbox.run(command, mounts=[run_mount(folder)]).output

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(one, range(12))) == [f"{number}\n".encode() for number in range(12)]


def test_the_machines_own_folders_are_not_the_memory_of_a_sandbox_that_begins():
    assert memory_files(["/"], 1 << 60) > 0
    assert memory_files(["/"], 1 << 20) == 0
