"""The schema of the store by number: each migration is one SQL file, run once, in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

import duckdb

from assay.model.errors import StoreError
from assay.store.disk import copy_file, disk_errors, partial_file
from assay.store.folder import OutFolder


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema: its number from 1 and its SQL."""

    number: int
    sql: str


def migrations() -> Sequence[Migration]:
    """Return every migration in order."""
    folder = resources.files("assay.store") / "migrations"
    found = [
        Migration(int(entry.name[:4]), entry.read_text()) for entry in folder.iterdir() if entry.name[:4].isdigit()
    ]
    return sorted(found, key=lambda migration: migration.number)


def version(connection: duckdb.DuckDBPyConnection, file: Path) -> int:
    """Return the number of the last migration that ran, 0 for an empty database; a foreign one is refused."""
    tables = {str(name) for (name,) in connection.execute("select table_name from duckdb_tables()").fetchall()}
    if not tables:
        return 0
    noted = "select value from meta where name = 'schema'"
    found = connection.execute(noted).fetchall() if "meta" in tables else []
    if not found:
        raise StoreError(f"{file} holds other tables than Assay's; move it away or choose another --out")
    return int(found[0][0])


def refuse_newer(number: int, newest: int, out: OutFolder) -> None:
    """Raise where the store was written by a newer Assay than this one."""
    if number > newest:
        raise StoreError(
            f"{out.database} has schema {number} and this version of Assay knows schemas up to {newest}: "
            "update Assay (`git pull && make setup`), or build into another folder with `assay build ARCHIVE --out OUT`"
        )


def upgrade(connection: duckdb.DuckDBPyConnection, steps: Sequence[Migration]) -> None:
    """Run the steps, each with its number in one transaction."""
    for step in steps:
        connection.execute("begin")
        connection.execute(step.sql)
        connection.execute("insert or replace into meta values ('schema', $1)", [str(step.number)])
        connection.execute("commit")


def back_up(out: OutFolder, number: int) -> None:
    """Copy a closed store of an older schema to `assay.duckdb.bak-N` before it is changed."""
    target = out.root / f"assay.duckdb.bak-{number}"
    with disk_errors(target), partial_file(out) as temporary:
        copy_file(out.database, temporary)
        temporary.replace(target)
