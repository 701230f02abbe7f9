"""A native copy lacks the named artifact with its copies, holds all others, and still opens."""

import io
import zipfile
from collections import Counter
from collections.abc import Callable
from functools import cache

import docx
import pptx
import pytest

from assay.model.artifact import Artifact
from assay.model.document import Document, Reading
from assay.model.errors import AssayError, NotAvailable, UsageError
from assay.native import ablate
from assay.views import closure
from extractors.powerpoint import read_powerpoint
from extractors.word import read_word
from tests.extractors import torture, torture_word
from tests.made import document_of
from tests.native import rich

BY_ITSELF = {"position", "smartart_relation", "font", "layout", "metadata"}


@cache
def made(app: str) -> tuple[bytes, Document]:
    data = rich.word() if app == "word" else rich.powerpoint()
    return data, document_of((read_word if app == "word" else read_powerpoint)(data), f"rich.{app}")


READERS: dict[str, Callable[[bytes], Reading]] = {"word": read_word, "powerpoint": read_powerpoint}
OPENERS = {"word": docx.Document, "powerpoint": pptx.Presentation}
KEYS = [(app, artifact.key) for app in READERS for artifact in made(app)[1].artifacts]


def identity(artifact: Artifact) -> str:
    """The key without its count, which moves when an equal goes."""
    return artifact.key.partition("-")[0]


def counted(artifacts: list[Artifact]) -> Counter[str]:
    return Counter(map(identity, artifacts))


def one(app: str, kind: str, text: str = "") -> str:
    return next(each.key for each in made(app)[1].artifacts if each.kind == kind and text in each.text)


def without(app: str, *keys: str) -> bytes:
    data, document = made(app)
    return ablate(document, data, keys)


def parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def inseparable() -> set[str]:
    """A diagram's relations, the places that placeholders have from their layout, how a style looks."""
    return {
        each.key
        for each in [*made("powerpoint")[1].artifacts, *made("word")[1].artifacts]
        if each.kind == "smartart_relation"
        or (each.kind == "position" and "placeholder" in each.text)
        or each.at.part == "styles"
    }


@pytest.mark.parametrize(("app", "key"), KEYS)
def test_each_key_and_its_closure_go_and_the_others_stay(app: str, key: str):
    data, document = made(app)
    if key in inseparable():
        with pytest.raises(UsageError, match="by itself"):
            ablate(document, data, [key])
        return
    copy = ablate(document, data, [key])
    OPENERS[app](io.BytesIO(copy))
    gone = closure(document, [key])
    touched = {
        identity(one) for one in document.artifacts if gone & {key for _, key in getattr(one.payload, "children", ())}
    }
    # what is said of a style goes with the last paragraph in it
    stays = counted([one for one in document.artifacts if one.key not in gone and one.at.part != "styles"])
    found = counted(list(READERS[app](copy).artifacts))
    assert [
        one.text for one in document.artifacts if one.key in gone and found[identity(one)] > stays[identity(one)]
    ] == []
    assert {one: count for one, count in (stays - found).items() if one not in touched} == {}


@pytest.mark.parametrize("app", READERS)
def test_nothing_asked_changes_nothing_but_the_small_picture(app: str):
    before, after = parts(made(app)[0]), parts(without(app))
    assert {name for name in before if before[name] != after.get(name)} <= {
        "docProps/thumbnail.jpeg", "_rels/.rels", "[Content_Types].xml",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("app", "kind", "text", "token"),
    [
        ("word", "text", "Depot opening", "Depot opening"),
        ("word", "textbox", "Words", "Words in a box"),
        ("word", "comment", "check", "Please check"),
        ("word", "header", "Header", "Header of the depot"),
        ("word", "table", "", "nested"),
        ("word", "revision", "deleted", "deleted words"),
        ("word", "metadata", "title", "Report of the depot"),
        ("powerpoint", "chart", "", "Turnover"),
        ("powerpoint", "smartart_text", "", "Sort waste"),
        ("powerpoint", "note", "", "slowly"),
        ("powerpoint", "image", "", "Photo of the depot"),
        ("powerpoint", "header_footer", "Internal", "Internal use"),
        ("powerpoint", "slide", "", "Plan of the year"),
        ("powerpoint", "hyperlink", "", "example.org"),
    ],
)
def test_no_part_of_the_copy_holds_the_words_any_more(app: str, kind: str, text: str, token: str):
    copy = parts(without(app, one(app, kind, text)))
    assert [name for name, data in copy.items() if token.encode() in data] == []


def test_a_chart_goes_with_its_part_and_its_workbook():
    before, after = parts(made("powerpoint")[0]), parts(without("powerpoint", one("powerpoint", "chart")))
    gone = before.keys() - after.keys()
    assert {name.rsplit("/", 1)[0] for name in gone} == {"ppt/charts", "ppt/charts/_rels", "ppt/embeddings", "docProps"}
    assert b"/ppt/charts/" not in after["[Content_Types].xml"]


def test_a_diagram_goes_with_the_drawing_that_only_its_data_names():
    after = parts(without("powerpoint", one("powerpoint", "smartart_text")))
    assert [name for name in after if "diagrams" in name] == []


def test_a_picture_goes_with_its_animation():
    after = parts(without("powerpoint", one("powerpoint", "image")))
    assert b"p:timing" not in after["ppt/slides/slide2.xml"]
    assert [name for name in after if name.startswith("ppt/media")] == []


def test_a_nested_table_leaves_the_cell_a_paragraph():
    document = docx.Document(io.BytesIO(without("word", nested_table())))
    cell = document.tables[0].cell(1, 1)
    assert (cell.tables, {each.text for each in cell.paragraphs}) == ([], {""})


def nested_table() -> str:
    tables = [each for each in made("word")[1].artifacts if each.kind == "table"]
    return next(each.key for each in tables if each.payload.displayed[0] == "nested left")  # pyright: ignore


def test_a_link_leaves_its_words():
    copy = read_word(without("word", one("word", "hyperlink", "place")))
    assert "See the place" in [each.text for each in copy.artifacts]


def test_an_equal_twin_stays():
    document = docx.Document()
    for text in ("Twin", "Other", "Twin"):
        document.add_paragraph(text)
    out = io.BytesIO()
    document.save(out)
    read = document_of(read_word(out.getvalue()))
    second = [each.key for each in read.artifacts if each.text == "Twin"][1]
    left = docx.Document(io.BytesIO(ablate(read, out.getvalue(), [second])))
    assert [each.text for each in left.paragraphs] == ["Twin", "Other"]


def test_an_unknown_key_says_how_keys_are_found():
    with pytest.raises(UsageError, match="holds no artifact zz; `assay extract"):
        without("word", "zz")


def test_files_without_parts_are_not_available_yet():
    with pytest.raises(NotAvailable, match="not available yet"):
        ablate(document_of(Reading("pdf")), b"%PDF", [])


def test_a_file_of_another_kind_is_named():
    with pytest.raises(UsageError, match="no docx, pptx or xlsx package"):
        ablate(document_of(Reading("word")), b"{\\rtf1}", [])


TORTURES: dict[str, Callable[[], bytes]] = {"word": torture_word.torture, "powerpoint": torture.torture}


def refused(app: str, *, one_of_each: bool) -> Counter[str]:
    """Take artifacts of a file with every kind out of it: the kinds of those that are refused, with why."""
    data = TORTURES[app]()
    document, found = document_of(READERS[app](data), f"torture.{app}"), Counter[str]()
    asked = {each.kind if one_of_each else each.key: each for each in document.artifacts}
    for artifact in asked.values():
        gone = closure(document, [artifact.key])
        try:
            copy = READERS[app](ablate(document, data, [artifact.key]))
        except AssayError as error:
            found[f"{artifact.kind} {'by itself' if 'by itself' in str(error) else 'not found'}"] += 1
            continue
        stays, left = counted([one for one in document.artifacts if one.key not in gone]), counted(list(copy.artifacts))
        assert [
            one.text for one in document.artifacts if one.key in gone and left[identity(one)] > stays[identity(one)]
        ] == []
    return found


@pytest.mark.parametrize("app", TORTURES)
def test_one_of_every_kind_goes_or_is_refused_by_itself(app: str):
    found = refused(app, one_of_each=True)
    assert {kind.split()[0] for kind in found if kind.endswith("by itself")} <= BY_ITSELF
    assert {kind for kind in found if kind.endswith("not found")} <= {"table not found"}


@pytest.mark.soak
@pytest.mark.parametrize("app", TORTURES)
def test_all_of_every_kind_goes_or_is_refused(app: str):
    found = refused(app, one_of_each=False)
    # what a document takes in from another file has no place of its own in its body
    assert {kind for kind in found if kind.endswith("not found")} <= {"text not found", "table not found"}
    assert {kind.split()[0] for kind in found if kind.endswith("by itself")} <= BY_ITSELF
    assert found.total() <= 20


def test_hidden_words_go_with_the_artifact_that_tells_them():
    stream, made = io.BytesIO(), docx.Document()
    line = made.add_paragraph("Sales rose")
    line.add_run(" by a zqhidden amount").font.hidden = True
    line.add_run(" in May.").font.bold = True
    made.save(stream)
    document = document_of(read_word(stream.getvalue()), "hidden.docx")
    (told,) = [each.key for each in document.artifacts if "zqhidden" in each.text]
    copy = ablate(document, stream.getvalue(), [told])
    assert not any(b"zqhidden" in part for part in parts(copy).values())
    assert "Sales rose in May." in [each.text for each in read_word(copy).artifacts]
