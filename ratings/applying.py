"""Putting a computation in force in one transaction, or letting it go.

The readers of the list see the old ratings until the moment at which they see the new ones.
"""

from __future__ import annotations

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from ratings.models import EventRating, ProposedRating, RatedEvent, Recompute
from ratings.recording import locked_state
from ratings.selectors.stored_steps import COLUMNS
from ratings.standing_rows import refresh_standings


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
