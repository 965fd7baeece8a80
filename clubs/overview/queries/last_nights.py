"""The nights of a club as its pages list them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from django.db.models import Count, Q

from tournaments.models import Tournament


class ListedNight(NamedTuple):
    """A night of a club: the event that it is, its day, and how many came and played.

    `games` are those with a result. `is_open` says that it is not closed.
    """

    slug: str
    day: date | None
    players: int
    games: int
    is_open: bool


def listed_nights(club: str, at_most: int) -> list[ListedNight]:
    """Returns the last nights of a club, the latest first, in one query."""
    nights = Tournament.objects.filter(night_of=club, rehearsal=False)
    boards = "divisions__rounds__boards"
    played = Q(**{f"{boards}__result__isnull": False})
    counted = nights.annotate(
        players=Count("divisions__entries", distinct=True),
        games=Count(boards, distinct=True, filter=played),
    )
    rows: Iterable[Tournament] = counted.order_by("-starts_on", "-slug")[:at_most]
    return [
        ListedNight(
            row.slug,
            row.starts_on,
            row.players,  # type: ignore[attr-defined] # annotated
            row.games,  # type: ignore[attr-defined] # annotated
            not row.closed,
        )
        for row in rows
    ]
