"""Slow connections: they cost no thread, are cut, and make room; everybody else is answered."""

from __future__ import annotations

import contextlib
import select
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from typing import Any
from unittest.mock import patch

import pytest
from environs import EnvValidationError
from waitress.channel import HTTPChannel

from config import polling
from config.proxies import behind_proxies, networks
from config.slow_clients import Connection, Patience, PatientServer
from tests.logs import capture_logs
from tests.processes import PATIENCE_S

HEADERS = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
BODY = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n"
LARGEST = 10_000
LARGEST_ELSEWHERE = 100
ENDLESS = Patience(idle_s=1e6, headers_s=1e6, begin_s=1e6, body_s=1e6)

Environ = dict[str, Any]


def largest_body(path: str) -> int:
    """Returns how many bytes may be sent to a path."""
    return LARGEST_ELSEWHERE if path.startswith("/elsewhere/") else LARGEST


def answer(environ: Environ, start_response: Callable[..., Any]) -> list[bytes]:
    """Tells what came, as the application would: one that is too large is refused unread."""
    length = int(environ.get("CONTENT_LENGTH") or 0)
    if length > largest_body(environ["PATH_INFO"]):
        start_response("413 Content Too Large", [("Content-Length", "16")])
        return [b"more than 10,000"]
    said = f"{environ['REMOTE_ADDR']} sent {len(environ['wsgi.input'].read())}".encode()
    if environ["PATH_INFO"] == "/much/":
        said *= 400_000
    start_response("200 OK", [("Content-Length", str(len(said)))])
    return [said]


@contextmanager
def served(
    patience: Patience = ENDLESS,
    *,
    places: int = 500,
    all_bodies: int = 10**9,
    application: Callable[..., Any] = answer,
    threads: int = 1,
    **more: Any,
) -> Iterator[int]:
    """Serves `answer` with one thread until the block ends; yields the port.

    Connections are asked what they wait for when they tell of a change, and never just in case.
    """
    never_by_itself = patch.object(polling, "_ASK_ALL_EVERY_S", 1e9)
    with never_by_itself, socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(256)
        port = listener.getsockname()[1]
        server = PatientServer(
            application,
            listener,
            places=places,
            patience=patience,
            all_bodies=all_bodies,
            threads=threads,
            largest_body=largest_body,
            **more,
        )
        thread = threading.Thread(target=server.serve, daemon=True)
        thread.start()
        try:
            yield port
        finally:
            server.stop()
            thread.join(PATIENCE_S)
            server.finish(1.0)


def get(
    port: int, path: str = "/", body: bytes | None = None, *, forwarded_for: str | None = None
) -> tuple[int, bytes]:
    """Returns the status and the body of an answer."""
    with contextlib.closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)) as connection:
        headers = {} if forwarded_for is None else {"X-Forwarded-For": forwarded_for}
        connection.request("POST" if body else "GET", path, body, headers)
        response = connection.getresponse()
        return response.status, response.read()


@contextmanager
def slow(port: int, begun: bytes, count: int) -> Iterator[list[socket.socket]]:
    """Opens connections that have begun a request."""
    with contextlib.ExitStack() as stack:
        opened = []
        for _ in range(count):
            one = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
            one.sendall(begun)
            one.settimeout(PATIENCE_S)
            opened.append(one)
        yield opened


def drip(connections: list[socket.socket]) -> int:
    """Sends one more byte on each; returns how many are still open."""
    still = 0
    for one in connections:
        with contextlib.suppress(OSError):
            ended = select.select([one], [], [], 0)[0]
            one.send(b"a")
            still += not ended
    return still


def is_cut(connection: socket.socket) -> bool:
    """Waits for the other end; returns whether it closed, with or without having read all."""
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


def test_two_hundred_connections_that_send_byte_after_byte_hold_nobody_up() -> None:
    with (
        served(Patience(idle_s=60, headers_s=2, begin_s=2)) as port,
        slow(port, HEADERS, 100) as headers,
        slow(port, BODY, 100) as bodies,
    ):
        assert drip([*headers, *bodies]) == 200
        for _ in range(5):
            assert get(port)[0] == 200
        assert drip([*headers, *bodies]) == 200, "the others were answered beside them"
        deadline = time.monotonic() + PATIENCE_S
        while drip([*headers, *bodies]):
            assert time.monotonic() < deadline, "they are cut, though each goes on sending"
            time.sleep(0.1)
        assert get(port)[0] == 200


def test_when_every_place_is_held_the_longest_awaited_makes_room() -> None:
    with (
        served(places=20) as port,
        slow(port, HEADERS, 10) as first,
        slow(port, BODY, 10) as others,
    ):
        assert drip([*first, *others]) == 20
        assert get(port)[0] == 200, "though nobody's time was over"
        assert get(port)[0] == 200
        # Where the last byte was not read yet, the system calls its end a reset.
        with contextlib.suppress(ConnectionResetError):
            assert first[0].recv(1) == b""
        assert drip(others) == 10


def test_a_slow_reader_keeps_no_thread() -> None:
    with served() as port, slow(port, b"GET /much/ HTTP/1.1\r\nHost: x\r\n\r\n", 3) as readers:
        assert get(port)[0] == 200
        for one in readers:
            assert one.recv(1) == b"H"
        assert get(port)[0] == 200


def test_who_takes_nothing_of_an_answer_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    as_it_is, cut = Connection.handle_close, threading.Event()

    def handle_close(channel: Connection) -> None:
        as_it_is(channel)
        cut.set()

    monkeypatch.setattr(Connection, "handle_close", handle_close)
    impatient = Patience(idle_s=60, headers_s=60, begin_s=0, bytes_per_s=10**9)
    asked = b"GET /much/ HTTP/1.1\r\nHost: x\r\n\r\n"
    with served(impatient) as port, slow(port, asked, 1) as (reader,):
        assert cut.wait(PATIENCE_S)
        taken = 0
        with contextlib.suppress(ConnectionResetError):
            while part := reader.recv(65536):
                taken += len(part)
        assert 0 < taken < 400_000 * len("127.0.0.1 sent 0")


def test_a_connection_that_says_nothing_is_closed_and_one_that_asks_again_is_kept() -> None:
    with served(Patience(idle_s=0.5)) as port, slow(port, b"", 1) as (silent,):
        assert silent.recv(1) == b""
    with served() as port:
        connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
        for _ in range(3):
            connection.request("GET", "/")
            assert connection.getresponse().read() == b"127.0.0.1 sent 0"
        connection.close()


def test_a_body_that_is_as_large_as_may_be_is_read_and_a_larger_one_refused_in_our_words() -> None:
    with served() as port:
        assert get(port, body=b"x" * LARGEST) == (200, b"127.0.0.1 sent 10000")
        assert get(port, body=b"x" * (LARGEST + 1)) == (413, b"more than 10,000")
        # Far more than a socket holds: the answer is there before the sender has sent it all.
        status, said = get(port, body=b"x" * 8_000_000)
        assert (status, said) == (413, b"more than 10,000")
        # Nothing is asked to be sent, and what is sent without a length is counted.
        asked = BODY.replace(b"5000\r\n", b"20000\r\nExpect: 100-continue\r\n")
        chunks = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        for begun in (asked, chunks + b"4e20\r\n" + b"x" * 20_000):
            with slow(port, begun, 1) as (one,):
                assert one.recv(12) == b"HTTP/1.1 413"


@pytest.mark.parametrize("path", ["/elsewhere/", "//elsewhere/", "http://x/elsewhere/"])
def test_the_address_says_how_large_a_body_may_be(path: str) -> None:
    with served() as port:
        assert get(port, path, b"x" * LARGEST_ELSEWHERE) == (200, b"127.0.0.1 sent 100")
        assert get(port, path, b"x" * (LARGEST_ELSEWHERE + 1))[0] == 413
        assert get(port, "/", b"x" * LARGEST)[0] == 200
        chunks = f"POST {path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        with slow(port, chunks.encode() + b"c8\r\n" + b"x" * 200, 1) as (one,):
            assert one.recv(12) == b"HTTP/1.1 413"


def test_when_all_bodies_are_too_much_together_the_largest_is_given_up() -> None:
    with (
        served(all_bodies=9_000) as port,
        slow(port, BODY + b"x" * 2_000, 2) as small,
        slow(port, BODY + b"x" * 4_000, 1) as large,
    ):
        assert get(port)[0] == 200, "all that was sent before has come in"
        assert drip([*small, *large]) == 3
        small[0].sendall(b"x" * 1_500)
        assert is_cut(large[0]), "it was the largest"
        assert drip(small) == 2
        for _ in range(3):
            assert get(port, body=b"x" * 3_000)[0] == 200, "what was answered is held no longer"
        assert drip(small) == 2


def test_who_holds_most_gives_way_and_not_whoever_sends_one_large_body() -> None:
    near = [("127.0.0.1", 0), ("127.0.0.2", 0)]
    with served(all_bodies=9_000) as port, contextlib.ExitStack() as stack:
        many = [
            stack.enter_context(socket.create_connection(("127.0.0.1", port), source_address=host))
            for host in [near[1]] * 4
        ]
        (one,) = stack.enter_context(slow(port, BODY + b"x" * 3_500, 1))
        for each in many:
            each.settimeout(PATIENCE_S)
            each.sendall(BODY + b"x" * 1_300)
        assert get(port)[0] == 200
        assert drip([one, *many]) == 5
        many[0].sendall(b"x" * 600)
        assert is_cut(many[0])
        assert drip([one, *many[1:]]) == 4


def test_no_body_has_more_time_than_the_ceiling_however_fast_it_came() -> None:
    patience = Patience(begin_s=1e6, bytes_per_s=1, body_s=900)
    assert (patience.for_body(0), patience.for_body(65 * 2**20)) == (900, 900)
    assert Patience().for_body(0) == Patience().begin_s
    with (
        served(Patience(idle_s=1e6, begin_s=1e6, body_s=0.5)) as port,
        slow(port, BODY + b"x" * 4_000, 1) as (one,),
    ):
        assert one.recv(1) == b""


def test_nobody_is_cut_in_the_moment_in_which_an_answer_is_ready(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[bool] = []
    impatient = Patience(idle_s=0, headers_s=0, begin_s=0, body_s=0)

    as_it_is = HTTPChannel.service

    def service(channel: Any) -> None:
        as_it_is(channel)
        seen.append(channel.overdue(time.monotonic(), impatient))

    monkeypatch.setattr(HTTPChannel, "service", service)
    with served() as port:
        assert get(port) == (200, b"127.0.0.1 sent 0")
    assert seen == [False]


@pytest.mark.parametrize(
    ("proxies", "said", "counted"),
    [
        (0, "203.0.113.7", "127.0.0.1"),
        (1, "203.0.113.7", "203.0.113.7"),
        (1, "198.51.100.1, 203.0.113.7", "203.0.113.7"),
        (2, "198.51.100.1, 203.0.113.7, 192.0.2.1", "203.0.113.7"),
        (1, "", "127.0.0.1"),
        (1, "2001:db8::7", "2001:db8::7"),
    ],
)
def test_the_address_counted_is_the_one_our_own_proxies_saw(
    proxies: int, said: str, counted: str
) -> None:
    ours = networks(["127.0.0.1"])
    application = behind_proxies(answer, ours, count=proxies, https_only=False)
    with served(application=application) as port:
        assert get(port, forwarded_for=said)[1].decode() == f"{counted} sent 0"


@pytest.mark.parametrize("ours", ["10.0.0.0/24", "::1", "127.0.0.2"])
def test_who_comes_past_our_proxies_is_not_believed_about_the_address(ours: str) -> None:
    application = behind_proxies(answer, networks([ours]), count=1, https_only=True)
    with served(application=application) as port:
        assert get(port, forwarded_for="203.0.113.7")[1] == b"127.0.0.1 sent 0"


def test_who_is_not_believed_is_logged_once_with_the_setting_that_names_a_proxy() -> None:
    def asked(peer: str, **headers: str) -> None:
        said = {f"HTTP_X_FORWARDED_{name.upper()}": value for name, value in headers.items()}
        list(application({"REMOTE_ADDR": peer, **said}, lambda *_: None))

    def heard(environ: dict[str, Any], _start: Any) -> list[bytes]:
        assert not any(name.startswith("HTTP_X") for name in environ)
        return []

    application = behind_proxies(heard, networks(["127.0.0.1"]), count=0, https_only=True)
    with capture_logs() as logs:
        asked("192.0.2.7")
        asked("192.0.2.7", **{"for": "203.0.113.7"})  # nobody asked us to believe that
        assert logs == []
        asked("192.0.2.7", proto="https")
        asked("192.0.2.7", proto="https")
    (line,) = logs
    assert (line["peer"], line["headers"]) == ("192.0.2.7", ["x-forwarded-proto"])
    assert line["told"] == "If 192.0.2.7 is your proxy, name it in PROXY_ADDRESSES."
    with capture_logs() as logs:
        for peer in range(100):
            asked(f"192.0.2.{peer}", proto="https")
    assert len(logs) < 10, "a crowd fills no log"


def test_a_proxy_is_known_by_its_network_and_what_is_no_address_is_refused_in_a_sentence() -> None:
    near = networks(["192.0.2.7", "127.0.0.0/8"])
    application = behind_proxies(answer, near, count=1, https_only=False)
    with served(application=application) as port:
        assert get(port, forwarded_for="203.0.113.7")[1] == b"203.0.113.7 sent 0"
    with pytest.raises(EnvValidationError, match=r"PROXY_ADDRESSES.*'proxy.example'"):
        networks(["127.0.0.1", "proxy.example"])


def test_what_was_asked_before_the_stop_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    told, goes_on = threading.Event(), threading.Event()

    def slowly(environ: Environ, start_response: Callable[..., Any]) -> list[bytes]:
        told.set()
        assert goes_on.wait(PATIENCE_S)
        return answer(environ, start_response)

    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        server = PatientServer(
            slowly,
            listener,
            places=10,
            patience=ENDLESS,
            largest_body=largest_body,
            all_bodies=10**9,
            threads=1,
        )

        def serve() -> None:
            server.serve()
            monkeypatch.setattr(server._loop, "turn", turn)
            server.finish(PATIENCE_S)

        as_it_is = server._loop.turn

        def turn(seconds: float) -> None:
            goes_on.set()  # no answer before the stop sees to answers
            as_it_is(seconds)

        thread = threading.Thread(target=serve)
        thread.start()
        with slow(listener.getsockname()[1], b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", 1) as (one,):
            assert told.wait(PATIENCE_S)
            server.stop()
            assert one.recv(12) == b"HTTP/1.1 200"
            thread.join(PATIENCE_S)
        assert not thread.is_alive()
