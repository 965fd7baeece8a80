"""Clubs that are run here, for programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.http import Http404
from django.utils import timezone

from api.journal import journal_operations
from api.operations import Asked, Give, One, Whole, register_api
from clubs.club.commands.care import KeepPlayer, player_of_club
from clubs.club.commands.describing import (
    CallOffMeeting,
    DescribeClub,
    HandOverClub,
    HoldMeeting,
    SetHouseRules,
    SetMeetings,
)
from clubs.club.commands.founding import FoundClub
from clubs.club.meetings.meetings import MeetingTime
from clubs.club.queries.meetings import days_off_of, meetings_of
from clubs.kernel.api_addresses import HOUSE, club_stream
from clubs.kernel.queries.clubs import KnownClub, club_named, known_clubs
from clubs.models import ClubHome
from core.roles.access import may
from core.roles.table import Permission
from desk.roles.operations import role_operations
from tournaments.kernel.queries.rights import club_scope


@dataclass(frozen=True, slots=True)
class HouseShown:
    """A club that is run here, as it presents itself.

    `overrides` differ from the rule set; `lexica`, the usual one first, and `minutes` are what a
    night begins with. `newcomer_wins` are the wins until which a newcomer has helps, 0 for none.
    """

    club: str
    name: str
    town: str
    venue: str
    address: str
    contact: str
    welcome: str
    meetings: list[MeetingTime]
    ruleset: str
    overrides: Mapping[str, Any]
    lexica: list[str]
    minutes: int
    newcomer_wins: int


def _shown(club: KnownClub) -> HouseShown:
    home = club.home
    return HouseShown(
        club=club.slug,
        name=club.name,
        town=club.town,
        venue=home.venue,
        address=home.address,
        contact=home.contact,
        welcome=home.welcome,
        meetings=meetings_of(home),
        ruleset=home.ruleset,
        overrides=home.overrides,
        lexica=home.lexica,
        minutes=home.minutes,
        newcomer_wins=home.newcomer_wins,
    )


@dataclass(frozen=True, slots=True)
class KeptPlayerShown:
    """What a club keeps of somebody of its own, for those who keep its members alone."""

    player: str
    name: str
    public_name: str
    is_listed: bool
    photos: bool
    birth_date: date | None
    guardian: str
    guardian_contact: str
    wants_reports: bool
    email: str
    guardian_email: str


@dataclass(frozen=True, slots=True)
class DayOffShown:
    """A day on which a club does not meet although it usually would."""

    day: date
    note: str


def _houses(_: Asked) -> list[HouseShown]:
    return [_shown(club) for club in known_clubs(ClubHome.objects.filter(is_public=True))]


def need_shown_club(asked: Asked) -> KnownClub:
    """Returns the club of the address; Http404 where it is not here, or not for who asks."""
    club = need_club(asked)
    if not (club.home.is_public or may(asked.actor, Permission.VIEW, club_scope(club.slug))):
        raise Http404
    return club


def _days_off(asked: Asked) -> list[DayOffShown]:
    home = need_shown_club(asked).home
    return [DayOffShown(one.day, one.note) for one in days_off_of(home, timezone.localdate())]


def _kept_player(asked: Asked) -> KeptPlayerShown:
    player = player_of_club(asked["club"], asked["player"])
    if player is None:
        raise Http404
    return KeptPlayerShown(
        player=player.key,
        name=player.full_name,
        public_name=player.public_name,
        is_listed=player.is_listed,
        photos=player.photos,
        birth_date=player.birth_date,
        guardian=player.guardian,
        guardian_contact=player.guardian_contact,
        wants_reports=player.wants_reports,
        email=player.email,
        guardian_email=player.guardian_email,
    )


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
        find=lambda asked: _shown(need_shown_club(asked)),
    ),
    Give(path=HOUSE, name="club_describe", command=DescribeClub, verb="PATCH"),
    Give(path=f"{HOUSE}/meetings", name="club_meetings_set", command=SetMeetings, verb="PUT"),
    Give(path=f"{HOUSE}/rules", name="club_house_rules_set", command=SetHouseRules, verb="PATCH"),
    Whole(
        path=f"{HOUSE}/days_off",
        name="club_days_off_list",
        says="Lists the days from today on that a club has called off.",
        shape=DayOffShown,
        items=_days_off,
    ),
    Give(path=f"{HOUSE}/days_off", name="club_day_call_off", command=CallOffMeeting),
    Give(path=f"{HOUSE}/days_off/hold", name="club_day_hold", command=HoldMeeting),
    One(
        path=f"{HOUSE}/kept_players/<slug:player>",
        name="club_kept_player_read",
        says="Shows what a club keeps of somebody of its own beside the name.",
        shape=KeptPlayerShown,
        find=_kept_player,
        permission=Permission.KEEP_MEMBERS,
        stream=club_stream,
    ),
    Give(
        path=f"{HOUSE}/kept_players/<slug:player>",
        name="club_player_keep",
        command=KeepPlayer,
        verb="PATCH",
        scope=club_stream,
    ),
    Give(path=f"{HOUSE}/owner", name="club_hand_over", command=HandOverClub, verb="PUT"),
    *role_operations(
        HOUSE,
        stream=club_stream,
        owner=lambda asked: need_club(asked).home.owner,
        prefix="club_",
    ),
    *journal_operations(HOUSE, "club", stream=club_stream, permission=Permission.VIEW),
)
