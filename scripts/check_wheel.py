"""Builds the wheel, installs it in a clean environment and uses it there, away from the source tree."""

import subprocess
import sys
import tempfile
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = ROOT / ".venv" / "bin"
IMPORT_ALL = """
import importlib, pkgutil, sys
for top in sys.argv[1:]:
    package = importlib.import_module(top)
    for found in pkgutil.walk_packages(package.__path__, top + "."):
        importlib.import_module(found.name)
"""


def top_level_packages() -> list[str]:
    """The packages that the wheel is to hold, as pyproject.toml lists them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]


def build_wheel(folder: Path) -> Path:
    """The wheel just built, with no network: hatchling comes from the lock."""
    command = [BIN / "uv", "build", "--quiet", "--wheel", "--no-build-isolation", "--python", BIN / "python"]
    subprocess.run([*command, "--out-dir", folder, ROOT], check=True)
    return next(folder.glob("*.whl"))


def source_files(package: str) -> set[str]:
    """Every file of a package that is under version control's eyes: tracked, or new and not ignored."""
    command = ["git", "-C", ROOT, "ls-files", "--cached", "--others", "--exclude-standard", "--", package]
    listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return {name for name in listed if (ROOT / name).is_file()}


def missing_from(wheel: Path, packages: list[str]) -> list[str]:
    """The source files, code and data alike, that the wheel lacks."""
    with zipfile.ZipFile(wheel) as opened:
        shipped = set(opened.namelist())
    return sorted(set().union(*map(source_files, packages)) - shipped)


def install(wheel: Path, environment: Path) -> None:
    """A new environment with the wheel and its run-time dependencies at their locked versions."""
    subprocess.run([BIN / "uv", "venv", "--quiet", "--python", BIN / "python", environment], check=True)
    command = [BIN / "uv", "pip", "install", "--quiet", "--python", environment / "bin" / "python"]
    subprocess.run([*command, "--constraint", ROOT / "requirements.lock", wheel], check=True)


def main() -> None:
    """Exit status 0 when the wheel holds every file, imports whole and answers `assay --help`."""
    packages = top_level_packages()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        wheel = build_wheel(folder)
        if missing := missing_from(wheel, packages):
            sys.exit(f"the wheel lacks {', '.join(missing)}")
        install(wheel, folder / "clean")
        binaries = folder / "clean" / "bin"
        subprocess.run([binaries / "python", "-I", "-c", IMPORT_ALL, *packages], check=True, cwd=folder)
        subprocess.run([binaries / "assay", "--help"], check=True, cwd=folder, stdout=subprocess.DEVNULL)
    print(f"wheel: {wheel.name} holds every file, imports whole and answers --help in a clean environment")


if __name__ == "__main__":
    main()
