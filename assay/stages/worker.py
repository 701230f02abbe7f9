"""A process that computes batches for another on the same machine: `python -m assay.stages.worker HANDLE FOLDER`.

Sealed batches come over a connection, sealed commits go back over it. The process ends when the other side of the
connection does, in the middle of a batch too; a batch that fails ends it as well, for it is computed again where its
error can be told.
"""

from __future__ import annotations

import os
import select
import sys
import tempfile
from contextlib import suppress
from multiprocessing.connection import Connection
from threading import Thread

from assay.stages.elsewhere import computed


def main() -> None:
    """Compute batches until nobody asks for more; temporary files are made in FOLDER, which the other side clears."""
    handle, tempfile.tempdir = int(sys.argv[1]), sys.argv[2]
    Thread(target=_end_with, args=(handle,), daemon=True).start()
    connection = Connection(handle)
    with suppress(EOFError):
        while True:
            connection.send_bytes(computed(connection.recv_bytes()))


def _end_with(handle: int) -> None:
    poll = select.poll()
    # a hang-up is reported without being asked for
    poll.register(handle, 0)
    poll.poll()
    os._exit(0)


if __name__ == "__main__":
    main()
