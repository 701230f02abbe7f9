"""No template, operator or pair of documents makes up more of a release than it may."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.config import Filters, Settings
from assay.evaluation.context import ArchiveContext
from assay.model.artifact import Anchor
from assay.model.task import Answer, Evidence, Lineage, Proposal, Task, Track, task_of
from filters.quotas import Quotas
from filters.registry import LAST, chosen, gate_hash, last

CONTEXT = ArchiveContext((), lambda _: None, lambda _: b"")


def only(*names: str) -> Settings:
    return Settings(filters=Filters(gates=names))


def task(number: int, template: str, paths: tuple[str, ...] = (), operator: str = "") -> Task:
    evidence = tuple(Evidence(path, path, f"t{number}", "table", Anchor(row=1, column=1), "1") for path in paths)
    proposal = Proposal(
        track="numeric", domain="d", question=f"Question {number}?", answer=Answer("number", str(number)),
        evidence=evidence, reasoning=(), program="", plan=None,
        labels=(f"operator.{operator}",) if operator else (), hops=1,
    )  # fmt: skip
    return task_of(proposal, Lineage("rules", template=template))


def kept(tasks: list[Task]) -> list[Task]:
    by_id = {verdict.task: verdict for verdict in Quotas().verdicts(tasks, CONTEXT)}
    assert len(by_id) == len(tasks)
    return [one for one in tasks if by_id[one.id].decision == "keep"]


def test_a_template_is_at_most_a_tenth_but_three_are_always_allowed():
    crowd = [task(number, "look_up/1") for number in range(20)]
    assert len(kept(crowd)) == 3
    others = [task(100 + number, f"family-{number}/1") for number in range(60)]
    found = Counter(one.lineage.template for one in kept([*crowd, *others]))
    assert found["look_up/1"] * 10 <= found.total()
    assert sum(found.values()) - found["look_up/1"] == 60


def test_an_operator_counts_whatever_the_wording():
    crowd = [task(number, f"look_up/{number % 5}", operator="look_up") for number in range(15)]
    assert len(kept(crowd)) == 3


def test_questions_that_nobody_made_from_a_template_are_of_no_common_kind():
    crowd = [task(number, "") for number in range(30)]
    assert kept(crowd) == crowd
    assert len(kept([*crowd, *(task(50 + number, "look_up/1") for number in range(9))])) == 33


def test_two_documents_are_cited_together_by_three_tasks():
    crowd = [task(number, f"f{number}/1", ("d/a.docx", "d/b.docx")) for number in range(5)]
    apart = [task(50 + number, f"g{number}/1", ("d/a.docx", f"d/{number}.docx")) for number in range(5)]
    assert [len(kept(crowd)), len(kept(apart))] == [3, 5]
    causes = Counter(verdict.cause for verdict in Quotas().verdicts(crowd, CONTEXT))
    assert causes == {"within": 3, "document_pair": 2}


@given(st.lists(st.tuples(st.sampled_from("abcdefgh"), st.sampled_from("pqrs"), st.sampled_from("pqrs")), max_size=60))
def test_what_is_kept_keeps_to_every_quota_and_the_order_does_not_matter(drawn: list[tuple[str, str, str]]):
    tasks = [task(at, f"{name}/1", tuple({one, other}), name) for at, (name, one, other) in enumerate(drawn)]
    found = kept(tasks)
    assert {one.id for one in kept(tasks[::-1])} == {one.id for one in found}
    most = max(3, len(found) // 10)
    assert all(count <= most for count in Counter(one.lineage.template for one in found).values())
    pairs = Counter(tuple(sorted({e.path for e in one.evidence})) for one in found)
    assert all(count <= 3 for pair, count in pairs.items() if len(pair) == 2)


def test_the_gate_is_built_and_its_rules_are_part_of_its_hash():
    (gate,) = last(only("quotas", "spec"))
    assert (gate,) == LAST
    assert gate_hash(gate) != gate_hash(Quotas(pairs=4))
    assert last(only("spec")) == []
    (first,) = [one for one in chosen(only("quotas")) if isinstance(one, Quotas)]
    assert (first.part, first.pairs) < (10, 7)


def test_an_answer_that_many_tasks_share_is_skew_but_none_at_all_is_not():
    crowd = [replace(task(at, f"f{at}/1"), answer=Answer("text", "Arial")) for at in range(8)]
    causes = Counter(verdict.cause for verdict in Quotas().verdicts(crowd, CONTEXT))
    assert causes == {"within": 3, "skew": 5}
    absent = [replace(task(at, f"f{at}/1"), answer=Answer("null", "null")) for at in range(8)]
    assert {verdict.decision for verdict in Quotas().verdicts(absent, CONTEXT)} == {"keep"}


def or_null(at: int, template: str, track: Track, *, absent: bool) -> Task:
    answer = Answer("null", "null") if absent else Answer("number", str(at))
    asked = replace(task(at, template), question=f"Question {at}? If there is none, answer null.", track=track)
    return replace(asked, answer=answer)


@pytest.mark.parametrize(("held", "absent", "released"), [(0, 2, 0), (1, 3, 1), (2, 2, 2), (3, 1, 1)])
def test_no_more_questions_of_a_wording_have_no_answer_than_have_one(held: int, absent: int, released: int):
    others = [task(100 + at, f"f{at}/1") for at in range(60)]
    known = [or_null(at, "change/1", "search", absent=False) for at in range(held)]
    lacking = [or_null(10 + at, "change/1", "search", absent=True) for at in range(absent)]
    found = kept([*others, *lacking, *known])
    assert len(found) == 60 + held + released
    causes = {one.cause for one in Quotas().verdicts(lacking, CONTEXT)}
    assert causes == {"skew"}


def test_what_another_wording_or_another_track_answers_makes_up_for_no_null():
    lacking = or_null(1, "change/1", "search", absent=True)
    others = [or_null(2, "change/2", "search", absent=False), or_null(3, "change/1", "numeric", absent=False)]
    assert kept([lacking, *others]) == others
    own = or_null(4, "change/1", "search", absent=False)
    assert kept([lacking, own]) == [lacking, own]
    assert kept([replace(lacking, lineage=Lineage("file"))])
