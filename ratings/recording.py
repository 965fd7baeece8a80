"""Events put into a rating list, taken out of it, and marked as not to be trusted.

Called by workers: what they write is derived from results that a journal holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from core.errors import UserError
from core.phrases import phrase
from ratings.models import ListState, RatedEvent, RatingList
from ratings.selectors.stored import digest_of, written
from ratings.systems.career import EventCards, rate_event
from ratings.systems.errors import RatingError
from ratings.systems.registry import rating_system
from ratings.wording import in_words


def record_event(
    rating_list: RatingList,
    key: str,
    *,
    name: str,
    held_on: date,
    event: EventCards,
    names: tuple[str, ...],
    path: str = "",
) -> bool:
    """Puts an event with its games into a list, or what became of it; returns whether it changed.

    `names` are those of the players in the order of the cards. What changed waits to be computed.
    Raises UserError for an event that cannot be rated, and then nothing is written.
    """
    if not any(card.games for card in event.cards):
        raise UserError(phrase("{name} has no rated games.", name=name), code="event.no_games")
    _check(rating_list, name, event)
    text = written(event, names)
    values = {"held_on": held_on, "digest": digest_of(text), "is_gone": False}
    about = {"name": name[:200], "path": path}
    with transaction.atomic():
        locked_state(rating_list)
        row = RatedEvent.objects.filter(rating_list=rating_list, key=key).first()
        if row is not None and _holds(row, values):
            if not _holds(row, about):
                RatedEvent.objects.filter(pk=row.pk).update(**about)
                _raise(rating_list, "retold")
            return False
        RatedEvent.objects.update_or_create(
            rating_list=rating_list,
            key=key,
            defaults={
                **values,
                **about,
                "content": text,
                "games": sum(len(card.games) for card in event.cards) // 2,
                "is_stale": True,
                "recorded_at": timezone.now(),
            },
        )
        _raise(rating_list, "version")
    return True


def remove_event(rating_list: RatingList, key: str) -> bool:
    """Marks an event as leaving a list; returns whether it was in it."""
    with transaction.atomic():
        locked_state(rating_list)
        rows = RatedEvent.objects.filter(rating_list=rating_list, key=key, is_gone=False)
        if not rows.update(is_gone=True, is_stale=True):
            return False
        _raise(rating_list, "version")
    return True


def distrust_from(rating_list: RatingList, day: date) -> None:
    """Has every rating from that day on computed again, whether or not its event changed."""
    with transaction.atomic():
        state = locked_state(rating_list)
        if state.distrusted_from is None or day < state.distrusted_from:
            state.distrusted_from = day
        state.version += 1
        state.save(update_fields=("distrusted_from", "version"))


def locked_state(rating_list: RatingList) -> ListState:
    """Returns the state of a list, its row locked, made if it is new. Inside a transaction only."""
    ListState.objects.get_or_create(rating_list=rating_list)
    return ListState.objects.select_for_update().get(rating_list=rating_list)


def _raise(rating_list: RatingList, counter: str) -> None:
    ListState.objects.filter(rating_list=rating_list).update(**{counter: F(counter) + 1})


def _holds(row: RatedEvent, values: Mapping[str, object]) -> bool:
    return all(getattr(row, name) == value for name, value in values.items())


def _check(rating_list: RatingList, name: str, event: EventCards) -> None:
    """Raises UserError unless the list's system can rate the event."""
    try:
        rate_event(event, {}, {}, rating_system(rating_list.system))
    except RatingError as wrong:
        raise UserError(
            phrase("{name} cannot be rated: {reason}", name=name, reason=in_words(wrong)),
            code=wrong.code,
        ) from wrong
