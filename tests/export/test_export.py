"""What a release says of itself, whatever its folders, licences and questions are called."""

import json
from dataclasses import replace

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from assay.export.card import card
from assay.export.changes import Because, changes
from assay.export.croissant import croissant
from assay.export.facts import NO_MODEL, DomainFacts, ReleaseFacts, counts_by, labels_of
from assay.export.tasks import canary_of, task_line, task_lines
from assay.markdown import split_row
from assay.model.artifact import Anchor
from assay.model.task import Answer, Assertion, LookUp, Operation, Plan, Scope, Task
from tests.made import energy_archive, task

ARCHIVE = energy_archive()
TASKS = [
    task(ARCHIVE, labels=("cross_document", "reconcile.unit")),
    task(ARCHIVE, question="Which region?", answer=Answer("text", "North"), track="fidelity"),
]
HOSTILE = 'a|b\n| c |\r<!-- x --><script src="//evil.example"></script>`'


def facts(**changed: object) -> ReleaseFacts:
    domains = (DomainFacts("energy", 9, 2_000_000, ("report", "yearbook")), DomainFacts("retail", 7, 12))
    whole = ReleaseFacts("sample", 3, "2025-01-02", domains, (("corrupt", 1),), ("verification", "spec"), ("CC0-1.0",))
    return replace(whole, **changed)


def test_the_card_states_what_the_release_holds():
    text = card(facts(), TASKS, "canary")
    assert "| energy | 9 | 2000000 | yes | report, yearbook |" in text
    assert "| retail | 7 | 12 | no | not stated |" in text
    assert "| numeric | 1 |" in text
    assert "| reconcile.unit | 1 |" in text
    assert "corrupt 1" in text
    assert "`canary`" in text
    assert NO_MODEL in text
    assert "verification, spec" in text


def test_the_card_opens_with_metadata_that_hubs_read():
    block = yaml.safe_load(card(facts(name="a: b\n---\nc"), TASKS, "x").split("---\n")[1].split("\n---")[0])
    assert block["pretty_name"].startswith("a: b")
    assert block["size_categories"] == ["n<1K"]
    assert block["configs"][0]["data_files"] == [{"split": "test", "path": "tasks.parquet"}]


def test_subjects_are_named_once_there_are_any():
    assert "Tried by: baseline/first." in card(facts(subjects=("baseline/first",)), TASKS, "x")
    assert NO_MODEL not in card(facts(subjects=("baseline/first",)), TASKS, "x")


def test_no_name_breaks_a_table_of_the_card():
    hostile = facts(domains=(DomainFacts(HOSTILE, 1, 2, (HOSTILE,)),), licences=(HOSTILE,), name=HOSTILE)
    text = card(hostile, [replace(TASKS[0], labels=(HOSTILE,))], "x")
    rows = [line for line in text.split("\n") if line.startswith("|")]
    assert {len(split_row(row)) for row in rows} == {2, 5}
    assert "<!--" not in text.split("---\n", 2)[2]
    assert sum(line.startswith("# ") for line in text.split("\n")) == 1


@pytest.mark.parametrize(("tasks", "size"), [(0, "n<1K"), (1_000, "1K<n<10K"), (10_000, "10K<n<100K")])
def test_the_card_tells_the_size(tasks: int, size: str):
    assert f"- {size}\n" in card(facts(), TASKS[:1] * tasks, "x")


def test_the_first_release_lists_nothing():
    assert changes(1, [], TASKS) == "# Changes in release 1\n\nThe first release: 2 tasks.\n"


def test_changes_name_each_task_once():
    gone, kept = TASKS
    new = task(ARCHIVE, question="A new\n| question <!-- x")
    revised = replace(kept, revision=2, answer=Answer("text", "South"))
    text = changes(2, [gone, kept], [revised, new])
    assert f"## New\n\n- `{new.id}` A new \\| question <\\!-- x\n" in text
    assert f"## Answered again\n\n- `{kept.id}` revision 2: North became South\n" in text
    assert f"## Gone\n\n- `{gone.id}` " in text
    assert "Unchanged: 0 tasks." in text
    assert all(text.count(f"`{one.id}`") == 1 for one in (gone, kept, new))


def test_changes_tell_why_and_from_which_words_to_which():
    restated, left = TASKS
    evidence = (replace(restated.evidence[0], quote="440.0"), *restated.evidence[1:])
    now = replace(restated, revision=2, answer=replace(restated.answer, value="440.0"), evidence=evidence)
    why = {
        restated.id: Because(("evidence", "scope"), "the table changed"),
        left.id: Because(("source_gone",), "a.csv is gone"),
    }
    text = changes(2, TASKS, [now], why, ["`panel` has other rules"])
    was = restated.evidence[0]
    told = f"{restated.answer.value} became 440.0 ({was.path}: “{was.quote}” became “440.0”)"
    assert f"- `{now.id}` revision 2: {told} [evidence, scope]: the table changed\n" in text
    assert text.count("[source_gone]: a.csv is gone\n") == 1
    assert "## Gates\n\n- `panel` has other rules\n" in text
    checked = changes(3, [restated], [replace(restated, revision=2)], {restated.id: Because(("scope",), "a file came")})
    assert f"## Checked again, with the same answer\n\n- `{restated.id}` revision 2 [scope]: a file came\n" in checked


def test_of_many_restated_places_the_first_are_told():
    (one, _), many = TASKS, 6
    evidence = tuple(replace(one.evidence[0], at=Anchor(row=at, column=0), quote=str(at)) for at in range(many))
    now = replace(one, revision=2, answer=Answer("text", "x"), evidence=evidence)
    assert "; and 3 more places)" in changes(2, [one], [now])


def test_equal_releases_have_no_changes():
    assert changes(2, TASKS, TASKS) == "# Changes in release 2\n\nUnchanged: 2 tasks.\n"


def test_croissant_names_every_file_with_its_digest_and_every_field_with_its_source():
    body = json.loads(croissant(facts(), {"tasks.jsonl": "a" * 64, "README.md": "b" * 64, "tasks.parquet": "c" * 64}))
    assert body["conformsTo"] == "http://mlcommons.org/croissant/1.1"
    assert {one["@id"]: one["sha256"][0] for one in body["distribution"]} == {
        "tasks.jsonl": "a", "README.md": "b", "tasks.parquet": "c"
    }  # fmt: skip
    assert [one["encodingFormat"] for one in body["distribution"]][1:] == [
        "application/jsonlines", "application/vnd.apache.parquet"
    ]  # fmt: skip
    line = task_line(TASKS[0], release=1, tier="machine", canary="x")
    for field in body["recordSet"][0]["field"]:
        assert field["source"]["extract"]["jsonPath"] == f"$.{field['name']}"
        assert isinstance(line[field["name"]], int if field["dataType"] == "sc:Integer" else str)
    assert body["version"] == "3.0.0"


@given(st.text())
def test_any_licence_and_name_is_valid_text(name: str):
    body = json.loads(croissant(facts(licences=(name,), name=name), {name: "a"}))
    assert body["name"] == name
    card(facts(name=name, licences=(name,)), TASKS, "x").encode()


def test_names_that_no_encoding_has_are_shown_as_unknown():
    croissant(facts(licences=("\udcff",)), {}).encode()
    card(facts(licences=("\udcff",), domains=(DomainFacts("\udcff", 1, 1),)), TASKS, "x").encode()


CONTRACT = (
    "id revision track domain question answer format evidence scope reasoning program plan assertions labels hops"
    " documents tier lineage"
)
FIELDS = {
    "answer": "type value unrounded unit scale decimals sign kind",
    "evidence": "document path artifact kind at page modality quote digest",
    "assertions": "text value low high unit equivalents quotes optional weight evidence authorship",
    "scope": "query digest",
    "lineage": "author seed model prompts template release canary",
}


def whole() -> Task:
    look_up = LookUp("a", "North", "output", "2024", "GWh", "energy/output.csv", "t", 1, 2, "7321.4")
    plan = Plan((look_up,), (Operation("b", "value", ("a",), "7321.4"),), "b")
    scope = (Scope({"measure": "output"}, "d"),)
    return replace(TASKS[0], plan=plan, scope=scope, assertions=(Assertion("It is 7321.4 GWh."),))


def test_a_line_has_the_fields_of_the_contract_in_their_order():
    line = task_line(whole(), release=2, tier="machine", canary="c")
    assert " ".join(line) == CONTRACT
    for name, fields in FIELDS.items():
        part = line[name][0] if isinstance(line[name], list) else line[name]  # pyright: ignore
        assert " ".join(part) == fields  # pyright: ignore
    assert line["lineage"]["release"] == 2  # pyright: ignore
    assert line["format"] == "unit=GWh decimals=1"
    assert line["documents"] == 2
    assert line["evidence"][0]["at"] == {"line": 1, "row": 1, "column": 2}  # pyright: ignore


def test_lines_are_canonical_json_and_equal_for_equal_tasks():
    first, again = task_lines([whole(), TASKS[1]], release=1), task_lines([whole(), TASKS[1]], release=1)
    assert first == again
    assert [json.loads(line)["id"] for line in first] == [TASKS[0].id, TASKS[1].id]
    assert not any("\n" in line for line in first)


def test_the_canary_is_one_for_all_lines_and_changes_with_the_tasks():
    canaries = {json.loads(line)["lineage"]["canary"] for line in task_lines(TASKS, release=1)}
    assert canaries == {canary_of(TASKS)}
    assert canary_of(TASKS) != canary_of(TASKS[:1])
    assert canary_of([replace(TASKS[0], revision=2)]) != canary_of(TASKS[:1])


def test_counts_are_most_frequent_first_then_by_name():
    assert counts_by("bacab") == [("a", 2), ("b", 2), ("c", 1)]
    assert labels_of(TASKS) == [("cross_document", 2), ("reconcile.unit", 1)]
