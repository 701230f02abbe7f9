"""Uniqueness with real programs: rivals that fit the words are bound in, and the answer stays or does not."""

from dataclasses import replace

from assay.evaluation.runner import Decided
from assay.model.task import Answer, Evidence, LookUp, Operation, Plan, Scope
from extractors.marked import read_marked
from filters.uniqueness import Uniqueness
from synthesis.rules.reader import READER
from tests.filters.archives import decided
from tests.made import Archive, cited, energy_archive, task

BASE = task(energy_archive())
REGIONS = ("Northmark", "Southmark", "Eastvale", "Westmoor")


def table(measure: str, first: float, *, unit: str = "GWh", year: str = "2024") -> bytes:
    rows = (f"{name},{first + at * 27.9:.1f}" for at, name in enumerate(REGIONS))
    return "\n".join([f"Region,{measure} {year} ({unit})", *rows, ""]).encode()


def archive(**more: bytes) -> Archive:
    found = Archive()
    found.add("energy/demand.csv", table("Electricity demand", 431.2))
    for name, data in more.items():
        found.add(f"energy/{name}.csv", data)
    return found


HEADING = "Electricity demand 2024 (GWh)"
PROGRAM = """
print(max(number(cell(demand, {heading!r}, {{"Region": row[0]}})) for row in demand[1:]))
"""
NAMED = "What was the largest electricity demand of all regions in 2024, in GWh with one decimal?"
SHORT = "What was the largest demand of all regions in 2024, in GWh with one decimal?"


def judged(found: Archive, question: str, **changes: object) -> Decided:
    load = f"demand = table('energy/demand.csv.md', {found.table('energy/demand.csv').key!r})"
    body = PROGRAM.format(heading=HEADING)
    fields: dict[str, object] = {
        "question": question,
        "program": "\n".join([READER, load, body, ""]),
        "evidence": tuple(cited(found, "energy/demand.csv", row, 1) for row in range(1, 5)),
        "answer": Answer("number", "514.9", "514.9", unit="GWh", decimals=1),
    }
    return decided(found, Uniqueness(), replace(BASE, **(fields | changes)))  # pyright: ignore[reportArgumentType]


def test_a_task_that_nothing_else_fits_is_unique_and_nothing_is_asked():
    found = judged(archive(), NAMED)
    assert (found.verdict.decision, found.verdict.cause, found.made) == ("keep", "unique", ())


def test_a_measure_that_the_words_fit_as_well_is_a_rival_and_is_shown():
    found = judged(archive(heat=table("Heat demand", 100.0)), SHORT).verdict
    assert (found.decision, found.cause) == ("revise", "qualified")
    assert "'heat demand' in energy/heat.csv" in found.reason
    assert "183.7 instead of 514.9" in found.reason
    assert found.patch == {"question": f"{SHORT} The measure meant is electricity demand."}


def test_a_question_that_has_the_words_of_the_rival_alone_is_not_mended_by_another_measures_name():
    found = archive(heat=table("Heat demand", 100.0))
    asked = "What was the largest demand of heat of all regions in 2024, in GWh with one decimal?"
    verdict = judged(found, asked).verdict
    assert (verdict.decision, verdict.cause) == ("drop", "rival_binding")
    both = asked.replace("demand of heat", "demand of heat and electricity")
    assert judged(found, both).verdict.decision != "drop"


def test_the_revised_question_is_unique():
    more = archive(heat=table("Heat demand", 100.0))
    patch = judged(more, SHORT).verdict.patch
    assert judged(more, str(patch["question"])).verdict.cause == "unique"


def test_a_question_that_names_its_measure_in_full_has_no_rival_by_another_name():
    assert judged(archive(heat=table("Heat demand", 100.0)), NAMED).verdict.cause == "unique"


def test_a_second_table_that_fits_better_is_a_rival_that_no_qualifier_tells_apart():
    question = NAMED.replace("electricity demand", "gross electricity demand")
    found = judged(archive(gross=table("Gross electricity demand", 500.0)), question).verdict
    assert (found.decision, found.cause) == ("drop", "rival_binding")


def test_another_table_of_the_measure_with_other_values_is_a_rival():
    found = judged(archive(second=table("Electricity demand", 441.2)), NAMED).verdict
    assert (found.decision, found.cause) == ("drop", "rival_binding")
    assert "524.9 instead of 514.9" in found.reason


def test_the_same_values_another_year_or_another_unit_are_no_rivals():
    for name, data in {
        "again": table("Electricity demand", 431.2),
        "before": table("Electricity demand", 300.0, year="2019"),
        "staff": table("Electricity demand", 300.0, unit="persons"),
    }.items():
        assert judged(archive(**{name: data}), NAMED).verdict.cause == "unique", name


def test_a_rival_that_leads_to_the_same_answer_does_no_harm():
    rows = table("Heat demand", 100.0).decode().replace("183.7", "514.9").encode()
    found = judged(archive(heat=rows), SHORT)
    assert (found.verdict.cause, len(found.made)) == ("unique", 1)


def edition(year: int, first: float, note: str = "") -> bytes:
    rows = "".join(f"| {name} | {first + at * 27.9:.1f} |\n" for at, name in enumerate(REGIONS))
    head = f"# Yearbook {year}\n\nElectricity demand\n\n| Region | Electricity demand 2019 (GWh) |\n| --- | --- |\n"
    return (head + rows + note).encode()


def editions(question: str, note: str = "") -> Decided:
    found = Archive()
    for year, first in ((2023, 400.0), (2024, 431.2)):
        found.add(f"energy/book-{year}.md", edition(year, first, note), read_marked, "text/markdown")
    path = "energy/book-2024.md"
    load = f"demand = table({path + '.md'!r}, {found.table(path).key!r})"
    return decided(
        found, Uniqueness(),
        replace(BASE, question=question,
            program="\n".join([READER, load, PROGRAM.format(heading="Electricity demand 2019 (GWh)"), ""]),
            evidence=tuple(cited(found, path, row, 1) for row in range(1, 5)),
            answer=Answer("number", "514.9", "514.9", unit="GWh", decimals=1),
        ),
    )  # fmt: skip


def test_an_earlier_edition_is_told_apart_by_its_vintage():
    question = NAMED.replace("2024", "2019")
    found = editions(question).verdict
    assert (found.decision, found.patch) == ("revise", {"question": f"{question} Use the latest, restated figures."})
    assert editions(str(found.patch["question"])).verdict.cause == "unique"


def test_a_note_that_figures_were_restated_hides_no_edition():
    found = editions(NAMED.replace("2024", "2019"), "\nSome figures of earlier years were restated.\n").verdict
    assert (found.decision, found.cause) == ("revise", "qualified")


def test_a_draft_is_no_rival():
    found = Archive()
    for name, first in (("book", 431.2), ("draft", 400.0)):
        path = f"energy/{name}.md"
        data = edition(2024, first).replace(
            b"# Yearbook 2024", b"# Draft of a yearbook" if name == "draft" else b"# Yearbook"
        )
        found.add(path, data, read_marked, "text/markdown")
    load = f"demand = table('energy/book.md.md', {found.table('energy/book.md').key!r})"
    verdict = decided(
        found, Uniqueness(),
        replace(BASE, question=NAMED.replace("2024", "2019"),
            program="\n".join([READER, load, PROGRAM.format(heading="Electricity demand 2019 (GWh)"), ""]),
            evidence=tuple(cited(found, "energy/book.md", row, 1) for row in range(1, 5)),
            answer=Answer("number", "514.9", "514.9", unit="GWh", decimals=1),
        ),
    ).verdict  # fmt: skip
    assert verdict.cause == "unique"


def test_words_that_belong_to_another_measure_of_the_question_make_no_rival():
    question = NAMED.replace("of all regions", "of the region with the lowest industrial price")
    more = archive(industry=table("Industrial electricity demand", 100.0))
    assert judged(more, question).verdict.cause == "unique"


def test_a_measure_that_is_named_in_full_where_the_one_that_is_read_is_not_is_meant():
    question = NAMED.replace("electricity demand", "heat output")
    found = judged(archive(heat=table("Heat output", 100.0)), question).verdict
    assert (found.decision, found.cause) == ("drop", "rival_binding")
    assert "183.7 instead of 514.9" in found.reason
    assert judged(archive(heat=table("Steam output", 100.0)), question).verdict.cause == "unique"


def test_a_figure_of_a_draft_has_the_figure_of_the_final_edition_for_a_rival():
    found = Archive()
    for name, first in (("book", 431.2), ("draft", 400.0)):
        title = b"# Draft of a yearbook" if name == "draft" else b"# Yearbook"
        data = edition(2024, first).replace(b"# Yearbook 2024", title)
        found.add(f"energy/{name}.md", data, read_marked, "text/markdown")
    load = f"demand = table('energy/draft.md.md', {found.table('energy/draft.md').key!r})"
    verdict = decided(
        found, Uniqueness(),
        replace(BASE, question=NAMED.replace("2024", "2019"),
            program="\n".join([READER, load, PROGRAM.format(heading="Electricity demand 2019 (GWh)"), ""]),
            evidence=tuple(cited(found, "energy/draft.md", row, 1) for row in range(1, 5)),
            answer=Answer("number", "483.7", "483.7", unit="GWh", decimals=1),
        ),
    ).verdict  # fmt: skip
    assert (verdict.decision, verdict.cause) == ("drop", "rival_binding")


def test_a_total_is_no_entity_unless_the_question_says_so():
    rows = table("Electricity demand", 431.2).decode() + f"Total,{sum(431.2 + at * 27.9 for at in range(4)):.1f}\n"
    found = Archive()
    found.add("energy/demand.csv", rows.encode())
    evidence = tuple(cited(found, "energy/demand.csv", row, 1) for row in range(1, 6))
    assert judged(found, NAMED, evidence=evidence).verdict.cause == "total_as_entity"
    assert judged(found, f"{NAMED} Count the total.", evidence=evidence).verdict.cause == "unique"


def test_an_absence_under_a_name_that_fits_a_measure_that_is_there_is_no_absence():
    query = {"kind": "facts", "domain": "energy", "measure": "cooling demand", "entity": "Northmark", "period": "2024"}
    fields: dict[str, object] = {
        "track": "search", "answer": Answer("null", "null"), "program": "", "scope": (Scope(query, ""),),  # pyright: ignore
    }  # fmt: skip
    vague = judged(archive(), "What was the demand of Northmark in 2024? If no document says, answer null.", **fields)
    plain = judged(archive(), "What was the cooling demand of Northmark in 2024? Else answer null.", **fields)
    assert (vague.verdict.cause, plain.verdict.cause) == ("rival_binding", "unique")


def test_two_documents_with_one_title_are_rivals_in_questions_on_fidelity():
    found = archive()
    for name, text in (("a", "The first text of all."), ("b", "Something else stands in here.")):
        found.add(f"energy/{name}.md", f"# Report on demand\n\n{text}\n".encode(), read_marked, "text/markdown")
    document = found.documents["energy/a.md"]
    first = list(document.of_kind("text"))[-1]
    evidence = (Evidence(
        document.source, document.path, first.key, first.kind, first.at, "The first text"),)  # fmt: skip
    fields: dict[str, object] = {"track": "fidelity", "evidence": evidence, "program": ""}
    asked = "What does the last paragraph of “Report on demand” say?"
    assert judged(found, asked, **fields).verdict.cause == "rival_document"
    assert judged(found, f"{asked} It is in a.md.", **fields).verdict.cause == "unique"


def test_a_request_of_an_analyst_has_no_single_answer():
    assert judged(archive(), NAMED, track="domain").verdict.cause == "not_applicable"


def choosing(found: Archive, operator: str) -> Decided:
    """Judge a task that chooses one of the regions by their demand."""
    key = found.table("energy/demand.csv").key
    lookups = tuple(
        LookUp(
            f"a{row}",
            name,
            "electricity demand",
            "2024",
            "GWh",
            "energy/demand.csv",
            key,
            row,
            1,
            f"{431.2 + (row - 1) * 27.9:.1f}",
        )
        for row, name in enumerate(REGIONS, 1)
    )
    plan = Plan(lookups, (Operation("s1", operator, tuple(one.id for one in lookups), "x"),), "s1")
    return judged(found, NAMED, plan=plan)


def test_what_beats_an_extremum_outside_of_the_tables_drops_the_task_and_a_draft_does_not():
    late = "In 2024 the electricity demand of Farmoor was 999.9 GWh.\n"
    found = archive()
    found.add("energy/late.md", f"# Late\n\n{late}".encode(), read_marked, "text/markdown")
    verdict = choosing(found, "argmax").verdict
    assert (verdict.decision, verdict.cause) == ("drop", "rival_mention")
    assert "energy/late.md says 999.9 of electricity demand" in verdict.reason
    assert choosing(found, "argmin").verdict.cause == "unique"
    found.add("energy/late.md", f"# Late, draft\n\n{late}".encode(), read_marked, "text/markdown")
    assert choosing(found, "argmax").verdict.cause == "unique"


def test_a_short_table_with_one_more_entity_drops_what_counts_all_of_them():
    found = archive(more=b"Region,Electricity demand 2024 (GWh)\nFarmoor,100.0\n")
    assert choosing(found, "filter").verdict.cause == "rival_mention"
    assert choosing(found, "argmax").verdict.cause == "unique"
    assert choosing(found, "argmin").verdict.cause == "rival_mention"


LOOKED_UP = "What was the demand of Eastvale in 2024, in GWh with one decimal?"


def looked_up(found: Archive, question: str) -> Decided:
    evidence = (cited(found, "energy/demand.csv", 3, 1),)
    answer = Answer("number", "487.0", "487.0", unit="GWh", decimals=1)
    fields: dict[str, object] = {"question": question, "program": "", "plan": None, "evidence": evidence}
    one = replace(BASE, track="search", answer=answer, **fields)  # pyright: ignore[reportArgumentType]
    return decided(found, Uniqueness(), one)


def test_without_a_program_the_rival_of_the_figure_that_is_the_answer_is_held_against_it():
    found = archive(heat=table("Heat demand", 100.0))
    verdict = looked_up(found, LOOKED_UP).verdict
    assert (verdict.decision, verdict.cause) == ("revise", "qualified")
    assert "155.8 instead of 487.0" in verdict.reason
    assert looked_up(found, str(verdict.patch["question"])).verdict.cause == "unique"
    assert looked_up(archive(), LOOKED_UP).verdict.cause == "unique"
    same = archive(heat=table("Heat demand", 431.2))
    assert looked_up(same, LOOKED_UP).verdict.cause == "unique"
    means = looked_up(found, LOOKED_UP.replace("demand", "demand for heat")).verdict
    assert (means.decision, means.cause) == ("drop", "rival_binding")
