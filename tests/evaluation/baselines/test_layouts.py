"""Tables of many layouts as series."""

from fractions import Fraction

from assay.evaluation.baselines.amounts import unit_in
from assay.evaluation.baselines.blocks import Block
from assay.evaluation.baselines.layouts import is_total, series_of
from assay.evaluation.baselines.library import shelf_of
from assay.evaluation.baselines.series import Series
from assay.model.artifact import Anchor, Chart
from assay.model.artifact import Series as Drawn
from extractors.plain import read_plain
from extractors.sheaf import Sheaf
from tests.made import document_of
from tests.shelves import LOSSES, RECORDS, archive


def block(*lines: str, above: tuple[str, ...] = (), within: tuple[str, ...] = ()) -> Block:
    return Block("a.md", "t1", "table", 0, "", tuple(tuple(line.split("|")) for line in lines), above, within)


def value(series: Series, entity: str, period: str) -> Fraction | None:
    return series.spots[entity, period].value


def test_a_wide_table_is_one_series_named_by_its_caption() -> None:
    (series,) = shelf_of(archive(losses=LOSSES).documents["energy/losses.md"]).series
    assert (series.name, series.unit, series.noun) == ("Network losses", unit_in("GWh"), "Region")
    assert value(series, "south", "2023") == 60
    assert series.spots["total", "2021"].total
    assert sorted(series.at("2023")) == ["east", "north", "south"]


def test_a_long_table_has_a_series_for_each_measure() -> None:
    table = "Region,Year,Output (GWh),Price (cents per kWh)\nNorth,2021,5,7\nNorth,2022,6,8\n"
    table += "South,2021,3,9\nSouth,2022,4,9\n"
    first, second = shelf_of(archive(t_csv=table).documents["energy/t.csv"]).series
    assert (first.name, second.name) == ("Output", "Price")
    assert value(first, "south", "2022") == 4
    assert second.unit == unit_in("cents per kWh")


def test_two_rows_of_heads_are_joined() -> None:
    first, second = series_of(
        block("Line|Drivers (number)||Vehicles (number)|", "|2021|2022|2021|2022", "Ash|5|6|7|8", "Elm|1|2|3|4")
    )
    assert (first.name, second.name) == ("Drivers", "Vehicles")
    assert value(second, "elm", "2022") == 4


def test_a_record_has_words_and_numbers_beside_each_other() -> None:
    region, year, power = shelf_of(archive(records=RECORDS).documents["energy/records.md"]).series
    assert not region.numeric
    assert region.spots["aberholt station", ""].text == "North"
    assert value(year, "birkfen station", "") == 1985
    assert (power.name, value(power, "coldale station", "2023")) == ("Rated power", 610)


def test_a_table_of_periods_down_has_entities_or_measures_across() -> None:
    across = series_of(
        block(
            "Month|Ash|Elm|Oak", "January|1|2|3", "February|4|5|6", above=("Freight by line, tonnes",), within=("2024",)
        )
    )
    assert [(one.name, value(one, "oak", "2024-02")) for one in across] == [("Freight", 6)]
    (rates,) = series_of(block("Year|Crowns per euro", "FY2021|11.5", "FY2022|12"))
    assert (rates.name, value(rates, "", "FY2022")) == ("Crowns per euro", 12)


def test_lines_over_the_heads_name_the_table_and_its_unit() -> None:
    (series,) = series_of(
        block("Losses||", "Grid losses by region||", "Unit:|GWh|", "Region|2021|2022", "North|4|5", "South|6|7")
    )
    assert (series.name, series.unit) == ("Grid losses", unit_in("GWh"))
    assert value(series, "south", "2022") == 7


def test_a_column_of_units_is_none_of_numbers() -> None:
    (series,) = series_of(block("Line|Unit|2021|2022", "Ash|%|80.1|81", "Elm|%|70|71", above=("Punctuality by line",)))
    assert (series.name, series.unit, value(series, "elm", "2022")) == ("Punctuality", unit_in("%"), 71)


def test_a_german_table_has_its_own_commas() -> None:
    (series,) = series_of(
        block(
            "Linie|2021|2022",
            "Ash|2.965,784|3.028,065",
            "Elm|746,100|770",
            above=("Tabelle 1. Fracht nach Linie in Tsd. Tonnen",),
        )
    )
    assert (series.name, series.unit) == ("Fracht", unit_in("thousand tonnes"))
    assert value(series, "ash", "2021") == Fraction("2965.784")


def test_what_is_no_table_has_no_series() -> None:
    assert series_of(block("Only one row")) == ()
    assert series_of(block("Title||", "Another||", "Region|2021|2022")) == ()
    assert series_of(block("", "")) == ()


def test_totals_are_told_by_their_labels() -> None:
    assert [is_total(label) for label in ("Total", "Northern, subtotal", "合计", "All regions", "Totland")] == [
        True, True, True, True, False,
    ]  # fmt: skip


def test_charts_are_read_as_tables() -> None:
    sheaf = Sheaf("powerpoint")
    drawn = Chart("column", "Peak load by region, MW", series=(Drawn("2023", ("North", "South"), (5, 7)),))
    sheaf.add("chart", Anchor(slide=1), "chart", drawn)
    (series,) = shelf_of(document_of(sheaf)).series
    assert (series.name, series.unit, value(series, "south", "2023")) == ("Peak load", unit_in("MW"), 7)


def test_columns_of_plain_text_are_read_as_tables() -> None:
    text = b"Loyalty cards, number\nBrand      FY2022    FY2023\nAppleleaf     310       320\nBirkhouse  510   530\n"
    (series,) = shelf_of(document_of(read_plain(text))).series
    assert (value(series, "birkhouse", "FY2023"), series.unit) == (530, unit_in("number"))
