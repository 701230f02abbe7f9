"""Killed at random moments: no call whose reply arrived is made again, and what was in flight is on the ledger."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from assay.gateway import Gateway, Reply
from assay.gateway.scripted import ScriptedServer
from assay.model.canonical import digest
from tests.gateway.asking import ask, out_in, rules_of, wired

QUESTIONS = 100

# Imports litellm once; each round is a fork that asks in four threads, and is killed so many seconds after the ledger
# has grown by so many lines.
ROUNDS = """
import json, os, signal, sys, time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from assay.config import Settings
from assay.gateway import Gateway
from assay.gateway.litellm_library import library
from tests.gateway.asking import ask, out_in

settings, folder, questions = Settings.model_validate_json(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
library()

def run():
    with Gateway(settings, out_in(folder)) as gateway, ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda number: ask(gateway, f"question {number}"), range(questions)))

def lines():
    path = out_in(folder).calls / "ledger.jsonl"
    return path.read_bytes().count(b"\\n") if path.exists() else 0

for moment in sys.argv[4:]:
    more, seconds = map(float, moment.split(","))
    before, child = lines(), os.fork()
    if child == 0:
        run()
        os._exit(0)
    while lines() < before + more:
        time.sleep(0.002)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
"""


@pytest.mark.slow
def test_a_run_killed_again_and_again_repeats_no_call_whose_reply_arrived(tmp_path: Path):
    rules = rules_of(
        {"when": {"matches": r"question (\d+)"}, "say": "{{1}}", "fault": {"kind": "slow", "seconds": 0.02}}
    )
    rng = random.Random(8)
    moments = [f"{rng.randrange(1, 40)},{rng.random() / 30}" for _ in range(3)]
    with ScriptedServer(rules) as server:
        settings = wired(server)
        command = [sys.executable, "-W", "ignore", "-c", ROUNDS, settings.model_dump_json(), str(tmp_path)]
        subprocess.run([*command, str(QUESTIONS), *moments], check=True, timeout=300)
        assert 0 < server.calls < QUESTIONS
        with Gateway(settings, out_in(tmp_path)) as gateway:
            replies = [ask(gateway, f"question {number}") for number in range(QUESTIONS)]
            entries = gateway.entries()
        counts = Counter(digest(dict(body)) for body in server.bodies)
    unsettled = [entry for entry in entries if entry.settled is None]
    assert [isinstance(reply, Reply) and reply.text for reply in replies] == list(map(str, range(QUESTIONS)))
    assert server.calls <= QUESTIONS + len(unsettled)
    by_key = Counter(entry.purpose.key for entry in unsettled)
    assert sum(count - 1 for count in counts.values()) <= sum(by_key.values())
    assert len(counts) == QUESTIONS
