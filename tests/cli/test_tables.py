"""Tables of audits keep their words whole on narrow terminals."""

from __future__ import annotations

import pytest

from assay.cli import tables
from assay.model.canonical import Json

KINDS: list[Json] = ["annual report", "statistical yearbook"]


def body() -> dict[str, Json]:
    sizes: dict[str, Json] = {"documents": 12, "tokens": 345678, "exceeds_context": True, "source_kinds": KINDS}
    empty: dict[str, Json] = {"documents": 1, "tokens": 9, "exceeds_context": False, "source_kinds": []}
    archive: dict[str, Json] = {
        "sources": 13, "documents": 13, "tokens": 345687, "problems": {}, "context_window": 128000,
        "domains": {"energy": sizes, "retail": empty}, "restricted": [], "doubts": [],
    }  # fmt: skip
    counts: dict[str, Json] = {name: 60 for name in ("entered", "kept", "dropped", "revised", "undecided")}
    gate: dict[str, Json] = {"gate": "verification", **counts, "causes": {"proven": 60}, "calls": 0, "cost": 0.0}
    chunks: dict[str, Json] = {"summarised": 2, "seeds": 3, "unfit": {"schema": 1}, "tags": {"energy": 2}}
    quality: dict[str, Json] = {"graded": 60, "graders": ["openai/x"], "sentences": ["clarity: 4.50 on average"]}
    took: dict[str, Json] = {"calls": 61, "cost": 0.5, "tokens": 9, "unsettled": 0, "unpriced": 0}
    models: dict[str, Json] = {**took, "stages": {"quality": took}}
    told: dict[str, Json] = {"chunks": chunks, "models": models, "quality": quality}
    return {"archive": archive, "released": 0, "kept_back": [], "funnel": [gate], **told}


@pytest.mark.parametrize(("width", "in_the_table"), [(40, False), (50, False), (60, False), (100, True)])
def test_the_kinds_of_a_domain_stand_below_the_table_where_it_is_narrow(
    width: int, in_the_table: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("COLUMNS", str(width))
    tables.show(tables.funnel(body()))
    lines = capsys.readouterr().out.splitlines()
    (line,) = [one for one in lines if "annual report" in one]
    assert ("345,678" in line) == in_the_table
    assert ("kinds of source" in "".join(lines)) == in_the_table
    assert in_the_table or line.startswith("energy: annual report, ")
    assert in_the_table or "retail: not stated" in "\n".join(lines)
    assert "60 undecided" in " ".join(lines) or "undecided" in " ".join(lines).split()
    assert "summaries: 2 of 3 seeds; tags: energy 2" in " ".join(" ".join(lines).split())
    assert "quality: clarity: 4.50 on average" in lines
    assert max(map(len, lines)) <= width
