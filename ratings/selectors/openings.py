"""With what the players of a computed list begin: the last ratings that were imported into it."""

from __future__ import annotations

from ratings.models import ImportedRating, ListImport, RatingList
from ratings.systems.career import Career


def import_in_force(rating_list: RatingList) -> ListImport | None:
    """Returns the last publication of a list by date, None while there is none."""
    return rating_list.imports.order_by("effective_on", "number").last()


def openings_of(rating_list: RatingList) -> dict[str, Career]:
    """Returns the opening rating of every player of the register that the list was given."""
    last = import_in_force(rating_list)
    if last is None:
        return {}
    rows = ImportedRating.objects.filter(list_import=last).exclude(player="")
    values = rows.values_list("player", "rating", "deviation", "games")
    return {
        player: Career(max(0, rating), deviation, games)
        for player, rating, deviation, games in values
    }
