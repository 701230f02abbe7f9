"""Runs inside a sandbox and prints what it should not have been able to do, as one line of JSON."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable

ALLOWED = {"PATH", "HOME", "TMPDIR", "LANG", "TZ", "PWD", "OLDPWD", "SHLVL", "_", "LC_CTYPE"}
LEAVING = (40, 38, 44)  # AF_VSOCK, AF_ALG and AF_XDP: none of them is needed, the first leads to a machine's host
OWN_NUMBERS = 16  # the processes of a fresh space have numbers below this one


def succeeds(action: Callable[[], object]) -> bool:
    """Whether the system lets it happen."""
    try:
        action()
    except OSError:
        return False
    return True


def read(path: str) -> str:
    """The text of a file."""
    with open(path) as stream:
        return stream.read()


def write(path: str) -> None:
    """Make a file."""
    with open(path, "w") as stream:
        stream.write("x")


def reach(host: str, port: int) -> None:
    """Connect, and give up soon."""
    socket.create_connection((host, port), timeout=0.3).close()


def made(family: int) -> None:
    """Make a socket of a family, of whatever type it has."""
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET, socket.SOCK_RAW):
        try:
            socket.socket(family, kind).close()
        except OSError:
            continue
        return
    raise OSError(f"no socket of family {family}")


def foreign(token: str) -> list[str]:
    """The command lines in /proc that have nothing to do with this sandbox."""
    try:
        names = [name for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        return []
    lines: list[str] = []
    for name in names:
        try:
            lines.append(read(f"/proc/{name}/cmdline"))
        except OSError:
            continue
    return [line for line in lines if line and token not in line]


def tree(token: str) -> None:
    """Leave an orphan in a session of its own, with our output still open."""
    subprocess.Popen([sys.executable, "-I", "-c", "import time; time.sleep(60)", token], start_new_session=True)


def of_files(documents: str, secret: str) -> dict[str, bool]:
    """Which checks of the files fail."""
    changed = [succeeds(lambda name=name: write(f"{documents}/{name}")) for name in ("new.md", "file.md")]
    seen = [succeeds(lambda path=path: read(path)) for path in (secret, f"{documents}/link.md")]
    return {
        "documents": not succeeds(lambda: read(f"{documents}/file.md")),
        "read_only": any(changed),
        "scratch": not succeeds(lambda: write("canary.txt")),
        "host_files": any(seen),
    }


def of_surroundings(token: str, port: int, host: int) -> dict[str, bool]:
    """Which checks of the network, of other processes and of variables fail."""
    raw = succeeds(lambda: socket.socket(type=socket.SOCK_RAW).close())
    return {
        "network": raw or succeeds(lambda: reach("192.0.2.1", 80)),
        "loopback": succeeds(lambda: reach("127.0.0.1", port)),
        "families": any(succeeds(lambda one=one: made(one)) for one in LEAVING),
        "processes": bool(foreign(token)),
        "signals": host > OWN_NUMBERS and succeeds(lambda: os.kill(host, 0)),
        "environment": bool(set(os.environ) - ALLOWED),
    }


def main(token: str, documents: str, secret: str, port: str, host: str) -> None:
    """Try everything, leave an orphan behind and print which checks failed."""
    found = of_files(documents, secret) | of_surroundings(token, int(port), int(host))
    tree(token)
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:6])
