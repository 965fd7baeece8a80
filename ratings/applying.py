"""Putting a computation in force in one transaction, or letting it go.

The readers of the list see the old ratings until the moment at which they see the new ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from datetime import date

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from ratings.models import EventRating, ProposedRating, RatedEvent, RatingList, Recompute, Standing
from ratings.recording import locked_state
from ratings.selectors.stored import COLUMNS
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


class Outdated(Exception):
    """Events changed since the ratings were computed."""


def apply_recompute(recompute: Recompute) -> None:
    """Puts the proposed ratings in force, all or none.

    What was replaced stays with the recompute as the record of the difference. Raises Outdated
    when the list is no longer what it was computed from, or another computation took its place.
    """
    rating_list = recompute.rating_list
    now = timezone.now()
    with transaction.atomic():
        state = locked_state(rating_list)
        if state.version != recompute.base or not _stands(recompute):
            raise Outdated
        proposed = ProposedRating.objects.filter(recompute=recompute)
        players = set(proposed.order_by().values_list("player", flat=True).distinct())
        _replace(recompute)
        RatedEvent.objects.filter(rating_list=rating_list, is_gone=True).delete()
        RatedEvent.objects.filter(rating_list=rating_list, is_stale=True).update(is_stale=False)
        proposed.filter(was__isnull=True).delete()
        refresh_standings(rating_list, players, timezone.localdate(now))
        state.version += 1
        state.distrusted_from, state.rated_at = None, now
        state.save(update_fields=("version", "distrusted_from", "rated_at"))
        close(recompute, Recompute.Stage.APPLIED)


def close(recompute: Recompute, stage: Recompute.Stage) -> None:
    """Ends a recompute; what it proposed is kept only where it was applied."""
    if stage != Recompute.Stage.APPLIED:
        ProposedRating.objects.filter(recompute=recompute).delete()
    recompute.stage, recompute.ended_at = stage, timezone.now()
    recompute.save(update_fields=("stage", "ended_at"))


def _stands(recompute: Recompute) -> bool:
    """Returns whether nobody closed it meanwhile, and dropped what it proposed."""
    waiting = (Recompute.Stage.COMPUTING, Recompute.Stage.READY)
    return Recompute.objects.filter(pk=recompute.pk, stage__in=waiting).exists()


def _replace(recompute: Recompute) -> None:
    """Removes the ratings that a proposed one replaces, and copies those that take their place."""
    same = ProposedRating.objects.filter(
        recompute=recompute, event=OuterRef("event"), player=OuterRef("player")
    ).exclude(Q(was__isnull=True) & Q(is_removed=False))
    ratings = EventRating.objects.filter(rating_list=recompute.rating_list)
    ratings.filter(Exists(same)).delete()
    quoted = ", ".join(connection.ops.quote_name(name) for name in COLUMNS)
    target = connection.ops.quote_name(EventRating._meta.db_table)
    source = connection.ops.quote_name(ProposedRating._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {target} (rating_list_id, event_id, {quoted})"  # noqa: S608 - names of ours
            f" SELECT %s, event_id, {quoted} FROM {source}"
            " WHERE recompute_id = %s AND NOT is_removed ORDER BY id",
            (recompute.rating_list_id, recompute.pk),
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
