"""The funnel: whatever the verdicts are, every task is counted once at each gate it reaches."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from assay.evaluation.funnel import funnel, survivors
from assay.model.gate import Verdict
from assay.stages.figures import Judged
from assay.stages.undecided import undecided
from tests.made import energy_archive, task

GATES = ("verification", "spec", "uniqueness")
TASKS = [replace(task(energy_archive()), id=f"q{at}", revision=1 + at % 2) for at in range(6)]
VERDICTS = st.lists(
    st.builds(
        Verdict,
        st.sampled_from([*(one.id for one in TASKS), "gone"]),
        st.integers(1, 2),
        st.sampled_from([*GATES, "panel"]),
        st.sampled_from(["keep", "drop", "revise", "undecided"]),
        st.sampled_from(["a", "b", "c"]),
        st.just(""),
    ),
    max_size=40,
)


@given(VERDICTS)
def test_entered_is_kept_and_dropped_and_undecided_and_the_next_gate_starts_with_the_kept(verdicts):
    rows = funnel(GATES, TASKS, verdicts)
    assert [row.gate for row in rows] == list(GATES)
    assert rows[0].entered == len(TASKS)
    for row in rows:
        assert row.entered == row.kept + row.dropped + row.undecided
        assert sum(row.causes.values()) <= row.entered
        assert list(row.causes.values()) == sorted(row.causes.values(), reverse=True)
    assert [row.entered for row in rows[1:]] == [row.kept for row in rows[:-1]]


@given(VERDICTS)
def test_the_survivors_are_what_the_last_gate_kept(verdicts):
    assert len(survivors(GATES, TASKS, verdicts)) == funnel(GATES, TASKS, verdicts)[-1].kept


@given(VERDICTS)
def test_without_gates_every_task_survives(verdicts):
    assert survivors((), TASKS, verdicts) == TASKS
    assert funnel((), TASKS, verdicts) == []


@given(VERDICTS)
def test_each_undecided_task_that_has_a_verdict_waits_at_one_gate(verdicts):
    latest = {(one.gate, one.task, one.revision): one for one in verdicts}
    walked = dict(undecided(Judged(GATES, tuple(TASKS), tuple(latest.values()))))
    found = [one.task for open_ in walked.values() for one in open_]
    assert (list(walked), len(found)) == (list(GATES), len(set(found)))
    for one in TASKS:
        ruled = [latest.get((gate, one.id, one.revision)) for gate in GATES]
        decisions = [verdict and verdict.decision for verdict in ruled]
        kept = [at for at in range(len(GATES)) if decisions[:at] == ["keep"] * at and decisions[at] == "undecided"]
        assert (one.id in found) == bool(kept)
    assert not {one.id for one in survivors(GATES, TASKS, verdicts)} & set(found)


def ruled(decision, cause="c", revision=1, name="q0", gate="verification") -> Verdict:
    return Verdict(name, revision, gate, decision, cause, "")


def test_the_newest_revision_alone_is_counted_and_older_ones_were_sent_back():
    tasks = [replace(TASKS[0], revision=2)]
    (row,) = funnel(("verification",), tasks, [ruled("revise"), ruled("keep", revision=2)])
    assert (row.entered, row.kept, row.revised, row.undecided) == (1, 1, 1, 0)
    assert row.causes == {"c": 1}


def test_a_later_verdict_takes_the_place_of_an_earlier_one():
    verdicts = [ruled("keep"), ruled("drop", "quote_missing")]
    (row,) = funnel(("verification",), TASKS[:1], verdicts)
    assert (row.kept, row.dropped, row.causes) == (0, 1, {"quote_missing": 1})
    assert survivors(("verification",), TASKS[:1], verdicts) == []
    assert survivors(("verification",), TASKS[:1], verdicts[::-1]) == TASKS[:1]


def test_a_task_that_was_not_judged_yet_is_undecided_without_a_cause():
    (row,) = funnel(("verification",), TASKS[:2], [ruled("keep")])
    assert (row.entered, row.kept, row.undecided, row.causes) == (2, 1, 1, {"c": 1})


def test_causes_are_sorted_by_count_then_name():
    verdicts = [ruled("drop", "b", 1, "q0"), ruled("drop", "b", 1, "q2"), ruled("drop", "a", 1, "q4")]
    tasks = [one for one in TASKS if one.revision == 1]
    (row,) = funnel(("verification",), tasks, verdicts)
    assert list(row.causes.items()) == [("b", 2), ("a", 1)]
