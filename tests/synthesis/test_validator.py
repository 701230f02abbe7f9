"""The validator: each fault has its sentence, and nothing that a policy may send breaks it."""

from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.model.canonical import Json
from assay.model.codec import to_json
from synthesis.validator import validate
from tests.made import energy_archive, proposal
from tests.model.test_canonical import JSON

ARCHIVE = energy_archive()
CONTEXT = ARCHIVE.context()
WHOLE = cast(dict[str, Json], to_json(proposal(ARCHIVE)))
FIRST = cast(list[dict[str, Json]], WHOLE["evidence"])[0]
ANSWER = cast(dict[str, Json], WHOLE["answer"])


def faults(**changes: Json) -> str:
    accepted, sentences = validate({**WHOLE, **changes}, CONTEXT)
    assert (accepted is None) == bool(sentences)
    return "\n".join(sentences)


def test_a_whole_proposal_is_accepted_as_it_stands():
    assert validate(WHOLE, CONTEXT) == (proposal(ARCHIVE), ())


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"question": "  "}, "the question is empty"),
        ({"track": "numbers"}, "one of numeric, fidelity, domain, search"),
        ({"hops": 0}, "hops counts from 1"),
        ({"hops": "two"}, "int is needed, not str"),
        ({"labels": ["Cross Document"]}, "label 'Cross Document' is not words of small letters"),
        ({"evidence": []}, "no evidence is cited"),
        ({"evidence": [FIRST]}, "a numeric task cites at least 2 documents, this one cites 1"),
        ({"evidence": [{**FIRST, "path": "energy/none.csv"}]}, "energy/none.csv is no readable document"),
        ({"evidence": [{**FIRST, "path": "../../etc/passwd"}]}, "is no readable document"),
        ({"evidence": [{**FIRST, "artifact": "t0"}]}, "holds no artifact t0"),
        ({"evidence": [{**FIRST, "kind": "text"}]}, "is of kind table, not text"),
        ({"domain": "retail"}, "belongs to domain energy, the task to retail"),
        ({"program": ""}, "a numeric task has a program"),
        ({"program": "print("}, "the program is not Python"),
        ({"program": "x = '\0'"}, "the program is not Python"),
        ({"program": "-" * 100_000 + "1"}, "the program is not Python"),
        ({"program": "import numpy as np"}, "the program imports numpy"),
        ({"program": "def f():\n    from pandas.io import x"}, "the program imports pandas.io"),
        ({"answer": {**ANSWER, "value": "about 7"}}, "the answer does not pass its own format"),
        ({"answer": {**ANSWER, "type": "amount"}}, "one of number, text"),
        ({"unknown": 1}, "Proposal has no field unknown"),
        ({"question": "\ud800"}, "surrogates not allowed"),
        ({"assertions": [{"text": "x", "weight": float("nan")}]}, "not JSON compliant"),
        ({"scope": [{"query": {"limit": float("inf")}, "digest": ""}]}, "not JSON compliant"),
    ],
)  # fmt: skip
def test_each_fault_is_a_sentence(changes: dict[str, Json], sentence: str):
    assert sentence in faults(**changes)


def test_every_fault_is_told_at_once():
    assert len(faults(question="", hops=0, labels=["X"]).split("\n")) == 3


def test_a_fidelity_task_names_the_kind_of_artifact_that_it_asks_about():
    single: dict[str, Json] = {"track": "fidelity", "evidence": [FIRST], "program": ""}
    assert "at least one artifact label" in faults(**single)
    assert faults(**single, labels=["text.table"]) == ""


def test_a_null_answer_needs_no_evidence():
    null: Json = {"type": "null", "value": "null"}
    assert "no evidence" not in faults(track="search", evidence=[], answer=null)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [({"track": "search", "domain": "nowhere"}, "the archive has no domain 'nowhere'"),
     ({"track": "domain"}, "only a search can find that there is none")],
)  # fmt: skip
def test_a_null_answer_is_of_a_search_in_a_domain(changes: dict[str, Json], sentence: str):
    null: Json = {"type": "null", "value": "null"}
    assert sentence in faults(**{"evidence": [], "answer": null, **changes})


def test_assertions_rest_on_cited_evidence():
    assert "rests on evidence 7" in faults(assertions=[{"text": "x", "evidence": [0, 7]}])
    assert faults(assertions=[{"text": "x", "evidence": [0, 1]}]) == ""


def test_the_standard_library_may_be_imported():
    assert faults(program="import json, decimal\nfrom collections.abc import Iterator\nprint(1)") == ""


def nested(depth: int) -> Json:
    value: Json = 1
    for _ in range(depth):
        value = [value]
    return value


def test_deep_nesting_is_a_fault():
    assert "another form" in faults(reasoning=nested(100_000))


@settings(max_examples=100)
@given(st.sampled_from(sorted(WHOLE)), JSON)
def test_no_value_of_a_field_breaks_it(name: str, value: Json):
    sentences = faults(**{name: value})
    assert isinstance(sentences, str)


@settings(max_examples=50)
@given(st.dictionaries(st.text(max_size=4), JSON, max_size=3))
def test_no_submission_breaks_it(body: dict[str, Json]):
    accepted, sentences = validate(body, CONTEXT)
    assert accepted is None
    assert sentences[0].startswith("the proposal has another form")
