"""The loop of the web server: who is asked what it waits for, and that nobody is forgotten."""

from __future__ import annotations

import select
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from config import polling
from config.polling import Epoll, Loop, Poll, Watched
from tests.processes import PATIENCE_S, ROOT
from tests.worker.test_slow_clients import get, served


class End:
    """One end of a connection that counts how often it is asked."""

    accepting = False

    def __init__(self, watched: Watched) -> None:
        self.here, self.there = socket.socketpair()
        self.number = self.here.fileno()
        self.asked = 0
        self.got: list[bytes] = []
        self.sent = 0
        self.reads, self.writes, self.is_waited_for = True, False, True
        self.tells_changes = False
        self._watched = watched
        watched[self.number] = self

    def readable(self) -> bool:
        self.asked += 1
        return self.reads

    def writable(self) -> bool:
        return self.writes

    def handle_read_event(self) -> None:
        self.got.append(self.here.recv(100))

    def handle_write_event(self) -> None:
        self.sent += 1
        self.writes = False

    def handle_expt_event(self) -> None:
        raise AssertionError

    def handle_close(self) -> None:
        del self._watched[self.number]
        self.here.close()

    def handle_error(self) -> None:
        raise AssertionError


@pytest.fixture
def watched() -> Watched:
    return Watched()


@pytest.fixture(params=["poll", "epoll"])
def loop(watched: Watched, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Loop:
    """A loop that asks everybody at its first turn and never again by itself.

    By each kernel that this system has: macOS has `poll` alone.
    """
    if not hasattr(select, request.param):
        pytest.skip(f"this system has no {request.param}")
    monkeypatch.setattr(polling, "_ASK_ALL_EVERY_S", 1e9)
    return Loop(watched, Poll() if request.param == "poll" else Epoll())


@pytest.fixture
def ends(watched: Watched) -> Iterator[list[End]]:
    made = [End(watched) for _ in range(50)]
    with ExitStack() as stack:
        for one in made:
            stack.callback(one.there.close)
            stack.callback(one.here.close)
        yield made


def turns(loop: Loop, count: int) -> None:
    for _ in range(count):
        loop.turn(0)


def test_only_who_had_something_to_read_is_asked_again(loop: Loop, ends: list[End]) -> None:
    turns(loop, 2)
    before = sum(one.asked for one in ends)
    for number in range(20):
        ends[7].there.sendall(b"%d" % number)
        turns(loop, 1)
    assert b"".join(ends[7].got) == b"".join(b"%d" % number for number in range(20))
    assert sum(one.asked for one in ends) - before <= 21


def test_what_a_thread_changes_while_it_answers_is_seen_at_the_next_turn(
    loop: Loop, ends: list[End]
) -> None:
    one = ends[3]
    one.is_waited_for = False
    one.there.sendall(b"a request")
    turns(loop, 2)
    one.reads, one.writes = False, True
    one.there.sendall(b"more")
    turns(loop, 1)
    assert one.sent == 1
    assert one.got == [b"a request"]
    # The last that the thread changes comes before it says that it has done.
    one.reads = one.is_waited_for = True
    turns(loop, 2)
    assert one.got == [b"a request", b"more"]


def test_a_connection_that_ends_is_let_go_and_its_number_may_be_anothers(
    loop: Loop, watched: Watched, ends: list[End]
) -> None:
    turns(loop, 2)
    gone, number = ends[0], ends[0].number
    gone.handle_close()
    with End(watched).here as next_one:
        assert next_one.fileno() == number
        new = watched[number]
        new.there.sendall(b"hello")
        turns(loop, 1)
        new.there.close()
        assert new.got == [b"hello"]
        assert gone.got == []


def test_a_connection_that_a_thread_closes_is_not_waited_for_any_more(
    loop: Loop, watched: Watched, ends: list[End]
) -> None:
    turns(loop, 2)
    del watched[ends[5].number]
    ends[5].here.close()
    ends[5].there.close()
    turns(loop, 2)
    assert ends[5].got == []
    assert ends[5].number not in loop._told


def test_who_tells_changes_is_asked_while_it_is_answered_only_once_it_has_told(
    loop: Loop, watched: Watched, ends: list[End]
) -> None:
    one = ends[4]
    one.tells_changes, one.is_waited_for = True, False
    turns(loop, 2)
    before = one.asked
    one.writes = True
    turns(loop, 2)
    assert (one.asked, one.sent) == (before, 0)
    watched.changed.append(one.number)
    turns(loop, 1)
    assert one.sent == 1


def test_a_change_that_nobody_told_of_is_found_after_a_while(loop: Loop, ends: list[End]) -> None:
    ends[9].reads = False
    turns(loop, 2)
    ends[9].reads = True
    ends[9].there.sendall(b"late")
    turns(loop, 2)
    assert ends[9].got == []
    loop._ask_all_at = 0.0
    turns(loop, 1)
    assert ends[9].got == [b"late"]


@pytest.mark.skipif(not hasattr(select, "poll"), reason="Windows has none")
def test_where_the_kernel_has_poll_alone_as_on_macos_the_server_answers_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(polling, "best_kernel", Poll)
    with served() as port:
        assert [get(port)[0] for _ in range(3)] == [200] * 3
        assert b"sent 6" in get(port, body=b"a body")[1]


WITHOUT_POLL = """
import select
for name in [name for name in vars(select) if name.lower().startswith(("poll", "epoll"))]:
    delattr(select, name)
from tests.worker.test_slow_clients import get, served
with served() as port:
    print(*(get(port)[0] for _ in range(3)), get(port, body=b"a body"))
"""


def test_where_the_kernel_has_no_poll_as_on_windows_the_server_answers_too() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_POLL],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    assert done.stdout.split("(")[0].split() == ["200"] * 3
    assert "sent 6" in done.stdout
