"""What a question gives away, measured against a slow count of shared runs."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from synthesis.agent.overlap import names_of, overlap
from tests.made import energy_archive, proposal

ARCHIVE = energy_archive()
PROPOSAL = proposal(ARCHIVE)
CONTEXT = ARCHIVE.context()
WORDS = st.lists(st.sampled_from(["a", "b", "c"]), max_size=7)


def quoting(text: str):
    return replace(PROPOSAL, evidence=(replace(PROPOSAL.evidence[0], quote=text),))


@given(asked=WORDS, said=WORDS)
def test_the_longest_shared_run_is_that_of_a_slow_count(asked: list[str], said: list[str]):
    runs = [asked[at:end] for at in range(len(asked)) for end in range(at + 1, len(asked) + 1)]
    shared = [len(run) for run in runs if any(said[at : at + len(run)] == run for at in range(len(said)))]
    assert overlap(" ".join(asked), (), quoting(" ".join(said)), CONTEXT).tokens == max(shared, default=0)


def test_names_are_those_of_files_and_of_the_rows_that_are_cited():
    assert names_of(PROPOSAL, CONTEXT) == ("demand.csv", "North", "output.csv")


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("What was it in the North?", ("North",)),
        ("What was it in Northern parts, by demand?", ()),
        ("What does DEMAND.CSV say of north?", ("demand.csv", "North")),
    ],
)
def test_a_name_is_left_where_its_whole_words_stand(question: str, left: tuple[str, ...]):
    names = names_of(PROPOSAL, CONTEXT)
    assert overlap(question, names, PROPOSAL, CONTEXT).names == left
