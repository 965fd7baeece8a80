"""Club nights for programs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from api.operations import Asked, Give, Whole, register_api
from clubs.club.api import need_club
from clubs.kernel.api_addresses import HOUSE, club_stream
from clubs.kernel.queries.night_games import nights_of
from clubs.nights.commands.attendance import ArriveTonight, ComeBackTonight, LeaveTonight
from clubs.nights.commands.opening import OpenNight
from clubs.nights.commands.playing import PlayTonight, RemoveNightGame
from clubs.nights.commands.three_handed import (
    CorrectThreeHanded,
    RecordThreeHanded,
    RemoveThreeHanded,
)
from tournaments.kernel.api_addresses import EVENT

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


def _nights(asked: Asked) -> list[NightShown]:
    return [
        NightShown(night.slug, night.starts_on, night.name, night.place, night.closed)
        for night in nights_of(need_club(asked).slug)
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
    Give(path=f"{NIGHT}/removals_of_three", name="three_handed_remove", command=RemoveThreeHanded),
)
