"""With --json a command prints JSON to stdout and nothing else, with the fields that other programs rely on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assay.cli import run
from assay.model.canonical import Json
from assay.model.gate import GATES
from tests.stages.archives import SAMPLE, tiniest_build


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiniest_build(tmp_path_factory).copied(tmp_path_factory.mktemp("json")).out


def printed(capsys: pytest.CaptureFixture[str], *words: str | Path) -> Json:
    status = run([*map(str, words), "--json"])
    assert status == 0
    return json.loads(capsys.readouterr().out)


def test_a_build_prints_its_summary(out: Path, capsys: pytest.CaptureFixture[str]):
    body = printed(capsys, "build", out.parent / "archive", "--out", out, "--direct")

    assert isinstance(body, dict)
    assert (body["sources"], body["documents"], body["problems"], body["released"]) == (1, 1, {}, 1)


def test_extract_prints_document_artifacts_edges_and_warnings(capsys: pytest.CaptureFixture[str]):
    body = printed(capsys, "extract", SAMPLE / "energy" / "statistical-yearbook-2025.xlsx")

    assert isinstance(body, dict)
    assert list(body) == ["document", "artifacts", "edges", "warnings"]
    document, artifacts, edges = body["document"], body["artifacts"], body["edges"]
    assert isinstance(document, dict)
    assert isinstance(artifacts, list)
    assert isinstance(edges, list)
    assert set(document) >= {
        "source", "content", "extraction", "path", "app", "media_type", "title", "properties", "counts", "reader",
        "problem",
    }  # fmt: skip
    assert isinstance(document["counts"], dict)
    assert set(document["counts"]) >= {"pages", "sheets", "slides", "tokens"}
    for artifact in artifacts:
        assert isinstance(artifact, dict)
        assert set(artifact) >= {"key", "order", "kind", "label", "at", "text", "payload", "blob"}
        assert artifact["label"] == f"{document['app']}.{artifact['kind']}"
    assert all(set(edge) == {"from", "to", "type"} for edge in edges if isinstance(edge, dict))


def test_a_file_that_cannot_be_read_still_prints_its_document(capsys: pytest.CaptureFixture[str]):
    status = run(["extract", str(SAMPLE / "energy" / "yearbook-draft.xlsx"), "--json"])
    body = json.loads(capsys.readouterr().out)

    assert status == 3
    assert body["document"]["problem"]["code"] == "corrupt"
    assert body["artifacts"] == []


def test_score_prints_a_line_for_each_chunk(out: Path, capsys: pytest.CaptureFixture[str]):
    terms = {"density", "rows", "columns", "numeric_columns", "time", "years", "table", "list", "ocr_table"}
    for target in (out, SAMPLE / "energy" / "supply-release-2024.pdf"):
        assert run(["score", str(target), "--json"]) == 0
        lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert lines
        for line in lines:
            assert set(line) >= {
                "document", "chunk", "first", "last", "rows", "format", "characters", "tokens", "numeric_tokens",
                "features", "terms", "score", "excluded", "seed",
            }  # fmt: skip
            assert {"density"} < set(line["terms"]) <= terms
    assert "ocr_table" in lines[0]["terms"]  # pyright: ignore[reportPossiblyUnboundVariable]


def test_verify_audit_filter_and_doctor_print_their_fields(out: Path, capsys: pytest.CaptureFixture[str]):
    verified, audited = printed(capsys, "verify", out, "--mutate"), printed(capsys, "audit", out)
    trail, filtered = printed(capsys, "audit", out, "--gate", "spec"), printed(capsys, "filter", out)
    looked = printed(capsys, "doctor")

    assert isinstance(verified, dict)
    assert set(verified) >= {"programs", "failed", "tasks"}
    assert isinstance(audited, dict)
    assert set(audited) >= {"archive", "chunks", "coverage", "covered", "funnel", "released", "subjects"}
    compared = printed(capsys, "audit", out, "--against", "1")
    assert isinstance(compared, dict)
    assert (compared["before"], compared["now"], compared["changed"]) == ("release 1", "release 1", [])
    assert isinstance(audited["funnel"], list)
    assert isinstance(audited["funnel"][0], dict)
    assert set(audited["funnel"][0]) >= {
        "gate", "entered", "kept", "dropped", "revised", "undecided", "causes", "calls", "cost",
    }  # fmt: skip
    assert isinstance(trail, list)
    assert isinstance(trail[0], dict)
    assert set(trail[0]) >= {"task", "revision", "gate", "decision", "cause", "reason", "attempts", "at"}
    assert filtered == dict.fromkeys(GATES[:9], 0)
    assert isinstance(looked, list)
    assert all(isinstance(one, dict) and set(one) >= {"name", "found", "brings", "install"} for one in looked)


def test_grade_prints_match_and_reason_beside_each_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    given = {"expected": "12.5", "format": "unit=GWh decimals=1", "response": "12.5 GWh"}
    (tmp_path / "answers.jsonl").write_text(json.dumps(given) + "\n")
    assert run(["grade", str(tmp_path / "answers.jsonl")]) == 0

    line = json.loads(capsys.readouterr().out)
    assert {**given, "match": True, "reason": line["reason"]} == line
