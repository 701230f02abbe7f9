"""The subjects that compute: on one table, and on two."""

import pytest

from assay.evaluation.baselines import SUBJECTS
from assay.evaluation.subjects import Reply
from tests.shelves import DEMAND, LOSSES, RECORDS, Reader, archive

WHOLE = archive(losses=LOSSES, demand=DEMAND, records=RECORDS)


def reply(name: str, question: str, form: str, reader: Reader = WHOLE) -> Reply:
    return SUBJECTS[name](reader, ()).answer(question, form, reader)


@pytest.mark.parametrize(
    ("question", "form", "answer"),
    [
        ("By how much did the network losses of North change between 2021 and 2023?",
         "unit=GWh decimals=0 sign=required", "+10"),
        ("What is the absolute change in the network losses of South, 2023 against 2021?",
         "unit=GWh decimals=0 sign=required", "-20"),
        ("By what percentage did the network losses of North grow between 2021 and 2022?",
         "unit=% decimals=1 sign=required", "+5.0"),
        ("Calculate the CAGR of the network losses of North between 2021 and 2023.",
         "unit=% decimals=2 sign=required", "+4.08"),
        ("Which share of the total network losses in 2021 fell to South?", "unit=% decimals=1", "32.0"),
        ("In 2021, what was the ratio of the network losses of North to that of South?", "unit=none decimals=1", "1.5"),
        ("How much higher were the network losses of North than those of South in 2023?",
         "unit=GWh decimals=0 sign=required", "+70"),
        ("What was the average of the network losses of North from 2021 to 2023?", "unit=GWh decimals=1", "125.3"),
        ("What was the sum of the network losses in 2022, over all regions?", "unit=GWh decimals=0", "250"),
        ("What were the highest network losses that any region had in 2023?", "unit=GWh decimals=0", "130"),
        ("Which region had the highest network losses in 2023?", "type=text", "North"),
        ("Which region had the lowest network losses in 2022?", "type=text", "East"),
        ("From 2021 to 2023, in which year were the network losses of East highest?", "type=text", "2023"),
        ("How many of those listed had network losses above 55 GWh in 2023?", "unit=none kind=integer", "3"),
        ("How many of those listed had network losses below 85 GWh in 2022?", "unit=none kind=integer", "2"),
        ("How high were the network losses of East in 2021?", "unit=GWh decimals=0", "50"),
    ],
)  # fmt: skip
def test_one_operation_on_one_table(question: str, form: str, answer: str) -> None:
    assert reply("baseline/table-program", question, form).answer == answer


@pytest.mark.parametrize(
    ("question", "form", "answer"),
    [
        ("For the region with the highest electricity consumption in 2021, what were the network losses in 2023?",
         "unit=GWh decimals=0", "60"),
        ("Find the region with the lowest network losses in 2023; by what percentage did its electricity consumption "
         "grow between 2021 and 2022?", "unit=% decimals=1 sign=required", "+5.0"),
        ("What were the network losses of North in 2022 as a percentage of its electricity consumption in that year?",
         "unit=% decimals=2", "9.69"),
        ("What was the electricity consumption of North in 2022 minus its network losses in the same year?",
         "unit=GWh decimals=0 sign=required", "+1174"),
        ("East: by how many percentage points did the growth of the network losses between 2021 and 2022 exceed that "
         "of the electricity consumption?", "unit=pp decimals=1 sign=required", "-40.0"),
        ("Take the year, 2021 to 2023, when the network losses of South were highest. What was the electricity "
         "consumption of South in that year?", "unit=TWh decimals=3", "2.100"),
        ("Look up the region of Coldale Station. What were the network losses there in 2022?",
         "unit=GWh decimals=0", "40"),
        ("For the region with the largest growth of network losses from 2021 to 2023, what was the electricity "
         "consumption in 2022?", "unit=TWh decimals=3", "0.600"),
        ("For the region with the lowest ratio of network losses to electricity consumption in 2023, what was the "
         "electricity consumption in 2021?", "unit=TWh decimals=3", "2.000"),
        ("How high were the network losses of East in 2021?", "unit=GWh decimals=0", "50"),
    ],
)  # fmt: skip
def test_short_programs_over_two_tables(question: str, form: str, answer: str) -> None:
    assert reply("baseline/join-search", question, form).answer == answer


def test_the_reply_tells_how_many_programs_agree_and_which_files_the_best_reads() -> None:
    question = "For the region with the highest electricity consumption in 2021, what were the network losses in 2023?"
    found = reply("baseline/join-search", question, "unit=GWh decimals=0")
    assert found.files == ("energy/demand.md", "energy/losses.md")
    assert "of them give 60" in found.steps[0]
    assert found.steps[1].startswith("south is extreme in Electricity consumption 2021")


@pytest.mark.parametrize("name", ["baseline/table-program", "baseline/join-search", "baseline/lookup"])
def test_an_archive_without_tables_has_no_answer(name: str) -> None:
    empty = archive(note="# A note\n\nNothing is told here.\n")
    assert reply(name, "How high were the network losses of East in 2021?", "unit=GWh decimals=0", empty).answer is None


@pytest.mark.parametrize("name", sorted(SUBJECTS))
def test_a_subject_answers_the_same_again_and_bears_its_name(name: str) -> None:
    question, form = (
        "By what percentage did the network losses of North grow between 2021 and 2022?",
        "unit=% decimals=1",
    )
    assert reply(name, question, form) == reply(name, question, form, Reader(dict(WHOLE.documents)))
    assert SUBJECTS[name](WHOLE, ()).name == name


def test_what_names_no_series_or_a_zero_raises_nothing() -> None:
    zeros = archive(losses=LOSSES.replace("120", "0").replace("80", "0"))
    for question in (
        "By what percentage did the network losses of North grow between 2021 and 2022?",
        "In 2021, what was the ratio of the network losses of South to that of North?",
        "Calculate the CAGR of the network losses of South between 2021 and 2021.",
        "",
        "?!",
    ):
        for name in SUBJECTS:
            assert isinstance(reply(name, question, "unit=% decimals=2", zeros), Reply)
