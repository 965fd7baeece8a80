"""Reading a file of consecutive events, as other programs write it.

A JSON object: `initial`, with what players begin (`rating`, `deviation`, `games`, `last_played`, as
an object or a list in this order; all but the rating may be null), and `events` in the order in
which they are rated, each with `id`, `date`, `seeds` (ratings that count at a first appearance) and
`games`, each `[round, player, score, opponent, score]`. A round is a number, or a word such as
Semifinal, which comes after every round before it in the list. An opponent called BYE is none. A
rating below 100, or none at all, is unrated. A game with a score of 0 is a forfeit: listed, not
rated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec

from core.errors import UserError
from core.phrases import phrase
from ratings.json_files import decoded, read_json, score, text
from ratings.systems.career import Career, EventCard, EventCards
from ratings.systems.field import RATING_LIMIT, RatedGame

BYE = "BYE"
UNRATED_BELOW = 100
MOST_ROUNDS = 1000
MOST_DEVIATION = 1000
MOST_CAREER_GAMES = 1_000_000

_Rating = Annotated[int, msgspec.Meta(ge=-RATING_LIMIT, le=RATING_LIMIT)]
_Deviation = Annotated[float, msgspec.Meta(ge=1, le=MOST_DEVIATION)]
_Games = Annotated[int, msgspec.Meta(ge=0, le=MOST_CAREER_GAMES)]
_Round = Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)]


class _Opening(NamedTuple):
    """The opening state of a player, as a list has it."""

    rating: _Rating
    deviation: _Deviation | None
    games: _Games | None
    last_played: date | None


@dataclass(frozen=True, slots=True)
class _NamedOpening:
    """The same, as an object has it."""

    rating: _Rating
    deviation: _Deviation | None = None
    games: _Games | None = None
    last_played: date | None = None


class _Row(NamedTuple):
    """A game as an event lists it."""

    round: _Round | str
    player: str
    score: int
    opponent: str
    opponent_score: int


@dataclass(frozen=True, slots=True)
class _Event:
    """An event of the file; `seeds` by the players' names."""

    id: str
    date: date
    games: list[_Row]
    seeds: dict[str, msgspec.Raw] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Chain:
    """The file as read, with every value of the right type; `initial` by players' names."""

    events: list[_Event]
    initial: dict[str, msgspec.Raw] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChainEvent:
    """One event of a chain; players are numbered in the order in which they first appear."""

    key: str
    cards: EventCards


@dataclass(frozen=True, slots=True)
class ChainFile:
    """Events in order, and with what players begin who stood somewhere before the first."""

    openings: Mapping[str, Career]
    events: tuple[ChainEvent, ...]


class _Game(NamedTuple):
    """A row of an event; `other` is None for a bye, `is_rated` false for a forfeit too."""

    round: int
    one: str
    one_score: int
    other: str | None
    other_score: int

    @property
    def is_rated(self) -> bool:
        return self.other is not None and bool(self.one_score and self.other_score)


def read_chain(path: Path) -> ChainFile:
    """Return the events in the file at `path`.

    Raises `UserError` with the file and the line or field for anything that is not such a file, and
    for an event dated before the one in front of it.
    """
    return read_json(path, _Chain, _chain)


def _chain(file: _Chain) -> ChainFile:
    openings = {
        text(player, "initial"): _opening(value, f"initial.{player}")
        for player, value in file.initial.items()
    }
    events: list[ChainEvent] = []
    keys: set[str] = set()
    for position, row in enumerate(file.events):
        place = f"events[{position}]"
        event = _event(row, place)
        if event.key in keys:
            message = phrase(
                "{place}.id is {key}, which an earlier event already has.",
                place=place,
                key=event.key,
            )
            raise UserError(message, code="event.duplicate", field=f"{place}.id")
        if events and event.cards.held_on < events[-1].cards.held_on:
            message = phrase("{place}.date is before the date of the previous event.", place=place)
            raise UserError(message, code="event.order", field=f"{place}.date")
        events.append(event)
        keys.add(event.key)
    return ChainFile(openings, tuple(events))


def _opening(value: msgspec.Raw, place: str) -> Career:
    """Return with what a player begins, from an object or from a list."""
    is_list = bytes(value).lstrip().startswith(b"[")
    begins: _Opening | _NamedOpening = (
        decoded(value, _Opening, place) if is_list else decoded(value, _NamedOpening, place)
    )
    return Career(
        rating=_rating(begins.rating),
        deviation=begins.deviation,
        games=begins.games,
        played_on=begins.last_played,
    )


def _event(row: _Event, place: str) -> ChainEvent:
    key = text(row.id, f"{place}.id")
    seeds = {
        text(player, f"{place}.seeds"): _rating(decoded(value, _Rating, f"{place}.seeds.{player}"))
        for player, value in row.seeds.items()
    }
    rounds = _Rounds()
    games = [
        _game(game, rounds, f"{place}.games[{position}]") for position, game in enumerate(row.games)
    ]
    return ChainEvent(key, _cards(games, seeds, row.date, place))


class _Rounds:
    """The rounds of an event by number; a word is the round after all before it in the list."""

    def __init__(self) -> None:
        self._last = 0
        self._called: dict[str, int] = {}

    def number(self, said: int | str, place: str) -> int:
        """Return the number of a round; raise `UserError` where there can be no such round."""
        if isinstance(said, str):
            if text(said, place).isdecimal():
                message = phrase(
                    "{place} must be a whole number, or a word such as Semifinal.", place=place
                )
                raise UserError(message, code="field.type", field=place)
            said = self._called.setdefault(said, self._last + 1)
        if said > MOST_ROUNDS:
            message = phrase(
                "{place} is a round after the {last}th.",
                place=place,
                last=MOST_ROUNDS,
            )
            raise UserError(message, code="field.range", field=place)
        self._last = max(self._last, said)
        return said


def _game(row: _Row, rounds: _Rounds, place: str) -> _Game:
    """Return the row of a game; that of a bye has its player first."""
    number = rounds.number(row.round, f"{place}[0]")
    one, other = text(row.player, f"{place}[1]"), text(row.opponent, f"{place}[3]")
    one_score = score(row.score, f"{place}[2]")
    other_score = score(row.opponent_score, f"{place}[4]")
    if one == BYE:
        one, one_score, other, other_score = other, other_score, one, one_score
    if one == other:
        message = phrase("{place} is a game of {player} against {player}.", place=place, player=one)
        raise UserError(message, code="game.self", field=place)
    return _Game(number, one, one_score, None if other == BYE else other, other_score)


def _cards(games: list[_Game], seeds: Mapping[str, int], held_on: date, place: str) -> EventCards:
    """Return the event with its players numbered as they first appear."""
    listed: dict[str, int] = {}
    for game in games:
        for player in (game.one, game.other):
            if player is not None:
                listed[player] = listed.get(player, 0) + 1
    numbers = {player: number for number, player in enumerate(listed, 1)}
    played: dict[str, list[RatedGame]] = {player: [] for player in listed}
    rounds = 0
    for number, game in _numbered(games, place):
        one, other = game.one, game.other or ""
        rounds, ours, theirs = max(rounds, number), game.one_score, game.other_score
        credit = 1 + (ours > theirs) - (ours < theirs)
        played[one].append(RatedGame(number, numbers[other], credit, ours, theirs))
        played[other].append(RatedGame(number, numbers[one], 2 - credit, theirs, ours))
    cards = tuple(
        EventCard(player, numbers[player], seeds.get(player, 0), None, listed[player], tuple(own))
        for player, own in played.items()
    )
    return EventCards(held_on, rounds, cards, tuple(numbers.values()))


def _numbered(games: list[_Game], place: str) -> Iterator[tuple[int, _Game]]:
    """Yield the rated games with a round in which both players have no other one.

    It is the one the file says or, where a player has two games of one round, the next that is
    free: what counts is the order, by which long events are rated in parts.
    """
    taken: dict[str, set[int]] = {}
    for position, game in enumerate(games):
        if not game.is_rated:
            continue
        one = taken.setdefault(game.one, set())
        other = taken.setdefault(game.other or "", set())
        number = game.round
        while number in one or number in other:
            number += 1
        if number > MOST_ROUNDS:
            at = f"{place}.games[{position}]"
            message = phrase(
                "{place} leaves {one} or {other} with more than {most} rounds.",
                place=at,
                one=game.one,
                other=game.other,
                most=MOST_ROUNDS,
            )
            raise UserError(message, code="game.too_many", field=at)
        one.add(number)
        other.add(number)
        yield number, game


def _rating(rating: int) -> int:
    return rating if rating >= UNRATED_BELOW else 0
