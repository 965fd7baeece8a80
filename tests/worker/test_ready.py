"""The supervisor's check that pages are shown."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import closing

import pytest

from config.up.listening import BACKLOG, ONLY_HERE
from config.up.ready import FirstPage, open_port

ANSWER = b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n"


@pytest.fixture
def listener(free_port: int) -> Iterator[socket.socket]:
    with open_port(ONLY_HERE, free_port) as listener:
        listener.listen(BACKLOG)
        yield listener


@pytest.fixture
def page(free_port: int) -> Iterator[FirstPage]:
    with closing(FirstPage(free_port)) as page:
        yield page


def _taken(listener: socket.socket) -> socket.socket:
    """Return the connection of whoever asks next, having read what is asked for."""
    taken, _ = listener.accept()
    assert taken.recv(1000).startswith(b"GET / HTTP/1.1")
    return taken


def test_one_request_waits_at_a_socket_until_somebody_answers_it(
    listener: socket.socket, page: FirstPage
) -> None:
    assert not page.answers()
    assert not page.answers()
    with _taken(listener) as taken:
        assert not page.answers()
        taken.sendall(ANSWER)
        assert page.answers()


def test_a_request_that_is_lost_with_the_one_that_took_it_is_asked_again(
    listener: socket.socket, page: FirstPage
) -> None:
    assert not page.answers()
    _taken(listener).close()
    assert not page.answers()
    assert not page.answers()
    with _taken(listener) as taken:
        taken.sendall(ANSWER)
        assert page.answers()


def test_an_address_where_nobody_listens_answers_nothing(page: FirstPage) -> None:
    assert not page.answers()
