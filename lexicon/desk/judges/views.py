"""The judge's stations at the desk: those of an event, those of none, and one of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse

from core.errors import UserError
from core.web.hosts import reachable_host
from core.web.view_access import reads
from desk.access import for_staff
from desk.qr import qr_code
from lexicon.commands.judge import CloseJudge
from lexicon.desk.judges.access import for_station
from lexicon.desk.places import place_at_desk
from lexicon.models import JudgeStation
from lexicon.places import Chosen
from lexicon.selectors.judging import Judging, is_casual, judging_of, words_to_judge_by
from lexicon.selectors.rulings import (
    RulingTally,
    free_stations,
    log_of,
    tallies,
)


class ShownList(NamedTuple):
    """A lexicon as it was frozen: its code, the beginning of its hash, whether it is casual."""

    code: str
    short: str
    is_casual: bool


class ShownStation(NamedTuple):
    """A station with what it judges by and how often it did."""

    row: JudgeStation
    tally: RulingTally
    lexicon: ShownList | None


@reads
@for_staff
def free_judges_desk(request: HttpRequest) -> HttpResponse:
    """Shows the stations that belong to no division."""
    context = {"stations": shown_stations(free_stations())}
    return render(request, "lexicon/desk/judges_free.html", context)


@reads
@for_station
def judge_desk(request: HttpRequest, station: JudgeStation) -> HttpResponseBase:
    """Shows what a station judges by, and how a device becomes it."""
    address = request.build_absolute_uri(reverse("judge"))
    is_reached = bool(reachable_host(request))
    place = place_at_desk(station.place)
    context = {
        **(place.shown if place else {}),
        "place": place,
        "tab": "judges",
        "station": station,
        "division": station.place.partition("/")[2],
        "tally": tallies([station])[station.key],
        "address": address,
        "qr": qr_code(address) if is_reached and station.is_open else None,
        "is_reached": is_reached,
        "lets_in": settings.LAN,
        "closing": _closing(station),
        **_judging(station),
    }
    return render(request, "lexicon/desk/judge_one.html", context)


def shown_list(code: str, sha256: str) -> ShownList | None:
    """Returns a frozen list as the desk shows it, None where there is none."""
    chosen = Chosen(code, sha256)
    return ShownList(code, sha256[:12], is_casual(chosen)) if sha256 else None


def _judging(station: JudgeStation) -> dict[str, ShownList | str | None]:
    """Returns the lists of a station, or why it cannot judge at the moment."""
    try:
        judging = judging_of(station)
    except UserError as refused:
        return {"lexicon": None, "second": None, "obstacle": refused.message}
    second = judging.second or Chosen("", "")
    return {
        "lexicon": shown_list(judging.lexicon.code, judging.lexicon.sha256),
        "second": shown_list(second.code, second.sha256),
        "obstacle": _missing_words(judging),
    }


def _missing_words(judging: Judging) -> str:
    """Returns that the words of a lexicon are not on this machine, empty where they are."""
    try:
        for chosen in filter(None, (judging.lexicon, judging.second)):
            words_to_judge_by(chosen)
    except UserError as refused:
        return refused.message
    return ""


def shown_stations(rows: Iterable[JudgeStation]) -> list[ShownStation]:
    """Returns stations with what they judge by and how often they did."""
    stations = list(rows)
    counted = tallies(stations)
    return [
        ShownStation(row, counted[row.key], shown_list(row.lexicon, row.lexicon_hash))
        for row in stations
    ]


def _closing(station: JudgeStation) -> int | None:
    """Returns the entry of the log that closed a station, None while it is open."""
    if station.is_open:
        return None
    closings = log_of([station]).filter(command=CloseJudge.code, undone_by=None)
    return closings.values_list("seq", flat=True).first()
