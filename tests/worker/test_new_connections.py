"""New connections: left to other processes while requests wait in this one, but not for long."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from typing import Any

import pytest

from config.slow_clients import Patience, PatientServer
from tests.processes import PATIENCE_S


@contextmanager
def served(may: threading.Event) -> Iterator[int]:
    """Serves with one thread, which answers nobody before it may; yields the port."""

    def application(_environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        assert may.wait(PATIENCE_S)
        start_response("200 OK", [("Content-Length", "2")])
        return [b"in"]

    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        limits: dict[str, Any] = {
            "places": 500,
            "patience": Patience(),
            "all_bodies": 10**9,
            "threads": 1,
        }
        server = PatientServer(application, listener, largest_body=lambda _path: 0, **limits)
        thread = threading.Thread(target=server.serve, daemon=True)
        thread.start()
        try:
            yield port
        finally:
            may.set()
            server.stop()
            thread.join(PATIENCE_S)
            server.finish(1.0)


def test_who_comes_new_is_let_in_while_others_wait_for_a_thread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taken, may = threading.Semaphore(0), threading.Event()
    take = PatientServer.handle_accept

    def handle_accept(self: PatientServer) -> None:
        take(self)
        taken.release()

    monkeypatch.setattr(PatientServer, "handle_accept", handle_accept)
    with served(may) as port, contextlib.ExitStack() as open_until_then:
        come = []
        for _ in range(3):
            one = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
            open_until_then.callback(one.close)
            one.request("GET", "/")
            assert taken.acquire(timeout=PATIENCE_S)
            come.append(one)
        may.set()
        assert [one.getresponse().read() for one in come] == [b"in"] * 3
