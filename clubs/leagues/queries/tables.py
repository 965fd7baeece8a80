"""A league as it follows from its matches: never stored, and so never wrong."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace

from clubs.leagues.play.league_table import LeagueRow, PlayedMatch, league_table
from clubs.leagues.play.matches import FORFEITING, TeamGame, TeamMatch, match_result, walkover
from clubs.leagues.queries.leagues import (
    AWAY,
    HOME,
    games_of,
    is_over,
    line_up_of,
    matches_of,
    rules_of,
    teams_of,
)
from clubs.models import League, LeagueMatch, LeagueTeam
from people.merging import standing_for


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """What somebody did in the matches of a league; wins and losses are in halves."""

    player: str
    team: str
    games: int = 0
    half_wins: int = 0
    half_losses: int = 0
    spread: int = 0


@dataclass(frozen=True)
class ComputedLeague:
    """A league with all that follows from its matches.

    `results` are those of the matches that are over, by number; those of a team that withdrew are
    among them, and count for nobody in `table`.
    """

    league: League
    teams: Mapping[str, LeagueTeam]
    matches: tuple[LeagueMatch, ...]
    results: Mapping[int, TeamMatch]
    table: tuple[LeagueRow, ...]
    players: tuple[PlayerRecord, ...]


def computed_league(league: League) -> ComputedLeague:
    """Returns a league computed from its rows; three queries."""
    teams = {team.key: team for team in teams_of(league)}
    matches = tuple(matches_of(league))
    results = {match.number: result_of(match) for match in matches if is_over(match)}
    # Two teams can meet twice in a round that was made by hand: the number tells matches apart.
    counted = [match for match in matches if match.number in results and not is_annulled(match)]
    table = league_table(
        [key for key, team in teams.items() if not team.withdrew],
        [
            PlayedMatch(match.number, match.home.key, match.away.key, results[match.number])
            for match in counted
        ],
        {key: team.deducted for key, team in teams.items() if not team.withdrew and team.deducted},
    )
    return ComputedLeague(league, teams, matches, results, table, _players(counted))


def is_annulled(match: LeagueMatch) -> bool:
    """Returns whether a match counts for nobody, because one of its teams withdrew."""
    return match.home.withdrew or match.away.withdrew


def result_of(match: LeagueMatch) -> TeamMatch:
    """Returns the result of a match that is over."""
    rules = rules_of(match.league)
    for side in FORFEITING:
        if side and match.walkover == side:
            return match_result(walkover(side, rules), rules)
    return match_result(games_of(match), rules)


def _players(matches: list[LeagueMatch]) -> tuple[PlayerRecord, ...]:
    """Returns what everybody did on the boards, the best first; forfeited games are no games."""
    standing = standing_for()
    rows: dict[tuple[str, str], PlayerRecord] = {}
    for match in matches:
        for side, team in ((HOME, match.home), (AWAY, match.away)):
            seats = {seat.number: seat.player for seat in line_up_of(match, side)}
            for game in games_of(match):
                player = seats.get(game.board)
                if player and not game.forfeiting:
                    key = standing.get(player, player), team.key
                    before = rows.get(key) or PlayerRecord(*key)
                    rows[key] = _with(before, game, is_home=side == HOME)
    return tuple(sorted(rows.values(), key=_order))


def _with(row: PlayerRecord, game: TeamGame, *, is_home: bool) -> PlayerRecord:
    spread = game.home - game.away if is_home else game.away - game.home
    won = 1 + (spread > 0) - (spread < 0)
    return replace(
        row,
        games=row.games + 1,
        half_wins=row.half_wins + won,
        half_losses=row.half_losses + 2 - won,
        spread=row.spread + spread,
    )


def _order(row: PlayerRecord) -> tuple[int, int, int, str]:
    return -row.half_wins, row.half_losses, -row.spread, row.player


def by_round(matches: tuple[LeagueMatch, ...]) -> Mapping[int, list[LeagueMatch]]:
    """Returns matches by their round, in order."""
    rounds: dict[int, list[LeagueMatch]] = defaultdict(list)
    for match in matches:
        rounds[match.round].append(match)
    return dict(sorted(rounds.items()))
