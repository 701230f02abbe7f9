"""Questions are unambiguous over the archive: no extremum over rival tables, no fact that a silent table contests."""

from dataclasses import replace
from pathlib import Path

from assay.evaluation.context import ArchiveContext
from assay.model.document import Document
from assay.tables import typed_tables
from synthesis.authors import AUTHORS
from synthesis.rules.fields import who_by
from synthesis.rules.ledger import Ledger, ledger
from synthesis.rules.rivals import rival_tables, silent_tables
from tests.documents import Paper, table_of
from tests.synthesis.places import NAMES, YEARS, archive, commission, values

REVENUE = "Net revenue by brand, thousand euros"
OWN = ((51234, 30127, 88345, 61459), (911, 1203, 377, 2411))


def beside(caption: str, rows: dict[str, list[str]], role: str = "Brand", domain: str = "d") -> Document:
    paper = table_of(caption, rows, YEARS, role)
    paper.path, paper.domain = f"{domain}/beside.docx", domain
    return paper.document()


def bridged(known: Ledger) -> set[str]:
    return {one.measure.name for one in known.series if one.alone and who_by(one, one.full_periods[0], largest=True)}


def foreign() -> dict[str, list[str]]:
    return dict(zip(("Elm", "Fir", "Gorse", "Holly"), values(*OWN).values(), strict=True))


def test_another_population_of_the_measure_takes_its_bridge():
    assert "net revenue" in bridged(ledger("d", archive()))
    known = ledger("d", [*archive(), beside(REVENUE, foreign())])
    assert bridged(known) == {"stores", "training hours"}
    assert "net revenue" in {one.measure.name for one in known.series}


def below(folder: str, document: Document) -> Document:
    return replace(document, path=f"{folder}/{document.path.rpartition('/')[2]}")


def test_a_folder_with_a_population_of_its_own_is_no_rival_but_has_to_be_named():
    known = ledger("d", [*archive(), below("d/other", beside(REVENUE, foreign()))])
    assert "net revenue" in bridged(known)
    assert (known.folder(["d/report.docx"]), known.folder(["d/other/beside.docx"])) == ("d", "d/other")
    assert known.folder(["d/report.docx", "d/other/beside.docx"]) == ""


def test_rates_of_folders_apart_do_not_contradict_each_other():
    def rates(folder: str, first: str) -> Document:
        paper = Paper(f"{folder}/rates.md", "text")
        paper.text("Crowns per euro, average of the fiscal year")
        paper.table([["Fiscal year", "Crowns per euro"], *([year, first] for year in YEARS)])
        return paper.document()

    apart = [rates("d", "10.5"), rates("d/other", "11.5")]
    assert ledger("d", [*archive(), *apart]).rates == ()
    known = ledger("d", [*archive(), *apart, below("d/other", beside(REVENUE, foreign()))])
    assert [rate.table.path for rate in known.rates] == ["d/rates.md", "d/other/rates.md"]
    assert known.mixes(["d/report.docx", "d/other/rates.md"])
    assert not known.mixes(["d/report.docx", "d/rates.md"])


def test_folders_that_tell_of_one_population_are_one_place():
    few = {name: texts for name, texts in values(*OWN).items() if name != NAMES[2]}
    known = ledger("d", [*archive(), below("d/other", beside(REVENUE, few))])
    assert "net revenue" not in bridged(known)
    assert known.folder(["d/report.docx"]) == ""


def test_part_of_the_population_is_a_rival_too():
    few = {name: texts for name, texts in values(*OWN).items() if name != NAMES[2]}
    assert "net revenue" not in bridged(ledger("d", [*archive(), beside(REVENUE, few)]))


def test_a_count_has_rivals_under_its_longer_name():
    known = ledger("d", [*archive(), beside("Number of stores by brand, number", foreign())])
    assert "stores" not in bridged(known)


def test_another_role_or_the_same_population_is_no_rival():
    other_role = beside(REVENUE, foreign(), "Region")
    assert "net revenue" in bridged(ledger("d", [*archive(), other_role]))
    again = beside(REVENUE, values(*OWN))
    tables = [table for document in (*archive(), again) for table in typed_tables(document)]
    assert rival_tables(tables) == frozenset()


def test_one_count_under_two_names_has_to_agree():
    known = ledger("d", [*archive(), beside("Number of stores by brand, number", values(*OWN))])
    assert {one.measure.name for one in known.series} == {"net revenue", "training hours"}


def test_a_table_in_an_unknown_unit_contests_the_measure_that_it_names():
    restated = beside("Net revenue by brand (zorkmid thousand), second issue", values(*OWN))
    tables = typed_tables(restated)
    assert [table.path for table in silent_tables(tables)] == ["d/beside.docx"]
    known = ledger("d", [*archive(), restated])
    assert {one.measure.name for one in known.series} == {"stores", "training hours"}


def test_a_silent_table_of_other_words_or_other_entities_contests_nothing():
    for document in (beside("Net costs by brand", values(*OWN)), beside("Net revenue by brand", foreign())):
        known = ledger("d", [*archive(), document])
        assert {one.measure.name for one in known.series} == {"net revenue", "stores", "training hours"}


def test_a_long_tables_heading_without_unit_contests_too():
    paper = Paper("d/long.csv", "text")
    rows = [[name, year, f"{at}.5"] for name in NAMES for at, year in enumerate(YEARS, 1)]
    paper.table([["Brand", "Fiscal year", "Net revenue"], *rows])
    known = ledger("d", [*archive(), paper.document()])
    assert {one.measure.name for one in known.series} == {"stores", "training hours"}


def test_the_domain_is_named_where_the_archive_has_others(tmp_path: Path):
    plain = AUTHORS["rules"]().write(commission(tmp_path / "one", archive(), most=6))
    assert not any("of the domain" in task.question for task in plain.tasks)
    elsewhere = beside(REVENUE, values(*OWN), domain="e")
    work = commission(tmp_path / "two", [*archive(), elsewhere], most=6)
    assert isinstance(work.context, ArchiveContext)
    asked = [task.question for task in AUTHORS["rules"]().write(work).tasks if task.track == "numeric"]
    assert asked
    assert all(question.startswith("Consider the documents of the domain d. ") for question in asked)
