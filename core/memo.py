"""Derived values, kept beside their sources: derived again where those differ.

Whatever is equal is the same, so nothing has to be told that something changed. Rows that were read
once and carried on are the very same objects, which compare without being looked into.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from core.phrases import language

T = TypeVar("T")

SUBJECTS = 6
"""How many subjects a process keeps derived values of; the one not asked for longest goes first."""


class Memo:
    """The derived values of one subject, by key."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[Any, Any]] = {}

    def derived(self, key: Hashable, source: object, derive: Callable[[], T]) -> T:
        """Returns the value that `derive` makes of `source`, which must be all that it is made of.

        The source is compared with the one of the last time under this key, by its value. Neither
        it nor what comes of it may be changed by anybody afterwards.
        """
        kept = self._kept.get(key)
        if kept is not None and kept[0] == source:
            found: T = kept[1]
            if kept[0] is not source:
                self._kept[key] = source, found  # the next one may be made of the very same
            return found
        made = derive()
        self._kept[key] = source, made
        return made

    def last(self, key: Hashable) -> Any:
        """Returns the value that was kept last under this key, None where there is none."""
        kept = self._kept.get(key)
        return None if kept is None else kept[1]

    def keep(self, key: Hashable, made: object) -> None:
        """Keeps what can be carried on, but not said to hold by what it was derived from."""
        self._kept[key] = None, made


def memo_of(subject: Hashable) -> Memo:
    """Returns the memo of a subject in this process, an empty one for a new subject.

    Each language has its own: what is derived may hold words.
    """
    place = language(), subject
    with _choosing:
        memo = _memos.setdefault(place, Memo())
        _memos.move_to_end(place)
        while len(_memos) > SUBJECTS:
            _memos.popitem(last=False)
        return memo


_choosing = threading.Lock()
_memos: OrderedDict[Hashable, Memo] = OrderedDict()
