"""New connections: left to other processes while requests wait in this one, but not for long."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable
from http.client import HTTPConnection
from typing import Any

import pytest

from config.slow_clients import Patience, PatientServer
from tests.processes import PATIENCE_S


def test_who_comes_new_is_let_in_while_others_wait_for_a_thread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taken, may = threading.Semaphore(0), threading.Event()
    take = PatientServer.handle_accept

    def handle_accept(self: PatientServer) -> None:
        take(self)
        taken.release()

    def application(_environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        assert may.wait(PATIENCE_S)
        start_response("200 OK", [("Content-Length", "2")])
        return [b"in"]

    monkeypatch.setattr(PatientServer, "handle_accept", handle_accept)
    with contextlib.ExitStack() as until_then:
        listener = until_then.enter_context(socket.create_server(("127.0.0.1", 0)))
        server = PatientServer(
            application,
            listener,
            places=500,
            patience=Patience(),
            largest_body=lambda _path: 0,
            all_bodies=10**9,
            threads=1,
        )
        thread = threading.Thread(target=server.serve, daemon=True)
        thread.start()

        def end() -> None:
            may.set()
            server.stop()
            thread.join(PATIENCE_S)
            server.finish(1.0)

        until_then.callback(end)
        come = []
        for _ in range(3):
            one = HTTPConnection(*listener.getsockname(), timeout=PATIENCE_S)
            until_then.callback(one.close)
            one.request("GET", "/")
            assert taken.acquire(timeout=PATIENCE_S)
            come.append(one)
        may.set()
        assert [one.getresponse().read() for one in come] == [b"in"] * 3
