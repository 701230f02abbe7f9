"""Which back end is opened, and that none is trusted before its canary passed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

import pytest

from assay.sandbox import IsolationMissing, Limits, Mount, OpenSandbox, SandboxFailed, open_sandbox, run_mount
from assay.sandbox.adopted import Limited, on_host
from assay.sandbox.bubblewrap import Bubblewrap
from assay.sandbox.canary import CHECKS, examine
from assay.sandbox.interpreter import Interpreter, choose_interpreter, running_interpreter
from assay.sandbox.records import Request
from tests.sandbox.people import survivors

NEEDS_BWRAP = pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap is not installed")
NEEDS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")


@NEEDS_BWRAP
def test_bubblewrap_is_the_first_choice_and_describes_itself():
    told = open_sandbox().describe()
    assert told["level"] == "bwrap"
    assert str(told["version"]).startswith("bubblewrap ")
    assert told["canary"] == dict.fromkeys(CHECKS, "passed")


def test_a_sandbox_is_probed_once_per_process():
    assert open_sandbox().back_end is open_sandbox(unsafe_local=True).back_end


def test_the_canary_refuses_a_back_end_that_isolates_nothing():
    examination = examine(Limited(choose_interpreter()))
    assert not examination.passed
    assert {"read_only", "host_files", "loopback", "processes", "signals"} <= set(examination.failures)
    assert not {"documents", "scratch", "tree", "environment"} & set(examination.failures)
    assert "read_only: the documents can be changed" in examination.reason


def test_the_canary_refuses_a_back_end_that_does_not_start():
    broken = Bubblewrap("/bin/false", choose_interpreter(), users=True)
    assert set(examine(broken).failures) == {"start"}
    assert set(examine(Bubblewrap("/no/such/bwrap", choose_interpreter(), users=True)).failures) == {"start"}


@NEEDS_BWRAP
def test_the_canary_refuses_an_interpreter_that_is_not_there():
    program = str(shutil.which("bwrap"))
    failures = examine(Bubblewrap(program, Interpreter("/usr/bin/no-python", None), users=True)).failures
    assert "exit 127" in failures["start"]


@NEEDS_BWRAP
def test_a_back_end_that_fails_is_an_error_and_not_an_outcome(tmp_path: Path):
    sandbox = OpenSandbox(Bubblewrap(str(shutil.which("bwrap")), choose_interpreter(), users=True), "")
    with pytest.raises(SandboxFailed, match="could not start"):
        sandbox.run(["/bin/true"], mounts=[run_mount(tmp_path)], cwd="/no/such/folder")


@NEEDS_BWRAP
def test_the_running_python_can_be_the_one_inside(tmp_path: Path):
    interpreter = running_interpreter()
    sandbox = OpenSandbox(Bubblewrap(str(shutil.which("bwrap")), interpreter, users=True), "")
    text = "import sys, json, decimal, sqlite3; print(sys.version_info[:2], sys.flags.isolated)"
    completed = sandbox.run([*sandbox.python, "-c", text], mounts=[run_mount(tmp_path)])
    assert completed.output.decode() == f"{sys.version_info[:2]} 1\n"
    assert examine(sandbox.back_end).failures == {}


@NEEDS_BWRAP
@NEEDS_ROOT
def test_root_does_without_user_namespaces():
    assert examine(Bubblewrap(str(shutil.which("bwrap")), choose_interpreter(), users=False)).failures == {}


def test_text_of_a_model_does_not_run_with_limits_only(tmp_path: Path):
    sandbox = open_sandbox(prefer="limited")
    assert sandbox.level == "limited"
    with pytest.raises(IsolationMissing, match="--unsafe-local"):
        sandbox.run(["/bin/true"], mounts=[run_mount(tmp_path)])
    assert sandbox.run(["/bin/true"], mounts=[run_mount(tmp_path)], trusted=True).returncode == 0
    loud = open_sandbox(unsafe_local=True, prefer="limited")
    assert loud.run(["/bin/true"], mounts=[run_mount(tmp_path)]).returncode == 0
    assert loud.describe()["unsafe_local"] is True


def test_a_limited_command_sees_its_folders_by_the_fixed_names(tmp_path: Path):
    documents, scratch = tmp_path / "documents", tmp_path / "run"
    documents.mkdir()
    scratch.mkdir()
    (documents / "a.md").write_text("alpha\n")
    request = Request(
        ("/bin/sh", "-c", "cat /workspace/documents/bank/a.md; cat; pwd; echo $SOME_API_KEY; echo x > f"),
        (run_mount(scratch), Mount(documents, "/workspace/documents/bank")),
        Limits(seconds=5.0),
        stdin=b"in\n",
    )
    completed = Limited(choose_interpreter()).execute(request)
    assert completed.output == f"alpha\nin\n{scratch}\n\n".encode()
    assert (scratch / "f").read_text() == "x\n"


@pytest.mark.parametrize(
    ("text", "ending", "code"),
    [
        ("sleep 60", "timeout", 137),
        ("yes", "output", 137),
        ("kill -9 $$", "signal", 137),
        ("exit 3", "exit", 3),
        ("setsid sleep 60 MARK & (sleep 60; true MARK) & echo", "exit", 0),
        ("for i in $(seq 40); do sleep 60 & done; wait", "processes", 137),
    ],
)
def test_a_limited_command_is_ended_with_all_its_tree(tmp_path: Path, text: str, ending: str, code: int):
    marker = f"limited-{os.getpid()}-{ending}-{code}"
    command = ["/bin/bash", "-c", f"{text.replace('MARK', '')} # {marker}"]
    limits = Limits(seconds=1.0, output_bytes=1 << 16, processes=32)
    completed = open_sandbox(prefer="limited").run(command, mounts=[run_mount(tmp_path)], limits=limits, trusted=True)
    assert (completed.ending, completed.returncode) == (ending, code)
    assert survivors(marker) == []


def test_a_limited_command_that_cannot_start_says_so(tmp_path: Path):
    limited = open_sandbox(prefer="limited")
    completed = limited.run(["/no/such"], mounts=[run_mount(tmp_path)], trusted=True)
    assert completed.returncode == 127
    nowhere = limited.run(["/bin/true"], mounts=[run_mount(tmp_path)], trusted=True, cwd="/no/such")
    assert (nowhere.returncode, b"No such file" in nowhere.output) == (127, True)


def test_the_longest_name_of_a_folder_is_replaced_first():
    paths = {"/workspace/documents": "/a", "/workspace/documents/bank": "/b"}
    assert on_host("/workspace/documents/bank/x /workspace/documents/y", paths) == "/b/x /a/y"


SHOW = "from assay.sandbox import open_sandbox as o; s = o(); print(s.level, s.refused)"


@pytest.fixture(scope="module")
def public_python() -> Iterator[Path]:
    """A virtual environment on the system's Python that any user can read, with the sandbox and sandlock in it."""
    system = Path("/usr/bin/python3")
    asked = subprocess.run([system, "-c", "import sys, venv; print(sys.version_info >= (3, 11))"], capture_output=True)
    if asked.stdout.strip() != b"True":
        pytest.skip("the system has no Python 3.11 with venv")
    # pytest keeps its own folders closed to other users
    with tempfile.TemporaryDirectory(prefix="public-python-") as folder:
        yield _made(system, Path(folder))


def _made(system: Path, home: Path) -> Path:
    subprocess.run([system, "-m", "venv", "--without-pip", home], check=True)
    packages = next(home.glob("lib/python*/site-packages"))
    for name in ("assay/model", "assay/sandbox"):
        shutil.copytree(Path(*name.split("/")), packages / name, ignore=shutil.ignore_patterns("__pycache__"))
    for folder in Path(str(distribution("sandlock").locate_file(""))).glob("sandlock*"):
        shutil.copytree(folder, packages / folder.name)
    home.chmod(0o755)
    return home / "bin" / "python"


@NEEDS_ROOT
def test_an_ordinary_user_without_bubblewrap_gets_sandlock(public_python: Path):
    if open_sandbox(prefer="sandlock").level != "sandlock":
        pytest.skip("sandlock does not work on this kernel")
    become = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "env", "PATH=/nowhere"]
    asked = [*become, str(public_python), "-I", "-c", SHOW]
    shown = subprocess.run(asked, capture_output=True, text=True, cwd="/", check=False)
    assert shown.stdout.startswith("sandlock {'bwrap': 'bwrap is not installed'}"), shown.stderr


@NEEDS_ROOT
@NEEDS_BWRAP
def test_an_ordinary_user_without_namespaces_gets_sandlock(public_python: Path):
    if open_sandbox(prefer="sandlock").level != "sandlock":
        pytest.skip("sandlock does not work on this kernel")
    forbid = "echo 0 > /proc/sys/user/max_user_namespaces || exit 77; exec setpriv --ambient-caps -all --inh-caps -all "
    become = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
    forbidding = ["unshare", "--user", "--map-current-user", "--keep-caps", "bash", "-c", forbid + '"$@"', "forbid"]
    asked = [*become, *forbidding, str(public_python), "-I", "-c", SHOW]
    shown = subprocess.run(asked, capture_output=True, text=True, cwd="/", check=False)
    if shown.returncode == 77 or "unshare:" in shown.stderr:
        pytest.skip(f"user namespaces cannot be forbidden here: {shown.stderr}")
    assert shown.stdout.startswith("sandlock {'bwrap': "), shown.stdout + shown.stderr
