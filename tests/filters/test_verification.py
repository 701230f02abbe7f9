"""Verification with real programs in a real sandbox: each cause is made to happen."""

from dataclasses import replace

import pytest

from assay.evaluation.runner import Decided, Runner
from assay.model.gate import Ask, Verdict
from assay.model.probe import FULL, Attempt, Probe
from assay.model.task import Answer, LookUp, Plan
from assay.sandbox import Limits, open_sandbox
from filters.verification import Verification
from tests.made import LARGEST, Archive, cited, energy_archive, program, task

GATE = Verification()
LIMITS = Limits(seconds=5.0)


def judged(archive: Archive, **changes: object) -> Decided:
    runner = Runner(archive.context(), open_sandbox(), LIMITS)
    return runner.decide(GATE, task(archive, **changes), {})


def cause(archive: Archive, **changes: object) -> str:
    return judged(archive, **changes).verdict.cause


def test_a_task_that_its_evidence_proves_is_kept():
    decided = judged(energy_archive())
    assert (decided.verdict.decision, decided.verdict.cause) == ("keep", "proven")
    modes = [attempt.probe.mode for attempt in decided.made]
    # two readings, two runs, two hidden files; then changes until each cited number was seen
    assert modes[:6] == ["reading", "reading", "program", "program", "program", "program"]
    assert len(modes) > 7
    assert decided.verdict.attempts == tuple(attempt.key for attempt in decided.made)


def test_a_quote_that_does_not_stand_there_is_dropped():
    archive = energy_archive()
    wrong = (cited(archive, "energy/demand.csv", 1, 2, "431.3"), cited(archive, "energy/output.csv", 1, 2))
    decided = judged(archive, evidence=wrong)
    assert (decided.verdict.decision, decided.verdict.cause) == ("drop", "quote_missing")
    assert "431.3" in decided.verdict.reason
    assert decided.made == ()


@pytest.mark.parametrize(("row", "column"), [(9, 2), (1, 9), (-1, 0)])
def test_a_cell_outside_its_table_is_a_missing_quote(row: int, column: int):
    archive = energy_archive()
    outside = cited(archive, "energy/demand.csv", 1, 2)
    outside = replace(outside, at=replace(outside.at, row=row, column=column))
    assert cause(archive, evidence=(outside,)) == "quote_missing"


def test_evidence_of_nothing_is_a_missing_quote():
    archive = energy_archive()
    evidence = cited(archive, "energy/demand.csv", 1, 2)
    assert cause(archive, evidence=(replace(evidence, path="energy/gone.csv"),)) == "quote_missing"
    assert cause(archive, evidence=(replace(evidence, artifact="t0123456789"),)) == "quote_missing"
    assert cause(archive, evidence=(replace(evidence, quote=" "),)) == "quote_missing"


@pytest.mark.parametrize(
    "literal",
    ["print(7321.4)", "print('7321.4')", "print(float('7,321.4'))", "x = 7.3214 * 1000\nprint(x)",
     "print(b'7321.4'.decode())", f"print('{'x' * 3000} 7321.4'[-6:])"],
)  # fmt: skip
def test_an_operand_in_the_program_is_dropped_in_any_rendering(literal: str):
    archive = energy_archive()
    assert cause(archive, program=program(archive, literal)) == "literal_operand"


def test_a_second_reading_with_another_value_is_dropped():
    archive = energy_archive()
    archive.originals["energy/output.csv"] = b"Region,Plants,Output,Unit\nNorth,12,7321.5,GWh\nSouth,9,5108.7,GWh\n"
    assert cause(archive) == "readings_differ"


def test_a_second_reading_with_another_label_is_dropped():
    archive = energy_archive()
    archive.originals["energy/output.csv"] = b"Region,Plants,Input,Unit\nNorth,12,7321.4,GWh\nSouth,9,5108.7,GWh\n"
    assert cause(archive) == "readings_differ"


def test_a_place_that_the_second_reader_cannot_find_is_dropped():
    archive = energy_archive()
    archive.originals["energy/output.csv"] = b"\n"
    assert cause(archive) == "readings_differ"


@pytest.mark.parametrize(
    ("body", "words"),
    [("raise SystemExit(3)", "wrong_exit"), ("print(1", "wrong_exit"), ("while True: pass", "timeout"),
     ("print('x' * 10_000_000)", "output")],
)  # fmt: skip
def test_a_program_that_fails_is_dropped_with_how_it_ended(body: str, words: str):
    archive = energy_archive()
    runner = Runner(archive.context(), open_sandbox(), Limits(seconds=1.5, output_bytes=100_000))
    verdict = runner.decide(GATE, task(archive, program=program(archive, body)), {}).verdict
    assert verdict.cause == "program_fails"
    assert words in verdict.reason


def test_a_program_that_prints_something_else_each_time_is_dropped():
    archive = energy_archive()
    assert cause(archive, program=program(archive, "import os\nprint(os.urandom(8).hex())")) == "program_varies"


def test_a_program_over_a_set_of_words_varies_with_the_hash_of_the_run():
    archive = energy_archive()
    words = "print(' '.join({str(at) for at in range(500)}))"
    assert cause(archive, program=program(archive, words)) == "program_varies"


def test_a_program_with_another_answer_than_the_gold_is_dropped():
    answer = Answer("number", "5108.7", "5108.7", unit="GWh", decimals=1)
    assert cause(energy_archive(), answer=answer) == "answer_differs"


def test_a_file_that_the_program_does_not_need_is_named():
    archive = energy_archive()
    lines = program(archive, 'print(number(cell(output, "Output", {"Region": "North"})))').split("\n")
    alone = "\n".join(line for line in lines if not line.startswith("demand = "))
    decided = judged(archive, program=alone)
    assert decided.verdict.cause == "file_not_needed"
    assert "energy/demand.csv" in decided.verdict.reason


def test_a_cited_number_that_changes_nothing_is_dropped():
    archive = energy_archive()
    first = 'print(number(cell(output, "Output", {"Region": demand[1][0]})))'
    decided = judged(archive, program=program(archive, first))
    assert decided.verdict.cause == "mutation_unseen"
    assert "431.2" in decided.verdict.reason


def test_what_could_not_be_asked_is_undecided_and_never_a_drop():
    archive = energy_archive()
    asked = task(archive)
    refused = Attempt(Probe(asked.id, 1, "program", FULL, "program"), None, None, "failed", "no room")
    verdict = GATE.step(asked, [refused], archive.context())
    assert isinstance(verdict, Verdict)
    assert (verdict.decision, verdict.cause, verdict.reason) == ("undecided", "failed", "no room")


def test_a_task_without_a_program_is_held_by_its_quotes_and_readings():
    archive = energy_archive()
    evidence = (cited(archive, "energy/output.csv", 1, 0),)
    decided = judged(archive, track="fidelity", program="", evidence=evidence, answer=Answer("text", "North"))
    assert decided.verdict.decision == "keep"
    assert [attempt.probe.mode for attempt in decided.made] == ["reading"]


def test_the_look_ups_of_a_plan_are_operands_too():
    archive = energy_archive()
    table = archive.table("energy/output.csv").key
    look_up = LookUp("a", "South", "Output", "2024", "GWh", "energy/output.csv", table, 2, 2, "5108.7")
    plan = Plan((look_up,), (), "a")
    assert cause(archive, program=program(archive, LARGEST + "\nx = 5108.7\n"), plan=plan) == "literal_operand"
    assert cause(archive, program=program(archive, LARGEST + "\nx = '5.1087'\n"), plan=plan) == "literal_operand"


def test_no_cell_of_a_cited_table_is_a_number_of_the_program():
    archive = energy_archive()
    assert cause(archive, program=program(archive, LARGEST + "\nx = 5108.7\n")) == "literal_operand"
    assert cause(archive, program=program(archive, LARGEST + "\nx = 51087 / 10\n")) == "literal_operand"
    assert cause(archive, program=program(archive, LARGEST + "\nx = 5108.8\n")) == "proven"


def test_the_gate_asks_for_all_of_a_check_at_once():
    archive = energy_archive()
    first = GATE.step(task(archive), [], archive.context())
    assert isinstance(first, Ask)
    assert [probe.mode for probe in first.probes] == ["reading", "reading"]
