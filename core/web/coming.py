"""Who asks for a page that a thread is about to answer somebody else waits for that answer.

Not at an address whose answers are made for each by itself: there all are handed on at once.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable

from core.web.rendering import SEATS, note_crowd
from core.web.turn import AnswerToCome

MOST = 1_000
"""How many answers may be waited for; and of how many addresses it is known that nobody waits."""


class ToCome:
    """The answers that threads are about to give, by the place at which they would be kept."""

    def __init__(self) -> None:
        self._coming: dict[str, AnswerToCome] = {}
        self._unstored: dict[str, None] = {}
        self._noting = threading.Lock()

    def leave(self, place: str) -> Iterable[bytes]:
        """Leave a request to a thread: `()`; or have it wait for one that asks for the same.

        When a page has changed, hundreds ask before the first of them is answered. Where the last
        answer could not be kept, as that to a form or to a player cannot, the next can neither,
        and none is waited for.
        """
        with self._noting:
            if place in self._unstored:
                return ()
            coming = self._coming.get(place)
            if coming is None or coming.is_over():
                # Who hangs up before their turn comes leaves theirs behind.
                if coming is None and len(self._coming) >= MOST:
                    self._coming.pop(next(iter(self._coming))).end()
                self._coming[place] = AnswerToCome()
                return ()
            coming.waiting += 1
        if coming.waiting >= SEATS:
            note_crowd(place)
        return coming

    def note(self, place: str, *, is_stored: bool) -> None:
        """Note whether the answer at a place was of a stored page, which anybody may be given."""
        with self._noting:
            self._unstored.pop(place, None)
            if not is_stored:
                self._unstored[place] = None
                if len(self._unstored) > MOST:
                    del self._unstored[next(iter(self._unstored))]

    def end(self, place: str) -> None:
        """Have those who wait at a place ask again: a thread has answered there."""
        with self._noting:
            coming = self._coming.pop(place, None)
        if coming is not None:
            coming.end()
