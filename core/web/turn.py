"""What the loop of the web server tells an application that it asks at the end of a turn."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

IN_TURN = "wallchart.in_turn"
"""The place in a request of the `Turn` in which it came; no client can send such a name.

Who asks so is given what is kept, and else nothing: to make an answer is the work of a thread.
"""

Turn = dict[str, tuple[Any, bool]]
"""By path the answers that were looked at in a turn, and whether they hold."""


class AnswerToCome:
    """An answer that a thread is about to give, which those who ask for the same wait for.

    It is no answer: nothing was said to whoever is given it. It is over when a thread has answered
    there, when that takes too long, or when too many others are to come.
    """

    LONGEST_S = 1.0

    def __init__(self) -> None:
        self.waiting = 0
        self._until, self._is_over = time.monotonic() + self.LONGEST_S, False

    def __iter__(self) -> Iterator[bytes]:
        return iter(())

    def is_over(self) -> bool:
        """Returns whether there may be an answer now."""
        return self._is_over or time.monotonic() > self._until

    def end(self) -> None:
        """Have those who wait ask again."""
        self._is_over = True
