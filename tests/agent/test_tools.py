"""The bash tool in the real sandbox, and what a policy sees of its output."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.agent.tools import SHOWN_CHARS, Bash, Finish, Outcome, Submit, shorten
from assay.sandbox import Limits, documents_mounts, open_sandbox, run_mount


@pytest.fixture
def bash(tmp_path: Path) -> Bash:
    (tmp_path / "archive" / "energy").mkdir(parents=True)
    (tmp_path / "run").mkdir()
    (tmp_path / "archive" / "energy" / "a.csv.md").write_text("| North | 431.2 |\n")
    mounts = [*documents_mounts(tmp_path / "archive"), run_mount(tmp_path / "run")]
    return Bash(open_sandbox(), mounts, Limits(seconds=2.0, output_bytes=100_000), trusted=True)


def test_a_command_reads_the_documents(bash: Bash):
    assert bash.run({"command": "grep -rh North /workspace/documents"}) == Outcome("| North | 431.2 |\n")


def test_the_scratch_folder_stays_between_commands_and_the_documents_stay_whole(bash: Bash):
    assert bash.run({"command": "echo kept > /workspace/run/note"}) == Outcome("")
    assert bash.run({"command": "cat /workspace/run/note"}).text == "kept\n"
    assert bash.run({"command": "echo x >> /workspace/documents/energy/a.csv.md"}).failed


def test_both_streams_and_the_status_are_told(bash: Bash):
    outcome = bash.run({"command": "echo out; echo err >&2; exit 3"})
    assert outcome == Outcome("out\nerr\n\n[ended by exit, status 3]", failed=True)


def test_a_command_without_end_is_ended(bash: Bash):
    outcome = bash.run({"command": "sleep 60"})
    assert outcome.failed
    assert "[ended by timeout" in outcome.text


def test_a_flood_is_shortened(bash: Bash):
    outcome = bash.run({"command": "head -c 50000 /dev/zero | tr '\\0' x"})
    assert not outcome.failed
    assert len(outcome.text) < SHOWN_CHARS + 100
    assert "[40000 characters left out]" in outcome.text


@pytest.mark.parametrize("arguments", [{}, {"command": ""}, {"command": " \n"}, {"command": 5}, {"command": ["ls"]}])
def test_wrong_arguments_are_an_outcome(bash: Bash, arguments):
    assert bash.run(arguments) == Outcome("bash needs the argument `command`, a non-empty text", failed=True)


@pytest.mark.parametrize(
    ("command", "words"), [("echo a\0b", "NUL"), ("echo \ud800", "encoding"), ("echo " + "x" * 200_000, "longer than")]
)
def test_a_command_that_no_system_could_start_is_an_outcome(bash: Bash, command: str, words: str):
    outcome = bash.run({"command": command})
    assert outcome.failed
    assert words in outcome.text


def test_bytes_that_are_no_text_are_shown_as_such(bash: Bash):
    assert bash.run({"command": r"printf '\xff\xfe'"}) == Outcome("\ufffd\ufffd")


@given(st.text(max_size=60), st.integers(2, 20))
def test_a_shortened_text_keeps_both_ends(text: str, limit: int):
    shown = shorten(text, limit)
    if len(text) <= limit:
        assert shown == text
    else:
        half = limit // 2
        assert shown == f"{text[:half]}\n[{len(text) - 2 * half} characters left out]\n{text[-half:]}"


def test_the_other_tools_end_or_pass_on():
    assert Finish().run({"reason": 5}) == Outcome("5", ends=True)
    assert Submit(lambda body: [str(body)]).run({"a": 1}).text == "not accepted:\n- {'a': 1}"
