"""A web server's needs of its machine: files for connections, and a port where it has none."""

from __future__ import annotations

import socket
from types import SimpleNamespace

import pytest

from config import web_server
from config.web_server import PLACES, places

resource = pytest.importorskip("resource", reason="this system has no limits of open files")
NO_END = resource.RLIM_INFINITY


@pytest.mark.parametrize(
    ("limits", "asked", "held"),
    [
        ((1_024, 4_096), (4_096, 4_096), 3_746),
        ((1_024, NO_END), (4_350, NO_END), PLACES),
        ((1_024, 1_000_000), (4_350, 1_000_000), PLACES),
        ((1_024, 1_024), (1_024, 1_024), 674),
        ((256, 256), (256, 256), 50),
        ((4_350, 4_350), None, PLACES),
        ((NO_END, NO_END), None, PLACES),
    ],
)
def test_it_asks_for_as_many_files_as_it_may_have_and_holds_no_more_connections(
    limits: tuple[int, int],
    asked: tuple[int, int] | None,
    held: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits)
    monkeypatch.setattr(resource, "setrlimit", lambda _, wanted: told.append(wanted))
    assert places() == held
    assert told == ([] if asked is None else [asked])


def test_where_no_socket_is_handed_to_it_it_has_the_port_that_it_is_told(
    free_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[tuple[object, int]] = []

    def serve(listener: socket.socket, *, threads: int) -> None:
        served.append((listener.getsockname(), threads))
        listener.close()

    words = ["web_server", "--port", f"{free_port}", "--threads", "7"]
    monkeypatch.setattr("sys.argv", words)
    nothing = SimpleNamespace(disable=list, freeze=list, enable=list)
    monkeypatch.setattr(web_server, "gc", nothing)  # this process is left as it is
    for step in ("load", "application"):
        monkeypatch.setattr(web_server, step, list)
    monkeypatch.setattr(web_server, "serve", serve)
    web_server.main()
    assert served == [(("127.0.0.1", free_port), 7)]
