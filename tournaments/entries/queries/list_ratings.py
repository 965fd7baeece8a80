"""The ratings of a division's players in a rating list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from core.names import shown_name
from ratings.models import ImportedRating, RatingList, Standing
from ratings.selectors.openings import import_in_force
from tournaments.models import Division, Entry

HIGHEST_RATING = 9999


class ListRating(NamedTuple):
    """A rating on a list; `games` None where the list tells none."""

    rating: int
    games: int | None


class ListedEntry(NamedTuple):
    """An entry, and what a list says of its player: None if they are not on it."""

    entry: Entry
    listed: ListRating | None

    @property
    def would_change(self) -> bool:
        """Whether the entry's rating or games differ from the list."""
        if self.listed is None:
            return False
        games = self.entry.life_games if self.listed.games is None else self.listed.games
        return (self.entry.rating, self.entry.life_games) != (self.listed.rating, games)


def ratings_on(rating_list: RatingList, division: Division) -> list[ListedEntry]:
    """Returns every single entry of a division with its rating on a list, by number.

    Players in the register are found by the key: their place in the list, else on the import in
    force. Others are on that by association number, or by the name, spelt alike, where one line
    has it. Teams are not rated.
    """
    entries = [
        entry
        for entry in division.entries.prefetch_related("members").order_by("number")
        if len(entry.members.all()) == 1
    ]
    rows = _Rows(rating_list)
    return [ListedEntry(entry, rows.held_of(entry)) for entry in entries]


class _Rows:
    """The rows of a list, found by what is known of a player."""

    def __init__(self, rating_list: RatingList) -> None:
        standings = Standing.objects.filter(rating_list=rating_list)
        self.by_key = _kept(standings.values_list("player", "rating", "games"))
        last = import_in_force(rating_list)
        rows = list(ImportedRating.objects.filter(list_import=last)) if last else []
        self.by_number = _once((row.association_number, row) for row in rows)
        self.by_name = _once((_spelt(row.name), row) for row in rows)
        imported = _kept((row.player, row.rating, row.games) for row in rows)
        self.by_key = {**imported, **self.by_key}

    def held_of(self, entry: Entry) -> ListRating | None:
        member = entry.members.all()[0]
        if member.player:
            return self.by_key.get(member.player)
        number = entry.association_number
        return (
            self.by_number.get(number)
            if number in self.by_number
            else self.by_name.get(_spelt(member.name))
        )


def _spelt(name: str) -> str:
    """Returns a name as it is compared: without regard to capitals, spaces and order."""
    return " ".join(shown_name(name).split()).casefold()


def _rating(rating: int, games: int | None) -> ListRating:
    """Returns a rating as an entry can have it: one below 0 is none, as in the list itself."""
    return ListRating(min(max(rating, 0), HIGHEST_RATING), games)


def _kept(rows: Iterable[tuple[str, int, int | None]]) -> dict[str, ListRating]:
    return {key: _rating(rating, games) for key, rating, games in rows if key}


def _once(rows: Iterable[tuple[str, ImportedRating]]) -> dict[str, ListRating]:
    """Returns the rows by their keys, without empty or repeated ones."""
    known = list(rows)
    times = Counter(mark for mark, _ in known)
    return {
        mark: _rating(row.rating, row.games) for mark, row in known if mark and times[mark] == 1
    }
