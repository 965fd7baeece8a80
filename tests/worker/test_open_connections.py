"""Connections that stay open: an answer without a body does not end one."""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Any

import pytest

from tests.processes import PATIENCE_S
from tests.worker.test_slow_clients import Environ, served


def unchanged(environ: Environ, start_response: Callable[..., Any]) -> list[bytes]:
    """Answers as for a page that a browser has."""
    start_response("304 Not Modified", [("ETag", '"1"')])
    return []


@pytest.mark.parametrize(
    ("version", "asked", "stays"), [(11, "", True), (11, "close", False), (10, "", False)]
)
def test_an_answer_without_a_body_leaves_the_connection_open_unless_asked_to_close_it(
    version: int, asked: str, stays: bool
) -> None:
    with served(application=unchanged) as port, socket.create_connection(("127.0.0.1", port)) as us:
        us.settimeout(PATIENCE_S)
        told = f"Connection: {asked}\r\n" if asked else ""
        request = f"GET / HTTP/1.{version - 10}\r\nHost: localhost\r\n{told}\r\n".encode()
        for _ in range(3 if stays else 1):
            us.sendall(request)
            head = b""
            while b"\r\n\r\n" not in head:
                head += us.recv(4096)
            assert b" 304 Not Modified\r\n" in head
            assert (b"Connection: close" in head) is not stays
        if not stays:
            assert us.recv(1) == b""
