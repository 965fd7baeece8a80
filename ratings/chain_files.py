"""Reading a file of consecutive events, as other programs write it.

A JSON object: `initial`, with what players begin (`rating`, `deviation`, `games`, `last_played`, as
an object or a list in this order; all but the rating may be null), and `events` in the order in
which they are rated, each with `id`, `date`, `seeds` (ratings that count at a first appearance) and
`games`, each `[round, player, score, opponent, score]`. An opponent called BYE is none. A rating
below 100, or none at all, is unrated. A game with a score of 0 is a forfeit: listed, not rated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from core.errors import UserError
from ratings.json_files import (
    an_object,
    list_at,
    read_json,
    score,
    text,
    text_at,
    whole,
    whole_file,
    whole_or_none,
    wrong_type,
)
from ratings.systems.career import Card, Career, EventCards
from ratings.systems.field import RATING_LIMIT, RatedGame

BYE = "BYE"
UNRATED_BELOW = 100
MOST_ROUNDS = 1000
MOST_DEVIATION = 1000
MOST_CAREER_GAMES = 1_000_000
_OPENING = ("rating", "deviation", "games", "last_played")
_GAME = ("round", "player", "score", "opponent", "score")


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
    return read_json(path, _chain)


def _chain(document: Any) -> ChainFile:
    top = whole_file(document, ("events",))
    initial = an_object(top.get("initial", {}), "initial")
    openings = {
        text(player, "initial"): _opening(value, f"initial.{player}")
        for player, value in initial.items()
    }
    events: list[ChainEvent] = []
    keys: set[str] = set()
    for position, row in enumerate(list_at(top, "events")):
        place = f"events[{position}]"
        event = _event(an_object(row, place), place)
        if event.key in keys:
            message = f"{place}.id is {event.key}, and so is that of an event before."
            raise UserError(message, code="event.duplicate", field=f"{place}.id")
        if events and event.cards.held_on < events[-1].cards.held_on:
            message = f"{place}.date is before that of the event in front of it."
            raise UserError(message, code="event.order", field=f"{place}.date")
        events.append(event)
        keys.add(event.key)
    return ChainFile(openings, tuple(events))


def _opening(value: Any, place: str) -> Career:
    """Return with what a player begins, from an object or from a list."""
    if isinstance(value, list) and len(value) == len(_OPENING):
        fields = dict(zip(_OPENING, value, strict=True))
    else:
        fields = an_object(value, place)
    games = whole_or_none(fields.get("games"), f"{place}.games")
    if games is not None and not 0 <= games <= MOST_CAREER_GAMES:
        raise _out_of_range(f"{place}.games", 0, MOST_CAREER_GAMES)
    played_on = fields.get("last_played")
    return Career(
        rating=_rating(fields.get("rating"), f"{place}.rating"),
        deviation=_deviation(fields.get("deviation"), f"{place}.deviation"),
        games=games,
        played_on=None if played_on is None else _day(played_on, f"{place}.last_played"),
    )


def _event(fields: dict[str, Any], place: str) -> ChainEvent:
    key = text_at(fields, "id", place)
    held_on = _day(fields.get("date"), f"{place}.date")
    seeds_at = f"{place}.seeds"
    seeds = {
        text(player, seeds_at): _rating(value, f"{seeds_at}.{player}")
        for player, value in an_object(fields.get("seeds", {}), seeds_at).items()
    }
    games = [
        _game(row, f"{place}.games[{position}]")
        for position, row in enumerate(list_at(fields, "games", place))
    ]
    return ChainEvent(key, _cards(games, seeds, held_on, place))


def _game(row: Any, place: str) -> _Game:
    """Return the row of a game; that of a bye has its player first."""
    if not isinstance(row, list) or len(row) != len(_GAME):
        raise wrong_type(place, f"a list of {', '.join(_GAME)}")
    round_number = whole(row[0], f"{place}[0]")
    if not 1 <= round_number <= MOST_ROUNDS:
        raise _out_of_range(f"{place}[0]", 1, MOST_ROUNDS)
    one, other = text(row[1], f"{place}[1]"), text(row[3], f"{place}[3]")
    one_score, other_score = score(row[2], f"{place}[2]"), score(row[4], f"{place}[4]")
    if one == BYE:
        one, one_score, other, other_score = other, other_score, one, one_score
    if one == other:
        message = f"{place} is a game of {one} against {one}."
        raise UserError(message, code="game.self", field=place)
    return _Game(round_number, one, one_score, None if other == BYE else other, other_score)


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
        Card(player, numbers[player], seeds.get(player, 0), None, listed[player], tuple(own))
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
            message = f"{at} leaves {game.one} or {game.other} with more than {MOST_ROUNDS} rounds."
            raise UserError(message, code="game.too_many", field=at)
        one.add(number)
        other.add(number)
        yield number, game


def _rating(value: Any, place: str) -> int:
    rating = whole(value, place)
    if abs(rating) > RATING_LIMIT:
        raise _out_of_range(place, -RATING_LIMIT, RATING_LIMIT)
    return rating if rating >= UNRATED_BELOW else 0


def _deviation(value: Any, place: str) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise wrong_type(place, "a number")
    if not 1 <= value <= MOST_DEVIATION:
        raise _out_of_range(place, 1, MOST_DEVIATION)
    return float(value)


def _day(value: Any, place: str) -> date:
    """Return the day of a text such as 2021-09-04."""
    try:
        day = date.fromisoformat(value)
        if day.isoformat() == value:
            return day
    except (TypeError, ValueError):
        pass
    message = f"{place} must be a date such as 2021-09-04."
    raise UserError(message, code="field.date", field=place)


def _out_of_range(place: str, least: int, most: int) -> UserError:
    message = f"{place} must lie between {least} and {most}."
    return UserError(message, code="field.range", field=place)
