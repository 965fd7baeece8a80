"""The table of a league: match points, board points, spread, then the matches among equals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from clubs.leagues.play.errors import LeagueError
from clubs.leagues.play.matches import SideOfMatch, TeamMatch
from core.phrases import phrase


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match of a league that has its result, with the round, from 1."""

    round: int
    home: str
    away: str
    result: TeamMatch


@dataclass(frozen=True, slots=True)
class LeagueRow:
    """A line of the table; equal teams share a rank. Board points are in halves.

    `deducted` are the match points that were taken off `match_points`.
    """

    team: str
    rank: int = 0
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    match_points: int = 0
    half_points: int = 0
    spread: int = 0
    deducted: int = 0


NOTHING: Mapping[str, int] = {}


def league_table(
    teams: Iterable[str], matches: Iterable[PlayedMatch], deductions: Mapping[str, int] = NOTHING
) -> tuple[LeagueRow, ...]:
    """Returns the table, best first. The order of the arguments does not matter.

    Teams equal in match points, board points and spread are ordered by the same figures of the
    matches among them; if these leave some equal, by those among the fewer, and so on. Those who
    stay equal share a rank and are listed by key. `deductions` are match points by team.

    Raises LeagueError `league.stranger`, `league.itself`, `league.match_twice`.
    """
    keys = sorted(set(teams))
    played = sorted(matches, key=lambda one: (one.round, one.home, one.away))
    _check(keys, played, deductions)
    figures = _figures(keys, played)
    rows = {
        key: replace(
            row,
            match_points=row.match_points - deductions.get(key, 0),
            deducted=deductions.get(key, 0),
        )
        for key, row in figures.items()
    }
    table: list[LeagueRow] = []
    for group in _grouped(keys, lambda key: _record(rows[key])):
        for equals in _among_themselves(group, played):
            rank = len(table) + 1
            table += [replace(rows[key], rank=rank) for key in equals]
    return tuple(table)


def _among_themselves(group: Sequence[str], played: Sequence[PlayedMatch]) -> list[list[str]]:
    """Returns equal teams in groups by the matches among them, best first."""
    if len(group) == 1:
        return [list(group)]
    among = _figures(group, [one for one in played if one.home in group and one.away in group])
    parts = _grouped(group, lambda key: _record(among[key]))
    if len(parts) == 1:
        return parts
    return [equals for part in parts for equals in _among_themselves(part, played)]


def _grouped(keys: Iterable[str], record: Callable[[str], tuple[int, int, int]]) -> list[list[str]]:
    ordered = sorted(keys, key=lambda key: (record(key), key))
    return [list(equals) for _, equals in groupby(ordered, key=record)]


def _record(row: LeagueRow) -> tuple[int, int, int]:
    return -row.match_points, -row.half_points, -row.spread


@dataclass(slots=True)
class _Sums:
    sides: list[SideOfMatch] = field(default_factory=list)
    outcomes: list[int] = field(default_factory=list)


def _figures(keys: Iterable[str], played: Iterable[PlayedMatch]) -> dict[str, LeagueRow]:
    sums: dict[str, _Sums] = defaultdict(_Sums)
    for one in played:
        own, other = one.result.home, one.result.away
        for key, side, against in ((one.home, own, other), (one.away, other, own)):
            sums[key].sides.append(side)
            sums[key].outcomes.append(-1 if one.result.both_lost else _sign(side, against))
    return {
        key: LeagueRow(
            key,
            played=len(sums[key].sides),
            won=sums[key].outcomes.count(1),
            drawn=sums[key].outcomes.count(0),
            lost=sums[key].outcomes.count(-1),
            match_points=sum(side.match_points for side in sums[key].sides),
            half_points=sum(side.half_points for side in sums[key].sides),
            spread=sum(side.spread for side in sums[key].sides),
        )
        for key in keys
    }


def _sign(side: SideOfMatch, against: SideOfMatch) -> int:
    return (side.match_points > against.match_points) - (side.match_points < against.match_points)


def _check(
    keys: Sequence[str], played: Sequence[PlayedMatch], deductions: Mapping[str, int]
) -> None:
    named = [key for one in played for key in (one.home, one.away)]
    strangers = sorted({*named, *deductions}.difference(keys))
    if strangers:
        raise LeagueError(
            phrase("{team} is not in the league.", team=strangers[0][:60]),
            code="league.stranger",
            field="team",
        )
    seen = set()
    for one in played:
        if one.home == one.away:
            raise LeagueError(
                phrase("{team} cannot meet itself.", team=one.home),
                code="league.itself",
                field="away",
            )
        place = (one.round, one.home, one.away)
        if place in seen:
            raise LeagueError(
                phrase(
                    "{home} against {away} in round {round} has two results.",
                    home=one.home,
                    away=one.away,
                    round=one.round,
                ),
                code="league.match_twice",
                field="round",
            )
        seen.add(place)
