"""The program of a brief: the pasted reader, the figures' own functions, and one look-up for each table."""

from __future__ import annotations

from assay.collection import collection_path
from assay.tables.records import normal
from synthesis.pack.figures import SOURCE
from synthesis.pack.pairs import Pair
from synthesis.rules.ledger import Series
from synthesis.rules.operators import source_of
from synthesis.rules.reader import JOINED, PLAIN, READER

# Annotations of the pasted functions stay words: the program imports no names for them.
_FIRST = "from __future__ import annotations\n\nimport json\n"


def program_of(pair: Pair) -> str:
    """Return the program that reads both documents and prints the figures twice, as one line of JSON each."""
    decimals, own = pair.decimals()
    factor = f"Fraction({pair.factor.numerator}, {pair.factor.denominator})"
    lines = [
        _rows("report", pair.report),
        _rows("workbook", pair.book),
        f"names = {_names('report', pair.report)}",
        f"now = {_values('report', pair.report, pair.last)}",
        f"then = {_values('report', pair.report, pair.first)}",
        f"listed = {_values('workbook', pair.book, pair.last)}",
        f"figures = brief(now, then, sum(listed.values()), {factor}, {decimals}, {own})",
        *(f"del figures[{key!r}]" for key in pair.unclear()),
        "print(written(figures))",
        "print(written(figures))",
    ]
    deep = [JOINED] if pair.report.table.depth > 1 or pair.book.table.depth > 1 else []
    parts = [_FIRST + READER, PLAIN, *deep, source_of([]), SOURCE, "\n".join(lines)]
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"


def _rows(name: str, series: Series) -> str:
    table = series.table
    rows = f"table({collection_path(table.domain, table.path)!r}, {table.artifact!r})"
    rows += f"[{table.top}:]" if table.top else ""
    return f"{name} = joined({rows}, {table.depth})" if table.depth > 1 else f"{name} = {rows}"


def _names(rows: str, series: Series) -> str:
    table = series.table
    texts = {table.grid.text(row, table.label_column) for row in range(table.header_row + 1, table.grid.rows)}
    skipped = ("", *sorted(text for text in texts if text and normal(text) not in series.entities))
    return f"labels({rows}, {table.label_heading!r}, {skipped!r})"


def _values(rows: str, series: Series, period: str) -> str:
    heading = next(fact.heading for (_, when), fact in series.facts.items() if when == period)
    return f"{{name: value({rows}, {heading!r}, {{{series.table.label_heading!r}: name}}) for name in names}}"
