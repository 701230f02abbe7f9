"""What doctor says: each missing thing with what it would bring and the command that installs it."""

import os

import pytest

from assay.doctor import Finding, examine, render

FOUND = examine()
NAMES = [finding.name for finding in FOUND]


def test_everything_that_assay_uses_is_examined_once():
    assert len(set(NAMES)) == len(NAMES)
    assert {"python", "bubblewrap", "bash", "prefect", "litellm", "duckdb", "pdfplumber", "sandbox"} <= set(NAMES)


@pytest.mark.parametrize("finding", FOUND, ids=NAMES)
def test_each_finding_says_how_to_get_it(finding: Finding):
    assert finding.install
    assert finding.found or finding.brings
    assert finding.version or not finding.found


@pytest.mark.parametrize("name", ["python", "prefect", "duckdb", "openpyxl", "python-docx"])
def test_what_the_tests_run_on_is_found(name: str):
    assert next(finding for finding in FOUND if finding.name == name).found


def test_the_lines_for_people_name_what_is_missing_and_what_it_brings():
    lines = render([
        Finding("there", True, "1.2", "", "make setup"),
        Finding("gone", False, "", "full isolation", "apt-get install gone"),
    ]).split("\n")  # fmt: skip
    assert lines == [
        "ok      there 1.2",
        "missing gone",
        "        brings full isolation; install: apt-get install gone",
    ]


def test_the_json_has_every_field():
    assert set(FOUND[0].body()) == {"name", "found", "version", "brings", "install"}


def test_debian_packages_are_asked_for_with_the_rights_that_one_has():
    install = next(finding for finding in FOUND if finding.name == "bubblewrap").install
    assert install.startswith("apt-get" if os.geteuid() == 0 else "sudo apt-get")
