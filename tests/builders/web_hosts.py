"""Web hosts for tests: a real SFTP server on a folder, with a key of its own."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import paramiko
from paramiko.common import AUTH_FAILED, AUTH_SUCCESSFUL, OPEN_SUCCEEDED
from paramiko.sftp import SFTP_OK

from core.pushing.sftp import fingerprint

USER, PASSWORD = "webmaster", "a long password"


@dataclass
class SftpHost:
    """A running server: where it listens, its key, and the folder of its account."""

    port: int
    key: str
    home: Path


class _Door(paramiko.ServerInterface):
    def check_auth_password(self, username: str, password: str) -> int:
        is_right = (username, password) == (USER, PASSWORD)
        return AUTH_SUCCESSFUL if is_right else AUTH_FAILED

    def check_channel_request(self, kind: str, chanid: int) -> int:
        return OPEN_SUCCEEDED

    def get_allowed_auths(self, username: str) -> str:
        return "password"


class _Handle(paramiko.SFTPHandle):
    def stat(self) -> Any:
        return paramiko.SFTPAttributes.from_stat(os.fstat(self.readfile.fileno()))  # type: ignore[attr-defined] # paramiko reads it


class _Folder(paramiko.SFTPServerInterface):
    home = Path()

    def _here(self, path: str) -> Path:
        return self.home / self.canonicalize(path).lstrip("/")

    def stat(self, path: str) -> Any:
        try:
            return paramiko.SFTPAttributes.from_stat(self._here(path).stat())
        except OSError as failure:
            return paramiko.SFTPServer.convert_errno(failure.errno or 0)

    def open(self, path: str, flags: int, attr: Any) -> Any:
        try:
            file = os.fdopen(os.open(self._here(path), flags, 0o644), "wb")
        except OSError as failure:
            return paramiko.SFTPServer.convert_errno(failure.errno or 0)
        handle = _Handle(flags)
        handle.writefile = handle.readfile = file  # type: ignore[attr-defined] # paramiko reads them
        return handle

    def _do(self, act: Any) -> int:
        try:
            act()
        except OSError as failure:
            return paramiko.SFTPServer.convert_errno(failure.errno or 0)
        return SFTP_OK

    def remove(self, path: str) -> int:
        return self._do(self._here(path).unlink)

    def mkdir(self, path: str, attr: Any) -> int:
        return self._do(self._here(path).mkdir)

    def posix_rename(self, oldpath: str, newpath: str) -> int:
        return self._do(lambda: self._here(oldpath).replace(self._here(newpath)))


@contextmanager
def sftp_host(home: Path) -> Iterator[SftpHost]:
    """Run an SFTP server on a folder until the block ends."""
    home.mkdir(exist_ok=True)
    key = paramiko.ECDSAKey.generate()
    folder = type("Folder", (_Folder,), {"home": home})
    listener = socket.create_server(("127.0.0.1", 0))
    transports: list[paramiko.Transport] = []

    def serve() -> None:
        while True:
            try:
                plug, _ = listener.accept()
            except OSError:
                return
            transport = paramiko.Transport(plug)
            transports.append(transport)
            transport.add_server_key(key)
            transport.set_subsystem_handler("sftp", paramiko.SFTPServer, folder)
            with suppress(paramiko.SSHException, EOFError, OSError):
                transport.start_server(server=_Door())

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield SftpHost(listener.getsockname()[1], fingerprint(key), home)
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join()
        for transport in transports:
            transport.close()
