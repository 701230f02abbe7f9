"""Whether released golds are right: `python benchmarks/truth.py OUT KEY [--archive DIR]`, or `--seeds N` for N worlds.

Each question is read from its words alone and answered from the key of the simulated archive, by code that shares
nothing with the author: neither its readers nor its tables, grammar or operators. What it cannot read counts as wrong.
Questions on formatting are answered from the key's record of the place, or where it has none, from the native file.
With `--seeds N` it makes the worlds of N seeds, builds each and judges all. The exit code is 1 if any gold is wrong.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.truth_archive import Archive
from benchmarks.truth_judge import judged
from benchmarks.truth_key import read_key
from benchmarks.truth_report import (
    drawn,
    equal_lines,
    mix_lines,
    null_line,
    run_line,
    scarce_line,
    survival_lines,
    verdict_lines,
)
from benchmarks.truth_store import Survival, survival
from benchmarks.truth_verdict import Verdict

_ASSAY = (sys.executable, "-c", "import sys; from assay.cli import main; sys.exit(main())")


def main() -> None:
    """Print the wrong golds, their number and the mix of the tasks; end with 1 if a gold is wrong."""
    options = _options()
    if options.seeds:
        with tempfile.TemporaryDirectory(prefix="assay-truth-") as scratch:
            folder = options.keep or Path(scratch)
            seeds = range(options.first, options.first + options.seeds)
            sys.exit(_judge_all((_made(seed, folder) for seed in seeds), options.show))
    if options.release is None or options.key is None:
        sys.exit("name a release and its key, or --seeds")
    archive = options.archive or Path(str(options.key).removesuffix(".key.jsonl"))
    sys.exit(_judge_all([(options.release, options.key, archive)], options.show))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("release", type=Path, nargs="?", help="a build's folder, or a tasks.jsonl")
    parser.add_argument("key", type=Path, nargs="?", help="the key of the archive that was built")
    parser.add_argument("--archive", type=Path, help="the archive, if it is not beside its key")
    parser.add_argument("--show", type=int, default=0, help="print so many questions with their golds, drawn at random")
    parser.add_argument("--seeds", type=int, default=0, help="make, build and judge the worlds of so many seeds")
    parser.add_argument("--first", type=int, default=1, help="the first of these seeds")
    parser.add_argument("--keep", type=Path, help="where these worlds are made and kept; none is made twice")
    return parser.parse_args()


def _made(seed: int, folder: Path) -> tuple[Path, Path, Path]:
    """Make the world of a seed and build it, where an earlier run has not kept both."""
    archive, out = folder / f"world-{seed}", folder / f"out-{seed}"
    if (out / "release" / "tasks.jsonl").is_file():
        return out, folder / f"world-{seed}.key.jsonl", archive
    _run("enterprise", "--seed", str(seed), "--to", str(archive))
    _run("build", str(archive), "--out", str(out), "--seed", str(seed), "--direct")
    return out, folder / f"world-{seed}.key.jsonl", archive


def _run(*words: str) -> None:
    done = subprocess.run([*_ASSAY, *words], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"assay {' '.join(words)} ended with {done.returncode}:\n{done.stderr[-2000:]}")


def _judge_all(runs: Iterable[tuple[Path, Path, Path]], show: int) -> int:
    tasks: list[list[Mapping[str, object]]] = []
    verdicts: list[Verdict] = []
    survived = Survival()
    for release, key, archive in runs:
        own = list(_tasks(release))
        known, files = read_key(key), Archive(archive)
        found = [verdict for task in own for verdict in judged(task, known, files)]
        print(f"{release}: {run_line(own, found)}", f"    {null_line(own)}", sep="\n", flush=True)
        tasks.append(own)
        verdicts += found
        if release.is_dir():
            survived.merge(survival(release))
    _print_all(tasks, verdicts, survived)
    print(*drawn([task for own in tasks for task in own], show), sep="\n")
    return int(not verdicts or any(verdict.outcome != "right" for verdict in verdicts))


def _print_all(tasks: list[list[Mapping[str, object]]], verdicts: list[Verdict], survived: Survival) -> None:
    print(*verdict_lines(verdicts), sep="\n")
    if survived.candidates:
        print("released of the candidates, by operator:", *survival_lines(survived), sep="\n")
        print(scarce_line(survived))
    print(*mix_lines([task for own in tasks for task in own]), sep="\n")
    print(*equal_lines(tasks), sep="\n")


def _tasks(release: Path) -> Iterator[Mapping[str, object]]:
    file = release / "release" / "tasks.jsonl" if release.is_dir() else release
    for line in file.read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


if __name__ == "__main__":
    main()
