"""A trace: every message of an episode as a JSON line, on disk after each step, named by its content at the end."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from assay.agent.messages import Message
from assay.model.canonical import digest_bytes
from assay.model.codec import to_text

# A leftover of a killed run below the traces starts like this and is removed when the store is opened.
UNFINISHED = ".unfinished-"


class Trace:
    """Appends messages to a file in a folder; a crash loses nothing that was appended.

    Leaving the block closes the file; one that was not closed by then keeps the name of an unfinished trace.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=UNFINISHED, dir=folder)
        self._folder, self._path = folder, Path(name)
        self._file = os.fdopen(handle, "ab")

    def __enter__(self) -> Trace:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()

    def append(self, messages: Sequence[Message]) -> None:
        """Write the messages of one step through to the file."""
        self._file.write(b"".join(to_text(message).encode("utf-8", "surrogatepass") + b"\n" for message in messages))
        self._file.flush()

    def close(self) -> str:
        """Return the sha256 that the finished trace is named by: equal episodes share one file."""
        self._file.close()
        sha = digest_bytes(self._path.read_bytes())
        os.replace(self._path, self._folder / f"{sha}.jsonl")
        return sha
