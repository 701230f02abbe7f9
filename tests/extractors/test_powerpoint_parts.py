"""Geometry, marks of lists, motion, diagrams and equations hold by themselves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.model.artifact import Chart
from extractors.chartdata import Plotted, read_chart
from extractors.drawing import text_lines
from extractors.equations import latex_of
from extractors.markup import Element, parse_xml
from extractors.package import Package, open_package
from extractors.powerpoint.bullets import Marks, shown_number
from extractors.powerpoint.geometry import Frame, Transform
from extractors.powerpoint.motion import animation_text, animations_of, transition_of
from extractors.powerpoint.tables import fills_of, read_table
from extractors.smartart import diagram_in
from extractors.theme import Theme
from tests.extractors.parts import pptx_parts, relations, root, zipped
from tests.extractors.torture_parts import diagram, line


def tree(xml: str) -> Element:
    parsed = parse_xml(xml.encode())
    assert parsed.root is not None
    return parsed.root


LENGTHS = st.integers(-(10**7), 10**7)
SIZES = st.integers(1, 10**7)
TRANSFORMS = st.builds(
    Transform, LENGTHS, LENGTHS, SIZES, SIZES, st.sampled_from([0.0, 90.0, 180.0, 270.0]), st.booleans(), st.booleans()
)


@given(TRANSFORMS, st.builds(Transform, LENGTHS, LENGTHS, SIZES, SIZES))
def test_a_member_as_large_as_its_group_stands_where_the_group_stands(outer: Transform, inner: Transform):
    placed = Frame(outer, inner).place(inner)
    assert placed.box == outer.box
    assert (placed.turn, placed.across, placed.upside_down) == (outer.turn, outer.across, outer.upside_down)


@given(TRANSFORMS)
def test_without_a_group_a_box_stands_where_it_says(own: Transform):
    assert Frame().place(own) is own


@given(SIZES)
def test_four_quarter_turns_are_none(size: int):
    frame = Frame(Transform(0, 0, 4 * size, 4 * size, 90.0), Transform(0, 0, 4 * size, 4 * size))
    box = Transform(0, 0, size, 2 * size)
    for _ in range(4):
        box = frame.place(box)
    assert (box.box, box.turn) == ((0, 0, size, 2 * size), 0.0)


@pytest.mark.parametrize(
    ("scheme", "number", "shown"),
    [("arabicPeriod", 3, "3."), ("alphaLcParenR", 28, "bb)"), ("alphaUcPeriod", 1, "A."),
     ("romanLcParenBoth", 4, "(iv)"),
     ("romanUcPeriod", 1994, "MCMXCIV."), ("arabicPlain", 7, "7"), ("romanLcPeriod", 4000, "4000.")],
)  # fmt: skip
def test_numbers_are_shown_under_their_scheme(scheme: str, number: int, shown: str):
    assert shown_number(number, scheme) == shown


def numbered(text: str, level: int = 0, more: str = "") -> str:
    return line(text, properties=f'<a:pPr lvl="{level}"><a:buAutoNum type="arabicPeriod" {more}/></a:pPr>')


def test_numbers_go_on_over_deeper_lines_and_start_anew_after_others():
    body = tree(root("p:txBody", numbered("a") + numbered("x", 1) + numbered("b") + numbered("y", 1) + line("plain")
                     + numbered("c") + numbered("d", more='startAt="9"')))  # fmt: skip
    assert Marks().of(text_lines(body), None, []) == ["1.", "1.", "2.", "1.", "", "1.", "2."]


def test_the_nearest_style_marks_a_line():
    styles = tree(root("p:txStyles", '<p:bodyStyle><a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr></p:bodyStyle>'))
    none = tree(root("a:lstStyle", "<a:lvl1pPr><a:buNone/></a:lvl1pPr>"))
    lines = text_lines(tree(root("p:txBody", line("x"))))
    assert Marks(styles).of(lines, "body", []) == ["-"]
    assert Marks(styles).of(lines, "body", [none]) == [""]
    assert Marks(styles).of(lines, "title", []) == [""]
    assert Marks(styles, styles[0]).of(lines, None, []) == ["-"]


def test_an_effect_that_waits_for_a_click_on_a_shape_says_so():
    target = '<p:tgtEl><p:spTgt spid="5"/></p:tgtEl>'
    inner = (
        f'<p:cTn presetID="99" presetClass="emph" nodeType="clickEffect"><p:childTnLst>{target}</p:childTnLst></p:cTn>'
    )
    start = '<p:stCondLst><p:cond evt="onClick"><p:tgtEl><p:spTgt spid="8"/></p:tgtEl></p:cond></p:stCondLst>'
    timing = (
        f'<p:timing><p:cTn nodeType="interactiveSeq">{start}<p:childTnLst>{inner}</p:childTnLst></p:cTn></p:timing>'
    )
    assert [animation_text(found) for found in animations_of(tree(root("p:sld", timing)))] == [
        "1. on click of shape 8: effect 99 (emphasis), shape 5"
    ]


def test_a_slide_without_motion_has_none():
    assert (list(animations_of(tree(root("p:sld")))), transition_of(tree(root("p:sld")))) == ([], None)


def fills(*rows: tuple[str, ...]) -> list[tuple[str, str]]:
    """The ranges of cells filled as the rows say (`.` for none)."""

    def cell(colour: str) -> str:
        fill = "" if colour == "." else f'<a:solidFill><a:srgbClr val="{colour * 6}"/></a:solidFill>'
        return f"<a:tc><a:txBody><a:p/></a:txBody><a:tcPr>{fill}</a:tcPr></a:tc>"

    table = "".join(f"<a:tr>{''.join(map(cell, row))}</a:tr>" for row in rows)
    grid, cells = read_table(tree(root("a:tbl", table)))
    return [(found.place, found.fill[0]) for found in fills_of(grid, cells, Theme())]


def test_cells_of_one_fill_are_one_range_where_they_make_a_rectangle():
    assert fills(("A", "A", "."), ("A", "A", "B"), (".", "C", "B"), ("A", "A", ".")) == [
        ("rows 1-2, columns 1-2", "A"),
        ("rows 2-3, column 3", "B"),
        ("row 3, column 2", "C"),
        ("row 4, columns 1-2", "A"),
    ]


@given(st.lists(st.lists(st.sampled_from(".AB"), min_size=3, max_size=3), min_size=1, max_size=5))
def test_ranges_cover_each_filled_cell_once(rows: list[list[str]]):
    table = "".join(
        "<a:tr>"
        + "".join(
            "<a:tc><a:tcPr>"
            + ("" if colour == "." else f'<a:solidFill><a:srgbClr val="{colour * 6}"/></a:solidFill>')
            + "</a:tcPr></a:tc>"
            for colour in row
        )
        + "</a:tr>"
        for row in rows
    )
    grid, cells = read_table(tree(root("a:tbl", table)))
    painted = [["."] * 3 for _ in rows]
    for found in fills_of(grid, cells, Theme()):
        for row in range(found.top, found.bottom + 1):
            for column in range(found.left, found.right + 1):
                assert painted[row][column] == "."
                painted[row][column] = found.fill[0]
    assert painted == rows


def edges(category: str, nodes: dict[str, str], links: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str, str], ...]:
    parts = pptx_parts("", parts={"ppt/d.xml": diagram(category, nodes, links)})
    parts["ppt/slides/_rels/slide1.xml.rels"] = relations({"d": ("diagramData", "../d.xml")})
    package = open_package(zipped(parts))
    assert isinstance(package, Package)
    frame = tree(root("p:frame", '<dgm:relIds r:dm="d"/>'))
    found = diagram_in(frame, package, package.relationships("ppt/slides/slide1.xml"))
    assert found is not None
    return found.edges


def test_relations_are_those_of_the_kind_of_diagram():
    nodes, flat = {"1": "A", "2": "B", "3": "C"}, (("0", "1"), ("0", "2"), ("0", "3"))
    assert edges("process", nodes, flat) == (("A", "B", "next"), ("B", "C", "next"))
    assert edges("cycle", nodes, flat) == (("A", "B", "next"), ("B", "C", "next"), ("C", "A", "next"))
    assert edges("list", nodes, flat) == ()
    assert edges("process", nodes, (("0", "1"), ("1", "2"), ("0", "3"))) == (("A", "C", "next"), ("A", "B", "child"))
    assert edges("hierarchy", nodes, (("0", "1"), ("1", "2"), ("2", "3"))) == (("A", "B", "child"), ("B", "C", "child"))


def test_a_diagram_that_points_at_itself_ends():
    assert edges("hierarchy", {"1": "A"}, (("0", "1"), ("1", "1"), ("1", "0"))) == ()


def plotted(series: str, before: str = "", plot: str = "lineChart") -> Plotted:
    content = f"<c:chart><c:plotArea><c:{plot}><c:ser>{series}</c:ser></c:{plot}></c:plotArea></c:chart>"
    return read_chart(tree(root("c:chartSpace", before + content)))


def numbers(tag: str, code: str, *points: str) -> str:
    shown = "".join(f'<c:pt idx="{index}"><c:v>{point}</c:v></c:pt>' for index, point in enumerate(points))
    return (
        f"<c:{tag}><c:numRef><c:numCache><c:formatCode>{code}</c:formatCode>{shown}</c:numCache></c:numRef></c:{tag}>"
    )


def test_categories_that_are_dates_are_shown_as_dates_and_keep_their_identity():
    series = numbers("cat", "yyyy\\-mm\\-dd", "45292", "45293") + numbers("val", "General", "1", "2")
    found = plotted(series)
    assert found.chart.series[0].categories == ("2024-01-01", "2024-01-02")
    assert (found.text, found.identity) == (
        "line chart\nseries: 2024-01-01 = 1; 2024-01-02 = 2",
        "line chart\nseries: 45292 = 1; 45293 = 2",
    )
    since_1904 = plotted(series, '<c:date1904 val="1"/>')
    assert since_1904.chart.series[0].categories == ("2028-01-02", "2028-01-03")


def test_numbers_have_the_digits_that_office_keeps_and_their_unit():
    found = plotted(numbers("val", "0.0%", "0.30000000000000004", "0.125"))
    assert found.chart.series[0].values == (0.3, 0.125)
    assert found.text.endswith("0.3 (30.0%); 0.125 (12.5%)")
    # What the labels show is told where it is not the number itself; it is no part of the identity.
    rounded = plotted(numbers("val", "#,##0.00", "1234.567"))
    assert rounded.text.endswith("series: 1234.567 (1,234.57)")
    assert rounded.identity.endswith("series: 1234.567")
    assert plotted(numbers("val", "General", "1234.567")).text.endswith("series: 1234.567")


def test_bubbles_have_sizes():
    series = numbers("xVal", "General", "1", "2") + numbers("yVal", "General", "5", "6")
    assert plotted(series + numbers("bubbleSize", "General", "10"), plot="bubbleChart").text.endswith(
        "series: 1 = 5, size 10; 2 = 6"
    )


def test_labels_may_come_from_other_cells():
    cell = '<c:pt idx="0"><c:v>from a cell</c:v></c:pt>'
    ranges = f'<c15:r xmlns:c15="x"><c15:dlblRangeCache>{cell}</c15:dlblRangeCache></c15:r>'
    series = numbers("val", "General", "1", "2") + f"<c:extLst><c:ext>{ranges}</c:ext></c:extLst>"
    assert plotted(series).text.endswith("series: 1 [from a cell]; 2")


def test_what_is_no_chart_has_no_series():
    assert read_chart(tree(root("c:chartSpace"))).chart == Chart("")


MATH = "http://schemas.openxmlformats.org/officeDocument/2006/math"


def math(content: str) -> bytes:
    return f'<m:oMath xmlns:m="{MATH}">{content}</m:oMath>'.encode()


def test_equations_are_latex_each_for_itself():
    root_of = "<m:rad><m:deg/><m:e><m:r><m:t>x</m:t></m:r></m:e></m:rad>"
    assert latex_of([math("<m:r><m:t>a</m:t></m:r>"), math(root_of), math(""), b"<"]) == ["a", r"\sqrt{x}", "", ""]
    assert latex_of([]) == []


def test_an_equation_that_pandoc_makes_nothing_of_is_its_characters():
    assert latex_of([math("<m:unknown><m:t>a+b</m:t></m:unknown>")]) == ["a+b"]
