"""The fixtures of a league: who visits whom in which round, by the circle method."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Final

from clubs.leagues.play.errors import LeagueError
from core.phrases import phrase
from tournaments.pairing.blocks.tables import circle_round, cycle

MOST_TEAMS: Final = 64
MOST_LEGS: Final = 8


@dataclass(frozen=True, slots=True, order=True)
class Fixture:
    """A match to be played: two teams by key, and the round, from 1."""

    round: int
    home: str
    away: str


def fixtures(teams: Iterable[str], *, seed: int, legs: int = 1) -> tuple[Fixture, ...]:
    """Returns everybody against everybody, `legs` times, by round and home team.

    The places of the circle are drawn with the seed. In every leg a team has as many matches at
    home as away, or one more or less; the next leg turns every match about. With an odd number of
    teams one has no match in each round.

    Raises LeagueError `league.teams`, `league.team_twice`, `league.legs`.
    """
    places = _places(teams, seed)
    if not 1 <= legs <= MOST_LEGS:
        raise LeagueError(
            phrase("A league has 1 to {count} legs.", count=MOST_LEGS),
            code="league.legs",
            field="legs",
        )
    table = cycle(len(places), circle_round)
    found = []
    for leg in range(legs):
        for number, games in enumerate(table, start=leg * len(table) + 1):
            for one, two in games:
                home, away = places[one - 1], places[two - 1]
                if home is not None and away is not None:
                    found.append(
                        Fixture(number, away, home) if leg % 2 else Fixture(number, home, away)
                    )
    return tuple(sorted(found))


def home_and_away(rows: Iterable[Fixture]) -> Mapping[str, tuple[int, int]]:
    """Returns how many matches every team has at home and away, by key."""
    counted: dict[str, tuple[int, int]] = {}
    for row in rows:
        home, away = counted.get(row.home, (0, 0))
        counted[row.home] = home + 1, away
        home, away = counted.get(row.away, (0, 0))
        counted[row.away] = home, away + 1
    return dict(sorted(counted.items()))


def boards_by_round(players: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Returns rounds in which every player of two teams meets all of the other team once.

    Boards are (player of the home team, player of the away team), from 1. Source: the matches of
    Canada and the United States, which begin 1-7 2-6 3-5 4-4 and shift by one each round.
    """
    return tuple(
        tuple((one, (players - one + shift) % players + 1) for one in range(1, players + 1))
        for shift in range(players)
    )


def _places(teams: Iterable[str], seed: int) -> Sequence[str | None]:
    keys = sorted(teams)
    if len(set(keys)) != len(keys):
        twice = next(key for key, after in pairwise(keys) if key == after)
        raise LeagueError(
            phrase("{team} is in the league twice.", team=twice[:60]),
            code="league.team_twice",
            field="teams",
        )
    if not 2 <= len(keys) <= MOST_TEAMS:
        raise LeagueError(
            phrase("A league has 2 to {count} teams.", count=MOST_TEAMS),
            code="league.teams",
            field="teams",
        )
    Random(seed).shuffle(keys)
    # The first place stays where it is; all others turn, and change sides as they do.
    return keys if len(keys) % 2 == 0 else [None, *keys]
