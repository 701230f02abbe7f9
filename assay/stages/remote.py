"""An archive in a zip file or at an address: fsspec lists it, and each file is copied here while it is read."""

# pyright: reportMissingTypeStubs=false, reportUnknownVariableType=false
# fsspec ships no types; what comes from it is narrowed where it is called.

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
import zipfile
import zlib
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import IO, Protocol, cast
from urllib.parse import unquote

from fsspec.core import url_to_fs

from assay.model.document import Problem
from assay.model.errors import AssayError, UsageError
from assay.stages.folder import VERSION_CONTROL
from assay.stages.holdings import Address, Held, Unfetched, printable
from assay.stages.terms import SOURCES
from assay.store.disk import disk_errors

_CHUNK = 1 << 20
_EXTRAS = {"s3": "s3", "s3a": "s3", "sftp": "sftp", "ssh": "sftp"}
_CLIENTS = (
    ("aiohttp", "ClientError"),
    ("botocore.exceptions", "BotoCoreError"),
    ("paramiko.ssh_exception", "SSHException"),
)
_OPEN = {"zip": "zip", "sftp": "client", "ssh": "client"}
_WHOLE = ("s3", "s3a", "zip")
_WEB = ("http://", "https://")
# What tells one content from another, the surest first; a zip file has a checksum of each member.
_MARKS = ("ETag", "checksum", "Content-MD5", "Digest", "CRC")


class _FileSystem(Protocol):
    """What is used of fsspec's file systems."""

    def find(self, path: str, *, detail: bool) -> Mapping[str, Mapping[str, object]]: ...

    def ls(self, path: str, *, detail: bool) -> Sequence[Mapping[str, object]]: ...

    def invalidate_cache(self) -> None: ...

    def info(self, path: str) -> Mapping[str, object]: ...

    def open(self, path: str, mode: str) -> IO[bytes]: ...


class _Open(Protocol):
    """A zip file or a connection of a file system."""

    def close(self) -> None: ...


class Room:
    """So many bytes of this machine's disk; whoever wants some waits until there are as many."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._free = size
        self._turn = threading.Condition()

    @contextmanager
    def taken(self, size: int) -> Generator[None]:
        """Hold so many bytes for as long as the block lasts."""
        with self._turn:
            self._turn.wait_for(lambda: self._free >= size)
            self._free -= size
        try:
            yield
        finally:
            with self._turn:
                self._free += size
                self._turn.notify_all()


@dataclass(slots=True)
class RemoteHoldings:
    """The files below a root of a file system that fsspec knows; `name` is how messages call it.

    With `whole` one request lists all; other systems leave out folders that they fail to list, so they are walked here.
    """

    name: str
    system: _FileSystem
    root: str
    room: Room
    whole: bool
    closing: _Open | None = None

    def held(self, out: Path | None) -> Iterator[Held]:
        """Yield every file but records of version control, sorted."""
        found = self._listed()
        for at in sorted(found):
            name = self._below(at)
            parts = name.split("/")
            if name and not name.endswith("/") and VERSION_CONTROL.isdisjoint(parts[:-1]):
                yield self._held(name, at, found[at])

    def terms(self) -> tuple[bytes, str] | None:
        """Return the bytes of the archive's SOURCES.csv and its address, None where there is none."""
        at = f"{self.root}/{SOURCES}" if self.root else SOURCES
        try:
            with self.system.open(at, "rb") as file:
                return file.read(), self._called(at)
        except FileNotFoundError:
            return None
        except _failures() as error:
            raise self._ended(at, error) from error

    @contextmanager
    def fetched(self, at: str, size: int) -> Generator[Path]:
        """Yield a copy of a file on this machine, which goes with the block."""
        if size > self.room.size:
            sentence = f"It has {size:,} bytes, more than copies may take: raise extraction.copies_mb."
            raise Unfetched(Problem("too_large", sentence))
        with self.room.taken(size), _temporary() as path:
            self._copy(at, size, path)
            yield path

    def close(self) -> None:
        """Close the zip file or the connection that is open."""
        if self.closing is not None:
            self.closing.close()

    def _copy(self, at: str, size: int, path: Path) -> None:
        copied = 0
        try:
            with self.system.open(at, "rb") as file:
                while copied <= size and (data := file.read(_CHUNK)):
                    _append(path, data)
                    copied += len(data)
        except _failures() as error:
            raise self._unfetched(at, error) from error
        if copied != size:
            raise Unfetched(Problem("corrupt", "It changed while it was fetched: run again when nothing writes to it."))

    def _listed(self) -> Mapping[str, Mapping[str, object]]:
        try:
            found = self.system.find(self.root, detail=True) if self.whole else self._walked()
            if not found:
                self._look()
        except _failures() as error:
            if isinstance(error, FileNotFoundError) and not isinstance(error.__cause__, OSError):
                raise UsageError(f"{self.name} does not exist; name the place that holds your files.") from None
            raise AssayError(
                f"{self.name} cannot be listed ({_said(error)}); check the address, the connection and your rights "
                "to it, then run again."
            ) from error
        return found

    def _walked(self) -> Mapping[str, Mapping[str, object]]:
        found, folders = dict[str, Mapping[str, object]](), [self.root]
        while folders:
            for info in self.system.ls(folders.pop(), detail=True):
                if info["type"] == "directory":
                    folders.append(str(info["name"]))
                else:
                    found[str(info["name"])] = info
        return found

    def _look(self) -> None:
        """Ask whether the archive is there, of itself and not of what was listed before."""
        self.system.invalidate_cache()
        self.system.info(self.root)

    def _held(self, name: str, at: str, info: Mapping[str, object]) -> Held:
        if self.root.startswith(_WEB):
            info = self._asked(at)
        marks = [f"{mark}:{info[mark]}" for mark in _MARKS if info.get(mark)]
        size, marker = info.get("size"), marks[0] if marks else ""
        if not isinstance(size, int):
            return Held(printable(name), at, marker=marker, problem=Problem("unsupported", "nobody tells its size"))
        return Held(printable(name), at, size, 0 if marker else _changed(info), 0, marker)

    def _asked(self, at: str) -> Mapping[str, object]:
        """What a web server says of one file; its list of links says nothing."""
        try:
            return self.system.info(at)
        except _failures() as error:
            raise self._ended(at, error) from error

    def _below(self, at: str) -> str:
        name = at.removeprefix(self.root).removeprefix("/") if self.root else at
        return unquote(name) if self.root.startswith(_WEB) else name

    def _unfetched(self, at: str, error: Exception) -> Exception:
        """Whether one file cannot be had or the whole archive is out of reach is told by asking for the archive."""
        problem = _problem(error)
        if problem is None:
            return self._ended(at, error)
        try:
            self._look()
        except _failures() as other:
            return self._ended(at, other)
        return Unfetched(problem)

    def _ended(self, at: str, error: Exception) -> AssayError:
        return AssayError(
            f"{self._called(at)} cannot be fetched ({_said(error)}); check the connection and your rights to it, then "
            "run again: what was finished is kept."
        )

    def _called(self, at: str) -> str:
        return f"{self.name.rstrip('/')}/{self._below(at)}"


def open_remote(address: Address, copies: int) -> RemoteHoldings:
    """Return the holdings of a zip file or of an address; UsageError where what it takes is not installed."""
    name = str(address)
    url = name if isinstance(address, str) else f"zip://::{address.resolve()}"
    protocol = url.split(":", 1)[0]
    find = cast("Callable[..., tuple[_FileSystem, str]]", url_to_fs)
    try:
        system, root = find(url, skip_instance_cache=True)
    except ImportError as error:
        extra = _EXTRAS.get(protocol)
        how = f"`uv pip install -e '.[{extra}]'`" if extra else f"what it names ({_said(error)})"
        raise UsageError(f"{name}: {protocol} addresses need more than is installed: {how}.") from None
    except ValueError as error:
        raise UsageError(f"{name} is no address that can be read ({_said(error)}).") from None
    except _failures() as error:
        raise AssayError(f"{name} cannot be opened ({_said(error)}); check it and the connection.") from error
    closing = cast("_Open | None", getattr(system, _OPEN[protocol]) if protocol in _OPEN else None)
    return RemoteHoldings(name, system, root.rstrip("/"), Room(copies), protocol in _WHOLE, closing)


@contextmanager
def _temporary() -> Generator[Path]:
    with disk_errors(Path(tempfile.gettempdir())):
        handle, name = tempfile.mkstemp(prefix="copy-")
        os.close(handle)
    try:
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


def _append(path: Path, data: bytes) -> None:
    with disk_errors(path), path.open("ab") as file:
        file.write(data)


def _changed(info: Mapping[str, object]) -> int:
    """When a file changed, in nanoseconds; where nothing tells, now, so that it is looked at each time."""
    told = info.get("mtime", info.get("Last-Modified"))
    with suppress(ValueError):
        told = parsedate_to_datetime(told) if isinstance(told, str) else told
        if isinstance(told, datetime):
            return int(told.timestamp() * 1e9)
    return int(told * 1e9) if isinstance(told, int | float) else time.time_ns()


def _failures() -> tuple[type[Exception], ...]:
    """What goes wrong outside: also errors of the clients of web, S3 and sftp, loaded only where used."""
    found: list[type[Exception]] = [OSError, EOFError, RuntimeError, zipfile.BadZipFile, zlib.error]
    found += [getattr(sys.modules[module], name) for module, name in _CLIENTS if module in sys.modules]
    return tuple(found)


def _problem(error: Exception) -> Problem | None:
    """The problem of one file, None where the connection failed."""
    match error:
        case FileNotFoundError():
            return Problem("corrupt", "It went away while the archive was read: run again.")
        case PermissionError():
            return Problem("corrupt", "It may not be read: get the right to it and run again.")
        case NotImplementedError():
            return Problem("unsupported", f"It is packed in a way that cannot be read ({_said(error)}).")
        case RuntimeError() if "password" in str(error):
            return Problem("encrypted", "It is protected by the zip file's password: put it into the archive without.")
        case zipfile.BadZipFile() | zlib.error() | EOFError():
            return Problem("corrupt", f"It is damaged in the zip file ({_said(error)}).")
        case _:
            return None


def _said(error: Exception) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__
