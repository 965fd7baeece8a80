"""The right to write an event's lifeboat: one process has it, and keeps it while it writes."""

from __future__ import annotations

from datetime import datetime, timedelta
from time import monotonic

from django.db.models import Q
from django.utils import timezone

from core.holding import Held, Lost
from tournaments.models import Lifeboat

SILENCE = timedelta(minutes=2)
"""How long a claim outlives the last sign of life of its process."""
KEPT_EVERY_S = 10.0


class LifeboatClaim:
    """The claim of this process; raises Held where another one writes."""

    def __init__(self, row: Lifeboat) -> None:
        now = timezone.now()
        # A claim of the future is of a clock that was set back since.
        free = Q(claimed_at=None) | Q(claimed_at__lt=now - SILENCE) | Q(claimed_at__gt=now)
        if not Lifeboat.objects.filter(free, pk=row.pk).update(claimed_at=now):
            raise Held(row.event.slug)
        self._row, self._at, self._kept = row.pk, now, monotonic()

    def keep(self) -> None:
        """Holds it for another `SILENCE`, asking the database seldom. A slow stick takes minutes.

        Raises Lost where another process took it for dead: that one writes the same state.
        """
        if monotonic() - self._kept >= KEPT_EVERY_S and not self._hold(timezone.now()):
            raise Lost

    def leave(self) -> None:
        """Gives it back, unless it is somebody else's by now."""
        self._hold(None)

    def _hold(self, at: datetime | None) -> bool:
        ours = Lifeboat.objects.filter(pk=self._row, claimed_at=self._at)
        is_ours = bool(ours.update(claimed_at=at))
        if at is not None:
            self._at, self._kept = at, monotonic()
        return is_ours
