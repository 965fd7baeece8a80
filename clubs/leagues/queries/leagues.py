"""Reads of the leagues of a club, and what their rows mean."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from clubs.leagues.play.line_ups import AbsenteeRule, LineUpBoard, TeamPlayer
from clubs.leagues.play.matches import MatchRules, TeamGame
from clubs.models import League, LeagueMatch, LeagueTeam

HOME, AWAY = "home", "away"
SIDES = (HOME, AWAY)


def league_of(club: str, key: str) -> League | None:
    """Returns a league of a club with its club, None where there is none; one query."""
    return League.objects.select_related("club").filter(club__slug=club, key=key).first()


def leagues_of(club: str) -> list[League]:
    """Returns the leagues of a club, the latest first; one query."""
    return list(League.objects.select_related("club").filter(club__slug=club))


def teams_of(league: League) -> list[LeagueTeam]:
    """Returns the teams of a league by name; one query."""
    return list(league.teams.select_related("league__club"))


def team_of(league: League, key: str) -> LeagueTeam | None:
    """Returns a team of a league, None where there is none; one query."""
    return league.teams.select_related("league__club").filter(key=key).first()


def matches_of(league: League) -> list[LeagueMatch]:
    """Returns the matches of a league by round, with their teams; one query."""
    return list(league.matches.select_related("home__league", "away__league", "league__club"))


def match_of(league: League, number: int) -> LeagueMatch | None:
    """Returns a match of a league with its teams, None where there is none; one query."""
    rows = league.matches.select_related("home__league", "away__league", "league__club")
    return rows.filter(number=number).first()


def rules_of(league: League) -> MatchRules:
    """Returns what a match of the league is; LeagueError at the field that no match can have."""
    return MatchRules(
        boards=league.boards,
        games=league.games,
        win=league.win,
        draw=league.draw,
        loss=league.loss,
        forfeit_spread=league.forfeit_spread,
        spread_decides=league.spread_decides,
    )


def absence_of(league: League) -> AbsenteeRule:
    """Returns what an absence does in the league."""
    return AbsenteeRule(league.absence)


def squad_of(team: LeagueTeam) -> list[TeamPlayer]:
    """Returns the squad of a team, the highest rating first."""
    squad = [TeamPlayer(player, rating) for player, rating in team.squad]
    return sorted(squad, key=lambda one: (-one.rating, one.key))


def games_of(match: LeagueMatch) -> list[TeamGame]:
    """Returns the games of a match, none before it."""
    return [TeamGame(*row) for row in match.results]


def kept_games(games: Iterable[TeamGame]) -> list[list[Any]]:
    """Returns games as a match keeps them, by board and game."""
    return [
        [one.board, one.game, one.home, one.away, one.forfeiting]
        for one in sorted(games, key=lambda one: (one.board, one.game))
    ]


def line_up_of(match: LeagueMatch, side: str) -> list[LineUpBoard]:
    """Returns the line-up of a side by board, empty while none was named."""
    kept = match.home_line_up if side == HOME else match.away_line_up
    return [
        LineUpBoard(number, player or None, is_substitute)
        for number, (player, is_substitute) in enumerate(kept, start=1)
    ]


def kept_line_up(boards: Iterable[LineUpBoard]) -> list[list[Any]]:
    """Returns a line-up as a match keeps it."""
    return [[one.player or "", one.is_substitute] for one in boards]


def is_over(match: LeagueMatch) -> bool:
    """Returns whether a match has a result."""
    return bool(match.results or match.walkover)


def has_begun(league: League) -> bool:
    """Returns whether a match of the league has a line-up or a result; one query."""
    rows = league.matches.values_list("results", "walkover", "home_line_up", "away_line_up")
    return any(any(row) for row in rows)
