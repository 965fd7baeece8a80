"""Work that one worker at a time may do: a lock in Redis, in the database where there is none.

The lock spares double work. That nothing is written twice is not left to it: whoever writes checks
the version of what was read, in the transaction that writes.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from core.holding import HOLD_S, Held, Hold, Lost
from core.log import Log
from core.models import Lease

log = Log(__name__)


@contextmanager
def exclusive(name: str) -> Iterator[Hold]:
    """Holds the lock `name` of this database during the block; raises Held if it is taken.

    The holder calls `keep` from time to time. Of a holder that was killed it is free again after
    `HOLD_S` seconds.
    """
    hold = _taken(f"{settings.CELERY_TASK_DEFAULT_QUEUE}:{name}")
    try:
        yield hold
    finally:
        hold.leave()


def _taken(name: str) -> Hold:
    address = address_of_broker()
    if address:
        from core.redis_lock import RedisLock, Silent  # noqa: PLC0415 - slow, and not for the web

        try:
            return RedisLock(name, address)
        except Silent as silent:
            log.warning("locks.no_redis", lock=name, error=str(silent))
    return _InDatabase(name)


def address_of_broker() -> str:
    """Returns where the lock's server listens, empty where the broker is a folder."""
    url = settings.BROKER.url
    if url.startswith("redis+socket://"):
        return "unix://" + url.removeprefix("redis+socket://")
    return url if url.startswith(("redis://", "rediss://", "unix://")) else ""


class _InDatabase:
    def __init__(self, name: str) -> None:
        self._name, self._holder = name, secrets.token_hex(8)
        now = timezone.now()
        with transaction.atomic():
            Lease.objects.get_or_create(name=name, defaults={"holder": "", "until": now})
            # It ends later only where the clock was set back meanwhile: whoever holds it may have
            # kept it since this moment was taken, so that a little later is no sign of that.
            ends = Q(until__lte=now) | Q(until__gt=now + timedelta(seconds=2 * HOLD_S))
            free = Lease.objects.filter(ends, name=name)
            if not free.update(holder=self._holder, until=now + timedelta(seconds=HOLD_S)):
                raise Held(name)

    def keep(self) -> None:
        if not self._hold_until(timedelta(seconds=HOLD_S)):
            raise Lost(self._name)

    def leave(self) -> None:
        self._hold_until(timedelta())

    def _hold_until(self, longer: timedelta) -> int:
        ours = Lease.objects.filter(name=self._name, holder=self._holder)
        return ours.update(until=timezone.now() + longer)
