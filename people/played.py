"""The question to the apps above: what a person of the register has played, rated or not.

The register is below rating lists and events. Rating lists know what they rate; who keeps events
registers here once, and whoever shows a person asks for all of it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date
from typing import NamedTuple, Protocol

from django.db.models import Exists, OuterRef

from people.apps import PLAYED


class PlayedEvent(NamedTuple):
    """A division in which a person played, by the key under which rating lists keep it.

    `path` is that of their card there. `place` is None until it is over, or where they have none;
    a place that is shared says so. `field` counts those who have a place.
    """

    key: str
    name: str
    path: str
    held_on: date | None
    when: str
    place: int | None = None
    is_shared: bool = False
    field: int = 0


class OwnGame(NamedTuple):
    """A game from one side: 2 half wins are a win. Scores are None where only the outcome is known.

    `opponent` is a key of the register, empty for who is not in it. `path` leads to the results of
    the round, `recorded` to the recorded game; it is empty without one.
    """

    event: str
    round: int
    opponent: str
    own_score: int | None
    other_score: int | None
    half_wins: int
    path: str
    recorded: str = ""


class GamesPlayed(NamedTuple):
    """What somebody played: events by key, and games in the order of the rounds of each."""

    events: Mapping[str, PlayedEvent]
    games: tuple[OwnGame, ...]


class PlayedByMany(Protocol):
    """What many people played, as far as it tells whether pages about it are others by now."""

    def version(self, player: str) -> str:
        """Returns what changes whenever the mark may; no query."""
        ...

    def mark(self, player: str) -> str:
        """Returns the mark of what a person played; few queries for all who played beside them."""
        ...


class EventsKept(Protocol):
    """The app that keeps events."""

    def version(self, player: str) -> str:
        """Returns what changes whenever a page about what a person played has to."""
        ...

    def version_of_all(self) -> str:
        """Returns what changes whenever what anybody played may have; few queries."""
        ...

    def by_many(self, players: Collection[str]) -> PlayedByMany:
        """Returns what these people played, as versions and marks; few queries for any number."""
        ...

    def entered(self, player: OuterRef) -> Exists:
        """Returns whether the player of this key is in an event that everybody may see.

        It is a condition of a question about players; games of their events are published.
        """
        ...

    def of(self, player: str) -> GamesPlayed:
        """Returns what a person played in events that everybody may see."""
        ...

    def between(self, one: str, two: str) -> GamesPlayed:
        """Returns the games of two people with each other, from the side of the first.

        The events are all those of the first.
        """
        ...


_known: list[EventsKept] = []


def register_events(events: EventsKept) -> None:
    """Registers who keeps events."""
    _known.append(events)


def version_of_played(*players: str) -> str:
    """Returns what changes whenever a page about what these people played has to."""
    PLAYED.load()
    return " ".join(events.version(player) for events in _known for player in players)


def version_of_all_played() -> str:
    """Returns what changes whenever what anybody played may have."""
    PLAYED.load()
    return " ".join(events.version_of_all() for events in _known)


def played_by_many(players: Collection[str]) -> list[PlayedByMany]:
    """Returns what these people played, as versions and marks, from each who keeps events."""
    PLAYED.load()
    return [events.by_many(players) for events in _known]


def have_played(player: OuterRef) -> list[Exists]:
    """Returns the conditions of which one is true of who is in an event that everybody may see."""
    PLAYED.load()
    return [events.entered(player) for events in _known]


def played_by(player: str) -> GamesPlayed:
    """Returns what a person played in events that everybody may see."""
    PLAYED.load()
    return _together([events.of(player) for events in _known])


def played_between(one: str, two: str) -> GamesPlayed:
    """Returns the games of two people with each other, from the side of the first."""
    PLAYED.load()
    return _together([events.between(one, two) for events in _known])


def _together(parts: list[GamesPlayed]) -> GamesPlayed:
    events = {key: event for part in parts for key, event in part.events.items()}
    return GamesPlayed(events, tuple(game for part in parts for game in part.games))
