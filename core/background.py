"""Work that follows a commit without holding up whoever committed.

In a web process threads of its own do it, one a kind of work, so that a folder that hangs holds up
no page; elsewhere it is done at once. A newer piece under the same key takes the place of one that
still waits, so a burst of writes is followed up once. Nothing here may be needed for the truth of
what was committed: a process that is killed loses what waits, and whoever needs it makes it when it
is missing.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import partial

from django.db import close_old_connections, connections

from core import request_number
from core.log import Log
from core.replaced import close_if_replaced

Work = Callable[[], None]

STOP_WITHIN_S = 5.0
SWITCH_S = 0.0005
KEEPS_S = 5.0
"""How long a thread without work keeps its connections: in a hall the next result is near."""
AT_ONCE = float("-inf")

log = Log(__name__)


def in_background(key: str, work: Work, *, pause: float = 0.0, first: bool = False) -> None:
    """Has work done soon: by a thread of the process where they run, else at once.

    The part of the key before the first colon is the kind of work; pieces of a kind are done one
    after the other. The thread waits `pause` seconds first, for what else may come under the key; a
    newer piece never makes it wait longer. What somebody sits waiting for goes `first`. Whatever
    the work raises is logged when a thread does it or it was held, and raised when it is done at
    once.
    """
    number = request_number.current()
    if number:
        work = partial(_work_for, number, work)
    if _holding.works is not None:
        _holding.works.pop(key, None)
        if key.partition(":")[0] not in _holding.without:
            _holding.works[key] = work
    elif _followers is not None:
        due = AT_ONCE if first else time.monotonic() + pause
        _follower_of(key, _followers).take(key, work, due)
    else:
        work()


@contextmanager
def held(*, without: Collection[str] = ()) -> Iterator[None]:
    """Holds this thread's work back until the block ends, and then does each key once.

    For a program that gives many commands in a row. Work of the kinds `without` is left out: nobody
    waits for a page of what is long over. The outermost of nested blocks counts. What a piece
    raises is logged and keeps no other from being done; what the block raises goes on.
    """
    if _holding.works is not None:
        yield
        return
    _holding.works, _holding.without = {}, frozenset(without)
    try:
        yield
    finally:
        works, _holding.works = _holding.works, None
        for key, work in works.items():
            if _followers is None:
                _try(key, work)
            else:
                in_background(key, work)


def follow_in_thread() -> None:
    """Has threads of this process do the work; called once, by the web server, after its fork."""
    global _followers  # noqa: PLW0603 - one set of threads a process is what this is about
    if _followers is None:
        _followers = {}
        # A request asks the database some twenty times; each time it would wait this long for a
        # thread that renders, five milliseconds unless told otherwise.
        sys.setswitchinterval(SWITCH_S)


def in_threads() -> bool:
    """Returns whether threads do what this thread hands in, so that it can wait for it."""
    return _followers is not None and _holding.works is None


def drain() -> None:
    """Waits a few seconds for what the threads still have to do: called before the process ends."""
    deadline = time.monotonic() + STOP_WITHIN_S
    threads = list((_followers or {}).values())
    for thread in threads:
        thread.hurry()
    for thread in threads:
        thread.wait_until(deadline)


def _follower_of(key: str, followers: dict[str, _Follower]) -> _Follower:
    """Returns the thread for a kind of work, begun when it is first needed."""
    kind = key.partition(":")[0]
    with _beginning:
        if kind not in followers:
            followers[kind] = _Follower(kind)
            followers[kind].start()
        return followers[kind]


def _work_for(number: str, work: Work) -> None:
    with request_number.working_for(number):
        work()


def _try(key: str, work: Work) -> None:
    try:
        work()
    except Exception:
        log.exception("afterwards.failed", key=key)


class _Holding(threading.local):
    works: dict[str, Work] | None = None
    without: frozenset[str] = frozenset()


class _Follower(threading.Thread):
    """Does what waits of one kind, the first due first."""

    def __init__(self, kind: str) -> None:
        super().__init__(name=f"afterwards-{kind}", daemon=True)
        self._waiting: dict[str, tuple[float, Work]] = {}
        self._busy = self._hurry = self._is_connected = False
        self._changed = threading.Condition()

    def take(self, key: str, work: Work, due: float) -> None:
        with self._changed:
            waiting = self._waiting.get(key)
            self._waiting[key] = (min(due, waiting[0]) if waiting else due, work)
            self._changed.notify_all()

    def hurry(self) -> None:
        with self._changed:
            self._hurry = True
            self._changed.notify_all()

    def wait_until(self, deadline: float) -> None:
        """Waits until nothing is left to do, or the deadline; then it pauses again as asked."""
        with self._changed:
            left = deadline - time.monotonic()
            self._changed.wait_for(
                lambda: not (self._waiting or self._busy or self._is_connected), left
            )
            self._hurry = False

    def _next(self) -> tuple[str, Work]:
        """Waits until something is due, and takes it."""
        with self._changed:
            self._busy = False
            self._changed.notify_all()
            while True:
                key = min(self._waiting, key=lambda one: self._waiting[one][0], default=None)
                left = None if key is None else self._waiting[key][0] - time.monotonic()
                if key is not None and left is not None and (self._hurry or left <= 0):
                    self._busy = True
                    return key, self._waiting.pop(key)[1]
                self._await(left)

    def _await(self, left: float | None) -> None:
        """Waits for work, for so many seconds or until there is any; who waits for long gives the
        connections back meanwhile: it may be hours.
        """
        if not self._is_connected or (left is not None and left <= KEEPS_S):
            self._changed.wait(left)
        elif self._hurry or not self._changed.wait(KEEPS_S):
            connections.close_all()
            self._is_connected = False
            self._changed.notify_all()

    def run(self) -> None:
        while True:
            key, work = self._next()
            # Opening one takes longer than most pieces.
            if self._is_connected:
                close_old_connections()
                close_if_replaced()
            self._is_connected = True
            _try(key, work)


_holding = _Holding()
_beginning = threading.Lock()
_followers: dict[str, _Follower] | None = None
