"""The one way rows get into the store: a batch as one JSON list for each column.

Measured with duckdb 1.5 on rows of about 200 characters: row inserts 1,000 a second, list parameters 800, a column as
JSON text 65,000 to 80,000 on one busy core, a temporary JSON or CSV file 50,000 to 60,000.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

import duckdb

Cell: TypeAlias = str | int | float | bool | Sequence[str] | None
Row: TypeAlias = tuple[Cell, ...]
Conflict: TypeAlias = Literal["fail", "replace", "ignore"]

# Where `$1` is a list of texts made by `text_list`.
IN_LIST = """ in (select unnest(from_json($1, '["VARCHAR"]')))"""

_BATCH = 20_000
_VERBS: dict[Conflict, str] = {"fail": "insert", "replace": "insert or replace", "ignore": "insert or ignore"}
# Lone surrogates are no characters (they come from broken file names and broken JSON) and DuckDB takes none: each is
# written as a noncharacter followed by a private character, and comes back as it was.
_MARK = "\U0010ffff"
_SHIFT = 0x10F000 - 0xD800
_UNSTORABLE = re.compile(f"[\ud800-\udfff{_MARK}]")
_STORED = re.compile(f"{_MARK}(.)", re.DOTALL)


def insert(
    connection: duckdb.DuckDBPyConnection, table: str, names: Sequence[str], rows: Sequence[Row],
    conflict: Conflict = "fail",
) -> None:  # fmt: skip
    """Add the rows to a table; on a key that exists: fail, replace the row, or leave it."""
    types = _column_types(connection, table)
    values = ", ".join(f"unnest(from_json(${at}, '{_shape(types[name])}'))" for at, name in enumerate(names, 1))
    statement = f"{_VERBS[conflict]} into {table} ({', '.join(names)}) select {values}"
    for batch in _batches(rows):
        connection.execute(statement, [_json(column) for column in zip(*batch, strict=True)])


def text_list(texts: Sequence[str]) -> str:
    """Return the parameter that stands for a list of texts in a query with IN_LIST."""
    return json.dumps(list(texts), ensure_ascii=False)


def storable(text: str) -> str:
    """Return the text as the store can hold it."""
    return _UNSTORABLE.sub(lambda found: _MARK + _private(found.group()), text)


def restored(text: str) -> str:
    """Return the text that `storable` was given."""
    if _MARK not in text:
        return text
    return _STORED.sub(lambda found: _MARK if found.group(1) == _MARK else chr(ord(found.group(1)) - _SHIFT), text)


def _json(column: Sequence[Cell]) -> str:
    text = json.dumps(column, ensure_ascii=False, allow_nan=False, check_circular=False)
    return text if text.isascii() else storable(text)


def _private(character: str) -> str:
    return _MARK if character == _MARK else chr(ord(character) + _SHIFT)


def _column_types(connection: duckdb.DuckDBPyConnection, table: str) -> dict[str, str]:
    query = "select column_name, data_type from duckdb_columns() where table_name = $1"
    return {str(name): str(kind) for name, kind in connection.execute(query, [table]).fetchall()}


def _shape(kind: str) -> str:
    kind = kind.replace("JSON", "VARCHAR")
    return '[["VARCHAR"]]' if kind.endswith("[]") else f'["{kind}"]'


def _batches(rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    return (rows[start : start + _BATCH] for start in range(0, len(rows), _BATCH))
