"""The Markdown of every file of the bundled archive, as it was last looked at by a person.

`ASSAY_UPDATE_GOLDEN=1 pytest tests/test_golden.py` writes it anew; the difference is then read before it is committed.
"""

import os

import pytest

from assay.collection import collection_path
from assay.markdown import document_markdown
from tests.sample import FILES, extracted
from tests.source import ROOT

GOLDEN = ROOT / "tests" / "golden"
UPDATE = "ASSAY_UPDATE_GOLDEN"


def place(path: str) -> str:
    return collection_path(path.split("/")[0], path).replace("/", "--")


@pytest.mark.parametrize("path", FILES)
def test_a_file_of_the_sample_reads_as_it_did(path: str):
    document = extracted()[path].document
    golden = GOLDEN / place(path)
    if not document.readable:
        assert not golden.exists()
        return
    text = document_markdown(document)
    if os.environ.get(UPDATE) == "1":
        GOLDEN.mkdir(exist_ok=True)
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


def test_no_golden_text_is_left_of_a_file_that_is_gone():
    assert {path.name for path in GOLDEN.glob("*.md")} <= {place(path) for path in FILES}


def test_the_switch_that_writes_golden_texts_is_off():
    assert UPDATE not in os.environ
