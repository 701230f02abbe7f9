"""Closed-book and panel: answers of subjects that are right or wrong on purpose, over views that are what they say."""

from dataclasses import replace

import pytest

from assay.evaluation.asking import Seats
from assay.evaluation.baselines.prior import make_prior
from assay.evaluation.runner import Runner
from assay.evaluation.subjects import ArchiveReader
from assay.model.task import Answer, Assertion, Task
from assay.sandbox import Limits, open_sandbox
from filters.closed_book import ClosedBook
from filters.panel import Panel
from tests.filters.archives import always, decided, making
from tests.made import energy_archive, task

RIGHT, WRONG = "7,321.4 GWh", "5108.7"
SEATS = Panel().seats


def panel(*answers: str | None, track: str = "numeric") -> tuple[str, str]:
    archive = energy_archive()
    subjects = {seat: always(answer) for seat, answer in zip(SEATS, answers, strict=True)}
    verdict = decided(archive, Panel(), task(archive, track=track), subjects).verdict
    assert len(verdict.attempts) == len(SEATS)
    return verdict.decision, verdict.cause


def test_what_is_right_without_documents_is_dropped_and_what_is_wrong_stays():
    archive = energy_archive()
    for answer, expected in (
        (RIGHT, ("drop", "guessed")),
        (WRONG, ("keep", "not_guessed")),
        (None, ("keep", "not_guessed")),
    ):
        found = decided(archive, ClosedBook(), task(archive), {"baseline/prior": always(answer)})
        assert (found.verdict.decision, found.verdict.cause) == expected
        assert found.made[0].detail == "looked"


def test_the_book_is_closed_and_the_form_of_an_absent_answer_is_not_told():
    archive, seen = energy_archive(), list[tuple[str, tuple[str, ...], bool]]()

    def look(question: str, form: str, view: ArchiveReader) -> str:
        seen.append((form, tuple(view.paths()), view.document("energy/demand.csv") is None))
        return "null"

    absent = replace(task(archive), answer=Answer("null", "null"), track="search")
    verdict = decided(archive, ClosedBook(), absent, {"baseline/prior": making(look)}).verdict
    assert seen == [("type=number", (), True)] * ClosedBook().samples
    assert verdict.cause == "guessed"


def test_the_second_guess_of_a_subject_is_asked_for_too():
    archive = energy_archive()
    count = replace(
        task(archive, question="How many of the regions had losses above the mean in 2022? Answer as a whole number."),
        answer=Answer("number", "1", kind="integer"),
    )
    found = decided(archive, ClosedBook(), count, {"baseline/prior": make_prior})
    assert [attempt.answer for attempt in found.made] == ["2", "1", "3"]
    assert found.verdict.cause == "guessed"


def test_a_subject_that_nobody_plays_leaves_the_task_undecided():
    archive = energy_archive()
    verdict = decided(archive, ClosedBook(), task(archive), {}).verdict
    assert (verdict.decision, verdict.cause) == ("undecided", "refused")


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ((RIGHT, RIGHT, RIGHT), ("drop", "all_right")),
        ((RIGHT, RIGHT, None), ("keep", "solved_by_2")),
        ((WRONG, RIGHT, None), ("keep", "solved_by_1")),
        ((WRONG, None, WRONG), ("keep", "nobody")),
    ],
)
def test_a_task_is_dropped_when_all_seats_are_right_and_counted_when_none_is(
    answers: tuple[str | None, ...], expected: tuple[str, str]
):
    assert panel(*answers) == expected


@pytest.mark.parametrize("track", ["fidelity", "domain"])
def test_on_some_tracks_the_panel_only_advises(track: str):
    assert panel(RIGHT, RIGHT, RIGHT, track=track) == ("keep", "advisory")
    assert panel(WRONG, WRONG, WRONG, track=track) == ("keep", "nobody")


def test_one_empty_seat_leaves_the_panel_undecided():
    archive = energy_archive()
    verdict = decided(archive, Panel(), task(archive), dict.fromkeys(SEATS[:2], always(RIGHT))).verdict
    assert (verdict.decision, verdict.cause) == ("undecided", "refused")


def test_subjects_are_made_once_for_a_domain_and_never_told_a_gold_that_is_absent():
    archive, made = energy_archive(), list[list[str]]()

    def make(whole: ArchiveReader, examples: object):
        made.append([one.answer for one in examples])  # pyright: ignore
        return always(WRONG)(whole, ())

    one: Task = task(archive)
    decided(archive, Panel(), one, dict.fromkeys(SEATS, make))
    assert made == [["7321.4"]] * 3


def test_a_request_is_closed_book_by_assertion():
    archive, asked = energy_archive(), list[str]()
    said = tuple(
        Assertion(f"The output of {name} is {value} GWh.", value=value, unit="GWh")
        for name, value in (("North", "7321.4"), ("South", "5108.7"), ("East", "12.5"))
    )
    brief = replace(task(archive), track="domain", answer=Answer("object", "{}"), assertions=said)

    def knows(*names: str):
        def answers(question: str, form: str, view: ArchiveReader) -> str | None:
            asked.append(question)
            return next(
                (
                    one.value
                    for one in said
                    if any(name in one.text for name in names) and one.text.split()[3] in question
                ),
                None,
            )

        return {"baseline/prior": making(answers)}

    one = decided(archive, ClosedBook(), brief, knows("North")).verdict
    two = decided(archive, ClosedBook(), brief, knows("North", "South")).verdict
    assert (one.cause, two.cause, two.reason) == (
        "not_guessed", "guessed", "2 of 3 assertions are answered without a document"
    )  # fmt: skip
    assert asked[0] == "Which number belongs where ___ stands? The output of North is ___ GWh."


def test_a_task_is_not_guessed_from_its_own_first_revision_nor_from_its_double():
    archive = energy_archive()
    first = task(archive)
    double = replace(first, id="q0", question=first.question.replace("What was", "Tell what was"))
    revised = replace(first, revision=2, question=f"{first.question} The measure meant is output.")
    seats = Seats((first, double))

    def cause(one: Task) -> str:
        runner = Runner(archive.context(), open_sandbox(), Limits(seconds=5.0), seats)
        return runner.decide(ClosedBook(), one, {}).verdict.cause

    assert [cause(one) for one in (first, double, revised)] == ["not_guessed"] * 3
    elsewhere = replace(double, evidence=(replace(first.evidence[0], path="energy/else.csv"),))
    seats = Seats((first, elsewhere))
    assert cause(first) == "guessed"
