"""What is there already is sent by the loop of the web server, whatever its threads do."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from contextlib import closing
from os import devnull
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from waitress.server import BaseWSGIServer

from config.in_turn import InTurn
from config.slow_clients import Connection
from core.web.turn import IN_TURN, AnswerToCome
from tests.processes import PATIENCE_S, wait_until
from tests.worker.test_slow_clients import get, served

ONE = b"GET /kept/ HTTP/1.1\r\nHost: localhost\r\n\r\n"
MUCH = b"much " * 2_000_000

Environ = dict[str, Any]


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has nobody who waits for an answer to come get up, however busy this machine is."""
    monkeypatch.setattr(AnswerToCome, "LONGEST_S", PATIENCE_S)


class Kept:
    """An application that keeps the answers below `/kept`, and makes others in a thread."""

    def __init__(self) -> None:
        self.busy, self.may_end = threading.Event(), threading.Event()
        self.turns: list[int] = []

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Any:
        path, turn = environ["PATH_INFO"], environ.get(IN_TURN)
        if turn is not None and not path.startswith("/kept"):
            return ()
        if path == "/slow/":
            self.busy.set()
            assert self.may_end.wait(PATIENCE_S)
        if turn is not None:
            self.turns.append(id(turn))
        body = MUCH if path == "/kept/much/" else b"in turn" if turn is not None else b"by a thread"
        start_response("200 OK", [("Content-Length", str(len(body)))])
        return [body]


@pytest.mark.parametrize("by_loop", [True, False])
def test_what_is_kept_is_sent_while_others_wait_for_a_thread_and_whole_however_large(
    by_loop: bool,
) -> None:
    kept = Kept()
    threads = 1 if by_loop else 2
    with served(application=kept, threads=threads, in_turn=InTurn(kept, by_loop=by_loop)) as port:
        other = threading.Thread(target=get, args=(port, "/slow/"))
        other.start()
        assert kept.busy.wait(PATIENCE_S)
        assert get(port, "/kept/") == (200, b"in turn")
        assert get(port, "/kept/much/") == (200, MUCH)
        kept.may_end.set()
        other.join(PATIENCE_S)
        assert get(port, "/made/") == (200, b"by a thread")
        # What asks for more than a page is not for the loop.
        assert get(port, "/kept/?page=2") == (200, b"by a thread")
        assert get(port, "/kept/", b"a body") == (200, b"by a thread")


@pytest.mark.parametrize("by_loop", [True, False])
def test_questions_sent_at_once_are_answered_in_their_order_over_one_connection(
    by_loop: bool,
) -> None:
    kept = Kept()
    made = ONE.replace(b"/kept/", b"/made/")
    with (
        served(application=kept, in_turn=InTurn(kept, by_loop=by_loop)) as port,
        closing(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)) as web,
    ):
        web.sendall(ONE + made + ONE + ONE.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        got = b""
        while more := web.recv(2**16):
            got += more
    said = [part.rpartition(b"\r\n\r\n")[2] for part in got.split(b"HTTP/1.1 200 OK")[1:]]
    assert len(said) == 4
    assert said[1] == b"by a thread"
    assert said[0] == b"in turn"


def test_an_application_that_fails_in_a_turn_is_asked_by_a_thread() -> None:
    def failing(environ: Environ, start_response: Callable[..., Any]) -> Any:
        if IN_TURN in environ:
            raise RuntimeError
        start_response("200 OK", [("Content-Length", "4")])
        return [b"made"]

    with served(application=failing, in_turn=InTurn(failing)) as port:
        assert get(port) == (200, b"made")


@pytest.mark.parametrize("by_loop", [True, False])
def test_who_asks_for_what_a_thread_is_about_to_answer_waits_for_that_and_wakes_no_other(
    by_loop: bool,
) -> None:
    begun, may_end = threading.Event(), threading.Event()
    asked: list[str] = []
    comings: list[AnswerToCome] = []

    def application(environ: Environ, start_response: Callable[..., Any]) -> Any:
        if IN_TURN not in environ:
            asked.append("by a thread")
            begun.set()
            assert may_end.wait(PATIENCE_S)
        elif not comings:
            comings.append(AnswerToCome())
            return ()
        elif not may_end.is_set():
            asked.append("waits")
            return comings[0]
        start_response("200 OK", [("Content-Length", "4")])
        comings[0].end()
        return [b"made"]

    got: list[tuple[int, bytes]] = []
    with served(
        application=application, threads=2, in_turn=InTurn(application, by_loop=by_loop)
    ) as port:
        readers = [threading.Thread(target=lambda: got.append(get(port))) for _ in range(9)]
        readers[0].start()
        assert begun.wait(PATIENCE_S)
        for reader in readers[1:]:
            reader.start()
        wait_until(lambda: "waits" in asked, what="waiting", log=Path(devnull))
        may_end.set()
        for reader in readers:
            reader.join(PATIENCE_S)
    assert got == [(200, b"made")] * 9
    assert asked.count("by a thread") == 1


@pytest.mark.parametrize("by_loop", [True, False])
@pytest.mark.parametrize("asked", ["HTTP/1.0", "HTTP/1.1\r\nConnection: close"])
def test_who_has_the_connection_closed_is_answered_once_and_nothing_behind_it(
    asked: str, by_loop: bool
) -> None:
    kept = Kept()
    closing_one = ONE.replace(b"HTTP/1.1", asked.encode())
    with (
        served(application=kept, in_turn=InTurn(kept, by_loop=by_loop)) as port,
        closing(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)) as web,
    ):
        web.sendall(closing_one + ONE)
        got = b""
        while more := web.recv(2**16):
            got += more
    head, _, body = got.partition(b"\r\n\r\n")
    assert b"\r\nConnection: close\r\n" in head + b"\r\n"
    assert body == b"in turn"
    assert len(kept.turns) == 1


@pytest.mark.parametrize(
    ("one", "at", "path", "by_loop"),
    [
        (Connection, "send_whole", "/kept/", True),
        (Connection, "send_whole", "/kept/", False),
        (BaseWSGIServer, "add_task", "/made/", True),
    ],
)
def test_a_fault_while_one_is_answered_or_handed_on_ends_its_connection_and_no_other(
    one: type, at: str, path: str, by_loop: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, faults = Kept(), [MemoryError()]
    as_it_is = getattr(one, at)

    def failing(*args: Any, **options: Any) -> None:
        if faults:
            raise faults.pop()
        as_it_is(*args, **options)

    monkeypatch.setattr(one, at, failing)
    with served(application=kept, in_turn=InTurn(kept, by_loop=by_loop)) as port:
        with pytest.raises(ConnectionError):
            get(port, path)
        assert faults == []
        assert get(port, path)[0] == 200


@pytest.mark.parametrize("by_loop", [True, False])
def test_one_that_is_left_waits_for_a_thread_once(
    by_loop: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = Kept()
    queued: list[Any] = []
    as_it_is = BaseWSGIServer.add_task

    def noting(server: Any, task: Any) -> None:
        queued.append(task)
        as_it_is(server, task)

    monkeypatch.setattr(BaseWSGIServer, "add_task", noting)
    with served(application=kept, in_turn=InTurn(kept, by_loop=by_loop)) as port:
        assert get(port, "/made/") == (200, b"by a thread")
    assert len(queued) == 1


def test_where_the_look_at_one_is_held_up_those_behind_are_left_unasked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(AnswerToCome, "LONGEST_S", -1.0)
    asked: list[Environ] = []

    def application(environ: Environ, _start_response: Callable[..., Any]) -> Any:
        asked.append(environ)
        return ()

    handed: list[Any] = []
    in_turn = InTurn(application)
    connections = [_a_connection() for _ in range(3)]
    in_turn.begin()
    assert all(in_turn.takes(one) for one in connections)
    in_turn.end(handed.append)
    assert handed == connections
    assert len(asked) == 1


def _a_connection() -> Any:
    request = SimpleNamespace(command="GET", query="", error=None, path="/")
    return SimpleNamespace(
        requests=[request],
        connected=True,
        total_outbufs_len=0,
        request=None,
        task_class=lambda *_: SimpleNamespace(get_environment=dict, complete=False),
    )
