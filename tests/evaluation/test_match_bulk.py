"""Grading in bulk, and the single file that holds the same matcher."""

import ast
import importlib.util
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assay.evaluation.answers.spec import TYPES
from assay.evaluation.grade import grade_lines, grade_tasks, main
from assay.evaluation.match import match
from assay.evaluation.single_file import single_file

CASES = Path(__file__).parents[1] / "cases"
CASE_LINES = [
    line
    for name in ("answer_pairs.jsonl", "number_pairs.jsonl", "other_pairs.jsonl")
    for line in (CASES / name).read_text(encoding="utf-8").splitlines()
]
GOLDS = [
    "12.5",
    "-5.20",
    "1,234",
    "0",
    "a b",
    "[1,2]",
    '{"a":[1]}',
    "null",
    "2024-03-31",
    "red",
    "http://a.b/",
    "=A1+1",
]
UNITS = ["none", "%", "pp", "USD", "m", "x", "USD/share", "widget"]
NUMERIC = st.text(alphabet="0123456789.,-+()%$€ eExkm'×^[]{}\":abn\u2212\u200b\u202e０万", max_size=16)
LINES = st.builds(
    lambda expected, response, kind, unit, decimals: json.dumps(
        {"expected": expected, "response": response, "format": f"type={kind} unit={unit} decimals={decimals}"}
    ),
    st.sampled_from(GOLDS) | NUMERIC,
    st.sampled_from(GOLDS) | NUMERIC | st.text(max_size=20),
    st.sampled_from(TYPES),
    st.sampled_from(UNITS),
    st.integers(0, 3),
)


@pytest.fixture(scope="module")
def script(tmp_path_factory):
    """Return the path of the written single file."""
    path = tmp_path_factory.mktemp("single") / "grade.py"
    path.write_text(single_file(), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def single(script):
    """Return the single file as a module of this process."""
    spec = importlib.util.spec_from_file_location("single_grade", script)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["single_grade"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["single_grade"]


def run(script, *arguments):
    """Return the finished process of the single file in a fresh isolated interpreter."""
    command = [sys.executable, "-I", str(script), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False, cwd=script.parent)


def test_each_line_comes_back_with_its_outcome():
    line = json.dumps({"expected": "12.5%", "format": "unit=% decimals=1", "response": "12.4", "id": 7})
    assert list(grade_lines([line])) == [json.loads(line) | {"match": False, "reason": "value"}]


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("{", "not a line of JSON"),
        ("[" * 100_000, "not a line of JSON"),
        ("[1]", "not a JSON object"),
        ('{"expected":"1","format":""}', '"response" is missing'),
        ('{"expected":1,"format":"","response":"1"}', '"expected" is missing or not a text'),
        ('{"expected":"1","format":"unit","response":"1"}', "'unit' in the format"),
    ],
)
def test_a_line_that_cannot_be_graded_says_why_and_the_next_is_graded(line, error):
    good = '{"expected":"1","format":"","response":"1"}'
    bad, right = grade_lines([line, "", good])
    assert error in bad.pop("error")
    assert bad == {"line": 1, "match": False, "reason": "malformed"}
    assert right["match"] is True


def test_tasks_are_graded_by_their_identity_and_a_second_opinion_is_no_answer():
    def task(name, value, spec):
        return json.dumps({"id": name, "answer": {"value": value}, "format": spec})

    def answer(name, response):
        return json.dumps({"id": name, "response": response})

    tasks = [
        task("a", "12.5", "unit=% decimals=1"), task("b", "3", ""), task("c", ["x"], "type=set"),
        task("d", None, "type=null"), task("e", "1", ""), "", "oops", '{"id":"g","format":""}',
    ]  # fmt: skip
    answers = [answer("a", "12.5%"), answer("b", "3"), answer("b", "4"), answer("c", '["X"]'), "", answer("d", "null")]
    outcomes = list(grade_tasks(tasks, answers))
    assert [(outcome.get("id"), outcome["reason"]) for outcome in outcomes] == [
        ("a", "match"), ("b", "extraction"), ("c", "match"), ("d", "match"), ("e", "extraction"),
        (None, "malformed"), (None, "malformed"),
    ]  # fmt: skip


def test_the_command_prints_one_line_for_each_answer_and_counts_them(tmp_path, capsys):
    path = tmp_path / "answers.jsonl"
    path.write_text("\n".join(CASE_LINES[:20]), encoding="utf-8")
    assert main([str(path)]) == 0
    shown = capsys.readouterr()
    assert len(shown.out.splitlines()) == 20
    right = sum(json.loads(line)["match"] for line in CASE_LINES[:20])
    assert shown.err == f"{right} of 20 right ({right / 20:.1%})\n"


@pytest.mark.parametrize("arguments", [[], ["a", "--tasks", "b", "--answers", "c"], ["--tasks", "b"], ["/none/here"]])
def test_a_wrong_call_ends_with_one_sentence_and_status_two(arguments, capsys):
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "error:" in capsys.readouterr().err


def test_the_single_file_is_python_3_9_and_names_nothing_twice():
    tree = ast.parse(single_file(), feature_version=(3, 9))
    names = [node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    targets = [one for node in tree.body if isinstance(node, ast.Assign) for one in node.targets]
    names += [one.id for one in targets if isinstance(one, ast.Name)]
    assert [name for name, count in Counter(names).items() if count > 1] == []
    imported = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    imported += [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    assert {name.split(".")[0] for name in imported} <= sys.stdlib_module_names
    assert "slots=True" not in single_file()


def test_the_single_file_decides_every_pair_as_the_package_does(script, tmp_path):
    path = tmp_path / "pairs.jsonl"
    path.write_text("\n".join(CASE_LINES), encoding="utf-8")
    done = run(script, path)
    assert done.returncode == 0
    assert [json.loads(line) for line in done.stdout.splitlines()] == list(grade_lines(CASE_LINES))


def test_the_single_file_grades_a_release(script, tmp_path):
    tasks = [
        {"id": "a", "answer": {"value": "12.5"}, "format": "unit=% decimals=1"},
        {"id": "b", "answer": {"value": "1"}, "format": ""},
    ]
    (tmp_path / "tasks.jsonl").write_text("\n".join(map(json.dumps, tasks)), encoding="utf-8")
    (tmp_path / "answers.jsonl").write_text('{"id":"a","response":"12.5 %"}\n{"id":"b","response":"2"}\n')
    done = run(script, "--tasks", tmp_path / "tasks.jsonl", "--answers", tmp_path / "answers.jsonl")
    assert [json.loads(line)["reason"] for line in done.stdout.splitlines()] == ["match", "value"]
    assert done.stderr == "1 of 2 right (50.0%)\n"


@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(LINES, min_size=20, max_size=60))
def test_a_fresh_process_of_the_single_file_agrees_on_made_up_lines(script, lines):
    path = script.with_name("lines.jsonl")
    path.write_text("\n".join(lines), encoding="utf-8")
    done = run(script, path)
    assert [json.loads(line) for line in done.stdout.splitlines()] == list(grade_lines(lines))


@settings(max_examples=300)
@given(LINES)
def test_the_single_file_agrees_on_made_up_answers(single, line):
    row = json.loads(line)
    mine, theirs = (one(row["expected"], row["response"], row["format"]) for one in (match, single.match))
    assert (mine.ok, mine.reason) == (theirs.ok, theirs.reason)
