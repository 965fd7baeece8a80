"""Medals: the places among the first three of the lists of the book, verified claims counted."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from django.db.models import Count, Q

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


def medals_of_players(players: Iterable[str]) -> dict[str, MedalCount]:
    """Returns how many medals each of these has who has a game in the book; two queries."""
    known = BookPlayer.objects.filter(player__in=list(players)).order_by()
    counted = dict.fromkeys(known.values_list("player", flat=True).distinct(), MedalCount(0, 0))
    if not counted:
        return {}
    held = BookPlaceHolder.objects.filter(holder__in=list(counted), place__medal__gt=0).order_by()
    rows = held.values("holder").annotate(
        records=Count("pk", filter=Q(place__medal=1)), every=Count("pk")
    )
    for who, records, every in rows.values_list("holder", "records", "every"):
        counted[who] = MedalCount(records, every - records)
    return counted
