"""The loop that waits for connections, and asks again only those that may want something else.

Waitress asks every connection at every turn whether it is to be read or written, and tells the
kernel anew: with a thousand pages open that is a third of the interpreter's time. Here the kernel
is told of changes. What a connection wants changes by what comes in on it, while a thread answers
it, and when it begins or ends; whatever else there may be is found within `_ASK_ALL_EVERY_S`.
"""

from __future__ import annotations

import select
import time
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from waitress import wasyncore

_ASK_ALL_EVERY_S = 1.0


class Watched(dict[int, Any]):
    """The connections waited for, by descriptor. Threads take some out as well as the loop."""

    def __init__(self) -> None:
        super().__init__()
        self.changed: deque[int] = deque()

    def __setitem__(self, descriptor: int, one: Any) -> None:
        super().__setitem__(descriptor, one)
        self.changed.append(descriptor)

    def __delitem__(self, descriptor: int) -> None:
        super().__delitem__(descriptor)
        self.changed.append(descriptor)


class Loop:
    """Waits for what is in `watched`, and has each read and write what it can.

    Whoever has neither a true `is_waited_for` nor `tells_changes` is asked each turn, as the
    listener is; who tells changes adds its number to those that `changed`. Where the kernel has
    neither `epoll`, which looks at none that has nothing to tell, nor `poll`, as on Windows, all
    are asked, as by waitress. `kernel` is one of the two, by default the best that there is.
    """

    def __init__(self, watched: Watched, kernel: Kernel | None = None) -> None:
        self._watched = watched
        self._kernel = kernel or best_kernel()
        self._told: dict[int, tuple[Any, int]] = {}
        self._unsettled: set[int] = set()
        self._ask_all_at = 0.0

    def turn(self, timeout_s: float) -> None:
        """Wait for at most so many seconds, and let everybody with an event act on it."""
        if self._kernel is None:
            self._watched.changed.clear()
            wasyncore.poll(timeout_s, self._watched)
        else:
            self._turn(self._kernel, timeout_s)

    def _turn(self, kernel: Kernel, timeout_s: float) -> None:
        self._tell(kernel, self._to_be_asked())
        events = kernel.wait(timeout_s)
        # Descriptors are used again: one that ends now may be another's before its turn comes.
        met = [(number, self._watched.get(number), flags) for number, flags in events]
        for number, one, flags in met:
            if one is not None and self._watched.get(number) is one:
                wasyncore.readwrite(one, flags)
        self._unsettled.update(number for number, _, _ in met)

    def _to_be_asked(self) -> Iterable[int]:
        """Return the descriptors that may want something else than the kernel was told."""
        now = time.monotonic()
        if now >= self._ask_all_at:
            self._ask_all_at = now + _ASK_ALL_EVERY_S
            self._unsettled.update(self._told, list(self._watched))
        # Threads go on adding to it: one at a time.
        while self._watched.changed:
            self._unsettled.add(self._watched.changed.popleft())
        return list(self._unsettled)

    def _tell(self, kernel: Kernel, descriptors: Iterable[int]) -> None:
        """Tell the kernel what each of these waits for now."""
        for number in descriptors:
            one = self._watched.get(number)
            if one is None or _is_settled(one):
                # Looked at before it is asked: whoever settles it has changed all by then.
                self._unsettled.discard(number)
            wanted = 0 if one is None else _wanted(one)
            before, told = self._told.get(number, (None, 0))
            # Descriptors are used again: `epoll` forgets one that is closed, and knows no other.
            is_new = before is not one
            if wanted == told and not (is_new and told):
                continue
            if told and (is_new or not wanted):
                kernel.forget(number)
                del self._told[number]
            if wanted:
                kernel.watch(number, wanted, is_known=bool(told) and not is_new)
                self._told[number] = one, wanted


class Poll:
    """What every Unix has: it looks at all that it watches at each turn."""

    def __init__(self) -> None:
        self._poll = select.poll()

    def watch(self, number: int, events: int, *, is_known: bool) -> None:
        self._poll.register(number, events)

    def forget(self, number: int) -> None:
        self._poll.unregister(number)

    def wait(self, timeout_s: float) -> list[tuple[int, int]]:
        return self._poll.poll(int(timeout_s * 1000))


class Epoll:
    """Linux's own, in the numbers of `poll`, which are the same: it returns who has something."""

    def __init__(self) -> None:
        self._poll = select.epoll()

    def watch(self, number: int, events: int, *, is_known: bool) -> None:
        if is_known:
            self._poll.modify(number, events)
        else:
            self._poll.register(number, events)

    def forget(self, number: int) -> None:
        # It has forgotten what was closed.
        with suppress(OSError):
            self._poll.unregister(number)

    def wait(self, timeout_s: float) -> list[tuple[int, int]]:
        return self._poll.poll(timeout_s)


Kernel = Poll | Epoll


def best_kernel() -> Kernel | None:
    """Return the best that this system has to wait for connections, None where it has nothing."""
    if hasattr(select, "epoll"):
        return Epoll()
    return Poll() if hasattr(select, "poll") else None


def _is_settled(one: Any) -> bool:
    """Return whether one wants the same until something comes in on it, or it tells."""
    return getattr(one, "tells_changes", False) or getattr(one, "is_waited_for", False)


def _wanted(one: Any) -> int:
    """Return the events that one waits for, as bits of `poll`."""
    wanted = select.POLLIN | select.POLLPRI if one.readable() else 0
    # The listener is never written to.
    if one.writable() and not one.accepting:
        wanted |= select.POLLOUT
    return wanted
