"""A message is sent to the address that was checked, and no receiver holds its sender up."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from threading import Event

import pytest

from config.receivers import own_receivers
from tests.apps.tournaments.webhooks.receivers import Receiver, receiving, speaking, with_status
from tournaments.webhooks.sending.posting import READ_BYTES, Response, post

BODY = b'{"type": "ping"}'
AN_HOUR_S = 3600.0


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as one:
        yield one


def resolving(*addresses: str) -> Callable[[str, int], Sequence[str]]:
    return lambda _host, _port: addresses


def sent_to(receiver: Receiver, *, within: float = AN_HOUR_S) -> Response:
    return post(receiver.url, {"X-A": "b"}, BODY, own=receiver.own, within=within)


@contextmanager
def silent() -> Iterator[Receiver]:
    """Run a server that takes what it is sent and says nothing."""
    over = Event()

    def wait(_line: socket.socket) -> None:
        over.wait()

    with speaking(wait) as one:
        yield one
        over.set()


# What is sent


def test_a_receiver_gets_the_body_as_it_is_and_the_headers(receiver: Receiver) -> None:
    assert sent_to(receiver) == Response(204)
    ((path, headers, body),) = receiver.taken
    assert (path, body, headers["X-A"]) == ("/hook?site=1", BODY, "b")
    assert headers["Host"] == f"127.0.0.1:{receiver.port}"


@pytest.mark.parametrize("status", [200, 201, 202, 204, 299])
def test_every_status_of_success_is_one(receiver: Receiver, status: int) -> None:
    receiver.answering = with_status(status, b"" if status == 204 else b" ok\n\x00<b>")
    answer = sent_to(receiver)
    assert (answer.status, answer.error) == (status, "")
    assert answer.text == ("" if status == 204 else "ok <b>")


@pytest.mark.parametrize("status", [400, 404, 410, 429, 500, 503])
def test_an_answer_of_failure_is_a_failure_with_its_status(receiver: Receiver, status: int) -> None:
    receiver.answering = with_status(status, b"no")
    answer = sent_to(receiver)
    assert (answer.status, answer.text) == (status, "no")
    assert answer.error == f"It answered with status {status}."


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_a_failure_and_is_not_followed(receiver: Receiver, status: int) -> None:
    with receiving() as other:
        receiver.answering = with_status(status, Location=other.url)
        answer = sent_to(receiver)
        assert (answer.status, answer.error) == (
            status,
            "It answered with a redirect, which is not followed.",
        )
        assert not other.taken
    assert len(receiver.taken) == 1


def test_of_a_huge_answer_only_the_beginning_is_read(receiver: Receiver) -> None:
    read = []

    def endless(line: socket.socket) -> None:
        line.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        for number in count():
            line.sendall(b"x" * 65536)
            read.append(number)

    with speaking(endless) as one:
        answer = sent_to(one)
    assert (answer.status, answer.error) == (200, "")
    assert answer.text == "x" * 200
    assert READ_BYTES < 65536
    assert len(read) < 200, "what lies in the buffers of the system, and no more"


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"\x00\x01\x02\r\n\r\n",
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"HTTP/1.1 abc OK\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"HTTP/1.1 200 OK\r\nA: " + b"x" * 70_000,
        b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 500,
        b"HTTP/1.1 99999 OK\r\n\r\n",
    ],
    ids=range(9),
)
def test_nonsense_is_a_failure_in_a_sentence_or_is_an_answer(said: bytes) -> None:
    with speaking(lambda line: line.sendall(said)) as one:
        answer = sent_to(one)
    assert answer.error.endswith(".") or answer.status == 200


# What takes its time


def test_a_receiver_that_says_nothing_is_left_when_the_time_is_up() -> None:
    with silent() as one:
        assert sent_to(one, within=0.2).error == "It did not answer in time."


def test_a_receiver_that_sends_a_byte_now_and_then_is_left_when_the_time_is_up() -> None:
    def drip(line: socket.socket) -> None:
        line.sendall(b"HTTP/1.1 200 OK\r\nX: ")
        while True:
            line.sendall(b"a")
            Event().wait(0.01)

    with speaking(drip) as one:
        assert sent_to(one, within=0.3).error == "It did not answer in time."


def test_a_receiver_that_goes_on_saying_continue_is_left_when_the_time_is_up() -> None:
    def go_on(line: socket.socket) -> None:
        while True:
            line.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
            Event().wait(0.01)

    with speaking(go_on) as one:
        assert sent_to(one, within=0.3).error == "It did not answer in time."


def test_where_nobody_listens_the_failure_says_so() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    one = Receiver(port)
    assert sent_to(one).error == "It did not take the connection, or broke it off."


# Where it leads


def test_this_machine_is_not_reached_unless_it_was_named(receiver: Receiver) -> None:
    for host in ("127.0.0.1", "localhost", "[::1]", "2130706433", "127.1"):
        answer = post(f"http://{host}:{receiver.port}/", {}, BODY)
        assert answer.status is None
        assert "is not on the public internet" in answer.error
    assert not receiver.taken


def test_a_name_that_is_not_known_is_a_failure() -> None:
    answer = post("https://nowhere.invalid/", {}, BODY, resolve=resolving())
    assert answer.error == "The name nowhere.invalid is not known."


def test_the_connection_is_made_to_the_address_that_was_checked_whatever_the_name_is_later(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """DNS rebinding: asked a second time the name would be this machine."""
    answers = iter([["1.1.1.1"], ["127.0.0.1"], ["127.0.0.1"]])
    asked, reached = [], []

    def resolve(host: str, _port: int) -> Sequence[str]:
        asked.append(host)
        return next(answers)

    def connect(address: tuple[str, int], **_: object) -> socket.socket:
        reached.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", connect)
    url = "https://rebound.example:8443/"
    post(url, {}, BODY, resolve=resolve)
    assert (asked, reached) == (["rebound.example"], [("1.1.1.1", 8443)])
    answer = post(url, {}, BODY, resolve=resolve)
    assert "is not on the public internet" in answer.error
    assert reached == [("1.1.1.1", 8443)]


def test_a_name_is_never_looked_up_by_the_connection_itself(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_up = []
    real = socket.getaddrinfo

    def getaddrinfo(host: str, *rest: object, **more: object) -> object:
        looked_up.append(host)
        return real(host, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    url = f"http://board.example:{receiver.port}/"
    answer = post(url, {}, BODY, own=receiver.own, resolve=resolving("127.0.0.1"))
    assert answer == Response(204)
    assert set(looked_up) <= {"127.0.0.1"}
    assert receiver.taken[0][1]["Host"] == f"board.example:{receiver.port}"


def test_the_next_address_is_tried_where_the_first_takes_no_connection(receiver: Receiver) -> None:
    own = own_receivers([f"127.0.0.0/8:{receiver.port}"])
    url = f"http://board.example:{receiver.port}/"
    found = resolving("127.9.9.9", "127.0.0.1")
    assert post(url, {}, BODY, own=own, resolve=found) == Response(204)


# Certificates


CERTIFICATE = Path(__file__).parent / "board.example.pem"
"""Of the name board.example for a hundred years, signed by itself, with its key; used only here."""


def test_a_certificate_is_verified_for_the_name_that_was_typed() -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    trusting = ssl.create_default_context(cafile=str(CERTIFICATE))
    with receiving(context) as one:

        def answer(host: str, tls: ssl.SSLContext | None) -> Response:
            url = f"https://{host}:{one.port}/"
            found = resolving("127.0.0.1")
            return post(url, {}, BODY, own=one.own, resolve=found, tls=tls)

        unknown = answer("board.example", None)
        assert unknown.error == "The certificate of board.example is not valid."
        another = answer("other.example", trusting)
        assert another.error == "The certificate of other.example is not valid."
        assert not one.taken
        assert answer("board.example", trusting) == Response(204)
        assert len(one.taken) == 1


def test_a_receiver_that_does_not_end_its_handshake_is_left_when_the_time_is_up() -> None:
    with silent() as one:
        url = f"https://127.0.0.1:{one.port}/"
        assert post(url, {}, BODY, own=one.own, within=0.2).error == "It did not answer in time."


def test_a_receiver_that_speaks_no_tls_is_a_failure(receiver: Receiver) -> None:
    url = f"https://127.0.0.1:{receiver.port}/"
    assert (
        post(url, {}, BODY, own=receiver.own).error == "127.0.0.1 does not speak TLS as it should."
    )
