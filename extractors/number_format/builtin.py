"""The codes of Excel's built-in format ids, as an English Excel shows them."""

from __future__ import annotations

from types import MappingProxyType

GENERAL = "General"

# Ids whose code follows the machine whatever the file says (ECMA-376, part 1, 18.8.30).
MACHINE_IDS = frozenset({14, 22})

_CODES: dict[int, str] = {
    0: GENERAL, 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00",
    5: "$#,##0_);($#,##0)", 6: "$#,##0_);[Red]($#,##0)", 7: "$#,##0.00_);($#,##0.00)",
    8: "$#,##0.00_);[Red]($#,##0.00)", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??",
    14: "m/d/yy", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM",
    20: "h:mm", 21: "h:mm:ss", 22: "m/d/yy h:mm", 37: "#,##0_);(#,##0)", 38: "#,##0_);[Red](#,##0)",
    39: "#,##0.00_);(#,##0.00)", 40: "#,##0.00_);[Red](#,##0.00)",
    41: '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)', 42: '_($* #,##0_);_($* (#,##0);_($* "-"_);_(@_)',
    43: '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)',
    44: '_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)',
    45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0", 49: "@",
    # What East Asian versions add: dates, then clock times.
    **dict.fromkeys((*range(27, 32), 36, *range(50, 55), 57, 58), "m/d/yy"),
    **dict.fromkeys((*range(32, 36), 55, 56), "h:mm:ss"),
}  # fmt: skip
BUILT_IN = MappingProxyType(_CODES)


def code_of(number: int, declared: str | None) -> str:
    """Return the code of a format id: the file's own, unless the id follows the machine or is only built in."""
    if declared is not None and number not in MACHINE_IDS:
        return declared or GENERAL
    return BUILT_IN.get(number, GENERAL)
