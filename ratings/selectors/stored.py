"""Rated events and ratings between rows and computation: games as cards, ratings as steps.

The games of an event are in a row as JSON that is read into cards without a detour. A stored rating
is the step that it was made of, and the other way round.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

import msgspec
from django.db.models import QuerySet

from ratings.models import EventRating, RatedEvent
from ratings.models.history import Rated
from ratings.systems.career import Career, CareerStep, EventCard, EventCards
from ratings.systems.field import RatingChange

R = TypeVar("R", bound=Rated)

COLUMNS = tuple(field.name for field in Rated._meta.get_fields())
"""The fields of every stored rating, whether in force or proposed."""


def steps_of(events: Iterable[int]) -> dict[int, dict[str, CareerStep]]:
    """Returns the stored steps of each event by player, in one query."""
    steps: dict[int, dict[str, CareerStep]] = defaultdict(dict)
    rows: QuerySet[EventRating] = EventRating.objects.filter(event_id__in=list(events))
    for row in rows:
        steps[row.event_id][row.player] = step_of(row)
    return steps


def step_of(row: Rated) -> CareerStep:
    """Returns the step that a stored rating was made of."""
    change = RatingChange(
        number=row.number,
        old=row.old,
        new=row.new,
        games=row.games,
        half_wins=row.half_wins,
        expected=row.expected,
        performance=row.performance,
        deviation=row.deviation,
        old_deviation=row.old_deviation,
        career_games=row.career_games,
    )
    before = Career(row.old, row.deviation_before, row.old_games, row.played_before)
    after = Career(row.new, row.deviation, row.career_games, row.played_on)
    return CareerStep(row.player, row.opens, before, change, after)


def rows_of(model: type[R], event: RatedEvent, steps: Sequence[CareerStep]) -> list[R]:
    """Returns unsaved rows of the model with the figures of the steps."""
    return [
        model(
            player=step.player,
            number=step.change.number,
            held_on=event.held_on,
            opens=step.opens,
            old=step.change.old,
            deviation_before=step.before.deviation,
            old_deviation=step.change.old_deviation,
            old_games=step.before.games,
            played_before=step.before.played_on,
            new=step.after.rating,
            deviation=step.after.deviation,
            career_games=step.after.games,
            played_on=step.after.played_on,
            games=step.change.games,
            half_wins=step.change.half_wins,
            expected=step.change.expected,
            performance=step.change.performance,
        )
        for step in steps
    ]


class Content(NamedTuple):
    """The stored content of an event, as in `EventCards`.

    `names` are the players' names there, in the order of `cards`.
    """

    scheduled_rounds: int
    cards: tuple[EventCard, ...]
    appearances: tuple[int, ...]
    names: tuple[str, ...]
    system: str = ""


_decoder = msgspec.json.Decoder(Content)


def written(event: EventCards, names: tuple[str, ...]) -> str:
    """Returns the event's games as text; the same games always give the same text."""
    content = Content(event.scheduled_rounds, event.cards, event.appearances, names, event.system)
    return msgspec.json.encode(content).decode()


def digest_of(text: str) -> str:
    """Returns the mark by which two contents are compared."""
    return hashlib.sha256(text.encode()).hexdigest()


def content_of(event: RatedEvent) -> Content:
    """Returns the content of an event that its row keeps."""
    return _decoder.decode(event.content)


def cards_of(event: RatedEvent) -> EventCards:
    """Returns a row's event as it is rated."""
    content = content_of(event)
    return EventCards(
        event.held_on,
        content.scheduled_rounds,
        content.cards,
        content.appearances,
        content.system,
    )
