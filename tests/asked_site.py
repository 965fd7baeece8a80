"""The WSGI application of the web server, asked without a server."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from io import BytesIO
from typing import Any, NamedTuple

from django.core.wsgi import get_wsgi_application

from core.web.at_once import AtOnce
from core.web.request_id import HEADER
from core.web.turn import IN_TURN
from lexicon.views.kiosk_lock import COOKIE


class Answer(NamedTuple):
    """The answer, its headers without the number of the request, and who gave it."""

    status: str
    headers: dict[str, str]
    body: bytes
    by_django: bool
    number: str

    @property
    def shown(self) -> tuple[str, dict[str, str], bytes]:
        return self.status, self.headers, self.body


class Site:
    """The application of the web server; counts what gets through to Django.

    `said_more` are headers that Django adds to every answer.
    """

    def __init__(self, *said_more: tuple[str, str]) -> None:
        self._said_more = said_more
        self._django = get_wsgi_application()
        self._application = AtOnce(self._counted, deciding=[COOKIE])
        self._asked = 0

    def _counted(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        def more(status: str, headers: list[tuple[str, str]], *fault: Any) -> Any:
            return start(status, [*headers, *self._said_more], *fault)

        self._asked += 1
        return self._django(environ, more)

    def ask(self, path: str, *, django: bool = False, **said: Any) -> Answer:
        """Asks for a page, or Django alone for it."""
        told: dict[str, Any] = {}

        def start(status: str, headers: list[tuple[str, str]], *_: Any) -> Any:
            assert [name for name, _ in headers].count(HEADER) == 1
            told.update(status=status, headers=dict(headers))

        environ = self._environ(path, said)
        before = self._asked
        answered = (self._django if django else self._application)(environ, start)
        body = b"".join(answered)
        getattr(answered, "close", lambda: None)()
        number = told["headers"].pop(HEADER)
        return Answer(told["status"], told["headers"], body, self._asked > before, number)

    def in_turn(self, path: str, **said: Any) -> Iterable[bytes]:
        """Asks for a page as the loop of the server does in a new turn; nothing may be begun."""

        def start(*_: Any) -> Any:
            raise AssertionError("an answer was begun")

        return self._application({**self._environ(path, said), IN_TURN: {}}, start)

    def _environ(self, path: str, said: dict[str, Any]) -> dict[str, Any]:
        return {
            "REQUEST_METHOD": "GET",
            "PATH_INFO": path,
            "QUERY_STRING": "",
            "SCRIPT_NAME": "",
            "HTTP_HOST": "localhost:8000",
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "8000",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(),
            "wsgi.errors": sys.stderr,
            **said,
        }
