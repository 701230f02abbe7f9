"""Holding an archive against its key: nothing to say of a fresh one, and a sentence for each kind of difference."""

from __future__ import annotations

import io
import json
import shutil
import zipfile
from pathlib import Path

import pytest

from assay.enterprise import build, check, key_path
from assay.model.errors import UnreadableInput

FACT_FIELDS = {"type", "entity", "measure", "period", "unit", "value", "vintage", "current", "places"}


@pytest.fixture(scope="module")
def fresh(tmp_path_factory) -> Path:
    return build(5, tmp_path_factory.mktemp("fresh") / "a", documents=22).archive


@pytest.fixture
def archive(fresh, tmp_path) -> Path:
    shutil.copytree(fresh, tmp_path / "a")
    shutil.copy(key_path(fresh), tmp_path / "a.key.jsonl")
    return tmp_path / "a"


@pytest.fixture(scope="module")
def first(tmp_path_factory) -> Path:
    return build(5, tmp_path_factory.mktemp("first") / "a", documents=4).archive


@pytest.fixture
def small(first, tmp_path) -> Path:
    """The first report, yearbook, deck and release alone, for what any document shows as well."""
    shutil.copytree(first, tmp_path / "a")
    shutil.copy(key_path(first), tmp_path / "a.key.jsonl")
    return tmp_path / "a"


def lines(archive: Path) -> list[dict]:
    return [json.loads(line) for line in key_path(archive).read_text("utf-8").splitlines()]


def rewrite(archive: Path, records: list[dict]) -> None:
    key_path(archive).write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")


def shown(archive: Path, path: str, modality: str = "textual", cell: bool = True) -> str:
    places = [place for record in lines(archive) if record["type"] == "fact" for place in record["places"]]
    fitting = [p for p in places if p["path"] == path and p["modality"] == modality and ("row" in p["at"]) >= cell]
    return next(place["shown"] for place in reversed(fitting) if not place["shown"].endswith("0"))


def replace(path: Path, old: str, new: str) -> None:
    if not zipfile.is_zipfile(path):
        data = path.read_bytes()
        assert old.encode() in data
        path.write_bytes(data.replace(old.encode(), new.encode()))
        return
    target, hits = io.BytesIO(), 0
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(target, "w") as out:
        for name in source.namelist():
            data = source.read(name)
            hits += data.count(old.encode())
            out.writestr(name, data.replace(old.encode(), new.encode()))
    assert hits
    path.write_bytes(target.getvalue())


@pytest.mark.slow
@pytest.mark.parametrize("seed", [8])
def test_a_fresh_archive_and_its_key_agree(tmp_path, seed):
    built = build(seed, tmp_path / "a")
    assert check(built.archive, built.key) == []
    assert built.documents == 53
    assert built.facts > 5000
    assert built.places > built.facts
    assert built.marks >= 350


@pytest.mark.parametrize("documents", [7])
def test_the_key_of_a_smaller_archive_speaks_of_its_files_only(tmp_path, documents):
    built = build(1, tmp_path / "a", documents)
    paths = {place["path"] for record in lines(built.archive) for place in record.get("places", ())}
    assert all((built.archive / path).is_file() for path in paths)
    assert check(built.archive, built.key) == []


def test_the_key_has_the_fields_of_the_contract(archive):
    records = lines(archive)
    facts = [record for record in records if record["type"] == "fact"]
    assert all(set(fact) == FACT_FIELDS and fact["places"] for fact in facts)
    assert all({"path", "at", "modality", "shown"} <= set(place) for fact in facts for place in fact["places"])
    assert {record["type"] for record in records} == {"fact", "format", "conflict", "absent", "name", "calendar"}
    assert {p["modality"] for fact in facts for p in fact["places"]} == {"textual", "visual"}
    assert all({"type", "path", "at", "kind", "value"} <= set(r) for r in records if r["type"] == "format")
    assert {r["kind"] for r in records if r["type"] == "format"} >= {
        "font", "header", "footer", "footnote", "comment", "highlight", "strikeout", "hyperlink", "image", "metadata",
        "formula", "table", "chart", "name", "hidden", "format", "validation", "note", "shape", "cell_color", "outline",
    }  # fmt: skip


def test_most_facts_stand_in_two_documents_or_join_one_that_does(archive):
    facts = [record for record in lines(archive) if record["type"] == "fact"]
    twice = [fact for fact in facts if len({place["path"] for place in fact["places"]}) > 1]
    assert len(twice) > 400
    documents: dict[str, set[str]] = {}
    entities = {r["canonical"] for r in lines(archive) if r["type"] == "name" and r["kind"] == "entity"}
    for fact in (fact for fact in facts if fact["entity"] in entities):
        documents.setdefault(fact["entity"], set()).update(place["path"] for place in fact["places"])
    assert min(len(paths) for paths in documents.values()) >= 5


def test_a_changed_value_is_found_in_each_format(archive):
    paths = [
        "energy/annual-energy-report-2024.docx",
        "energy/grid-outlook-2025.pptx",
        "energy/consumption-register.csv",
        "energy/price-monitor.html",
        "energy/losses-memo.md",
        "retail/board-minutes.txt",
    ]
    values = {path: shown(archive, path) for path in paths}
    for path, value in values.items():
        replace(archive / path, value, value[::-1] + "9")
    problems = check(archive, key_path(archive))
    for path, value in values.items():
        assert any(problem.startswith(path) and repr(value) in problem for problem in problems), path


def test_a_changed_cell_of_a_sheet_and_a_changed_point_of_a_chart_are_found(archive):
    book, deck = "energy/statistical-yearbook-2025.xlsx", "retail/investor-day-2025.pptx"
    replace(archive / book, f"<v>{shown(archive, book, cell=False)}</v>", "<v>99.9</v>")
    replace(archive / deck, f"<c:v>{shown(archive, deck, 'visual', cell=False)}</c:v>", "<c:v>777</c:v>")
    problems = check(archive, key_path(archive))
    assert any(problem.startswith(book) and "'99.9'" in problem for problem in problems)
    assert any(problem.startswith(deck) and "'777'" in problem for problem in problems)


def test_a_number_within_a_longer_number_of_a_sentence_is_not_that_number(small):
    records = lines(small)
    place = records[0]["places"][0]
    assert "row" not in place["at"]
    replace(small / place["path"], place["shown"], "1" + place["shown"])
    assert any(repr(place["shown"]) in problem for problem in check(small, key_path(small)))


def test_a_moved_box_on_a_page_is_found(small):
    records = lines(small)
    place = next(p for r in records for p in r.get("places", ()) if p["path"].endswith("release-2024.pdf"))
    place["at"]["box"] = [0, 0, 5, 5]
    rewrite(small, records)
    assert len(check(small, key_path(small))) == 1


def test_a_lost_file_misses_all_that_it_showed(small):
    (small / "energy/supply-release-2024.pdf").unlink()
    problems = check(small, key_path(small))
    assert len(problems) > 50
    assert all(problem.startswith("energy/supply-release-2024.pdf") for problem in problems)


def test_files_that_became_unreadable_are_reported_and_do_not_stop_the_check(archive):
    names = []
    for suffix in ("docx", "xlsx", "pptx", "pdf", "csv", "html"):
        path = sorted(archive.rglob(f"*/*.{suffix}"))[0]
        path.write_bytes(b"\xff\xfe nothing here")
        names.append(path.relative_to(archive).as_posix())
    problems = check(archive, key_path(archive))
    assert [name for name in names if not any(problem.startswith(name) for problem in problems)] == []


def test_an_anchor_that_leads_nowhere_is_reported(small):
    records = lines(small)
    places = [place for record in records for place in record.get("places", ())]
    for place in places[:1]:
        place["at"] = {"part": "body", "index": 9999}
    places[1]["at"] = {"part": "body", "index": "first"}
    rewrite(small, records)
    assert len(check(small, key_path(small))) == 2


def test_a_value_that_its_documents_do_not_show_is_reported(small):
    records = lines(small)
    records[0]["value"] = "1"
    rewrite(small, records)
    problems = check(small, key_path(small))
    assert len(problems) == len(records[0]["places"])
    assert all("which is not" in problem for problem in problems)


def test_a_second_value_must_be_listed_as_a_conflict(small):
    records = lines(small)
    rewrite(small, [record for record in records if record["type"] != "conflict"])
    problems = check(small, key_path(small))
    assert len(problems) == sum(record["type"] == "conflict" for record in records) == 5
    assert all("no conflict is listed" in problem for problem in problems)


def test_two_current_values_of_one_thing_are_reported(small):
    records = lines(small)
    old = next(record for record in records if record.get("current") is False)
    old["current"] = True
    rewrite(small, records)
    assert any("no single current value" in problem for problem in check(small, key_path(small)))


def test_a_fact_without_a_place_is_reported(small):
    records = lines(small)
    records[0]["places"] = []
    rewrite(small, records)
    assert ["is shown nowhere" in problem for problem in check(small, key_path(small))] == [True]


def test_a_formatting_fact_that_is_not_in_the_file_is_reported(small):
    records = lines(small)
    kinds = ("footnote", "formula", "note", "outline", "hyperlink")
    for kind in kinds:
        next(record for record in records if record.get("kind") == kind)["value"] = "elsewhere"
    rewrite(small, records)
    problems = check(small, key_path(small))
    assert sorted(problem.split(": the ")[1].split(" ")[0] for problem in problems) == sorted(kinds)


@pytest.mark.parametrize("text", ["not json\n", '{"type":"fact"}\n', "[1]\n", '{"type":"conflict","facts":[{}]}\n'])
def test_a_file_that_is_no_key_is_refused_in_one_sentence(archive, text):
    key_path(archive).write_text(text)
    with pytest.raises(UnreadableInput, match="is not the key"):
        check(archive, key_path(archive))


def test_a_missing_key_is_refused_in_one_sentence(archive):
    with pytest.raises(UnreadableInput, match="is not the key"):
        check(archive, archive / "missing.jsonl")


def test_a_value_that_the_key_calls_absent_must_not_be_shown(small):
    records = lines(small)
    absent = next(record for record in records if record["type"] == "absent")
    fact = next(record for record in records if record["type"] == "fact")
    rewrite(small, [*records, {**absent, **{name: fact[name] for name in ("entity", "measure", "period")}}])
    assert any("calls it absent" in problem for problem in check(small, key_path(small)))
