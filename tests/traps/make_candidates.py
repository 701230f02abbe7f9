"""Writes the candidates of the trap archive and what has to become of them: `python -m tests.traps.make_candidates`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from assay.model.canonical import Json
from tests.traps.controls import controls
from tests.traps.desk import Desk, Line, opened
from tests.traps.planting import Planted
from tests.traps.revealed import revealed
from tests.traps.unclear import unclear
from tests.traps.unproven import unproven

HERE = Path(__file__).parent
# Of candidates that are alike it is told how many meet which fate, not which of them. A release of 50 to 59 tasks has
# room for five of a kind, and two documents are cited together by three.
GROUPS: dict[str, dict[str, int]] = {
    "paraphrase": {"duplicates drop same_program": 1, "released": 1},
    "other-words": {"duplicates drop same_answer": 1, "released": 1},
    "one-template": {"quotas drop template": 2, "released": 5},
    "one-pair": {"quotas drop document_pair": 2, "released": 3},
    "common-answer": {"quotas drop skew": 2, "released": 5},
    "guessable-answer": {"closed_book drop guessed": 5},
}


def all_planted(desk: Desk) -> list[Planted]:
    """Return every planted candidate."""
    return [*unproven(desk), *unclear(desk), *revealed(desk)]


def expected(planted: Sequence[Planted], sound: Sequence[Line]) -> dict[str, Json]:
    """Return the fate of each candidate, of groups the number of each fate."""
    alone = {str(one.line["id"]): list[Json](one.fate) for one in planted if not one.group}
    stay = {str(line["id"]): ["released"] for line in sound}
    return {**alone, **{name: dict[str, Json](fates) for name, fates in GROUPS.items()}, **stay}


def main(folder: Path) -> None:
    """Write the candidates and the expectations into a folder."""
    desk = opened()
    planted, sound = all_planted(desk), list(controls(desk))
    lines = [*(one.line for one in planted), *sound]
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    (folder / "candidates.jsonl").write_text(text, encoding="utf-8")
    fates = json.dumps(expected(planted, sound), ensure_ascii=False, indent=2, sort_keys=True)
    (folder / "expected.json").write_text(fates + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(HERE)
