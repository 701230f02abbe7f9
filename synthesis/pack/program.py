"""The program of a brief: the pasted reader, the figures' own functions, and one look-up for each table."""

from __future__ import annotations

from collections.abc import Iterator

from assay.collection import collection_path
from assay.tables.records import normal
from synthesis.pack.figures import SOURCE
from synthesis.pack.pairs import Pair
from synthesis.rules.operators import source_of
from synthesis.rules.phrases import decimals_of
from synthesis.rules.reader import JOINED, PLAIN, READER
from synthesis.rules.series import Series

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
        *(line for number in range(len(pair.others)) for line in _other(number, pair)),
        "print(written(figures))",
        "print(written(figures))",
    ]
    used = (pair.report, pair.book, *(series for _, series, _ in pair.others))
    deep = [JOINED] if any(series.table.depth > 1 for series in used) else []
    parts = [_FIRST + READER, PLAIN, *deep, source_of([]), SOURCE, "\n".join(lines)]
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"


def _other(number: int, pair: Pair) -> Iterator[str]:
    key, series, period = pair.others[number]
    name = f"other_{number + 1}"
    yield _rows(name, series)
    yield f"other = {_values(name, series, period)}"
    yield f"figures[{key!r}] = {{name: rounded(other[name], {decimals_in(series, period)}) for name in names}}"


def decimals_in(series: Series, period: str) -> int:
    """Return the decimals of a measure in a period, the most that a cell of it shows."""
    return max(decimals_of(fact.text) for (_, when), fact in series.facts.items() if when == period)


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
