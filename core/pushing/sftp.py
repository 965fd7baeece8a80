"""Sending over SFTP (paramiko): to a host that shows the key that was agreed on."""

from __future__ import annotations

import socket
from base64 import b64encode
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from hashlib import sha256
from pathlib import Path

import paramiko

from core.phrases import phrase
from core.pushing.places import Place
from core.pushing.refused import NotSent, not_sent

PORT = 22


def fingerprint(key: paramiko.PKey) -> str:
    """Returns the fingerprint of a host's key as `ssh` shows it."""
    return f"SHA256:{b64encode(sha256(key.asbytes()).digest()).decode().rstrip('=')}"


@contextmanager
def checked_host(place: Place, *, timeout: float) -> Iterator[paramiko.Transport]:
    """Opens a connection to the host, whose key is the one agreed on; raises NotSent."""
    try:
        plug = socket.create_connection((place.host, place.port or PORT), timeout=timeout)
    except OSError as failure:
        raise not_sent(place, failure.strerror or failure) from failure
    with closing(paramiko.Transport(plug)) as transport:
        transport.banner_timeout = transport.auth_timeout = timeout
        try:
            transport.start_client(timeout=timeout)
        except (paramiko.SSHException, EOFError, OSError) as failure:
            raise not_sent(place, str(failure) or phrase("it speaks no SSH")) from failure
        shown = fingerprint(transport.get_remote_server_key())
        if not place.host_key:
            raise NotSent(
                phrase(
                    "{host} shows the key {key}. Compare it with what the provider of the host "
                    "says, then copy it into Host key.",
                    host=place.host,
                    key=shown,
                ),
                code="push.host_key",
                field="host_key",
            )
        if shown != place.host_key:
            raise NotSent(
                phrase(
                    "{host} shows another key, {key}: somebody may be in between. Nothing was "
                    "sent, and no password.",
                    host=place.host,
                    key=shown,
                ),
                code="push.host_key",
                field="host_key",
            )
        yield transport


@contextmanager
def opened_sftp(place: Place, secret: str, *, timeout: float) -> Iterator[SftpSender]:
    """Opens the way to a folder of an account; raises NotSent."""
    with checked_host(place, timeout=timeout) as transport:
        _sign_in(transport, place, secret)
        try:
            with closing(_client(transport, timeout)) as client:
                yield SftpSender(place, client)
        except (paramiko.SSHException, EOFError, OSError) as failure:
            raise not_sent(place, str(failure) or phrase("the connection broke")) from failure


def _client(transport: paramiko.Transport, timeout: float) -> paramiko.SFTPClient:
    client = paramiko.SFTPClient.from_transport(transport)
    if client is None:
        raise paramiko.SSHException(phrase("it offers no SFTP"))
    channel = client.get_channel()
    if channel is not None:
        channel.settimeout(timeout)
    return client


def _sign_in(transport: paramiko.Transport, place: Place, secret: str) -> None:
    try:
        if place.key_file:
            key = paramiko.PKey.from_path(place.key_file, secret or None)
            transport.auth_publickey(place.user, key)
        else:
            transport.auth_password(place.user, secret)
    except paramiko.AuthenticationException as refused:
        raise not_sent(
            place, phrase("it does not let {user} in with this password or key", user=place.user)
        ) from refused
    except (paramiko.SSHException, ValueError, TypeError) as unreadable:
        raise not_sent(place, phrase("the key file cannot be used")) from unreadable
    except OSError as failure:
        raise not_sent(place, failure.strerror or failure) from failure


class SftpSender:
    """Sends into a folder of an account."""

    def __init__(self, place: Place, client: paramiko.SFTPClient) -> None:
        self._place, self._client = place, client
        self._made: set[str] = set()

    def put(self, folder: Path, names: tuple[str, ...]) -> None:
        for name in names:
            target = f"{self._place.folder}/{name}"
            self._make(target.rpartition("/")[0])
            beside = f"{target}.new"
            self._client.put(str(folder / name), beside)
            try:
                self._client.posix_rename(beside, target)
            except OSError:  # a server without that extension replaces no file
                with suppress(FileNotFoundError):
                    self._client.remove(target)
                self._client.rename(beside, target)

    def remove(self, folder: Path, names: tuple[str, ...]) -> None:
        for name in names:
            with suppress(FileNotFoundError):
                self._client.remove(f"{self._place.folder}/{name}")

    def _make(self, path: str) -> None:
        """Makes a folder and those above it, where they are not there."""
        if path in self._made or not path:
            return
        try:
            self._client.stat(path)
        except FileNotFoundError:
            self._make(path.rpartition("/")[0])
            self._client.mkdir(path)
        self._made.add(path)
