"""Work that follows a commit without holding up whoever committed.

In a web process one thread of its own does it, one piece after the other; elsewhere it is done at
once. A newer piece under the same key takes the place of one that still waits, so a burst of
writes is followed up once. Nothing here may be needed for the truth of what was committed: a
process that is killed loses what waits, and whoever needs it makes it when it is missing.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import structlog
from django.db import connections

Work = Callable[[], None]

STOP_WITHIN_S = 5.0

log = structlog.get_logger(__name__)


def afterwards(key: str, work: Work) -> None:
    """Has work done soon: by the process's own thread where one runs, else at once.

    Whatever it raises is logged when a thread does it, and raised when it is done at once.
    """
    if _holding.works is not None:
        _holding.works.pop(key, None)
        _holding.works[key] = work
    elif _follower is not None:
        _follower.take(key, work)
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
    """Does what waits, the longest waiting first."""

    def __init__(self) -> None:
        super().__init__(name="afterwards", daemon=True)
        self._waiting: dict[str, Work] = {}
        self._busy = False
        self._changed = threading.Condition()

    def take(self, key: str, work: Work) -> None:
        with self._changed:
            self._waiting[key] = work
            self._changed.notify_all()

    def drain(self) -> None:
        with self._changed:
            self._changed.wait_for(lambda: not self._waiting and not self._busy, STOP_WITHIN_S)

    def run(self) -> None:
        while True:
            with self._changed:
                self._busy = False
                self._changed.notify_all()
                self._changed.wait_for(lambda: bool(self._waiting))
                key = next(iter(self._waiting))
                work = self._waiting.pop(key)
                self._busy = True
            try:
                work()
            except Exception:
                log.exception("afterwards.failed", key=key)
            finally:
                # Whoever waits for the next piece may wait for hours.
                connections.close_all()


_holding = _Holding()
_follower: _Follower | None = None
