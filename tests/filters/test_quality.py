"""Quality: a grader's three grades, the bound that drops for the weakest, and how grades are held to people's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from assay.config import Settings
from assay.evaluation.grades import agreement, read_people, spread
from assay.model.errors import ConfigError
from assay.model.gate import GATES, Verdict
from assay.model.grades import Grades
from filters.quality import Quality
from filters.registry import built, chosen_names
from tests.filters.desk import desk
from tests.made import Archive, energy_archive, task

GRADES = "You grade a question"


def grades(clarity: int = 4, precision: int = 5, value: int = 3, **more: Any) -> dict[str, Any]:
    """Return the rule of a grader."""
    told = {"clarity": clarity, "precision": precision, "information_value": value, "why": "It is worth a look."}
    return {"when": {"contains": [GRADES]}, "json": told, **more}


def judged(folder: Path, rule: Any, *, bounds: Any = None, archive: Archive | None = None) -> Verdict:
    archive = archive or energy_archive()
    with desk(folder, archive, [rule], filters={"quality": bounds or {}}) as here:
        return here.decide("quality", task(archive)).verdict


def test_grades_at_their_bounds_keep_and_stand_in_verdict_and_attempt(tmp_path: Path):
    archive = energy_archive()
    with desk(tmp_path, archive, [grades(3, 3, 3)]) as here:
        found = here.decide("quality", task(archive))
    (attempt,) = found.made
    assert (found.verdict.decision, found.verdict.cause) == ("keep", "graded")
    assert found.verdict.reason == "of 5: clarity 3, precision 3, information value 3: It is worth a look."
    assert found.verdict.attempts == (attempt.key,)
    assert (attempt.probe.mode, attempt.correct, attempt.calls, attempt.arm) == ("grade", None, 1, "none")
    assert attempt.answer == '{"clarity":3,"information_value":3,"precision":3,"why":"It is worth a look."}'
    assert list(attempt.prompts) == ["grade"]


@pytest.mark.parametrize(
    ("given", "cause"),
    [((2, 5, 5), "low_clarity"), ((5, 1, 2), "low_precision"), ((2, 2, 1), "low_information_value")],
)
def test_the_weakest_of_the_grades_below_their_bounds_is_the_cause(tmp_path: Path, given: Any, cause: str):
    verdict = judged(tmp_path, grades(*given))
    assert (verdict.decision, verdict.cause) == ("drop", cause)
    name = cause.removeprefix("low_").replace("_", " ")
    assert verdict.reason.startswith(f"{name} {min(given)} is below 3; of 5: ")


def test_bounds_are_the_configs(tmp_path: Path):
    assert judged(tmp_path / "1", grades(3, 5, 1), bounds={"information_value": 1}).decision == "keep"
    assert judged(tmp_path / "2", grades(3, 5, 1), bounds={"clarity": 4, "information_value": 1}).cause == "low_clarity"


@pytest.mark.parametrize("fault", ["invalid_json", "wrong_schema", "refusal", "cut"])
def test_a_grader_that_fails_leaves_it_undecided(tmp_path: Path, fault: str):
    assert judged(tmp_path, grades(fault=fault)).decision == "undecided"


def test_a_grade_beyond_the_scale_is_asked_for_again_and_else_decides_nothing(tmp_path: Path):
    archive = energy_archive()
    with desk(tmp_path, archive, [grades(9, times=1), grades(4)]) as here:
        assert here.decide("quality", task(archive)).verdict.decision == "keep"
        assert here.server.calls == 2
    assert judged(tmp_path / "2", grades(0)).decision == "undecided"


def test_what_is_graded_is_fenced_and_stands_in_no_system_part(tmp_path: Path):
    archive = energy_archive()
    one = task(archive)
    with desk(tmp_path, archive, [grades()]) as here:
        here.decide("quality", one)
        system, user = here.server.bodies[0]["messages"]  # pyright: ignore
    assert one.question not in system["content"]  # pyright: ignore
    inside: str = user["content"].split("<data ", 1)[1]  # pyright: ignore
    assert one.question in inside
    assert "Answer: 7321.4" in inside
    assert f"- energy/output.csv: {one.evidence[1].quote}" in inside
    # the grader sees no reasoning: whether the answer is true is judged by others
    assert one.reasoning[0] not in user["content"]  # pyright: ignore


def test_without_a_grader_it_is_in_no_funnel_and_where_it_is_asked_for_it_does_not_apply():
    assert "quality" not in chosen_names(Settings())
    named = Settings.model_validate({"filters": {"gates": ["spec", "quality"]}})
    assert chosen_names(named) == ("spec", "quality")
    gate = next(gate for gate in built(named) if gate.name == "quality")
    assert isinstance(gate, Quality)
    archive = energy_archive()
    verdict = gate.step(task(archive), (), archive.context())
    assert isinstance(verdict, Verdict)
    assert (verdict.decision, verdict.cause) == ("keep", "not_applicable")


def test_it_stands_after_review():
    one = {"model": "openai/scripted"}
    names = chosen_names(Settings.model_validate({"models": {"grader": one, "reviewer": one}}))
    assert names[-2:] == ("review", "quality")
    assert tuple(name for name in GATES if name in names) == names


def people(folder: Path, *lines: str) -> Path:
    file = folder / "people.csv"
    file.write_text("task,clarity,precision,information_value\n" + "".join(f"{line}\n" for line in lines))
    return file


def test_agreement_with_people_is_worked_out_pair_by_pair(tmp_path: Path):
    ours = {"q1": Grades(4, 5, 3), "q2": Grades(2, 5, 1)}
    found = agreement(ours, read_people(people(tmp_path, "q1,4,4,1", "q1,3,5,1", "q2,5,5,1", "q9,1,1,1")))
    assert [(one.grade, one.pairs) for one in found] == [
        ("clarity", 3), ("precision", 3), ("information_value", 3),
    ]  # fmt: skip
    clarity, precision, value = found
    # 4 beside 4 and 3, 2 beside 5
    assert (clarity.exact, clarity.within_one) == (1 / 3, 2 / 3)
    assert (clarity.difference, clarity.bias) == (4 / 3, -2 / 3)
    assert (precision.exact, precision.within_one, precision.bias) == (2 / 3, 1.0, 1 / 3)
    assert (value.within_one, value.difference) == (1 / 3, 4 / 3)
    assert agreement({"q7": Grades(1, 1, 1)}, [("q1", Grades(1, 1, 1))]) == []


def test_the_spread_of_grades_counts_each_value():
    clarity, *_ = spread([Grades(4, 5, 3), Grades(2, 5, 1), Grades(4, 1, 1)])
    assert clarity.mean == pytest.approx(10 / 3)
    assert dict(clarity.counts) == {"1": 0, "2": 1, "3": 0, "4": 2, "5": 0}
    assert clarity.told == "clarity: 3.33 on average (1 with 2, 2 with 4)"
    assert spread([]) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("task,clarity,precision\nq1,1,1\n", "has no column `information_value`"),
        ("task,clarity,precision,information_value\nq1,1,6,1\n", "line 2: grades are whole numbers from 1 to 5"),
        ("task,clarity,precision,information_value\nq1,1,2,1\nq2,1,2\n", "line 3: grades are whole numbers"),
        ("task,clarity,precision,information_value\nq1,good,2,1\n", "line 2: grades are whole numbers"),
    ],
)
def test_grades_of_people_that_cannot_be_read_are_one_clear_sentence(tmp_path: Path, text: str, words: str):
    file = tmp_path / "people.csv"
    file.write_text(text)
    with pytest.raises(ConfigError, match=words):
        read_people(file)
    with pytest.raises(ConfigError, match="cannot be read"):
        read_people(tmp_path / "none.csv")
