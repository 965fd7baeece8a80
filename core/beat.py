"""Beat: what is done again and again, also after the clock of the machine was set back."""

from __future__ import annotations

from typing import Any

from celery.beat import PersistentScheduler


class SteadyScheduler(PersistentScheduler):
    """Celery's scheduler, which waits for no time that the clock has still to reach again.

    It uses the time of day: a clock that is set back by an hour would stop everything for an
    hour. What was done later than now is taken as done now, so that nothing waits for longer than
    from one time to the next.
    """

    def tick(self, *arguments: Any, **named: Any) -> float:
        """Do what is due, one task a call; return after how many seconds to call again."""
        for entry in self.schedule.values():
            now = entry.default_now()
            if entry.last_run_at is not None and entry.last_run_at > now:
                entry.last_run_at = now
                self._heap = None  # its times are those of the clock before
        seconds: float = super().tick(*arguments, **named)
        return seconds
