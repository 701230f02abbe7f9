"""What became of a run's candidates is counted by operator, with the first cause of each drop."""

from pathlib import Path

import duckdb

from benchmarks.truth_report import drawn, equal_lines, mix_lines, null_line, run_line, scarce_line, survival_lines
from benchmarks.truth_store import operator_of, survival
from benchmarks.truth_verdict import Verdict

TABLES = """
create table newest_task (id varchar, revision integer, template varchar, answer_type varchar);
create table released_now (id varchar);
create table latest_verdict
    (task varchar, revision integer, gate varchar, ordinal bigint, decision varchar, cause varchar);
insert into newest_task values
    ('a', 1, 'cagr/1', 'number'), ('b', 1, 'cagr/2', 'number'), ('c', 2, 'fidelity/word.font/words', 'set'),
    ('d', 1, null, 'text'), ('e', 1, 'cagr/2', 'null');
insert into released_now values ('a');
insert into latest_verdict values
    ('a', 1, 'spec', 1, 'keep', 'stated'), ('b', 1, 'verification', 1, 'drop', 'period_differs'),
    ('b', 1, 'quotas', 2, 'drop', 'template'),
    ('c', 1, 'spec', 1, 'drop', 'stale'), ('c', 2, 'spec', 3, 'drop', 'unit');
"""


def store(folder: Path) -> Path:
    """A run's folder with a snapshot of four candidates."""
    with duckdb.connect(str(folder / "snapshot.duckdb")) as made:
        made.execute(TABLES)
    return folder


def test_candidates_are_counted_by_operator_with_the_cause_of_their_newest_revision(tmp_path: Path):
    found = survival(store(tmp_path))
    assert (found.candidates["cagr"], found.released["cagr"]) == (2, 1)
    assert found.causes["cagr"] == {"verification: period_differs": 1}
    assert found.causes["fidelity/word.font"] == {"spec: unit": 1}
    assert found.causes[""] == {"undecided": 1}
    assert found.candidates["absence/cagr"] == 1


def test_the_counts_of_runs_are_added_and_told(tmp_path: Path):
    found = survival(store(tmp_path))
    found.merge(survival(tmp_path))
    assert "  cagr: 2 of 4 (50%), dropped by verification: period_differs 2" in list(survival_lines(found))


def test_operators_that_were_released_once_or_never_are_named(tmp_path: Path):
    found = survival(store(tmp_path))
    assert scarce_line(found).endswith("less than twice:  0, absence/cagr 0, cagr 1, fidelity/word.font 0")
    found.merge(survival(tmp_path))
    assert " cagr" not in scarce_line(found)


def test_the_questions_of_two_runs_are_held_against_each_other():
    other = [{**TASKS[2], "question": "What is new?"}, TASKS[2]]
    assert list(equal_lines([TASKS, other])) == ["questions of run 2 that run 1 asks too: 1 of 2 (50%)"]


def test_operators_are_named_by_family_and_formatting_by_kind_and_absence_is_apart():
    names = ["cagr/2", "fidelity/word.font/words", "pack/brief"]
    assert [operator_of(name) for name in names] == ["cagr", "fidelity/word.font", "pack"]
    assert operator_of("cagr/2", absent=True) == "absence/cagr"


def test_wordings_of_which_most_questions_have_no_answer_are_told():
    held, other, *_ = ({**task, "question": "What? Or answer null."} for task in TASKS)
    null = {**held, "answer": {"type": "null", "value": "null"}}
    assert null_line([held, null]).endswith("2, of which 1 have this answer; wordings that mostly have it: none")
    assert null_line([held, null, null]).endswith("numeric cagr/1 2 of 3")
    assert null_line([held, other, {**null, "track": "search"}]).endswith("search cagr/1 1 of 1")


TASKS = [
    {
        "question": f"What is {template}?", "track": "numeric", "labels": ["bulk"], "hops": 2, "answer": {"value": "4"},
        "lineage": {"template": template}, "evidence": [{"path": "a"}, {"path": "b"}, {"path": "a"}],
    }
    for template in ("cagr/1", "cagr/1", "share/2")
]  # fmt: skip


def test_the_mix_tells_pairs_of_documents_and_the_most_frequent_template():
    told = list(mix_lines(TASKS))
    assert "most of a template: 2 of 3" in told
    assert "pairs of documents: 1, the most frequent ones a + b 3" in told
    assert "operators: cagr 2, share 1" in told


def test_a_run_is_told_in_one_line_and_questions_are_drawn_the_same_each_time():
    right, wrong = (Verdict("q", "1", "2", outcome, "key") for outcome in ("right", "unparsed"))
    assert run_line(TASKS, [right, wrong]) == (
        "3 tasks (numeric 3), wrong golds 1 of 2, at most 2 of a template and 3 of a pair of documents"
    )
    assert list(drawn(TASKS, 2)) == list(drawn(TASKS, 2))
    assert sorted(drawn(TASKS, 9))[-1] == "What is share/2?\n    = 4"
