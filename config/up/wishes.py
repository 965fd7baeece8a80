"""The requests of the desk to the supervisor, checked from time to time."""

from contextlib import suppress
from pathlib import Path

from config.up.listening import EVERYWHERE, ONLY_HERE
from core.backup.asking import WISH, Wish, take_wish
from core.hall import let_in, lets_in

SETTLE_S = 1.0
"""How long a wish waits, so that whoever made it first gets the page that says so."""


class Wishes:
    """Knows where wishes are left, and when the one that is there may be done.

    `is_open` is whether the hall is let in just now; what was asked for last is not done again.
    """

    def __init__(self, word: Path, hall: Path, *, is_open: bool) -> None:
        self._word, self._hall = word, hall
        self._is_open = is_open
        self._since: float | None = None

    def due(self, now: float) -> Wish | bool | None:
        """Return the wish to carry out now, once: a backup to put back, or whom to let in.

        `now` counts seconds from anywhere. None while nothing is wished, or not for long enough.
        """
        hall = lets_in(self._hall)
        is_wished = hall not in (None, self._is_open)
        if not is_wished and not (self._word / WISH).exists():
            self._since = None
            return None
        if self._since is None:
            self._since = now
        if now - self._since < SETTLE_S:
            return None
        self._since = None
        if is_wished:
            self._is_open = bool(hall)
            return self._is_open
        return take_wish(self._word)

    def refuse(self) -> str:
        """Take back whom to let in, where that cannot be had; return the address that stays."""
        before = not self._is_open
        with suppress(OSError):  # then it is not asked for again before the desk does
            let_in(self._hall, is_open=before)
            self._is_open = before
        return EVERYWHERE if before else ONLY_HERE
