"""The opening ratings of a computed list's players: the ratings imported into it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from people.merging import standing_for
from ratings.models import ImportedRating, ListImport, RatingList
from ratings.systems.career import Career


def import_in_force(rating_list: RatingList) -> ListImport | None:
    """Returns the last publication of a list by date, None while there is none."""
    return rating_list.imports.order_by("effective_on", "number").last()


class Openings:
    """The opening ratings of a list, each publication read when it is first asked for."""

    def __init__(self, rating_list: RatingList) -> None:
        self._imports = list(rating_list.imports.order_by("effective_on", "number"))
        self._read: dict[int, dict[str, Career]] = {}

    def on(self, day: date) -> Mapping[str, Career]:
        """Returns the opening rating of every player of the register whose first event is then.

        It is the one of the last publication by that day; before the first one, of the first.
        """
        if not self._imports:
            return {}
        by_then = [one for one in self._imports if one.effective_on <= day]
        publication = by_then[-1] if by_then else self._imports[0]
        if publication.pk not in self._read:
            self._read[publication.pk] = _ratings(publication)
        return self._read[publication.pk]


def _ratings(publication: ListImport) -> dict[str, Career]:
    """Returns the ratings of a publication; of two of one person the one under their own key."""
    standing = standing_for()
    rows = ImportedRating.objects.filter(list_import=publication).exclude(player="")
    values = rows.values_list("player", "rating", "deviation", "games")
    in_turn = sorted(values, key=lambda row: row[0] not in standing)
    return {
        standing.get(player, player): Career(max(0, rating), deviation, games)
        for player, rating, deviation, games in in_turn
    }
