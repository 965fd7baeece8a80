"""The seasons of a club at its desk."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render

from clubs.kernel.desk.access import in_club
from clubs.kernel.queries.clubs import KnownClub
from clubs.seasons.desk_pages import SEASON_PAGES, need_season
from clubs.seasons.forms.context import season_link
from clubs.seasons.queries.given import given_awards
from clubs.seasons.queries.seasons import seasons_of
from clubs.seasons.wording import RANKED_BY, days_of
from core.roles.table import Permission
from core.web.view_access import reads
from desk.access import rights_on


@reads
@in_club(Permission.VIEW)
def seasons_desk(request: HttpRequest, club: KnownClub) -> HttpResponseBase:
    """Lists the seasons of a club, the latest first."""
    seasons = [(one, days_of(one.begins_on, one.ends_on)) for one in seasons_of(club.slug)]
    shown = {"club": club, "tab": "seasons", "seasons": seasons}
    return render(request, "clubs/seasons/seasons_desk.html", shown)


@reads
@in_club(Permission.VIEW)
def season_desk(request: HttpRequest, club: KnownClub, season: str) -> HttpResponseBase:
    """Shows a season, and what can be done with it."""
    row = need_season(club, season)
    rights = rights_on(request)
    shown = {
        "club": club,
        "tab": "seasons",
        "season": row,
        "days": days_of(row.begins_on, row.ends_on),
        "ranked_by": RANKED_BY.get(row.ranked_by, row.ranked_by),  # type: ignore[call-overload] # text
        "given": given_awards(row),
        "actions": [
            (page.title, season_link(page.path, row), page.danger)
            for page in SEASON_PAGES
            if page.command.permission in rights
        ],
    }
    return render(request, "clubs/seasons/season_desk.html", shown)
