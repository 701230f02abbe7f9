"""Counts over all entities are asked for only where each of their two conditions matters."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from synthesis.rules.evaluating import Evaluation
from synthesis.rules.fields import field_of
from synthesis.rules.ledger import ledger
from synthesis.rules.overall import counts
from synthesis.rules.trees import Apply, Every
from synthesis.rules.walks import Walk
from tests.documents import table_of

TOWNS = ("Arden", "Beck", "Corrie", "Dunmore", "Eskdale", "Fell")
# Arden, Beck and Corrie are above the average in every year.
LEVELS = dict(zip(TOWNS, (90, 85, 80, 20, 15, 10), strict=True))
STAFF = {name: [str(level), str(level + 1), str(level + 2)] for name, level in LEVELS.items()}
YEARS = ("2019", "2020", "2021")


def waste(*risen: str) -> Mapping[str, list[str]]:
    return {name: ["40", "50", "60"] if name in risen else ["60", "50", "40"] for name in TOWNS}


def offered(rows: Mapping[str, list[str]]) -> dict[str, Walk]:
    staff = table_of("Table 1. Staff by town, number", STAFF, YEARS, "Town")
    other = table_of("Table 2. Waste by town, tonnes", dict(rows), YEARS, "Town")
    other.path = "d/waste.docx"
    known = ledger("d", [staff.document(), other.document()])
    (group,) = [joined for joined in known.joins if len({one.kin for one in joined}) == 2]
    walks = (walk for seed in range(12) for walk in counts(field_of(known, group, random.Random(seed))))
    return {walk.shape: walk for walk in walks if "staff in" in walk.ask.casefold()}


@pytest.mark.parametrize("risen", [TOWNS, (), TOWNS[:3], TOWNS[3:]])
def test_a_condition_that_removes_nobody_is_not_asked_for(risen: tuple[str, ...]):
    # with all or none risen the second condition is idle, with the same or the other half one of them is
    assert not offered(waste(*risen))


def test_each_condition_of_a_count_changes_it():
    found = offered(waste("Arden", "Beck", "Dunmore", "Eskdale"))
    assert set(found) == {"both", "only_first", "neither"}
    values = {shape: Evaluation().of(walk.tree).value for shape, walk in found.items()}
    assert values == {"both": 2, "only_first": 1, "neither": 1}
    assert all(isinstance(walk.tree, Apply) and isinstance(walk.tree.inputs[0], Every) for walk in found.values())
