"""The reader that programs paste in: its one text, documented in docs/reading-the-collection.md."""

from __future__ import annotations

READER = '''\
import re
import sys
from decimal import Decimal
from fractions import Fraction


def block(path, key):
    """Return the lines under an artifact's anchor comment, up to the next comment."""
    with open(f"{sys.argv[1]}/{path}", "rb") as file:
        lines = file.read().decode("utf-8", "surrogatepass").split("\\n")
    start = [at for at, line in enumerate(lines) if line.startswith(f"<!-- {key} ")][0] + 1
    ends = [at for at in range(start, len(lines)) if lines[at].startswith("<!-- ")]
    return lines[start : ends[0] if ends else len(lines)]


def split_row(line):
    """Return the cells of a table row; pipes, backslashes and line breaks in them are escaped."""
    cells = re.findall(r"((?:[^\\\\|]|\\\\.)*)\\|", line[1:])
    return [re.sub(r"\\\\(.)", lambda found: "\\n" if found[1] == "n" else found[1], cell.strip(" ")) for cell in cells]


def table(path, key):
    """Return the rows of a table, without the line of dashes under the first."""
    lines = [line for line in block(path, key) if line.startswith("|")]
    return [split_row(line) for at, line in enumerate(lines) if at != 1]


def fold(text):
    return " ".join(text.split()).casefold()


def column(rows, heading):
    """Return the one column whose heading, in the first row, is this text."""
    (at,) = [at for at, text in enumerate(rows[0]) if fold(text) == fold(heading)]
    return at


def cell(rows, heading, keys):
    """Return the text under a heading, in the one row that has these texts under these other headings."""
    where = {column(rows, name): fold(text) for name, text in keys.items()}
    (row,) = [row for row in rows[1:] if all(fold(row[at]) == text for at, text in where.items())]
    return row[column(rows, heading)]


def number(text):
    """Return a cell's number, exact; any other text is an error."""
    if not re.fullmatch(r"[+\\-−]?\\d[\\d,]*(\\.\\d+)?( ?%)?", text):
        raise ValueError(f"{text!r} is no number")
    return Decimal(text.rstrip(" %").replace("−", "-").replace(",", ""))
'''

PLAIN = '''\
def labels(rows, heading, skipped):
    """Return the texts under a heading, each once, without those that name nothing."""
    return [text for text in dict.fromkeys(row[column(rows, heading)] for row in rows[1:]) if text not in skipped]


def value(rows, heading, keys):
    return Fraction(number(cell(rows, heading, keys)))
'''

JOINED = '''\
def joined(rows, count):
    """Return the rows with the first ones made one; in all of these but the last, empty cells go on from the left."""
    heads = [list(row) for row in rows[:count]]
    for head in heads[:-1]:
        for at in range(1, len(head)):
            head[at] = head[at] or head[at - 1]
    return [[" / ".join(filter(None, texts)) for texts in zip(*heads)], *rows[count:]]
'''

TURNED = '''\
def turned(rows):
    """Return the columns as rows."""
    return [list(column) for column in zip(*rows)]
'''

DATED = '''\
def recorded(rows, heading, name, text):
    """Return the texts under a heading in the rows that have a text under another, sorted."""
    at, where = column(rows, heading), column(rows, name)
    return sorted(row[at] for row in rows[1:] if fold(row[where]) == fold(text))
'''
