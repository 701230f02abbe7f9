"""An analyst pack is judged by the figures of its brief, which two documents of the key show."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from benchmarks.truth_archive import Archive
from benchmarks.truth_judge import judged
from benchmarks.truth_key import Key, key_of
from tests.benchmarks.small_key import fact, lines

REQUEST = (
    "Write an analyst’s brief on the heat delivered by region. Two documents give it: a workbook in TJ and a Word "
    "report in GWh. Leave totals and subtotals out of every count. From the Word report, report for each region the "
    "level in 2022, the percentage change from 2020 to 2022, and the percentage share in the sum of all regions in "
    "2022; then the sum of all regions in 2022 and in 2020 and the percentage change of the sum between the two; and "
    "name the region with the highest level in 2022, the region with the lowest level in 2022, the region with the "
    "largest percentage change and the region with the smallest percentage change (the greatest fall, if any fell). "
    "Last, reconcile the documents for 2022: give the sum of the workbook’s figures as they stand, the same sum "
    "converted into GWh, and what the sum of the Word report exceeds it by. Give levels and sums in GWh as whole "
    "numbers, percentages with one decimal, and the workbook’s own sum with the decimals that it shows. Close with "
    "one JSON object with the keys level, change and share (each an object by region), sum, sum_earlier, sum_change, "
    "highest, lowest, fastest, slowest, workbook_sum, workbook_sum_converted and difference."
)
# The report shows 10, 20 and 40 GWh of 2020 and 11, 19 and 50 GWh of 2022; the workbook 36, 68.4 and 180 TJ of 2022.
REPORT = {"Ash": (10, 11), "Birk": (20, 19), "Cold": (40, 50)}
BOOK = {"Ash": "36.0", "Birk": "68.4", "Cold": "180.0"}
GOLD = {
    "level": {"Ash": 11.0, "Birk": 19.0, "Cold": 50.0},
    "change": {"Ash": 10.0, "Birk": -5.0, "Cold": 25.0},
    "share": {"Ash": 13.8, "Birk": 23.8, "Cold": 62.5},
    "sum": 80.0, "sum_earlier": 70.0, "sum_change": 14.3,
    "highest": "Cold", "lowest": "Ash", "fastest": "Cold", "slowest": "Birk",
    "workbook_sum": 284.4, "workbook_sum_converted": 79.0, "difference": 1.0,
}  # fmt: skip
RIGHT = {
    "The heat delivered of Ash in 2022 is 11 GWh.": "11",
    "The heat delivered of Birk changed by -5.0 percent from 2020 to 2022.": "-5.0",
    "Cold has a share of 62.5 percent in the heat delivered of all 3 regions in 2022.": "62.5",
    "The heat delivered of all 3 regions together in 2022 is 80 GWh.": "80",
    "The heat delivered of all 3 regions together in 2020 is 70 GWh.": "70",
    "The heat delivered of all 3 regions together changed by 14.3 percent from 2020 to 2022.": "14.3",
    "Cold has the highest heat delivered in 2022.": "Cold",
    "Birk has the smallest percentage change of the heat delivered from 2020 to 2022.": "Birk",
    "The workbook’s figures for 2022 add up to 284.4 TJ.": "284.4",
    "Converted, the workbook’s sum for 2022 is 79 GWh.": "79",
    "For 2022 the report’s sum less the workbook’s is 1 GWh.": "1",
}
WRONG = {
    "The heat delivered of Ash in 2022 is 12 GWh.": "wrong",
    "The heat delivered of Ash in 2022 is 11 TJ.": "unparsed",
    "The heat delivered of Ash in 2021 is 11 GWh.": "unparsed",
    "The heat delivered of Norland in 2022 is 11 GWh.": "unparsed",
    "The heat delivered of all 4 regions together in 2022 is 80 GWh.": "unparsed",
    "Ash has the highest heat delivered in 2022.": "wrong",
    "The heat of Ash is fine.": "unparsed",
}

# The same request of a presentation, with a measure that the workbook and one that the presentation gives beside.
ADDED = (
    "Add for each region, as shown there, the number of grid staff in 2020 from the workbook (workbook_other) and the "
    "share of heat losses in 2022, in percent, from the presentation (report_other). "
)
WIDER = (
    REQUEST.replace("Word report", "presentation")
    .replace("exceeds it by. ", f"exceeds it by. {ADDED}")
    .replace("level, change and share (", "level, change, share, workbook_other and report_other (")
)
STAFF, LOSSES = {"Ash": "1,204", "Birk": "87", "Cold": "310"}, {"Ash": "2.20", "Birk": "1.5", "Cold": "2.03"}
BESIDE = {
    "workbook_other": {"Ash": 1204.0, "Birk": 87.0, "Cold": 310.0},
    "report_other": {"Ash": 2.2, "Birk": 1.5, "Cold": 2.03},
}
RIGHT_BESIDE = {
    "The number of grid staff of Ash in 2020 is 1204.": "1204",
    "The share of heat losses of Ash in 2022 is 2.20 %.": "2.20",
    "The share of heat losses of Birk in 2022 is 1.50 %.": "1.50",
}
WRONG_BESIDE = {
    "The number of grid staff of Birk in 2020 is 1204.": "wrong",
    "The number of grid staff of Ash in 2022 is 1204.": "unparsed",
    "The number of grid staff of Ash in 2020 is 1204 GWh.": "unparsed",
    "The share of heat losses of Ash in 2022 is 1204.": "unparsed",
    "The share of heat losses of Ash in 2022 is 1204 %.": "wrong",
}


def pack_key(*more: Mapping[str, object]) -> Key:
    """The small key with a measure that a report and a workbook show."""
    return key_of([*_named(), *_shown(), *more])


def _named() -> list[Mapping[str, object]]:
    names = {"type": "name", "kind": "measure", "domain": "energy", "aliases": [], "of": "entity", "unit": "GWh"}
    kept = [line for line in lines() if line.get("measure") != "district heat supply"]
    return [*kept, {**names, "canonical": "heat delivered"}]


def _shown() -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    for entity, (before, after) in REPORT.items():
        book = _place("energy/book.xlsx", BOOK[entity], "TJ")
        found += [_line(entity, "2020", before, [_place("energy/report.docx", str(before), "GWh")])]
        found += [_line(entity, "2022", after, [_place("energy/report.docx", str(after), "GWh"), book])]
    return found


def _line(entity: str, period: str, value: int, places: list[dict[str, object]]) -> dict[str, object]:
    return fact(entity, "heat delivered", period, "GWh", str(value), places=places)


def _place(path: str, value: str, unit: str) -> dict[str, object]:
    return {"path": path, "at": {}, "shown": value, "value": value, "unit": unit}


def wider_key() -> Key:
    """The small key with a presentation for the report, and with what either document gives beside."""
    names = {"type": "name", "kind": "measure", "domain": "energy", "of": "entity"}
    staff = {**names, "canonical": "grid staff", "aliases": [], "unit": "number"}
    losses = {**names, "canonical": "heat loss", "aliases": ["share of heat losses"], "unit": "%"}
    slides = [_beside(name, "heat loss", "2022", "%", value, "report.pptx") for name, value in LOSSES.items()]
    sheets = [_beside(name, "grid staff", "2020", "number", value, "book.xlsx") for name, value in STAFF.items()]
    heat = [json.loads(json.dumps(line).replace("report.docx", "report.pptx")) for line in _shown()]
    # A workbook with the same heat in other figures, but nothing of the staff, is not the one that is meant.
    others = [_line(name, "2022", 7, [_place("energy/other.xlsx", "7", "TJ")]) | {"current": False} for name in BOOK]
    return key_of([*_named(), staff, losses, *heat, *slides, *sheets, *others])


def _beside(entity: str, measure: str, period: str, unit: str, shown: str, file: str) -> dict[str, object]:
    place = {**_place(f"energy/{file}", shown.replace(",", ""), unit), "shown": shown}
    return fact(entity, measure, period, unit, shown.replace(",", ""), places=[place])


def outcomes(
    gold: object, assertions: Mapping[str, str], key: Key, request: str = REQUEST, **ends: str
) -> list[str]:  # fmt: skip
    """What the judge says of the closing object and of each assertion."""
    listed = [{"text": text, "value": value, "low": None, "high": None, **ends} for text, value in assertions.items()]
    task = {"question": request, "answer": {"type": "object", "value": json.dumps(gold)}, "assertions": listed}
    return [verdict.outcome for verdict in judged(task, key, Archive(Path()))]


def test_right_figures_and_right_assertions_pass():
    assert outcomes(GOLD, RIGHT, pack_key()) == ["right"] * (1 + len(RIGHT))


@pytest.mark.parametrize(
    ("name", "value"), [("sum", 81.0), ("highest", "Ash"), ("share", {"Ash": 13.7, "Birk": 23.8, "Cold": 62.5})]
)
def test_a_closing_object_with_one_wrong_figure_is_wrong(name: str, value: object):
    assert outcomes({**GOLD, name: value}, {}, pack_key()) == ["wrong"]
    assert outcomes({key: part for key, part in GOLD.items() if key != name}, {}, pack_key()) == ["wrong"]


def test_what_is_to_be_named_has_to_be_what_the_object_has_keys_for():
    key, shorter = pack_key(), {name: value for name, value in GOLD.items() if name != "lowest"}
    without = REQUEST.replace("the region with the lowest level in 2022, ", "")
    asked = (without.replace(" lowest,", ""), shorter), (without, GOLD)
    tasks = [{"question": text, "answer": {"value": json.dumps(gold)}, "assertions": []} for text, gold in asked]
    assert [judged(task, key, Archive(Path()))[0].outcome for task in tasks] == ["right", "unparsed"]


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_assertion_is_wrong_and_another_one_is_unparsed(text: str):
    value = {"Ash has the highest heat delivered in 2022.": "Ash"}.get(text, "11")
    assert outcomes(GOLD, {text: value}, pack_key()) == ["right", WRONG[text]]


def test_an_assertion_whose_value_or_range_misses_the_figure_is_wrong():
    text = "The heat delivered of Ash in 2022 is 11 GWh."
    assert outcomes(GOLD, {text: "12"}, pack_key()) == ["right", "wrong"]
    assert outcomes(GOLD, {text: "11"}, pack_key(), low="10.5", high="11.5") == ["right", "right"]
    assert outcomes(GOLD, {text: "11"}, pack_key(), low="11.5", high="12.5") == ["right", "wrong"]


def test_a_brief_that_two_reports_answer_differently_is_wrong():
    others = [
        _line(entity, period, 5 + at, [_place("energy/other.docx", str(5 + at), "GWh")]) | {"current": False}
        for at, entity in enumerate(REPORT)
        for period in ("2020", "2022")
    ]
    assert outcomes(GOLD, {}, pack_key(*others)) == ["wrong"]


def test_a_brief_in_other_words_is_unparsed():
    task = {"question": REQUEST.replace("region", "brand"), "answer": {"value": json.dumps(GOLD)}, "assertions": []}
    assert [verdict.outcome for verdict in judged(task, pack_key(), Archive(Path()))] == ["unparsed"]
    task["question"] = REQUEST.replace("Last, reconcile", "Then compare")
    assert [verdict.outcome for verdict in judged(task, pack_key(), Archive(Path()))] == ["unparsed"]


def test_what_a_document_gives_beside_is_judged_as_that_document_shows_it():
    assert outcomes({**GOLD, **BESIDE}, RIGHT_BESIDE, wider_key(), WIDER) == ["right"] * 4
    assert outcomes({**GOLD, **BESIDE}, RIGHT, wider_key(), WIDER) == ["right"] * (1 + len(RIGHT))


@pytest.mark.parametrize("name", BESIDE)
def test_a_closing_object_with_another_figure_beside_or_none_is_wrong(name: str):
    figures = {**BESIDE[name], "Birk": 88.0}
    assert outcomes({**GOLD, **BESIDE, name: figures}, {}, wider_key(), WIDER) == ["wrong"]
    assert outcomes({**GOLD, **{key: part for key, part in BESIDE.items() if key != name}}, {}, wider_key(), WIDER) == [
        "wrong"
    ]


@pytest.mark.parametrize("text", WRONG_BESIDE)
def test_a_wrong_assertion_beside_is_wrong_and_one_in_another_period_or_unit_is_unparsed(text: str):
    assert outcomes({**GOLD, **BESIDE}, {text: "1204"}, wider_key(), WIDER) == ["right", WRONG_BESIDE[text]]


@pytest.mark.parametrize(
    ("words", "others", "outcome"),
    [
        ("from the workbook (workbook_other)", "from the presentation (workbook_other)", "unparsed"),
        ("from the presentation (report_other)", "from the PDF report (report_other)", "unparsed"),
        ("the number of grid staff", "the number of cooks", "unparsed"),
        ("share, workbook_other and report_other (", "share and workbook_other (", "unparsed"),
        (ADDED, "", "unparsed"),
        ("grid staff in 2020", "grid staff in 2022", "wrong"),
        (", in percent, from", ", in GWh, from", "wrong"),
    ],
)
def test_what_is_added_has_to_name_its_document_its_key_and_what_it_shows(words: str, others: str, outcome: str):
    assert WIDER.count(words) == 1
    assert outcomes({**GOLD, **BESIDE}, {}, wider_key(), WIDER.replace(words, others)) == [outcome]


def test_one_document_alone_may_give_a_measure_beside():
    request = WIDER.replace(ADDED[ADDED.index(" and the share") : -2], "").replace(
        "share, workbook_other and report_other (", "share and workbook_other ("
    )
    assert outcomes({**GOLD, "workbook_other": BESIDE["workbook_other"]}, {}, wider_key(), request) == ["right"]
