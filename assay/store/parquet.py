"""Released tasks as a Parquet file, whose nested parts are JSON texts so that every reader agrees on the columns."""

from __future__ import annotations

from collections.abc import Sequence

from assay.store.database import connected
from assay.store.disk import partial_file
from assay.store.folder import OutFolder

_COLUMNS = {
    "id": "VARCHAR", "revision": "INTEGER", "track": "VARCHAR", "domain": "VARCHAR", "question": "VARCHAR",
    "answer": "JSON", "format": "VARCHAR", "evidence": "JSON", "scope": "JSON", "reasoning": "VARCHAR[]",
    "program": "VARCHAR", "plan": "JSON", "assertions": "JSON", "labels": "VARCHAR[]", "hops": "INTEGER",
    "documents": "INTEGER", "tier": "VARCHAR", "lineage": "JSON",
}  # fmt: skip


def parquet_of(out: OutFolder, lines: Sequence[str]) -> bytes:
    """Return the Parquet bytes of task lines, one row a line in their order."""
    with partial_file(out) as source, partial_file(out) as target, connected() as connection:
        source.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        columns = ", ".join(f"{name}: '{kind}'" for name, kind in _COLUMNS.items())
        names = ", ".join(f"{name}::VARCHAR as {name}" if kind == "JSON" else name for name, kind in _COLUMNS.items())
        reading = f"read_json('{_quoted(str(source))}', format='newline_delimited', columns={{{columns}}})"
        connection.execute(f"copy (select {names} from {reading}) to '{_quoted(str(target))}' (format parquet)")
        return target.read_bytes()


def _quoted(path: str) -> str:
    return path.replace("'", "''")
