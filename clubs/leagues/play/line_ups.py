"""The line-up of a team for a match: boards by rating, and what an absence does to them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from clubs.leagues.play.errors import LeagueError
from core.phrases import phrase

MOST_BOARDS: Final = 50


class AbsenteeRule(StrEnum):
    """What an absence does: the board is forfeited, a substitute sits there, all below move up."""

    FORFEIT = "forfeit"
    SUBSTITUTE = "substitute"
    MOVE_UP = "move up"


@dataclass(frozen=True, slots=True)
class TeamPlayer:
    """A player of a team, by key, with the rating that orders the boards."""

    key: str
    rating: int


@dataclass(frozen=True, slots=True)
class LineUpBoard:
    """A board of one team, from 1, and who sits there; None where it is forfeited."""

    number: int
    player: str | None
    is_substitute: bool = False


def line_up(
    team: Iterable[TeamPlayer],
    boards: int,
    absence: AbsenteeRule,
    *,
    absent: Collection[str] = (),
    substitutes: Iterable[TeamPlayer] = (),
) -> tuple[LineUpBoard, ...]:
    """Returns who sits where, by board: the highest rating on board 1, equal ones by key.

    `team` are those who were named for the match, at most one for each board; boards without one
    are the last. A substitute comes in for somebody absent and for a board without a player, the
    highest rating first. With `MOVE_UP` they sit below the team, with `SUBSTITUTE` on the boards
    that are free.

    Raises LeagueError `line_up.boards`, `line_up.too_many`, `line_up.twice`, `line_up.stranger`.
    """
    named, spare = _by_rating(team), _by_rating(substitutes)
    _check(named, spare, boards, absent)
    seats: list[TeamPlayer | None] = [None if one.key in absent else one for one in named]
    here = [one for one in spare if one.key not in absent]
    if absence is AbsenteeRule.MOVE_UP:
        seats = [one for one in seats if one is not None]
    seats += [None] * (boards - len(seats))
    if absence is not AbsenteeRule.FORFEIT:
        for at, seat in enumerate(seats):
            if seat is None and here:
                seats[at] = here.pop(0)
    return tuple(
        LineUpBoard(number, seat.key if seat else None, seat in spare)
        for number, seat in enumerate(seats, start=1)
    )


def _by_rating(players: Iterable[TeamPlayer]) -> list[TeamPlayer]:
    return sorted(players, key=lambda one: (-one.rating, one.key))


def _check(
    named: list[TeamPlayer], spare: list[TeamPlayer], boards: int, absent: Collection[str]
) -> None:
    if not 1 <= boards <= MOST_BOARDS:
        raise LeagueError(
            phrase("A match has 1 to {count} boards.", count=MOST_BOARDS),
            code="line_up.boards",
            field="boards",
        )
    if len(named) > boards:
        raise LeagueError(
            phrase("Name at most {count} players; the others are substitutes.", count=boards),
            code="line_up.too_many",
            field="team",
        )
    keys = [one.key for one in (*named, *spare)]
    twice = sorted({key for key in keys if keys.count(key) > 1})
    if twice:
        raise LeagueError(
            phrase("{player} is in the line-up twice.", player=twice[0][:60]),
            code="line_up.twice",
            field="team",
        )
    strangers = sorted(set(absent).difference(keys))
    if strangers:
        raise LeagueError(
            phrase("{player} is not in the line-up.", player=strangers[0][:60]),
            code="line_up.stranger",
            field="absent",
        )
