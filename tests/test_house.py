"""The rules of the house: what may be imported, caught and depended on, and what the front pages promise."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator

import pytest
from packaging.requirements import Requirement

from tests.source import PACKAGES, ROOT, modules

PYPROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
PROJECT = tomllib.loads(PYPROJECT)
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PINS = dict(re.findall(r"^([a-z0-9.-]+)==(\S+)", LOCK, re.MULTILINE))
DEPENDENCIES = [*PROJECT["project"]["dependencies"], *PROJECT["dependency-groups"]["dev"]]

# Imports each module named and ends with 1 at the first write, connection or process on the way.
QUIET_IMPORT = """
import importlib, os, sys

def forbid(event, args):
    writes = event == "open" and isinstance(args[2], int) and args[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
    if (writes and args[0] != os.devnull) or event in ("os.mkdir", "socket.connect", "subprocess.Popen", "os.fork"):
        os.write(2, f"{event} {args}".encode())
        os._exit(1)

sys.addaudithook(forbid)
for name in sys.argv[1:]:
    importlib.import_module(name)
loaded = sorted({"prefect", "litellm"} & set(sys.modules))
sys.exit(f"loaded: {loaded}" if loaded else 0)
"""


def statements_at_import(node: ast.AST) -> Iterator[ast.AST]:
    """All that runs when the module is imported: everything but the bodies of functions."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from statements_at_import(child)


def is_broad(handler: ast.ExceptHandler) -> bool:
    """Whether it catches everything."""
    return handler.type is None or (
        isinstance(handler.type, ast.Name) and handler.type.id in ("Exception", "BaseException")
    )


def test_every_module_of_assay_has_its_place_in_the_layers():
    layers = re.findall(r"assay\.\w+", " ".join(PROJECT["tool"]["importlinter"]["contracts"][0]["layers"]))
    parts = {".".join(module.name.split(".")[:2]) for module in modules("assay")} - {"assay"}
    assert parts - set(layers) == set()


def test_the_model_imports_the_standard_library_only():
    allowed = {*sys.stdlib_module_names, "assay"}
    imported = [(module.name, name) for module in modules("assay/model") for name in module.imported]
    assert imported
    assert [(module, name) for module, name in imported if name.split(".")[0] not in allowed] == []


def test_importing_writes_nothing_connects_to_nothing_and_starts_nothing():
    names = [module.name for module in modules("extractors", "synthesis", "filters", "assay")]
    below_flows = [name for name in names if name not in ("assay.cli", "assay.doctor")]
    # COVERAGE_* is left out: the measuring itself writes.
    environment = {key: value for key, value in os.environ.items() if not key.startswith("COV")}
    command = [sys.executable, "-B", "-c", QUIET_IMPORT, *below_flows]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_no_module_reads_the_environment_when_imported():
    reads = {
        (module.name, ast.unparse(node))
        for module in modules()
        for node in statements_at_import(module.tree)
        if isinstance(node, ast.Attribute)
    }
    assert [(module, read) for module, read in sorted(reads) if read in ("os.environ", "os.getenv")] == []


def test_everything_is_caught_in_two_places_at_most():
    broad = [
        f"{module.name}:{node.lineno}"
        for module in modules()
        for node in module.nodes
        if isinstance(node, ast.ExceptHandler) and is_broad(node)
    ]
    assert len(broad) <= 2, broad


def test_the_lock_holds_no_address():
    assert re.findall(r"://|--(?:index|extra-index|find-links|trusted-host)|^-[if] ", LOCK, re.MULTILINE) == []


def test_every_pin_of_the_lock_has_hashes():
    pins = re.split(r"^(?=\S)", LOCK, flags=re.MULTILINE)[1:]
    assert [pin for pin in pins if "--hash=sha256:" not in pin] == []


def test_the_lock_holds_every_dependency_at_a_version_that_it_allows():
    asked = [Requirement(dependency) for dependency in DEPENDENCIES]
    assert [str(one) for one in asked if not one.specifier.contains(PINS.get(one.name, "0"))] == []


def test_the_lock_holds_no_unsafe_litellm():
    version = PINS["litellm"]
    assert version not in ("1.82.7", "1.82.8")
    assert not version.startswith("1.107.")


@pytest.mark.parametrize("requirement", DEPENDENCIES)
def test_every_dependency_says_why_it_is_there(requirement: str):
    line = next(line for line in PYPROJECT.splitlines() if line.strip().startswith(f'"{requirement}"'))
    assert re.search(r'",  # \w{2,}.* \w+', line)


def test_the_project_is_kept_from_the_public_index():
    assert "Private :: Do Not Upload" in PROJECT["project"]["classifiers"]


def test_the_changelog_has_an_unreleased_section():
    assert "\n## [Unreleased]\n" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_every_make_target_that_a_page_names_exists():
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / ".ci" / "run", *(ROOT / "docs").rglob("*.md")]
    said = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    spoken = set(re.findall(r"(?:^|`)make ([a-z]+)", said, re.MULTILINE))
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert {"demo", "test", "check"} <= spoken
    assert spoken - targets == set()


def test_every_link_between_pages_leads_somewhere():
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    links = [
        (page, link)
        for page in pages
        for link in re.findall(r"\]\(([^)#:]+?)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    ]
    assert [(page.name, link) for page, link in links if not (page.parent / link).exists()] == []


def test_ci_runs_the_same_check_as_a_laptop():
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert script.read_text(encoding="utf-8").rstrip().splitlines()[-1] == "exec make check </dev/null"


def test_the_packages_are_all_measured_typed_and_linted():
    assert PROJECT["tool"]["coverage"]["run"]["source_pkgs"] == list(PACKAGES)
    assert PROJECT["tool"]["pyright"]["strict"] == list(PACKAGES)
    assert PROJECT["tool"]["importlinter"]["root_packages"] == list(PACKAGES)
