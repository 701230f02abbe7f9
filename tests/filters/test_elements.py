"""What goes with an element that a question on fidelity is about, kind by kind (Office Comprehension Bench, 14.2)."""

from dataclasses import replace

from assay.model.artifact import Anchor, Artifact, Facts, Text
from assay.model.document import Document
from extractors.sheaf import Sheaf
from filters.elements import removals
from tests.made import document_of


def artifact(key: str, kind: str, text: str = "words", role: str = "paragraph") -> Artifact:
    payload = Text(role=role) if kind == "text" else Facts()  # pyright: ignore[reportArgumentType]
    return Artifact(key, 0, "word", kind, Anchor(part="body"), text, payload)


def document(*artifacts: Artifact) -> Document:
    return replace(document_of(Sheaf("word")), artifacts=artifacts)


REPORT = document(
    artifact("p0", "text", "One", "heading"), artifact("p1", "text"), artifact("p2", "text"),
    artifact("p3", "text", "Two", "heading"), artifact("p4", "text"), artifact("t1", "table"), artifact("t2", "table"),
    artifact("i1", "image"), artifact("c1", "chart"), artifact("he1", "header"), artifact("he2", "header"),
    artifact("f1", "font"), artifact("f2", "font"), artifact("tb1", "textbox"),
)  # fmt: skip


def gone(key: str) -> list[set[str]]:
    return [set(keys) for _, keys in removals(REPORT, key)]


def test_text_goes_with_its_chunk():
    assert gone("p1") == [{"p0", "p1", "p2"}]
    assert gone("p4") == [{"p3", "p4"}]
    long = document(*(artifact(f"p{at}", "text", "x" * 1500) for at in range(9)))
    ((_, keys),) = removals(long, "p4")
    assert "p4" in keys
    assert len(keys) == 2


def test_a_table_goes_alone_and_then_with_all_that_is_no_text():
    assert gone("t1") == [{"t1"}, {"t1", "t2", "i1", "c1"}]


def test_a_picture_goes_with_all_that_is_no_text():
    assert gone("i1") == [{"t1", "t2", "i1", "c1"}]


def test_of_structure_the_class_goes_or_the_element():
    assert gone("he1") == [{"he1", "he2"}]
    assert gone("f2") == [{"f1", "f2"}]
    assert gone("c1") == [{"c1"}]
    assert gone("tb1") == [{"tb1"}]


def test_what_is_not_there_takes_nothing_out():
    assert gone("x1") == []
