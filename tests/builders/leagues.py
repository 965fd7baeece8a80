"""Leagues, players of the year and trophies of a club, made by commands in few lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import Any

from clubs.kernel.queries.clubs import home_of
from clubs.leagues.commands.fixtures import DrawFixtures
from clubs.leagues.commands.leagues import OpenLeague
from clubs.leagues.commands.matches import EnterMatch, NameLineUp
from clubs.leagues.commands.teams import EnterTeam, SquadPlayer
from clubs.leagues.commands.trophies import OfferTrophy
from clubs.leagues.commands.years import OpenYear
from clubs.leagues.play.matches import TeamGame
from clubs.models import LeagueMatch
from people.commands import AddClub, AddPlayer
from people.models import Club, Player
from tests.builders.clubs import found
from tests.builders.events import give
from tests.builders.grounds import built_once
from tournaments.entries.commands.entries import AddEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.event.commands.event import CreateDivision, CreateEvent, DateEvent
from tournaments.results.commands.results import EnterResult
from tournaments.rounds.commands.rounds import HandPairing, PublishRound, SetUpRound

TEAMS = ("hill", "vale", "port", "mill")
FIRST_DAY = date(2026, 9, 3)
PLACE: dict[str, Any] = {"club": "hill", "league": "winter"}


def registered(*keys: str) -> None:
    """Adds players of these keys to the register; their names are made of the keys."""
    known = set(Player.objects.filter(key__in=keys).values_list("key", flat=True))
    for key in keys:
        if key not in known:
            given, _, family = key.partition("-")
            give(AddPlayer(key=key, given_name=given.title(), family_name=family.title()))


def squad_of(team: str, players: int = 3) -> list[str]:
    """Returns the keys of a team's players, the best first."""
    return [f"{team}-{letter}" for letter in "abcdefgh"[:players]]


@built_once
def a_league(teams: Sequence[str] = TEAMS, *, boards: int = 2, **fields: Any) -> None:
    """Opens a league of the club Hill; each team is of its club and has three players."""
    if home_of("hill") is None:
        found("hill", owner="dora")
    give(OpenLeague(**PLACE, name="Winter League", boards=boards, **fields))
    for team in teams:
        if not Club.objects.filter(slug=team).exists():
            give(AddClub(slug=team, name=f"{team.title()} Club", town="Testford"))
        registered(*squad_of(team))
        squad = [
            SquadPlayer(player=key, rating=1500 - 100 * at) for at, key in enumerate(squad_of(team))
        ]
        name = f"{team.title()} Aces"
        give(EnterTeam(**PLACE, team=team, name=name, of_club=team, squad=tuple(squad)))


@built_once
def drawn_league(teams: Sequence[str] = TEAMS, **fields: Any) -> None:
    """Opens a league and draws its fixtures, home and away, every two weeks."""
    a_league(teams, **fields)
    give(DrawFixtures(**PLACE, first_day=FIRST_DAY))


def match_between(home: str, away: str) -> int:
    """Returns the number of the first match of a team at home to another."""
    rows = LeagueMatch.objects.filter(home__key=home, away__key=away)
    return rows.order_by("number")[0].number


def line_ups(number: int, boards: int = 2) -> None:
    """Names the best players of both sides of a match."""
    match = LeagueMatch.objects.get(number=number)
    for side, team in (("home", match.home), ("away", match.away)):
        players = tuple(squad_of(team.key)[:boards])
        give(NameLineUp(**PLACE, match=number, side=side, players=players))  # type: ignore[arg-type] # a side


def games(*scores: tuple[int, int]) -> tuple[TeamGame, ...]:
    """Returns the games of the boards from 1 with these scores."""
    return tuple(TeamGame(board, 1, home, away) for board, (home, away) in enumerate(scores, 1))


def entered(home: str, away: str, *scores: tuple[int, int], **more: Any) -> int:
    """Enters the result of the match of two teams and returns its number."""
    number = match_between(home, away)
    give(EnterMatch(**PLACE, match=number, games=games(*scores), **more))
    return number


def a_small_event(slug: str, day: date, order: Iterable[str], *, rounds: int = 1) -> None:
    """Plays an event of an even number of players who finish in this order, by spread.

    In every round the first half beats the second half, each by less than the one before.
    """
    players = list(order)
    registered(*players)
    give(CreateEvent(event=slug, name=slug.replace("-", " ").title(), director="dora"))
    give(DateEvent(event=slug, starts_on=day))
    give(CreateDivision(event=slug, name="A", planned_rounds=rounds))
    for at, key in enumerate(players):
        member = Member(name=key.replace("-", " ").title(), player=key)
        give(AddEntry(event=slug, division="A", members=(member,), rating=1600 - 10 * at))
    half = len(players) // 2
    pairs = [(at + 1, len(players) - at) for at in range(half)]
    for number in range(1, rounds + 1):
        where: dict[str, Any] = {"event": slug, "division": "A", "round": number}
        boards = tuple(HandPairing(one=one, two=two) for one, two in pairs)
        give(SetUpRound(**where, boards=boards))
        give(PublishRound(**where))
        for at, (one, _) in enumerate(pairs):
            give(EnterResult(**where, entry=one, score=500 - 10 * at, opponent_score=300))


def a_year(events: Sequence[str], **fields: Any) -> None:
    """Opens the player of the year 2026 of the club Hill over division A of these events."""
    days = {"begins_on": date(2026, 1, 1), "ends_on": date(2026, 12, 31)}
    usual = {"year": "2026", "name": "Player of 2026", **days}
    pairs = tuple((event, "A") for event in events)
    give(OpenYear(club="hill", events=pairs, **{**usual, **fields}))


def a_trophy(**fields: Any) -> None:
    """Offers a trophy of the club Hill."""
    usual = {"trophy": "cup", "name": "Founders' Cup", "begins_on": date(2026, 1, 1)}
    give(OfferTrophy(club="hill", **{**usual, **fields}))


def weeks_on(weeks: int) -> date:
    """Returns the day of so many weeks after the first round."""
    return FIRST_DAY + timedelta(weeks=weeks)
