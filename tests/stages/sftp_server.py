"""A server of sftp on this machine that shows one folder to whoever has a key."""

from __future__ import annotations

import io
import os
import socket
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

import paramiko
from paramiko.common import AUTH_SUCCESSFUL, OPEN_SUCCEEDED


class _Door(paramiko.ServerInterface):
    def check_channel_request(self, kind: str, chanid: int) -> int:
        return OPEN_SUCCEEDED

    def check_auth_publickey(self, username: str, key: paramiko.PKey) -> int:
        return AUTH_SUCCESSFUL

    def get_allowed_auths(self, username: str) -> str:
        return "publickey"


class _Handle(paramiko.SFTPHandle):
    def __init__(self, file: io.FileIO, flags: int) -> None:
        super().__init__(flags)
        self.readfile = file

    def stat(self):
        return paramiko.SFTPAttributes.from_stat(os.fstat(self.readfile.fileno()))


def _files(folder: Path) -> type[paramiko.SFTPServerInterface]:
    class Files(paramiko.SFTPServerInterface):
        def list_folder(self, path: str):
            found = [(entry.name, entry.stat()) for entry in os.scandir(f"{folder}{path}")]
            return [paramiko.SFTPAttributes.from_stat(status, name) for name, status in found]

        def stat(self, path: str):
            try:
                return paramiko.SFTPAttributes.from_stat(os.stat(f"{folder}{path}"))
            except OSError as error:
                return paramiko.SFTPServer.convert_errno(error.errno or 0)

        lstat = stat

        def open(self, path: str, flags: int, attr: object):
            try:
                return _Handle(io.FileIO(f"{folder}{path}"), flags)
            except OSError as error:
                return paramiko.SFTPServer.convert_errno(error.errno or 0)

    return Files


@contextmanager
def sftp_server(folder: Path, home: Path) -> Generator[int]:
    """Yield the port of the server; `home` gets the key."""
    key = paramiko.ECDSAKey.generate()
    (home / ".ssh").mkdir(parents=True)
    key.write_private_key_file(str(home / ".ssh" / "id_ecdsa"))
    made: list[paramiko.Transport] = []

    def serve() -> None:
        with suppress(OSError):
            while True:
                transport = paramiko.Transport(listener.accept()[0])
                transport.add_server_key(key)
                transport.set_subsystem_handler("sftp", paramiko.SFTPServer, _files(folder))
                transport.start_server(server=_Door())
                made.append(transport)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield listener.getsockname()[1]
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            thread.join()
            for transport in made:
                transport.close()
