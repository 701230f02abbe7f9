"""Grading in bulk: lines of JSON in, the same lines with their outcome out; also the command of the single file."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import cast

from assay.evaluation.answers.spec import SpecError
from assay.evaluation.match import match

JsonRecord = dict[str, object]


class BadLine(Exception):
    """A line that cannot be graded."""


def grade_lines(lines: Iterable[str]) -> Iterator[JsonRecord]:
    """Return each line's object with `match` and `reason`; a line that cannot be graded says why instead."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield graded(read_record(line))
        except (BadLine, SpecError) as error:
            yield {"line": number, "match": False, "reason": "malformed", "error": str(error)}


def read_record(line: str) -> JsonRecord:
    """Return the JSON object of a line."""
    try:
        record: object = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadLine(f"not a line of JSON: {str(error)[:200]}") from error
    if not isinstance(record, dict):
        raise BadLine("not a JSON object")
    return cast(JsonRecord, record)


def text_field(record: JsonRecord, name: str) -> str:
    """Return a field that must be a text."""
    value = record.get(name)
    if not isinstance(value, str):
        raise BadLine(f'"{name}" is missing or not a text')
    return value


def graded(record: JsonRecord) -> JsonRecord:
    """Return a copy of the record with its outcome."""
    expected, response, spec = (text_field(record, name) for name in ("expected", "response", "format"))
    outcome = match(expected, response, spec)
    return record | {"match": outcome.ok, "reason": outcome.reason}


def grade_tasks(tasks: Iterable[str], answers: Iterable[str]) -> Iterator[JsonRecord]:
    """Return one outcome for each task; a task without an answer, or with two different ones, is not solved."""
    given = answers_by_task(answers)
    for number, line in enumerate(tasks, 1):
        if not line.strip():
            continue
        try:
            yield grade_task(read_record(line), given)
        except (BadLine, SpecError) as error:
            yield {"line": number, "match": False, "reason": "malformed", "error": str(error)}


def answers_by_task(lines: Iterable[str]) -> dict[str, set[str]]:
    """Return the different responses to each task."""
    given: dict[str, set[str]] = {}
    for line in lines:
        if line.strip():
            record = read_record(line)
            given.setdefault(text_field(record, "id"), set()).add(text_field(record, "response"))
    return given


def grade_task(task: JsonRecord, given: dict[str, set[str]]) -> JsonRecord:
    """Return the outcome of one task."""
    name, spec, expected = text_field(task, "id"), text_field(task, "format"), expected_text(task)
    responses = given.get(name, set())
    if len(responses) != 1:
        return {"id": name, "match": False, "reason": "extraction"}
    outcome = match(expected, next(iter(responses)), spec)
    return {"id": name, "match": outcome.ok, "reason": outcome.reason}


def expected_text(task: JsonRecord) -> str:
    """Return the expected answer of a task as text; structured values become JSON."""
    answer = task.get("answer")
    if not isinstance(answer, dict) or "value" not in answer:
        raise BadLine('the task has no "answer" with a "value"')
    value = cast(JsonRecord, answer)["value"]
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def read_lines(path: str) -> list[str]:
    """Return the lines of a UTF-8 file."""
    return Path(path).read_text(encoding="utf-8-sig", errors="replace").split("\n")


def summary(outcomes: list[JsonRecord]) -> str:
    """Return one line that counts the outcomes."""
    right = sum(outcome["match"] is True for outcome in outcomes)
    share = f" ({right / len(outcomes):.1%})" if outcomes else ""
    return f"{right} of {len(outcomes)} right{share}"


def main(arguments: list[str] | None = None) -> int:
    """Grade the named files, print one line of JSON for each answer, and return the exit status."""
    parser = argparse.ArgumentParser(prog="grade.py", description="Grade answers against their expected values.")
    parser.add_argument("file", nargs="?", help='JSON lines with "expected", "format" and "response"')
    parser.add_argument("--tasks", help="the tasks.jsonl of a release")
    parser.add_argument("--answers", help='JSON lines with "id" and "response"')
    named = parser.parse_args(arguments)
    if bool(named.file) == bool(named.tasks and named.answers):
        parser.error("give either one FILE, or both --tasks and --answers")
    try:
        outcomes = (
            list(grade_lines(read_lines(named.file))) if named.file else graded_release(named.tasks, named.answers)
        )
    except (OSError, BadLine) as error:
        parser.error(str(error))
    for outcome in outcomes:
        sys.stdout.write(json.dumps(outcome) + "\n")
    sys.stderr.write(summary(outcomes) + "\n")
    return 0


def graded_release(tasks: str, answers: str) -> list[JsonRecord]:
    """Return the outcomes of a release's tasks for a file of answers."""
    return list(grade_tasks(read_lines(tasks), read_lines(answers)))
