"""What Excel shows for a value under a format code: its published exports and the specification decide."""

from decimal import ROUND_HALF_UP, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.number_format import BUILT_IN, code_of, number_format, show

ACCOUNTING = '_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)'

VECTORS = [
    # General
    (0, "General", "0"),
    (-0.0, "General", "0"),
    (12345678901, "General", "12345678901"),
    (123456789012, "General", "1.23457E+11"),
    (99999999999.5, "General", "1E+11"),
    (1 / 3, "General", "0.333333333"),
    (0.1 + 0.2, "General", "0.3"),
    (-1234.5678901, "General", "-1234.56789"),
    (123456789.123456, "General", "123456789.1"),
    (0.00001, "General", "0.00001"),
    (0.00001234567, "General", "1.23457E-05"),
    (1e-10, "General", "1E-10"),
    (9.9999996e-6, "General", "1E-05"),
    (5, "", "5"),
    (5, "HH[M]", "5"),
    (1.5, "@", "1.5"),
    (-3, "@", "-3"),
    (7, 'General" units"', "7 units"),
    (-7, 'General" units"', "-7 units"),
    # places, grouping, percent, scaling
    (1234.5, "#,##0.00", "1,234.50"),
    (0.5, "#,##0", "1"),
    (1234567, "#,##0", "1,234,567"),
    (0, "#,##0", "0"),
    (0, "#", ""),
    (1, "#.##", "1."),
    (12, ".00", "12.00"),
    (0.25, ".00", ".25"),
    (5, "00000", "00005"),
    (5, "0,000", "0,005"),
    (1234567, "0.0,,", "1.2"),
    (1234, "0,", "1"),
    (1234567, '0.0,,"M"', "1.2M"),
    (0.1234, "0.0%", "12.3%"),
    (1, "0%", "100%"),
    (0.5, "%0", "%50"),
    (1, "0%%", "10000%%"),
    (3.5, "0.0#", "3.5"),
    (3.567, "0.0#", "3.57"),
    (1.5, "0.0??", "1.5  "),
    (5, "??0", "  5"),
    (1234567, "###\\-####", "123-4567"),
    (5551234, "000\\-0000", "555-1234"),
    (12, "0\\-0\\-0", "0-1-2"),
    (1.1, "0.0\\-0", "1.1-0"),
    (12345.6, "$#,##0.00;[Red]-$#,##0.00", "$12,345.60"),
    (3, "[$€-407] 0.00", "€ 3.00"),
    (3, '0.00 "kg"', "3.00 kg"),
    (1234, "?,???", "1,234"),
    (5, "?,???", "    5"),
    (94617.42499999999, "0.00", "94617.43"),
    (2.5, "0", "3"),
    (1.005, "0.00", "1.01"),
    (1e15, "0", "1000000000000000"),
    (1e21, "0", "1" + "0" * 21),
    # sections, signs, conditions
    (-5, "0", "-5"),
    (-1, "-0", "--1"),
    (-1234.5, "#,##0_);(#,##0)", "(1,235)"),
    (1234, "#,##0_);(#,##0)", "1,234 "),
    (0, '0;-0;"none"', "none"),
    (-4e-16, "0.000", "0.000"),
    (-0.0017, "0%", "0%"),
    (-0.001, "0.00_);(0.00)", "(0.00)"),
    (3, ";;;", ""),
    ("x", ";;;", ""),
    ("x", "0", "x"),
    ("x", '0;0;0;"<"@">"', "<x>"),
    ("x", '"is "@', "is x"),
    (4, '0;"minus";@', "4"),
    (-4, '0;"minus";@', "minus"),
    (1234, ACCOUNTING, " $1,234.00 "),
    (-1234, ACCOUNTING, " $(1,234.00)"),
    (0, ACCOUNTING, " $-   "),
    ("x", ACCOUNTING, " x "),
    (-26, "[<-25]General;[>25]General;0", "26"),
    (-25, "[<-25]General;[>25]General;0", "-25"),
    (26, "[<-25]General;[>25]General;0", "26"),
    (5551234, "[<=9999999]000\\-0000;(000) 000\\-0000", "555-1234"),
    (8005551234, "[<=9999999]000\\-0000;(000) 000\\-0000", "(800) 555-1234"),
    (2, "[=1]0;[=3]0", "########"),
    (2, '[<>2]"other";"two"', "two"),
    (3, '[>=3]"big";"small"', "big"),
    (-3, "[>=0]0;(0)", "(3)"),
    (-3, '[>5]"big";0', "-3"),
    (0, '0;[=0]"nil";0', "nil"),
    (-2, '0;[<0]"neg" 0;0', "neg 2"),
    (-2, '[<=0]"neg" 0;0', "-neg 2"),
    (-2, "[<=-1](0);0", "(2)"),
    (12, '[<10]0" few"', "12"),
    (-12, '[>-10]0" few"', "12"),
    (-12, '[=4]0" few"', "-12"),
    (-7, '[<-9]"far" 0;"near" 0', "near 7"),
    (-7, '[<>-7]"other" 0;"that" 0', "that 7"),
    (-7, '[=9]"nine";"not" 0', "-not 7"),
    (-7, "@@", "-7"),
    (7, '"for "@', "7"),
    (7.25, "0.00x", "7.25x"),
    (7.25, "0.00 N", "7.25"),
    (7.25, "0 d", "7.25"),
    (7.25, "hh:mm %", "7.25"),
    (7.25, "0;0;0;0;0", "7.25"),
    (0, "0.0#,0#", "0.00"),
    # scientific
    (12345678, "0.00E+00", "1.23E+07"),
    (12345678, "##0.0E+0", "12.3E+6"),
    (0.00012, "0.0E-0", "1.2E-4"),
    (1200, "0.0E-0", "1.2E3"),
    (9.996, "0.00E+00", "1.00E+01"),
    (999999, "##0.0E+0", "1.0E+6"),
    (0, "0.00E+00", "0.00E+00"),
    (-5, "0.0E+00", "-5.0E+00"),
    (0, "##0.0E+0", "000.0E+0"),
    (0, "?.?E+??", "0. E+ 0"),
    (0, "#,###E-#", "0,000E0"),
    (54321, "#,E+#", "5E+4"),
    (54321, "0%E+0", "5%E+4"),
    (54321, '0.0E+"x"0', "5.4Ex+4"),
    (0.0054321, '0.0E+"x"0', "5.4Ex-3"),
    (5.4, "0E+#", "5E+0"),
    # fractions
    (0.73, "# ?/?", " 3/4"),
    (0.3, "# ?/?", " 2/7"),
    (0.9, "# ?/?", " 8/9"),
    (5.3, "# ??/??", "5  3/10"),
    (0, "# ?/?", "0    "),
    (2, "# ?/?", "2    "),
    (-0.0001, "# ?/?", "-0    "),
    (1.5, "# ?/2", "1 1/2"),
    (0.99, "# ?/2", "1    "),
    (0.375, "?/8", "3/8"),
    (3.1415926, "# ???/???", "3  16/113"),
    (2.5, "?/?", "5/2"),
    (0.5, "0 ?/?", "0 1/2"),
    (0.5, "# #/#", "1/2"),
    (0.5, "? #/#", "  1/2"),
    (4, "# #/#", "4"),
    (4, "? #/#", "4    "),
    (4, "# 0/0", "4 0/1"),
    (0, "# 0/0", "0/1"),
    (0, "? 0/0", "0 0/1"),
    (0, "?/?", "0/1"),
    (-0.8, "# ?/?", "- 4/5"),
    (2.75, "0\\&0/000", "2&3/004"),
    (2.75, "#_#/#", "11 /4"),
    # dates and times
    (44000.75, "m/d/yy h:mm AM/PM", "6/18/20 6:00 PM"),
    (60, "d-mmm-yy", "29-Feb-00"),
    (0, "m/d/yy", "1/0/00"),
    (1, "dddd, mmmm d, yyyy", "Sunday, January 1, 1900"),
    (61, "yyyy-mm-dd", "1900-03-01"),
    (59, "yyyy-mm-dd", "1900-02-28"),
    (43831, "yyyy-mm-dd", "2020-01-01"),
    (43831, "mmmmm-yy", "J-20"),
    (43831, "ddd", "Wed"),
    (43831, "e", "2020"),
    (43831, "bbbb", "2563"),
    (43831, "aaaa", "Wednesday"),
    (43831, "[$-F800]dddd", "Wednesday, January 1, 2020"),
    (0.67855, "h:mm", "16:17"),
    (0.678553, "h:mm:ss", "16:17:07"),
    (0.5, "[$-F400]h:mm", "12:00:00 PM"),
    (0.0, "h:mm AM/PM", "12:00 AM"),
    (0.75, "h A/p", "6 p"),
    (0.123456, "mm:ss.0", "57:46.6"),
    (0.123456, "ss.000", "46.598"),
    (1.5, "[h]:mm", "36:00"),
    (-1.2, "[h]", "-28"),
    (1.5, "[mm]:ss", "2160:00"),
    (1.5, '[h]" or "h" and "mm', "36 or 36 and 00"),
    (0.70001, "hh.00", "16.86"),
    (0.001, "[s]", "86"),
    (-1, "m/d/yy", "########"),
    (2958466, "m/d/yy", "########"),
    (0.9999999, "h:mm:ss", "0:00:00"),
    (43831.9999999, "yyyy-mm-dd hh:mm:ss", "2020-01-02 00:00:00"),
    (43831, "m", "1"),
    (0.5, 'h"h "m"m"', "12h 0m"),
    (0.51, "m.s", "14.24"),
    (43831, '[$-409]d" of "mmm', "1 of Jan"),
    (43831, "[$-de-DE]mmmm", "Januar"),
    (43831, "[$-nn-NO]mmmm", "januar"),
    (43831, "[$-xx-XX]mmmm", "January"),
    (43831, "[$-42A]mmmm", "January"),
    # truth and errors
    (True, "0.00", "TRUE"),
    (False, "General", "FALSE"),
    ("#DIV/0!", "0.00", "#DIV/0!"),
]


@pytest.mark.parametrize(("value", "code", "shown"), VECTORS)
def test_a_value_shows_as_excel_shows_it(value: str | float | bool, code: str, shown: str):
    assert show(value, code) == shown


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [(0, "yyyy-mm-dd", "1904-01-01"), (42369, "d-mmm-yyyy", "1-Jan-2020"), (-1, "d-mmm-yyyy", "-2-Jan-1904")],
)
def test_workbooks_of_1904_count_from_another_day(value: float, code: str, shown: str):
    assert show(value, code, epoch_1904=True) == shown


def test_numbers_that_no_workbook_can_store_show_as_an_error():
    assert show(float("nan"), "0.00") == "#NUM!"


@given(st.integers(-(10**10), 10**10))
def test_whole_numbers_show_under_general_as_they_are(number: int):
    assert show(number) == str(number)


@given(st.integers(-(10**12), 10**12))
def test_grouping_changes_nothing_but_the_commas(number: int):
    assert show(number, "#,##0").replace(",", "") == show(number, "0") == str(number)


@given(st.floats(0, 1e9), st.integers(0, 8))
def test_decimals_are_within_half_a_unit_of_the_value(value: float, decimals: int):
    code = "0." + "0" * decimals if decimals else "0"
    assert abs(float(show(value, code)) - value) <= 0.5000001 * 10**-decimals + value * 1e-14


@given(st.floats(0, 1e12))
def test_the_quick_layout_and_the_place_by_place_layout_agree(value: float):
    assert show(value, "#,##0.00") == show(value, "#,###,##0.00").lstrip()
    assert show(value, "0.00") == show(value, '0"".00')


@given(st.decimals(-(10**6), 10**6, places=4, allow_nan=False))
def test_ties_are_rounded_away_from_zero_as_written(number: Decimal):
    expected = number.quantize(Decimal("0.01"), ROUND_HALF_UP)
    assert Decimal(show(float(number), "0.00")) == expected


@given(st.text(alphabet='0#?.,%;"\\/_*[]@EeyMmdhs $-<>=', max_size=20), st.floats(-1e6, 1e6))
def test_no_code_is_too_odd_to_show_a_number(code: str, value: float):
    assert isinstance(show(value, code), str)


def test_ids_14_and_22_follow_the_machine_whatever_the_file_says():
    assert code_of(14, "mm-dd-yy") == BUILT_IN[14] == "m/d/yy"
    assert code_of(164, "mm-dd-yy") == "mm-dd-yy"
    assert code_of(165, "") == code_of(9999, None) == "General"


def test_a_code_knows_whether_it_is_a_date_or_general():
    assert number_format("d-mmm").dated
    assert not number_format("0.0").dated
    assert number_format("General").general
    assert not number_format('General"x"').general
