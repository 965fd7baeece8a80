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

    Connections without a true `is_waited_for` are asked each turn: the listener, and connections
    that a thread answers. Where the kernel has no `poll`, as on Windows, all are asked, as by
    waitress.
    """

    def __init__(self, watched: Watched) -> None:
        self._watched = watched
        self._poll = select.poll() if hasattr(select, "poll") else None
        self._told: dict[int, int] = {}
        self._unsettled: set[int] = set()
        self._ask_all_at = 0.0

    def turn(self, timeout_s: float) -> None:
        """Wait for at most so many seconds, and let everybody with an event act on it."""
        if self._poll is None:
            self._watched.changed.clear()
            wasyncore.poll(timeout_s, self._watched)
        else:
            self._turn(self._poll, int(timeout_s * 1000))

    def _turn(self, poll: select.poll, timeout_ms: int) -> None:
        self._tell(poll, self._to_be_asked())
        events = poll.poll(timeout_ms)
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

    def _tell(self, poll: select.poll, descriptors: Iterable[int]) -> None:
        """Tell the kernel what each of these waits for now."""
        for number in descriptors:
            one = self._watched.get(number)
            if one is None or getattr(one, "is_waited_for", False):
                # Looked at before it is asked: whoever settles it has changed all by then.
                self._unsettled.discard(number)
            wanted = 0 if one is None else _wanted(one)
            told = self._told.get(number, 0)
            if wanted == told:
                continue
            if wanted:
                poll.register(number, wanted)
                self._told[number] = wanted
            else:
                poll.unregister(number)
                del self._told[number]


def _wanted(one: Any) -> int:
    """Return the events that one waits for, as bits of `poll`."""
    wanted = select.POLLIN | select.POLLPRI if one.readable() else 0
    # The listener is never written to.
    if one.writable() and not one.accepting:
        wanted |= select.POLLOUT
    return wanted
