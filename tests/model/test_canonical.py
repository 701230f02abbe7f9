"""One text for one value, and one digest for one text."""

import hashlib
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.model.canonical import canonical_json, digest, digest_bytes

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
JSON = st.recursive(SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=6)


@settings(max_examples=50)
@given(JSON)
def test_a_value_survives_its_text(value):
    assert json.loads(canonical_json(value)) == value


@settings(max_examples=40)
@given(st.dictionaries(st.text(), JSON, max_size=4))
def test_the_order_of_keys_does_not_matter(value):
    assert digest(dict(reversed(value.items()))) == digest(value)


@settings(max_examples=50)
@given(JSON)
def test_tuples_and_lists_are_one(value):
    assert canonical_json((value, [value])) == canonical_json([value, (value,)])


def test_the_text_has_no_spaces_and_keeps_every_script():
    assert canonical_json({"b": [1, 2.0, None, True], "a": "é世\n"}) == '{"a":"é世\\n","b":[1,2.0,null,true]}'


@pytest.mark.parametrize("value", [float("nan"), float("inf"), [float("-inf")]])
def test_what_json_cannot_say_is_refused(value):
    with pytest.raises(ValueError, match="JSON compliant"):
        canonical_json(value)


def test_a_digest_is_the_sha256_of_the_text_even_of_a_broken_file_name():
    assert digest("a") == hashlib.sha256(b'"a"').hexdigest() == digest_bytes(b'"a"')
    assert digest("\udcff") == hashlib.sha256(b'"\xed\xb3\xbf"').hexdigest()


def test_one_and_one_point_zero_and_true_are_three_values():
    assert len({digest(1), digest(1.0), digest(True), digest("1")}) == 4
