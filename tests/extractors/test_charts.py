"""Charts give their type, titles, axes and cached points."""

import pytest

from assay.model.artifact import Chart
from extractors.chartdata import read_chart
from extractors.charts import chart_of, chart_text
from extractors.markup import parse_xml
from tests.extractors.parts import chart, root


def chart_in(xml: str) -> Chart:
    parsed = parse_xml(xml.encode())
    assert parsed.root is not None
    return chart_of(parsed.root)


def plot(content: str, before: str = "") -> Chart:
    return chart_in(root("c:chartSpace", f"<c:chart>{before}<c:plotArea>{content}</c:plotArea></c:chart>"))


def one(type: str, series: str) -> Chart:
    """The chart of one series."""
    return plot(f"<c:{type}><c:ser>{series}</c:ser></c:{type}>")


def points(*values: str) -> str:
    shown = "".join(f'<c:pt idx="{index}"><c:v>{value}</c:v></c:pt>' for index, value in enumerate(values))
    return f"<c:numRef><c:numCache>{shown}</c:numCache></c:numRef>"


FROM_A_CELL = (
    "<c:title><c:tx><c:strRef><c:strCache><c:pt><c:v>From a cell</c:v></c:pt></c:strCache></c:strRef></c:tx></c:title>"
)
NAMED = "<c:tx><c:v>Sales</c:v></c:tx>"


def test_the_text_lists_the_type_the_axes_and_every_point():
    assert chart_text(chart_in(chart())) == ("column chart: Output\naxes: Quarter\nNorth: Q1 = 4.5; Q2 = #N/A; Q3 = ")


def test_whole_numbers_are_whole_and_long_fractions_are_short():
    found = one("lineChart", f"<c:val>{points('3.0', '8.1999999999999993', '1e400', '2E3')}</c:val>")
    assert found.series[0].values == (3, 8.2, "1e400", 2000)


def test_scatter_charts_have_their_x_as_categories():
    found = one("scatterChart", f"<c:xVal>{points('1', '2')}</c:xVal><c:yVal>{points('5', '6')}</c:yVal>")
    assert (found.type, found.series[0].categories, found.series[0].values) == ("scatter", ("1", "2"), (5, 6))


def test_a_combined_chart_names_both_types():
    series = f"<c:ser>{NAMED}<c:val>{points('1')}</c:val></c:ser>"
    found = plot(f"<c:lineChart>{series}</c:lineChart><c:areaChart>{series}</c:areaChart>")
    assert (found.type, [each.name for each in found.series]) == ("line and area", ["Sales", "Sales"])


def test_categories_of_several_levels_are_joined_from_the_outside():
    level = '<c:lvl><c:pt idx="0"><c:v>{}</c:v></c:pt>{}</c:lvl>'
    inner = level.format("Q1", '<c:pt idx="1"><c:v>Q2</c:v></c:pt>')
    cache = f"<c:multiLvlStrCache>{inner}{level.format('2024', '')}</c:multiLvlStrCache>"
    found = one(
        "barChart", f"<c:cat><c:multiLvlStrRef>{cache}</c:multiLvlStrRef></c:cat><c:val>{points('1', '2')}</c:val>"
    )
    assert found.series[0].categories == ("2024 / Q1", "2024 / Q2")
    assert chart_text(found).endswith("2024 / Q1 = 1; 2024 / Q2 = 2")


@pytest.mark.parametrize(
    ("before", "title"),
    [
        ("", ""),
        ("<c:title/>", "Sales"),
        ('<c:autoTitleDeleted val="0"/>', "Sales"),
        ('<c:autoTitleDeleted val="1"/>', ""),
        (
            FROM_A_CELL,
            "From a cell",
        ),
    ],
)
def test_a_chart_of_one_series_shows_its_name_as_title_unless_it_is_taken_away(before: str, title: str):
    series = f"<c:ser>{NAMED}<c:val>{points('1')}</c:val></c:ser>"
    assert plot(f"<c:pieChart>{series}</c:pieChart>", before).title == title


def test_a_cache_that_was_never_filled_and_a_count_without_end_are_harmless():
    empty = plot("<c:pieChart><c:ser><c:val><c:numRef><c:f>A1:A9</c:f></c:numRef></c:val></c:ser></c:pieChart>")
    assert (empty.series[0].values, empty.series[0].source) == ((), "A1:A9")
    huge = '<c:numLit><c:ptCount val="99999999999"/></c:numLit>'
    assert plot(f"<c:pieChart><c:ser><c:val>{huge}</c:val></c:ser></c:pieChart>").series[0].values == ()


def test_a_cache_of_a_whole_column_with_few_points_is_not_listed_to_its_end():
    column = '<c:numRef><c:numCache><c:ptCount val="1048576"/><c:pt idx="1"><c:v>7</c:v></c:pt></c:numCache></c:numRef>'
    values = one("lineChart", f"<c:val>{column}</c:val>").series[0].values
    assert (values[:3], len(values)) == ((None, 7, None), 4096)


def test_what_is_no_chart_is_an_empty_one():
    assert chart_in(root("c:chartSpace")) == Chart(type="")


@pytest.mark.parametrize(
    ("labels", "shown"),
    [
        ("", "2345.67 (2,346)"),
        ('<c:dLbls><c:showVal val="1"/></c:dLbls>', "2345.67 (2,346)"),
        ('<c:dLbls><c:numFmt formatCode="0.0" sourceLinked="0"/><c:showVal val="1"/></c:dLbls>', "2345.67 (2345.7)"),
        ('<c:dLbls><c:numFmt formatCode="0.00" sourceLinked="0"/><c:showVal val="1"/></c:dLbls>', "2345.67"),
        ('<c:dLbls><c:numFmt formatCode="0.0" sourceLinked="1"/><c:showVal val="1"/></c:dLbls>', "2345.67 (2,346)"),
        ('<c:dLbls><c:showVal val="0"/></c:dLbls>', "2345.67 (2,346)"),
    ],
)
@pytest.mark.parametrize("whole_plot", [False, True])
def test_a_rounded_value_stands_beside_the_stored_one(labels: str, shown: str, whole_plot: bool):
    cached = '<c:formatCode>#,##0</c:formatCode><c:pt idx="0"><c:v>2345.67</c:v></c:pt>'
    series = (
        f"{NAMED}{'' if whole_plot else labels}<c:val><c:numRef><c:numCache>{cached}</c:numCache></c:numRef></c:val>"
    )
    plotted = f"<c:barChart><c:ser>{series}</c:ser>{labels if whole_plot else ''}</c:barChart>"
    parsed = parse_xml(root("c:chartSpace", f"<c:chart><c:plotArea>{plotted}</c:plotArea></c:chart>").encode())
    assert parsed.root is not None
    assert read_chart(parsed.root).text.split("\n")[-1] == f"Sales: {shown}"
