"""The tree: where things are, how large they are, and what they are called."""

import ast
import re
import statistics
import sys
import tomllib
from importlib.metadata import packages_distributions

from tests.source import PACKAGES, ROOT, length, modules

CARD = ("flows", "extractors", "synthesis", "filters", "data")
ELSE = ("assay", "tests", "benchmarks", "docs", "scripts")
VAGUE = {"utils", "util", "helpers", "common", "base", "manager", "handler", "engine", "misc"}


def test_the_top_level_holds_the_folders_of_the_card():
    assert [name for name in CARD if not (ROOT / name).is_dir()] == []


def test_the_top_level_holds_no_other_package():
    found = {path.parent.name for path in ROOT.glob("*/*.py") if not path.parent.name.startswith(".")}
    assert found <= {*CARD, *ELSE} - {"data"}


def test_the_wheel_ships_exactly_the_own_packages():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert tuple(project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]) == PACKAGES


def test_no_flow_file_bears_the_name_of_anything_importable():
    stems = {path.stem for path in (ROOT / "flows").rglob("*.py")} - {"__init__"}
    assert stems & {*sys.stdlib_module_names, *packages_distributions(), *PACKAGES} == set()


def test_no_installed_distribution_ships_one_of_our_names():
    installed = packages_distributions()
    assert {name: installed[name] for name in PACKAGES if set(installed.get(name, [])) - {"assay"}} == {}


def test_the_page_on_the_layout_names_what_is_there_and_leaves_no_part_out():
    page = (ROOT / "docs" / "layout.md").read_text(encoding="utf-8")
    named = {name for name in re.findall(r"`([\w./]+)`", page) if "/" in name or name.endswith(".toml")}
    missing = {name for name in named - {"data/workspace/"} if not (ROOT / name).exists()}
    parts = {path for path in (ROOT / "assay").iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    places = {f"assay/{path.name}" + "/" * path.is_dir() for path in parts if path.name != "__init__.py"}
    assert (missing, places - named) == (set(), set())


def test_every_module_opens_with_what_it_is_for():
    everywhere = modules(*PACKAGES, "scripts", "tests")
    assert [module.name for module in everywhere if not ast.get_docstring(module.tree)] == []


def test_every_folder_of_code_is_a_package():
    folders = {module.path.parent for module in modules()}
    assert [folder for folder in folders if not (folder / "__init__.py").exists()] == []


def test_no_module_has_a_vague_name():
    assert [module.name for module in modules() if VAGUE & set(module.name.split("."))] == []


def test_no_module_is_longer_than_500_lines():
    sizes = {module.name: module.text.count("\n") for module in modules()}
    assert {name: size for name, size in sizes.items() if size > 500} == {}


def test_no_function_is_longer_than_60_lines():
    sizes = {f"{module.name}.{node.name}": length(node) for module in modules() for node in module.functions}
    assert {name: size for name, size in sizes.items() if size > 60} == {}


def test_the_median_function_has_about_ten_lines():
    sizes = [length(node) for module in modules() for node in module.functions]
    assert statistics.median(sizes) <= 12
