"""One message sent to one receiver: to an address that was checked, and no longer than so long.

The name is looked up once, and the connection made to what was found then: a name that stands for
another address a moment later (DNS rebinding) leads nowhere else. Redirects are not followed, no
proxy is asked, and what a receiver answers is read no further than its first bytes.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from threading import Timer
from time import monotonic

from core.phrases import phrase
from tournaments.webhooks.sending.addresses import Address, AddressRefused, Own, checked, target_of

WITHIN_S = 10.0
CONNECTED_WITHIN_S = 5.0
READ_BYTES = 2_000
TOLD_LETTERS = 200
LATE = phrase("It did not answer in time.")

Resolve = Callable[[str, int], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Response:
    """What came of sending: the status, None without one, the beginning of the text, what failed.

    `error` is empty if the receiver took the message.
    """

    status: int | None = None
    text: str = ""
    error: str = ""


def resolved(host: str, port: int) -> list[str]:
    """Returns the addresses that this machine finds for a name, none if it is not known."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    return [str(place[0]) for *_, place in found]


def post(
    url: str,
    headers: Mapping[str, str],
    body: bytes,
    *,
    own: Sequence[Own] = (),
    resolve: Resolve = resolved,
    within: float = WITHIN_S,
    tls: ssl.SSLContext | None = None,
) -> Response:
    """Sends a body and returns the answer; whatever fails is in it, and nothing is raised for it.

    `own` are the receivers of the hall, `within` is the time in seconds for all of it once the
    name is resolved, and `tls` says which certificates are good: by default those that this
    machine trusts.
    """
    try:
        target = target_of(url)
        addresses = checked(target, resolve(target.host, target.port), own)
    except AddressRefused as refused:
        return Response(error=refused.message)
    context = (tls or ssl.create_default_context()) if target.scheme == "https" else None
    sent = {"Host": target.authority, "User-Agent": "Wallchart", "Connection": "close", **headers}
    ends = monotonic() + within
    answer = Response()
    for address in addresses:
        connection = _Pinned(address, target.host, target.port, context, ends)
        try:
            asked = _asked(connection, target.path, sent, body)
            # What was cut off can look like an answer: headers, for one, end where the line does.
            return Response(error=LATE) if connection.is_over else asked
        except _NotConnected as failure:
            answer = Response(error=_why(failure.__cause__, target.host))
        except (OSError, HTTPException, ValueError) as failure:
            return Response(error=LATE if connection.is_over else _why(failure, target.host))
        finally:
            connection.close()
    return answer


class _NotConnected(Exception):
    """Nobody took the connection: the next address may be tried, nothing was sent."""


class _Pinned(HTTPConnection):
    """A connection to an address that is given, which ends at a moment whatever is going on.

    A receiver that sends a byte now and then never lets a read time out, so the connection is
    shut from outside: `_line` is another name of the same one, which TLS does not take over.
    """

    def __init__(
        self, address: Address, host: str, port: int, tls: ssl.SSLContext | None, ends: float
    ) -> None:
        super().__init__(host, port)
        self._address, self._tls, self._ends = address, tls, ends
        self._held = ExitStack()
        self.is_over = False

    def connect(self) -> None:
        left = max(0.1, self._ends - monotonic())
        try:
            plain = socket.create_connection(
                (str(self._address), self.port), timeout=min(left, CONNECTED_WITHIN_S)
            )
        except OSError as failure:
            raise _NotConnected from failure
        self._held.callback(plain.close)
        left = max(0.1, self._ends - monotonic())
        plain.settimeout(left)
        line = self._held.enter_context(plain.dup())
        timer = Timer(left, self._end, (line,))
        timer.daemon = True
        timer.start()
        self._held.callback(timer.join)
        self._held.callback(timer.cancel)
        self.sock = plain
        if self._tls is not None:
            self.sock = self._tls.wrap_socket(plain, server_hostname=self.host)

    def close(self) -> None:
        super().close()
        self._held.close()

    def _end(self, line: socket.socket) -> None:
        self.is_over = True
        with suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)


def _asked(
    connection: HTTPConnection, path: str, headers: Mapping[str, str], body: bytes
) -> Response:
    connection.request("POST", path, body, dict(headers))
    response = connection.getresponse()
    text = _shown(response.read(READ_BYTES))
    if response.status in range(200, 300):
        return Response(response.status, text)
    if response.status in range(300, 400):
        error = phrase("It answered with a redirect, which is not followed.")
    else:
        error = phrase("It answered with status {status}.", status=response.status)
    return Response(response.status, text, error)


def _shown(body: bytes) -> str:
    """Returns the beginning of an answer as text that can be stored and shown."""
    text = body.decode("utf-8", errors="replace")
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:TOLD_LETTERS]


def _why(failure: BaseException | None, host: str) -> str:
    if isinstance(failure, ssl.SSLCertVerificationError):
        return phrase("The certificate of {host} is not valid.", host=host)
    if isinstance(failure, TimeoutError):
        return LATE
    if isinstance(failure, ssl.SSLError):
        return phrase("{host} does not speak TLS as it should.", host=host)
    if isinstance(failure, OSError):
        return phrase("It did not take the connection, or broke it off.")
    return phrase("Its answer could not be read.")
