"""Help loads nothing heavy, and every command is explained in it and in the README."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from assay.cli import commands, run
from tests.source import ROOT

LOADED = """
import json, resource, sys
from assay.cli import run
run(["--help"])
used = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps({"modules": sorted(sys.modules), "seconds": used.ru_utime + used.ru_stime}), file=sys.stderr)
"""


def test_help_loads_no_heavy_library_and_takes_less_than_three_tenths_of_a_second():
    done = subprocess.run([sys.executable, "-c", LOADED], cwd=ROOT, capture_output=True, text=True)
    found = json.loads(done.stderr)

    heavy = {"litellm", "prefect", "duckdb", "pydantic", "rich", "lxml", "openpyxl", "pypdfium2", "numpy"}
    assert heavy & set(found["modules"]) == set()
    assert found["seconds"] < 0.3


@pytest.mark.parametrize("name", sorted(commands.commands))
def test_each_command_has_help_and_a_line_in_the_readme(name: str, capsys: pytest.CaptureFixture[str]):
    assert run([name, "--help"]) == 0
    printed = capsys.readouterr().out

    assert commands.commands[name].help
    assert "Usage: assay " + name in printed
    assert f"| `assay {name} " in (ROOT / "README.md").read_text().replace(f"`assay {name}`", f"`assay {name} `")


def test_the_readme_names_no_command_that_does_not_work():
    lines = [line for line in (ROOT / "README.md").read_text().splitlines() if line.startswith("| `assay ")]

    assert {line.split()[2].strip("`") for line in lines} == set(commands.commands)
