"""Connections that take their time: buffered beside the threads, and cut when they take too much.

One loop holds every connection of a process and reads and writes as much as each has to offer; a
thread is given a request when the whole of it is there, and is free again when the answer is
written to a buffer. So a connection that sends a byte every few seconds costs a place in a table,
for as long as the `Patience` lasts, and never a thread.
"""

from __future__ import annotations

import contextlib
import copy
import socket
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer
from waitress.utilities import RequestEntityTooLarge

from config.answer import Answer
from config.in_turn import InTurn
from config.polling import Loop, Watched

_LOOK_EVERY_S = 0.5
_LINGER_S = 2.0
LARGEST_IN_MEMORY = 2**20
LEAVES_S = 0.1
"""How long a process with no thread to spare leaves new connections to another one."""
_SPARE = 50
"""The connections of waitress besides those counted here: its trigger, the listener."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a connection may keep its place, in seconds, and how slow a body may be.

    A body, and whoever takes an answer, has `begin_s` seconds and one more for every
    `bytes_per_s` bytes: the slowest network of a hall is far above that. No body has more than
    `body_s`, however large it is.
    """

    idle_s: float = 30.0
    headers_s: float = 10.0
    begin_s: float = 20.0
    bytes_per_s: int = 1_000
    body_s: float = 900.0

    def for_bytes(self, count: int) -> float:
        """Return the seconds that `count` bytes may take."""
        return self.begin_s + count / self.bytes_per_s

    def for_body(self, received: int) -> float:
        """Return the seconds that a body may take of which so many bytes are there."""
        return min(self.for_bytes(received), self.body_s)


class WholeRequest(HTTPRequestParser):  # type: ignore[misc] # waitress says no types
    """A request as it comes in. One that is too large is the application's to refuse, in words."""

    left_body = False
    adj: Any
    body_rcv: Any = None
    error: Any = None

    def __init__(self, adj: Adjustments, *, largest_body: Callable[[str], int]) -> None:
        super().__init__(adj)
        self._largest_body = largest_body

    def parse_header(self, header_plus: bytes) -> None:
        """Read the headers: from here on it is known how large the body may be at this address."""
        super().parse_header(header_plus)
        if self.body_rcv is not None:
            # With the path as waitress hands it to the application.
            limit = self._largest_body("/" + self.path.lstrip("/"))
            self.adj = copy.copy(self.adj)
            self.adj.max_request_body_size = limit + 1

    def received(self, data: bytes) -> int:
        """Take in what came and return how much of it belongs to this request."""
        consumed: int = super().received(data)
        if isinstance(self.error, RequestEntityTooLarge) and not self.left_body:
            self.left_body = self.connection_close = True
            self.error = self.body_rcv = None
            self.expect_continue = False
            said = max(self.content_length, self.body_bytes_received)
            self.headers["CONTENT_LENGTH"] = str(said)
        return consumed


class Connection(HTTPChannel):  # type: ignore[misc] # waitress says no types
    """One connection, which knows since when it has been waited for."""

    task_class = Answer
    tells_changes = True
    request: Any
    requests: list[Any]
    lingering = False
    owed = 0

    def __init__(self, server: PatientServer, *args: Any, **options: Any) -> None:
        self.waited_for_since = time.monotonic()
        self.parser_class = partial(WholeRequest, largest_body=server.largest_body)
        self._being_answered = 0
        super().__init__(server, *args, **options)

    @property
    def is_waited_for(self) -> bool:
        """Whether the other end should continue: no request of it is being answered."""
        return not self.requests and not self._being_answered

    @property
    def bytes_of_bodies(self) -> int:
        """The bytes held of its requests: the one coming in, and those already read."""
        held = [*self.requests, self.request]
        return sum(one.body_bytes_received for one in held if one is not None)

    @property
    def is_sending(self) -> bool:
        """Whether the other end is in the middle of a body."""
        begun = self.request
        return self.is_waited_for and begun is not None and begun.body_bytes_received > 0

    def overdue(self, now: float, patience: Patience) -> bool:
        """Return whether the other end has taken more time than it is given."""
        if not self.is_waited_for:
            return False
        if self.lingering:
            allowed = _LINGER_S
        elif self.total_outbufs_len:
            allowed = patience.for_bytes(self.owed)
        elif self.request is None:
            allowed = patience.idle_s
        elif not self.request.headers_finished:
            allowed = patience.headers_s
        else:
            allowed = patience.for_body(self.request.body_bytes_received)
        return now - self.waited_for_since > allowed

    def received(self, data: bytes) -> bool:
        """Take in what came, and remember when a request began."""
        before = self.request
        went_on: bool = super().received(data)
        if self.request is not before:
            self.waited_for_since = time.monotonic()
        if any(one.left_body for one in self.requests):
            self.owes_body = True
        self.server.took(len(data))
        return went_on

    def give_up(self) -> None:
        """Close the connection and throw away what there is of a body."""
        begun, self.request = self.request, None
        if begun is not None:
            begun.close()
        self.handle_close()

    owes_body = False

    def service(self) -> None:
        """Answer a request: the work of a thread. From its end on the other end is waited for."""
        with self.requests_lock:
            self._being_answered += 1
        try:
            super().service()
        finally:
            # In this order: nobody may find it waited for since the request began.
            self.owed = self.total_outbufs_len
            self.waited_for_since = time.monotonic()
            with self.requests_lock:
                self._being_answered -= 1
            self._tell_change()
            self.server.pull_trigger()

    def write_soon(self, data: Any) -> int:
        """Put a part of an answer where it is sent from."""
        count: int = super().write_soon(data)
        self._tell_change()
        return count

    def _tell_change(self) -> None:
        """Have the loop ask what is waited for now: hundreds may be answered that want nothing."""
        number = self._fileno
        if number is not None:
            self._map.changed.append(number)

    def send_whole(self, answer: bytes, *, closes: bool = False) -> None:
        """Send an answer that is there, be done with its request, and close if it `closes`.

        What the other end does not take yet is sent by the loop as any other answer.
        """
        with self.outbuf_lock:
            try:
                sent = self.send(answer, do_close=False)
            except OSError:
                sent, self.will_close = 0, True
            if sent < len(answer):
                self.outbufs[-1].append(answer[sent:])
                self.total_outbufs_len += len(answer) - sent
                # The next answer begins a buffer of its own, so that this one is let go.
                self.current_outbuf_count = self.adj.outbuf_high_watermark
        self.owed = self.total_outbufs_len
        self.waited_for_since = time.monotonic()
        with self.requests_lock:
            self.requests.pop(0).close()
            if closes:
                # Nothing that was sent behind such a request is answered (RFC 9112, 9.6).
                self._forget_requests()
                self.close_when_flushed = True
            elif self.requests:
                self.server.add_task(self)
        self._tell_change()

    def break_off(self) -> None:
        """Have the connection closed without an answer, after a fault of ours. Any thread may."""
        with self.requests_lock:
            self.will_close = True
            self._forget_requests()
        self._tell_change()

    def _forget_requests(self) -> None:
        """Let go of what was asked. A new list: a thread may be looking through the one before."""
        asked, self.requests = self.requests, []
        for one in asked:
            one.close()

    def readable(self) -> bool:
        """Return whether there is anything to read."""
        return self.lingering or bool(super().readable())

    def handle_read(self) -> None:
        """Read what came; what is left of a body that was refused is thrown away."""
        if self.lingering:
            with contextlib.suppress(OSError):
                self.recv(self.adj.recv_bytes)
            return
        super().handle_read()

    def handle_close(self) -> None:
        """Close the connection. A client with a refused body reads why first (RFC 9112,
        9.6): closing with bytes unread would have the kernel take the answer back.
        """
        if self.owes_body and self.connected and not self.lingering:
            with contextlib.suppress(OSError):
                self.socket.shutdown(socket.SHUT_WR)
                self.lingering, self.will_close = True, False
                self.waited_for_since = time.monotonic()
                return
        super().handle_close()


class PatientServer(TcpWSGIServer):  # type: ignore[misc] # waitress says no types
    """Waitress with `Patience`, on a socket that may be shared with other processes.

    When `places` connections are held the one that has been waited for longest makes room for the
    next, so nobody keeps others out by holding connections. A body may have as many bytes as
    `largest_body` says of its path, and all that are held together `all_bodies`: beyond that the
    largest of whoever holds most is given up. What is there already is sent `in_turn`.
    """

    channel_class = Connection

    def __init__(
        self,
        application: Any,
        listener: socket.socket,
        *,
        places: int,
        patience: Patience,
        largest_body: Callable[[str], int],
        all_bodies: int,
        in_turn: InTurn | None = None,
        **adjustments: Any,
    ) -> None:
        self.places, self.patience = places, patience
        self.largest_body, self.all_bodies = largest_body, all_bodies
        self._room = all_bodies
        self._look_at = 0.0
        self._leaves_since: float | None = None
        self._told_to_stop = False
        self._in_turn = in_turn
        adj = Adjustments(
            sockets=[listener],
            connection_limit=places + _SPARE,
            # Seconds of the wall clock, which may be set back: ours are kept beside it.
            channel_timeout=10**9,
            cleanup_interval=10**9,
            # A thread never waits for whoever reads slowly: large answers are in a file.
            outbuf_high_watermark=2**30,
            # Each larger body has a file: there are at most `all_bodies` divided by this.
            inbuf_overflow=LARGEST_IN_MEMORY,
            # What a proxy says is for the application to believe or not (`config.proxies`).
            clear_untrusted_proxy_headers=False,
            **adjustments,
        )
        here = (listener.family, listener.type, listener.proto, listener.getsockname())
        watched = Watched()
        super().__init__(
            application, _sock=listener, bind_socket=False, sockinfo=here, adj=adj, map=watched
        )
        self._loop = Loop(watched)

    def readable(self) -> bool:
        """Cut who is overdue, and return whether another connection is taken.

        It is left to another process, or in the kernel, while requests wait here for a thread; but
        not for long: where thousands keep a page open there may always be one that waits.
        """
        now = time.monotonic()
        if now >= self._look_at:
            self._look_at = now + _LOOK_EVERY_S
            for channel in list(self.active_channels.values()):
                if channel.overdue(now, self.patience):
                    channel.handle_close()
        if not self.task_dispatcher.queue:
            self._leaves_since = None
        elif self._leaves_since is None:
            self._leaves_since = now
        leaves = self._leaves_since is not None and now - self._leaves_since < LEAVES_S
        return bool(super().readable()) and not leaves

    def handle_accept(self) -> None:
        """Take a connection, in the place of another one when there is no other."""
        if len(self.active_channels) >= self.places:
            waited_for = [one for one in self.active_channels.values() if one.is_waited_for]
            if waited_for:
                min(waited_for, key=lambda one: one.waited_for_since).handle_close()
        super().handle_accept()

    def took(self, count: int) -> None:
        """Note that so many bytes came in, and make room where too many may be held of bodies.

        What is let go is found out only when the room seems to be used up: then all are counted.
        """
        self._room -= count
        if self._room >= 0:
            return
        held = {one: one.bytes_of_bodies for one in self.active_channels.values()}
        self._room = self.all_bodies - sum(held.values())
        while self._room < 0:
            of_address: Counter[str] = Counter()
            for one, size in held.items():
                of_address[one.addr[0]] += size
            sending = [one for one in held if one.is_sending]
            if not sending:
                return
            most = max(sending, key=lambda one: (of_address[one.addr[0]], held[one]))
            self._room += held.pop(most)
            most.give_up()

    def add_task(self, task: Any) -> None:
        """Have a question of a connection answered, by the loop or by a thread."""
        if self._in_turn is None or not self._in_turn.takes(task):
            super().add_task(task)

    def _turn(self, timeout_s: float) -> None:
        """Wait for what comes, and answer what needs no thread."""
        if self._in_turn is None:
            self._loop.turn(timeout_s)
            return
        self._in_turn.begin()
        self._loop.turn(timeout_s)
        self._in_turn.end(super().add_task)

    def serve(self) -> None:
        """Answer until told to stop, and then what has come in whole."""
        while not self._told_to_stop:
            self._turn(_LOOK_EVERY_S)
        self.accepting = False
        self.del_channel()
        self.socket.close()

    def finish(self, within_s: float) -> None:
        """Send the answers that are being made, for at most so many seconds, and close all."""
        deadline = time.monotonic() + within_s
        while time.monotonic() < deadline and any(
            one.requests or one.total_outbufs_len for one in self.active_channels.values()
        ):
            self._turn(_LOOK_EVERY_S / 10)
        self.task_dispatcher.shutdown(timeout=0.1)
        wasyncore.close_all(self._map)

    def stop(self, *_: object) -> None:
        """Have `serve` end; a signal's handler or another thread may say so."""
        self._told_to_stop = True
        self.pull_trigger()
