"""The players of a rating list, to choose those of a roster from."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from core.names import name_mark
from people.models import Player
from ratings.models import ImportedRating, RatingList, Standing
from ratings.selectors.openings import import_in_force
from tournaments.formats.roster import columns as of

SHOWN = 100
_HIGHEST = 9999


@dataclass(frozen=True, slots=True)
class PlayerOnList:
    """A player of a list; `row` names the line of the list, `handle` the player of the register."""

    row: str
    name: str
    rating: int
    handle: str = ""

    @property
    def columns(self) -> dict[str, str]:
        """The player as a line of a roster."""
        rating = str(min(max(self.rating, 0), _HIGHEST))
        return {of.NAME: self.name, of.RATING: rating, of.PLAYER: self.handle}


def players_on(rating_list: RatingList) -> list[PlayerOnList]:
    """Returns the players of a list, the highest rating first.

    Those of the register are there once, by their place in the list before what was imported.
    """
    standings = list(Standing.objects.filter(rating_list=rating_list))
    last = import_in_force(rating_list)
    rows = list(ImportedRating.objects.filter(list_import=last)) if last else []
    keys = {row.player for row in standings} | {row.player for row in rows} - {""}
    known = {one.key: one for one in Player.objects.filter(key__in=keys, merged_into=None)}
    found = [*_standing(standings, known), *_imported(rows, known, {r.player for r in standings})]
    return sorted(found, key=lambda one: (-one.rating, one.name))


def searched(players: list[PlayerOnList], query: str) -> list[PlayerOnList]:
    """Returns those players whose name has every word of a search."""
    words = name_mark(query).split()
    return [one for one in players if all(word in name_mark(one.name) for word in words)]


def _standing(rows: list[Standing], known: dict[str, Player]) -> Iterator[PlayerOnList]:
    for row in rows:
        player = known.get(row.player)
        if player is not None:
            yield PlayerOnList(f"s{row.pk}", player.full_name, row.rating, player.handle)


def _imported(
    rows: list[ImportedRating], known: dict[str, Player], standing: Collection[str]
) -> Iterator[PlayerOnList]:
    for row in rows:
        player = known.get(row.player)
        if row.player not in standing or player is None:
            handle = player.handle if player else ""
            yield PlayerOnList(f"i{row.pk}", row.name, row.rating, handle)
