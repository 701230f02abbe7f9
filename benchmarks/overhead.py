"""What Prefect costs beside the same build without it: `python benchmarks/overhead.py ARCHIVE`.

Each run builds the archive twice, into new folders: as a Prefect flow on a server of its own, and with `--direct`.
Processor seconds are those of the build and of all that it started and waited for, the server among them.

Start-up is what Prefect costs where there is nothing to do: the same two commands over an archive of one line of text
of which nothing is asked, one taken from the other. It holds the import of Prefect, the start and the end of the
server, its new database and a dozen task runs; it is the same for an archive of any size, and is taken off first.

Prints the medians over the runs and ends with 1 where what is left is more than a twentieth of the processor seconds
of the build without Prefect. Wall seconds are printed and not judged: they tell more of what else the machine does.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.spent import Spent, median, spent

ROOT = Path(__file__).resolve().parents[1]
MOST = 0.05
ASSAY = [sys.executable, "-c", "from assay.cli import main; main()"]
NOTHING_ASKED = "synthesis: {authors: []}\n"
# 1 says that no task is released.
ENDS = (0, 1)


def main() -> None:
    """Measure, print, and end with 1 where the overhead is more than promised."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archive", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="assay-overhead-") as folder:
        small, idle = nothing_to_do(Path(folder))
        work, start = list[tuple[Spent, Spent]](), list[tuple[Spent, Spent]]()
        for number in range(options.runs):
            start.append(both(small, Path(folder, f"start-{number}"), "--config", str(idle)))
            work.append(both(options.archive.resolve(), Path(folder, f"work-{number}")))
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, medians of {options.runs} runs")
    sys.exit(0 if share(work, start) <= MOST else 1)


def share(work: list[tuple[Spent, Spent]], start: list[tuple[Spent, Spent]]) -> float:
    """Return what Prefect adds, start-up apart, as a share of the direct build's processor seconds; print all of it."""
    flow, direct = median([one for one, _ in work]), median([one for _, one in work])
    start_up = median([one - other for one, other in start])
    rest = flow - direct - start_up
    for name, cost in (
        ("as a flow", flow),
        ("direct", direct),
        ("start-up", start_up),
        ("overhead, start-up apart", rest),
    ):
        print(f"{name:<28}{cost.processor:8.2f} s processor {cost.wall:8.2f} s wall")
    found = rest.processor / direct.processor
    print(
        f"overhead {found:.1%} of the processor seconds (at most {MOST:.0%}), {rest.wall / direct.wall:.1%} of the wall"
    )
    return found


def nothing_to_do(folder: Path) -> tuple[Path, Path]:
    """Return an archive of one line of text, and a config by which nothing is asked of it."""
    (folder / "small").mkdir()
    (folder / "small" / "line.txt").write_text("One line.\n")
    (folder / "idle.yaml").write_text(NOTHING_ASKED)
    return folder / "small", folder / "idle.yaml"


def both(archive: Path, out: Path, *options: str) -> tuple[Spent, Spent]:
    """Return what a build costs as a flow and directly."""
    flow = cost_of("build", str(archive), "--out", f"{out}-flow", *options)
    return flow, cost_of("build", str(archive), "--out", f"{out}-direct", "--direct", *options)


def cost_of(*words: str) -> Spent:
    """Return what a command costs, with all processes that it waited for."""
    # a server that the environment names would do its part of the work unseen
    known = {name: value for name, value in os.environ.items() if name != "PREFECT_API_URL"}
    environment = known | {"PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT), known.get("PYTHONPATH"))))}
    run = partial(subprocess.run, [*ASSAY, *words], env=environment, capture_output=True, text=True, check=False)
    done, took = spent(run)
    if done.returncode not in ENDS:
        sys.exit(f"`assay {' '.join(words)}` ended with {done.returncode}: {done.stderr[-800:]}")
    return took


if __name__ == "__main__":
    main()
