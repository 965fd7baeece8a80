"""The cache that all machines share, in Redis: what is counted there is counted for all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache

from core.log import Log

log = Log(__name__)


class SharedCache(RedisCache):
    """Django's, which is empty while Redis is away: limits are then not held, and nobody waits."""

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """Returns what is kept under a key, the default where nothing is or Redis is away."""
        return _while_there(lambda: super(SharedCache, self).get(key, default, version), default)

    def set(self, key: Any, value: Any, *arguments: Any, **named: Any) -> None:
        """Keeps a value, where Redis is there."""
        _while_there(lambda: super(SharedCache, self).set(key, value, *arguments, **named), None)

    def add(self, key: Any, value: Any, *arguments: Any, **named: Any) -> bool:
        """Keeps a value where there is none; returns whether it was, or Redis is away."""
        return bool(
            _while_there(
                lambda: super(SharedCache, self).add(key, value, *arguments, **named), True
            )
        )

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """Counts on, and returns the count; 1 while Redis is away.

        Raises ValueError where nothing is counted.
        """
        return int(_while_there(lambda: super(SharedCache, self).incr(key, delta, version), 1))


def _while_there(ask: Callable[[], Any], otherwise: Any) -> Any:
    from redis.exceptions import RedisError  # noqa: PLC0415 - loaded by who uses the cache

    try:
        return ask()
    except (RedisError, OSError) as away:
        log.warning("cache.away", error=str(away))
        return otherwise
