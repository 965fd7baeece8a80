"""Medals: the places among the first three of the lists of the book, verified claims counted."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from django.db.models import Count, OuterRef, Subquery

from clubs.models import BookPlace, BookPlaceHolder, BookPlayer
from clubs.records.book.categories import RULES, RecordBasis, RecordCategory
from clubs.records.queries.lists import PlayedAt, played_at

OF_GAMES = frozenset(
    category.value
    for category, rule in RULES.items()
    if rule.basis in (RecordBasis.GAME, RecordBasis.PLAY)
) | {RecordCategory.NEWCOMER_HIGH_GAME.value}
"""The categories whose values are made in one game."""


class MedalCount(NamedTuple):
    """How many records somebody holds, and how many second and third places."""

    records: int
    others: int


def rows_with_medals(
    events: Collection[str] | None = None, *, source: str = ""
) -> Iterator[tuple[PlayedAt, BookPlace]]:
    """Yields the stored places of games that are worth a medal, and where those were played.

    Of these events, or of all; of one game where its source is named. One query.
    """
    rows = BookPlace.objects.filter(medal__gt=0, category__in=OF_GAMES)
    if events is not None:
        rows = rows.filter(event__in=events)
    if source:
        rows = rows.filter(source=source)
    for row in rows:
        played = played_at(row.source)
        if played is not None:
            yield played, row


def medals_of_player(player: str) -> MedalCount | None:
    """Returns how many medals somebody has, None where they have no game in the book; one query."""
    held = BookPlaceHolder.objects.filter(holder=OuterRef("player"), place__medal__gt=0).order_by()
    every = held.values("holder").annotate(count=Count("pk"))
    rows = BookPlayer.objects.filter(player=player).order_by()
    counted = rows.annotate(
        records=Subquery(every.filter(place__medal=1).values("count")),
        every=Subquery(every.values("count")),
    )
    for records, all_held in counted.values_list("records", "every")[:1]:
        return MedalCount(records or 0, (all_held or 0) - (records or 0))
    return None
