"""The golds of a world that no other test knows are right, as far as its key tells."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.source import ROOT

pytestmark = pytest.mark.soak


def test_no_gold_of_a_new_world_is_wrong():
    command = [sys.executable, "benchmarks/truth.py", "--seeds", "1", "--first", "4711"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=1800, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "wrong golds 0 of " in done.stdout
