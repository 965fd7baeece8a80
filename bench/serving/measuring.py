"""An installation that is served, and a row of the table: how many answers a second, how soon."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from email.message import Message
from http import HTTPStatus
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

from bench.entering.databases import Served
from bench.entering.processor import is_told
from bench.ground import free_port, installation
from bench.serving.asking import asked

SECONDS, WARM_S = 8, 2
ASK_AGAIN_S = 0.5


def print_head(title: str) -> None:
    """Prints what is measured and the head of the table."""
    print(title)
    print(f"{'':<46}{'a second':>10}{'p50':>9}{'p99':>9}{'processor':>11}")


def print_row(
    name: str, up: Served, path: str, headers: Mapping[str, str], status: int = 200
) -> float:
    """Prints the row of what is asked with these headers, and returns how many came a second.

    It is answered with this status before and after, else RuntimeError.
    """
    _made(up.port, path)
    asked(up.port, path, headers, WARM_S)
    answered(up.port, path, headers, status)
    before = up.used()
    found = asked(up.port, path, headers, SECONDS)
    used = (up.used() - before) * 1000 / found.answers
    answered(up.port, path, headers, status)
    figures = f"{found.rate:>10.0f}{found.p50:>9.1f}{found.p99:>9.1f}"
    cost = f"{used:>11.2f}" if is_told() else ""
    print(f"{name:<46}{figures}{cost}", flush=True)
    return found.rate


def answered(port: int, path: str, headers: Mapping[str, str], status: int) -> Message:
    """Returns the headers of an answer, which has to be of this status: else RuntimeError."""
    found = _answer(port, path, headers)
    if found.status != status:
        raise RuntimeError(f"{path}: {found.status} and not {status}")
    return found.headers


def body(port: int, path: str) -> bytes:
    """Returns what is answered at a path, as it is."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=30)) as web:
        web.request("GET", path)
        return web.getresponse().read()


def _made(port: int, path: str) -> None:
    """Asks until what is at a path was made: who asks first is asked to come again."""
    while _answer(port, path, {}).status == HTTPStatus.SERVICE_UNAVAILABLE:
        time.sleep(ASK_AGAIN_S)


def _answer(port: int, path: str, headers: Mapping[str, str]) -> HTTPResponse:
    with closing(HTTPConnection("127.0.0.1", port, timeout=30)) as web:
        web.request("GET", path, headers=dict(headers))
        return web.getresponse()


@contextmanager
def served(
    environment: Mapping[str, str], checkout: Path, servers: tuple[int, ...]
) -> Iterator[Served]:
    """Runs `start.py up` of a checkout on a free port until the block ends."""
    port = free_port()
    with installation(port, environment=environment, checkout=checkout) as process:
        yield Served(port, (process, *servers))
