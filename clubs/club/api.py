"""Clubs that are run here, for programs."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404

from api.journal import journal_operations
from api.operations import Asked, Give, One, Whole, register_api
from clubs.club.commands.founding import FoundClub
from clubs.kernel.api_addresses import HOUSE, club_stream
from clubs.kernel.queries.clubs import KnownClub, club_named, known_clubs
from clubs.models import ClubHome
from core.roles.table import Permission
from desk.roles.operations import role_operations


@dataclass(frozen=True, slots=True)
class HouseShown:
    """A club that is run here; `lexica` and `minutes` are what a night begins with."""

    club: str
    name: str
    town: str
    ruleset: str
    lexica: list[str]
    minutes: int


def _shown(club: KnownClub) -> HouseShown:
    home = club.home
    return HouseShown(club.slug, club.name, club.town, home.ruleset, home.lexica, home.minutes)


def _houses(_: Asked) -> list[HouseShown]:
    return [_shown(club) for club in known_clubs(ClubHome.objects.all())]


def need_club(asked: Asked) -> KnownClub:
    """Returns the club of the address; Http404 where it is not run here."""
    club = club_named(asked["club"])
    if club is None:
        raise Http404
    return club


register_api(
    "clubs",
    Whole(
        path="club_houses",
        name="club_houses_list",
        says="Lists the clubs that are run here, by name.",
        shape=HouseShown,
        items=_houses,
    ),
    Give(
        path="club_houses",
        name="club_found",
        command=FoundClub,
        filled=lambda asked: {"owner": asked.actor.name},
    ),
    One(
        path=HOUSE,
        name="club_house_read",
        says="Shows a club that is run here.",
        shape=HouseShown,
        find=lambda asked: _shown(need_club(asked)),
    ),
    *role_operations(
        HOUSE,
        stream=club_stream,
        owner=lambda asked: need_club(asked).home.owner,
        prefix="club_",
    ),
    *journal_operations(HOUSE, "club", stream=club_stream, permission=Permission.VIEW),
)
