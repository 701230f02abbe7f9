"""A table whose values are not one series, as a note beside it says in whatever words, is not used."""

import pytest

from assay.tables import NOTED
from assay.tables.breaks import breaks_series, singles_out
from tests.tables.test_doubts import CAPTION, HEADED, certain, doubts, nothing_certain, only, paper_of, sheet_of

NOTES = (
    "Figures before 2021 are not comparable with later ones.",
    "Break in series between 2020 and 2021.",
    "Figures for 2021 to 2024 are hives registered on 1 May, those before were counted on 1 October.",
    "Figures are running five-year means up to 2019, yearly counts from 2020.",
    "From 2021 jetties shorter than ten metres are left out.",
    "2024: January to June only.",
    "The figures of North are in hundreds.",
    "North without the outer islands until 2020.",
    "From 2021 in tonnes.",
    "Shops are counted by a new rule from 2023 on: stalls are left out.",
    "The count of workers was put on a new basis from the year 2020 on.",
)


@pytest.mark.parametrize("note", NOTES)
def test_a_note_of_a_break_is_heard_wherever_it_stands(note: str):
    row = [note, "", ""]
    assert NOTED in doubts(paper_of(CAPTION, HEADED, note))
    assert NOTED in doubts(paper_of(note, CAPTION, HEADED))
    assert NOTED in doubts(sheet_of(("A1", [[CAPTION]]), ("A2:C5", HEADED), ("A9", [[note]])))
    assert nothing_certain(paper_of(CAPTION, [*HEADED, row]))
    assert nothing_certain(paper_of(CAPTION, [row, *HEADED]))
    assert nothing_certain(sheet_of(("A1", [[CAPTION]]), ("A2:C6", [*HEADED, row])))
    assert nothing_certain(sheet_of(("A1:C6", [[CAPTION, "", ""], row, *HEADED])))


@pytest.mark.parametrize("note", NOTES)
def test_a_note_over_a_table_whose_headings_state_the_measure_is_heard(note: str):
    rows = [[name, year, str(at)] for at, name in enumerate(("A1", "B1", "C1"), 11) for year in ("2020", "2021")]
    long = [["Region", "Year", "Water use (GWh)"], *rows]
    assert doubts(paper_of(long)) == set()
    assert NOTED in doubts(sheet_of(("A1:C8", [[note, "", ""], *long])))


@pytest.mark.parametrize(
    "note",
    [
        "Values up to 2019 cannot be compared to those after it.",
        "In 2021 the way of counting changed.",
        "Since 2021 part-time workers count as half.",
        "2020 covers nine months.",
        "2024 (to June).",
        "The last year is incomplete.",
        "County boundaries were redrawn in 2020.",
        "Garrow and Holmford were merged in 2021.",
        "Until 2020 gross, afterwards net.",
        "2017 to 2020: thousand litres; 2021 to 2024: hectolitres.",
        "Survey until 2020, register since 2021.",
        "As of 2023 the threshold is twenty workers.",
        "In 2021 the count moved from autumn to spring.",
        "Index 2015 = 100 until 2020, 2020 = 100 since.",
        "Years from 2021 end in June.",
        "2020 interpolated.",
        "The series was rebased.",
        "The use of the year. A break in the series follows 2019.",
    ],
)
def test_other_words_of_a_break(note: str):
    assert breaks_series(note)


@pytest.mark.parametrize(
    "line",
    [
        "Use is measured at the meter.",
        "Workers are counted at the end of the year.",
        "From 2019 to 2023 use rose by 4 percent.",
        "Since 2019 the number of shops has grown in every county.",
        "In 2023 the North had 812 shops, more than any other region.",
        "Use fell to its lowest value before 2021.",
        "Figures for 2023 are higher than those for 2022.",
        "Source: Statistical office, 2024.",
        "Published on 1 May 2024.",
        "The table shows the shops in each county from 2017 to 2024.",
        "Town report 2023",
        "Change FY2023–FY2024",
        "Shops by county since 2017",
        "Population from 1990 onwards",
    ],
)
def test_words_of_what_the_values_show_are_no_break(line: str):
    assert not breaks_series(line)
    assert len(certain(only(paper_of(CAPTION, HEADED, line)))) == 6


@pytest.mark.parametrize(
    "note", ["East is given in kilograms.", "East: harbour missing.", "In East only the larger wells are counted."]
)
def test_what_holds_for_one_row_alone_is_heard_at_its_own_table(note: str):
    assert singles_out(note, ["North", "East"])
    assert not singles_out(note, ["North", "Eastern"])
    assert doubts(paper_of(CAPTION, HEADED, note)) == {NOTED}


def test_what_a_row_shows_is_said_of_no_row_alone():
    assert not singles_out("East used 700 GWh and the North more.", ["North", "East"])


@pytest.mark.parametrize("words", ["without wells from 2021", "in 2021 without wells", "until 2020 gross and then net"])
def test_a_caption_that_tells_of_a_break_itself_is_heard(words: str):
    told = doubts(paper_of(f"Water use by region {words}, GWh", HEADED))
    assert told == {"its caption says more of its values"}
    assert doubts(paper_of("Water use by region from 2020 to 2021, GWh", HEADED)) == set()
    assert doubts(paper_of("Water use by region since 2020, GWh", HEADED)) == set()
