"""The part of the register that a process keeps until the register changes."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import NamedTuple, TypeVar

from people.models import Player
from people.searching import in_order
from people.selectors import last_change

Read = TypeVar("Read")


def kept_until_changed(read: Callable[[], Read]) -> Callable[[], Read]:
    """Returns a reading of the register that is made once after each change; the last is kept.

    The change is asked for before the register is read, so what is kept is never older than it
    says.
    """

    @lru_cache(maxsize=1)
    def kept(_changed: object) -> Read:
        return read()

    @wraps(read)
    def read_once() -> Read:
        return kept(last_change())

    return read_once


class Suggested(NamedTuple):
    """A player as directors are offered them: their name there, and the name in full."""

    handle: str
    full_name: str


@kept_until_changed
def suggestions() -> tuple[Suggested, ...]:
    """Returns everybody in the register from A to Z, for lists that suggest who may be meant."""
    alone = Player.objects.filter(merged_into=None)
    named = alone.only("key", "given_name", "family_name", "association_number")
    return tuple(Suggested(one.handle, one.full_name) for one in in_order(named.order_by()))
