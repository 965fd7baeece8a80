"""Access to a club's desk."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponseBase

from clubs.kernel.desk.context import ClubContext
from clubs.kernel.queries.clubs import KnownClub, club_named, known_clubs
from clubs.models import ClubHome
from core.phrases import phrase
from core.roles.access import is_operator, rights_in, scopes_of
from core.roles.table import Permission
from core.roles.wording import who_may
from core.web.view_access import View, asked_of, needing
from desk.access import kept_by_nobody, let_in
from desk.pages import CommandPage, entry_of_address, moment_of_address
from tournaments.kernel.queries.rights import CLUB, club_scope


def in_club(permission: Permission, *, writing: Permission | None = None) -> Callable[[View], View]:
    """Returns a decorator: the view is open to whoever has this permission in the club.

    To send something to it takes the permission `writing`, where one is named. The view is called
    with the club, not its short name.
    """

    def guard(view: View) -> View:
        @kept_by_nobody
        @wraps(view)
        def guarded(request: HttpRequest, club: str, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            needed = asked_of(request, permission, writing)
            known = club_named(club)
            rights = rights_in(request.user, club_scope(club), known and known.home)
            if needed not in rights:
                raise PermissionDenied(who_may(needed, in_club=True))
            if known is None:
                raise Http404(phrase("There is no club {slug} here.", slug=club))
            let_in(request, rights)
            return view(request, known, **kwargs)

        return needing(guarded, permission, writing)

    return guard


def my_clubs(request: HttpRequest) -> list[KnownClub]:
    """Returns the clubs that the person owns or has a role in; an operator gets all of them."""
    homes = ClubHome.objects.all()
    if not is_operator(request.user):
        name = request.user.get_username()
        slugs = [scope.partition(":")[2] for scope in scopes_of(name, CLUB)]
        homes = homes.filter(Q(owner=name) | Q(slug__in=slugs))
    return known_clubs(homes)


def find_in_club(request: HttpRequest, page: CommandPage, club: KnownClub) -> ClubContext:
    """Returns the context of a page of a club. Raises Http404 for what is not there."""
    return ClubContext(
        request.user.get_username(),
        undoing=entry_of_address(request, page, club_scope(club.slug)),
        moment=moment_of_address(request, page),
        club=club,
    )
