"""The empty database of a Prefect server, kept for each version of Prefect in the user's cache.

Its hundred migrations take longer than all else of a server's start, and every new OUT would wait for them.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing, suppress
from importlib.metadata import version
from pathlib import Path

_DATABASE = "prefect.db"


def lay(home: Path) -> bool:
    """Copy the kept database into a server's home; return whether one is wanted: the home has none, and none is kept.

    A server whose database the user has put elsewhere is left alone.
    """
    if "PREFECT_API_DATABASE_CONNECTION_URL" in os.environ or (home / _DATABASE).exists():
        return False
    # of one name, so that the next start takes the place of what a kill left
    part = home / f"{_DATABASE}.part"
    with suppress(OSError, sqlite3.Error):
        _check(shutil.copyfile(_kept(), part))
        os.replace(part, home / _DATABASE)
        return False
    part.unlink(missing_ok=True)
    return True


def keep(home: Path) -> None:
    """Keep the database of a server that has started for the first time and seen no run; where that fails, none is."""
    with suppress(OSError, sqlite3.Error):
        _kept().parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=_kept().parent) as folder:
            copy, made = Path(folder, _DATABASE), f"{(home / _DATABASE).absolute().as_uri()}?mode=rw"
            with closing(sqlite3.connect(made, uri=True)) as source, closing(sqlite3.connect(copy)) as target:
                source.backup(target)
            os.replace(copy, _kept())


def _check(database: Path) -> None:
    """Raise sqlite3.Error for what a machine left that lost its power while it wrote."""
    with closing(sqlite3.connect(database)) as opened:
        ((said,), *_) = opened.execute("pragma quick_check")
        ((tables,),) = opened.execute("select count(*) from sqlite_master")
    if said != "ok" or not tables:
        raise sqlite3.DatabaseError(f"{database} is damaged: {said}, {tables} tables")


def _kept() -> Path:
    stated = Path(os.environ.get("XDG_CACHE_HOME", ""))
    # one that is empty or relative counts as none (XDG Base Directory Specification)
    cache = stated if stated.is_absolute() else Path.home() / ".cache"
    return cache / "assay" / f"prefect-{version('prefect')}.db"
