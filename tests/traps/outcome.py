"""Prints what became of each candidate of the trap archive: `python tests/traps/outcome.py OUT`."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path

from assay.model.canonical import Json
from assay.stages.newest import newest_release
from assay.store.gates import verdicts
from assay.store.snapshot import Snapshot
from assay.store.tasks import tasks

CANDIDATES = Path(__file__).parent / "candidates.jsonl"
# Of candidates whose names differ in a number at their end it is told how many had which fate.
_NUMBERED = re.compile(r"(.+)-\d+")
_FAULT = re.compile(r".+, line (\d+): (.+)")


def outcome(out: Path, candidates: Path = CANDIDATES) -> dict[str, Json]:
    """Return the fate of each candidate by name: every decision that is no keep, in order, and whether it came out."""
    alone: dict[str, Json] = {}
    groups: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for name, fates in _fates(out, candidates).items():
        numbered = _NUMBERED.fullmatch(name)
        if numbered:
            groups[numbered[1]]["; ".join(fates)] += 1
        else:
            alone[name] = list[Json](fates)
    return {**alone, **{name: dict[str, Json](counted) for name, counted in groups.items()}}


def _fates(out: Path, candidates: Path) -> dict[str, list[str]]:
    lines = [json.loads(line) for line in candidates.read_text(encoding="utf-8").splitlines()]
    with Snapshot.open(out) as snapshot:
        by_question = {task.question: task.id for task in tasks(snapshot, newest=False) if task.revision == 1}
        release = newest_release(snapshot)
        released = {one.task for one in release.tasks} if release else set[str]()
        decided: defaultdict[str, list[str]] = defaultdict(list)
        for ruling in verdicts(snapshot):
            one = ruling.verdict
            if one.decision != "keep":
                decided[one.task].append(f"{one.gate} {one.decision} {one.cause}")
        refused = _refused(snapshot)
    found: dict[str, list[str]] = {}
    for number, line in enumerate(lines, 1):
        task = by_question.get(line["question"], "")
        said = [f"validator refuse {refused[number]}"] if number in refused else decided[task]
        found[line["id"]] = [*said, *(["released"] if task in released and number not in refused else [])]
    return found


def _refused(snapshot: Snapshot) -> Mapping[int, str]:
    """Return why the validator took a line for no candidate, by the line's number."""
    notes = [json.loads(note) for (note,) in snapshot.rows("select note from progress where stage = 'synthesize'")]
    found = [_FAULT.fullmatch(fault) for note in notes for fault in note["faults"]]
    return {int(fault[1]): fault[2] for fault in found if fault}


if __name__ == "__main__":
    print(json.dumps(outcome(Path(sys.argv[1])), ensure_ascii=False, indent=2, sort_keys=True))
