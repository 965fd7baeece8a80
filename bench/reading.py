"""Readers who keep a page open, and ask for what is new as `static/js/live.js` does.

They are to cost next to nothing beside the server with which they share the cores: one loop asks
for all of them, over a connection each that it keeps as a browser does, and nothing of an answer is
read but its head. A page is unpacked once for all who get it.
"""

from __future__ import annotations

import gzip
import heapq
import os
import random
import re
import select
import socket
import threading
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

SPREAD = 0.5
LOST_AFTER_S = 10.0
FIRST = -10
"""The niceness of whoever asks: what waits for them to read is no time of the server."""
_AT_ONCE = 2**18
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_TAG = re.compile(rb"\r\netag: *([^\r]+)", re.IGNORECASE)
_CLOSES = re.compile(rb"\r\nconnection: *close", re.IGNORECASE)


@dataclass
class Watch:
    """What the readers are answered, and when each result is on their pages.

    `entered` has the moment at which each result was entered, by its scores as a page writes them;
    `delays` the seconds from then until a page of a path had it. `took` is from the moment at
    which a question was sent until the whole of the answer was read, `late` how much later than it
    should a question was sent; both in seconds. The answers of the first `unheeded` seconds are in
    neither: all come at once then.
    """

    until: float
    unheeded: float = 0.0
    entered: dict[str, float] = field(default_factory=dict)
    shown: dict[str, frozenset[str]] = field(default_factory=dict)
    answers: Counter[str] = field(default_factory=Counter)
    took: dict[str, list[float]] = field(default_factory=lambda: {"200": [], "304": []})
    delays: dict[str, list[float]] = field(default_factory=dict)
    late: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.heeds_from = time.monotonic() + self.unheeded

    def note(self, status: str, asked_at: float) -> None:
        """Note an answer that came just now."""
        now = time.monotonic()
        if now >= self.heeds_from:
            self.answers[status] += 1
            self.took.setdefault(status, []).append(now - asked_at)

    def scores_on(self, path: str, tag: str, body: bytes) -> frozenset[str]:
        """Returns which results a page has; a page is read once for all who get it."""
        key = f"{path} {tag}"
        if key not in self.shown:
            text = gzip.decompress(body).decode()
            self.shown[key] = frozenset(one for one in tuple(self.entered) if one in text)
        return self.shown[key]


class Reader:
    """One page that is kept open: asked for again and again, with what it holds.

    `every` is in seconds; between two questions lies that, give or take a quarter.
    """

    def __init__(self, path: str, every: float, seed: int) -> None:
        self.path, self.every, self.dice = path, every, random.Random(seed)
        self.tag, self.seen = "", frozenset[str]()
        self.web: socket.socket | None = None
        self.is_known = False
        self.asked_at = 0.0
        self.got = bytearray()

    def first(self) -> float:
        """Returns after how many seconds it asks for the first time."""
        return self.every * self.dice.random()

    def wait(self) -> float:
        """Returns how many seconds it waits until it asks again."""
        return self.every * (1 - SPREAD / 2 + SPREAD * self.dice.random())

    def question(self) -> bytes:
        """Returns the request."""
        lines = [f"GET {self.path} HTTP/1.1", "Host: localhost", "Accept-Encoding: gzip"]
        lines += [f"If-None-Match: {self.tag}"] if self.tag else []
        return "\r\n".join([*lines, "", ""]).encode()


def follow(watch: Watch, port: int, readers: Sequence[Reader]) -> None:
    """Has readers keep their pages open until the time of the watch is over."""
    thread = threading.get_native_id()  # on Linux each has a niceness of its own
    with suppress(PermissionError):
        os.setpriority(os.PRIO_PROCESS, thread, FIRST)
    crowd = _Crowd(watch, port)
    for reader in readers:
        crowd.wait(reader, reader.first())
    while time.monotonic() < watch.until:
        crowd.turn()
    for reader in readers:
        if reader.web is not None:
            reader.web.close()


class _Crowd:
    """All readers of a process, and when each of them asks next."""

    def __init__(self, watch: Watch, port: int) -> None:
        self._watch, self._address = watch, ("127.0.0.1", port)
        self._poll = select.epoll()
        self._asked: dict[int, Reader] = {}
        self._due: list[tuple[float, int, Reader]] = []
        self._look_at = 0.0

    def wait(self, reader: Reader, seconds: float) -> None:
        """Have a reader ask after so many seconds."""
        heapq.heappush(self._due, (time.monotonic() + seconds, id(reader), reader))

    def turn(self) -> None:
        """Read what came, and ask for whoever is due."""
        left = self._due[0][0] - time.monotonic() if self._due else 0.1
        for number, _ in self._poll.poll(min(max(left, 0.0), 0.1)):
            self._read(self._asked[number])
        now = time.monotonic()
        while self._due and self._due[0][0] <= now:
            due, _, reader = heapq.heappop(self._due)
            if now >= self._watch.heeds_from:
                self._watch.late.append(time.monotonic() - due)
            self._ask(reader)
        if now > self._look_at:
            self._look_at = now + 1
            for reader in [*self._asked.values()]:
                if now - reader.asked_at > LOST_AFTER_S:
                    self._lose(reader)

    def _ask(self, reader: Reader) -> None:
        reader.asked_at = time.monotonic()
        self._send(reader)

    def _send(self, reader: Reader) -> None:
        """Send the question, over a connection that is there already or a new one."""
        reader.got.clear()
        reader.is_known = reader.web is not None
        try:
            if reader.web is None:
                reader.web = socket.create_connection(self._address, timeout=LOST_AFTER_S)
                reader.web.setblocking(False)
            reader.web.send(reader.question())
        except OSError:
            self._lose(reader)
            return
        self._asked[reader.web.fileno()] = reader
        self._poll.register(reader.web, select.EPOLLIN)

    def _read(self, reader: Reader) -> None:
        assert reader.web is not None
        try:
            came = reader.web.recv(_AT_ONCE)
        except BlockingIOError:
            return
        except OSError:
            came = b""
        if not came and reader.is_known and not reader.got:
            # The server needed its place while nothing was asked: a browser asks again.
            self._let_go(reader, hangs_up=True)
            self._send(reader)
            return
        if not came:
            self._lose(reader)
            return
        reader.got += came
        end = reader.got.find(b"\r\n\r\n")
        if end < 0:
            return
        head = bytes(reader.got[: end + 2])
        length = _LENGTH.search(head)
        size = int(length[1]) if length else 0
        if len(reader.got) >= end + 4 + size:
            self._take(reader, head, bytes(reader.got[end + 4 :]))

    def _take(self, reader: Reader, head: bytes, body: bytes) -> None:
        """Note an answer, and what is new on its page."""
        now, status, watch = time.monotonic(), head[9:12].decode(), self._watch
        self._let_go(reader, hangs_up=_CLOSES.search(head) is not None)
        self.wait(reader, reader.wait())
        watch.note(status, reader.asked_at)
        if status != "200":
            return
        tag = _TAG.search(head)
        assert tag is not None
        there = watch.scores_on(reader.path, tag[1].decode(), body)
        if reader.tag:
            late = watch.delays.setdefault(reader.path, [])
            late += [now - watch.entered[one] for one in there - reader.seen]
        reader.tag, reader.seen = tag[1].decode(), there | reader.seen

    def _lose(self, reader: Reader) -> None:
        """Note that nothing came, and ask again over another connection."""
        self._watch.note("lost", reader.asked_at)
        self._let_go(reader, hangs_up=True)
        self.wait(reader, reader.wait())

    def _let_go(self, reader: Reader, *, hangs_up: bool) -> None:
        """Look no longer for an answer to this reader."""
        if reader.web is None:
            return
        if self._asked.pop(reader.web.fileno(), None) is not None:
            self._poll.unregister(reader.web)
        if hangs_up:
            reader.web.close()
            reader.web = None
