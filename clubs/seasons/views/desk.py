"""The seasons of a club at its desk."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render

from clubs.kernel.desk.access import in_club
from clubs.kernel.queries.clubs import KnownClub
from clubs.seasons.desk_pages import need_season, pages_now
from clubs.seasons.forms.context import season_link
from clubs.seasons.pages.championship import championship_shown
from clubs.seasons.queries.championships import held_championship
from clubs.seasons.queries.given import given_awards
from clubs.seasons.queries.seasons import seasons_of
from clubs.seasons.wording import days_of, ranked_by_words
from core.roles.table import Permission
from core.web.site import WEB
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
    held = held_championship(row)
    shown = {
        "club": club,
        "tab": "seasons",
        "season": row,
        "days": days_of(row.begins_on, row.ends_on),
        "ranked_by": ranked_by_words(row.ranked_by),
        "given": given_awards(row),
        "championship": held and championship_shown(held, WEB),
        "actions": [
            (page.title, season_link(page.path, row), page.danger)
            for page in pages_now(held is not None)
            if page.command.permission in rights
        ],
    }
    return render(request, "clubs/seasons/season_desk.html", shown)
