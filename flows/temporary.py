"""The Prefect server of one build: its database lies in OUT, and it ends with the build, also when that is killed."""

# pyright: reportUnknownMemberType=false
# prefect.server does not type all of its application.

from __future__ import annotations

import os
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

from assay.model.errors import AssayError
from flows.template import keep, lay
from flows.tethered import tethered

# A busy machine needs far longer than an idle one to load a server; one that ended is noticed at once.
_PATIENCE = 180.0
_PAUSE = 1.0
_ENDING = 15.0


@contextmanager
def temporary_server(home: Path, meanwhile: Callable[[], object] = lambda: None) -> Generator[str]:
    """Yield the address of the interface of a server of our own; what it has to say stands in `home`/server.log.

    `meanwhile` is done while the server starts, which takes seconds.
    """
    log, store = home / "server.log", Path(os.environ["PREFECT_HOME"])
    new = lay(store)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = _start(listening, log)
        address = f"http://127.0.0.1:{listening.getsockname()[1]}/api"
    # From here on the server alone holds the socket: were it open here too, the kernel would go on taking calls for a
    # server that died, and the build would wait for answers for ever.
    try:
        meanwhile()
        _await(address, server, log)
        if new:
            keep(store)
        yield address
    finally:
        _end(server)


def _start(listening: socket.socket, log: Path) -> subprocess.Popen[bytes]:
    # The child is given the open socket: no port is lost between looking for one and taking it.
    number = listening.fileno()
    command, environment = tethered([sys.executable, "-m", "flows.temporary", str(number)])
    with log.open("wb") as said:
        return subprocess.Popen(
            command, env=environment, pass_fds=(number,), stdin=subprocess.DEVNULL, stdout=said, stderr=said
        )


def _await(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    waited = 0.0
    while waited < _PATIENCE and server.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/health", timeout=_PAUSE):
                return
        except (urllib.error.URLError, TimeoutError, ConnectionError):
            waited += _PAUSE
    lines = log.read_text(encoding="utf-8", errors="replace").strip().splitlines() or ["it did not answer"]
    raise AssayError(
        f"Prefect's temporary server did not start ({lines[-1][:300]}; all of it: {log}). "
        "Run again, or with --direct to do without Prefect."
    )


def _end(server: subprocess.Popen[bytes]) -> None:
    server.terminate()
    try:
        server.wait(_ENDING)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


def main() -> None:
    """Serve Prefect's interface without its page on the socket whose number is the first argument."""
    # a server that lives as long as one build has no page and no automations that wait for events
    os.environ |= {"PREFECT_UI_ENABLED": "0", "PREFECT_SERVER_SERVICES_TRIGGERS_ENABLED": "0"}
    import uvicorn
    from prefect.server.api.server import create_app

    uvicorn.run(create_app(ephemeral=True, final=True), fd=int(sys.argv[1]), log_level="error")


if __name__ == "__main__":
    main()
