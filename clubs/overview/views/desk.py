"""The desk of clubs: my clubs, one club, its log."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone

from clubs.kernel.desk.access import in_club, my_clubs
from clubs.kernel.desk.context import ClubContext
from clubs.kernel.queries.clubs import KnownClub
from clubs.overview.views.home import club_home
from core.roles.table import Permission
from core.web.view_access import reads
from desk.access import at_desk, rights_on
from desk.log import log_page
from desk.pages import CommandPage
from tournaments.kernel.queries.rights import club_scope


@reads
@at_desk
def clubs_desk(request: HttpRequest) -> HttpResponseBase:
    """Lists the clubs in which the person has a role."""
    return render(request, "clubs/overview/index.html", {"clubs": my_clubs(request)})


@reads
@in_club(Permission.VIEW)
def club_desk(request: HttpRequest, club: KnownClub) -> HttpResponseBase:
    """Shows a club as its officers see it, and everything that can be done."""
    rights = rights_on(request)
    shown = club_home(club, timezone.now())
    shown["waiting"] = [one for one in shown["waiting"] if one.permission in rights]
    return render(request, "clubs/overview/club.html", {"club": club, "tab": "club", **shown})


@reads
@in_club(Permission.VIEW)
def club_log(request: HttpRequest, club: KnownClub) -> HttpResponseBase:
    """Shows the club's journal, the newest entry first."""
    scope = club_scope(club.slug)
    log = log_page(scope, request.GET.get("page"), rights=rights_on(request))
    return render(request, "clubs/overview/log.html", {"club": club, "log": log, "tab": "log"})


def no_club(request: HttpRequest, _page: CommandPage) -> ClubContext:
    """Returns the context of the form that founds a club: the account, and no club yet."""
    return ClubContext(request.user.get_username())
