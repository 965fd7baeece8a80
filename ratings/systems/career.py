"""Ratings from event to event, and a history rated again from some point on.

A career is what a player brings to an event, and what they take from it. Of a history only what
changed is rated again, and what follows from it: events are taken in order, and an event is rated
again when it has to be, or when somebody comes to it with another rating than when it was rated.
Once everybody stands as they stood before, nothing more is done. The result is the same as rating
the whole history from its beginning.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
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


Stored = Mapping[str, CareerStep]
"""The stored ratings of an event, by player."""


Openings = Callable[[date], Mapping[str, Career]]
"""The opening figures of players whose first event is on a day."""


@dataclass(frozen=True, slots=True)
class Revision:
    """The changes to the stored ratings of one event."""

    rated: tuple[CareerStep, ...]
    removed: tuple[CareerStep, ...]

    def __bool__(self) -> bool:
        return bool(self.rated or self.removed)


class Recomputation:
    """A walk along a history; `now` has the state of everybody met so far, None: not yet.

    Whoever is not in it stands as the next stored rating of them began.
    """

    def __init__(self, system: RatingSystem, openings: Openings) -> None:
        self._system = system
        self._openings = openings
        self.now: dict[str, Career | None] = {}

    def is_settled(self, stored: Stored) -> bool:
        """Return whether everybody comes to the event as they did when it was rated."""
        return all(
            step.player not in self.now or self.now[step.player] == _began(step)
            for step in stored.values()
        )

    def unknown(self, event: EventCards, stored: Stored, *, moved: bool) -> list[str]:
        """Return the players of an event without any stored state there.

        Of one that was rated at another date the stored ratings say nothing of where it is now.
        """
        known = {} if moved else stored
        players = (card.player for card in event.cards)
        return [key for key in players if key not in self.now and key not in known]

    def skip(self, stored: Stored) -> None:
        """Go past an event that stays as it is."""
        for step in stored.values():
            self.now[step.player] = step.after

    def rate(self, event: EventCards, stored: Stored, *, moved: bool = False) -> Revision:
        """Return the revision that rating the event now makes, and go past it.

        One that is `moved` was rated at another date; it is taken out there. Raises RatingError
        for an event that is not whole.
        """
        if not moved:
            self.take_out(stored)
        now = ((card.player, self.now.get(card.player)) for card in event.cards)
        careers = {player: career for player, career in now if career is not None}
        steps = rate_event(event, careers, self._openings(event.held_on), self._system)
        for step in steps:
            self.now[step.player] = step.after
        present = {step.player for step in steps}
        return Revision(
            rated=tuple([step for step in steps if not _is_stored(step, stored)]),
            removed=tuple([step for key, step in sorted(stored.items()) if key not in present]),
        )

    def drop(self, stored: Stored) -> Revision:
        """Return the revision that an event makes by leaving the history, and go past it."""
        self.take_out(stored)
        return Revision((), tuple([step for _, step in sorted(stored.items())]))

    def take_out(self, stored: Stored) -> None:
        """Go past the place where an event was rated that is elsewhere now."""
        for step in stored.values():
            self.now.setdefault(step.player, _began(step))


def _is_stored(step: CareerStep, stored: Stored) -> bool:
    """Return whether this is what is stored; with what somebody opened follows from the event."""
    before = stored.get(step.player)
    if before is None or before.opens != step.opens:
        return False
    same = before.change == step.change and before.after == step.after
    return same and (step.opens or before.before == step.before)


def _began(step: CareerStep) -> Career | None:
    return None if step.opens else step.before
