"""The commands of leagues, the player of the year and trophies at the desk."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest

from clubs.kernel.desk.access import find_in_club, in_club
from clubs.kernel.desk.context import club_link
from clubs.kernel.desk.pages import ClubPage
from clubs.kernel.queries.clubs import KnownClub
from clubs.leagues.forms import leagues, matches, teams, trophies, years
from clubs.leagues.forms.context import LeagueContext, TrophyContext, YearContext, league_link
from clubs.leagues.queries.leagues import is_over, league_of, match_of, team_of
from clubs.leagues.queries.trophies import trophy_of
from clubs.leagues.queries.years import year_of
from clubs.models import League, LeagueMatch, LeagueTeam, PointsYear, Trophy
from core.models import JournalEntry
from core.phrases import phrase
from core.web.view_access import View
from desk.context import DeskContext
from desk.giving import command_view
from desk.pages import CommandPage

LEAGUES = "club-leagues"

PAGES: tuple[ClubPage, ...] = (
    ClubPage(
        "open-league",
        leagues.OpenLeagueForm,
        phrase("Open a league"),
        phrase("Teams of your club or of several, home and away, with a table that keeps itself."),
        leads_to=LEAGUES,
    ),
    ClubPage(
        "open-year",
        years.OpenYearForm,
        phrase("Open a player of the year"),
        phrase("Points for the places of several events."),
        leads_to=LEAGUES,
    ),
    ClubPage(
        "offer-trophy",
        trophies.OfferTrophyForm,
        phrase("Offer a trophy"),
        phrase("Whoever wins a meeting holds it until they lose one."),
        leads_to=LEAGUES,
    ),
)


@dataclass(frozen=True)
class LeaguePage(CommandPage):
    """One command of a league, or of a team or a match of it."""

    def after(self, where: DeskContext, entry: JournalEntry) -> str:
        assert isinstance(where, LeagueContext)
        league = where.the_league
        if where.team is not None and LeagueTeam.objects.filter(pk=where.team.pk).exists():
            return where.back()
        if where.match is not None and LeagueMatch.objects.filter(pk=where.match.pk).exists():
            return where.back()
        if League.objects.filter(pk=league.pk).exists():
            return league_link("league", league)
        return club_link(LEAGUES, league.club.slug)


@dataclass(frozen=True)
class HonourPage(CommandPage):
    """One command of a series of events, or of a trophy."""

    def after(self, where: DeskContext, entry: JournalEntry) -> str:
        assert isinstance(where, YearContext | TrophyContext)
        row = where.the_year if isinstance(where, YearContext) else where.the_trophy
        is_there = type(row)._default_manager.filter(pk=row.pk).exists()
        return where.back() if is_there else club_link(LEAGUES, where.the_club.slug)


LEAGUE_PAGES: tuple[LeaguePage, ...] = (
    LeaguePage(
        "enter-team",
        teams.EnterTeamForm,
        phrase("Enter a team"),
        phrase("With its squad, in which the ratings order the boards."),
    ),
    LeaguePage(
        "draw-fixtures",
        leagues.DrawFixturesForm,
        phrase("Draw the fixtures"),
        phrase("Everybody meets everybody, at home and away in turn."),
    ),
    LeaguePage(
        "add-match",
        leagues.AddMatchForm,
        phrase("Add a match"),
        phrase("One match by hand, besides those that were drawn or without any."),
    ),
    LeaguePage(
        "change-league",
        leagues.ChangeLeagueForm,
        phrase("Change the league"),
        phrase("Its table is made anew by what it says then."),
    ),
    LeaguePage(
        "remove-league",
        leagues.RemoveLeagueForm,
        phrase("Remove the league"),
        phrase("Only one that has no team."),
        danger=True,
    ),
)
TEAM_PAGES: tuple[LeaguePage, ...] = (
    LeaguePage(
        "change-league-team",
        teams.ChangeTeamForm,
        phrase("Change the team"),
        phrase("Line-ups that were named already stay as they are."),
    ),
    LeaguePage(
        "deduct-points",
        teams.DeductPointsForm,
        phrase("Take match points off"),
        phrase("The table says how many, and for what."),
    ),
    LeaguePage(
        "withdraw-league-team",
        teams.WithdrawTeamForm,
        phrase("Withdraw the team"),
        phrase("All its matches, played or not, then count for nobody. You can undo it."),
        danger=True,
    ),
    LeaguePage(
        "remove-league-team",
        teams.RemoveTeamForm,
        phrase("Remove the team"),
        phrase("Only one that has no match."),
        danger=True,
    ),
)
BY_RATING = phrase("Boards go by rating, the highest on board 1.")
NAMING = (
    LeaguePage("home-line-up", matches.HomeLineUpForm, phrase("Name who plays at home"), BY_RATING),
    LeaguePage("away-line-up", matches.AwayLineUpForm, phrase("Name who plays away"), BY_RATING),
)
BEFORE = (
    LeaguePage(
        "enter-match",
        matches.EnterMatchForm,
        phrase("Enter the result"),
        phrase("Both scores of every board, or who forfeits it."),
    ),
    LeaguePage(
        "match-walkover",
        matches.WalkOverForm,
        phrase("A side did not come"),
        phrase("It forfeits every game of the match."),
    ),
)
MOVING = LeaguePage(
    "move-match",
    leagues.MoveMatchForm,
    phrase("Move the match"),
    phrase("To another day or round."),
)
REMOVING = LeaguePage(
    "remove-match",
    leagues.RemoveMatchForm,
    phrase("Remove the match"),
    phrase("Only one that has no result."),
    danger=True,
)
AFTERWARDS = (
    LeaguePage(
        "correct-match",
        matches.CorrectMatchForm,
        phrase("Correct the result"),
        phrase("The table follows at once. The log keeps both."),
    ),
    LeaguePage(
        "take-match-back",
        matches.TakeMatchBackForm,
        phrase("Take the result back"),
        phrase("The match is still to be played then."),
        danger=True,
    ),
)
MATCH_PAGES: tuple[LeaguePage, ...] = (*BEFORE, *AFTERWARDS, *NAMING, MOVING, REMOVING)
YEAR_PAGES: tuple[HonourPage, ...] = (
    HonourPage(
        "change-year",
        years.ChangeYearForm,
        phrase("Change the player of the year"),
        phrase("The table is made anew by what it says then."),
    ),
    HonourPage(
        "remove-year",
        years.RemoveYearForm,
        phrase("Remove the player of the year"),
        phrase("Its events stay as they are."),
        danger=True,
    ),
)
TROPHY_PAGES: tuple[HonourPage, ...] = (
    HonourPage(
        "record-meeting",
        trophies.RecordMeetingForm,
        phrase("Enter a meeting"),
        phrase("One that is not read from results."),
    ),
    HonourPage(
        "remove-meeting",
        trophies.RemoveMeetingForm,
        phrase("Remove a meeting"),
        phrase("One that was entered by hand."),
        danger=True,
    ),
    HonourPage(
        "change-trophy",
        trophies.ChangeTrophyForm,
        phrase("Change the trophy"),
        phrase("Who holds it follows anew."),
    ),
    HonourPage(
        "remove-trophy",
        trophies.RemoveTrophyForm,
        phrase("Remove the trophy"),
        phrase("Only one without a meeting entered by hand."),
        danger=True,
    ),
)


def pages_of_match(match: LeagueMatch) -> tuple[LeaguePage, ...]:
    """Returns what can be done with a match as it is now."""
    if match.home.withdrew or match.away.withdrew:
        return ()
    if is_over(match):
        correct, take_back = AFTERWARDS
        return (correct, *NAMING, MOVING, take_back)
    return (*BEFORE, *NAMING, MOVING, REMOVING)


def of_league(page: LeaguePage) -> View:
    """Returns the view of one command of a league, a team or a match."""
    return command_view(page, in_club(page.command.permission), find_in_league)


def of_year(page: HonourPage) -> View:
    """Returns the view of one command of a series of events."""
    return command_view(page, in_club(page.command.permission), find_year)


def of_trophy(page: HonourPage) -> View:
    """Returns the view of one command of a trophy."""
    return command_view(page, in_club(page.command.permission), find_trophy)


def find_in_league(
    request: HttpRequest,
    page: CommandPage,
    club: KnownClub,
    league: str,
    team: str = "",
    match: int = 0,
) -> LeagueContext:
    """Returns the context of a page of a league. Raises Http404 for what is not there."""
    where = find_in_club(request, page, club)
    row = need_league(club, league)
    return LeagueContext(
        where.user_name,
        club=club,
        league=row,
        team=need_team(row, team) if team else None,
        match=need_match(row, match) if match else None,
    )


def find_year(request: HttpRequest, page: CommandPage, club: KnownClub, year: str) -> YearContext:
    """Returns the context of a page of a series. Raises Http404 for what is not there."""
    where = find_in_club(request, page, club)
    return YearContext(where.user_name, club=club, year=need_year(club, year))


def find_trophy(
    request: HttpRequest, page: CommandPage, club: KnownClub, trophy: str
) -> TrophyContext:
    """Returns the context of a page of a trophy. Raises Http404 for what is not there."""
    where = find_in_club(request, page, club)
    return TrophyContext(where.user_name, club=club, trophy=need_trophy(club, trophy))


def need_league(club: KnownClub, key: str) -> League:
    """Returns a league of a club; raises Http404 where it has none of this key."""
    found = league_of(club.slug, key)
    if found is None:
        raise Http404(phrase("The club has no league {key}.", key=key))
    return found


def need_team(league: League, key: str) -> LeagueTeam:
    """Returns a team of a league; raises Http404 where it has none of this key."""
    found = team_of(league, key)
    if found is None:
        raise Http404(phrase("The league has no team {key}.", key=key))
    return found


def need_match(league: League, number: int) -> LeagueMatch:
    """Returns a match of a league; raises Http404 where it has none of this number."""
    found = match_of(league, number)
    if found is None:
        raise Http404(phrase("The league has no match {number}.", number=number))
    return found


def need_year(club: KnownClub, key: str) -> PointsYear:
    """Returns a series of a club; raises Http404 where it has none of this key."""
    found = year_of(club.slug, key)
    if found is None:
        raise Http404(phrase("The club has no player of the year {key}.", key=key))
    return found


def need_trophy(club: KnownClub, key: str) -> Trophy:
    """Returns a trophy of a club; raises Http404 where it has none of this key."""
    found = trophy_of(club.slug, key)
    if found is None:
        raise Http404(phrase("The club has no trophy {key}.", key=key))
    return found
