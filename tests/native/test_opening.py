"""LibreOffice opens every copy of the rich files, and shows the words that went no more."""

import shutil
from functools import cache

import pypdfium2
import pytest

from assay.model.artifact import Artifact
from assay.native import ablate
from assay.render.office import Limits, convert, office_program
from tests.native.test_ablating import inseparable, made

pytestmark = pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
# One text each: what goes must not be on a page any more.
SHOWN = ("text", "textbox", "header", "footer", "footnote", "slide_text", "shape_text", "smartart_text")


@cache
def pages(app: str) -> dict[str, bytes | str]:
    data, document = made(app)
    ending = {"word": "docx", "powerpoint": "pptx"}[app]
    keys = [each.key for each in document.artifacts if each.key not in inseparable() and each.kind != "metadata"]
    copies = {key: (ending, ablate(document, data, [key])) for key in keys}
    return dict(convert({"": (ending, data), **copies}, office_program() or "", Limits()))


def words(pdf: bytes | str) -> str:
    assert isinstance(pdf, bytes), pdf
    with pypdfium2.PdfDocument(pdf) as document:
        return " ".join(" ".join(page.get_textpage().get_text_bounded().split()) for page in document)


def shown_once(artifact: Artifact, whole: str) -> bool:
    return artifact.kind in SHOWN and whole.count(artifact.text.split("\n")[0].strip("- ")) == 1


@pytest.mark.slow
def test_copies_of_both_kinds_open_and_show_the_words_that_went_no_more():
    asked = {("word", "text"): "Depot opening", ("powerpoint", "slide_text"): "Plan of the year"}
    files = dict[tuple[str, str], tuple[str, bytes]]()
    for (app, kind), said in asked.items():
        data, document = made(app)
        key = next(each.key for each in document.of_kind(kind) if said in each.text)
        files[app, "whole"] = ({"word": "docx", "powerpoint": "pptx"}[app], data)
        files[app, "copy"] = (files[app, "whole"][0], ablate(document, data, [key]))
    found = {place: words(pdf) for place, pdf in convert(files, office_program() or "", Limits())}
    for (app, _), said in asked.items():
        assert (said in found[app, "whole"], said in found[app, "copy"]) == (True, False)
    assert "Last words" in found["word", "copy"]
    assert "Figures" in found["powerpoint", "copy"]


@pytest.mark.soak
@pytest.mark.parametrize("app", ["word", "powerpoint"])
def test_every_copy_opens(app: str):
    assert [key for key, pdf in pages(app).items() if isinstance(pdf, str)] == []


@pytest.mark.soak
@pytest.mark.parametrize("app", ["word", "powerpoint"])
def test_the_words_that_went_are_on_no_page(app: str):
    found, whole = pages(app), words(pages(app)[""])
    asked = [each for each in made(app)[1].artifacts if each.key in found and shown_once(each, whole)]
    assert len(asked) >= 3
    for artifact in asked:
        assert artifact.text.split("\n")[0].strip("- ") not in words(found[artifact.key])
