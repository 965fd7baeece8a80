"""The standings of a list, derived from the last rating of each player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from datetime import date

from ratings.models import EventRating, RatingList, Standing
from ratings.systems.registry import rating_system

FOR_ONE_EVENT = "~"
"""Begins the name of a player who is not in the register."""
_BATCH = 5000
_NOWHERE = (date.min, "", 0)
_FIGURES = (
    "rating",
    "deviation",
    "deviation_now",
    "games",
    "events",
    "played_on",
    "last_change",
    "is_provisional",
    "is_expired",
)


def refresh_standings(rating_list: RatingList, players: Collection[str], today: date) -> None:
    """Makes the standings of these players fit their stored ratings; inside a transaction."""
    known = sorted(player for player in players if not player.startswith(FOR_ONE_EVENT))
    for start in range(0, len(known), _BATCH):
        batch = known[start : start + _BATCH]
        rows = [_standing(rating_list, *last, today) for last in _last_ratings(rating_list, batch)]
        left = set(batch) - {row.player for row in rows}
        Standing.objects.filter(rating_list=rating_list, player__in=left).delete()
        Standing.objects.bulk_create(
            rows,
            update_conflicts=True,
            unique_fields=["rating_list", "player"],
            update_fields=_FIGURES,
            batch_size=1000,
        )


def look_over(rating_list: RatingList, today: date) -> int:
    """Fits deviations, provisional and expired marks to the day; returns how many changed.

    Deviations grow while nobody plays, so they are looked over every night.
    """
    changed = []
    for row in Standing.objects.filter(rating_list=rating_list):
        before = (row.deviation_now, row.is_provisional, row.is_expired)
        _mark(row, rating_list, today)
        if before != (row.deviation_now, row.is_provisional, row.is_expired):
            changed.append(row)
    fields = ("deviation_now", "is_provisional", "is_expired")
    Standing.objects.bulk_update(changed, fields, batch_size=500)
    return len(changed)


def _last_ratings(rating_list: RatingList, players: list[str]) -> Iterator[tuple[EventRating, int]]:
    """Yields the last rating of each player, and in how many events they were rated."""
    rows = EventRating.objects.filter(rating_list=rating_list, player__in=players).order_by()
    counts: Counter[str] = Counter()
    last: dict[str, tuple[date, str, int]] = {}
    # Compared here: databases order letters in ways of their own.
    values = ("player", "held_on", "event__key", "pk")
    for player, held_on, key, pk in rows.values_list(*values).iterator():
        counts[player] += 1
        last[player] = max(last.get(player, _NOWHERE), (held_on, key, pk))
    for row in EventRating.objects.filter(pk__in=[pk for _, _, pk in last.values()]):
        yield row, counts[row.player]


def _standing(rating_list: RatingList, last: EventRating, events: int, today: date) -> Standing:
    row = Standing(
        rating_list=rating_list,
        player=last.player,
        rating=last.new,
        deviation=last.deviation,
        games=last.career_games,
        events=events,
        played_on=last.played_on or last.held_on,
        last_change=last.change,
    )
    _mark(row, rating_list, today)
    return row


def _mark(row: Standing, rating_list: RatingList, today: date) -> None:
    """Gives a standing what depends on the day and on the list's own rules."""
    idle = max(0, (today - row.played_on).days)
    row.deviation_now = rating_system(rating_list.system).idle(row.deviation, idle)
    row.is_provisional = row.games is not None and row.games < rating_list.provisional_games
    row.is_expired = 0 < rating_list.expires_after_days < idle
