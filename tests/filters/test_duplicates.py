"""Near-duplicates: of tasks that ask the same of common evidence the first by id stays."""

from collections import Counter
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from assay.evaluation.context import ArchiveContext
from assay.model.task import Task
from filters.duplicates import Duplicates
from tests.made import QUESTION, energy_archive, task

CONTEXT = ArchiveContext((), lambda _: None, lambda _: b"")
ONE = task(energy_archive())


def other(name: str, question: str = QUESTION, program: str = "print(2)", answer: str = "") -> Task:
    """A task of this name; its answer is its own unless one is given."""
    own = replace(ONE.answer, value=answer or str(sum(map(ord, name)) + 1000))
    return replace(ONE, id=name, question=question, program=program, answer=own)


def causes(*tasks: Task) -> list[str]:
    found = Duplicates().verdicts(tasks, CONTEXT)
    assert [one.task for one in found] == [one.id for one in tasks]
    return [one.cause for one in found]


def test_the_same_question_in_other_words_of_form_is_a_duplicate():
    again = QUESTION.replace("What was the output", "Tell what was the output")
    assert causes(other("q1"), other("q2", again, "print(3)")) == ["single", "same_question"]


def test_the_same_program_is_a_duplicate_whatever_its_layout():
    said = "In GWh and to one decimal place: how much did the region with the most demand in 2024 put out?"
    assert causes(other("q1"), other("q2", said, "# again\nprint( 2 )")) == ["single", "same_program"]
    assert causes(other("q1", program="x = ("), other("q2", said, "x = (")) == ["single", "same_program"]


def test_the_same_answer_of_the_same_cells_is_a_duplicate_in_whatever_words_and_program():
    said = "In GWh and to one decimal place: how much did the region with the most demand in 2024 put out?"
    one = other("q1", answer="7321.4")
    assert causes(one, other("q2", said, "print(3)", "7321.4")) == ["single", "same_answer"]
    assert causes(one, other("q2", said, "print(3)", "7321.5")) == ["single", "single"]
    fewer = replace(other("q2", said, "print(3)", "7321.4"), evidence=ONE.evidence[:1])
    assert causes(one, fewer) == ["single", "single"]


def test_a_small_count_may_answer_two_questions_on_the_same_cells():
    said = "How many regions had less demand in 2024 than in 2023?"
    assert causes(other("q1", answer="3"), other("q2", said, "print(3)", "3")) == ["single", "single"]


def test_another_year_and_other_evidence_make_another_question():
    assert causes(other("q1"), other("q2", QUESTION.replace("2024", "2023"), "print(3)")) == ["single", "single"]
    apart = replace(other("q2"), evidence=(replace(ONE.evidence[0], path="energy/else.csv"),))
    assert causes(other("q1"), apart) == ["single", "single"]


def test_tasks_without_programs_are_not_one_task():
    questions = ("What does the header say?", "Which colour has the word final?")
    assert causes(*(other(f"q{at}", words, "") for at, words in enumerate(questions))) == ["single", "single"]


@given(st.lists(st.sampled_from(["print(1)", "print(2)", "print(3)"]), max_size=12), st.randoms())
def test_one_of_each_program_stays_whatever_the_order(programs: list[str], random: object):
    tasks = [other(f"q{at:02}", f"Question {at}?", text) for at, text in enumerate(programs)]
    shuffled = sorted(tasks, key=lambda _: random.random())  # pyright: ignore
    kept = [one.task for one in Duplicates().verdicts(shuffled, CONTEXT) if one.decision == "keep"]
    assert Counter(programs).keys() == {programs[int(name[1:])] for name in kept}
    assert len(kept) == len(set(programs))
    assert sorted(kept) == sorted(min(t.id for t in tasks if t.program == text) for text in set(programs))
