"""Records to JSON and back, whatever they hold."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.agent.messages import Instruction, Observation, Reply, Request, ToolCall
from assay.model.artifact import Anchor, Artifact, Chart, Edge, Facts, Picture, Series, Text
from assay.model.codec import from_json, to_json, to_text
from assay.model.document import Counts, Document, Problem, Reading
from assay.model.gate import Verdict
from assay.model.grid import Grid, Span
from assay.model.probe import Attempt, CellChange, Place, Probe, View
from assay.model.task import Answer, Evidence, Plan, Proposal, Task
from tests.made import energy_archive, proposal, task
from tests.model.test_canonical import JSON

TEXT, WHOLE = st.text(max_size=5), st.integers()
REAL = st.floats(allow_nan=False, allow_infinity=False)
SCALAR = st.none() | st.booleans() | WHOLE | REAL | TEXT


def tuples(inner):
    return st.lists(inner, max_size=3).map(tuple)


ANCHOR = st.builds(
    Anchor,
    part=st.none() | TEXT,
    index=st.none() | WHOLE,
    box=st.none() | st.tuples(REAL, REAL, REAL, REAL),
    line=WHOLE,
)
GRID = st.builds(
    Grid,
    WHOLE,
    WHOLE,
    tuples(TEXT),
    tuples(SCALAR),
    tuples(st.tuples(WHOLE, TEXT)),
    spans=tuples(st.builds(Span, WHOLE, WHOLE, WHOLE, WHOLE)),
)
PAYLOAD = st.one_of(
    GRID,
    st.builds(Text, st.sampled_from(["paragraph", "heading"]), WHOLE, TEXT),
    st.builds(Picture, TEXT, TEXT, REAL, REAL),
    st.builds(Chart, TEXT, TEXT, tuples(TEXT), tuples(st.builds(Series, TEXT, tuples(TEXT), tuples(SCALAR), TEXT))),
    st.builds(Facts, tuples(st.tuples(TEXT, SCALAR))),
)
ARTIFACT = st.builds(Artifact, TEXT, WHOLE, st.just("word"), TEXT, ANCHOR, TEXT, PAYLOAD, st.none() | TEXT)
PROBE = st.builds(
    Probe,
    TEXT,
    WHOLE,
    TEXT,
    st.builds(
        View,
        only=st.none() | tuples(TEXT),
        without=tuples(st.tuples(TEXT, TEXT)),
        cells=tuples(st.builds(CellChange, TEXT, TEXT, WHOLE, WHOLE, TEXT)),
    ),
    st.sampled_from(["program", "reading"]),
    place=st.none() | st.builds(Place, TEXT, TEXT, TEXT, ANCHOR),
)
VERDICT = st.builds(
    Verdict, TEXT, WHOLE, TEXT, st.just("revise"), TEXT, TEXT, patch=st.dictionaries(TEXT, JSON, max_size=2)
)


@settings(max_examples=60)
@given(ARTIFACT | PROBE | VERDICT)
def test_a_record_survives_its_text(record):
    assert from_json(type(record), json.loads(to_text(record))) == record


@settings(max_examples=50)
@given(st.builds(Reply, TEXT, tuples(st.builds(ToolCall, TEXT, TEXT, st.dictionaries(TEXT, JSON, max_size=2)))))
def test_messages_survive_their_text(reply):
    for message in (reply, Instruction("a"), Request("b"), Observation("1", "bash", "x", True)):
        assert from_json(type(message), json.loads(to_text(message))) == message


def test_a_task_with_everything_survives_its_text():
    whole = task(energy_archive(), plan=Plan((), (), "r"))
    assert from_json(Task, json.loads(to_text(whole))) == whole


def test_a_document_survives_its_text():
    document = energy_archive().documents["energy/demand.csv"]
    assert from_json(Document, json.loads(to_text(document))) == document


def test_equal_records_have_one_text():
    assert to_text(task(energy_archive())) == to_text(task(energy_archive()))


def test_a_reading_with_bytes_has_no_json():
    with pytest.raises(TypeError, match="bytes has no JSON form"):
        to_json(Reading("word", blobs={"sha": b"x"}))


@pytest.mark.parametrize(
    ("kind", "body", "sentence"),
    [
        (Answer, {"type": "number"}, "value"),
        (Answer, {"type": "number", "value": 5}, "str is needed, not int"),
        (Answer, {"type": "number", "value": "5", "decimals": True}, "int is needed, not bool"),
        (Answer, {"type": "numbr", "value": "5"}, "one of number, text"),
        (Answer, {"type": 5, "value": "5"}, "one of number, text"),
        (Answer, {"type": "number", "value": "5", "digits": 2}, "Answer has no field digits"),
        (Answer, ["number", "5"], "Mapping is needed, not list"),
        (Problem, {"code": "broken", "detail": ""}, "one of encrypted"),
        (Counts, {"pages": 1.5}, "int is needed, not float"),
        (View, {"hidden": "abc"}, "Sequence is needed, not str"),
        (View, {"without": [["a", "b", "c"]]}, "2 values are needed, not 3"),
        (Artifact, {"payload": {"is": "Evidence"}}, "'is' must be one of Chart"),
        (Edge, {"source": "a", "target": "b", "type": "near"}, "one of part_of"),
    ],
)
def test_a_value_of_another_shape_says_what_is_wrong(kind, body, sentence):
    with pytest.raises(ValueError, match=sentence.replace("[", r"\[")):
        from_json(kind, body)


def test_a_proposal_may_leave_out_its_tags_and_what_has_a_default():
    def bare(value):
        if isinstance(value, dict):
            return {name: bare(item) for name, item in value.items() if name not in ("is", "scope", "assertions")}
        return [bare(item) for item in value] if isinstance(value, list) else value

    whole = proposal(energy_archive())
    assert from_json(Proposal, bare(to_json(whole))) == whole


def test_a_whole_number_is_read_where_a_real_one_is_meant():
    assert from_json(Picture, {"width": 3}).width == 3.0
    assert isinstance(from_json(Picture, {"width": 3}).width, float)


def test_an_evidence_may_say_only_what_it_must():
    body = {"document": "d", "path": "p", "artifact": "t", "kind": "table", "at": {"line": 1}, "quote": "q"}
    assert from_json(Evidence, body).at == Anchor(line=1)


def test_an_attempt_keeps_the_key_of_its_probe():
    probe = Probe("t", 1, "program", View(), "program")
    attempt = Attempt(probe, "1", True, "done", files_read=("a",))
    assert from_json(Attempt, json.loads(to_text(attempt))).key == probe.key
