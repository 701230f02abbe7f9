"""A formula as it stands in another cell: its relative references moved."""

from __future__ import annotations

import re

from assay.model.sheet_range import MAX_COLUMNS, MAX_ROWS, column_letters, column_number

# Texts, quoted sheet names, brackets, functions and names stay; of the rest cells, whole columns and whole rows move.
_PIECE = re.compile(
    r"""(?P<kept>"(?:[^"]|"")*"|'(?:[^']|'')*'|\[[^\[\]]*\]|[A-Za-z_\\][\w.\\]*[(!]|#[A-Z/0!?]+)"""
    r"""|(?<![\w.$])(?P<cell>\$?[A-Z]{1,3}\$?[0-9]{1,7})(?![\w.(!])"""
    r"""|(?<![\w.$])(?P<lines>\$?[A-Z]{1,3}:\$?[A-Z]{1,3}|\$?[0-9]{1,7}:\$?[0-9]{1,7})(?![\w.(!])""",
    re.IGNORECASE,
)
_END = re.compile(r"(\$?)([A-Z]{1,3})?(\$?)([0-9]{1,7})?", re.IGNORECASE)


def shifted(text: str, rows: int, columns: int) -> str:
    """Return the formula as it stands in a cell that lies so much lower and further right."""
    return _PIECE.sub(lambda found: found.group() if found["kept"] else _moved(found.group(), rows, columns), text)


def _moved(reference: str, rows: int, columns: int) -> str:
    return ":".join(_end(end, rows, columns) for end in reference.split(":"))


def _end(text: str, rows: int, columns: int) -> str:
    found = _END.fullmatch(text)
    if found is None:
        return text
    column_fixed, letters, row_fixed, number = found.groups()
    if letters is None:
        # a whole row: the dollar that stands before it is the row's
        row_fixed, column_fixed = column_fixed or row_fixed, ""
    shown = column_fixed + (_column(letters, columns) if letters and not column_fixed else letters or "")
    return shown + (row_fixed + (number if row_fixed else _row(number, rows)) if number else "")


def _column(letters: str, columns: int) -> str:
    place = column_number(letters)
    return column_letters((place + columns) % MAX_COLUMNS) if place < MAX_COLUMNS else letters


def _row(number: str, rows: int) -> str:
    return str((int(number) - 1 + rows) % MAX_ROWS + 1)
