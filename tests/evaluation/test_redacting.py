"""Reasoning loses the answer in every rendering and nothing else."""

import pytest

from assay.evaluation.redacting import without_answer
from assay.model.task import Answer


@pytest.mark.parametrize(
    ("answer", "text", "left"),
    [
        (Answer("number", "7321.4", "7321.36"), "7,321.4 GWh is 7.3214 TWh of 9,000.", "___ GWh is ___ TWh of 9,000."),
        (Answer("number", "0.125"), "12.5% is 0.125, not 12.6%.", "___% is ___, not 12.6%."),
        (Answer("text", "Northmark"), "It is NORTHMARK, not Southmark.", "It is ___, not Southmark."),
        (Answer("set", '["Ashby","Dunholm"]'), "Ashby and Dunholm, not Lindale.", "___ and ___, not Lindale."),
        (Answer("object", '{"name":"Ashby","rank":2}'), "Ashby is second.", "___ is second."),
        (Answer("null", "null"), "No document holds null and void.", "No document holds null and void."),
    ],
)
def test_the_answer_is_taken_out(answer: Answer, text: str, left: str):
    assert without_answer(text, answer) == left
