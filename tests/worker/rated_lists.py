"""The content of a list, as it is and as it must be, computed without workers and database."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone

from ratings.models import EventRating, RatedEvent, RatingList
from ratings.selectors.stored import digest_of, written
from ratings.systems.career import Career, rate_event
from ratings.systems.registry import rating_system
from tests.builders.rated_events import Invented


def record_at_once(rating_list: RatingList, history: Sequence[Invented]) -> None:
    """Puts events into a list in one go, as recording them one by one leaves them."""
    texts = [(one, written(one.event, one.names)) for one in history]
    RatedEvent.objects.bulk_create(
        RatedEvent(
            rating_list=rating_list,
            key=one.key,
            name=one.key,
            held_on=one.event.held_on,
            games=sum(len(card.games) for card in one.event.cards) // 2,
            content=text,
            digest=digest_of(text),
            recorded_at=timezone.now(),
        )
        for one, text in texts
    )


def ratings_in_force(rating_list: RatingList) -> dict[tuple[str, str], int]:
    """Returns every rating of the list by event and player."""
    rows = EventRating.objects.filter(rating_list=rating_list)
    values = rows.order_by("held_on", "event__key").values_list("event__key", "player", "new")
    return {(key, player): new for key, player, new in values}


def ratings_from_scratch(history: Sequence[Invented]) -> dict[tuple[str, str], int]:
    """Returns every rating by event and player, with nothing but the system."""
    system = rating_system("naspa")
    careers: dict[str, Career] = {}
    found = {}
    for one in history:
        for step in rate_event(one.event, careers, {}, system):
            careers[step.player] = step.after
            found[one.key, step.player] = step.after.rating
    return found
