"""Work that recurs is done once, however many clocks ring for it on however many machines.

The turn is a row: whoever moves its moment has it, and nobody else until that moment has come.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps

from django.db.models import Q
from django.utils import timezone

from core.models import Lease

Task = Callable[[], None]


def once_in(interval: timedelta) -> Callable[[Task], Task]:
    """Returns a decorator: a call does nothing while one of the last `interval` had the turn.

    It is shorter than the time from one bell to the next of the same clock, so that none of these
    is missed. Work whose worker died in the middle waits for the next bell.
    """

    def guard(task: Task) -> Task:
        name = f"turn:{task.__module__}.{task.__qualname__}"

        @wraps(task)
        def in_turn() -> None:
            if takes_turn(name, interval, timezone.now()):
                task()

        return in_turn

    return guard


def takes_turn(name: str, interval: timedelta, now: datetime) -> bool:
    """Takes the turn of a name until `interval` from now; returns False where it is taken.

    A clock that was set back lets nobody wait for longer than the interval.
    """
    until = now + interval
    lease, is_new = Lease.objects.get_or_create(name=name, defaults={"holder": "", "until": until})
    if is_new:
        return True
    free = Q(until__lte=now) | Q(until__gt=until)
    return bool(Lease.objects.filter(free, pk=lease.pk).update(until=until))
