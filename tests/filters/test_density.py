"""The density score, its exclusions and the choice of seeds, by the worked cases."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.model.chunk import Chunk, Features, Score, ScoredChunk
from filters.density import FLOOR, is_directory_listing, score, select_seeds

CASES = json.loads(Path(__file__).parent.with_name("cases").joinpath("density_examples.json").read_text("utf-8"))
COUNT = st.integers(0, 10**6)
FEATURES = st.builds(
    Features, st.sampled_from(["xlsx", "csv", "md", "pdf"]), COUNT, COUNT, COUNT, COUNT, COUNT, st.integers(0, 50),
    st.integers(0, 5), st.none() | st.integers(1900, 2000), st.none() | st.integers(2000, 2100), st.booleans(),
    st.booleans(), st.booleans(),
)  # fmt: skip


def scored(path: str, index: int, value: float | None, domain: str = "d") -> ScoredChunk:
    chunk = Chunk(path, path, domain, index, (), None, "")
    return ScoredChunk(chunk, Features("md", 1, 20, 0), Score({}, value, None if value is not None else "x"))


@pytest.mark.parametrize("case", CASES["examples"], ids=lambda case: case["id"])
def test_the_worked_scores(case):
    found = score(Features(**case["chunk"]))
    assert found.terms == case["terms"]
    assert found.score == case["score"]
    assert found.excluded == case["excluded"]
    assert (found.score is not None and found.score >= FLOOR) == case["kept"]


@pytest.mark.parametrize("case", CASES["directory_listing_examples"], ids=range(4))
def test_the_worked_listings(case):
    assert is_directory_listing(case["text"]) == case["directory_listing"]


@pytest.mark.parametrize(
    "text",
    ["Index of /pub\na\nb", "a/b.txt\nc/d.txt", "one\ntwo\nthree\n", "| 1/2 | 3/4 |\n| 5/6 | x |\n| y | z |",
     "http://a.example/b.txt\nhttp://a.example/c.txt\nhttp://a.example/d.txt", "12/31\n1/2\n3/4", "",
     "and/or is a phrase here\neither/or too, in prose\nhe/she writes"],
)  # fmt: skip
def test_what_only_looks_a_little_like_a_listing_is_kept(text):
    assert not is_directory_listing(text)


def test_a_listing_is_told_from_prose_by_half_of_its_lines():
    names = ["data/2021/a.csv", "data/2021/b.csv"]
    assert is_directory_listing("\n".join([*names, "one", "two"]))
    assert not is_directory_listing("\n".join([*names, "one", "two", "three"]))


def test_a_long_line_is_looked_at_in_linear_time():
    assert not is_directory_listing("\n".join(["a" * 10**6, "b/" * 10**6 + " ", "│ " * 10**6]))


def test_the_worked_choice():
    case = CASES["selection_example"]
    marked = select_seeds((scored(*one) for one in case["scores"]), per_domain=case["cap"])
    chosen = [[one.chunk.path, one.chunk.index] for one in marked if one.seed]
    assert sorted(chosen) == sorted(case["selected"])
    assert [(one.chunk.path, one.chunk.index) for one in marked] == sorted((one[0], one[1]) for one in case["scores"])


def test_each_domain_has_its_own_cap():
    marked = select_seeds(
        [scored("a", 0, 20.0, "x"), scored("b", 0, 10.0, "y"), scored("c", 0, 30.0, "x")], per_domain=1
    )
    assert [one.chunk.path for one in marked if one.seed] == ["c", "b"]


@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.none() | st.sampled_from([9.99, 10.0, 12.5, 40.0])), max_size=12),
    st.integers(1, 4),
    st.randoms(),
)
def test_the_choice_does_not_depend_on_the_order_and_takes_the_best(values, cap, random):
    chunks = [scored("p", index, value, domain) for index, (domain, value) in enumerate(values)]
    marked = select_seeds(chunks, per_domain=cap)
    random.shuffle(chunks)
    assert select_seeds(chunks, per_domain=cap) == marked
    for domain in "abc":
        able = [one for one in marked if one.chunk.domain == domain and (one.score.score or 0) >= FLOOR]
        taken = [one.score.score or 0 for one in able if one.seed]
        assert len(taken) == min(cap, len(able))
        assert min(taken, default=0) >= max((one.score.score or 0 for one in able if not one.seed), default=0)
    assert not any(one.seed for one in marked if (one.score.score or 0) < FLOOR)


@given(FEATURES)
def test_the_score_is_the_sum_of_its_terms_and_every_term_keeps_its_cap(features):
    found = score(features)
    caps = {"density": 30, "rows": 15, "cols": 10, "time_col": 8, "year_span": 10, "table": 12, "list": 3}
    assert all(0 <= value <= caps.get(name, value) for name, value in found.terms.items())
    assert (found.score is None) == (found.excluded is not None)
    if found.score is not None:
        exact = sum(Fraction(str(value)) for value in found.terms.values())
        assert abs(Fraction(str(found.score)) - exact) <= Fraction(len(found.terms), 10**6)


@given(FEATURES)
def test_too_few_tokens_come_before_everything(features):
    if features.tokens < 20:
        assert score(features).excluded == "fewer than 20 tokens"
    elif features.directory_listing:
        assert score(features).excluded == "directory listing"
    else:
        assert score(features).excluded is None
