"""Tasks that failed when they were due, tried again until they succeed."""

from collections.abc import Callable
from dataclasses import dataclass

from config.up.telling import CannotStart

FIRST_AFTER_S = 1.0
LONGEST_S = 30.0


@dataclass
class Later:
    """Something to do that raises CannotStart or OSError while it cannot be done.

    `due_at` counts seconds from anywhere. It is tried at growing distances, up to half a minute.
    """

    attempt: Callable[[], None]
    due_at: float
    wait_s: float = FIRST_AFTER_S

    def is_done(self, now: float) -> bool:
        """Try it if it is due; return whether it is done."""
        if now < self.due_at:
            return False
        try:
            self.attempt()
        except (CannotStart, OSError):
            self.wait_s = min(2 * self.wait_s, LONGEST_S)
            self.due_at = now + self.wait_s
            return False
        return True
