"""What a prompt shows of a view: everything that fits, else the same section for control and ablated views."""

from assay.evaluation.arms import shown
from assay.model.artifact import Anchor
from assay.model.probe import FULL, Place, View
from extractors.plain import read_plain
from tests.made import Archive, energy_archive

QUESTION = "What was the output of the region with the largest demand?"
PARAGRAPHS = [f"Paragraph {number} speaks of matter {number} and nothing else." for number in range(60)]


def long_archive() -> Archive:
    found = Archive()
    found.add("energy/long.txt", "\n\n".join(PARAGRAPHS).encode(), read_plain, "text/plain")
    return found


def test_what_fits_is_shown_whole_without_anchors_and_without_what_is_hidden():
    archive = energy_archive()
    found = shown(archive.context(), "energy", FULL, QUESTION, None, 10_000)
    assert (found.arm, found.paths) == ("whole", ("energy/demand.csv", "energy/output.csv"))
    assert "7321.4" in found.text
    assert "<!--" not in found.text
    less = shown(archive.context(), "energy", View(hidden=("energy/output.csv",)), QUESTION, None, 10_000)
    assert (less.arm, "7321.4" in less.text) == ("whole", False)


def test_no_document_is_no_material():
    found = shown(energy_archive().context(), "energy", View(only=()), QUESTION, None, 10_000)
    assert (found.arm, found.text, found.paths) == ("none", "", ())


def test_what_does_not_fit_is_shown_in_the_passages_that_share_most_with_the_question():
    found = shown(long_archive().context(), "energy", FULL, "Which paragraph speaks of matter 41?", None, 400)
    assert found.arm == "passages"
    assert PARAGRAPHS[41] in found.text


def test_a_section_is_the_thing_and_its_neighbours_and_the_arm_stays_when_the_thing_goes():
    archive = long_archive()
    texts = list(archive.documents["energy/long.txt"].of_kind("text"))
    one = texts[30]
    place = Place("energy/long.txt", one.key, one.kind, Anchor())
    whole = shown(archive.context(), "energy", FULL, "What is said?", place, 400)
    without = View("ablated", without=(("energy/long.txt", one.key),))
    less = shown(archive.context(), "energy", without, "What is said?", place, 400)
    assert (whole.arm, less.arm) == ("section", "section")
    assert all(text in whole.text for text in PARAGRAPHS[28:33])
    assert PARAGRAPHS[30] not in less.text
    assert PARAGRAPHS[29] in less.text


def test_of_a_long_table_its_head_and_the_rows_that_are_asked_for_are_shown():
    archive = Archive()
    rows = "".join(f"Region{number},{number}.5,{number * 3}.1\n" for number in range(900))
    archive.add("energy/long.csv", f"Region,Demand,Output\n{rows}".encode())
    found = shown(archive.context(), "energy", FULL, "What was the output of Region777?", None, 3000)
    assert "Region777" in found.text
    assert "Output" in found.text
    assert len(found.text) < 3000
