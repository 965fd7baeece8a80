"""The web processes: forked from one that has loaded everything, and shared with it what it loaded.

The one that forks answers nothing and runs no thread. It forks again whatever ends, in no time.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

from core.child_process import die_with_parent
from core.log import Log

HEALTHY_AFTER_S = 60.0
TRY_EVERY_S = 1.0
FALLS = 5
"""How many processes in a row may end within a minute; after that, all begin again."""

log = Log(__name__)
_WISHES = (signal.SIGTERM, signal.SIGINT)


class DoNotStayUp(Exception):
    """One web process after the other ended soon after it was forked."""


class Forks:
    """Keeps `count` processes at `work`; each ends when that returns, and all when told to stop."""

    def __init__(self, count: int, work: Callable[[], None]) -> None:
        self._count, self._work = count, work
        self._begun: dict[int, float] = {}
        self._is_told_to_stop = False

    def keep(self) -> None:
        """Fork, and fork again what ended, until SIGTERM or SIGINT came and all have ended.

        Raises DoNotStayUp, with none of them left, when they fall again and again.
        """
        for wish in _WISHES:
            signal.signal(wish, self._pass_on)
        falls = 0
        while not self._is_told_to_stop and falls < FALLS:
            while len(self._begun) < self._count and not self._is_told_to_stop:
                self._fork()
            if not self._begun:
                continue  # told to stop before there was room for one
            number, begun, status = self._await_one()
            if not self._is_told_to_stop:
                code = os.waitstatus_to_exitcode(status)
                log.error("web.process_ended", process=number, code=code)
                falls = 0 if time.monotonic() - begun > HEALTHY_AFTER_S else falls + 1
        if not self._is_told_to_stop:
            self._pass_on(signal.SIGTERM, None)
        while self._begun:
            self._await_one()
        if falls >= FALLS:
            raise DoNotStayUp(f"{FALLS} web processes in a row ended soon after they started")

    def _await_one(self) -> tuple[int, float, int]:
        """Return the number of one that ended, when it began, and how it ended."""
        number, status = os.wait()
        return number, self._begun.pop(number), status

    def _fork(self) -> None:
        """Begin one, if nothing came in between; where the machine has no room, wait for some.

        No wish to stop comes before the new one is known, so that it hears of it.
        """
        parent = os.getpid()
        signal.pthread_sigmask(signal.SIG_BLOCK, _WISHES)
        try:
            if self._is_told_to_stop:
                return
            number = os.fork()
            if number == 0:
                self._live(parent)
            self._begun[number] = time.monotonic()
            return
        except OSError as problem:  # no memory, no more processes: there will be
            log.error("web.cannot_fork", problem=problem.strerror)
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _WISHES)
        time.sleep(TRY_EVERY_S)

    def _live(self, parent: int) -> None:
        """Be a process that was forked: work, and end without what only the parent has to do."""
        code = 1
        try:
            for wish in _WISHES:
                signal.signal(wish, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _WISHES)
            die_with_parent(parent)
            self._work()
            code = 0
        except BaseException:
            log.exception("web.process_failed")
            raise
        finally:
            os._exit(code)

    def _pass_on(self, _signal: int, _frame: FrameType | None) -> None:
        self._is_told_to_stop = True
        for number in self._begun:
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGTERM)
