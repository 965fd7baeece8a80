"""Leagues, players of the year and trophies, for programs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.http import Http404

from api.operations import Asked, Give, One, Whole, register_api
from clubs.club.api import need_shown_club
from clubs.kernel.api_addresses import HOUSE
from clubs.leagues.commands.fixtures import AddMatch, DrawFixtures, MoveMatch, RemoveMatch
from clubs.leagues.commands.leagues import ChangeLeague, OpenLeague, RemoveLeague
from clubs.leagues.commands.matches import (
    CorrectMatch,
    EnterMatch,
    NameLineUp,
    TakeMatchBack,
    WalkOver,
)
from clubs.leagues.commands.teams import (
    ChangeTeam,
    DeductPoints,
    EnterTeam,
    RemoveTeam,
    WithdrawTeam,
)
from clubs.leagues.queries.leagues import (
    SIDES,
    games_of,
    league_of,
    leagues_of,
    line_up_of,
    match_of,
    matches_of,
    squad_of,
    teams_of,
)
from clubs.leagues.queries.tables import computed_league
from clubs.models import League, LeagueMatch, LeagueTeam
from people.selectors import ShownPlayer, shown_players

LEAGUES = f"{HOUSE}/leagues"
LEAGUE = f"{LEAGUES}/<slug:league>"
TEAM = f"{LEAGUE}/teams/<slug:team>"
MATCH = f"{LEAGUE}/matches/<number:match>"

People = Mapping[str, ShownPlayer]


@dataclass(frozen=True, slots=True)
class LeagueShown:
    """A league that a club keeps. The fields are those that open one."""

    league: str
    name: str
    boards: int
    games: int
    win: int
    draw: int
    loss: int
    forfeit_spread: int
    spread_decides: bool
    absence: str
    rating_list: str


@dataclass(frozen=True, slots=True)
class SeatShown:
    """Somebody in a squad or at a board; `player` is the number in addresses, null for nobody.

    `rating` orders the boards of a squad, and is null at a board.
    """

    player: int | None
    name: str
    rating: int | None
    is_substitute: bool


@dataclass(frozen=True, slots=True)
class TeamShown:
    """A team of a league; `of_club` is the short name of its club, empty for none."""

    team: str
    name: str
    of_club: str
    venue: str
    squad: list[SeatShown]
    deducted: int
    deducted_for: str
    withdrew: bool


@dataclass(frozen=True, slots=True)
class MatchGameShown:
    """A game on a board of a match; scores are null where a side forfeits it."""

    board: int
    game: int
    home: int | None
    away: int | None
    forfeiting: str


@dataclass(frozen=True, slots=True)
class MatchShown:
    """A match of two teams by key. Before it there are no `results`; line-ups are by board.

    `walkover` is the side that did not play it, empty for none.
    """

    match: int
    round: int
    home: str
    away: str
    day: date | None
    home_line_up: list[SeatShown]
    away_line_up: list[SeatShown]
    results: list[MatchGameShown]
    walkover: str


@dataclass(frozen=True, slots=True)
class TeamRowShown:
    """A row of the table of a league; board points count a tie as a half."""

    rank: int
    team: str
    name: str
    played: int
    won: int
    drawn: int
    lost: int
    match_points: int
    board_points: float
    spread: int
    deducted: int


def need_league(asked: Asked) -> League:
    """Returns the league of the address; raises Http404 where who asks may see none."""
    need_shown_club(asked)
    league = league_of(asked["club"], asked["league"])
    if league is None:
        raise Http404
    return league


def _league(league: League) -> LeagueShown:
    names = [name for name in LeagueShown.__dataclass_fields__ if name != "league"]
    return LeagueShown(league=league.key, **{name: getattr(league, name) for name in names})


def _teams(asked: Asked) -> list[TeamShown]:
    teams = teams_of(need_league(asked))
    people = shown_players({one.key for team in teams for one in squad_of(team)})
    return [_team(team, people) for team in teams]


def _team(team: LeagueTeam, people: People) -> TeamShown:
    return TeamShown(
        team=team.key,
        name=team.name,
        of_club=team.of_club,
        venue=team.venue,
        squad=[_seat(people, one.key, rating=one.rating) for one in squad_of(team)],
        deducted=team.deducted,
        deducted_for=team.deducted_for,
        withdrew=team.withdrew,
    )


def _seat(people: People, key: str | None, **more: Any) -> SeatShown:
    person = people.get(key or "")
    values = {"rating": None, "is_substitute": False, **more}
    return SeatShown(person.number if person else None, person.name if person else "", **values)


def _matches(matches: Iterable[LeagueMatch]) -> list[MatchShown]:
    """Returns matches as they are shown, with everybody who sits there looked up at once."""
    rows = list(matches)
    seats = (one for row in rows for side in SIDES for one in line_up_of(row, side))
    people = shown_players({one.player for one in seats if one.player})
    return [_match(row, people) for row in rows]


def _match(match: LeagueMatch, people: People) -> MatchShown:
    home, away = (
        [
            _seat(people, one.player, is_substitute=one.is_substitute)
            for one in line_up_of(match, side)
        ]
        for side in SIDES
    )
    return MatchShown(
        match=match.number,
        round=match.round,
        home=match.home.key,
        away=match.away.key,
        day=match.day,
        home_line_up=home,
        away_line_up=away,
        results=[
            MatchGameShown(
                one.board,
                one.game,
                None if one.forfeiting else one.home,
                None if one.forfeiting else one.away,
                one.forfeiting,
            )
            for one in games_of(match)
        ],
        walkover=match.walkover,
    )


def _one_match(asked: Asked) -> MatchShown:
    match = match_of(need_league(asked), asked["match"])
    if match is None:
        raise Http404
    return _matches([match])[0]


def _table(asked: Asked) -> list[TeamRowShown]:
    found = computed_league(need_league(asked))
    return [
        TeamRowShown(
            rank=row.rank,
            team=row.team,
            name=found.teams[row.team].name,
            played=row.played,
            won=row.won,
            drawn=row.drawn,
            lost=row.lost,
            match_points=row.match_points,
            board_points=row.half_points / 2,
            spread=row.spread,
            deducted=row.deducted,
        )
        for row in found.table
    ]


register_api(
    "clubs",
    Whole(
        path=LEAGUES,
        name="leagues_list",
        says="Lists the leagues that a club keeps, the latest first.",
        shape=LeagueShown,
        items=lambda asked: [_league(one) for one in leagues_of(need_shown_club(asked).slug)],
    ),
    Give(path=LEAGUES, name="league_open", command=OpenLeague),
    One(
        path=LEAGUE,
        name="league_read",
        says="Shows a league that a club keeps.",
        shape=LeagueShown,
        find=lambda asked: _league(need_league(asked)),
    ),
    Give(path=LEAGUE, name="league_change", command=ChangeLeague, verb="PATCH"),
    Give(path=LEAGUE, name="league_remove", command=RemoveLeague, verb="DELETE"),
    Whole(
        path=f"{LEAGUE}/table",
        name="league_table_read",
        says="Shows the table of a league, made from its matches.",
        shape=TeamRowShown,
        items=_table,
    ),
    Whole(
        path=f"{LEAGUE}/teams",
        name="league_teams_list",
        says="Lists the teams of a league with their squads.",
        shape=TeamShown,
        items=_teams,
    ),
    Give(path=f"{LEAGUE}/teams", name="league_team_enter", command=EnterTeam),
    Give(path=TEAM, name="league_team_change", command=ChangeTeam, verb="PATCH"),
    Give(path=TEAM, name="league_team_remove", command=RemoveTeam, verb="DELETE"),
    Give(path=f"{TEAM}/deduction", name="league_points_deduct", command=DeductPoints, verb="PUT"),
    Give(path=f"{TEAM}/withdrawal", name="league_team_withdraw", command=WithdrawTeam),
    Give(path=f"{LEAGUE}/fixtures", name="league_fixtures_draw", command=DrawFixtures),
    Whole(
        path=f"{LEAGUE}/matches",
        name="league_matches_list",
        says="Lists the matches of a league by round, with line-ups and results.",
        shape=MatchShown,
        items=lambda asked: _matches(matches_of(need_league(asked))),
    ),
    Give(path=f"{LEAGUE}/matches", name="league_match_add", command=AddMatch),
    One(
        path=MATCH,
        name="league_match_read",
        says="Shows a match of a league with its line-ups and its result.",
        shape=MatchShown,
        find=_one_match,
    ),
    Give(path=MATCH, name="league_match_move", command=MoveMatch, verb="PATCH"),
    Give(path=MATCH, name="league_match_remove", command=RemoveMatch, verb="DELETE"),
    Give(path=f"{MATCH}/line_up", name="league_line_up_name", command=NameLineUp, verb="PUT"),
    Give(path=f"{MATCH}/result", name="league_match_enter", command=EnterMatch),
    Give(path=f"{MATCH}/result", name="league_match_correct", command=CorrectMatch, verb="PUT"),
    Give(
        path=f"{MATCH}/result",
        name="league_match_take_back",
        command=TakeMatchBack,
        verb="DELETE",
    ),
    Give(path=f"{MATCH}/walkover", name="league_match_walk_over", command=WalkOver),
)
