"""What a command may use: each excess ends it, soon, and nothing of it is left."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assay.sandbox import Completed, Limits
from tests.sandbox.conftest import IN_MEMORY, QUICK, Place
from tests.sandbox.people import survivors

MIB = 1 << 20

HOGS = """
import os, sys, time
for _ in range(%d):
    if os.fork() == 0:
        block = bytearray(%d << 20)
        time.sleep(30)
        os._exit(0)
try:
    while True:
        os.wait()
except ChildProcessError:
    print("all ended")
"""


def contained(place: Place, completed: Completed, seconds: float = 6.0) -> None:
    """Nothing is left, and it did not take long."""
    assert survivors(place.marker) == []
    assert completed.seconds < seconds


@pytest.mark.slow
def test_five_processes_of_one_gigabyte_are_ended(jail: Place):
    completed = jail.python(HOGS % (5, 1024), limits=Limits(seconds=20.0, memory_bytes=2048 * MIB))
    assert completed.ending == "memory"
    assert completed.peak_memory > 2048 * MIB
    contained(jail, completed, 15.0)


def test_five_processes_that_are_each_too_large_are_refused_memory(place: Place):
    completed = place.python(HOGS % (5, 1024), limits=Limits(seconds=8.0, memory_bytes=512 * MIB))
    assert completed.ending in {"exit", "signal", "memory"}
    assert completed.peak_memory < 1024 * MIB
    contained(place, completed)


def test_processes_that_are_too_large_together_are_ended(place: Place):
    completed = place.python(HOGS % (5, 200), limits=Limits(seconds=8.0, memory_bytes=512 * MIB))
    assert completed.ending == "memory"
    assert completed.returncode == 137
    contained(place, completed)


WORKERS = """
import os, time
block = bytearray(os.urandom(1 << 20)) * 150
for _ in range(5):
    if os.fork() == 0:
        time.sleep(0.6)
        os._exit(0)
time.sleep(0.6)
"""


def test_pages_shared_by_forked_workers_count_once(jail: Place):
    completed = jail.python(WORKERS, limits=Limits(seconds=8.0, memory_bytes=400 * MIB))
    assert (completed.ending, completed.returncode) == ("exit", 0)
    assert completed.peak_memory > 150 * MIB


def test_two_hundred_forks_are_ended(place: Place):
    text = "for i in $(seq 200); do sleep 30 & done; wait"
    completed = place.bash(text, limits=replace(QUICK, processes=64))
    assert completed.ending == "processes"
    contained(place, completed)


def test_a_fork_bomb_is_ended(jail: Place):
    completed = jail.bash("bomb() { bomb | bomb & }; bomb; sleep 30", limits=replace(QUICK, processes=64))
    assert completed.ending == "processes"
    contained(jail, completed)


def test_threads_count_as_processes(jail: Place):
    text = "import threading, time\nfor _ in range(100): threading.Thread(target=time.sleep, args=(30,)).start()"
    completed = jail.python(text, limits=replace(QUICK, processes=64, memory_bytes=4096 * MIB))
    assert completed.ending == "processes"
    contained(jail, completed)


ORPHANS = """
setsid bash -c 'sleep 60' {0} &
(setsid bash -c 'trap "" TERM HUP INT; (while true; do sleep 60; done) ' {0} & ) &
nohup bash -c 'sleep 60; true' {0} >/dev/null 2>&1 &
disown -a
echo started
"""


def test_orphans_in_sessions_of_their_own_are_gone_at_the_end(place: Place):
    completed = place.bash(ORPHANS.format(place.marker))
    assert (completed.ending, completed.output) == ("exit", b"started\n")
    contained(place, completed, 3.0)


def test_orphans_are_gone_after_a_timeout(place: Place):
    completed = place.bash(ORPHANS.format(place.marker) + "sleep 60", limits=replace(QUICK, seconds=0.7))
    assert (completed.ending, completed.returncode) == ("timeout", 137)
    assert completed.output == b"started\n"
    contained(place, completed, 3.0)


def test_one_gigabyte_of_output_is_cut(place: Place):
    completed = place.bash("head -c 1G /dev/zero; sleep 30", limits=replace(QUICK, output_bytes=MIB))
    assert (completed.ending, completed.truncated, len(completed.output)) == ("output", True, MIB)
    contained(place, completed, 3.0)


def test_output_of_just_the_limit_is_whole(place: Place):
    completed = place.bash("head -c 4096 /dev/zero", limits=replace(QUICK, output_bytes=4096))
    assert (completed.ending, completed.truncated, len(completed.output)) == ("exit", False, 4096)


def test_sleeping_past_the_limit_is_ended(place: Place):
    completed = place.bash("sleep 60", limits=replace(QUICK, seconds=0.5))
    assert completed.ending == "timeout"
    assert 0.5 <= completed.seconds < 2.0
    contained(place, completed)


def test_a_command_that_closed_its_output_is_still_timed(place: Place):
    completed = place.bash("exec >&- 2>&-; sleep 60", limits=replace(QUICK, seconds=0.5))
    assert completed.ending == "timeout"
    contained(place, completed)


def test_a_busy_loop_has_a_limit_of_its_own(jail: Place):
    completed = jail.bash("while :; do :; done", limits=replace(QUICK, cpu_seconds=1))
    assert (completed.ending, completed.returncode) == ("signal", 137)
    contained(jail, completed, QUICK.seconds)


FILLS = {
    "one file": "head -c 64M /dev/zero > big; sleep 30",
    "many files": "for i in $(seq 40); do head -c 2M /dev/zero > f$i; done; sleep 30",
    "a file without a name": "exec 7> gone; rm gone; head -c 64M /dev/zero >&7; sleep 30",
    "empty files": "mkdir d; cd d; touch $(seq 2000); sleep 30",
    "a closed folder": "mkdir d; head -c 64M /dev/zero > d/f; chmod 000 d; sleep 30",
}


@pytest.mark.parametrize("way", FILLS)
def test_the_scratch_is_bounded(jail: Place, way: str):
    completed = jail.bash(FILLS[way], limits=replace(QUICK, scratch_bytes=6 * MIB))
    assert completed.ending == "scratch"
    contained(jail, completed)


def test_a_scratch_that_is_too_full_at_the_end_is_told(place: Place):
    completed = place.bash("head -c 3M /dev/zero > big", limits=replace(QUICK, scratch_bytes=MIB))
    assert completed.ending == "scratch"


def test_a_file_has_a_largest_size(place: Place):
    completed = place.bash("head -c 2M /dev/zero > big; stat -c %s big", limits=replace(QUICK, file_bytes=MIB))
    assert completed.output.split()[-1] == str(MIB).encode()


def test_files_in_memory_have_a_size(jail: Place):
    limits = replace(QUICK, temporary_bytes=4 * MIB)
    completed = jail.bash(
        "for at in /tmp /dev/shm; do head -c 8M /dev/zero > $at/f; stat -c %s $at/f; done", limits=limits
    )
    sizes = [int(word) for word in completed.output.split() if word.isdigit()]
    assert sizes == [4 * MIB, 4 * MIB]


def test_files_in_memory_count_as_memory(jail: Place):
    limits = Limits(seconds=8.0, memory_bytes=96 * MIB)
    completed = jail.bash(f"head -c 100M /dev/zero > {IN_MEMORY}/f; sleep 30", limits)
    assert completed.ending == "memory"
    assert completed.peak_memory > 96 * MIB
    contained(jail, completed)


NAMELESS = """
import os, time
for _ in range(4):
    os.write(os.memfd_create("m"), bytes(50 << 20))
time.sleep(30)
"""


def test_nameless_files_in_memory_count_as_memory(jail: Place):
    completed = jail.python(NAMELESS, limits=Limits(seconds=8.0, memory_bytes=150 * MIB))
    assert completed.ending == "memory"
    contained(jail, completed)
