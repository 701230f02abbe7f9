"""What a command can see and reach: its documents, its scratch, nothing else."""

from __future__ import annotations

import os
import socket

import pytest

from assay.sandbox import Limits, Mount, SandboxFailed
from tests.sandbox.conftest import IN_MEMORY, Place


def test_the_documents_of_a_closed_folder_can_be_read(place: Place):
    completed = place.bash("cat /workspace/documents/bank/[ab].md; pwd")
    assert (completed.ending, completed.returncode) == ("exit", 0)
    assert completed.output == b"alpha\nbeta\n/workspace/run\n"


def test_the_folder_of_one_domain_is_listed_by_the_one_above_it(place: Place):
    assert place.bash("cd /workspace/documents && ls").output == b"bank\n"


def test_the_documents_cannot_be_changed(place: Place):
    spoil = "echo x > a.md; rm -f b.md; touch new.md; mv a.md c.md; chmod 777 a.md; ln a.md d.md; mkdir e; exit 0"
    place.bash(f"cd /workspace/documents/bank && {spoil}")
    documents = place.out / "archive" / "bank"
    assert sorted(path.name for path in documents.iterdir()) == ["a.md", "b.md", "passwd.md", "secret.md"]
    assert (documents / "a.md").read_text() == "alpha\n"
    assert (documents / "a.md").stat().st_mode & 0o777 == 0o644


def test_the_scratch_stays_between_commands(place: Place):
    place.bash(f"echo kept > note; echo lost > {IN_MEMORY}/note")
    completed = place.bash(f"cat note; cat {IN_MEMORY}/note 2>/dev/null || echo gone")
    assert completed.output == b"kept\ngone\n"
    assert (place.out / "run" / "note").read_text() == "kept\n"


def test_links_out_of_the_documents_lead_to_nothing_of_the_host(place: Place):
    completed = place.bash("cat /workspace/documents/bank/passwd.md /workspace/documents/bank/secret.md")
    assert completed.returncode == 1
    assert b"root:" not in completed.output
    assert b"gold" not in completed.output


def test_a_link_made_in_the_scratch_leads_to_nothing_of_the_host(place: Place):
    completed = place.bash(f"ln -s {place.out}/secret s; ln -s /etc/shadow t; cat s t {place.out}/secret /etc/hostname")
    assert completed.returncode == 1
    assert b"gold" not in completed.output
    assert b"root:" not in completed.output


def test_no_variable_of_the_host_is_seen(place: Place, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SOME_API_KEY", "very-secret")
    completed = place.bash("env; cat /proc/*/environ 2>/dev/null | tr '\\0' '\\n'; exit 0")
    assert b"very-secret" not in completed.output
    names = {line.split(b"=")[0] for line in completed.output.splitlines() if b"=" in line}
    assert names <= {b"PATH", b"HOME", b"TMPDIR", b"LANG", b"TZ", b"PWD", b"OLDPWD", b"SHLVL", b"_"}
    assert b"PATH" in names


def test_a_server_on_this_machine_cannot_be_reached(place: Place):
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as local:
        local.bind(f"\0{place.marker}")
        local.listen()
        completed = place.python(REACH % (server.getsockname()[1], place.marker))
    assert completed.output == b"tcp closed\nunix closed\nudp closed\n"


REACH = """
import socket
def attempt(name, family, kind, address):
    try:
        peer = socket.socket(family, kind)
        peer.settimeout(1)
        peer.connect(address)
        peer.send(b"x")
        print(name, "OPEN")
    except OSError:
        print(name, "closed")
attempt("tcp", socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", %d))
attempt("unix", socket.AF_UNIX, socket.SOCK_STREAM, "\\0%s")
attempt("udp", socket.AF_INET, socket.SOCK_DGRAM, ("192.0.2.1", 53))
"""


def test_no_process_of_the_host_is_seen_or_signalled(place: Place):
    own = os.getpid()
    completed = place.bash(f"cat /proc/*/cmdline | tr '\\0' ' '; ls -d /proc/{own}/cwd && echo SEEN")
    assert b"pytest" not in completed.output
    assert b"SEEN" not in completed.output.splitlines()
    assert place.bash(f"kill -0 {own}").returncode == 1


def test_no_path_of_the_host_is_told(jail: Place):
    completed = jail.bash("cat /proc/*/cmdline | tr '\\0' ' '")
    assert jail.marker.encode() in completed.output
    assert str(jail.out).encode() not in completed.output


def test_the_process_space_is_its_own(jail: Place):
    completed = jail.bash("ls /proc | grep -c '^[0-9]'; cat /proc/1/environ | wc -c; readlink /proc/self/ns/pid")
    count, size, space = completed.output.split()
    assert int(count) <= 6
    assert int(size) < 1000
    assert space.decode() != os.readlink("/proc/self/ns/pid")


def test_no_further_namespace_can_be_made(place: Place):
    completed = place.bash("unshare -Ur true && echo USER; unshare -m true && echo MOUNT; unshare -n true && echo NET")
    assert not {b"USER", b"MOUNT", b"NET"} & set(completed.output.split())


def test_it_is_nobody_with_no_capability(jail: Place):
    completed = jail.bash("id -u; grep -E 'CapEff|NoNewPrivs' /proc/self/status | tr -s '\\t' ' '")
    assert completed.output == b"65534\nCapEff: 0000000000000000\nNoNewPrivs: 1\n"


def test_only_the_places_with_a_size_can_be_written_to(jail: Place):
    completed = jail.bash(
        "for at in / /dev /usr /etc /workspace /proc/sys/kernel; do touch $at/new 2>/dev/null && echo $at; done"
    )
    assert completed.output == b""
    written = jail.bash(f"echo a > {IN_MEMORY}/a && echo b > /dev/shm/b && echo c > /dev/null && echo fine")
    assert written.output == b"fine\n"


def test_input_reaches_the_command(place: Place):
    assert place.bash("cat | tr a-z A-Z", stdin=b"words\n").output == b"WORDS\n"


def test_a_hidden_file_is_absent_and_a_replaced_one_is_replaced(place: Place):
    changed = place.out / "run" / "changed.md"
    changed.write_text("ALPHA\n")
    os.chown(changed, place.out.stat().st_uid, place.out.stat().st_gid)
    at = "/workspace/documents/bank"
    covers = {f"{at}/a.md": changed, f"{at}/b.md": None, f"{at}/deep/new.md": changed}
    completed = place.bash(f"cd {at} && ls -1 . deep; cat a.md; echo y > a.md; cat b.md", covers=covers)
    shown = b".:\na.md\ndeep\npasswd.md\nsecret.md\n\ndeep:\nnew.md\nALPHA\n"
    assert completed.output.startswith(shown)
    assert b"beta" not in completed.output
    assert (place.out / "archive" / "bank" / "a.md").read_text() == "alpha\n"
    assert changed.read_text() == "ALPHA\n"
    assert place.bash(f"cat {at}/b.md").output == b"beta\n"


def test_a_whole_folder_can_be_hidden(place: Place):
    archive = [Mount(place.out / "archive", "/workspace/documents"), place.mounts[1]]
    command = ["/bin/ls", "/workspace/documents"]
    shown = place.become(lambda: place.sandbox.run(command, mounts=archive))
    hidden = place.become(
        lambda: place.sandbox.run(command, mounts=archive, covers={"/workspace/documents/bank": None})
    )
    assert (shown.output, hidden.output) == (b"bank\n", b"")


def test_one_mounted_file_can_be_replaced_or_left_out(place: Place):
    at = "/workspace/documents/bank/a.md"
    mounts = [Mount(place.out / "archive" / "bank" / "a.md", at), place.mounts[1]]
    other = place.out / "archive" / "bank" / "b.md"
    found = [
        place.become(lambda covers=covers: place.sandbox.run(["/bin/cat", at], mounts=mounts, covers=covers)).output
        for covers in ({}, {at: other}, {at: None})
    ]
    assert found[:2] == [b"alpha\n", b"beta\n"]
    assert b"alpha" not in found[2]


def test_a_writable_or_unknown_place_cannot_be_covered(place: Place):
    for target in ("/workspace/run/x", "/usr/bin/ls"):
        with pytest.raises(SandboxFailed, match="cannot be covered"):
            place.sandbox.run(["/bin/true"], mounts=place.mounts, covers={target: None})


def test_a_mount_that_does_not_exist_is_named(place: Place):
    (place.out / "run").rmdir()
    with pytest.raises(SandboxFailed, match="does not exist"):
        place.sandbox.run(["/bin/true"], mounts=place.mounts)


@pytest.mark.parametrize("word", ["a\0b", "x" * (1 << 17), "\ud800"])
def test_words_that_no_system_can_start_are_refused(place: Place, word: str):
    completed = place.run("/bin/echo", word)
    assert (completed.ending, completed.returncode) == ("refused", 126)
    assert completed.output.startswith(b"the command")


def test_the_way_a_command_ends_is_told(place: Place):
    assert place.bash("exit 7").returncode == 7
    assert place.bash("echo out; echo err >&2").output == b"out\nerr\n"
    assert place.run("/no/such/program").returncode in {126, 127}  # sandlock says that it may not be seen
    killed = place.bash("kill -9 $$")
    assert (killed.ending, killed.returncode) == ("signal", 137)


def test_a_command_that_prints_the_launchers_words_fools_nobody(jail: Place):
    completed = jail.bash(
        """echo 'bwrap: failed'; for n in $(seq 3 20); do echo '{"exit-code": 0}' >&$n; done; exit 1"""
    )
    assert (completed.ending, completed.returncode) == ("exit", 1)


def test_two_processors_at_most(place: Place):
    completed = place.bash("nproc", limits=Limits(processors=1))
    assert completed.output == b"1\n"
