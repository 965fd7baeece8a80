"""The nights of clubs in order, and who was there."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Collection, Iterable
from datetime import date
from typing import TypeVar

from clubs.records.book.careers import NightKey
from clubs.records.book.facts import BookEvent, GameFact
from clubs.records.book.scopes import club_of

T = TypeVar("T")


class Calendar:
    """Which nights each club held, kept while games come and go.

    A night is held when anybody was there, and stands on the first day that has a game of it.
    Putting a night in moves the list of its club, which is one short copy in memory.
    """

    def __init__(self) -> None:
        self._days: dict[BookEvent, Counter[date]] = {}
        self._there: dict[BookEvent, Counter[str]] = {}
        self._held: dict[BookEvent, NightKey] = {}
        self._of_club: dict[str, list[NightKey]] = {}
        self._changed: set[BookEvent] = set()

    def count(self, game: GameFact, by: int) -> None:
        """Counts a game of a night in (1) or out (-1); games of other events are left alone."""
        event = game.event
        if not club_of(event):
            return
        self._changed.add(event)
        _add(self._days.setdefault(event, Counter()), (game.day,), by)
        _add(self._there.setdefault(event, Counter()), game.attended_by, by)

    def settle(self) -> tuple[set[BookEvent], set[BookEvent]]:
        """Puts nights that were counted in their places.

        Returns those that were counted, and those whose place, or whose next night, is another.
        """
        changed, self._changed = self._changed, set()
        moved: set[BookEvent] = set()
        for event in changed:
            was, now = self._held.get(event), self._stands(event)
            if was == now:
                continue
            moved.add(event)
            nights = self._of_club.setdefault(event.club, [])
            if was is not None:
                place = bisect_left(nights, was)
                moved.update(key[1] for key in nights[max(0, place - 1) : place])
                del nights[place], self._held[event]
            if now is not None:
                place = bisect_left(nights, now)
                moved.update(key[1] for key in nights[max(0, place - 1) : place])
                insort(nights, now)
                self._held[event] = now
        return changed, moved

    def key_of(self, event: BookEvent) -> NightKey | None:
        """Returns where a night stands, None where none was held."""
        return self._held.get(event)

    def there(self, event: BookEvent) -> Collection[str]:
        """Returns who was there."""
        return self._there.get(event, {}).keys()

    def is_there(self, event: BookEvent, player: str) -> bool:
        """Returns whether a player was there."""
        return player in self._there.get(event, ())

    def after(self, key: NightKey) -> NightKey | None:
        """Returns the club's next night, None after its last."""
        nights = self._of_club[key[1].club]
        place = bisect_left(nights, key) + 1
        return nights[place] if place < len(nights) else None

    def _stands(self, event: BookEvent) -> NightKey | None:
        return (min(self._days[event]), event) if self._there[event] else None


def _add(counter: Counter[T], keys: Iterable[T], by: int) -> None:
    """Adds to the count of each key, and forgets those of which none is left."""
    for key in keys:
        counter[key] += by
        if not counter[key]:
            del counter[key]
