"""Ratings from event to event: what a player brings to one, and what they take from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from ratings.systems.field import RatedField, RatedGame, RatedPlayer, RatingChange
from ratings.systems.registry import RatingSystem, rating_system


class Career(NamedTuple):
    """The state of a player before or after an event.

    `rating` 0 is unrated; `games` None unknown; `played_on` None before the first event.
    """

    rating: int
    deviation: float | None = None
    games: int | None = None
    played_on: date | None = None


class EventCard(NamedTuple):
    """A player of an event with their games, as the event has them.

    `player` names the person in every event. `rating` and `life_games` count at their first
    appearance only, where the list has no opening rating of them. `listed` counts all their rounds
    with a result, byes and forfeits too.
    """

    player: str
    number: int
    rating: int
    life_games: int | None
    listed: int
    games: tuple[RatedGame, ...]


@dataclass(frozen=True, slots=True)
class EventCards:
    """An event to be rated: all cards, each game on two of them.

    `appearances` as in `Field`. `system` is the key of the system that rates this event where that
    is another one of the list's family (its local club events), empty for the list's own.
    """

    held_on: date
    scheduled_rounds: int
    cards: tuple[EventCard, ...]
    appearances: tuple[int, ...] = ()
    system: str = ""


class CareerStep(NamedTuple):
    """The effect of an event on one player; `opens` at a first appearance."""

    player: str
    opens: bool
    before: Career
    change: RatingChange
    after: Career


def opening(card: EventCard, openings: Mapping[str, Career]) -> Career:
    """Return the opening state of a player without an event.

    An opening rating of the list comes before what the event says of them; an unrated player has
    no games before their first event.
    """
    given = openings.get(card.player)
    if given is not None:
        return given
    return Career(card.rating, games=card.life_games if card.rating else 0)


def field_of(event: EventCards, before: Mapping[str, Career]) -> RatedField:
    """Return the event as a rating system takes it, with everybody as they stood `before`."""
    return RatedField(
        players=tuple([_rated(card, before[card.player], event.held_on) for card in event.cards]),
        scheduled_rounds=event.scheduled_rounds,
        appearances=event.appearances,
    )


def system_for(event: EventCards, of_list: RatingSystem) -> RatingSystem:
    """Return the system that rates the event in a list that is otherwise rated by `of_list`.

    Raises `RatingError` "system.unknown" where the event names one that is not installed.
    """
    return rating_system(event.system) if event.system else of_list


def rate_event(
    event: EventCards,
    careers: Mapping[str, Career],
    openings: Mapping[str, Career],
    system: RatingSystem,
) -> list[CareerStep]:
    """Return the step of each player of the event, in order of number.

    `careers` has those who played before; `system` is the list's. A player without a result has
    not played: they keep their day, so that the days without an event go on. Whoever had only byes
    and forfeits was there: the rating stays, the day is the event's, and games and deviation are as
    the system counts them. Raises `RatingError` for an event that is not whole.
    """
    before = {c.player: careers.get(c.player) or opening(c, openings) for c in event.cards}
    players = {card.number: card.player for card in event.cards}
    present = {card.number for card in event.cards if card.listed or card.games}
    steps = []
    for change in system_for(event, system).rate(field_of(event, before)):
        player = players[change.number]
        day = event.held_on if change.number in present else before[player].played_on
        after = Career(change.new, change.deviation, change.career_games, day)
        steps.append(CareerStep(player, player not in careers, before[player], change, after))
    return steps


def _rated(card: EventCard, career: Career, held_on: date) -> RatedPlayer:
    idle = 0 if career.played_on is None else max(0, (held_on - career.played_on).days)
    return RatedPlayer(
        number=card.number,
        rating=career.rating,
        life_games=career.games,
        games=card.games,
        deviation=career.deviation,
        idle_days=idle,
        listed_games=card.listed,
    )
