"""Work that recurs is done once, however many clocks ring for it on however many machines.

The turn is a row: whoever moves its moment has it, and nobody else until that moment has come.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from celery import shared_task
from django.db.models import Q
from django.utils import timezone

from core.models import Lease

Work = Callable[[], None]

APART = timedelta(minutes=1)
"""How far apart the moments may be at which two hear the bells of one time.

Clocks of machines differ; and who looked at the clock first may be the second to write, after a
wait for the database.
"""

turns: dict[str, timedelta] = {}
"""The turns of the tasks that were registered, by name."""


def recurring(name: str, *, turn: timedelta) -> Callable[[Work], Any]:
    """Returns a decorator: the function becomes a task, for which clocks ring by its name.

    A bell that comes within a `turn` of the one that was heard does nothing: it is another clock's.
    So a turn is shorter than the time from one bell to the next of the same clock. Work whose
    worker died in the middle waits for the next bell. Called directly, it is done.
    """

    def register(work: Work) -> Any:
        def heard(self: Any) -> None:
            if self.request.called_directly or takes_turn(name, turn, timezone.now()):
                work()

        turns[name] = turn
        return shared_task(name=name, ignore_result=True, bind=True)(heard)

    return register


def takes_turn(name: str, turn: timedelta, now: datetime) -> bool:
    """Takes the turn of a name until `turn` from now; returns False where somebody has it.

    A clock that was set back lets nobody wait for longer than a turn and `APART`.
    """
    name, until = f"turn:{name}", now + turn
    lease, is_new = Lease.objects.get_or_create(name=name, defaults={"holder": "", "until": until})
    free = Q(until__lte=now) | Q(until__gt=until + APART)
    return is_new or bool(Lease.objects.filter(free, pk=lease.pk).update(until=until))
