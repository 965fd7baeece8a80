"""A lock in Redis; loaded on first use, because its driver takes half a second to load."""

from __future__ import annotations

import redis
from redis.exceptions import RedisError

from core.holding import HOLD_S, Held, Lost
from core.log import Log

ANSWER_WITHIN_S = 2

log = Log(__name__)

Silent = RedisError
"""The errors raised where no Redis answers."""


class RedisLock:
    """A lock that is held; raises Held when it is somebody else's, Silent where nobody answers."""

    def __init__(self, name: str, address: str) -> None:
        client = redis.Redis.from_url(
            address, socket_timeout=ANSWER_WITHIN_S, socket_connect_timeout=ANSWER_WITHIN_S
        )
        self._lock = client.lock(name, timeout=HOLD_S, thread_local=False)
        if not self._lock.acquire(blocking=False):
            raise Held(name)

    def keep(self) -> None:
        """Holds it for another `HOLD_S` seconds; raises Lost when it is somebody else's."""
        try:
            self._lock.reacquire()
        except RedisError as gone:
            # It ran out, or its server does not answer and nobody knows who has it.
            raise Lost(str(self._lock.name)) from gone

    def leave(self) -> None:
        """Gives it back."""
        try:
            self._lock.release()
        except RedisError as gone:
            # It ran out meanwhile, or its server went away and took it along.
            log.warning("locks.left_late", lock=str(self._lock.name), error=str(gone))


def policy_of(address: str) -> str:
    """Returns what a Redis does when its memory is full; "" where it does not tell, or has no end.

    Raises nothing: one that does not answer tells nothing.
    """
    try:
        with redis.Redis.from_url(
            address, socket_timeout=ANSWER_WITHIN_S, socket_connect_timeout=ANSWER_WITHIN_S
        ) as client:
            memory = client.info("memory")
    except RedisError:
        return ""
    return str(memory.get("maxmemory_policy", "")) if memory.get("maxmemory") else ""
