"""Candidates from a file: what is right becomes a task, each other line a numbered fault, nothing is lost."""

import json
from pathlib import Path

import pytest

from assay.export.tasks import task_lines
from assay.model.errors import UsageError
from assay.model.gate import Context
from synthesis.authors import AUTHORS
from synthesis.candidates import FileAuthor, candidate
from tests.synthesis.places import archive, commission


@pytest.fixture
def context(tmp_path: Path) -> Context:
    return commission(tmp_path, archive()).context


def test_released_lines_come_back_as_the_same_tasks(tmp_path: Path):
    work = commission(tmp_path, archive(), most=12)
    made = AUTHORS["rules"]().write(work)
    file = tmp_path / "candidates.jsonl"
    file.write_text("\n".join(task_lines(made.tasks, release=1)) + "\n\n", encoding="utf-8")
    read = FileAuthor(file).write(work.context)
    assert (read.faults, [task.id for task in read.tasks]) == ((), [task.id for task in made.tasks])
    assert {task.lineage.author for task in read.tasks} == {"file"}
    assert [task.plan for task in read.tasks] == [task.plan for task in made.tasks]


def small(context: Context, **changes: object) -> dict[str, object]:
    document = context.document("d/report.docx")
    assert document is not None
    footnote = next(document.of_kind("footnote"))
    line = {
        "track": "fidelity", "domain": "d", "question": "What does the one footnote of the annual report say?",
        "answer": {"type": "text", "value": footnote.text}, "labels": ["word.footnote"],
        "evidence": [{"path": document.path, "artifact": footnote.key, "quote": footnote.text}],
    }  # fmt: skip
    return line | changes


def test_what_path_and_key_say_need_not_be_repeated(context: Context):
    task = candidate(json.dumps(small(context)), context)
    assert not isinstance(task, str)
    (evidence,) = task.evidence
    assert (evidence.kind, evidence.at.part, evidence.quote) == ("footnote", "body", task.answer.value)
    assert len(evidence.digest) == 64


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{not json", "it is not JSON"),
        ("[1]", "it is not a JSON object"),
        ('{"question": NaN}', "NaN has no place in JSON"),
        ("[" * 100_000, "it is not JSON"),
        ('{"track": "fidelity"}', "the proposal has another form"),
    ],
)
def test_a_line_of_another_form_is_a_fault(line: str, words: str, context: Context):
    found = candidate(line, context)
    assert isinstance(found, str)
    assert words in found


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            {"evidence": [{"path": "d/none.docx", "artifact": "t0", "quote": "x"}]},
            "d/none.docx is no readable document",
        ),
        ({"evidence": [{"path": "d/report.docx", "artifact": "t0", "quote": "x"}]}, "holds no artifact t0"),
        ({"evidence": ["x"]}, "the proposal has another form"),
        ({"evidence": "x"}, "the proposal has another form"),
        ({"labels": []}, "at least one artifact label"),
        ({"question": 7}, "the proposal has another form"),
        ({"program": "("}, "the program is not Python"),
        ({"surprise": 1}, "no field surprise"),
    ],
)
def test_a_wrong_field_is_a_fault_that_says_what_is_wrong(changes: dict[str, object], words: str, context: Context):
    found = candidate(json.dumps(small(context, **changes)), context)
    assert isinstance(found, str)
    assert words in found


def test_faults_have_their_line_and_doubles_are_told(tmp_path: Path, context: Context):
    good = json.dumps(small(context))
    file = tmp_path / "mine.jsonl"
    file.write_text(f"{good}\n\nbroken\n{good}\n", encoding="utf-8")
    read = FileAuthor(file).write(context)
    assert len(read.tasks) == 1
    assert [fault[:20] for fault in read.faults] == ["mine.jsonl, line 3: ", "mine.jsonl, line 4: "]
    assert read.faults[1].endswith("the same question stands on an earlier line")


def test_a_file_that_is_not_there_is_a_clear_error(tmp_path: Path, context: Context):
    with pytest.raises(UsageError, match=r"none\.jsonl cannot be read"):
        FileAuthor(tmp_path / "none.jsonl").write(context)
