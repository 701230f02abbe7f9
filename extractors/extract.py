"""Files to documents: each is read by a child process of its own, with limits, without network."""

from __future__ import annotations

import io
import os
import pickle
import signal
import socket
import stat
import subprocess
import sys
from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import cast

from assay.model.canonical import digest, digest_bytes
from assay.model.document import Document, Problem, Reading, Source
from assay.model.errors import AssayError
from extractors.formats import app_of
from extractors.server import ENDING_SIZE, LOADED, Ending, Order
from extractors.sniffing import EXTENSIONS, UNKNOWN, extension

# Enters the extraction key: raise it when a reader's result changes, so that files are read again.
READERS_VERSION = 4
_READ_AGAIN = 2
# A child that died of a signal near its limit died of its limit; libraries in C abort where Python raises.
_NEAR = 0.8
_MIB = 1 << 20
_SERVER_GONE = "The process that reads files was ended from outside: run again; what was finished is kept."


@dataclass(frozen=True, slots=True)
class ExtractionLimits:
    """What one file may cost: processor seconds, bytes of memory, bytes of the file, bytes a package may unpack to.

    Processor time does not depend on what else the machine does; ten times as much wall time ends what waits.
    """

    seconds: float = 90.0
    memory: int = 2048 * _MIB
    file_size: int = 256 * _MIB
    inflated: int = 1024 * _MIB


@dataclass(frozen=True, slots=True)
class Extraction:
    """A document with the pictures it names by sha256, and the very bytes that were read and hashed."""

    document: Document
    blobs: dict[str, bytes]
    data: bytes = b""


class ReadingServer:
    """The process that forks a reader for each file; leaving the block ends it with all its children."""

    def __init__(self, *, loaded: bool = True) -> None:
        """`loaded` says that all readers are loaded first: for one file, loading its own reader is faster."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            # -P: a folder full of documents may hold a `json.py`.
            command = [sys.executable, "-P", "-m", "extractors.server", *([LOADED] if loaded else [])]
            # A process with threads of numpy's own is not safe to fork.
            environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
            self._process = subprocess.Popen(
                command, stdin=theirs.fileno(), stdout=subprocess.DEVNULL, env=environment, start_new_session=True
            )
        self._orders = ours

    def __enter__(self) -> ReadingServer:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._orders.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def extract(self, path: Path, source: Source, limits: ExtractionLimits) -> Extraction:
        """Return what one file holds; any failure is the document's problem."""
        data = _read_steadily(path, limits)
        if isinstance(data, Problem):
            return Extraction(_unread(source, data), {})
        media_type, reading = self._ask(source.path, data, limits)
        return Extraction(_document(source, data, media_type, reading), reading.blobs, data)

    def _ask(self, path: str, data: bytes, limits: ExtractionLimits) -> tuple[str, Reading]:
        order = Order(limits.seconds, limits.memory, limits.inflated, path)
        ours, theirs = socket.socketpair()
        with ours:
            with theirs:
                self._send(order, theirs)
            # A child that died takes no more bytes; its ending says why.
            with suppress(BrokenPipeError, ConnectionResetError):
                ours.sendall(data)
                ours.shutdown(socket.SHUT_WR)
            return _understood(_received(ours), order)

    def _send(self, order: Order, stream: socket.socket) -> None:
        try:
            socket.send_fds(self._orders, [order.packed()], [stream.fileno()])
        except OSError as error:
            raise AssayError(_SERVER_GONE) from error


def extract(path: Path, source: Source, limits: ExtractionLimits | None = None) -> Extraction:
    """Return what one file holds, read in a child process; any failure is the document's problem."""
    with ReadingServer(loaded=False) as server:
        return server.extract(path, source, limits or ExtractionLimits())


def extract_batch(
    items: Iterable[tuple[Path, Source]], limits: ExtractionLimits | None = None, workers: int | None = None
) -> Generator[Extraction, None, None]:
    """Yield what each file holds, in order, with as many readers at work as there are workers (processors)."""
    allowed, number = limits or ExtractionLimits(), workers or os.cpu_count() or 1
    waiting, rest = deque[Future[Extraction]](), iter(items)
    # The pool ends after the server: what its threads wait for ends with the server.
    with ThreadPoolExecutor(number, "reader") as pool, ReadingServer() as server:
        try:
            for path, source in rest:
                waiting.append(pool.submit(server.extract, path, source, allowed))
                if len(waiting) >= 2 * number:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


def _read_steadily(path: Path, limits: ExtractionLimits) -> bytes | Problem:
    """The bytes of a file that did not change meanwhile; tried twice."""
    for _ in range(_READ_AGAIN):
        try:
            before = path.stat()
            if not stat.S_ISREG(before.st_mode):
                return Problem("unsupported", "It is no regular file: put a copy of the file there.")
            if problem := too_large(before.st_size, limits.file_size):
                return problem
            data, after = path.read_bytes(), path.stat()
        except OSError as error:
            return Problem("corrupt", f"It cannot be opened: {error.strerror or error}.")
        if _same(before, after) and len(data) == after.st_size:
            return data
    return Problem("corrupt", "It changed while it was read: run again when nothing writes to it.")


def too_large(size: int, limit: int) -> Problem | None:
    """Return the problem of a file of so many bytes, None where they are within the limit."""
    if size <= limit:
        return None
    return Problem("too_large", f"It has {size:,} bytes, more than the limit of {limit:,}.")


def _same(before: os.stat_result, after: os.stat_result) -> bool:
    return (before.st_size, before.st_mtime_ns, before.st_ino) == (after.st_size, after.st_mtime_ns, after.st_ino)


def _received(stream: socket.socket) -> bytes:
    parts = list[bytes]()
    with suppress(ConnectionResetError):
        while part := stream.recv(_MIB):
            parts.append(part)
    return b"".join(parts)


def _understood(reply: bytes, order: Order) -> tuple[str, Reading]:
    body, tail = reply[:-ENDING_SIZE], reply[-ENDING_SIZE:]
    if len(tail) < ENDING_SIZE:
        raise AssayError(_SERVER_GONE)
    ending = Ending.unpacked(tail)
    if ending.status == 0 and not ending.late:
        return _Records(io.BytesIO(body)).load()
    media_type = EXTENSIONS.get(extension(order.path), UNKNOWN)
    return media_type, Reading(app_of(media_type, order.path), problem=_cause(ending, order))


def _cause(ending: Ending, order: Order) -> Problem:
    """An exit that the child did not mean is one for which it had no memory left."""
    signalled = os.WTERMSIG(ending.status) if os.WIFSIGNALED(ending.status) else None
    if ending.late or signalled == signal.SIGXCPU:
        return Problem("timeout", f"Reading it takes more than {order.seconds:g} seconds.")
    if signalled in (None, signal.SIGKILL) or ending.peak >= _NEAR * order.memory:
        return Problem("memory", f"Reading it takes more than {order.memory:,} bytes of memory.")
    return Problem("corrupt", f"The reader crashed on it ({signal.Signals(signalled).name}).")


class _Records(pickle.Unpickler):
    """A hostile file may have taken over its reader: what comes back may be records of ours and nothing else."""

    def find_class(self, module_name: str, global_name: str, /) -> object:
        if not module_name.startswith("assay.model."):
            raise pickle.UnpicklingError(f"{module_name}.{global_name} is no record")
        return super().find_class(module_name, global_name)

    def load(self) -> tuple[str, Reading]:
        return cast(tuple[str, Reading], super().load())


def extraction_key(content: str, media_type: str, reader: str) -> str:
    """Return the key of what a reader of this version makes of these bytes."""
    return digest([content, media_type, reader, READERS_VERSION])


def refused(source: Source, problem: Problem) -> Extraction:
    """Return what stands for a file that is not opened at all."""
    return Extraction(_unread(source, problem), {})


def _unread(source: Source, problem: Problem) -> Document:
    media_type = EXTENSIONS.get(extension(source.path), UNKNOWN)
    return _document(source, None, media_type, Reading(app_of(media_type, source.path), problem=problem))


def _document(source: Source, data: bytes | None, media_type: str, reading: Reading) -> Document:
    """The document of a reading; `content` and `extraction` are empty where no bytes were read."""
    content = digest_bytes(data) if data is not None else ""
    return Document(
        source=source.key,
        content=content,
        extraction=extraction_key(content, media_type, reading.reader) if content else "",
        domain=source.domain,
        path=source.path,
        app=reading.app,
        media_type=media_type,
        title=reading.title,
        properties=reading.properties,
        counts=reading.counts,
        reader=reading.reader,
        problem=reading.problem,
        artifacts=reading.artifacts,
        edges=reading.edges,
        warnings=reading.warnings,
    )
