"""Club nights for programs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.http import Http404

from api.operations import Asked, Give, One, Whole, register_api
from clubs.club.api import need_club
from clubs.kernel.api_addresses import HOUSE, club_stream
from clubs.kernel.queries.clubs import home_of
from clubs.kernel.queries.night_games import nights_of
from clubs.nights.commands.attendance import ArriveTonight, ComeBackTonight, LeaveTonight
from clubs.nights.commands.opening import OpenNight
from clubs.nights.commands.playing import PlayTonight, RemoveNightGame
from clubs.nights.commands.reports import SendReport
from clubs.nights.commands.three_handed import (
    CorrectThreeHanded,
    RecordThreeHanded,
    RemoveThreeHanded,
)
from clubs.nights.queries.dues import dues_of_night
from clubs.nights.queries.mails import mailing_of
from clubs.nights.queries.tonight import tonight
from core.roles.table import Permission
from tournaments.kernel.api_addresses import EVENT, event_stream
from tournaments.kernel.queries.play import event_named

NIGHTS = f"{HOUSE}/nights"
NIGHT = f"{EVENT}/night"


@dataclass(frozen=True, slots=True)
class NightShown:
    """A night of a club; `event` is its short name, under which its games and standings are."""

    event: str
    held_on: date | None
    name: str
    place: str
    closed: bool


@dataclass(frozen=True, slots=True)
class NightDueShown:
    """What somebody who came to a night owes for it, in minor units or nights of a card, and why.

    `taken` is the number of the transaction by which it was taken, null while it was not; `owed`
    is what their tab says.
    """

    entry: int
    name: str
    currency: str
    reason: str
    why: str
    amount: int
    nights: int
    taken: int | None
    owed: int


def _nights(asked: Asked) -> list[NightShown]:
    return [
        NightShown(night.slug, night.starts_on, night.name, night.place, night.closed)
        for night in nights_of(need_club(asked).slug)
    ]


@dataclass(frozen=True, slots=True)
class MailingShown:
    """How many mails of a night's reports were sent, wait, failed, or were perhaps sent."""

    sent: int
    waiting: int
    failed: int
    unsure: int


def _mailing(asked: Asked) -> MailingShown:
    nights = {str(one.starts_on): one for one in nights_of(need_club(asked).slug)}
    if asked["day"] not in nights:
        raise Http404
    found = mailing_of(nights[asked["day"]])
    unsure = sum(one.is_unsure for one in found.failed)
    return MailingShown(found.sent, found.waiting, len(found.failed) - unsure, unsure)


def _dues(asked: Asked) -> list[NightDueShown]:
    night = event_named(asked["event"])
    home = home_of(night.night_of) if night is not None and night.night_of else None
    if night is None or home is None or night.starts_on is None:
        raise Http404
    found = dues_of_night(home, tonight(night))
    if found is None:
        raise Http404
    return [
        NightDueShown(
            entry=one.person.number,
            name=one.person.name,
            currency=found.dues.currency,
            reason=one.due.due.reason,
            why=one.due.due.why,
            amount=one.due.due.amount,
            nights=one.due.due.nights,
            taken=one.due.taken,
            owed=one.due.owed,
        )
        for one in found.people
    ]


register_api(
    "nights",
    Whole(
        path=NIGHTS,
        name="nights_list",
        says="Lists the nights of a club, the last first.",
        shape=NightShown,
        items=_nights,
    ),
    Give(path=NIGHTS, name="night_open", command=OpenNight, scope=club_stream),
    Give(path=f"{NIGHT}/arrivals", name="night_arrive", command=ArriveTonight),
    Give(path=f"{NIGHT}/departures", name="night_leave", command=LeaveTonight),
    Give(path=f"{NIGHT}/returns", name="night_come_back", command=ComeBackTonight),
    Give(path=f"{NIGHT}/games", name="night_play", command=PlayTonight),
    Give(path=f"{NIGHT}/removals", name="night_game_remove", command=RemoveNightGame),
    Give(path=f"{NIGHT}/scores_of_three", name="three_handed_record", command=RecordThreeHanded),
    Give(
        path=f"{NIGHT}/scores_of_three",
        name="three_handed_correct",
        command=CorrectThreeHanded,
        verb="PUT",
    ),
    Give(
        path=f"{NIGHTS}/reports",
        name="night_report_send",
        command=SendReport,
        filled=lambda asked: {"site": asked.site},
    ),
    One(
        path=f"{NIGHTS}/<slug:day>/reports",
        name="night_report_read",
        says="Shows how sending the report of a club night goes, without any address.",
        shape=MailingShown,
        find=_mailing,
        permission=Permission.KEEP_MEMBERS,
        stream=club_stream,
    ),
    Whole(
        path=f"{NIGHT}/dues",
        name="night_dues_list",
        says="Lists what everybody who came to a club night owes for it.",
        shape=NightDueShown,
        items=_dues,
        permission=Permission.CHECK_IN,
        stream=event_stream,
    ),
    Give(path=f"{NIGHT}/removals_of_three", name="three_handed_remove", command=RemoveThreeHanded),
)
