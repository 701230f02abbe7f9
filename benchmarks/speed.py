"""What the readers cost beside their peers, in one run: `python benchmarks/speed.py FOLDER [--peers all]`.

The peers live in an environment of their own, build/peers/, that the first run makes. Figures are over the common set:
the files of which every reader gives text. Times are processor seconds of one core, the best of three.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PLACE = ROOT / "build" / "peers"
PEERS = {
    "markitdown": "markitdown[docx,pptx]>=0.1.9,<0.2",
    "pandoc": "pypandoc-binary>=1.15",
    "python-docx/pptx": "python-docx>=1.2 python-pptx>=1.0.2",
    "office-oxide": "office-oxide>=0.1.15,<0.2",
}
SLOW_PEERS = {"docling": "docling-slim[format-office]>=2.143"}
FORMATS = {"docx": (".docx", ".docm", ".dotx"), "pptx": (".pptx", ".pptm", ".ppsx", ".potx")}
SECONDS = 60


@dataclass(frozen=True, slots=True)
class Figure:
    """What one reader gave of one file: characters (None where it failed), processor seconds, peak bytes."""

    characters: int | None
    seconds: float
    peak: int


def main() -> None:
    """Measure all readers over the folder and print a table for each format."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--peers", choices=("usual", "all"), default="usual")
    parser.add_argument("--most", type=int, default=0, help="Measure only so many files of each format.")
    options = parser.parse_args()
    peers = PEERS | (SLOW_PEERS if options.peers == "all" else {})
    python = environment(peers)
    for name, endings in FORMATS.items():
        files = sorted(path for path in options.folder.rglob("*") if path.suffix.lower() in endings)
        chosen = [str(path) for path in files[: options.most or None]]
        figures = {reader: measure(sys.executable, reader, chosen) for reader in ("assay", "floor")}
        figures |= {peer: measure(python, peer, chosen) for peer in peers}
        report(name, chosen, figures)


def environment(peers: Mapping[str, str]) -> str:
    """Return the Python of the environment that holds the peers, made where it is missing or short of one."""
    stamp, python = PLACE / "peers.txt", PLACE / "bin" / "python"
    held = set(stamp.read_text().splitlines()) if stamp.exists() else set[str]()
    if not set(peers.values()) <= held:
        uv = str(Path(sys.executable).with_name("uv"))
        lines = sorted(held | set(peers.values()))
        wanted = [one for line in lines for one in line.split()]
        subprocess.run([uv, "venv", "--quiet", "--clear", "--python", sys.executable, str(PLACE)], check=True)
        subprocess.run([uv, "pip", "install", "--quiet", "--python", str(python), *wanted], check=True)
        stamp.write_text("\n".join(lines))
    return str(python)


def measure(python: str, reader: str, files: Sequence[str]) -> dict[str, Figure]:
    """Return the figures of one reader for each file; a reader that cannot start has none."""
    command = [python, str(ROOT / "benchmarks" / "measure.py"), reader, str(SECONDS)]
    environ = {**os.environ, "PYTHONPATH": str(ROOT) if reader == "assay" else ""}
    done = subprocess.run(command, input="\n".join(files), stdout=subprocess.PIPE, text=True, check=False, env=environ)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return {one["file"]: Figure(one["characters"], one["seconds"], one["peak"]) for one in lines}


def report(name: str, files: Sequence[str], figures: Mapping[str, Mapping[str, Figure]]) -> None:
    """Print how each reader fared: files with text, then over the common set median, sum, ratio and memory."""
    started = {reader: found for reader, found in figures.items() if found}
    common = [file for file in files if all(found[file].characters for found in started.values())]
    size = sum(Path(file).stat().st_size for file in common) / 1e6
    print(f"\n{name}: {len(files)} files, common set {len(common)} ({size:.1f} MB)")
    print(f"{'reader':<18}{'with text':>10}{'median ms':>11}{'sum s':>9}{'x assay':>9}{'x floor':>9}{'peak MB':>9}")
    medians = {reader: _median(found, common) for reader, found in started.items()}
    for reader in sorted(started, key=lambda one: medians[one]):
        found = [started[reader][file] for file in common]
        read = sum(bool(one.characters) for one in started[reader].values())
        ratios = "".join(
            f"{medians[reader] / medians[base]:>9.2f}" if medians[base] else f"{'':>9}" for base in ("assay", "floor")
        )
        total, peak = sum(one.seconds for one in found), max((one.peak for one in found), default=0) / 1e6
        print(f"{reader:<18}{read:>10}{medians[reader] * 1000:>11.2f}{total:>9.2f}{ratios}{peak:>9.0f}")
    for reader in figures.keys() - started.keys():
        print(f"{reader:<18}could not be measured here")


def _median(found: Mapping[str, Figure], files: Sequence[str]) -> float:
    return statistics.median([found[file].seconds for file in files]) if files else 0.0


if __name__ == "__main__":
    main()
