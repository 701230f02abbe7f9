"""What has no program is proven by its quotes, as they stand in the collection's own files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from assay.evaluation.published import published
from assay.evaluation.reproving import Reproof, Reprover
from assay.export.tasks import task_lines
from assay.model.artifact import Anchor
from assay.model.task import Evidence, Scope, Task
from assay.sandbox import Limits, open_sandbox
from tests.store.samples import task as whole

TEXT = """<!-- p1 text {"line":1} -->
# A  heading | with <\\!-- marks

<!-- t1 table {"line":3} -->
| Region | a\\|b |
| --- | --- |
| North | 12.5 |

<!-- p2 text {"line":9} -->
\\| no row
"""


def proof(folder: Path, *cited: tuple[str, int | None, int | None, str], scope: tuple[Scope, ...] = ()) -> Reproof:
    (folder / "energy").mkdir(exist_ok=True)
    (folder / "energy" / "a.docx.md").write_text(TEXT)
    evidence = tuple(
        Evidence("s", "energy/a.docx", key, "text", Anchor(row=row, column=column), quote)
        for key, row, column, quote in cited
    )
    task = replace(whole(), program="", plan=None, evidence=evidence, scope=scope)
    return Reprover(folder, open_sandbox(), Limits()).prove(task, mutate=True)


@pytest.mark.parametrize(
    ("key", "row", "column", "quote"),
    [
        ("p1", None, None, "A heading"),
        ("p1", None, None, "heading | with <!-- marks"),
        ("p2", None, None, "| no row"),
        ("t1", 0, 1, "a|b"),
        ("t1", 1, 1, "12.5"),
        ("t1", None, None, "a|b"),
        ("t1", None, None, "north"),
        ("p1", 1, 1, "heading"),
    ],
)
def test_a_quote_that_stands_where_it_is_cited_holds(
    tmp_path: Path, key: str, row: int | None, column: int | None, quote: str
):
    found = proof(tmp_path, (key, row, column, quote))
    assert (found.failures, found.by, found.runs) == ((), "quotes", 0)


@pytest.mark.parametrize(
    ("key", "row", "column", "quote"),
    [
        ("p1", None, None, "no row"),
        ("p1", None, None, ""),
        ("p3", None, None, "heading"),
        ("t1", 1, 1, "North"),
        ("t1", 9, 1, "North"),
    ],
)
def test_a_quote_from_elsewhere_fails(tmp_path: Path, key: str, row: int | None, column: int | None, quote: str):
    assert proof(tmp_path, (key, row, column, quote)).failures == (
        f"{quote!r} does not stand in {key} of energy/a.docx",
    )


def test_a_file_that_is_not_there_fails_and_so_does_a_task_that_rests_on_nothing(tmp_path: Path):
    (tmp_path / "energy").mkdir()
    task = replace(whole(), program="")
    found = Reprover(tmp_path, open_sandbox(), Limits()).prove(task, mutate=False)
    assert found.failures == ("the collection holds no energy/a.docx",)
    assert not proof(tmp_path).holds
    assert proof(tmp_path, scope=(Scope({}, "d"),)).holds


@pytest.mark.parametrize("task", [whole(), replace(whole(), plan=None, program="", scope=(), assertions=())])
def test_a_published_line_is_the_task_it_was(task: Task):
    (found,) = published("".join(f"{line}\n" for line in task_lines([task], release=3)))
    assert (found.task, found.name, found.fault) == (task, task.id, "")


@pytest.mark.parametrize("line", ["[]", "{", "1", '{"id": "q1"}', '{"id": "q1", "evidence": {}}', "[" * 100_000])
def test_a_line_of_another_form_is_no_task(line: str):
    (found,) = published(line)
    assert found.task is None
    assert found.fault.startswith("this is no task: ")
