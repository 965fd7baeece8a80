"""The commands of seasons at the desk."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest

from clubs.kernel.desk.access import find_in_club, in_club
from clubs.kernel.desk.context import club_link
from clubs.kernel.desk.pages import ClubPage
from clubs.kernel.queries.clubs import KnownClub
from clubs.models import Season
from clubs.seasons.commands.championships import (
    CallOffChampionship,
    ChangeChampionship,
    DeclineChampionship,
    HoldChampionship,
)
from clubs.seasons.forms.awards import GiveAwardForm, TakeAwardBackForm
from clubs.seasons.forms.championships import (
    CallOffChampionshipForm,
    ChangeChampionshipForm,
    DeclineChampionshipForm,
    HoldChampionshipForm,
)
from clubs.seasons.forms.context import SeasonContext
from clubs.seasons.forms.seasons import ChangeSeasonForm, OpenSeasonForm, RemoveSeasonForm
from clubs.seasons.queries.seasons import season_of
from core.models import JournalEntry
from core.phrases import phrase
from core.web.view_access import View
from desk.context import DeskContext
from desk.giving import command_view
from desk.pages import CommandPage

OPEN = ClubPage(
    "open-season",
    OpenSeasonForm,
    phrase("Open a season"),
    phrase("Its table keeps itself, from the nights that are held on its days."),
    leads_to="club-seasons",
)

PAGES: tuple[ClubPage, ...] = (OPEN,)


@dataclass(frozen=True)
class SeasonPage(CommandPage):
    """One command of a season."""

    def after(self, where: DeskContext, entry: JournalEntry) -> str:
        assert isinstance(where, SeasonContext)
        season = where.the_season
        is_there = Season.objects.filter(pk=season.pk).exists()
        return where.back() if is_there else club_link("club-seasons", season.club.slug)


SEASON_PAGES: tuple[SeasonPage, ...] = (
    SeasonPage(
        "change-season",
        ChangeSeasonForm,
        phrase("Change the season"),
        phrase("Its table is made anew by what it says then."),
    ),
    SeasonPage(
        "give-award",
        GiveAwardForm,
        phrase("Give an award"),
        phrase("Besides those that follow from the games."),
    ),
    SeasonPage(
        "take-award-back",
        TakeAwardBackForm,
        phrase("Take an award back"),
        phrase("The log keeps that it was given."),
    ),
    SeasonPage(
        "hold-championship",
        HoldChampionshipForm,
        phrase("Hold the championship"),
        phrase("The first of the table play for it."),
    ),
    SeasonPage(
        "change-championship",
        ChangeChampionshipForm,
        phrase("Change the championship"),
        phrase("Its games are then looked for anew; who plays stays."),
    ),
    SeasonPage(
        "decline-championship",
        DeclineChampionshipForm,
        phrase("Replace a player of the championship"),
        phrase("Somebody who has no game in it yet declines, and a reserve comes in."),
    ),
    SeasonPage(
        "call-off-championship",
        CallOffChampionshipForm,
        phrase("Call the championship off"),
        phrase("The games that were played stay games of their nights."),
        danger=True,
    ),
    SeasonPage(
        "remove-season",
        RemoveSeasonForm,
        phrase("Remove the season"),
        phrase("Only one that has no night, award or championship yet."),
        danger=True,
    ),
)


OF_A_CHAMPIONSHIP = (ChangeChampionship, DeclineChampionship, CallOffChampionship)


def pages_now(has_championship: bool) -> list[SeasonPage]:
    """Returns what can be done with a season that has a championship, or has none."""
    left_out = (HoldChampionship,) if has_championship else OF_A_CHAMPIONSHIP
    return [page for page in SEASON_PAGES if page.command not in left_out]


def of_season(page: SeasonPage) -> View:
    """Returns the view of one command of a season."""
    return command_view(page, in_club(page.command.permission), find_in_season)


def find_in_season(
    request: HttpRequest, page: CommandPage, club: KnownClub, season: str
) -> SeasonContext:
    """Returns the context of a page of a season. Raises Http404 for what is not there."""
    where = find_in_club(request, page, club)
    return SeasonContext(where.user_name, club=club, season=need_season(club, season))


def need_season(club: KnownClub, key: str) -> Season:
    """Returns a season of a club; raises Http404 where it has none of this key."""
    found = season_of(club.slug, key)
    if found is None:
        raise Http404(phrase("The club has no season {key}.", key=key))
    return found
