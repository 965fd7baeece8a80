"""Work that follows a commit without holding up whoever committed.

In a web process one thread of its own does it, one piece after the other; elsewhere it is done at
once. A newer piece under the same key takes the place of one that still waits, so a burst of
writes is followed up once. Nothing here may be needed for the truth of what was committed: a
process that is killed loses what waits, and whoever needs it makes it when it is missing.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import structlog
from django.db import connections

Work = Callable[[], None]

STOP_WITHIN_S = 5.0

log = structlog.get_logger(__name__)


def afterwards(key: str, work: Work, *, pause: float = 0.0) -> None:
    """Has work done soon: by the process's own thread where one runs, else at once.

    The thread waits `pause` seconds first, for what else may come under the key; a newer piece
    never makes it wait longer. Whatever the work raises is logged when a thread does it, and raised
    when it is done at once.
    """
    if _holding.works is not None:
        _holding.works.pop(key, None)
        _holding.works[key] = work
    elif _follower is not None:
        _follower.take(key, work, time.monotonic() + pause)
    else:
        work()


@contextmanager
def held() -> Iterator[None]:
    """Holds this thread's work back until the block ends, and then does each key once.

    For a program that gives many commands in a row. The outermost of nested blocks counts.
    """
    if _holding.works is not None:
        yield
        return
    _holding.works = {}
    try:
        yield
    finally:
        works, _holding.works = _holding.works, None
        for key, work in works.items():
            afterwards(key, work)


def follow_in_thread() -> None:
    """Starts the thread of this process; called once, by the web server, after its fork."""
    global _follower  # noqa: PLW0603 - one thread a process is what this is about
    if _follower is None:
        _follower = _Follower()
        _follower.start()


def drain() -> None:
    """Waits a few seconds for what the thread still has to do: called before the process ends."""
    if _follower is not None:
        _follower.drain()


class _Holding(threading.local):
    works: dict[str, Work] | None = None


class _Follower(threading.Thread):
    """Does what waits, the first due first."""

    def __init__(self) -> None:
        super().__init__(name="afterwards", daemon=True)
        self._waiting: dict[str, tuple[float, Work]] = {}
        self._busy = self._hurry = False
        self._changed = threading.Condition()

    def take(self, key: str, work: Work, due: float) -> None:
        with self._changed:
            held = self._waiting.get(key)
            self._waiting[key] = (min(due, held[0]) if held else due, work)
            self._changed.notify_all()

    def drain(self) -> None:
        with self._changed:
            self._hurry = True
            self._changed.notify_all()
            self._changed.wait_for(lambda: not self._waiting and not self._busy, STOP_WITHIN_S)
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
                self._changed.wait(left)

    def run(self) -> None:
        while True:
            key, work = self._next()
            try:
                work()
            except Exception:
                log.exception("afterwards.failed", key=key)
            finally:
                # Whoever waits for the next piece may wait for hours.
                connections.close_all()


_holding = _Holding()
_follower: _Follower | None = None
