"""Views of the gates that ask models, broken on purpose: what is left in, or goes that should stay, turns a verdict."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from assay import views
from assay.evaluation import seated
from assay.evaluation.harness import BashHarness
from assay.evaluation.viewed import Viewed
from assay.model.artifact import Edge
from assay.model.document import Document
from assay.model.gate import Context, Verdict
from assay.model.probe import View
from assay.model.task import Answer, Task
from filters import ablation, asked_panel, elements, review
from tests.evaluation.scripted import submits
from tests.filters.desk import GUIDES, Desk, desk, reviews, says
from tests.filters.test_ablation import OUTPUT, archive, asked, noted
from tests.made import Archive, energy_archive, task

RIGHT, WRONG = "8606.0 GWh", "1.0 GWh"
# right only with both tables in the request
NEEDS_BOTH = [says(RIGHT, contains=["Output 2024", "Demand 2024"]), says(WRONG)]
WITHOUT_OUTPUT = View(name="full", hidden=("energy/output.csv",))
CHAT = {"panel": {"harness": "chat"}}
REPEATED = (
    b"The annual figures are audited by an outside firm every spring.\n\n"
    b"Read as said: the annual figures are audited by an outside firm every spring.\n"
)


@pytest.fixture
def no_scan(monkeypatch: pytest.MonkeyPatch) -> None:
    """The scan that goes before any model finds nothing, so that the models decide."""

    def nothing(task: Task, view: View, context: Context) -> None:
        return None

    monkeypatch.setattr(ablation, "leak", nothing)


def captioned() -> tuple[Archive, Task]:
    """A paragraph that stands alone in its chunk, and another that is about it and repeats its words."""
    found, quoted = noted(REPEATED)
    document = found.documents["energy/notes.txt"]
    first, last = document.of_kind("text")
    about = replace(document, edges=(Edge(last.key, first.key, "about"),), extraction="captioned")
    found.documents["energy/notes.txt"] = about
    return found, replace(quoted, answer=Answer("text", "every spring"))


@pytest.mark.usefixtures("no_scan")
def test_a_caption_that_is_left_in_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    found, one = captioned()
    # a text goes alone, so that its caption goes by what it is about
    monkeypatch.setattr(elements, "_CHUNK", 0)
    with desk(tmp_path, found, [says("every spring", contains=["audited"]), says("never")]) as here:
        assert here.decide("ablation", one).verdict.cause == "needed"

        def itself(document: Document, keys: Iterable[str]) -> frozenset[str]:
            return frozenset(keys)

        monkeypatch.setattr(views, "closure", itself)
        assert here.decide("ablation", one).verdict.cause == "answered_without"


@pytest.mark.usefixtures("no_scan")
@pytest.mark.parametrize("harness", ["chat", "bash"])
def test_a_twin_that_is_left_in_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, harness: str):
    found = archive()
    found.add("energy/twin.csv", OUTPUT.encode())
    with desk(tmp_path, found, [looks(), *NEEDS_BOTH], filters={"ablation": {"harness": harness}}) as here:
        assert here.decide("ablation", asked(found)).verdict.cause == "needed"

        def no_copies(domain: str, context: Context) -> dict[str, frozenset[str]]:
            return {}

        monkeypatch.setattr(ablation, "copies_in", no_copies)
        assert here.decide("ablation", asked(found)).verdict.cause == "answered_without"


def looks() -> dict[str, Any]:
    """Return the rule of a model with bash that is right if and only if it finds both tables."""
    both = "grep -rq 'Output 2024' /workspace/documents && grep -rq 'Demand 2024' /workspace/documents"
    command = f"if {both}; then {submits(RIGHT)}; else {submits(WRONG)}; fi"
    return {"when": {"tool": "bash"}, "calls": [{"name": "bash", "arguments": {"command": command}}]}


@pytest.mark.usefixtures("no_scan")
def test_a_document_that_is_not_covered_in_the_sandbox_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    found = archive()
    with desk(tmp_path, found, [looks()], filters={"ablation": {"harness": "bash"}}) as here:
        assert here.decide("ablation", asked(found)).verdict.cause == "needed"

        def nothing(harness: BashHarness, view: Viewed, folder: Path) -> dict[str, Path | None]:
            return {}

        monkeypatch.setattr(BashHarness, "_covers", nothing)
        assert here.decide("ablation", asked(found)).verdict.cause == "answered_without"


@pytest.mark.parametrize("harness", ["chat", "bash"])
def test_a_panel_that_is_kept_from_a_document_solves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, harness: str
):
    found = archive()
    with desk(tmp_path, found, [looks(), *NEEDS_BOTH], panel=3, filters={"panel": {"harness": harness}}) as here:
        assert here.decide("panel", asked(found)).verdict.cause == "all_right"
        monkeypatch.setattr(asked_panel, "FULL", WITHOUT_OUTPUT)
        assert here.decide("panel", asked(found)).verdict.cause == "nobody"


def test_solvers_that_are_kept_from_a_document_dispute_a_sound_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    found = archive()
    with desk(tmp_path, found, [reviews(), *NEEDS_BOTH]) as here:
        assert reviewed(here, asked(found)) == ("keep", "confirmed")
        monkeypatch.setattr(review, "FULL", WITHOUT_OUTPUT)
        assert reviewed(here, asked(found)) == ("drop", "gold_disputed")


def test_a_guided_solver_that_is_shown_the_gold_repeats_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    found = Archive()
    found.add("energy/demand.csv", b"Region,2024\nNorth,431.2\n")
    one = replace(task(energy_archive()), reasoning=("Its output is 7,321.4 GWh.",))
    rules = [reviews(), says("7321.4 GWh", contains=[GUIDES, "7,321.4"]), says("5108.7 GWh")]
    with desk(tmp_path, found, rules) as here:
        assert reviewed(here, one) == ("drop", "gold_disputed")

        def untouched(text: str, answer: Answer) -> str:
            return text

        monkeypatch.setattr(seated, "without_answer", untouched)
        assert reviewed(here, one) == ("keep", "solver_wrong")


def reviewed(here: Desk, one: Task) -> tuple[str, str]:
    verdict: Verdict = here.decide("review", one).verdict
    return verdict.decision, verdict.cause
